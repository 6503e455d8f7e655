"""`stablehlo-fold`: folds a model, with its weights, and prints a table of the effect."""

from __future__ import annotations

import sys
from math import prod

from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.folding import bind_arguments
from xdsl_stablehlo.folding.explanations.causes import root_causes
from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass
from xdsl_stablehlo.folding.report.report import readable_bytes
from xdsl_stablehlo.folding.report.sizes import ProgramSize, comparison
from xdsl_stablehlo.ir.printable import counted, printable
from xdsl_stablehlo.text import print_module
from xdsl_stablehlo.values.arrays import ArrayFileError, stored_arrays

from . import programs
from .command_line.reading import CommandLine, PassSpec, ToolError, read_options
from .driver import Destination

NAMES_SHOWN = 8


def run(line: CommandLine) -> int:
    """Fold the programs of a file; return the exit code."""
    if not line.inputs:
        raise ToolError(f"a model is needed: {line.usage}")
    given = tuple(read_options(line.values.get("options", "")))
    options = (*given, *programs.fold_options(line), ("progress", None))
    fold = programs.pass_named(PassSpec(programs.FOLDING, options))
    assert isinstance(fold, StablehloConstantFoldPass)
    chunks = programs.programs_of(line)
    tables = list[str]()
    with Destination(line.values.get("o")) as output:
        failed = programs.each_program(chunks, line, lambda chunk: _fold(chunk, line, fold, output, tables))
        output.end(failed)
    # After the file is written, because nobody may read them.
    for table in tables:
        print(table, file=sys.stderr if line.values.get("o", "-") == "-" else sys.stdout)
    return int(failed)


def _fold(
    chunk: programs.Chunk,
    line: CommandLine,
    fold: StablehloConstantFoldPass,
    output: Destination,
    tables: list[str],
) -> None:
    """Fold a program, write it, and add its table to `tables`. Raises `ToolError` if the fold is refuted."""
    out = line.values.get("o", "-")
    has_text, version = isinstance(chunk.data, str), chunk.version
    context = programs.new_context(allow_unregistered=True)
    module = programs.load_verified(chunk, context, keep=False)
    exported = None
    is_text_or_artifact = out == "-" or out.endswith((".mlir", ".bc"))
    if out.endswith(programs.EXPORTED_SUFFIX) or (chunk.exported is not None and not is_text_or_artifact):
        exported = programs.exported_file(chunk.exported, module)
    before = ProgramSize.of(module)
    told = _bind(module, line.inputs[1]) if len(line.inputs) > 1 else []
    report = fold.fold(context, module, programs.judge_of_folds(line))
    root_causes(report, fold.options())
    programs.verify(module)
    told += map(str, report.verdicts)
    if exported is not None:
        data = exported.serialized(module)
    elif out == "-" or out.endswith(".mlir") or (has_text and not out.endswith(".bc")):
        data = print_module(module).encode(errors="surrogateescape")
    else:
        data = _bytecode(module, "current" if has_text else version)
    output.write(data)
    table = [f"{chunk.name}: {report.summary()}", *told, "", *comparison(before, ProgramSize.of(module))]
    tables.append("\n".join([printable(each) for each in [*table, *report.kept_lines()]]))


def _bytecode(module: ModuleOp, version: str | None) -> bytes:
    """A portable artifact of this version, or MLIR bytecode without one."""
    from xdsl_stablehlo.transforms.vhlo import artifacts

    if version is None:
        return artifacts.write_bytecode(module, artifacts.CODECS)
    return artifacts.serialize_portable_artifact(module, version, allow_other_dialects=True)


def _bind(module: ModuleOp, path: str) -> list[str]:
    """Bind the arguments for which a file has arrays; return lines about them. Raises `ToolError`."""
    try:
        arrays = stored_arrays(path)
        bind_arguments(module, arrays)
    except ArrayFileError as error:
        raise ToolError(str(error)) from None
    except ValueError as error:
        raise ToolError(f"cannot bind what is in '{path}': {error}") from None
    size = sum([prod(array.shape) * array.dtype.itemsize for array in arrays.values()])
    names = ", ".join([*arrays][:NAMES_SHOWN]) + (", ..." if len(arrays) > NAMES_SHOWN else "")
    return [f"bound {counted(len(arrays), 'argument')}, {readable_bytes(size)}, from {path}: {names}"]
