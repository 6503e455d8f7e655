"""`stablehlo-translate`: runs a program, or carries it to and from a portable artifact. Spelled as upstream's tool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from .command_line import (
    CommandLine,
    ToolError,
)
from .driver import Destination, main_of
from .flags import TRANSLATE, Tool
from .programs import (
    Chunk,
    chunks,
    diagnostics_of,
    errors_in,
    load,
    load_program,
    new_context,
    read_input,
    report,
)

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp

    from xdsl_stablehlo.programs.verification import Diagnostic

MODES = ("interpret", "serialize", "deserialize")

TOOL = Tool(
    TRANSLATE,
    f"stablehlo-translate {'|'.join('--' + mode for mode in MODES)} [options] [FILE]",
    "Runs a StableHLO program (MLIR text or bytecode; standard input without FILE), or converts it.",
)
SPLIT_LINE = b"// -----\n"


def main() -> NoReturn:
    """The entry point."""
    main_of(run)


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; 0 where it worked out."""
    line = TOOL.read(arguments)
    if line is None:
        return 0
    modes = [mode for mode in MODES if mode in line.switches]
    if len(modes) != 1:
        raise ToolError(f"one of {', '.join('--' + mode for mode in MODES)} is needed")
    if "results-npz" in line.values and "split-input-file" in line.switches:
        raise ToolError("--results-npz is for the results of one program: not with --split-input-file")
    return _Run(line, modes[0]).all()


class _Run:
    """One run of the tool."""

    def __init__(self, line: CommandLine, mode: str):
        self._line = line
        self._mode = mode

    def all(self) -> int:
        """Work on all programs of the input; what failed is reported, the others go on."""
        data, name = read_input(self._line.inputs[0] if self._line.inputs else None)
        split = "split-input-file" in self._line.switches
        compare = "verify-diagnostics" in self._line.switches
        failed = False
        outputs: list[bytes] = []
        with Destination(self._line.values.get("o")) as output:
            if "print-stablehlo-version" in self._line.switches and self._mode == "deserialize":
                _write(output, _version_line(data))
            for chunk in chunks(data, name, split):
                errors, translated = self._translate(chunk)
                failed |= report(chunk, errors, compare)
                outputs.append(translated)
                if self._mode == "interpret":
                    _write(output, outputs.pop())  # a long run shows what it has so far
            if outputs and not (failed and self._mode == "serialize"):
                _write(output, SPLIT_LINE.join(outputs))
            output.end(failed)
        return int(failed)

    def _translate(self, chunk: Chunk) -> tuple[list[Diagnostic], bytes]:
        """What the mode makes of a program, or the errors on the way."""
        context = new_context("allow-unregistered-dialect" in self._line.switches)
        try:
            if self._mode == "deserialize":
                return self._deserialize(chunk, context)
            module = load_program(chunk, context)
            errors = errors_in(module)
            if errors:
                return errors, b""
            if self._mode == "serialize":
                return [], self._serialize(module)
            return [], self._interpret(module, context)
        except Exception as error:
            return [*diagnostics_of(error), *self._of_artifact(chunk)], b""

    def _of_artifact(self, chunk: Chunk) -> list[Diagnostic]:
        """What is said after the error about a portable artifact that could not be read: who wrote it."""
        if self._mode != "deserialize" or not isinstance(chunk.data, bytes):
            return []
        from xdsl_stablehlo.programs.verification import Diagnostic
        from xdsl_stablehlo.transforms.vhlo.artifacts import (
            PRODUCER,
            artifact_version,
            get_current_version,
            origin,
        )

        if artifact_version(chunk.data) is None:
            return []
        failed = f"failed to deserialize portable artifact using {PRODUCER}{get_current_version()}"
        return [Diagnostic(f"in {origin(chunk.data)}", kind="note"), Diagnostic(failed)]

    def _interpret(self, module: ModuleOp, context: Context) -> bytes:
        from .interpret import InterpretOptions, interpret, limits_of

        values = self._line.values
        options = InterpretOptions(
            limits=limits_of(self._line),
            engine=values.get("engine"),
            args=values.get("args", ""),
            args_npz=values.get("args-npz"),
            results_npz=values.get("results-npz"),
            probe_output_dir=values.get("probe-output-dir"),
            print_dense="interpreter-print-dense" in self._line.switches,
            seed=self._line.count("rng-seed", None),
            trace="trace" in self._line.switches,
        )
        return interpret(module, context, options).encode(errors="surrogateescape")

    def _serialize(self, module: ModuleOp) -> bytes:
        from xdsl_stablehlo.transforms.vhlo.artifacts import serialize_portable_artifact

        switches = self._line.switches
        return serialize_portable_artifact(
            module,
            self._line.values.get("target", ""),
            allow_other_dialects="allow-other-dialects" in switches,
            strip_debug_info="strip-debuginfo" in switches,
        )

    def _deserialize(self, chunk: Chunk, context: Context) -> tuple[list[Diagnostic], bytes]:
        from xdsl_stablehlo.text.printer import TextPrinter
        from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact

        from ..text import Pieces

        if isinstance(chunk.data, bytes):
            module = read_portable_artifact(chunk.data, context)
        else:
            module = load(chunk, context)
        errors = errors_in(module)
        if errors:
            return errors, b""
        pieces = Pieces()
        TextPrinter(
            pieces,
            generic="mlir-print-op-generic" in self._line.switches,
            debuginfo="mlir-print-debuginfo" in self._line.switches,
        ).print_op(module)
        pieces.write("\n")
        return [], pieces.join().encode(errors="surrogateescape")


def _write(output: Destination, data: bytes) -> None:
    with output.stream() as stream:
        stream.write(data)


def _version_line(data: bytes) -> bytes:
    from xdsl_stablehlo.transforms.vhlo.artifacts import artifact_version

    version = artifact_version(data)
    if version is None:
        return b"// Failed parsing StableHLO version from portable artifact\n"
    return f"// Reading portable artifact with StableHLO version: {version}\n".encode()


if __name__ == "__main__":
    main()
