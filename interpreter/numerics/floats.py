"""Floats: IEEE 754 arithmetic in the type itself, and correctly rounded functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.values.element_types import (
    Array,
    Binary,
    DType,
    FloatFormat,
    float_format,
    format_of_dtype,
    pairs,
)
from xdsl_stablehlo.values.storage import is_repetitive

from ..rounded import function
from ..rounded.compiled import by_rows
from .arithmetic import ORDERED, Arithmetic, rounded_once, total_order, total_order_key
from .nans import one_nan


def _round_nearest_afz(operand: Array) -> Array:
    """Adds the largest number below 1/2: sums of ties round up, and numbers below a tie stay below."""
    wide = operand if operand.dtype.type in (np.float32, np.float64) else operand.astype(np.float32)
    half = np.nextafter(wide.dtype.type(0.5), wide.dtype.type(0))
    return np.trunc(np.add(wide, np.copysign(half, wide))).astype(operand.dtype, copy=False)


def _rounded(name: str) -> Callable[..., Array]:
    """The method that applies a correctly rounded function."""
    implementation = function(name)

    def method(self: Floats, *operands: Array, out: Array | None = None) -> Array:
        return implementation(self.format, *operands, out=out)

    return method


class Floats(Arithmetic):
    """f16, bf16, f32, and the base of all others: the dtype's own ufuncs round correctly."""

    def __init__(self, element_type: Attribute):
        super().__init__(element_type)
        self.wide = np.dtype(np.float64)
        self.format = float_format(element_type)
        self.round = self.format.from_f64
        held_as = format_of_dtype(self.dtype)
        assert isinstance(held_as, FloatFormat)
        self.held_as = held_as
        """The format that the dtype has: float32's for tf32."""
        self._signed = np.dtype(f"i{self.dtype.itemsize}")
        self._unsigned = np.dtype(f"u{self.dtype.itemsize}")

    add = np.add
    subtract = np.subtract
    multiply = np.multiply
    divide = np.divide
    remainder = np.fmod
    power = _rounded("power")
    negate = np.negative
    abs = np.absolute
    exponential = _rounded("exp")
    exponential_minus_one = _rounded("expm1")
    log = _rounded("log")
    log_plus_one = _rounded("log1p")
    sqrt = np.sqrt
    rsqrt = _rounded("rsqrt")
    cbrt = _rounded("cbrt")
    sine = _rounded("sin")
    cosine = _rounded("cos")
    tan = _rounded("tan")
    tanh = _rounded("tanh")
    atan2 = _rounded("atan2")
    acos = _rounded("acos")
    acosh = _rounded("acosh")
    asin = _rounded("asin")
    asinh = _rounded("asinh")
    atan = _rounded("atan")
    atanh = _rounded("atanh")
    cosh = _rounded("cosh")
    sinh = _rounded("sinh")
    erf = _rounded("erf")
    erf_inv = _rounded("erf_inv")
    erfc = _rounded("erfc")
    _asin_acos_kernel = asin
    ceil = np.ceil
    floor = np.floor
    round_nearest_afz = staticmethod(_round_nearest_afz)
    round_nearest_even = np.rint
    is_finite = np.isfinite
    is_nan = np.isnan
    is_inf = np.isinf
    complex = staticmethod(pairs)
    next_after = np.nextafter

    # NumPy's maximum and minimum propagate NaN, but of two zeros they give either. The integer that looks like the
    # wrong zero would be the least of all, so one pass of integer comparison says whether there is anything to mend.

    def maximum(self, lhs: Array, rhs: Array) -> Array:
        negative_zero = int(np.iinfo(self._signed).min)
        result, doubtful = _select(np.maximum, lhs, rhs, self._signed, negative_zero)
        return _mend_maximum(lhs, rhs, result) if doubtful else result

    def minimum(self, lhs: Array, rhs: Array) -> Array:
        result, doubtful = _select(np.minimum, lhs, rhs, self._unsigned, 0)
        return _mend_minimum(lhs, rhs, result) if doubtful else result

    def sign(self, operand: Array) -> Array:
        return np.copysign(np.sign(operand), operand)

    def logistic(self, operand: Array) -> Array:
        one = self.dtype.type(1)
        return self.divide(one, self.add(one, self.exponential(self.negate(operand))))

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

    def conj(self, operand: Array) -> Array:
        return operand

    def is_pos_inf(self, operand: Array) -> Array:
        return np.isinf(operand) & ~np.signbit(operand)

    def is_neg_inf(self, operand: Array) -> Array:
        return np.isinf(operand) & np.signbit(operand)

    def real(self, operand: Array) -> Array:
        return operand

    def imag(self, operand: Array) -> Array:
        return np.zeros(operand.shape, self.dtype)

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        if compare_type != "TOTALORDER":
            return ORDERED[direction]
        return total_order(direction, self.held_as.width, self.held_as.signed)

    def order_key(self, operand: Array) -> Array:
        return total_order_key(operand, self.held_as.width, self.held_as.signed)


class ByRows(NamedTuple):
    """NumPy's `add`, `subtract`, `multiply` or `divide`, compiled where large arrays meet rows; `one_nan` or not."""

    compute: np.ufunc
    one_nan: bool = False

    def __call__(self, x: Array, y: Array, out: Array | None = None) -> Array:
        given = by_rows(self.compute, x, y, out) if x.ndim > 1 and any(map(is_repetitive, (x, y))) else None
        if given is not None:
            return given
        given = self.compute(x, y, out=out)
        return one_nan(given) if self.one_nan else given


class FiniteFloats(Floats):
    """f4E2M1FN, f6E2M3FN and f6E3M2FN, which have neither infinities nor NaN: they saturate, and a NaN becomes zero."""

    def maximum(self, lhs: Array, rhs: Array) -> Array:
        return _mend_maximum(lhs, rhs, np.maximum(lhs, rhs))

    def minimum(self, lhs: Array, rhs: Array) -> Array:
        return _mend_minimum(lhs, rhs, np.minimum(lhs, rhs))


class WidenedFloats(Floats):
    """tf32 and f8E8M0FNU: NumPy does not know how they round, so they are computed in float64."""

    add = rounded_once(np.add)
    subtract = rounded_once(np.subtract)
    multiply = rounded_once(np.multiply)
    divide = rounded_once(np.divide)
    remainder = rounded_once(np.fmod)
    sqrt = rounded_once(np.sqrt)
    ceil = rounded_once(np.ceil)
    floor = rounded_once(np.floor)
    round_nearest_afz = rounded_once(_round_nearest_afz)
    round_nearest_even = rounded_once(np.rint)

    def next_after(self, lhs: Array, rhs: Array) -> Array:
        unused = float_format(self.element_type).unused_bits
        if not unused:
            return np.nextafter(lhs, rhs)
        # The neighbours in float32 without the last 13 bits, which are 0: outwards that takes the whole of them.
        near = np.asarray(np.nextafter(lhs, rhs)).view(np.uint32)
        step = np.uint32((1 << unused) - 1)
        kept = np.where(np.abs(near.view(np.float32)) > np.abs(lhs), near + step, near) & ~step
        return np.where(np.isnan(lhs) | np.isnan(rhs), np.float32(np.nan), kept.view(np.float32))


_BLOCK = 1 << 16
"""The number of elements that are examined a second time while they are in the cache."""


def _select(select: np.ufunc, lhs: Array, rhs: Array, integer: DType, zero: int) -> tuple[Array, bool]:
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
