"""The Hurwitz zeta function and the polygamma functions on float64 arrays.

Euler-Maclaurin summation: DLMF 25.11.5; F. Johansson, "Rigorous high-precision computation of the Hurwitz zeta
function and its derivatives", Numerical Algorithms 69 (2015).
"""

from __future__ import annotations

from math import factorial

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from ..numerics import libm
from .blocks import blocked
from .double_double import two_sum
from .gamma import bernoulli, digamma

_SUMMED = 16
"""So many terms are added up, the rest is the integral and its corrections."""
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
    result, rest = libm.power(q, -x), np.zeros_like(q)
    for n in range(1, _SUMMED):
        result, error = two_sum(result, _power(q, float(n), x))
        rest = rest + error
    end = q + _SUMMED
    last = _power(q, float(_SUMMED), x)
    # Near x = 1 the integral is nearly all of the sum: there 1 - x is exact, and one power beats two factors.
    integral = np.where(x < 2, libm.power(end, 1.0 - x), last * end) / (x - 1.0)
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
    return libm.power(base, -x) * (1.0 - np.where(np.isfinite(change), change, 0.0))


def _zeta_below(x: Array, q: Array) -> Array:
    """The sum for an integer x and q < 0 that is no integer: terms of negative numbers, and of positive ones."""
    count = np.ceil(-q)
    first = q + count
    # The negative numbers are -(1 - first), -(2 - first), ... -(count - first) = q.
    nearest = 1.0 - first
    negative = _zeta(x, nearest) - _zeta(x, -q + 1.0)
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
