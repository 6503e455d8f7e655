"""Elementwise ops in the notation of formulas: `sqrt((1 - x) * (1 + x))` writes the ops that compute it.

A `Number` is a value of a program while formulas are written of it. Python numbers among its operands become
constants of its type and shape, whether that is static, bounded or known at run time only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import IntegerType, Signedness, f32, f64, i1
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection, ComparisonType
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.shapes import with_element_type
from xdsl_stablehlo.ir.guards import is_integer_type
from xdsl_stablehlo.values.element_types import bit_width

from .emit import Emitter


def _on_one(kind: Callable[[SSAValue], Operation]) -> Callable[[Number], Number]:
    """The function that writes an op on one number."""
    return lambda x: x.of(kind(x.value))


def _on_two(kind: Callable[[SSAValue, SSAValue], Operation]) -> Callable[[Number, Number | float], Number]:
    """The function that writes an op on two numbers."""
    return lambda x, y: x.of(kind(x.value, x.like(y).value))


def _turned(kind: Callable[[SSAValue, SSAValue], Operation]) -> Callable[[Number, float], Number]:
    """The function that writes an op on two numbers, the second one first."""
    return lambda x, y: x.of(kind(x.like(y).value, x.value))


def _compared(direction: ComparisonDirection) -> Callable[[Number, Number | float], Number]:
    def compare(x: Number, y: Number | float) -> Number:
        kind = None
        if is_integer_type(x.element_type) and x.element_type != i1:
            signed = x.element_type.signedness.data is not Signedness.UNSIGNED
            kind = ComparisonType.SIGNED if signed else ComparisonType.UNSIGNED
        return x.of(hlo.CompareOp(x.value, x.like(y).value, direction, kind))

    return compare


@dataclass(frozen=True, eq=False)
class Number:
    """A value in formulas. Comparisons give booleans, elementwise as all else."""

    value: SSAValue
    emit: Emitter

    @property
    def element_type(self) -> Attribute:
        return ranked(self.value).element_type

    def of(self, op: Operation) -> Number:
        """The result of `op`, which is written."""
        return Number(self.emit(op), self.emit)

    def like(self, number: Number | float) -> Number:
        """A constant of this type and shape, or the number that is given."""
        if isinstance(number, Number):
            return number
        return Number(self.emit.constant_like(number, self.element_type), self.emit)

    def choose(self, for_f32: float, for_f64: float) -> float:
        """The one of two thresholds that belongs to the type."""
        return for_f64 if self.element_type == f64 else for_f32

    def to(self, element_type: Attribute) -> Number:
        """Converted to another element type; itself where it has that."""
        if element_type == self.element_type:
            return self
        return self.of(hlo.ConvertOp(self.value, with_element_type(ranked(self.value), element_type)))

    def bits(self, signed: bool = False) -> Number:
        """The bits as integers of the same width."""
        sign = Signedness.SIGNLESS if signed else Signedness.UNSIGNED
        return self.as_bits_of(IntegerType(bit_width(self.element_type), sign))

    def as_bits_of(self, element_type: Attribute) -> Number:
        """The number of another element type with the same bits."""
        return self.of(hlo.BitcastConvertOp(self.value, with_element_type(ranked(self.value), element_type)))

    __add__ = _on_two(hlo.AddOp)
    __radd__ = _turned(hlo.AddOp)
    __sub__ = _on_two(hlo.SubtractOp)
    __rsub__ = _turned(hlo.SubtractOp)
    __mul__ = _on_two(hlo.MulOp)
    __rmul__ = _turned(hlo.MulOp)
    __truediv__ = _on_two(hlo.DivOp)
    __rtruediv__ = _turned(hlo.DivOp)
    __neg__ = _on_one(hlo.NegOp)
    __abs__ = _on_one(hlo.AbsOp)
    __and__ = _on_two(hlo.AndOp)
    __or__ = _on_two(hlo.OrOp)
    __invert__ = _on_one(hlo.NotOp)
    __lt__ = _compared(ComparisonDirection.LT)
    __le__ = _compared(ComparisonDirection.LE)
    __gt__ = _compared(ComparisonDirection.GT)
    __ge__ = _compared(ComparisonDirection.GE)
    equals = _compared(ComparisonDirection.EQ)
    """Elementwise equality; `==` is left to Python's objects."""
    differs = _compared(ComparisonDirection.NE)
    """Elementwise inequality: of a NaN true, also to itself."""


exp = _on_one(hlo.ExpOp)
expm1 = _on_one(hlo.Expm1Op)
"""e**x - 1"""
log = _on_one(hlo.LogOp)
log1p = _on_one(hlo.Log1pOp)
"""log(1 + x)"""


def square(x: Number) -> Number:
    return x * x


sqrt = _on_one(hlo.SqrtOp)
sine = _on_one(hlo.SineOp)
cosine = _on_one(hlo.CosineOp)
tangent = _on_one(hlo.TanOp)
floor = _on_one(hlo.FloorOp)
sign = _on_one(hlo.SignOp)
is_finite = _on_one(hlo.IsFiniteOp)
real = _on_one(hlo.RealOp)
imag = _on_one(hlo.ImagOp)


def complex_of(x: Number, y: Number) -> Number:
    """x + i y"""
    return x.of(hlo.ComplexOp(x.value, y.value))


atan2 = _on_two(hlo.Atan2Op)
power = _on_two(hlo.PowOp)
remainder = _on_two(hlo.RemOp)
"""x - n y, with n = x / y rounded towards zero."""


def shifted_right(x: Number, bits: int) -> Number:
    """Integers without their lowest bits: divided by 2**bits and rounded down."""
    assert is_integer_type(x.element_type)
    is_unsigned = x.element_type.signedness.data is Signedness.UNSIGNED
    shift = hlo.ShiftRightLogicalOp if is_unsigned else hlo.ShiftRightArithmeticOp
    return x.of(shift(x.value, x.like(bits).value))


maximum = _on_two(hlo.MaxOp)
minimum = _on_two(hlo.MinOp)


def where(condition: Number, on_true: Number | float, on_false: Number | float) -> Number:
    """One or the other, elementwise; one of them is a `Number`."""
    typed = on_true if isinstance(on_true, Number) else on_false
    assert isinstance(typed, Number)
    return typed.of(hlo.SelectOp(condition.value, typed.like(on_true).value, typed.like(on_false).value))


def is_negative(x: Number) -> Number:
    """Whether the sign bit is set: of -0, too."""
    return x.bits(signed=True) < 0


def copysign(x: Number, y: Number) -> Number:
    """`x`, which is not negative, with the sign of `y`."""
    return where(is_negative(y), -x, x)


def polynomial(x: Number, coefficients: Sequence[float]) -> Number:
    """By Horner's rule; the coefficient of the highest power comes first."""
    value = x.like(coefficients[0])
    for coefficient in coefficients[1:]:
        value = value * x + coefficient
    return value


def chebyshev(x: Number, coefficients: Sequence[float]) -> Number:
    """The sum of c[k] T_k(x) by Clenshaw's recurrence (Math. Comp. 9, 1955); the first one is c[0]."""
    twice, (value, following) = 2 * x, (x.like(coefficients[-1]), x.like(0.0))
    for coefficient in coefficients[-2:0:-1]:
        value, following = twice * value - following + coefficient, value
    return x * value - following + coefficients[0]


def sum_and_error(a: Number, b: Number) -> tuple[Number, Number]:
    """a + b rounded and what rounding lost (Knuth, The Art of Computer Programming 2, 4.2.2)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def square_and_error(a: Number) -> tuple[Number, Number]:
    """a**2 rounded and what rounding lost, from halves (Dekker, Numer. Math. 18, 1971)."""
    scaled = a * a.choose(2.0**12 + 1, 2.0**27 + 1)
    high = scaled - (scaled - a)
    low = a - high
    square = a * a
    return square, ((high * high - square) + 2 * (high * low)) + low * low


def in_f32_at_least(formula: Callable[..., Number]) -> Callable[..., Number]:
    """The formula, computed in f32 where its operands are of a narrower type."""

    def widened(*numbers: Number) -> Number:
        element_type = numbers[0].element_type
        wide = f64 if element_type == f64 else f32
        return formula(*[number.to(wide) for number in numbers]).to(element_type)

    return widened


def largest(x: Number) -> float:
    """The largest finite number of its type, f32 or f64."""
    return x.choose((2 - 2.0**-23) * 2.0**127, (2 - 2.0**-52) * 2.0**1023)
