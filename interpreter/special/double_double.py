"""Arithmetic on unevaluated sums of two float64 numbers, about 32 digits, on whole arrays.

Functions that cancel near their zeros (log-gamma, digamma) are evaluated in it, so that what is left has full accuracy.
The algorithms are those of Dekker ("A floating-point technique for extending the available precision", 1971), Knuth
(TAOCP 2, 4.2.2) and Hida, Li, Bailey ("Library for double-double and quad-double arithmetic", 2007).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial

import numpy as np

from ...elements import Array

_SPLITTER = 134217729.0
"""2**27 + 1: it cuts a float64 into two halves whose products are exact."""


@dataclass(slots=True)
class DD:
    """`high + low`, where `high` is the sum rounded to float64."""

    high: Array
    low: Array

    def __add__(self, other: DD) -> DD:
        s, e = two_sum(self.high, other.high)
        t, f = two_sum(self.low, other.low)
        s, e = _quicktwo_sum(s, e + t)
        return DD(*_quicktwo_sum(s, e + f))

    def __neg__(self) -> DD:
        return DD(-self.high, -self.low)

    def __sub__(self, other: DD) -> DD:
        return self + -other

    def __mul__(self, other: DD) -> DD:
        p, e = _two_product(self.high, other.high)
        return DD(*_quicktwo_sum(p, e + (self.high * other.low + self.low * other.high)))

    def __truediv__(self, other: DD) -> DD:
        first = self.high / other.high
        rest = self - other * exact(first)
        second = rest.high / other.high
        rest = rest - other * exact(second)
        q, e = _quicktwo_sum(first, second)
        return DD(q, e) + exact(rest.high / other.high)

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


def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """The rounded sum, and what rounding it lost."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def _quicktwo_sum(a: Array, b: Array) -> tuple[Array, Array]:
    s = a + b
    return s, b - (s - a)


def _two_product(a: Array, b: Array) -> tuple[Array, Array]:
    p = a * b
    a_high, a_low = _split(a)
    b_high, b_low = _split(b)
    return p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low


def _split(a: Array) -> tuple[Array, Array]:
    t = _SPLITTER * a
    high = t - (t - a)
    return high, a - high


PI = constant(Fraction(314159265358979323846264338327950288419716939937510582097494459, 10**62))
LN2 = constant(Fraction(693147180559945309417232121458176568075500134360255254120680009, 10**63))
HALF_LN_2PI = constant(Fraction(918938533204672741780329736405617639861397473637783412817151540, 10**63))


@cache
def _reciprocal_factorials() -> tuple[DD, ...]:
    return tuple([constant(Fraction(1, factorial(n))) for n in range(31)])


def polynomial(coefficients: tuple[DD, ...], x: DD) -> DD:
    """The sum of `coefficients[k] * x**k`."""
    result = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        result = result * x + coefficient
    return result


def exp(x: DD) -> DD:
    """e**x for |x| < 700: the Taylor series of 1/64 of what is left below multiples of log 2."""
    k = np.rint(x.high / np.log(2.0))
    rest = (x - LN2 * exact(k)).scaled(np.asarray(1 / 64))
    # e**r - 1 is doubled six times, (1 + y)**2 - 1 = y (y + 2), so that the small part is not lost in the 1.
    small = rest * polynomial(_reciprocal_factorials()[1:12], rest)
    two = exact(np.asarray(2.0))
    for _ in range(6):
        small = small * (small + two)
    result = small + exact(np.asarray(1.0))
    # In two steps, since 2**1024 alone would overflow.
    half = np.floor(k / 2)
    return result.scaled(np.exp2(half)).scaled(np.exp2(k - half))


def log(x: DD) -> DD:
    """The natural logarithm of x > 0: one step of Newton's method from that of the rounded value."""
    exponent = np.frexp(x.high)[1].astype(np.float64)
    # The exponential of the logarithm of very large numbers would lose its last digits to underflow.
    far = np.where(np.abs(exponent) > 500, exponent, 0.0)
    near = x.scaled(np.exp2(-np.trunc(far / 2))).scaled(np.exp2(np.trunc(far / 2) - far))
    first = exact(np.log(near.high))
    return first + (near * exp(-first) - exact(np.asarray(1.0))) + LN2 * exact(far)


def sin_cos_pi(x: Array) -> tuple[DD, DD]:
    """sin(pi x) and cos(pi x) for |x| <= 1/2."""
    size = np.abs(x)
    swap = size > 0.25
    angle = PI * exact(np.where(swap, 0.5 - size, size))
    square = -(angle * angle)
    series = _reciprocal_factorials()
    sine = angle * polynomial(series[1:30:2], square)
    cosine = polynomial(series[0:29:2], square)
    sine, cosine = cosine.where(swap, sine), sine.where(swap, cosine)
    return (-sine).where(x < 0, sine), cosine
