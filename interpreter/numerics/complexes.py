"""Complex numbers: products and sums in the part's type, everything else in complex128 and rounded once.

NumPy's functions are those of the C library: within 4 units in the last place of each part, with the infinities and
NaNs of C17, annex G. What it lacks is in `interpreter/special/complexes.py`.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from xdsl.ir import Attribute

from ...element_types import Array
from ..special import complexes as special
from .arithmetic import Arithmetic, Binary, Unary
from .comparison import ORDERED, lexicographic
from .parts import pairs, parts


class Complexes(Arithmetic):
    """complex<f32> and complex<f64>."""

    def __init__(self, element_type: Attribute, part: Arithmetic):
        super().__init__(element_type)
        self.part = part
        # How much of a sum may cancel before it is computed with more digits: complex64 has half of those there are.
        self._kept = 0.5 if self.dtype == np.complex128 else 2.0**-20
        self._less = lexicographic("LT", ORDERED["LT"], ORDERED["EQ"])
        self._greater = lexicographic("GT", ORDERED["GT"], ORDERED["EQ"])

    def add(self, lhs: Array, rhs: Array) -> Array:
        return np.add(lhs, rhs)

    def subtract(self, lhs: Array, rhs: Array) -> Array:
        return np.subtract(lhs, rhs)

    def multiply(self, lhs: Array, rhs: Array) -> Array:
        # Not `np.multiply`, which fuses multiplication and addition where the processor can.
        (a, b), (c, d) = parts(lhs), parts(rhs)
        result = pairs(a * c - b * d, a * d + b * c)
        finite = np.isfinite(result)
        return result if finite.all() else special.mended_product(lhs, rhs, result, finite)

    def square(self, operand: Array) -> Array:
        """Without cancellation in the real part."""
        x, y = parts(operand.astype(np.complex128))
        real = np.where((np.abs(x) == np.abs(y)) & np.isfinite(x), 0.0, (x - y) * (x + y))
        result = self._rounded(pairs(real, 2.0 * (x * y)))
        lost = np.logical_and(*map(np.isnan, parts(result)))
        return np.where(lost, self.multiply(operand, operand), result) if lost.any() else result

    def divide(self, lhs: Array, rhs: Array) -> Array:
        quotient = special.divide(lhs.astype(np.complex128), rhs.astype(np.complex128), kept=self._kept)
        return self._rounded(quotient)

    def power(self, lhs: Array, rhs: Array) -> Array:
        z, w = np.broadcast_arrays(lhs.astype(np.complex128), rhs.astype(np.complex128))
        if self.dtype == np.complex128:
            return special.power(z, w)
        result = np.asarray(np.power(z, w))
        doubtful = ~_has_single_precision(z, w, result)
        if doubtful.any():
            result[doubtful] = special.power(z[doubtful], w[doubtful])
        return self._rounded(result)

    def maximum(self, lhs: Array, rhs: Array) -> Array:
        return np.where(self._greater(lhs, rhs), lhs, rhs)

    def minimum(self, lhs: Array, rhs: Array) -> Array:
        return np.where(self._less(lhs, rhs), lhs, rhs)

    def negate(self, operand: Array) -> Array:
        return np.negative(operand)

    def abs(self, operand: Array) -> Array:
        return np.hypot(*parts(operand.astype(np.complex128))).astype(self.part.dtype)

    def sign(self, operand: Array) -> Array:
        return self._unary(special.sign, operand)

    def exponential(self, operand: Array) -> Array:
        return self._unary(np.exp, operand)

    def exponential_minus_one(self, operand: Array) -> Array:
        return self._unary(partial(special.expm1, kept=self._kept), operand)

    def log(self, operand: Array) -> Array:
        return self._unary(np.log, operand)

    def log_plus_one(self, operand: Array) -> Array:
        return self._unary(special.log1p, operand)

    def logistic(self, operand: Array) -> Array:
        return self._unary(partial(special.logistic, kept=self._kept), operand)

    def sqrt(self, operand: Array) -> Array:
        return self._unary(np.sqrt, operand)

    def rsqrt(self, operand: Array) -> Array:
        return self._unary(special.rsqrt, operand)

    def cbrt(self, operand: Array) -> Array:
        return self._unary(special.cbrt, operand)

    def sine(self, operand: Array) -> Array:
        return self._unary(np.sin, operand)

    def cosine(self, operand: Array) -> Array:
        return self._unary(np.cos, operand)

    def tan(self, operand: Array) -> Array:
        return self._unary(np.tan, operand)

    def tanh(self, operand: Array) -> Array:
        return self._unary(np.tanh, operand)

    def atan2(self, lhs: Array, rhs: Array) -> Array:
        """-i log((x + i y) / sqrt(x**2 + y**2))."""
        return self._rounded(special.atan2(lhs.astype(np.complex128), rhs.astype(np.complex128)))

    def is_finite(self, operand: Array) -> Array:
        return np.isfinite(operand)

    def is_nan(self, operand: Array) -> Array:
        return np.isnan(operand)

    def real(self, operand: Array) -> Array:
        return parts(operand)[0]

    def imag(self, operand: Array) -> Array:
        return parts(operand)[1]

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        compare = self.part.comparison(direction, compare_type)
        return lexicographic(direction, compare, self.part.comparison("EQ", compare_type))

    def _unary(self, compute: Unary, operand: Array) -> Array:
        return self._rounded(compute(operand.astype(np.complex128)))

    def _rounded(self, values: Array) -> Array:
        return values.astype(self.dtype)


def _has_single_precision(z: Array, w: Array, power: Array) -> Array:
    """Where powers that the C library computes in complex128 are near enough to be rounded to complex64."""
    steep = np.abs(w) * (np.abs(np.log(np.abs(z))) + 4.0) < 1024
    x, y = map(np.abs, parts(power))
    return steep & (np.minimum(x, y) > 2.0**-14 * np.maximum(x, y)) | ~(np.isfinite(z) & np.isfinite(w))
