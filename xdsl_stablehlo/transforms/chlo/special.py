"""CHLO's special functions of real numbers in StableHLO; narrow types are computed in f32.

Within 4 ULP for arguments that are not negative, and for all of erf, erfc, erf_inv and bessel_i1e. Of negative ones,
lgamma and digamma are a difference with a reflected value, and within 4 ULP of the larger term. Zeta is within 4 + x
ULP, as the rounding of q + n counts x times in its power, and polygamma within 6 + n up to n = 12; beyond, n log(n)
more. For negative q they are differences, and off by as much of the largest term.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial, inf, log as logarithm, nan, pi, sqrt as root_of

from xdsl_stablehlo.values.element_types import bit_width

from ..emit import (
    Number,
    copysign,
    cosine,
    exp,
    floor,
    in_f32_at_least,
    is_finite,
    is_negative,
    log,
    minimum,
    polynomial,
    power,
    sign,
    sine,
    sqrt,
    square_and_error,
    where,
)
from . import series as series

LOG_PI = logarithm(pi)
HALF_ROOT_PI = root_of(pi) / 2
HALF_LOG_2_PI = logarithm(2 * pi) / 2

BERNOULLI = (
    "1/6",
    "-1/30",
    "1/42",
    "-1/30",
    "5/66",
    "-691/2730",
    "7/6",
    "-3617/510",
    "43867/798",
    "-174611/330",
)
"""B(2), B(4), ... (DLMF 24.2)."""


# The error function and its relatives


def _erf_near(x: Number) -> Number:
    """erf(x) for |x| <= 1."""
    return x * series.ERF(x * x)


def _erfc_far(x: Number) -> Number:
    """erfc(x) for x > 0; what rounding x**2 loses is made up for."""
    square, lost = square_and_error(x)
    decay = exp(-square)
    shape = series.ERFC((x - 3.75) / (x + 3.75)) / (1 + 2 * x)
    return (decay - decay * lost) * shape


@in_f32_at_least
def erf(x: Number) -> Number:
    """The series near 0, and 1 - erfc(|x|) from 1 on."""
    size = abs(x)
    far = minimum(size, 6.5)
    return where(size <= 1, _erf_near(x), copysign(1 - _erfc_far(far), x))


@in_f32_at_least
def erfc(x: Number) -> Number:
    """1 - erf(x) up to 1/2, e**(-x**2) times a series beyond, and 2 - erfc(-x) of negative numbers."""
    size = abs(x)
    far = _erfc_far(minimum(size, 30.0))
    return where(x <= 0.5, where(x >= -1, 1 - _erf_near(x), 2 - far), far)


@in_f32_at_least
def erf_inv(x: Number) -> Number:
    """x times a series in w = -log((1 - x) (1 + x)), or in its root; infinite at -1 and 1, NaN beyond."""
    w = -log((1 - x) * (1 + x))
    near = series.ERF_INV_NEAR(w) * w + HALF_ROOT_PI
    factor = where(w <= 6.25, near, series.ERF_INV_FAR(sqrt(w)))
    return where(abs(x).equals(1), x * float("inf"), x * factor)


# Gamma


def _distance_to_integer(x: Number) -> Number:
    """The distance of x >= 0 from the nearest integer: exact, and at most 1/2."""
    part = x - floor(x)
    return minimum(part, 1 - part)


@in_f32_at_least
def lgamma(x: Number) -> Number:
    """log|gamma(x)|: lgamma(2 + d) with d = x - round(x), and the logarithm of a product of x + k, up to 7.5;
    Stirling's series (DLMF 5.11.1) above; below -1/2 by reflection (DLMF 5.5.3)."""
    size = abs(x)
    y = where(x < -0.5, size, x)
    whole = where((y >= 1.25) & (y < 1.5), 2.0, floor(y + 0.5))
    d = y - whole
    product = where(whole <= 0, y * (y + 1), where(whole.equals(1), y, 1.0))
    for k in range(1, 6):
        product = where(whole >= k + 2, product * (y - k), product)
    down = log(abs(product))
    near = d * series.LGAMMA(d) + where(whole < 2, -down, down)
    inverse = 1 / y
    terms = [float(Fraction(b) / (2 * k * (2 * k - 1))) for k, b in enumerate(BERNOULLI, 1)]
    tail = inverse * polynomial(inverse * inverse, terms[::-1])
    far = (y - 0.5) * (log(y) - 1) + (HALF_LOG_2_PI - 0.5) + tail
    positive = where(y < 7.5, near, far)
    reflected = LOG_PI - log(size * sine(pi * _distance_to_integer(size))) - positive
    result = where(x < -0.5, reflected, positive)
    return where(size.equals(float("inf")), size, result)


ROOT = 1.4616321449683622, 9.549995429965697e-17
"""The positive zero of digamma and how far beyond it that is, in f64."""
ROOT_F32 = 1.4616321325302124, 1.2438149938918909e-08


@in_f32_at_least
def digamma(x: Number) -> Number:
    """The series around the root, on [1, 2], and a sum of reciprocals up to 10; the asymptotic series (DLMF 5.11.2)
    above; below 0 by reflection (DLMF 5.5.4). NaN at the poles."""
    size = abs(x)
    low = size < 1
    inverse = 1 / size
    y, sum_ = where(low, size + 1, size), where(low & (x > 0), -inverse, 0.0)
    base = y
    for k in range(1, 9):
        above = y >= k + 1
        base = where(above, y - k, base)
        sum_ = where(above, sum_ + 1 / (y - k), sum_)
    near = ((base - x.choose(ROOT_F32[0], ROOT[0])) - x.choose(ROOT_F32[1], ROOT[1])) * series.DIGAMMA(
        base
    ) + sum_
    inverse = 1 / size
    square = inverse * inverse
    terms = [float(Fraction(b) / (2 * k)) for k, b in enumerate(BERNOULLI, 1)]
    far = log(size) - 0.5 * inverse - square * polynomial(square, terms[::-1])
    positive = where(size < 10, near, far)
    part = size - floor(size)
    turn = where(part > 0.5, part - 1, part) * pi
    cotangent = cosine(turn) / sine(turn)
    reflected = where(low, positive, positive + inverse) + pi * cotangent
    result = where(x < 0, reflected, positive)
    return where(x.equals(0) | ((x < 0) & part.equals(0)), float("nan"), result)


# Bessel


@in_f32_at_least
def bessel_i1e(x: Number) -> Number:
    """x times a series up to 8, and one by sqrt(|x|) above (the ranges of Cephes, i1.c)."""
    size = abs(x)
    near = size / (1 + size) * series.BESSEL_NEAR(minimum(size, 8.0))
    far = series.BESSEL_FAR(8 / size) / sqrt(size)
    return sign(x) * where(size <= 8, near, far)


# Bits


def next_after(x: Number, y: Number) -> Number:
    """The next representable number from x towards y; y where they are equal, NaN where one is NaN."""
    bits = x.bits(signed=True)
    outwards = bits + 1
    inwards = bits - 1
    sign_bit = -(1 << bit_width(x.element_type) - 1)
    from_zero = (y.bits(signed=True) & sign_bit) | 1
    towards_zero = (abs(x) > abs(y)) | is_negative(x).differs(is_negative(y))
    moved = where(x.equals(0), from_zero, where(towards_zero, inwards, outwards)).as_bits_of(x.element_type)
    is_nan = x.differs(x) | y.differs(y)
    return where(is_nan, x + y, where(x.equals(y), y, moved))


# The Hurwitz zeta function and polygamma.


CORRECTIONS = tuple(float(Fraction(b) / factorial(2 * k)) for k, b in enumerate(BERNOULLI, 1))


def _positive(x: Number, q: Number) -> Number:
    """The sum for x > 1 and q > 0 by Euler-Maclaurin summation (DLMF 25.11.5; Johansson, "Rigorous high-precision
    computation of the Hurwitz zeta function", Numer. Algorithms 69, 2015)."""
    summed, corrected = (10, 6) if x.choose(0, 1) == 0 else (16, 10)
    total = first = power(q, -x)
    for n in range(1, summed):
        total = total + power(q + n, -x)
    end = q + summed
    last = power(end, -x)
    factor = x / end
    correction = factor * CORRECTIONS[0] + 0.5
    for k, coefficient in enumerate(CORRECTIONS[1:corrected], 1):
        factor = factor * ((x + (2 * k - 1)) / end) * ((x + 2 * k) / end)
        correction = correction + coefficient * factor
    tail = last * (end / (x - 1) + correction)
    return where(is_finite(first) & is_finite(tail), total + tail, total)


@in_f32_at_least
def zeta(x: Number, q: Number) -> Number:
    """The sum of (q + n)**-x over n >= 0. Infinite for x = 1; NaN for x < 1, and for q < 0 unless x is an integer; at
    the poles q = 0, -1, ... infinite for even x, and NaN for others."""
    above = _positive(x, where(q > 0, q, 1.0))
    even = (floor(x * 0.5) * 2).equals(x)
    at_pole = where(even, inf, x.like(nan))
    # Up to the last negative number, q = -(count - first), the sum is that of positive ones, with the sign of (-1)**x.
    q_below = where((q < 0) & floor(q).differs(q), q, -0.5)
    count = -floor(q_below)
    first = q_below + count
    negative = _positive(x, 1 - first) - _positive(x, 1 - q_below)
    below = _positive(x, first) + where(even, negative, -negative)
    below = where(floor(x).equals(x), below, nan)
    result = where(q > 0, above, where(floor(q).equals(q), at_pole, below))
    result = where(x > 1, result, where(x.equals(1), inf, x.like(nan)))
    return where(q.differs(q), q, result)


@in_f32_at_least
def polygamma(n: Number, x: Number) -> Number:
    """(-1)**(n + 1) n! zeta(n + 1, x) (DLMF 5.15.1), and digamma for n = 0; NaN for n that is no natural number."""
    even = (floor(n * 0.5) * 2).equals(n)
    factor = exp(lgamma(n + 1))
    exact = n.like(1.0)
    for k in range(2, 13):
        exact = where(n >= k, exact * k, exact)
    size = where(n <= 12, exact, factor) * zeta(n + 1, x)
    value = where(n.equals(0), digamma(x), where(even, -size, size))
    return where(floor(n).equals(n) & (n >= 0), value, nan)
