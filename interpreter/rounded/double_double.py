"""Arithmetic on unevaluated sums of two float64 numbers, about 32 digits, on whole arrays.

The algorithms are those of Dekker ("A floating-point technique for extending the available precision", 1971), Knuth
(TAOCP 2, 4.2.2) and Hida, Li, Bailey ("Library for double-double and quad-double arithmetic", 2007).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import Any, ClassVar

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from . import tables
from .tables import CHUNK_BITS, CHUNKS, LEAST_SHIFT, TURN_BITS

_SPLITTER = 134217729.0
"""2**27 + 1: it cuts a float64 into two halves whose products are exact."""


@dataclass(slots=True)
class DD:
    """`high + low`, where `high` is the sum rounded to float64."""

    high: Array
    low: Array

    __array_ufunc__: ClassVar[None] = None
    """Arrays leave sums and products with these to the methods here."""

    def __add__(self, other: DD | Array | float) -> DD:
        if not isinstance(other, DD):
            s, e = two_sum(self.high, other)
            return DD(*quick_two_sum(s, e + self.low))
        s, e = two_sum(self.high, other.high)
        t, f = two_sum(self.low, other.low)
        s, e = quick_two_sum(s, e + t)
        return DD(*quick_two_sum(s, e + f))

    def __abs__(self) -> DD:
        return (-self).where(self < 0, self)

    def __lt__(self, other: float) -> Array:
        return self.high < other

    def __neg__(self) -> DD:
        return DD(-self.high, -self.low)

    def __sub__(self, other: DD | Array | float) -> DD:
        return self + -other

    def __mul__(self, other: DD | Array | float) -> DD:
        if not isinstance(other, DD):
            p, e = two_product(self.high, other)
            return DD(*quick_two_sum(p, e + self.low * other))
        p, e = two_product(self.high, other.high)
        return DD(*quick_two_sum(p, e + (self.high * other.low + self.low * other.high)))

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: Array | float) -> DD:
        return -self + other

    def __rtruediv__(self, other: Array | float) -> DD:
        return exact(np.full_like(self.high, other)) / self

    def __truediv__(self, other: DD) -> DD:
        first = self.high / other.high
        rest = self - other * first
        second = rest.high / other.high
        rest = rest - other * second
        q, e = quick_two_sum(first, second)
        return DD(q, e) + rest.high / other.high

    def scaled(self, power_of_two: Array) -> DD:
        """Times powers of two, exactly."""
        return DD(self.high * power_of_two, self.low * power_of_two)

    def where(self, condition: Array, other: DD) -> DD:
        """This where `condition` holds, `other` elsewhere."""
        return DD(np.where(condition, self.high, other.high), np.where(condition, self.low, other.low))


def exact(values: Array) -> DD:
    """float64 values as they are."""
    return DD(values, np.zeros_like(values))


def total(lhs: Array, rhs: Array) -> DD:
    """The exact sum of two float64 arrays."""
    return DD(*two_sum(lhs, rhs))


def constant(value: Fraction) -> DD:
    """The sum of two float64 numbers that is nearest to a fraction."""
    high = float(value)
    return DD(np.asarray(high), np.asarray(float(value - Fraction(high))))


def two_sum(a: Array, b: Array | float) -> tuple[Array, Array]:
    """The rounded sum and its rounding error."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def quick_two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """`two_sum` for |a| >= |b|."""
    s = a + b
    return s, b - (s - a)


def two_product(a: Array, b: Array | float) -> tuple[Array, Array]:
    """The rounded product of numbers below 2**996, and its rounding error."""
    p = a * b
    a_high, a_low = _split(a)
    b_high, b_low = _split(b)
    return p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low


def _split(a: Array | float) -> tuple[Any, Any]:
    t = _SPLITTER * a
    high = t - (t - a)
    return high, a - high


ONE = exact(np.asarray(1.0))
HALF_LN_2PI = constant(Fraction(918938533204672741780329736405617639861397473637783412817151540, 10**63))


def polynomial(coefficients: tuple[DD, ...], x: DD) -> DD:
    """The sum of `coefficients[k] * x**k`."""
    result = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        result = result * x + coefficient
    return result


def total_of(*terms: Array) -> Array:
    """The sum as if computed with four times the digits (Ogita, Rump, Oishi, "Accurate sum and dot product", 2005)."""
    rest = list(terms)
    for _ in range(3):
        for i in range(1, len(rest)):
            rest[i], rest[i - 1] = two_sum(rest[i], rest[i - 1])
    return sum(rest[1:], rest[0])


def in_steps(angle: Array) -> tuple[Array, DD]:
    """The number of steps of 2**-TURN_BITS of a turn in an angle, modulo a turn, and the remainder.

    An angle of 2**-80 or more is two integers of 27 and 26 bits times powers of two. Of each, its product with the
    fraction that this power is of a turn is added, chunk by chunk (Payne, Hanek): all sums are exact while they cancel.
    """
    mantissa, exponent = np.frexp(angle)
    upper = np.trunc(mantissa * 2.0**27)
    lower = (mantissa * 2.0**27 - upper) * 2.0**26
    rows = tables.turn_chunks()
    uppers, lowers = exponent - 27 - LEAST_SHIFT, exponent - 53 - LEAST_SHIFT

    def chunk(k: int) -> Array:
        return (upper * rows[uppers, k] + lower * rows[lowers, k]) * 2.0 ** (-CHUNK_BITS * (k + 1))

    first, second = chunk(0), chunk(1)
    high = (first - np.rint(first)) + (second - np.rint(second))
    high = high - np.rint(high)
    steps = np.rint(high * 2.0**TURN_BITS)
    turn = exact(high - steps * 2.0**-TURN_BITS)
    for k in range(2, CHUNKS):
        sum_, lost = two_sum(turn.high, chunk(k))
        turn = DD(*quick_two_sum(sum_, turn.low + lost))
    return steps.astype(np.int64) & ((1 << TURN_BITS) - 1), turn * DD(*tables.right_angle()).scaled(
        np.asarray(4.0)
    )


# Evaluation block by block.


_BLOCK = 1 << 13


def blocked(function: Callable[..., Array]) -> Callable[..., Array]:
    """Extend a function of one-dimensional float64 or complex128 arrays to arrays that broadcast together.

    It is applied to blocks whose intermediate results fit the cache.
    """

    @wraps(function)
    def over_blocks(*operands: Array, **options: object) -> Array:
        arrays = np.broadcast_arrays(*operands)
        dtype = np.result_type(np.float64, *arrays)
        flat = [np.ascontiguousarray(array, dtype).reshape(-1) for array in arrays]
        result = np.empty(flat[0].shape, dtype)
        for start in range(0, len(result), _BLOCK):
            part = slice(start, start + _BLOCK)
            result[part] = function(*[array[part] for array in flat], **options)
        return result.reshape(arrays[0].shape)

    return over_blocks
