"""Scalar integer programs as bit vectors of z3: whether two give the same for every argument."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

import z3
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import CompareOp, ConstantOp
from xdsl_stablehlo.elements import array_of
from xdsl_stablehlo.folding.facts.lattice import IntegerKind, kind_of_integers

z = cast(Any, z3)
"""z3 has no types of its own."""

Bits: TypeAlias = "Any"
"""A bit vector; booleans have one bit."""


def _divide(kind: IntegerKind, x: Bits, y: Bits) -> Bits:
    quotient = x / y if kind.signed else z.UDiv(x, y)
    return z.If(y == 0, z.BitVecVal(-1, kind.width), quotient)


def _remainder(kind: IntegerKind, x: Bits, y: Bits) -> Bits:
    return z.If(y == 0, x, z.SRem(x, y) if kind.signed else z.URem(x, y))


def _above(kind: IntegerKind, x: Bits, y: Bits) -> Bits:
    return x > y if kind.signed else z.UGT(x, y)


def _sign(kind: IntegerKind, x: Bits) -> Bits:
    one, minus = z.BitVecVal(1, kind.width), z.BitVecVal(-1, kind.width)
    return z.If(x == 0, x, z.If(_above(kind, x, x - x), one, minus))


def _maximum(kind: IntegerKind, x: Bits, y: Bits) -> Bits:
    return z.If(_above(kind, x, y), x, y)


def _minimum(kind: IntegerKind, x: Bits, y: Bits) -> Bits:
    return z.If(_above(kind, x, y), y, x)


UNARY: dict[str, Callable[[IntegerKind, Bits], Bits]] = {
    "abs": lambda kind, x: z.If(_above(kind, x - x, x), -x, x),
    "negate": lambda _, x: -x,
    "not": lambda _, x: ~x,
    "sign": _sign,
}
BINARY: dict[str, Callable[[IntegerKind, Bits, Bits], Bits]] = {
    "add": lambda kind, x, y: x | y if kind.width == 1 else x + y,
    "and": lambda _, x, y: x & y,
    "divide": _divide,
    "maximum": _maximum,
    "minimum": _minimum,
    "multiply": lambda _, x, y: x * y,
    "or": lambda _, x, y: x | y,
    "remainder": _remainder,
    "shift_left": lambda _, x, y: x << y,
    "shift_right_arithmetic": lambda _, x, y: x >> y,
    "shift_right_logical": lambda _, x, y: z.LShR(x, y),
    "subtract": lambda _, x, y: x - y,
    "xor": lambda _, x, y: x ^ y,
}
TERNARY: dict[str, Callable[[IntegerKind, Bits, Bits, Bits], Bits]] = {
    "clamp": lambda kind, low, x, high: _minimum(kind, _maximum(kind, x, low), high),
    "select": lambda _, p, x, y: z.If(p == 1, x, y),
}
OPS: dict[str, Callable[..., Bits]] = {**UNARY, **BINARY, **TERNARY}
"""By what is known of the elements of the result. z3 shifts by the width or more as the specification says."""

DIRECTIONS: dict[str, Callable[[IntegerKind, Bits, Bits], Bits]] = {
    "EQ": lambda _, x, y: x == y,
    "NE": lambda _, x, y: x != y,
    "GT": _above,
    "LT": lambda kind, x, y: _above(kind, y, x),
    "GE": lambda kind, x, y: z.Not(_above(kind, y, x)),
    "LE": lambda kind, x, y: z.Not(_above(kind, x, y)),
}


def kind_at(value: SSAValue) -> IntegerKind:
    """The integers of a tensor."""
    kind = kind_of_integers(cast("AnyTensorType", value.type).element_type)
    assert kind is not None
    return kind


def _convert(source: IntegerKind, target: IntegerKind, x: Bits) -> Bits:
    if target.width == 1:
        return z.If(x == 0, z.BitVecVal(0, 1), z.BitVecVal(1, 1))
    if target.width <= source.width:
        return z.Extract(target.width - 1, 0, x)
    more = target.width - source.width
    return z.SignExt(more, x) if source.signed else z.ZeroExt(more, x)


def _result(op: Operation, known: Mapping[SSAValue, Bits]) -> Bits:
    operands = [known[operand] for operand in op.operands]
    kind = kind_at(op.results[0])
    if isinstance(op, ConstantOp):
        return z.BitVecVal(int(array_of(op.value)), kind.width)
    if isinstance(op, CompareOp):
        holds = DIRECTIONS[op.comparison_direction.data.value](kind_at(op.lhs), *operands)
        return z.If(holds, z.BitVecVal(1, 1), z.BitVecVal(0, 1))
    name = op.name.removeprefix("stablehlo.")
    if name in ("convert", "bitcast_convert"):
        return _convert(kind_at(op.operands[0]), kind, operands[0])
    return OPS[name](kind, *operands)


def encoded(module: ModuleOp, arguments: list[Bits]) -> Bits:
    """The result of `main`, a function of one block and one result, for these arguments."""
    main = next(op for op in module.ops if isinstance(op, FuncOp))
    block = main.body.block
    known: dict[SSAValue, Bits] = dict(zip(block.args, arguments, strict=True))
    for op in block.ops:
        if op.results:
            known[op.results[0]] = _result(op, known)
    assert block.last_op is not None
    return known[block.last_op.operands[0]]


def difference(before: ModuleOp, after: ModuleOp, *where: Callable[..., Bits]) -> str | None:
    """Arguments for which two programs give different results, as text; None if there are none.

    Conditions in `where` are about the arguments.
    """
    main = next(op for op in before.ops if isinstance(op, FuncOp))
    arguments = [
        z.BitVec(f"a{i}", kind_at(argument).width) for i, argument in enumerate(main.body.block.args)
    ]
    solver = z.Solver()
    solver.set("timeout", 60_000)
    solver.add(encoded(before, arguments) != encoded(after, arguments))
    for condition in where:
        solver.add(condition(*arguments))
    verdict = solver.check()
    assert verdict != z.unknown, "z3 gives up"
    return str(solver.model()) if verdict == z.sat else None
