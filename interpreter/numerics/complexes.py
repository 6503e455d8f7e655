"""Complex numbers: products and sums in the part's type, everything else in complex128 and rounded once.

The functions are in `interpreter/special`: within 4 units in the last place of each part, with the infinities and NaNs
of C17, annex G.
"""

from __future__ import annotations

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.values.element_types import Array

from ..special import complexes as special, elementary
from .arithmetic import ORDERED, Arithmetic, Binary, lexicographic, pairs, parts, rounded_once


class Complexes(Arithmetic):
    """complex<f32> and complex<f64>."""

    def __init__(self, element_type: Attribute, part: Arithmetic):
        super().__init__(element_type)
        self.part = part
        self.wide = np.dtype(np.complex128)
        # How much of a sum may cancel before it is computed with more digits: complex64 has half of those there are.
        self._kept = 0.5 if self.dtype == self.wide else 2.0**-20
        self._less = lexicographic("LT", ORDERED["LT"], ORDERED["EQ"])
        self._greater = lexicographic("GT", ORDERED["GT"], ORDERED["EQ"])

    add = np.add
    subtract = np.subtract
    negate = np.negative
    sign = rounded_once(special.sign)
    exponential = rounded_once(elementary.exp)
    log = rounded_once(elementary.log)
    log_plus_one = rounded_once(special.log1p)
    sqrt = rounded_once(elementary.sqrt)
    rsqrt = rounded_once(special.rsqrt)
    cbrt = rounded_once(special.cbrt)
    sine = rounded_once(elementary.sin)
    cosine = rounded_once(elementary.cos)
    tan = rounded_once(elementary.tan)
    tanh = rounded_once(elementary.tanh)
    atan2 = rounded_once(special.atan2)
    """-i log((x + i y) / sqrt(x**2 + y**2))."""
    is_finite = np.isfinite
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

    def divide(self, lhs: Array, rhs: Array) -> Array:
        quotient = special.divide(lhs.astype(self.wide), rhs.astype(self.wide), kept=self._kept)
        return self.round(quotient)

    def power(self, lhs: Array, rhs: Array) -> Array:
        return self.round(special.power(lhs.astype(self.wide), rhs.astype(self.wide)))

    def maximum(self, lhs: Array, rhs: Array) -> Array:
        return np.where(self._greater(lhs, rhs), lhs, rhs)

    def minimum(self, lhs: Array, rhs: Array) -> Array:
        return np.where(self._less(lhs, rhs), lhs, rhs)

    def abs(self, operand: Array) -> Array:
        return elementary.hypot(*parts(operand.astype(self.wide))).astype(self.part.dtype)

    def exponential_minus_one(self, operand: Array) -> Array:
        return self.round(special.expm1(operand.astype(self.wide), kept=self._kept))

    def logistic(self, operand: Array) -> Array:
        return self.round(special.logistic(operand.astype(self.wide), kept=self._kept))

    def real(self, operand: Array) -> Array:
        return parts(operand)[0]

    def imag(self, operand: Array) -> Array:
        return parts(operand)[1]

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        compare = self.part.comparison(direction, compare_type)
        return lexicographic(direction, compare, self.part.comparison("EQ", compare_type))

    def round(self, values: Array) -> Array:
        return values.astype(self.dtype)
