"""The error function's relatives on float64 arrays.

The inverse starts from Giles' polynomials ("Approximating the erfinv function", GPU Computing Gems, 2012), which are
good to seven digits, and takes one step of Halley's method, which triples them.
"""

from __future__ import annotations

import math

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from ..numerics.libm import elementwise
from .blocks import blocked

erf = elementwise(math.erf)
erfc = elementwise(math.erfc)

_CENTRE = (
    *(2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087),
    *(-0.00125372503, -0.00417768164, 0.246640727, 1.50140941),
)
_TAIL = (
    *(-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773),
    *(-0.0076224613, 0.00943887047, 1.00167406, 2.83297682),
)


@blocked
def erf_inv(x: Array) -> Array:
    """The y with erf(y) = x; infinite at -1 and 1, NaN beyond."""
    size = np.abs(x)
    inside = np.where(size < 1, size, 0.0)
    w = -np.log1p(-inside * inside)
    y = np.where(w < 5, np.polyval(_CENTRE, w - 2.5), np.polyval(_TAIL, np.sqrt(w) - 3.0)) * inside
    # The polynomials end where those of float32 numbers do; on from there erfc's first asymptotic term is the start.
    far = w > 15
    if far.any():
        level = -np.log(math.sqrt(math.pi) * np.where(far, 1.0 - inside, 1e-9))
        y = np.where(far, np.sqrt(level - np.log(level) / 2), y)
        y = _halley(_halley(y, inside), inside)
    y = _halley(y, inside)
    result = np.where(size == 1, np.inf, np.where(size < 1, y, np.nan))
    return np.copysign(result, x)


def _halley(y: Array, x: Array) -> Array:
    """A step from `y` towards the solution of erf(y) = x for 0 <= x < 1."""
    # 1 - x is exact from 1/2 on, and what erfc gives there has not lost any digits.
    excess = np.where(x >= 0.5, (1.0 - x) - erfc(y), erf(y) - x)
    step = excess * (0.5 * math.sqrt(math.pi)) * np.exp(y * y)
    return y - step / (1.0 + y * step)
