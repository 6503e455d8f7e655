"""`stablehlo-translate`: runs a program, or converts it to or from an artifact. Has the flags of upstream's tool."""

from __future__ import annotations

from xdsl.context import Context

from xdsl_stablehlo import bytecode
from xdsl_stablehlo.programs.verification import Diagnostic
from xdsl_stablehlo.text import Pieces
from xdsl_stablehlo.text.printer import TextPrinter

from . import programs
from .command_line.reading import CommandLine, ToolError
from .driver import Destination

MODES = ("interpret", "serialize", "deserialize")
SPLIT_LINE = f"{programs.SPLIT_MARKER}\n".encode()


def run(line: CommandLine) -> int:
    """Work on all programs of the input. After a program with errors, the others follow."""
    modes = [mode for mode in MODES if mode in line.switches]
    if len(modes) != 1:
        raise ToolError(f"one of {', '.join('--' + mode for mode in MODES)} is needed")
    if "results-npz" in line.values and "split-input-file" in line.switches:
        raise ToolError("--results-npz is for the results of one program: not with --split-input-file")
    (mode,) = modes
    data, name = programs.read_input(line.inputs[0] if line.inputs else None)
    shows_version = "print-stablehlo-version" in line.switches and mode == "deserialize"
    version = _version_line(data) if shows_version else b""
    chunks = programs.chunks(data, name, "split-input-file" in line.switches)
    del data  # which is in memory once
    outputs: list[bytes] = []
    with Destination(line.values.get("o")) as output:
        if version:
            output.write(version)

        def work(chunk: programs.Chunk) -> None:
            context = programs.new_context("allow-unregistered-dialect" in line.switches)
            if mode != "interpret":
                outputs.append(b"")  # in the place of a program with errors
                outputs[-1] = TRANSLATIONS[mode](chunk, context, line)
                return
            from .interpret import interpret

            results = interpret(programs.load_verified(chunk, context), context, line)
            output.write(results.encode(errors="surrogateescape"))  # a long run shows its results so far

        failed = programs.each_program(chunks, line, work)
        if outputs and not (failed and mode == "serialize"):
            output.write(SPLIT_LINE.join(outputs))
        output.end(failed)
    return int(failed)


def _serialized(chunk: programs.Chunk, context: Context, line: CommandLine) -> bytes:
    return bytecode.serialize_portable_artifact(
        programs.load_verified(chunk, context),
        line.values.get("target", "current"),
        allow_other_dialects="allow-other-dialects" in line.switches,
        strip_debug_info="strip-debuginfo" in line.switches,
    )


def _deserialized(chunk: programs.Chunk, context: Context, line: CommandLine) -> bytes:
    data = chunk.data
    try:
        is_text = isinstance(data, str)
        module = programs.load(chunk, context) if is_text else bytecode.read_portable_artifact(data, context)
        programs.verify(module)
    except Exception as error:
        raise programs.InvalidError([*programs.diagnostics_of(error), *_of_artifact(data)]) from None
    pieces = Pieces()
    TextPrinter(
        pieces,
        generic="mlir-print-op-generic" in line.switches,
        debuginfo="mlir-print-debuginfo" in line.switches,
    ).print_op(module)
    pieces.write("\n")
    return pieces.join().encode(errors="surrogateescape")


TRANSLATIONS = {"serialize": _serialized, "deserialize": _deserialized}


def _of_artifact(data: str | bytes) -> list[Diagnostic]:
    """The diagnostics that follow an error in a portable artifact: its producer."""
    if isinstance(data, str) or bytecode.artifact_version(data) is None:
        return []
    from xdsl_stablehlo.transforms.vhlo.artifacts import PRODUCER, origin

    failed = f"failed to deserialize portable artifact using {PRODUCER}{bytecode.get_current_version()}"
    return [Diagnostic(f"in {origin(data)}", kind="note"), Diagnostic(failed)]


def _version_line(data: bytes) -> bytes:
    version = bytecode.artifact_version(data)
    if version is None:
        return b"// Failed parsing StableHLO version from portable artifact\n"
    return f"// Reading portable artifact with StableHLO version: {version}\n".encode()
