"""Special functions of real numbers on float64 arrays, within 4 units in the last place.

They follow published algorithms, so that SciPy is not needed; sources are named where they are used.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, factorial

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from ..rounded import double_double as dd, on_doubles, wide
from ..rounded.double_double import DD, blocked, exact, total, two_sum

# Log-gamma and digamma: Stirling's series (DLMF 5.11.1, 5.11.2) above 24, below it by recurrence (5.5.1, 5.5.2), for
# negative arguments by reflection (5.5.3, 5.5.4), all in double-double.


_SHIFTED = 24
"""The series have 32 digits from here on with `_TERMS` terms."""
_TERMS = 14
_HUGE = 1e17
"""From here on only the first term of an asymptotic series counts."""
_TINY = 1e-20
"""Up to here only the pole at 0 counts."""


@cache
def bernoulli(n: int) -> Fraction:
    """The Bernoulli number B(n), with B(1) = -1/2."""
    if n == 0:
        return Fraction(1)
    return -sum((comb(n + 1, k) * bernoulli(k) for k in range(n)), Fraction(0)) / (n + 1)


@cache
def _stirling(derivative: int) -> tuple[DD, ...]:
    """The coefficients of Stirling's series (0) or of that of digamma (1)."""
    factors = [(2 * k, 1 if derivative else 2 * k - 1) for k in range(1, _TERMS + 1)]
    return tuple(dd.constant(bernoulli(n) / (n * factor)) for n, factor in factors)


_HALF = exact(np.asarray(0.5))

_ONE_LESS_EULER = 0.42278433509846714
_EULER = 0.5772156649015329
_ZETA_LESS_ONE = (
    *(0.6449340668482264, 0.2020569031595943, 0.08232323371113819, 0.03692775514336993, 0.01734306198444914),
    *(0.008349277381922827, 0.00407735619794434, 0.002008392826082214, 0.0009945751278180853),
)
"""zeta(k) - 1 for k = 2 to 10."""


_ROOT, _ROOT_REST = 1.4616321449683622, 9.549995429965697e-17
"""The positive zero of digamma: a float64 number, and how far beyond it the zero is."""
_AT_ROOT = (
    *(0.9676722454476212, -0.4427631689835921, 0.258499760955651, -0.16394270544240652, 0.10782405069126237),
    *(-0.07219956125645471, 0.04880428816414311, -0.03316112647484736, 0.022597648232218104),
)
"""The coefficients of digamma's Taylor series there."""


@blocked
def lgamma(x: Array) -> Array:
    """log |gamma(x)|; infinite at 0, at the negative integers and at both infinities."""
    size = np.abs(x)
    inner = np.clip(size, _TINY, _HUGE)
    positive = _lgamma(inner)
    result = positive.high
    for root, linear, extra in ((1.0, -_EULER, 1.0), (2.0, _ONE_LESS_EULER, 0.0)):
        near = np.abs(inner - root) < 1 / 64
        if near.any():
            result = np.where(near, _lgamma_near(inner - root, linear, extra), result)
    negative = x < 0
    if negative.any():
        sine, _ = wide.sin_cos_pi(inner - np.rint(inner))
        area = exact(inner) * sine
        reflected = wide.log(wide.pi() / (-area).where(area.high < 0, area)) - positive
        result = np.where(negative, reflected.high, result)
        result = np.where(negative & (np.rint(x) == x), np.inf, result)
    result = np.where(size < _TINY, -on_doubles("log", size), result)
    result = np.where(x > _HUGE, x * (on_doubles("log", size) - 1.0), result)
    return np.where(np.isnan(x), x, np.where(np.isinf(x), np.inf, result))


def _lgamma(x: Array) -> DD:
    """log gamma(x) for `_TINY` <= x <= `_HUGE`."""
    product, shifted = exact(np.ones_like(x)), exact(x)
    for _ in range(_SHIFTED):
        below = shifted.high < _SHIFTED
        if not below.any():
            break
        product = (product * shifted).where(below, product)
        shifted = (shifted + dd.ONE).where(below, shifted)
    inverse = dd.ONE / shifted
    series = inverse * dd.polynomial(_stirling(0), inverse * inverse)
    stirling = (shifted - _HALF) * wide.log(shifted) - shifted + dd.HALF_LN_2PI + series
    return stirling - wide.log(product)


def _lgamma_near(z: Array, linear: float, extra: float) -> Array:
    """The Taylor series at 1 (with zeta(k) = `_ZETA_LESS_ONE` + 1) or at 2 (DLMF 5.7.3)."""
    rest = np.zeros_like(z)
    for k in range(len(_ZETA_LESS_ONE) + 1, 1, -1):
        rest = -z * (rest + (_ZETA_LESS_ONE[k - 2] + extra) / k)
    return z * (linear - rest) + 0.0


@blocked
def digamma(x: Array) -> Array:
    """The logarithmic derivative of gamma; NaN at 0 and at the negative integers."""
    size = np.clip(np.abs(x), _TINY, _HUGE)
    signed = np.copysign(size, x)
    negative = x < 0
    result = _digamma(exact(signed).where(~negative, total(np.ones_like(x), -signed)))
    if negative.any():
        sine, cosine = wide.sin_cos_pi(signed - np.rint(signed))
        result = (result - wide.pi() * (cosine / sine)).where(negative, result)
    values = np.where(np.abs(x) < _TINY, -1.0 / x, result.high)
    near = np.abs(x - _ROOT) < 1 / 64
    if near.any():
        distance = (x - _ROOT) - _ROOT_REST
        values = np.where(near, distance * np.polyval(_AT_ROOT[::-1], distance), values)
    values = np.where(x > _HUGE, on_doubles("log", np.abs(x)), values)
    pole = (x == 0) | (negative & (np.rint(x) == x))
    return np.where(pole | np.isnan(x), np.nan, values)


def _digamma(x: DD) -> DD:
    """The digamma function of `_TINY` <= x <= `_HUGE`."""
    poles, shifted = exact(np.zeros_like(x.high)), x
    for _ in range(_SHIFTED):
        below = shifted.high < _SHIFTED
        if not below.any():
            break
        poles = (poles + dd.ONE / shifted).where(below, poles)
        shifted = (shifted + dd.ONE).where(below, shifted)
    inverse = dd.ONE / shifted
    square = inverse * inverse
    series = square * dd.polynomial(_stirling(1), square)
    return wide.log(shifted) - _HALF * inverse - series - poles


# The Hurwitz zeta function and polygamma by Euler-Maclaurin summation: DLMF 25.11.5; F. Johansson, "Rigorous
# high-precision computation of the Hurwitz zeta function and its derivatives", Numerical Algorithms 69 (2015).


_SUMMED = 16
"""The number of terms that are added; the rest is the integral and its corrections."""
_CORRECTIONS = tuple(float(bernoulli(2 * k) / factorial(2 * k)) for k in range(1, 15))
_FACTORIALS = np.array([float(factorial(n)) for n in range(171)])


@blocked
def zeta(x: Array, q: Array) -> Array:
    """The sum of (q + n)**-x over n >= 0.

    NaN for x < 1, and for q <= 0 unless x is an integer; at the poles q = 0, -1, ... infinite for even x and NaN for
    others; infinite for x = 1. For negative q, odd x and near a zero of the sum the accuracy is absolute.
    """
    result = _zeta(x, np.where(q > 0, q, 1.0))
    below = (q <= 0) & (np.floor(q) != q)
    if below.any():
        result = np.where(below, _zeta_below(x, np.where(below, q, -0.5)), result)
    whole = np.floor(x) == x
    even = np.floor(x / 2) * 2 == x
    result = np.where((q <= 0) & ~whole, np.nan, result)
    result = np.where((q <= 0) & (np.floor(q) == q), np.where(even, np.inf, np.nan), result)
    result = np.where(x == 1, np.inf, result)
    return np.where((x < 1) | np.isnan(x) | np.isnan(q), np.nan, result)


def _zeta(x: Array, q: Array) -> Array:
    """The sum for x > 1 and q > 0."""
    result, rest = on_doubles("power", q, -x), np.zeros_like(q)
    for n in range(1, _SUMMED):
        result, error = two_sum(result, _power(q, float(n), x))
        rest = rest + error
    end = q + _SUMMED
    last = _power(q, float(_SUMMED), x)
    # Near x = 1 the integral is nearly all of the sum: there 1 - x is exact, and one power beats two factors.
    integral = np.where(x < 2, on_doubles("power", end, 1.0 - x), last * end) / (x - 1.0)
    # The corrections are B(2k)/(2k)! x (x+1) ... (x+2k-2) / end**(x+2k-1).
    correction, factor = np.zeros_like(q), x / end
    for k, coefficient in enumerate(_CORRECTIONS):
        correction = correction + coefficient * factor
        factor = factor * ((x + (2 * k + 1)) / end) * ((x + (2 * k + 2)) / end)
    tail = integral + last * (0.5 + np.where(np.isfinite(correction), correction, 0.0))
    return np.where(np.isfinite(result), result + (rest + np.where(np.isfinite(tail), tail, 0.0)), result)


def _power(q: Array, n: float, x: Array) -> Array:
    """(q + n)**-x, where the rounding of q + n is made up for."""
    base, error = two_sum(q, np.full_like(q, n))
    change = x * (error / base)
    return on_doubles("power", base, -x) * (1.0 - np.where(np.isfinite(change), change, 0.0))


def _zeta_below(x: Array, q: Array) -> Array:
    """The sum for an integer x and q < 0 that is no integer: terms of negative numbers, and of positive ones."""
    count = np.ceil(-q)
    first = q + count
    # The negative numbers are -(1 - first), -(2 - first), ... -(count - first) = q.
    negative = _zeta(x, 1.0 - first) - _zeta(x, -q + 1.0)
    sign = np.where(np.floor(x / 2) * 2 == x, 1.0, -1.0)
    return _zeta(x, first) + sign * negative


@blocked
def polygamma(n: Array, x: Array) -> Array:
    """The n-th derivative of digamma (DLMF 5.15.1: (-1)**(n+1) n! zeta(n+1, x)); NaN for n that is not natural."""
    natural = (n >= 0) & (np.floor(n) == n) & (n < len(_FACTORIALS))
    order = np.where(natural, n, 1.0)
    sign = np.where(np.floor(order / 2) * 2 == order, -1.0, 1.0)
    values = sign * _FACTORIALS[order.astype(np.int64)] * zeta(order + 1.0, x)
    values = np.where(order == 0, digamma(x), values)
    return np.where(natural, values, np.nan)


# The exponentially scaled modified Bessel function of order 1: below 8 the power series (DLMF 10.25.2), whose terms are
# all positive; above, a Chebyshev series in 16/x - 1 for sqrt(x) exp(-x) I1(x), the function of DLMF 10.40.1,
# interpolated with 50 digits.


_SERIES = tuple(1.0 / (factorial(k) * factorial(k + 1)) for k in range(31))
_CHEBYSHEV = (
    *(0.38928811750914005, -0.009761097491361469, -0.00011058893876262371, -3.882564808877691e-06),
    *(-2.512236237870209e-07, -2.6314688468895196e-08, -3.835380385964237e-09, -5.589743462196584e-10),
    *(-1.8974958123505413e-11, 3.2526035830154884e-11, 1.4125807436613782e-11, 2.0356285441470896e-12),
    *(-7.198551776245908e-13, -4.0835511110921974e-13, -2.1015418427726643e-14, 4.272440016711951e-14),
    *(1.0420276984128802e-14, -3.8144030724370075e-15, -1.8803547755107825e-15, 3.3082023109209285e-16),
    *(2.96262899764595e-16, -3.209525921993424e-17, -4.6503053684893586e-17, 4.414348323071708e-18),
    *(7.517296310842105e-18, -9.314178867326884e-19, -1.242193275194891e-18),
)


@blocked
def bessel_i1e(x: Array) -> Array:
    """exp(-|x|) I1(x), an odd function that goes to 0 at both infinities."""
    size = np.abs(x)
    far = np.maximum(size, 8.0)
    t = 16.0 / far - 1.0
    following, value = np.zeros_like(x), np.zeros_like(x)
    for coefficient in reversed(_CHEBYSHEV[1:]):
        value, following = 2 * t * value - following + coefficient, value
    asymptotic = (t * value - following + _CHEBYSHEV[0]) / np.sqrt(far)
    result = np.where(size < 8, _series(np.minimum(size, 8.0)), asymptotic)
    return np.where(np.isnan(x), x, np.copysign(result, x))


def _series(x: Array) -> Array:
    square = x * x / 4
    value, slope = np.zeros_like(x), np.zeros_like(x)
    for coefficient in reversed(_SERIES):
        slope = slope * square + value
        value = value * square + coefficient
    # What rounding the square lost, which the steep series would multiply: x = head + rest, and head**2 is exact.
    head = x.astype(np.float32).astype(np.float64)
    rest = x - head
    lost = (head * head / 4 - square) + (2 * head + rest) * rest / 4
    return on_doubles("exp", -x) * (x / 2) * (value + slope * lost)
