"""Complex numbers: products and sums in the part's type, everything else in complex128 and rounded once.

The functions are in `interpreter/special`: within 4 units in the last place of each part, with the infinities and NaNs
of C17, annex G.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.values.element_types import Array, Binary, pairs, parts

from ..special import complexes as special, elementary
from ..special.reals import reals_of
from .arithmetic import ORDERED, Arithmetic, lexicographic


def _of_parts(compute: Callable[..., Array]) -> Callable[..., Array]:
    """The method that applies a function of complex128 arrays and rounds once."""

    def method(self: Complexes, *operands: Array) -> Array:
        return self.round(compute(*[operand.astype(self.wide) for operand in operands], m=self.reals))

    return method


class Complexes(Arithmetic):
    """complex<f32> and complex<f64>."""

    def __init__(self, element_type: Attribute, part: Arithmetic):
        super().__init__(element_type)
        self.part = part
        self.wide = np.dtype(np.complex128)
        self.reals = reals_of(self.dtype)
        self._less = lexicographic("LT", ORDERED["LT"], ORDERED["EQ"])
        self._greater = lexicographic("GT", ORDERED["GT"], ORDERED["EQ"])

    add = np.add
    subtract = np.subtract
    negate = np.negative
    sign = _of_parts(special.sign)
    exponential = _of_parts(elementary.exp)
    exponential_minus_one = _of_parts(special.expm1)
    logistic = _of_parts(special.logistic)
    log = _of_parts(elementary.log)
    log_plus_one = _of_parts(special.log1p)
    sqrt = _of_parts(elementary.sqrt)
    rsqrt = _of_parts(special.rsqrt)
    cbrt = _of_parts(special.cbrt)
    sine = _of_parts(elementary.sin)
    cosine = _of_parts(elementary.cos)
    tan = _of_parts(elementary.tan)
    tanh = _of_parts(elementary.tanh)
    atan2 = _of_parts(special.atan2)
    """-i log((x + i y) / sqrt(x**2 + y**2))."""
    acos = _of_parts(elementary.acos)
    acosh = _of_parts(elementary.acosh)
    asin = _of_parts(elementary.asin)
    asinh = _of_parts(elementary.asinh)
    atan = _of_parts(elementary.atan)
    atanh = _of_parts(elementary.atanh)
    cosh = _of_parts(elementary.cosh)
    sinh = _of_parts(elementary.sinh)
    _asin_acos_kernel = _of_parts(special.asin_acos_kernel)
    conj = np.conjugate
    divide = _of_parts(special.divide)
    power = _of_parts(special.power)
    is_finite = np.isfinite
    is_inf = np.isinf
    is_nan = np.isnan

    def multiply(self, lhs: Array, rhs: Array) -> Array:
        # Not `np.multiply`, which fuses multiplication and addition where the processor can.
        (a, b), (c, d) = parts(lhs), parts(rhs)
        result = pairs(a * c - b * d, a * d + b * c)
        finite = np.isfinite(result)
        return result if finite.all() else special.mended_product(lhs, rhs, result, finite)

    def square(self, operand: Array) -> Array:
        """Without cancellation in the real part."""
        x, y = parts(operand.astype(self.wide))
        real = np.where((np.abs(x) == np.abs(y)) & np.isfinite(x), 0.0, (x - y) * (x + y))
        result = self.round(pairs(real, 2.0 * (x * y)))
        lost = np.logical_and(*map(np.isnan, parts(result)))
        return np.where(lost, self.multiply(operand, operand), result) if lost.any() else result

    def maximum(self, lhs: Array, rhs: Array) -> Array:
        return np.where(self._greater(lhs, rhs), lhs, rhs)

    def minimum(self, lhs: Array, rhs: Array) -> Array:
        return np.where(self._less(lhs, rhs), lhs, rhs)

    def abs(self, operand: Array) -> Array:
        return elementary.hypot(*parts(operand.astype(self.wide)), m=self.reals).astype(self.part.dtype)

    def real(self, operand: Array) -> Array:
        return parts(operand)[0]

    def imag(self, operand: Array) -> Array:
        return parts(operand)[1]

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        compare = self.part.comparison(direction, compare_type)
        return lexicographic(direction, compare, self.part.comparison("EQ", compare_type))

    def round(self, values: Array) -> Array:
        return values.astype(self.dtype)
