"""Functions of float64 arrays for results of 24 bits and fewer: within 2**-42 of the exact values, relatively.

The steps are IEEE 754's additions, products, quotients and roots, and look-ups in tables. Arguments are such that
nothing overflows. The names are those of `wide` and `decimals`.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from . import double_double, tables
from .tables import ATAN_BITS, ERFC_STEPS, EXP_BITS, LOG_BITS, TURN_BITS

QuickNumber: TypeAlias = Array

HALLEY_STEPS = 3
"""From two digits to float64's."""
_WHOLE = 1.5 * 2.0**52
"""Adding it to a number below 2**51 rounds that to an integer, which is in the last bits of the sum."""


def scaled(x: Array, exponent: int | Array) -> Array:
    """x * 2**exponent."""
    return x * 2.0**exponent if isinstance(exponent, int) else np.ldexp(x, exponent)


def select(condition: Array, yes: Array | int, no: Array | int) -> Array:
    """One where the condition holds, the other elsewhere."""
    return np.where(condition, yes, no)


def clip(x: Array, most: float) -> Array:
    """x, but `most` or -`most` if that is nearer to 0; 200 if results of more than e**200 are infinite."""
    return np.clip(x, -200.0, 200.0)


def sqrt(x: Array) -> Array:
    """The square root."""
    return np.sqrt(x)


def ln2() -> float:
    """log(2)."""
    return sum(tables.log2())


def half_pi() -> float:
    """A right angle."""
    return float(tables.right_angle().high.item())


def pi() -> float:
    """Half a turn."""
    return 2.0 * half_pi()


def _powers(x: Array) -> tuple[Array, Array, Array]:
    """2**k T[j], r and j, with e**x = 2**k T[j] e**r and |r| < 2**-13.5."""
    step = sum(tables.exp_step())
    steps = x * (1.0 / step)
    whole = steps + _WHOLE
    steps -= whole - _WHOLE
    steps *= step
    bits = whole.view(np.int64)
    index = bits & ((1 << EXP_BITS) - 1)
    power = tables.exponentials().high.take(index)
    bits >>= EXP_BITS
    bits <<= 52
    power.view(np.int64)[...] += bits
    return power, steps, index


def exp(x: Array) -> tuple[Array, int]:
    """e**x and 0: a number, and the exponent of the power of two by which it is to be multiplied."""
    power, rest, _ = _powers(x)
    grown = rest * 0.5
    grown += 1.0
    grown *= rest
    grown *= power
    grown += power
    return grown, 0


def expm1(x: Array) -> Array:
    """e**x - 1."""
    power, rest, index = _powers(x)
    grown = rest * (1 / 6)
    grown += 0.5
    grown *= rest
    grown += 1.0
    grown *= rest
    grown += tables.exponential_errors().take(index)
    grown *= power
    power -= 1.0
    grown += power
    return grown


_LOG_SERIES = [(-1) ** (n + 1) / n / 2.0 ** (LOG_BITS * n) for n in (4, 3, 2, 1)]
"""Coefficients for r * 2**LOG_BITS, the last one first."""

_ROOT_HALF = int(np.array(np.sqrt(0.5)).view(np.int64))


def log(x: Array) -> Array:
    """The natural logarithm: x = 2**k m, and with n / 2**LOG_BITS near 1 / m, r = n m / 2**LOG_BITS - 1 < 2**-11.4."""
    bits = x.view(np.int64)
    exponent = bits - _ROOT_HALF
    exponent >>= 52
    m = (bits - (exponent << 52)).view(np.float64)
    unit = 2.0**LOG_BITS
    whole = unit / m
    whole += _WHOLE
    table = tables.logarithms().high.take(whole.view(np.int64) & ((2 << LOG_BITS) - 1))
    whole -= _WHOLE
    whole *= m
    whole -= unit
    result = whole * _LOG_SERIES[0]
    for coefficient in _LOG_SERIES[1:]:
        result += coefficient
        result *= whole
    result += table
    result += exponent * ln2()
    return result


def log1p(x: Array) -> Array:
    """log(1 + x), corrected for the rounding error of the sum."""
    total = 1.0 + x
    return log(total) + (x - (total - 1.0)) / total


_NEAR = 2.0**13
"""From here on an angle is reduced by `double_double.turned`."""


def sin_cos(x: Array) -> tuple[Array, Array]:
    """The sine and the cosine of |x|, from those of the nearest 2048th of a turn."""
    first, second, third = tables.turn_step()
    whole = x * (1.0 / (first + second))
    whole += _WHOLE
    index = whole.view(np.int64) & ((1 << TURN_BITS) - 1)
    whole -= _WHOLE
    rest = x - whole * first
    rest -= whole * second
    whole *= third
    rest -= whole
    if x.size and x.max() > _NEAR:
        far = x > _NEAR
        index[far], reduced = double_double.in_steps(x[far])
        rest[far] = reduced.high
    sines, cosines = tables.turns()
    sine, cosine = sines.high.take(index), cosines.high.take(index)
    square = rest * rest
    less = square * (1 / 24)
    less -= 0.5
    less *= square
    square *= -1 / 6
    square *= rest
    rest += square
    return sine + (sine * less + cosine * rest), cosine + (cosine * less - sine * rest)


def atan2(y: Array, x: Array) -> tuple[Array, int]:
    """The angle of the point (x, y), times a power of two, for x >= 0 and y >= 0, not both 0."""
    across, along = np.minimum(x, y), np.maximum(x, y)
    unit = 2.0**ATAN_BITS
    whole = across / along
    whole *= unit
    whole += _WHOLE
    angle = tables.arctangents().high.take(whole.view(np.int64) & ((2 << ATAN_BITS) - 1))
    whole -= _WHOLE
    whole *= 1 / unit
    rest = (across - whole * along) / (along + whole * across)
    square = rest * rest
    less = square * (1 / 5)
    less -= 1 / 3
    less *= square
    less *= rest
    angle += rest + less
    return np.where(y > x, half_pi() - angle, angle), 0


def erf_slope() -> float:
    """2 / sqrt(pi)."""
    return float(tables.erf_series().high[0])


def erf(x: Array) -> Array:
    """The error function for |x| <= 1/2, up to (1/4)**13 / 13!."""
    coefficients = tables.erf_series().high
    square = x * x
    grown = square * coefficients[12]
    for coefficient in coefficients[11:0:-1].tolist():
        grown += coefficient
        grown *= square
    grown += coefficients[0]
    return grown * x


def erfc(x: Array) -> tuple[Array, int]:
    """1 - erf(x) for 1/2 <= x <= 28, times a power of two; up to (1/32)**10."""
    nearest = np.rint(x * ERFC_STEPS)
    rows = nearest.astype(np.int64) - ERFC_STEPS // 2
    coefficients = tables.scaled_erfc_series().high
    rest = x - nearest / ERFC_STEPS
    grown = coefficients[9].take(rows)
    for k in range(8, -1, -1):
        grown *= rest
        grown += coefficients[k].take(rows)
    number, _ = exp(-(x * x))
    return number * grown, 0


def cbrt(x: Array) -> tuple[Array, int]:
    """The cube root of x > 0, times a power of two: a third of the exponent, and two steps of Halley's method."""
    # 2/3 of the bias, less what makes the relative error of this start the same above and below: 3.2 %.
    bits = x.view(np.int64) * (1 / 3)
    bits += _CBRT_BIAS
    root = bits.astype(np.int64).view(np.float64)
    for _ in range(2):
        cube = root * root * root
        above = cube + x
        root *= (above + x) / (above + cube)
    return root, 0


def rsqrt(x: Array) -> tuple[Array, int]:
    """1 / sqrt(x), times a power of two."""
    return 1.0 / np.sqrt(x), 0


_CBRT_BIAS = float(int(1023 * 2 / 3 * 2**52) - int(0.0338 * 2**52))
