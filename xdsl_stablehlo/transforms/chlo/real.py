"""CHLO's inverse and hyperbolic functions of real numbers in StableHLO: within 3 ULP, on all special values.

Narrow types are computed in f32.
"""

from __future__ import annotations

from math import log as logarithm

from ..writing.formulas import (
    Number,
    atan2,
    exp,
    expm1,
    in_f32_at_least,
    largest,
    log,
    log1p,
    sign,
    sqrt,
    where,
)

LOG_2 = logarithm(2)


@in_f32_at_least
def acos(x: Number) -> Number:
    """2 atan2(sqrt(1 - x), sqrt(1 + x)) (Kahan, "Branch cuts", 1987): no digits are lost next to 1; NaN beyond."""
    half = atan2(sqrt(1 - x), sqrt(1 + x))
    return half + half


@in_f32_at_least
def asin(x: Number) -> Number:
    """atan2(x, sqrt((1 - x) (1 + x))): the sides of the triangle."""
    return atan2(x, sqrt((1 - x) * (1 + x)))


@in_f32_at_least
def atan(x: Number) -> Number:
    return atan2(x, 1)


@in_f32_at_least
def acosh(x: Number) -> Number:
    """log1p(t + sqrt(t (t + 2))) with t = x - 1; log(x) + log(2) where 2 x would overflow. NaN below 1."""
    t = x - 1
    near = log1p(t + sqrt(t) * sqrt(x + 1))
    return where(x >= largest(x) / 4, log(x) + LOG_2, near)


@in_f32_at_least
def asinh(x: Number) -> Number:
    """sign(x) log1p(a + a**2 / (1 + sqrt(1 + a**2))) with a = |x| (FDLIBM, s_asinh.c).

    log(a) + log(2) for large ones."""
    a = abs(x)
    square = a * a
    near = log1p(a + square / (1 + sqrt(1 + square)))
    return sign(x) * where(a >= x.choose(2.0**62, 2.0**510), log(a) + LOG_2, near)


@in_f32_at_least
def atanh(x: Number) -> Number:
    """(log1p(x) - log1p(-x)) / 2, both of the same sign. NaN beyond 1."""
    return (log1p(x) - log1p(-x)) * 0.5


@in_f32_at_least
def cosh(x: Number) -> Number:
    """(e**|x| + e**-|x|) / 2 from e**(|x| / 2), whose square does not overflow before the result."""
    half = exp(abs(x) * 0.5)
    risen = half * 0.5 * half
    return risen + 0.25 / risen


@in_f32_at_least
def sinh(x: Number) -> Number:
    """sign(x) (m + m / (m + 1)) / 2 with m = e**|x| - 1 (FDLIBM, e_sinh.c), in which nothing cancels."""
    a = abs(x)
    m = expm1(a)
    half = exp(a * 0.5)
    near = (m + m / (m + 1)) * 0.5
    return sign(x) * where(a < 80, near, half * 0.5 * half)
