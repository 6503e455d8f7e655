"""Log-gamma, digamma, the Hurwitz zeta function and polygamma on float64 arrays.

Log-gamma and digamma: Stirling's series (DLMF 5.11.1, 5.11.2) above 24, below it by recurrence (5.5.1, 5.5.2), for
negative arguments by reflection (5.5.3, 5.5.4), all in double-double. Zeta: Euler-Maclaurin summation (DLMF 25.11.5;
Johansson, "Rigorous high-precision computation of the Hurwitz zeta function", Numer. Algorithms 69, 2015).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from ..numerics import libm
from . import double_double as dd
from .blocks import blocked
from .double_double import DD, exact, total

_SHIFTED = 24
"""From here on the series below have 32 digits with `_TERMS` terms."""
_TERMS = 14
_HUGE = 1e17
"""From here on the first term of an asymptotic series is all."""
_TINY = 1e-20
"""Up to here the pole at 0 is all."""


@cache
def bernoulli(n: int) -> Fraction:
    """The Bernoulli number B(n), with B(1) = -1/2."""
    if n == 0:
        return Fraction(1)
    return -sum((comb(n + 1, k) * bernoulli(k) for k in range(n)), Fraction(0)) / (n + 1)


@cache
def _stirling() -> tuple[DD, ...]:
    return tuple(dd.constant(bernoulli(2 * k) / (2 * k * (2 * k - 1))) for k in range(1, _TERMS + 1))


@cache
def _digamma_series() -> tuple[DD, ...]:
    return tuple(dd.constant(bernoulli(2 * k) / (2 * k)) for k in range(1, _TERMS + 1))


_ONE = exact(np.asarray(1.0))
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
        sine, _ = dd.sin_cos_pi(inner - np.rint(inner))
        area = exact(inner) * sine
        reflected = dd.log(dd.PI / (-area).where(area.high < 0, area)) - positive
        result = np.where(negative, reflected.high, result)
        result = np.where(negative & (np.rint(x) == x), np.inf, result)
    result = np.where(size < _TINY, -libm.log(size), result)
    result = np.where(x > _HUGE, x * (libm.log(size) - 1.0), result)
    return np.where(np.isnan(x), x, np.where(np.isinf(x), np.inf, result))


def _lgamma(x: Array) -> DD:
    """log gamma(x) for `_TINY` <= x <= `_HUGE`."""
    product, shifted = exact(np.ones_like(x)), exact(x)
    for _ in range(_SHIFTED):
        below = shifted.high < _SHIFTED
        if not below.any():
            break
        product = (product * shifted).where(below, product)
        shifted = (shifted + _ONE).where(below, shifted)
    inverse = _ONE / shifted
    series = inverse * dd.polynomial(_stirling(), inverse * inverse)
    stirling = (shifted - _HALF) * dd.log(shifted) - shifted + dd.HALF_LN_2PI + series
    return stirling - dd.log(product)


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
        sine, cosine = dd.sin_cos_pi(signed - np.rint(signed))
        result = (result - dd.PI * (cosine / sine)).where(negative, result)
    values = np.where(np.abs(x) < _TINY, -1.0 / x, result.high)
    near = np.abs(x - _ROOT) < 1 / 64
    if near.any():
        distance = (x - _ROOT) - _ROOT_REST
        values = np.where(near, distance * np.polyval(_AT_ROOT[::-1], distance), values)
    values = np.where(x > _HUGE, libm.log(np.abs(x)), values)
    pole = (x == 0) | (negative & (np.rint(x) == x))
    return np.where(pole | np.isnan(x), np.nan, values)


def _digamma(x: DD) -> DD:
    """The digamma function of `_TINY` <= x <= `_HUGE`."""
    poles, shifted = exact(np.zeros_like(x.high)), x
    for _ in range(_SHIFTED):
        below = shifted.high < _SHIFTED
        if not below.any():
            break
        poles = (poles + _ONE / shifted).where(below, poles)
        shifted = (shifted + _ONE).where(below, shifted)
    inverse = _ONE / shifted
    square = inverse * inverse
    series = square * dd.polynomial(_digamma_series(), square)
    return dd.log(shifted) - _HALF * inverse - series - poles
