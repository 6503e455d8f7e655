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
        """What suits the type, of two thresholds."""
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

    def _binary(self, op: Callable[[SSAValue, SSAValue], Operation], other: Number | float) -> Number:
        return self.of(op(self.value, self.like(other).value))

    def _reversed(self, op: Callable[[SSAValue, SSAValue], Operation], other: float) -> Number:
        return self.of(op(self.like(other).value, self.value))

    def __add__(self, other: Number | float) -> Number:
        return self._binary(hlo.AddOp, other)

    def __radd__(self, other: float) -> Number:
        return self._reversed(hlo.AddOp, other)

    def __sub__(self, other: Number | float) -> Number:
        return self._binary(hlo.SubtractOp, other)

    def __rsub__(self, other: float) -> Number:
        return self._reversed(hlo.SubtractOp, other)

    def __mul__(self, other: Number | float) -> Number:
        return self._binary(hlo.MulOp, other)

    def __rmul__(self, other: float) -> Number:
        return self._reversed(hlo.MulOp, other)

    def __truediv__(self, other: Number | float) -> Number:
        return self._binary(hlo.DivOp, other)

    def __rtruediv__(self, other: float) -> Number:
        return self._reversed(hlo.DivOp, other)

    def __neg__(self) -> Number:
        return self.of(hlo.NegOp(self.value))

    def __abs__(self) -> Number:
        return self.of(hlo.AbsOp(self.value))

    def __and__(self, other: Number | float) -> Number:
        return self._binary(hlo.AndOp, other)

    def __or__(self, other: Number | float) -> Number:
        return self._binary(hlo.OrOp, other)

    def __invert__(self) -> Number:
        return self.of(hlo.NotOp(self.value))

    def _compared(self, direction: ComparisonDirection, other: Number | float) -> Number:
        kind = None
        if is_integer_type(self.element_type) and self.element_type != i1:
            signed = self.element_type.signedness.data is not Signedness.UNSIGNED
            kind = ComparisonType.SIGNED if signed else ComparisonType.UNSIGNED
        return self.of(hlo.CompareOp(self.value, self.like(other).value, direction, kind))

    def __lt__(self, other: Number | float) -> Number:
        return self._compared(ComparisonDirection.LT, other)

    def __le__(self, other: Number | float) -> Number:
        return self._compared(ComparisonDirection.LE, other)

    def __gt__(self, other: Number | float) -> Number:
        return self._compared(ComparisonDirection.GT, other)

    def __ge__(self, other: Number | float) -> Number:
        return self._compared(ComparisonDirection.GE, other)

    def equals(self, other: Number | float) -> Number:
        """Elementwise equality; `==` is left to Python's objects."""
        return self._compared(ComparisonDirection.EQ, other)

    def differs(self, other: Number | float) -> Number:
        """Elementwise inequality: of a NaN true, also to itself."""
        return self._compared(ComparisonDirection.NE, other)


def exp(x: Number) -> Number:
    return x.of(hlo.ExpOp(x.value))


def expm1(x: Number) -> Number:
    """e**x - 1"""
    return x.of(hlo.Expm1Op(x.value))


def log(x: Number) -> Number:
    return x.of(hlo.LogOp(x.value))


def log1p(x: Number) -> Number:
    """log(1 + x)"""
    return x.of(hlo.Log1pOp(x.value))


def square(x: Number) -> Number:
    return x * x


def sqrt(x: Number) -> Number:
    return x.of(hlo.SqrtOp(x.value))


def sine(x: Number) -> Number:
    return x.of(hlo.SineOp(x.value))


def cosine(x: Number) -> Number:
    return x.of(hlo.CosineOp(x.value))


def tangent(x: Number) -> Number:
    return x.of(hlo.TanOp(x.value))


def floor(x: Number) -> Number:
    return x.of(hlo.FloorOp(x.value))


def sign(x: Number) -> Number:
    return x.of(hlo.SignOp(x.value))


def is_finite(x: Number) -> Number:
    return x.of(hlo.IsFiniteOp(x.value))


def real(z: Number) -> Number:
    return z.of(hlo.RealOp(z.value))


def imag(z: Number) -> Number:
    return z.of(hlo.ImagOp(z.value))


def complex_of(x: Number, y: Number) -> Number:
    """x + i y"""
    return x.of(hlo.ComplexOp(x.value, y.value))


def atan2(y: Number, x: Number | float) -> Number:
    return y.of(hlo.Atan2Op(y.value, y.like(x).value))


def power(x: Number, y: Number | float) -> Number:
    return x.of(hlo.PowOp(x.value, x.like(y).value))


def remainder(x: Number, y: Number | float) -> Number:
    """x - n y, with n = x / y rounded towards zero."""
    return x.of(hlo.RemOp(x.value, x.like(y).value))


def shifted_right(x: Number, bits: int) -> Number:
    """Integers without their lowest bits: divided by 2**bits and rounded down."""
    assert is_integer_type(x.element_type)
    is_unsigned = x.element_type.signedness.data is Signedness.UNSIGNED
    shift = hlo.ShiftRightLogicalOp if is_unsigned else hlo.ShiftRightArithmeticOp
    return x.of(shift(x.value, x.like(bits).value))


def maximum(x: Number, y: Number | float) -> Number:
    return x.of(hlo.MaxOp(x.value, x.like(y).value))


def minimum(x: Number, y: Number | float) -> Number:
    return x.of(hlo.MinOp(x.value, x.like(y).value))


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
