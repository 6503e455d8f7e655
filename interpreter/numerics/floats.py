"""Floats: IEEE 754 arithmetic in the type itself, transcendental functions in float64 and rounded once."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from xdsl.ir import Attribute

from ...element_types import Array, FloatFormat, float_format, format_of_dtype
from . import libm
from .arithmetic import Arithmetic, Binary, Unary
from .comparison import ORDERED, total_order, total_order_key
from .parts import pairs


class Floats(Arithmetic):
    """f16, bf16, f32, and the base of all others: the dtype's own ufuncs round correctly."""

    def __init__(self, element_type: Attribute):
        super().__init__(element_type)
        self.round = float_format(element_type).from_f64
        self.held_as = cast(FloatFormat, format_of_dtype(self.dtype))
        """The format that the dtype has: float32's for tf32."""
        self._signed = np.dtype(f"i{self.dtype.itemsize}")
        self._unsigned = np.dtype(f"u{self.dtype.itemsize}")

    def add(self, lhs: Array, rhs: Array) -> Array:
        return np.add(lhs, rhs)

    def subtract(self, lhs: Array, rhs: Array) -> Array:
        return np.subtract(lhs, rhs)

    def multiply(self, lhs: Array, rhs: Array) -> Array:
        return np.multiply(lhs, rhs)

    def divide(self, lhs: Array, rhs: Array) -> Array:
        return np.divide(lhs, rhs)

    def remainder(self, lhs: Array, rhs: Array) -> Array:
        return np.fmod(lhs, rhs)

    def power(self, lhs: Array, rhs: Array) -> Array:
        return self._binary(np.power, lhs, rhs)

    # NumPy's maximum and minimum propagate NaN, but of two zeros they give either. The integer that looks like the
    # wrong zero would be the least of all, so one pass of integer comparison says whether there is anything to mend.

    def maximum(self, lhs: Array, rhs: Array) -> Array:
        negative_zero = int(np.iinfo(self._signed).min)
        result, doubtful = _select(np.maximum, lhs, rhs, self._signed, negative_zero)
        return _mend_maximum(lhs, rhs, result) if doubtful else result

    def minimum(self, lhs: Array, rhs: Array) -> Array:
        result, doubtful = _select(np.minimum, lhs, rhs, self._unsigned, 0)
        return _mend_minimum(lhs, rhs, result) if doubtful else result

    def negate(self, operand: Array) -> Array:
        return np.negative(operand)

    def abs(self, operand: Array) -> Array:
        return np.absolute(operand)

    def sign(self, operand: Array) -> Array:
        return np.copysign(np.sign(operand), operand)

    def exponential(self, operand: Array) -> Array:
        return self._unary(np.exp, operand)

    def exponential_minus_one(self, operand: Array) -> Array:
        return self._unary(np.expm1, operand)

    def log(self, operand: Array) -> Array:
        return self._unary(np.log, operand)

    def log_plus_one(self, operand: Array) -> Array:
        return self._unary(np.log1p, operand)

    def logistic(self, operand: Array) -> Array:
        one = self.dtype.type(1)
        return self.divide(one, self.add(one, self.exponential(self.negate(operand))))

    def sqrt(self, operand: Array) -> Array:
        return np.sqrt(operand)

    def rsqrt(self, operand: Array) -> Array:
        return self._unary(_rsqrt, operand)

    def cbrt(self, operand: Array) -> Array:
        return self._unary(np.cbrt, operand)

    def sine(self, operand: Array) -> Array:
        return self._unary(np.sin, operand)

    def cosine(self, operand: Array) -> Array:
        return self._unary(np.cos, operand)

    def tan(self, operand: Array) -> Array:
        return self._unary(np.tan, operand)

    def tanh(self, operand: Array) -> Array:
        return self._unary(np.tanh, operand)

    def atan2(self, lhs: Array, rhs: Array) -> Array:
        return self._binary(np.arctan2, lhs, rhs)

    def ceil(self, operand: Array) -> Array:
        return np.ceil(operand)

    def floor(self, operand: Array) -> Array:
        return np.floor(operand)

    def round_nearest_afz(self, operand: Array) -> Array:
        return _round_nearest_afz(operand)

    def round_nearest_even(self, operand: Array) -> Array:
        return np.rint(operand)

    def reduce_precision(self, operand: Array, exponent_bits: int, mantissa_bits: int) -> Array:
        operand = np.asarray(operand)
        infinity = self.round(np.asarray(np.inf))
        if mantissa_bits == 0:
            # Without a fraction there is no NaN.
            operand = np.where(np.isnan(operand), infinity, operand)
        held_as, unsigned = self.held_as, self._unsigned.type
        fraction = held_as.fraction_bits
        sign = operand.view(unsigned) & unsigned(1 << (held_as.width - 1) if held_as.signed else 0)
        magnitude: Array = operand.view(unsigned) ^ sign
        if mantissa_bits < fraction:
            dropped = unsigned(fraction - mantissa_bits)
            half = unsigned((1 << (fraction - mantissa_bits - 1)) - 1)
            magnitude = (magnitude + half + ((magnitude >> dropped) & unsigned(1))) >> dropped << dropped
        overflow = magnitude > unsigned(held_as.largest_bits)
        zeroed = np.zeros_like(overflow)
        if exponent_bits < held_as.exponent_bits:
            reduced = (1 << (exponent_bits - 1)) - 1
            stored = magnitude >> unsigned(fraction)
            overflow |= stored > unsigned(held_as.bias + reduced)
            zeroed = stored <= unsigned(held_as.bias - reduced)
        zero: Array = sign if held_as.has_negative_zero else np.zeros_like(sign)
        bits: Array = np.where(zeroed, zero, sign | magnitude)
        result = np.where(overflow, np.copysign(infinity, operand), bits.view(self.dtype))
        return np.where(np.isnan(operand), operand, result)

    def is_finite(self, operand: Array) -> Array:
        return np.isfinite(operand)

    def is_nan(self, operand: Array) -> Array:
        return np.isnan(operand)

    def real(self, operand: Array) -> Array:
        return operand

    def imag(self, operand: Array) -> Array:
        return np.zeros(operand.shape, self.dtype)

    def complex(self, lhs: Array, rhs: Array) -> Array:
        return pairs(lhs, rhs)

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        if compare_type != "TOTALORDER":
            return ORDERED[direction]
        return total_order(direction, self.held_as.width, self.held_as.signed)

    def order_key(self, operand: Array) -> Array:
        return total_order_key(operand, self.held_as.width, self.held_as.signed)

    def next_after(self, lhs: Array, rhs: Array) -> Array:
        return np.nextafter(lhs, rhs)

    def _unary(self, compute: Unary, operand: Array) -> Array:
        return self.round(compute(operand.astype(np.float64)))

    def _binary(self, compute: Binary, lhs: Array, rhs: Array) -> Array:
        return self.round(compute(lhs.astype(np.float64), rhs.astype(np.float64)))


class Doubles(Floats):
    """f64: libm's functions."""

    def power(self, lhs: Array, rhs: Array) -> Array:
        return libm.power(lhs, rhs)

    def exponential(self, operand: Array) -> Array:
        return libm.exp(operand)

    def exponential_minus_one(self, operand: Array) -> Array:
        return libm.expm1(operand)

    def log(self, operand: Array) -> Array:
        return libm.log(operand)

    def log_plus_one(self, operand: Array) -> Array:
        return libm.log1p(operand)

    def rsqrt(self, operand: Array) -> Array:
        return _rsqrt(operand)

    def cbrt(self, operand: Array) -> Array:
        return libm.cbrt(operand)

    def sine(self, operand: Array) -> Array:
        return libm.sin(operand)

    def cosine(self, operand: Array) -> Array:
        return libm.cos(operand)

    def tan(self, operand: Array) -> Array:
        return libm.tan(operand)

    def tanh(self, operand: Array) -> Array:
        return libm.tanh(operand)

    def atan2(self, lhs: Array, rhs: Array) -> Array:
        return libm.atan2(lhs, rhs)


class FiniteFloats(Floats):
    """f4E2M1FN, f6E2M3FN and f6E3M2FN, which have neither infinities nor NaN: they saturate, and a NaN becomes zero."""

    def maximum(self, lhs: Array, rhs: Array) -> Array:
        return _mend_maximum(lhs, rhs, np.maximum(lhs, rhs))

    def minimum(self, lhs: Array, rhs: Array) -> Array:
        return _mend_minimum(lhs, rhs, np.minimum(lhs, rhs))


class WidenedFloats(Floats):
    """tf32 and f8E8M0FNU: NumPy does not know how they round, so all of it happens in float64."""

    def add(self, lhs: Array, rhs: Array) -> Array:
        return self._binary(np.add, lhs, rhs)

    def subtract(self, lhs: Array, rhs: Array) -> Array:
        return self._binary(np.subtract, lhs, rhs)

    def multiply(self, lhs: Array, rhs: Array) -> Array:
        return self._binary(np.multiply, lhs, rhs)

    def divide(self, lhs: Array, rhs: Array) -> Array:
        return self._binary(np.divide, lhs, rhs)

    def remainder(self, lhs: Array, rhs: Array) -> Array:
        return self._binary(np.fmod, lhs, rhs)

    def sqrt(self, operand: Array) -> Array:
        return self._unary(np.sqrt, operand)

    def next_after(self, lhs: Array, rhs: Array) -> Array:
        unused = float_format(self.element_type).unused_bits
        if not unused:
            return np.nextafter(lhs, rhs)
        # The neighbours in float32 without the last 13 bits, which are 0: outwards that takes the whole of them.
        near = np.asarray(np.nextafter(lhs, rhs)).view(np.uint32)
        step = np.uint32((1 << unused) - 1)
        kept = np.where(np.abs(near.view(np.float32)) > np.abs(lhs), near + step, near) & ~step
        return np.where(np.isnan(lhs) | np.isnan(rhs), np.float32(np.nan), kept.view(np.float32))

    def ceil(self, operand: Array) -> Array:
        return self._unary(np.ceil, operand)

    def floor(self, operand: Array) -> Array:
        return self._unary(np.floor, operand)

    def round_nearest_afz(self, operand: Array) -> Array:
        return self._unary(_round_nearest_afz, operand)

    def round_nearest_even(self, operand: Array) -> Array:
        return self._unary(np.rint, operand)


_BLOCK = 1 << 16
"""So many elements are looked at again while they are in the cache."""


def _select(
    select: np.ufunc, lhs: Array, rhs: Array, integer: np.dtype[Any], zero: int
) -> tuple[Array, bool]:
    """`select(lhs, rhs)`, and whether some element of it has the bits of the integer `zero`, the least of its type."""
    if (
        lhs.size <= _BLOCK
        or lhs.shape != rhs.shape
        or not (lhs.flags.c_contiguous and rhs.flags.c_contiguous)
    ):
        result = select(lhs, rhs)
        if result.ndim == 0:
            return result, not result
        return result, bool(result.view(integer).min(initial=zero + 1) == zero)
    result = np.empty(lhs.shape, lhs.dtype)
    left, right, chosen = lhs.reshape(-1), rhs.reshape(-1), result.reshape(-1)
    bits, found = chosen.view(integer), False
    for start in range(0, result.size, _BLOCK):
        part = slice(start, start + _BLOCK)
        select(left[part], right[part], out=chosen[part])
        found = found or bits[part].min() == zero
    return result, bool(found)


def _mend_maximum(lhs: Array, rhs: Array, result: Array) -> Array:
    return np.where((lhs == 0) & (rhs == 0), np.add(lhs, rhs), result)


def _mend_minimum(lhs: Array, rhs: Array, result: Array) -> Array:
    zero = np.negative(np.add(np.negative(lhs), np.negative(rhs)))
    return np.where((lhs == 0) & (rhs == 0), zero, result)


def _round_nearest_afz(operand: Array) -> Array:
    """Half is added that is one unit too small: for ties the sum rounds up, and what is below them stays below."""
    wide = operand if operand.dtype.type in (np.float32, np.float64) else operand.astype(np.float32)
    half = np.nextafter(wide.dtype.type(0.5), wide.dtype.type(0))
    return np.trunc(np.add(wide, np.copysign(half, wide))).astype(operand.dtype, copy=False)


def _rsqrt(operand: Array) -> Array:
    return np.divide(1.0, np.sqrt(operand))
