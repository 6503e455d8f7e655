"""The programs of Enzyme-JAX's own tests: each function computes the same before and after folding.

Arguments are zeros, ones, small, special and random elements. What does not parse, verify or evaluate is counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import prod
from pathlib import Path

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.drawn.samples import wild
from tests.helpers.oracle import Array, dtype_named
from tests.helpers.programs import sample
from xdsl_stablehlo import parse_module, register_dialects, verify_module
from xdsl_stablehlo.dialects.base.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.passes.verify import same_numbers
from xdsl_stablehlo.interpreter import EvaluationError, eval_module
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.numerics.tensor import Tensor
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import is_private

from .chunks import Chunk, chunks
from .outcome import Outcome

MOST_ELEMENTS = 1 << 18
"""Functions with larger arguments are left out."""

MOST_WORK = 2_000_000_000
"""Estimated nanoseconds of one evaluation."""

SETS = 6
"""How many arguments a function is evaluated on: zeros, ones, small numbers, three times special and random ones."""

FUNCTION = re.compile(r"^\s*func\.func ", re.MULTILINE)


def enzyme(tests: Path) -> Iterator[Outcome]:
    """Each function gives the same before and after folding, in all bits but those of NaNs."""
    left_out: Counter[str] = Counter()
    for path in sorted(tests.rglob("*.mlir")):
        for chunk in chunks(path):
            yield from _of_chunk(chunk, left_out)
    for reason, count in left_out.most_common():
        print(f"    not compared: {count:4} {reason}")


def _of_chunk(chunk: Chunk, left_out: Counter[str]) -> Iterator[Outcome]:
    """Of a whole file; of each function by itself where some text in it is not StableHLO's."""
    try:
        yield from _of_text(chunk.text, chunk.name, left_out)
    except (ParseError, VerifyException):
        for text in _functions(chunk.text):
            try:
                yield from _of_text(text, chunk.name, left_out)
            except (ParseError, VerifyException) as error:
                left_out[f"not read: {_kind_of_error(error)}"] += 1


def _functions(text: str) -> Iterator[str]:
    """The text of each function."""
    for found in FUNCTION.finditer(text):
        depth, at = 0, text.find("{\n", found.start())
        while at < len(text) and (depth := depth + (text[at] == "{") - (text[at] == "}")):
            at += 1
        yield text[found.start() : at + 1]


def _of_text(text: str, name: str, left_out: Counter[str]) -> Iterator[Outcome]:
    before, after = _parsed(text), _parsed(text)
    fold_module(after)
    verify_module(after)
    kept = {op.sym_name.data for op in after.ops if isinstance(op, FuncOp)}
    for func in before.ops:
        if not isinstance(func, FuncOp) or func.is_declaration:
            continue
        reason = _why_not(func) if func.sym_name.data in kept and not is_private(func) else "private"
        seen = None if reason else _compared(before, after, func)
        if isinstance(seen, Counter):
            left_out.update(seen)
        elif reason is not None:
            left_out[reason] += 1
        else:
            yield Outcome(f"{name} @{func.sym_name.data}", seen is None, seen or "")


def _parsed(text: str) -> ModuleOp:
    ctx = Context(allow_unregistered=True)
    register_dialects(ctx)
    module = parse_module(text, ctx)
    verify_module(module)
    return module


def _kind_of_error(error: Exception) -> str:
    """What the message says of dialects that are not known; else that there is one."""
    found = re.search(
        r"(enzymexla|enzyme|triton|tt|sdy|mhlo|comm|distributed|arith|scf|memref|llvm|affine)\b", str(error)
    )
    return f"has '{found[1]}'" if found else "other errors"


def _why_not(func: FuncOp) -> str | None:
    """Why a function is not called."""
    for argument in func.args:
        if not is_tensor_type(argument.type) or min(argument.type.get_shape(), default=0) < 0:
            return "arguments that are no tensors of known sizes"
        if isinstance(argument.type.element_type, AnyQuantizedType):
            return "quantized arguments"
        if prod(argument.type.get_shape()) > MOST_ELEMENTS:
            return f"arguments of more than {MOST_ELEMENTS} elements"
    return None


def _compared(before: ModuleOp, after: ModuleOp, func: FuncOp) -> str | Counter[str] | None:
    """How a function differs after folding, or why it cannot be evaluated, counted; None where it is the same."""
    name = func.sym_name.data
    for number in range(SETS):
        arguments = [_elements(argument, 10 * number + i, number) for i, argument in enumerate(func.args)]
        old, new = (_results(module, name, arguments) for module in (before, after))
        if isinstance(old, str):
            return Counter(["not evaluated: " + re.sub("[0-9]+", "N", old)[:70]])
        if isinstance(new, str) or not all(map(same_numbers, old, new)):
            return f"arguments {number}: {old} became {new}"
    return None


def _results(module: ModuleOp, name: str, arguments: list[Array]) -> list[Array] | str:
    """The tensors that a function returns, or why there are none."""
    limits = Limits(work=MOST_WORK, bytes=1 << 30)
    try:
        results = eval_module(module, arguments, name, limits=limits)
        return [np.asarray(result.array) for result in results if isinstance(result, Tensor)]
    except EvaluationError as error:
        return error.message
    except ValueError as error:  # for a function that does not return what it declares
        return str(error)


def _elements(argument: SSAValue, seed: int, number: int) -> Array:
    tensor = ranked(argument)
    element, shape = str(tensor.element_type), tensor.get_shape()
    if number < 2:
        return np.full(shape, number).astype(dtype_named(element))
    if number == 2:
        return sample(element, shape, seed)
    count = prod(shape)
    return wild(element, max(count, 64), seed)[:count].reshape(shape)
