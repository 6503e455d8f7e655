"""CHLO's Hurwitz zeta function and polygamma in StableHLO; narrow types are computed in f32.

Zeta is within 4 + x ULP, as the rounding of q + n counts x times in its power, and polygamma within 6 + n up to
n = 12; beyond, n log(n) more. For negative q they are differences, and off by as much of the largest term.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial, inf, nan

from ..writing.formulas import Number, exp, floor, in_f32_at_least, is_finite, power, where
from .special import BERNOULLI, digamma, lgamma

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
