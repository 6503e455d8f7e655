"""`stablehlo-fold`: folds a model, with its weights, and prints a table of the effect."""

from __future__ import annotations

import sys
from functools import partial
from math import prod
from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.printable import counted, printable

from .command_line import FOLD, CommandLine, PassSpec, Tool, ToolError, read_options
from .driver import Destination, main_of
from .programs import (
    EXPORTED_SUFFIX,
    FOLDING,
    Chunk,
    each_program,
    errors_in,
    exported_file,
    fold_options,
    load_program,
    new_context,
    pass_named,
    programs_of,
)

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass
    from xdsl_stablehlo.programs.verification import Diagnostic

    from ..jax.calls import ExportedFile

TOOL = Tool(
    FOLD,
    "stablehlo-fold [options] MODEL [WEIGHTS] -o OUT",
    "Folds a model (MLIR text, bytecode, a portable artifact, a file of jax.export) and prints a table. Arrays of the\n"
    ".npz or .safetensors file WEIGHTS become constants first. OUT is text if its name ends in .mlir, bytecode for\n"
    ".bc, a file of jax.export for .jax_export, and otherwise as MODEL is; without -o, standard output gets text.",
    most_inputs=2,
)

NAMES_SHOWN = 8


def _work(line: CommandLine) -> int:
    from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass

    if not line.inputs:
        raise ToolError(f"a model is needed: {TOOL.usage}")
    given = tuple(read_options(line.values.get("options", "")))
    fold = pass_named(PassSpec(FOLDING, (*given, *fold_options(line), ("progress", None))))
    assert isinstance(fold, StablehloConstantFoldPass)
    programs = programs_of(line)
    tables = list[str]()
    with Destination(line.values.get("o")) as output:
        failed = each_program(programs, line, lambda chunk: _fold(chunk, line, fold, output, tables))
        output.end(failed)
    # After the file is written, because nobody may read them.
    for table in tables:
        print(table, file=sys.stderr if line.values.get("o", "-") == "-" else sys.stdout)
    return int(failed)


def _fold(
    chunk: Chunk, line: CommandLine, fold: StablehloConstantFoldPass, output: Destination, tables: list[str]
) -> list[Diagnostic]:
    """Fold a program, write it, and add its table to `tables`; return the errors on the way."""
    from xdsl_stablehlo.folding.explain.causes import root_causes
    from xdsl_stablehlo.folding.report.sizes import ProgramSize, comparison
    from xdsl_stablehlo.transforms.vhlo.artifacts import artifact_version

    out = line.values.get("o", "-")
    version = artifact_version(chunk.data) if isinstance(chunk.data, bytes) else None
    has_text = isinstance(chunk.data, str)
    context = new_context(allow_unregistered=True)
    module = load_program(chunk, context, keep=False)
    errors = errors_in(module)
    if errors:
        return errors
    exported: ExportedFile | None = None
    is_text_or_artifact = out == "-" or out.endswith((".mlir", ".bc"))
    if out.endswith(EXPORTED_SUFFIX) or (chunk.exported is not None and not is_text_or_artifact):
        exported = exported_file(chunk.exported, module)
    before = ProgramSize.of(module)
    told = _bind(module, line.inputs[1]) if len(line.inputs) > 1 else []
    report = fold.fold(context, module)
    root_causes(report, fold.options())
    errors = errors_in(module)
    if errors:
        return errors
    if exported is not None:
        data = exported.serialized(module)
    elif out == "-" or out.endswith(".mlir") or (has_text and not out.endswith(".bc")):
        data = _text(module)
    else:
        data = _bytes(module, None if version is None and not has_text else str(version or "current"))
    with output.stream() as stream:
        stream.write(data)
    table = [f"{chunk.name}: {report.summary()}", *told, "", *comparison(before, ProgramSize.of(module))]
    tables.append("\n".join([printable(each) for each in [*table, *report.kept_lines()]]))
    return []


def _bind(module: ModuleOp, path: str) -> list[str]:
    """Bind the arguments for which a file has arrays; return lines about them. Raises `ToolError`."""
    from xdsl_stablehlo.folding import bind_arguments
    from xdsl_stablehlo.folding.report.report import readable_bytes
    from xdsl_stablehlo.values.arrays import ArrayFileError, stored_arrays

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


def _text(module: ModuleOp) -> bytes:
    from ..text import print_module

    return print_module(module).encode(errors="surrogateescape")


def _bytes(module: ModuleOp, version: str | None) -> bytes:
    """A portable artifact of a version, or bytecode for None."""
    from xdsl_stablehlo.transforms.vhlo.artifacts import CODECS, serialize_portable_artifact, write_bytecode

    if version is None:
        return write_bytecode(module, CODECS)
    return serialize_portable_artifact(module, version, allow_other_dialects=True)


run = partial(TOOL.run, _work)
main = partial(main_of, run)

if __name__ == "__main__":
    main()
