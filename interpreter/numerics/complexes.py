"""Complex numbers: products and sums in the part's type, everything else in complex128 and rounded once."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import AnyFloat, ComplexType

from ...elements import Array
from .comparison import ORDERED, lexicographic
from .kinds import Arithmetic, Binary, Unary


class Complexes(Arithmetic):
    """complex<f32> and complex<f64>."""

    def __init__(self, element_type: ComplexType[AnyFloat], part: Arithmetic):
        super().__init__(element_type)
        self.part = part
        self._less = lexicographic("LT", ORDERED["LT"], ORDERED["EQ"])
        self._greater = lexicographic("GT", ORDERED["GT"], ORDERED["EQ"])

    def add(self, lhs: Array, rhs: Array) -> Array:
        return np.add(lhs, rhs)

    def subtract(self, lhs: Array, rhs: Array) -> Array:
        return np.subtract(lhs, rhs)

    def multiply(self, lhs: Array, rhs: Array) -> Array:
        # Not `np.multiply`, which fuses multiplication and addition where the processor can.
        a, b, c, d = lhs.real, lhs.imag, rhs.real, rhs.imag
        return self._of(a * c - b * d, a * d + b * c)

    def divide(self, lhs: Array, rhs: Array) -> Array:
        return self._rounded(_quotient(lhs.astype(np.complex128), rhs.astype(np.complex128)))

    def power(self, lhs: Array, rhs: Array) -> Array:
        return self._rounded(np.power(lhs.astype(np.complex128), rhs.astype(np.complex128)))

    def maximum(self, lhs: Array, rhs: Array) -> Array:
        return np.where(self._greater(lhs, rhs), lhs, rhs)

    def minimum(self, lhs: Array, rhs: Array) -> Array:
        return np.where(self._less(lhs, rhs), lhs, rhs)

    def negate(self, operand: Array) -> Array:
        return np.negative(operand)

    def abs(self, operand: Array) -> Array:
        return np.absolute(operand.astype(np.complex128)).astype(self.part.dtype)

    def sign(self, operand: Array) -> Array:
        ratio = self.divide(operand, self._of(self.abs(operand), self.part.dtype.type(0)))
        nan = complex(np.nan, np.nan)
        return np.where(np.isnan(operand), nan, np.where(operand == 0, 0, ratio)).astype(self.dtype)

    def exponential(self, operand: Array) -> Array:
        return self._unary(np.exp, operand)

    def exponential_minus_one(self, operand: Array) -> Array:
        return self._unary(lambda z: np.exp(z) - 1.0, operand)

    def log(self, operand: Array) -> Array:
        return self._unary(np.log, operand)

    def log_plus_one(self, operand: Array) -> Array:
        return self._unary(lambda z: np.log(z + 1.0), operand)

    def logistic(self, operand: Array) -> Array:
        one = np.asarray(1, self.dtype)
        return self.divide(one, self.add(one, self.exponential(self.negate(operand))))

    def sqrt(self, operand: Array) -> Array:
        return self._unary(np.sqrt, operand)

    def rsqrt(self, operand: Array) -> Array:
        return self._unary(lambda z: _quotient(np.asarray(1.0 + 0j), np.sqrt(z)), operand)

    def cbrt(self, operand: Array) -> Array:
        return self._unary(_cbrt, operand)

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
        i = np.asarray(1j, self.dtype)
        radius = self.sqrt(self.add(self.multiply(rhs, rhs), self.multiply(lhs, lhs)))
        return self.multiply(-i, self.log(self.divide(self.add(rhs, self.multiply(i, lhs)), radius)))

    def is_finite(self, operand: Array) -> Array:
        return np.isfinite(operand)

    def is_nan(self, operand: Array) -> Array:
        return np.isnan(operand)

    def real(self, operand: Array) -> Array:
        return operand.real

    def imag(self, operand: Array) -> Array:
        return operand.imag

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        compare = self.part.comparison(direction, compare_type)
        return lexicographic(direction, compare, self.part.comparison("EQ", compare_type))

    def _unary(self, compute: Unary, operand: Array) -> Array:
        return self._rounded(compute(operand.astype(np.complex128)))

    def _rounded(self, values: Array) -> Array:
        return values.astype(self.dtype)

    def _of(self, real: Array, imag: Any) -> Array:
        pairs = np.empty(np.broadcast_shapes(np.shape(real), np.shape(imag)), self.dtype)
        pairs.real = real
        pairs.imag = imag
        return pairs


def _cbrt(z: Array) -> Array:
    angle = np.arctan2(z.imag, z.real) / 3.0
    radius = np.power(np.power(z.real, 2.0) + np.power(z.imag, 2.0), 1.0 / 6.0)
    return cast(Array, radius * np.cos(angle) + 1j * (radius * np.sin(angle)))


def _quotient(lhs: Array, rhs: Array) -> Array:
    return np.divide(lhs, rhs)
