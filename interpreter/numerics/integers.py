"""Two's complement integers of 2 to 64 bits: everything wraps around, division truncates. And booleans."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import Attribute

from xdsl_stablehlo.values.element_types import Array, Binary, IntegerFormat, format_of

from .arithmetic import ORDERED, Arithmetic, rounded_once


class Integers(Arithmetic):
    """Integers of 8, 16, 32 or 64 bits, signed or unsigned; index is a signed one of 64 bits."""

    def __init__(self, element_type: Attribute):
        super().__init__(element_type)
        known = format_of(element_type)
        assert isinstance(known, IntegerFormat)
        self.width, self.signed, self.least = known.width, known.signed, known.least
        self._unsigned = np.dtype(f"u{self.dtype.itemsize}")
        self._signed = np.dtype(f"i{self.dtype.itemsize}")

    add = np.add
    subtract = np.subtract
    multiply = np.multiply
    maximum = np.maximum
    minimum = np.minimum
    negate = np.negative
    abs = np.absolute
    sign = np.sign
    and_ = np.bitwise_and
    or_ = np.bitwise_or
    xor = np.bitwise_xor
    not_ = np.invert

    def divide(self, lhs: Array, rhs: Array) -> Array:
        if lhs.ndim == 0 and rhs.ndim == 0:
            return self._scalar(_divide(int(lhs), int(rhs)))
        quotient = np.floor_divide(lhs, rhs)
        if self.signed and (rhs.min(initial=1) < 0 or lhs.min(initial=0) < 0):
            # Floor and truncation differ by one where the signs differ and the division is not exact.
            quotient += (np.bitwise_xor(lhs, rhs) < 0) & (quotient * rhs != lhs)
        return quotient if rhs.all() else np.where(np.equal(rhs, 0), self._scalar(-1), quotient)

    def remainder(self, lhs: Array, rhs: Array) -> Array:
        if lhs.ndim == 0 and rhs.ndim == 0:
            dividend, divisor = int(lhs), int(rhs)
            return self._scalar(dividend - divisor * _divide(dividend, divisor))
        remainder = np.fmod(lhs, rhs)
        return remainder if rhs.all() else np.where(np.equal(rhs, 0), lhs, remainder)

    def power(self, lhs: Array, rhs: Array) -> Array:
        if lhs.ndim == 0 and rhs.ndim == 0:
            return self._scalar(_power(int(lhs), int(rhs), 1 << self.width))
        base, exponent = np.broadcast_arrays(lhs, rhs)
        result = np.ones(base.shape, self.dtype)
        if self.signed:
            unit = np.abs(base) == 1
            negative = exponent < 0
            result[negative & ~unit] = 0
            # Of a power of 1 or -1 only the exponent's parity counts.
            exponent = np.where(negative, np.where(unit, exponent & 1, 0), exponent)
        bits = exponent.astype(self._unsigned)
        while bits.any():
            result = np.where(bits & 1, result * base, result)
            base = base * base
            bits = bits >> np.uint8(1)
        return result

    # NumPy shifts by the width or more give 0, or the sign for signed numbers to the right; amounts have to
    # be seen as unsigned, and the logical shift's operand too.

    def shift_left(self, lhs: Array, rhs: Array, /) -> Array:
        return np.left_shift(lhs.view(self._unsigned), rhs.view(self._unsigned)).view(self.dtype)

    def shift_right_arithmetic(self, lhs: Array, rhs: Array) -> Array:
        amount = np.minimum(rhs.view(self._unsigned), self._unsigned.type(self.width - 1))
        return np.right_shift(lhs.view(self._signed), amount.view(self._signed)).view(self.dtype)

    def shift_right_logical(self, lhs: Array, rhs: Array, /) -> Array:
        return np.right_shift(lhs.view(self._unsigned), rhs.view(self._unsigned)).view(self.dtype)

    def count_leading_zeros(self, operand: Array) -> Array:
        bits = operand.view(self._unsigned)
        shift = 1
        while shift < self.width:
            bits = bits | (bits >> self._unsigned.type(shift))
            shift *= 2
        return (self.width - np.bitwise_count(bits)).astype(self.dtype)

    def popcnt(self, operand: Array) -> Array:
        return np.bitwise_count(operand.view(self._unsigned)).astype(self.dtype)

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        return ORDERED[direction]

    def order_key(self, operand: Array) -> Array:
        return operand

    def mulhi(self, lhs: Array, rhs: Array) -> Array:
        if self.width < 64:
            wide = np.dtype(np.int64 if self.signed else np.uint64)
            product = np.multiply(lhs.astype(wide), rhs.astype(wide))
            return np.right_shift(product, wide.type(self.width)).astype(self.dtype)
        high = _multiply_high_unsigned(lhs.view(np.uint64), rhs.view(np.uint64)).view(self.dtype)
        if not self.signed:
            return high
        # Seen as unsigned, a negative factor is 2**64 too large.
        zero = np.int64(0)
        return high - np.where(lhs < 0, rhs, zero) - np.where(rhs < 0, lhs, zero)

    def _scalar(self, value: int) -> Array:
        """An element by its value, which wraps around."""
        value &= (1 << self.width) - 1
        return np.asarray(
            value - (1 << self.width) if self.signed and value >> (self.width - 1) else value, self.dtype
        )


class UnsignedIntegers(Integers):
    """Unsigned integers that NumPy has, of which it shifts as many bits as the specification."""

    def __init__(self, element_type: Attribute):
        super().__init__(element_type)
        self.shift_left, self.shift_right_logical = np.left_shift, np.right_shift


def _in_bytes(compute: Callable[..., Array]) -> Callable[..., Array]:
    """The method that computes as `Integers` of 8 bits do and keeps the lower bits."""

    def method(self: NarrowIntegers, *operands: Array) -> Array:
        widened = [operand.astype(self.wide) for operand in operands]
        return self.round(compute(self.bytes, *widened))

    return method


class NarrowIntegers(Integers):
    """Integers of 2 or 4 bits: computed in 8 bits, of which the lower ones are kept."""

    def __init__(self, element_type: Attribute):
        super().__init__(element_type)
        self._signed_bytes = Integers(IntegerType(8))
        self._unsigned_bytes = Integers(IntegerType(8, Signedness.UNSIGNED))
        self.bytes = self._signed_bytes if self.signed else self._unsigned_bytes
        self.wide = self.bytes.dtype

    def round(self, values: Array) -> Array:
        return values.astype(self.dtype)

    add = rounded_once(np.add)
    subtract = rounded_once(np.subtract)
    multiply = rounded_once(np.multiply)
    divide = _in_bytes(Integers.divide)
    remainder = _in_bytes(Integers.remainder)
    power = _in_bytes(Integers.power)
    maximum = rounded_once(np.maximum)
    minimum = rounded_once(np.minimum)
    negate = rounded_once(np.negative)
    abs = rounded_once(np.absolute)
    sign = rounded_once(np.sign)
    and_ = rounded_once(np.bitwise_and)
    or_ = rounded_once(np.bitwise_or)
    xor = rounded_once(np.bitwise_xor)
    not_ = rounded_once(np.invert)

    # An amount that is out of range in 4 bits is so in 8, too, or shifts all 4 bits out.

    def shift_left(self, lhs: Array, rhs: Array, /) -> Array:
        return self._narrow(self._unsigned_bytes.shift_left(self._zero_extend(lhs), self._zero_extend(rhs)))

    def shift_right_arithmetic(self, lhs: Array, rhs: Array) -> Array:
        amount = self._zero_extend(rhs).view(np.int8)
        return self._narrow(self._signed_bytes.shift_right_arithmetic(self._sign_extend(lhs), amount))

    def shift_right_logical(self, lhs: Array, rhs: Array, /) -> Array:
        amount = self._zero_extend(rhs)
        return self._narrow(self._unsigned_bytes.shift_right_logical(self._zero_extend(lhs), amount))

    def count_leading_zeros(self, operand: Array) -> Array:
        zeros = self._unsigned_bytes.count_leading_zeros(self._zero_extend(operand))
        return self._narrow(zeros - np.uint8(8 - self.width))

    def popcnt(self, operand: Array) -> Array:
        return self._narrow(self._unsigned_bytes.popcnt(self._zero_extend(operand)))

    def order_key(self, operand: Array) -> Array:
        return operand.astype(self.wide)

    def mulhi(self, lhs: Array, rhs: Array) -> Array:
        product = np.multiply(lhs.astype(self.wide), rhs.astype(self.wide))
        return self._narrow(np.right_shift(product, self.wide.type(self.width)))

    def _narrow(self, operand: Array) -> Array:
        """The lower bits of bytes."""
        return operand.astype(np.int8).astype(self.dtype) if self.signed else operand.astype(self.dtype)

    def _zero_extend(self, operand: Array) -> Array:
        return operand.view(np.uint8) & np.uint8((1 << self.width) - 1)

    def _sign_extend(self, operand: Array) -> Array:
        spare = np.int8(8 - self.width)
        return np.right_shift(np.left_shift(operand.view(np.int8), spare), spare)


def _multiply_high_unsigned(lhs: Array, rhs: Array) -> Array:
    """The upper 64 of the 128 bits of products, by halves."""
    mask, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    a, b, c, d = lhs >> half, lhs & mask, rhs >> half, rhs & mask
    middle = a * d + (b * d >> half)
    carried = b * c + (middle & mask)
    return a * c + (middle >> half) + (carried >> half)


def _divide(dividend: int, divisor: int) -> int:
    """The quotient without its fraction; all ones by 0."""
    if divisor == 0:
        return -1
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def _power(base: int, exponent: int, modulus: int) -> int:
    if exponent < 0:
        return base ** (exponent & 1) if abs(base) == 1 else 0
    return pow(base, exponent, modulus)


# Booleans: add is or, multiply is and.


class Booleans(Arithmetic):
    """i1."""

    add = maximum = or_ = np.logical_or
    multiply = minimum = and_ = np.logical_and
    xor = np.logical_xor
    not_ = np.logical_not

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        return ORDERED[direction]

    def order_key(self, operand: Array) -> Array:
        return operand
