"""What ops on one element mean, as bit vectors of z3: integers exactly, all else by functions that may be any."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

import z3
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import CompareOp
from xdsl_stablehlo.folding.facts.lattice import IntegerKind, kind_of_integers
from xdsl_stablehlo.values.element_types import bit_width

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


def _leading_zeros(kind: IntegerKind, x: Bits) -> Bits:
    given = z.BitVecVal(kind.width, kind.width)
    for place in range(kind.width):
        given = z.If(z.Extract(place, place, x) == 1, z.BitVecVal(kind.width - 1 - place, kind.width), given)
    return given


def _population(kind: IntegerKind, x: Bits) -> Bits:
    bits = [z.ZeroExt(kind.width - 1, z.Extract(place, place, x)) for place in range(kind.width)]
    return sum(bits[1:], start=bits[0])


UNARY: dict[str, Callable[[IntegerKind, Bits], Bits]] = {
    "abs": lambda kind, x: z.If(_above(kind, x - x, x), -x, x),
    "count_leading_zeros": _leading_zeros,
    "negate": lambda _, x: -x,
    "not": lambda _, x: ~x,
    "popcnt": _population,
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

NEUTRAL: dict[str, Callable[[IntegerKind], int]] = {
    "add": lambda _: 0,
    "and": lambda kind: (1 << kind.width) - 1,
    "maximum": lambda kind: 1 << (kind.width - 1) if kind.signed else 0,
    "minimum": lambda kind: (1 << (kind.width - kind.signed)) - 1,
    "multiply": lambda _: 1,
    "or": lambda _: 0,
    "xor": lambda _: 0,
}
"""The bits that an op, in any order of its operands, leaves every element with as it is."""

DIRECTIONS: dict[str, Callable[[IntegerKind, Bits, Bits], Bits]] = {
    "EQ": lambda _, x, y: x == y,
    "NE": lambda _, x, y: x != y,
    "GT": _above,
    "LT": lambda kind, x, y: _above(kind, y, x),
    "GE": lambda kind, x, y: z.Not(_above(kind, y, x)),
    "LE": lambda kind, x, y: z.Not(_above(kind, x, y)),
}


def kind_at(value: SSAValue) -> IntegerKind | None:
    """The integers of a tensor; None where its elements are none."""
    return kind_of_integers(cast("AnyTensorType", value.type).element_type)


def width_at(value: SSAValue) -> int:
    """The bits of an element."""
    return bit_width(cast("AnyTensorType", value.type).element_type)


def resized(source: IntegerKind, target: IntegerKind, x: Bits) -> Bits:
    """An integer in another type: cut off, or extended by its sign; true where it is not 0."""
    if target.width == 1:
        return z.If(x == 0, z.BitVecVal(0, 1), z.BitVecVal(1, 1))
    if target.width <= source.width:
        return z.Extract(target.width - 1, 0, x)
    more = target.width - source.width
    return z.SignExt(more, x) if source.signed else z.ZeroExt(more, x)


def scalar_result(op: Operation, operands: Sequence[Bits]) -> Bits | None:
    """The element that an elementwise op gives for elements; None where that is not said here.

    A division is, where the divisor is a constant that leaves it defined.
    """
    result = op.results[0]
    name = op.name.removeprefix("stablehlo.")
    kinds = [kind_at(operand) for operand in op.operands]
    kind = kind_at(result)
    if name == "select":
        return z.If(operands[0] == 1, operands[1], operands[2])
    if None not in kinds and kind is not None:
        known = cast("list[IntegerKind]", kinds)
        if isinstance(op, CompareOp):
            holds = DIRECTIONS[op.comparison_direction.data.value](known[0], *operands)
            return z.If(holds, z.BitVecVal(1, 1), z.BitVecVal(0, 1))
        if name in ("convert", "bitcast_convert"):
            return resized(known[0], kind, operands[0])
        if name in ("divide", "remainder") and not _is_defined(known[1], operands[1]):
            return None
        if name in OPS:
            return OPS[name](kind, *operands)
    return _unknown(op, operands)


def _is_defined(kind: IntegerKind, divisor: Bits) -> bool:
    """Whether a quotient by these bits is defined, whatever is divided."""
    value = z.simplify(divisor)
    return z.is_bv_value(value) and value.as_long() not in (0, (1 << kind.width) - 1 if kind.signed else 0)


def _unknown(op: Operation, operands: Sequence[Bits]) -> Bits:
    """The result of a function of which only that is known that it is one: of the same bits it gives the same."""
    said = sorted(f"{key}={value}" for key, value in {**op.properties, **op.attributes}.items())
    types: list[Attribute] = [cast("AnyTensorType", v.type).element_type for v in (*op.operands, *op.results)]
    name = " ".join([op.name, *said, *map(str, types)])
    sorts = [z.BitVecSort(width_at(value)) for value in (*op.operands, *op.results)]
    return z.Function(name, *sorts)(*operands)
