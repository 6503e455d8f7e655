"""Functions of double-double numbers, within 2**-88 of the exact values, relatively.

The names are those of `quick` and `decimals`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from math import factorial
from typing import Any, TypeAlias, cast

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from . import quick, tables
from .double_double import DD, constant, exact, in_steps, quick_two_sum, total, two_product, two_sum
from .tables import (
    ATAN_BITS,
    ERF_WIDE_TERMS,
    ERFC_STEPS,
    ERFC_TERMS,
    ERFC_WIDE_TERMS,
    EXP_BITS,
    LOG_BITS,
    TURN_BITS,
)

WideNumber: TypeAlias = DD

HALLEY_STEPS = 4
"""From two digits to double-double's."""


def select(condition: Array, yes: Any, no: Any) -> Any:
    """One where the condition holds, the other elsewhere: numbers or exponents."""
    if isinstance(yes, DD):
        return yes.where(condition, no)
    return cast(Array, np.where(condition, yes, no))


def clip(x: DD, most: float) -> DD:
    """x, but `most` or -`most` if that is nearer to 0."""
    return x.where(np.abs(x.high) < most, exact(np.clip(x.high, -most, most)))


def sqrt(x: DD) -> DD:
    """The square root of x >= 0."""
    root = np.sqrt(x.high)
    rest = (x - exact(root) * root).high / (root + root)
    return DD(*quick_two_sum(root, np.where(root > 0, rest, 0.0)))


def cbrt(x: DD) -> tuple[DD, Array]:
    """The cube root of x > 0, times a power of two: a step of Newton's method twice, first in float64."""
    thirds = np.frexp(x.high)[1] // 3
    x = scaled(x, -3 * thirds)
    root, _ = quick.cbrt(x.high)
    root -= (root * root * root - x.high) / (3.0 * root * root)
    first = exact(root)
    return first + (x - first * first * first).high / (3.0 * root * root), thirds


def rsqrt(x: DD) -> tuple[DD, Array | int]:
    """1 / sqrt(x), times a power of two: a step of Newton's method, in float64 for what is left of 1 - x * root**2."""
    halves: Array | int = 0
    if not 2.0**-900 < x.high.min() <= x.high.max() < 2.0**900:
        halves = np.frexp(x.high)[1] // 2
        x = scaled(x, -2 * halves)
    root = 1.0 / np.sqrt(x.high)
    square, lost = two_product(root, root)
    near_one, lost_too = two_product(x.high, square)
    rest = (1.0 - near_one) - (lost_too + (x.high * lost + x.low * square))
    return DD(*quick_two_sum(root, 0.5 * root * rest)), -halves


def series(x: DD, leading: Sequence[DD], following: Sequence[float]) -> DD:
    """The sum of coefficients times powers of x, the last ones in float64, which must be enough for them."""
    tail = np.full_like(x.high, following[-1])
    for coefficient in reversed(following[:-1]):
        tail = tail * x.high + coefficient
    result = x * tail
    for coefficient in reversed(leading[1:]):
        result = (result + coefficient) * x
    return result + leading[0]


def scaled(x: DD, exponent: int | Array) -> DD:
    """x * 2**exponent."""
    return DD(np.ldexp(x.high, exponent), np.ldexp(x.low, exponent))


def ln2() -> DD:
    """log(2)."""
    first, second, third = tables.log2()
    return DD(*quick_two_sum(np.asarray(first), np.asarray(second))) + third


def half_pi() -> DD:
    """A right angle."""
    return DD(*tables.right_angle())


def pi() -> DD:
    """Half a turn."""
    return half_pi() + half_pi()


def _numbers(*fractions: Fraction) -> tuple[DD, ...]:
    return tuple(map(constant, fractions))


_REST = [Fraction(1, factorial(n)) for n in range(9)]


def _powers(x: DD) -> tuple[DD, Array, DD]:
    """T, k and e**r - 1 with e**x = 2**k T e**r and |r| < 2**-13.5."""
    first, second, third = tables.exp_step()
    steps = np.rint(x.high * (1.0 / (first + second)))
    rest = total(x.high, -steps * first) + total(x.low, -steps * second)
    rest = rest + -steps * third
    bits = steps.astype(np.int64)
    power = _looked_up(tables.exponentials(), bits & ((1 << EXP_BITS) - 1))
    # The first term that is left out is r**7 / 5040, 2**-93 of the first.
    grown = rest * series(rest, _EXP_LEADING, _EXP_FOLLOWING)
    return power, bits >> EXP_BITS, grown


_EXP_LEADING = _numbers(*_REST[1:4])
_EXP_FOLLOWING = [float(number) for number in _REST[4:8]]


def exp(x: DD) -> tuple[DD, Array]:
    """e**x for |x| < 2**10: a number from 1 to 2, and the exponent of the power of two to multiply it by."""
    power, exponent, grown = _powers(x)
    return power + power * grown, exponent


def expm1(x: DD) -> DD:
    """e**x - 1 for |x| < 700."""
    power, exponent, grown = _powers(x)
    size = np.ldexp(1.0, exponent)
    return (power + -np.ldexp(1.0, -exponent) + power * grown).scaled(size)


def log(x: DD) -> DD:
    """The natural logarithm of x > 0."""
    mantissa, exponent = np.frexp(x.high)
    below = mantissa < math.sqrt(0.5)
    exponent = exponent - below
    high = np.where(below, mantissa + mantissa, mantissa)
    low = np.ldexp(x.low, -exponent)
    unit = 2.0**LOG_BITS
    nearest = np.rint(unit / high)
    factor = nearest * (1 / unit)
    product, lost = two_product(high, factor)
    return _log(total(product - 1.0, lost + low * factor), nearest, exponent.astype(np.float64))


def _log(rest: DD, nearest: Array, exponent: Array) -> DD:
    """log of 2**exponent (1 + rest) 2**LOG_BITS / nearest, with |rest| < 2**-11.4."""
    # The first term that is left out is r**10 / 10, 2**-107 of the first.
    grown = rest * series(rest, _LOG_LEADING, _LOG_FOLLOWING)
    first, second, third = tables.log2()
    ones = DD(*quick_two_sum(exponent * first, exponent * second)) + exponent * third
    return ones + (_looked_up(tables.logarithms(), nearest.astype(np.int64)) + grown)


_LOG_LEADING = _numbers(*[Fraction((-1) ** (n + 1), n) for n in range(1, 5)])
_LOG_FOLLOWING = [(-1) ** (n + 1) / n for n in range(5, 10)]


def log1p(x: DD) -> DD:
    """log(1 + x) for x > -1."""
    near = np.abs(x.high) < 2.0**-12
    if near.all():
        return _log(x, np.full_like(x.high, 2.0**LOG_BITS), np.zeros_like(x.high))
    sum_, lost = two_sum(np.ones_like(x.high), x.high)
    far = log(DD(*quick_two_sum(sum_, lost + x.low)))
    if not near.any():
        return far
    small = x.where(near, exact(np.zeros_like(x.high)))
    return _log(small, np.full_like(x.high, 2.0**LOG_BITS), np.zeros_like(x.high)).where(near, far)


def sin_cos(angle: DD) -> tuple[DD, DD]:
    """The sine and the cosine of any angle. Beyond 2**20 they are as exact as the digits of the angle."""
    negative = angle.high < 0
    angle = (-angle).where(negative, angle)
    near = angle.high < 2.0**-TURN_BITS
    index, rest = in_steps(np.where(near, 0.0, angle.high))
    low, size = exact(angle.low), np.abs(angle.low)
    far = size > 2.0**-TURN_BITS
    if far.any():
        more, less = in_steps(np.where(far, size, 0.0))
        index = index + np.where(low.high < 0, -more, more) & (1 << TURN_BITS) - 1
        low = (-less).where(low.high < 0, less).where(far, low)
    rest = rest + low
    sine, cosine = _near_step(index, angle.where(near, rest))
    return (-sine).where(negative, sine), cosine


def turned(sine: DD, cosine: DD, quarters: Array) -> tuple[DD, DD]:
    """Sine and cosine of an angle after quarter turns are added."""
    quadrant = np.mod(quarters, 4.0)
    odd = np.mod(quadrant, 2.0) == 1
    sine, cosine = cosine.where(odd, sine), sine.where(odd, cosine)
    return (-sine).where(quadrant >= 2, sine), (-cosine).where((quadrant == 1) | (quadrant == 2), cosine)


def sin_cos_pi(x: Array) -> tuple[DD, DD]:
    """sin(pi x) and cos(pi x) for |x| <= 1/2."""
    steps = np.rint(np.abs(x) * 2.0 ** (TURN_BITS - 1))
    rest = np.abs(x) - steps * 2.0 ** (1 - TURN_BITS)
    sine, cosine = _near_step(steps.astype(np.int64), pi() * rest)
    return (-sine).where(x < 0, sine), cosine


def _near_step(index: Array, rest: DD) -> tuple[DD, DD]:
    """The sine and the cosine of a multiple of 2**-TURN_BITS of a turn and at most half of one more."""
    sines, cosines = tables.turns()
    first_sine, first_cosine = _looked_up(sines, index), _looked_up(cosines, index)
    square = rest * rest
    # r**13 / 13! and r**12 / 12! are left out: 2**-145 and 2**-140.
    less = square * series(square, _COS_LEADING, _COS_FOLLOWING)
    sine = rest + rest * square * series(square, _SIN_LEADING, _SIN_FOLLOWING)
    return (
        first_sine + (first_sine * less + first_cosine * sine),
        first_cosine + (first_cosine * less - first_sine * sine),
    )


_COS_LEADING = _numbers(Fraction(-1, 2), Fraction(1, 24))
_COS_FOLLOWING = [-1 / factorial(6), 1 / factorial(8), -1 / factorial(10)]
_SIN_LEADING = _numbers(Fraction(-1, 6), Fraction(1, 120))
_SIN_FOLLOWING = [-1 / factorial(7), 1 / factorial(9), -1 / factorial(11)]


def atan2(y: DD, x: DD) -> tuple[DD, Array]:
    """The angle of the point (x, y), times a power of two, for x >= 0 and y >= 0, not both 0."""
    height, width = np.frexp(y.high)[1], np.frexp(x.high)[1]
    # A tangent below 2**-100 is its angle, and one above 2**100 is 2**100 as far as digits go.
    steepness = np.where(x.high == 0, 0, np.where(y.high == 0, 0, height - width))
    kept = np.clip(steepness, -100, 100)
    y, x = scaled(y, kept - height), scaled(x, -width)
    swapped = y.high > x.high
    across, along = x.where(swapped, y), y.where(swapped, x)
    unit = 2.0**ATAN_BITS
    steps = np.rint(across.high / along.high * unit)
    near = steps * (1 / unit)
    rest = (across - along * near) / (along + across * near)
    square = rest * rest
    # r**14 / 15 is left out: 2**-130.
    small = rest + rest * square * series(square, _ATAN_LEADING, _ATAN_FOLLOWING)
    angle = _looked_up(tables.arctangents(), steps.astype(np.int64)) + small
    return (half_pi() - angle).where(swapped, angle), np.minimum(steepness - kept, 0)


_ATAN_LEADING = _numbers(Fraction(-1, 3), Fraction(1, 5))
_ATAN_FOLLOWING = [-1 / 7, 1 / 9, -1 / 11, 1 / 13]


def _looked_up(table: tables.TwoFold, index: Array) -> DD:
    """The entries; any for NaN."""
    return DD(table.high.take(index, mode="clip"), table.low.take(index, mode="clip"))


def log_abs(x: Array, y: Array) -> DD:
    """log |x + i y| of numbers that are not both zero."""
    exponent = np.frexp(np.maximum(np.abs(x), np.abs(y)))[1]
    # Numbers near 1 are not scaled, so that nothing cancels.
    exponent = np.where(np.abs(exponent) < 3, 0, exponent)
    x, y = np.ldexp(x, -exponent), np.ldexp(y, -exponent)
    excess = DD(*two_product(x, x)) + DD(*two_product(y, y)) - 1.0
    return log1p(excess).scaled(np.asarray(0.5)) + ln2() * exponent.astype(np.float64)


def erf_slope() -> DD:
    """2 / sqrt(pi)."""
    high, low = tables.erf_series()
    return DD(high[0], low[0])


def erf(x: DD) -> DD:
    """The error function for |x| <= 1/2."""
    high, low = tables.erf_series()
    leading = [DD(high[n], low[n]) for n in range(ERF_WIDE_TERMS)]
    return x * series(x * x, leading, high[ERF_WIDE_TERMS:].tolist())


def erfc(x: DD) -> tuple[DD, Array]:
    """1 - erf(x) for 1/2 <= x <= 28, times a power of two."""
    nearest = np.rint(x.high * ERFC_STEPS)
    rows = nearest.astype(np.int64) - ERFC_STEPS // 2
    high, low = tables.scaled_erfc_series()
    rest = x + -nearest / ERFC_STEPS
    tail = high[-1].take(rows)
    for k in range(ERFC_TERMS - 2, ERFC_WIDE_TERMS - 1, -1):
        tail = tail * rest.high + high[k].take(rows)
    grown = rest * tail
    for k in range(ERFC_WIDE_TERMS - 1, 0, -1):
        grown = (grown + DD(high[k].take(rows), low[k].take(rows))) * rest
    grown = grown + DD(high[0].take(rows), low[0].take(rows))
    number, exponent = exp(-(x * x))
    return number * grown, exponent
