"""Arithmetic on unevaluated sums of two float64 numbers, about 32 digits, on whole arrays.

Functions that cancel near their zeros (log-gamma, digamma, parts of complex functions) are evaluated in it, so that
what is left has full accuracy.
The algorithms are those of Dekker ("A floating-point technique for extending the available precision", 1971), Knuth
(TAOCP 2, 4.2.2) and Hida, Li, Bailey ("Library for double-double and quad-double arithmetic", 2007).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, wraps
from math import factorial, ldexp
from typing import Any

import numpy as np

from xdsl_stablehlo.values.element_types import Array

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
        p, e = two_product(self.high, other.high)
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


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """The rounded product, and what rounding it lost, of numbers below 2**996."""
    p = a * b
    a_high, a_low = _split(a)
    b_high, b_low = _split(b)
    return p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low


def _split(a: Array) -> tuple[Array, Array]:
    t = _SPLITTER * a
    high = t - (t - a)
    return high, a - high


ONE = exact(np.asarray(1.0))
_TWO = exact(np.asarray(2.0))
PI = constant(Fraction(314159265358979323846264338327950288419716939937510582097494459, 10**62))
LN2 = constant(Fraction(693147180559945309417232121458176568075500134360255254120680009, 10**63))
HALF_LN_2PI = constant(Fraction(918938533204672741780329736405617639861397473637783412817151540, 10**63))


@cache
def _reciprocal_factorials() -> tuple[DD, ...]:
    return tuple(constant(Fraction(1, factorial(n))) for n in range(31))


def polynomial(coefficients: tuple[DD, ...], x: DD) -> DD:
    """The sum of `coefficients[k] * x**k`."""
    result = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        result = result * x + coefficient
    return result


def exp(x: DD) -> DD:
    """e**x for |x| < 700."""
    small, k = _reduced_expm1(x)
    result = small + ONE
    # In two steps, since 2**1024 alone would overflow.
    half = np.floor(k / 2)
    return result.scaled(np.exp2(half)).scaled(np.exp2(k - half))


def exp_split(x: DD) -> tuple[DD, Array]:
    """A number near 1, and the exponent of the power of two by which it is e**x."""
    small, k = _reduced_expm1(x)
    return small + ONE, k


def expm1(x: DD) -> DD:
    """e**x - 1 for |x| < 700, to all digits near 0."""
    small, k = _reduced_expm1(x)
    power = np.exp2(k)
    return small.scaled(power) + exact(power - 1.0)


def _reduced_expm1(x: DD) -> tuple[DD, Array]:
    """e**r - 1 and k for x = r + k log 2: the Taylor series of r / 64."""
    k = np.rint(x.high / np.log(2.0))
    rest = (x - LN2 * exact(k)).scaled(np.asarray(1 / 64))
    # e**r - 1 is doubled six times, (1 + y)**2 - 1 = y (y + 2), so that the small part is not lost in the 1.
    small = rest * polynomial(_reciprocal_factorials()[1:12], rest)
    for _ in range(6):
        small = small * (small + _TWO)
    return small, k


def log(x: DD) -> DD:
    """The natural logarithm of x > 0: one step of Newton's method from that of the rounded value."""
    exponent = np.frexp(x.high)[1].astype(np.float64)
    # The exponential of the logarithm of very large numbers would lose its last digits to underflow.
    far = np.where(np.abs(exponent) > 500, exponent, 0.0)
    near = x.scaled(np.exp2(-np.trunc(far / 2))).scaled(np.exp2(np.trunc(far / 2) - far))
    first = exact(np.log(near.high))
    return first + (near * exp(-first) - ONE) + LN2 * exact(far)


def log1p(x: DD) -> DD:
    """The natural logarithm of 1 + x, to all digits near 0: likewise."""
    first = exact(np.log1p(x.high))
    back = expm1(-first)
    return first + (x + back + x * back)


def arg(y: Array, x: Array) -> DD:
    """The angle of the point (x, y), whose larger part is near 1: one step of Newton's method likewise."""
    first = exact(np.arctan2(y, x))
    sine, cosine = sin_cos(first)
    return first + (exact(y) * cosine - exact(x) * sine) / (exact(x) * cosine + exact(y) * sine)


def sin_cos(angle: DD) -> tuple[DD, DD]:
    """The sine and the cosine of any angle; of one beyond 2**20 as exact as its digits are."""
    quarters, rest = _quarters(angle)
    sine, cosine = _taylor(rest)
    return turned(sine, cosine, quarters)


def turned(sine: DD, cosine: DD, quarters: Array) -> tuple[DD, DD]:
    """Sine and cosine of an angle to which so many quarters of a turn are added."""
    quadrant = np.mod(quarters, 4.0)
    odd = np.mod(quadrant, 2.0) == 1
    sine, cosine = cosine.where(odd, sine), sine.where(odd, cosine)
    return (-sine).where(quadrant >= 2, sine), (-cosine).where((quadrant == 1) | (quadrant == 2), cosine)


def sin_cos_pi(x: Array) -> tuple[DD, DD]:
    """sin(pi x) and cos(pi x) for |x| <= 1/2."""
    size = np.abs(x)
    swap = size > 0.25
    sine, cosine = _taylor(PI * exact(np.where(swap, 0.5 - size, size)))
    sine, cosine = cosine.where(swap, sine), sine.where(swap, cosine)
    return (-sine).where(x < 0, sine), cosine


def _taylor(angle: DD) -> tuple[DD, DD]:
    """The sine and the cosine up to a quarter of pi."""
    square = -(angle * angle)
    series = _reciprocal_factorials()
    return angle * polynomial(series[1:30:2], square), polynomial(series[0:29:2], square)


_NEAR = 2.0**20
"""So many quarters of a turn are subtracted exactly by parts of pi/2 of 33 bits (Cody, Waite)."""


def _quarters(angle: DD) -> tuple[Array, DD]:
    """How many quarters of a turn there are in an angle, as an integer modulo 4 if they are many, and the rest."""
    quarters = np.rint(angle.high * (2 / np.pi))
    first, second, rest = _half_pi()
    far = np.abs(quarters) > _NEAR
    count = np.where(far, 0.0, quarters)
    near = total(angle.high, -count * first) + total(angle.low, -count * second) - rest * exact(count)
    if far.any():
        table = map(_reduced, angle.high[far].tolist(), angle.low[far].tolist())
        quarters[far], near.high[far], near.low[far] = np.array(list(table)).T
    return quarters, near


_BITS = 1200
"""The digits of pi that are needed to reduce the largest float64 number."""


@cache
def _pi() -> int:
    """pi * 2**1300 by Machin's formula, but for the last digits."""

    def inverse_tangent_of_inverse(n: int) -> int:
        power = result = (1 << _BITS + 100) // n
        for k in range(1, _BITS):
            power //= -n * n
            result += power // (2 * k + 1)
        return result

    return 16 * inverse_tangent_of_inverse(5) - 4 * inverse_tangent_of_inverse(239)


@cache
def _half_pi() -> tuple[float, float, DD]:
    """pi/2 as two numbers of 33 bits and a rest."""
    half = Fraction(_pi(), 1 << _BITS + 101)
    first = float(Fraction(int(half * 2**32), 2**32))
    second = float(Fraction(int((half - Fraction(first)) * 2**65), 2**65))
    return first, second, constant(half - Fraction(first) - Fraction(second))


def _reduced(high: float, low: float) -> tuple[int, float, float]:
    """The quarters of a turn in a large angle modulo 4, and the rest as two numbers."""
    angle = Fraction(high) + Fraction(low)
    turns = (angle.numerator << 2 * _BITS + 101) // (_pi() * angle.denominator)
    quarters = turns + (1 << _BITS - 1) >> _BITS
    rest = (turns - (quarters << _BITS)) * _pi() >> _BITS + 301
    high = float(rest)
    return quarters % 4, ldexp(high, 200 - _BITS), ldexp(float(rest - int(high)), 200 - _BITS)


def log_abs(x: Array, y: Array) -> DD:
    """log |x + i y| of numbers that are not both zero."""
    exponent = np.frexp(np.maximum(np.abs(x), np.abs(y)))[1]
    # Numbers near 1 stay what they are, so that nothing cancels.
    exponent = np.where(np.abs(exponent) < 3, 0, exponent)
    x, y = np.ldexp(x, -exponent), np.ldexp(y, -exponent)
    excess = DD(*two_product(x, x)) + DD(*two_product(y, y)) - ONE
    return log1p(excess).scaled(np.asarray(0.5)) + LN2 * exact(exponent.astype(np.float64))


def total_of(*terms: Array) -> Array:
    """The sum as if computed with four times the digits (Ogita, Rump, Oishi, "Accurate sum and dot product", 2005)."""
    rest = list(terms)
    for _ in range(3):
        for i in range(1, len(rest)):
            rest[i], rest[i - 1] = two_sum(rest[i], rest[i - 1])
    return sum(rest[1:], rest[0])


# Evaluation block by block.


_BLOCK = 1 << 13


def blocked(function: Callable[..., Array]) -> Callable[..., Array]:
    """Extend a function of one-dimensional float64 or complex128 arrays to arrays that broadcast together.

    It is applied to blocks whose intermediate results fit the cache.
    """

    @wraps(function)
    def over_blocks(*operands: Array, **options: Any) -> Array:
        arrays = np.broadcast_arrays(*operands)
        dtype = np.result_type(np.float64, *arrays)
        flat = [np.ascontiguousarray(array, dtype).reshape(-1) for array in arrays]
        result = np.empty(flat[0].shape, dtype)
        for start in range(0, len(result), _BLOCK):
            part = slice(start, start + _BLOCK)
            result[part] = function(*[array[part] for array in flat], **options)
        return result.reshape(arrays[0].shape)

    return over_blocks
