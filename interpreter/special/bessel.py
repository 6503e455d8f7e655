"""The exponentially scaled modified Bessel function of order 1 on float64 arrays.

Below 8 the power series (DLMF 10.25.2), all of whose terms are positive; above, a Chebyshev series in 16/x - 1 for
sqrt(x) exp(-x) I1(x), the function of DLMF 10.40.1, interpolated with 50 digits.
"""

from __future__ import annotations

from math import factorial

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from ..numerics import libm
from .blocks import blocked

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
    result = np.where(size < 8, _series(np.minimum(size, 8.0)), _asymptotic(np.maximum(size, 8.0)))
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
    return libm.exp(-x) * (x / 2) * (value + slope * lost)


def _asymptotic(x: Array) -> Array:
    t = 16.0 / x - 1.0
    following, value = np.zeros_like(x), np.zeros_like(x)
    for coefficient in reversed(_CHEBYSHEV[1:]):
        value, following = 2 * t * value - following + coefficient, value
    return (t * value - following + _CHEBYSHEV[0]) / np.sqrt(x)
