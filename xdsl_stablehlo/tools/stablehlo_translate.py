"""`stablehlo-translate`: runs a program, or converts it to or from an artifact. Has the flags of upstream's tool."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .command_line import TRANSLATE, CommandLine, Tool, ToolError
from .driver import Destination, main_of
from .programs import (
    Chunk,
    chunks,
    diagnostics_of,
    each_program,
    errors_in,
    load,
    load_program,
    new_context,
    read_input,
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


class _Run:
    """One run of the tool."""

    def __init__(self, line: CommandLine):
        modes = [mode for mode in MODES if mode in line.switches]
        if len(modes) != 1:
            raise ToolError(f"one of {', '.join('--' + mode for mode in MODES)} is needed")
        if "results-npz" in line.values and "split-input-file" in line.switches:
            raise ToolError("--results-npz is for the results of one program: not with --split-input-file")
        self._line = line
        self._mode = modes[0]

    def all(self) -> int:
        """Work on all programs of the input. After a program with errors, the others follow."""
        data, name = read_input(self._line.inputs[0] if self._line.inputs else None)
        shows_version = "print-stablehlo-version" in self._line.switches and self._mode == "deserialize"
        version = _version_line(data) if shows_version else b""
        programs = chunks(data, name, "split-input-file" in self._line.switches)
        del data  # which is in memory once
        outputs: list[bytes] = []
        with Destination(self._line.values.get("o")) as output:
            if version:
                _write(output, version)

            def work(chunk: Chunk) -> list[Diagnostic]:
                errors, translated = self._translate(chunk)
                if self._mode == "interpret":
                    _write(output, translated)  # a long run shows its results so far
                else:
                    outputs.append(translated)
                return errors

            failed = each_program(programs, self._line, work)
            if outputs and not (failed and self._mode == "serialize"):
                _write(output, SPLIT_LINE.join(outputs))
            output.end(failed)
        return int(failed)

    def _translate(self, chunk: Chunk) -> tuple[list[Diagnostic], bytes]:
        """The translation of a program, or the errors on the way."""
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
            from .interpret import interpret

            return [], interpret(module, context, self._line).encode(errors="surrogateescape")
        except Exception as error:
            return [*diagnostics_of(error), *self._of_artifact(chunk)], b""

    def _of_artifact(self, chunk: Chunk) -> list[Diagnostic]:
        """The diagnostics that follow an error in a portable artifact: its producer."""
        from xdsl_stablehlo.programs.verification import Diagnostic
        from xdsl_stablehlo.transforms.vhlo import artifacts

        data = chunk.data
        if self._mode != "deserialize" or isinstance(data, str) or artifacts.artifact_version(data) is None:
            return []
        used = f"{artifacts.PRODUCER}{artifacts.get_current_version()}"
        failed = f"failed to deserialize portable artifact using {used}"
        return [Diagnostic(f"in {artifacts.origin(data)}", kind="note"), Diagnostic(failed)]

    def _serialize(self, module: ModuleOp) -> bytes:
        from xdsl_stablehlo.transforms.vhlo.artifacts import serialize_portable_artifact

        switches = self._line.switches
        return serialize_portable_artifact(
            module,
            self._line.values.get("target", "current"),
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


run = partial(TOOL.run, lambda line: _Run(line).all())
main = partial(main_of, run)

if __name__ == "__main__":
    main()
