"""What comes of a program by every way into the project, as text and bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.interpreter import Interpreter
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.pattern_rewriter import PatternRewriteWalker
from xdsl.printer import Printer
from xdsl.transforms.canonicalize import CanonicalizePass

from xdsl_stablehlo import print_module
from xdsl_stablehlo.__main__ import TOOLS
from xdsl_stablehlo.bytecode.reader import as_module, read_bytecode
from xdsl_stablehlo.bytecode.writer import write_bytecode
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.folding import (
    ConstantAnalysis,
    FoldConstants,
    bind_arguments,
    constant_value,
    fold_module,
    fold_op,
    verify_fold,
)
from xdsl_stablehlo.interpreter import Tensor, eval_module, register_implementations
from xdsl_stablehlo.tools.driver import run_tool
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    CODECS,
    read_portable_artifact,
    serialize_portable_artifact,
)
from xdsl_stablehlo.values.arrays import stored_arrays
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.workbench.validation import validate

from ..helpers.programs import context, parse


def through_every_door(text: str, folder: Path) -> Iterator[tuple[str, object]]:
    """What each way gives for a program with one function; files are written to `folder`."""
    module = parse(text)
    yield "printed", print_module(module)
    yield "printed generically", print_module(module, generic=True)
    stream = StringIO()
    Printer(stream).print_op(Parser(context(), text).parse_module())
    yield "xDSL's parser and printer", stream.getvalue()
    (function,) = [op for op in module.ops if isinstance(op, FuncOp)]
    known = ConstantAnalysis(module)
    for op in function.body.block.ops:
        values = fold_op(op) if op.results else None
        yield f"fold_op of {op.name}", None if values is None else [bits(tensor) for tensor in values]
        for value in op.results:
            yield f"ConstantAnalysis of {op.name}", (bits(known.value(value)), str(known.fact(value)))
            yield f"constant_value of {op.name}", bits(constant_value(value))
    given = arguments(function)
    results = eval_module(module, given)
    yield "eval_module", [bits(tensor) for tensor in results]
    yield "repr", [repr(tensor) for tensor in results]
    interpreter = Interpreter(module)
    register_implementations(interpreter)
    yield "Interpreter", [bits(tensor) for tensor in interpreter.call_op("main", tuple(given))]
    again = read_bytecode(write_bytecode(module, CODECS), context(), CODECS)
    yield "bytecode", print_module(as_module(again))
    if "chlo." not in text:
        artifact = serialize_portable_artifact(module, "current")
        yield "artifact", (artifact, print_module(read_portable_artifact(artifact, context())))
    yield "patterns", changed(module, lambda copy: PatternRewriteWalker(FoldConstants()).rewrite_module(copy))
    yield (
        "canonicalize",
        changed(module, lambda copy: PassPipeline((CanonicalizePass(),)).apply(context(), copy)),
    )
    folded = module.clone()
    report = fold_module(folded)
    yield "fold_module", (print_module(folded), report.rules(), [kept.reason for kept in report.kept])
    yield "verify_fold", verify_fold(module, folded)
    yield "validate", [verdict.kind for verdict in validate(module, folded)]
    if given:
        stored = folder / "bound.npz"
        named: dict[str, Any] = {str(i): array for i, array in enumerate(given)}
        np.savez(stored, **named)
        yield "bind", changed(module, lambda copy: bind_arguments(copy, stored_arrays(stored)))
    program, written = folder / "program.mlir", folder / "written.mlir"
    program.write_text(text)
    assert run_tool(TOOLS["opt"].run, ["--stablehlo-constant-fold", str(program), "-o", str(written)]) == 0
    yield "stablehlo-opt", written.read_text()


def bits(tensor: Tensor | None) -> object:
    """The type and the bytes of a tensor."""
    return None if tensor is None else (str(tensor.type), tensor.array.tobytes())


def arguments(function: FuncOp) -> list[Array]:
    """Arguments of a function: the smallest numbers, which no arithmetic has made."""
    types = [ranked(argument) for argument in function.body.block.args]
    return [of_bits(t, 1) for t in types]


def of_bits(t: AnyTensorType, pattern: int) -> Array:
    """An array of a type, all of whose elements have a bit pattern."""
    dtype = dtype_of(t.element_type)
    return np.full(t.get_shape(), pattern, f"u{dtype.itemsize}").view(dtype)


def changed(module: ModuleOp, change: Callable[[ModuleOp], Any]) -> str:
    """The text of a copy of a module after a change."""
    copy = module.clone()
    change(copy)
    return print_module(copy)
