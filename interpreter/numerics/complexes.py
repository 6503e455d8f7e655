"""Complex numbers: products and sums in the part's type, everything else in complex128 and rounded once."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import AnyFloat, ComplexType

from ...elements import Array
from . import libm
from .comparison import ORDERED, lexicographic
from .kinds import Arithmetic, Binary, Unary
from .parts import pairs, parts


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
        (a, b), (c, d) = parts(lhs), parts(rhs)
        return pairs(a * c - b * d, a * d + b * c)

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
        return np.hypot(*parts(operand.astype(np.complex128))).astype(self.part.dtype)

    def sign(self, operand: Array) -> Array:
        ratio = self.divide(operand, pairs(self.abs(operand), np.asarray(0, self.part.dtype)))
        nan = np.asarray(np.nan + 1j * np.nan, self.dtype)
        zero = np.asarray(0, self.dtype)
        return np.where(np.isnan(operand), nan, np.where(operand == zero, zero, ratio))

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


def _cbrt(z: Array) -> Array:
    real, imag = parts(z)
    angle = libm.atan2(imag, real) / 3.0
    radius = libm.power(real * real + imag * imag, np.asarray(1.0 / 6.0))
    return pairs(radius * libm.cos(angle), radius * libm.sin(angle))


def _quotient(lhs: Array, rhs: Array) -> Array:
    """Smith's division (Comm. ACM 5:8, 1962), which does not overflow on the way, with the infinities and zeros of
    C's rules (C17, annex G.5.1) where both parts would be NaN."""
    (a, b), (c, d) = parts(lhs), parts(rhs)
    swap = np.abs(c) < np.abs(d)
    large, small = np.where(swap, d, c), np.where(swap, c, d)
    ratio = small / large
    scale = small * ratio + large
    real = (np.where(swap, a, b) * ratio + np.where(swap, b, a)) / scale
    imag = np.where(swap, b * ratio - a, b - a * ratio) / scale
    lost = np.isnan(real) & np.isnan(imag)
    if lost.any():
        real, imag = _recovered((a, b, c, d), lost, (real, imag))
    return pairs(real, imag)


def _recovered(
    parts: tuple[Array, Array, Array, Array], lost: Array, quotient: tuple[Array, Array]
) -> tuple[Array, Array]:
    """The quotient with its infinities and zeros where both parts came out as NaN."""
    a, b, c, d = parts
    real, imag = quotient
    by_zero = lost & (c == 0) & (d == 0) & ~(np.isnan(a) & np.isnan(b))
    infinity = np.copysign(np.inf, c)
    real, imag = np.where(by_zero, infinity * a, real), np.where(by_zero, infinity * b, imag)
    of_infinity = lost & ~by_zero & (np.isinf(a) | np.isinf(b)) & np.isfinite(c) & np.isfinite(d)
    x, y = _unit(a), _unit(b)
    real = np.where(of_infinity, np.inf * (x * c + y * d), real)
    imag = np.where(of_infinity, np.inf * (y * c - x * d), imag)
    by_infinity = lost & (np.isinf(c) | np.isinf(d)) & np.isfinite(a) & np.isfinite(b)
    x, y = _unit(c), _unit(d)
    real = np.where(by_infinity, 0.0 * (a * x + b * y), real)
    imag = np.where(by_infinity, 0.0 * (b * x - a * y), imag)
    return real, imag


def _unit(part: Array) -> Array:
    """1 for infinities, 0 for all else, with the sign."""
    return np.copysign(np.isinf(part).astype(np.float64), part)
