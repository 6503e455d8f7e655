"""Elements as terms of z3: integers as bit vectors, floats by z3's theory of floats, any other op as a function that
may be any, the same one on both sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, TypeAlias, cast

import numpy as np
import z3
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.numerics.integers import Integers
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

Symbols: TypeAlias = "np.ndarray[Any, np.dtype[np.object_]]"
Bits: TypeAlias = "Any"
"""A bit vector; booleans have one bit."""

z = cast(Any, z3)
"""z3 has no types of its own."""


def of_elements(function: Callable[..., Bits], *operands: Symbols) -> Symbols:
    """A function of elements on arrays that broadcast together."""
    return np.asarray(np.frompyfunc(function, len(operands), 1)(*operands), object)


def _unary(function: Callable[[SymbolicIntegers, Bits], Bits]) -> Callable[..., Symbols]:
    """The method on an array that is a function of the arithmetic and an element."""

    def method(self: SymbolicIntegers, x: Symbols) -> Symbols:
        return of_elements(partial(function, self), x)

    return method


def _binary(function: Callable[[SymbolicIntegers, Bits, Bits], Bits]) -> Callable[..., Symbols]:
    """The method on two arrays that is a function of the arithmetic and elements."""

    def method(self: Any, x: Symbols, y: Symbols) -> Symbols:
        return of_elements(partial(function, self), x, y)

    return method


class SymbolicIntegers(Integers):
    """Integers of one type as bit vectors in arrays of objects; booleans are unsigned and have one bit.

    What is an operator of z3 is NumPy's function, as for numbers. z3 shifts by the width or more as the specification
    says.
    """

    def __init__(self, element_type: Attribute):
        super().__init__(element_type)
        self.signed = self.signed and self.width > 1
        self.add = np.bitwise_or if self.width == 1 else np.add

    def above(self, x: Bits, y: Bits) -> Bits:
        """Whether one number is larger than another."""
        return x > y if self.signed else z.UGT(x, y)

    def _quotient(self, x: Bits, y: Bits) -> Bits:
        return z.If(y == 0, z.BitVecVal(-1, self.width), x / y if self.signed else z.UDiv(x, y))

    def _leading_zeros(self, x: Bits) -> Bits:
        given = z.BitVecVal(self.width, self.width)
        for place in range(self.width):
            number = z.BitVecVal(self.width - 1 - place, self.width)
            given = z.If(z.Extract(place, place, x) == 1, number, given)
        return given

    def _ones(self, x: Bits) -> Bits:
        return sum(z.ZeroExt(self.width - 1, z.Extract(i, i, x)) for i in range(self.width))

    divide = _binary(_quotient)
    remainder = _binary(lambda self, x, y: z.If(y == 0, x, z.SRem(x, y) if self.signed else z.URem(x, y)))
    maximum = _binary(lambda self, x, y: z.If(self.above(x, y), x, y))
    minimum = _binary(lambda self, x, y: z.If(self.above(x, y), y, x))
    abs = _unary(lambda self, x: z.If(self.above(x - x, x), -x, x))
    sign = _unary(lambda self, x: z.If(x == 0, x, z.If(self.above(x, x - x), x - x + 1, x - x - 1)))
    shift_left = _binary(lambda _, x, y: x << y)
    shift_right_arithmetic = _binary(lambda _, x, y: x >> y)
    shift_right_logical = _binary(lambda _, x, y: z.LShR(x, y))
    count_leading_zeros = _unary(_leading_zeros)
    popcnt = _unary(_ones)

    def power(self, lhs: Array, rhs: Array) -> Array:
        raise self.undefined("power")

    def comparison(self, direction: str, compare_type: str | None = None) -> Callable[..., Symbols]:
        relations: dict[str, Callable[[Bits, Bits], Bits]] = {
            "EQ": lambda x, y: x == y,
            "NE": lambda x, y: x != y,
            "GT": self.above,
            "LT": lambda x, y: self.above(y, x),
            "GE": lambda x, y: z.Not(self.above(y, x)),
            "LE": lambda x, y: z.Not(self.above(x, y)),
        }
        return partial(of_elements, partial(self._decided, relations[direction]))

    def _decided(self, relation: Callable[[Bits, Bits], Bits], x: Bits, y: Bits) -> Bits:
        return z.If(relation(x, y), z.BitVecVal(1, 1), z.BitVecVal(0, 1))

    def resized(self, target: SymbolicIntegers, x: Bits) -> Bits:
        """A number in another type: truncated or extended; in i1, whether it is not 0."""
        if target.width == 1:
            return z.If(x == 0, z.BitVecVal(0, 1), z.BitVecVal(1, 1))
        if target.width <= self.width:
            return z.Extract(target.width - 1, 0, x)
        more = target.width - self.width
        return z.SignExt(more, x) if self.signed else z.ZeroExt(more, x)


def integers_at(value_type: Attribute) -> SymbolicIntegers | None:
    """The arithmetic of a tensor's elements; None for others than integers and booleans."""
    return _integers_of(element_type_of(value_type))


@cache
def _integers_of(element_type: Attribute) -> SymbolicIntegers | None:
    known = formats.format_or_none(element_type)
    is_integer = isinstance(known, formats.IntegerFormat) and known.type.name == element_type.name
    return SymbolicIntegers(element_type) if is_integer else None


def _selected(pred: Bits, on_true: Bits, on_false: Bits) -> Bits:
    return z.If(pred == 1, on_true, on_false)


# ---- floats ----


@cache
def sort_of(element_type: Attribute) -> Any:
    """The sort of an element: of floats that IEEE 754 defines z3's, with one NaN; otherwise bits."""
    known = formats.format_or_none(element_type)
    sizes = _SIZES.get(str(element_type)) if isinstance(known, formats.FloatFormat) else None
    return z.BitVecSort(formats.bit_width(element_type)) if sizes is None else z.FPSort(*sizes)


_SIZES = {"f16": (5, 11), "bf16": (8, 8), "f32": (8, 24), "f64": (11, 53)}
"""The bits of exponents and of significands."""


def float_of(bits: int, element_type: Attribute) -> Bits:
    """The float, or other element, that has these bits."""
    number = z.BitVecVal(bits, formats.bit_width(element_type))
    sort = sort_of(element_type)
    return z.fpBVToFP(number, sort) if z.is_fp_sort(sort) else number


def _larger(x: Bits, y: Bits) -> Bits:
    other = z.If(z.fpIsZero(x), z.If(z.fpIsNegative(x), y, x), x)
    larger = z.If(z.fpGT(x, y), x, z.If(z.fpLT(x, y), y, other))
    return z.If(z.Or(z.fpIsNaN(x), z.fpIsNaN(y)), z.fpNaN(x.sort()), larger)


def _smaller(x: Bits, y: Bits) -> Bits:
    return z.fpNeg(_larger(z.fpNeg(x), z.fpNeg(y)))


def _clamped(low: Bits, x: Bits, high: Bits) -> Bits:
    return _smaller(_larger(low, x), high)


def _float_sign(x: Bits) -> Bits:
    one = z.FPVal(1.0, x.sort())
    is_kept = z.Or(z.fpIsNaN(x), z.fpIsZero(x))
    return z.If(is_kept, x, z.If(z.fpIsNegative(x), z.fpNeg(one), one))


_NEAREST = z.RNE()
_FLOATS: dict[str, Callable[..., Bits]] = {
    "abs": z.fpAbs,
    "add": partial(z.fpAdd, _NEAREST),
    "ceil": partial(z.fpRoundToIntegral, z.RTP()),
    "clamp": _clamped,
    "divide": partial(z.fpDiv, _NEAREST),
    "floor": partial(z.fpRoundToIntegral, z.RTN()),
    "maximum": _larger,
    "minimum": _smaller,
    "multiply": partial(z.fpMul, _NEAREST),
    "negate": z.fpNeg,
    "round_nearest_afz": partial(z.fpRoundToIntegral, z.RNA()),
    "round_nearest_even": partial(z.fpRoundToIntegral, _NEAREST),
    "sign": _float_sign,
    "sqrt": partial(z.fpSqrt, _NEAREST),
    "subtract": partial(z.fpSub, _NEAREST),
}
"""The ops that the specification takes from IEEE 754, with one NaN."""

_ORDERED: dict[str, Callable[[Bits, Bits], Bits]] = {
    "EQ": z.fpEQ,
    "NE": lambda x, y: z.Not(z.fpEQ(x, y)),
    "GT": z.fpGT,
    "LT": z.fpLT,
    "GE": z.fpGEQ,
    "LE": z.fpLEQ,
}


def _on_floats(op: Operation, operands: Sequence[Bits]) -> Bits | None:
    """The result of an op that gives or takes floats; None if it is one that may be any function."""
    name, target = op.name.partition(".")[2], sort_of(element_type_of(op.results[0].type))
    floats = [z.is_fp_sort(x.sort()) for x in operands]
    if isinstance(op, hlo.CompareOp) and all(floats):
        total = op.compare_type is not None and op.compare_type.data.value == "TOTALORDER"
        return None if total else _bit(_ORDERED[op.comparison_direction.data.value](*operands))
    if name == "is_finite" and all(floats):
        (x,) = operands
        return _bit(z.Not(z.Or(z.fpIsNaN(x), z.fpIsInf(x))))
    if isinstance(op, hlo.ConvertOp) and z.is_fp_sort(target):
        (x,), integers = operands, integers_at(op.operands[0].type)
        if floats[0]:
            return z.fpFPToFP(_NEAREST, x, target)
        if integers is not None:
            return (z.fpSignedToFP if integers.signed else z.fpUnsignedToFP)(_NEAREST, x, target)
    if all(floats) and z.is_fp_sort(target) and hlo.StableHLO.is_op(op, op.name) and name in _FLOATS:
        return _FLOATS[name](*operands)
    return None


def _bit(holds: Bits) -> Bits:
    return z.If(holds, z.BitVecVal(1, 1), z.BitVecVal(0, 1))


def elementwise(op: Operation, operands: Sequence[Symbols]) -> Symbols:
    """The result of an elementwise op, each element a function of those at its place."""
    if isinstance(op, hlo.SelectOp):
        return of_elements(_selected, *operands)
    (result,) = op.results
    target, *sources = [integers_at(value.type) for value in (result, *op.operands)]
    source = sources[0]
    if source is not None and target is not None and None not in sources:
        if isinstance(op, hlo.CompareOp):
            return source.comparison(op.comparison_direction.data.value)(*operands)
        if isinstance(op, hlo.ConvertOp | hlo.BitcastConvertOp):
            return of_elements(partial(source.resized, target), operands[0])
        if hlo.StableHLO.is_op(op, op.name):
            with suppress(EvaluationError):
                return np.asarray(source.named(op.name.partition(".")[2])(*operands), object)
    if any(z.is_fp_sort(sort_of(element_type_of(v.type))) for v in (*op.operands, result)):
        given = _on_floats(op, [operand.item() for operand in operands])
        if given is not None:
            return np.asarray(given, object)
    return unknown_function(op, operands)


def unknown_function(op: Operation, operands: Sequence[Symbols]) -> Symbols:
    """The result of an op that may be any function of its operands."""
    said = sorted(f"{key}={value}" for key, value in {**op.properties, **op.attributes}.items())
    types = [element_type_of(value.type) for value in (*op.operands, *op.results)]
    function = z.Function(" ".join([op.name, *said, *map(str, types)]), *map(sort_of, types))
    return of_elements(function, *operands)
