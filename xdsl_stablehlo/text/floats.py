"""Floating-point literals: from decimals to bits with one rounding, and to the decimals that MLIR prints.

MLIR reads a decimal literal as a double and rounds that to the type. It prints six significant digits where they give
the value back, else as many digits as the type can need, and bits in hexadecimal where neither reads as a number.
"""

from __future__ import annotations

import math
import struct
from functools import lru_cache
from typing import Any

import numpy as np
from xdsl.ir import Attribute

from ..elements import Array, buffer_of, dtype_of

PRECISIONS = {
    "f8E8M0FNU": 1,
    "f4E2M1FN": 2,
    "f8E5M2": 3,
    "f8E5M2FNUZ": 3,
    "f6E3M2FN": 3,
    "f8E4M3": 4,
    "f8E4M3FN": 4,
    "f8E4M3FNUZ": 4,
    "f8E4M3B11FNUZ": 4,
    "f6E2M3FN": 4,
    "f8E3M4": 5,
    "bf16": 8,
    "f16": 11,
    "tf32": 11,
    "f32": 24,
    "f64": 53,
}
"""Binary digits of each float type, the implicit one included."""

BITS = {"f4E2M1FN": 4, "f6E2M3FN": 6, "f6E3M2FN": 6, "bf16": 16, "f16": 16, "tf32": 19, "f32": 32, "f64": 64}
"""Widths of the float types that are not eight bits wide."""

_PLAIN_ZEROS = 3
"""As many zeros may stand before or after the digits in a number without an exponent."""

_DOUBLE = 2.0**53
_TF32_TAIL = 13
_E8M0_SMALLEST = 2.0**-127
_F32, _F64 = np.dtype(np.float32), np.dtype(np.float64)
_IEEE = (np.dtype(np.float16), _F32, _F64)


def bit_width(element_type: Attribute) -> int:
    """How many bits a value of a float type has."""
    return BITS.get(element_type.name, 8)


def narrow(values: Array, element_type: Attribute) -> Array:
    """Doubles rounded once to a float type, ties to even; too large a value becomes what the type has for it."""
    dtype = dtype_of(element_type)
    with np.errstate(all="ignore"):
        if element_type.name == "tf32":
            return _drop_tail(_round_to_odd(values))
        if dtype in _IEEE:
            return values.astype(dtype)
        if element_type.name == "f8E8M0FNU":  # has no zero: what is too small becomes the smallest
            values = np.where((values >= 0) & (values < _E8M0_SMALLEST), _E8M0_SMALLEST, values)
        return _round_to_odd(values).astype(dtype)


def _round_to_odd(values: Array) -> Array:
    """float32 that rounds further as the double would: an inexact result is truncated and its last bit set."""
    near = values.astype(_F32)
    back = near.astype(_F64)
    bits = near.view(np.uint32)
    with np.errstate(all="ignore"):
        bits = bits - (np.abs(back) > np.abs(values))
        inexact = (back != values) & (values == values)
    return (bits | inexact).astype(np.uint32).view(_F32)


def _drop_tail(values: Array) -> Array:
    """float32 rounded to the ten bits of tf32's mantissa, ties to even."""
    bits = values.view(np.uint32)
    half = np.uint32((1 << _TF32_TAIL - 1) - 1)
    odd = bits >> np.uint32(_TF32_TAIL) & np.uint32(1)
    rounded = np.where(np.isnan(values), bits, bits + half + odd)
    return (rounded >> np.uint32(_TF32_TAIL) << np.uint32(_TF32_TAIL)).astype(np.uint32).view(_F32)


def from_bits(patterns: Array, element_type: Attribute) -> Array:
    """Values of a float type with the given bit patterns (unsigned 64-bit integers)."""
    dtype = dtype_of(element_type)
    if element_type.name == "tf32":
        return (patterns << np.uint64(_TF32_TAIL)).astype(np.uint32).view(dtype)
    return patterns.astype(f"u{dtype.itemsize}").view(dtype)


def to_bits(array: Array, element_type: Attribute) -> list[int]:
    """The bit patterns of an array of a float type, in row-major order."""
    if element_type.name == "tf32":
        return (np.ascontiguousarray(array).view(np.uint32).reshape(-1) >> _TF32_TAIL).tolist()
    return np.frombuffer(buffer_of(array, element_type), f"u{array.dtype.itemsize}").tolist()


_NAN_TAILS = {"f16": 42, "bf16": 45, "tf32": 42, "f32": 29, "f8E5M2": 50, "f8E4M3": 49, "f8E3M4": 48}
"""How many bits a double's mantissa has more than that of a type whose NaNs carry a payload."""


def double_of(array: Array, element_type: Attribute) -> float:
    """The one value in `array` as a double. A NaN keeps its sign and its payload, signalling or not."""
    tail = _NAN_TAILS.get(element_type.name)
    with np.errstate(all="ignore"):
        value = float(array.reshape(-1)[0])
    if tail is None or value == value:
        return value
    bits, width = to_bits(array, element_type)[0], bit_width(element_type)
    payload = bits & (1 << 52 - tail) - 1
    return struct.unpack("<d", struct.pack("<Q", bits >> width - 1 << 63 | 0x7FF << 52 | payload << tail))[0]


def bits_of(value: float, element_type: Attribute) -> int:
    """The bit pattern of a double in a float type: the inverse of `double_of` for the values of that type."""
    tail = _NAN_TAILS.get(element_type.name)
    if tail is None or value == value:
        return to_bits(narrow(np.array([value]), element_type), element_type)[0]
    (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    exponent = ((1 << bit_width(element_type) - 1) - 1) >> (52 - tail) << (52 - tail)
    return bits >> 63 << bit_width(element_type) - 1 | exponent | (bits & (1 << 52) - 1) >> tail


def float_texts(array: Array, element_type: Attribute) -> list[str]:
    """The literals of an array of a float type, in row-major order."""
    with np.errstate(all="ignore"):
        values: list[Any] = array.astype(_F64).reshape(-1).tolist()
    return [
        float_text(value, bits, element_type)
        for value, bits in zip(values, to_bits(array, element_type), strict=True)
    ]


@lru_cache(1 << 14)
def float_text(value: float, bits: int, element_type: Attribute) -> str:
    """The literal of one value, which has the bit pattern `bits`, as MLIR prints it."""
    if value - value != 0.0:
        return f"0x{bits:X}"
    short = _six_digits(value)
    if float(short) == value or _rounds_to(float(short), bits, element_type):
        return short
    digits = 2 + PRECISIONS[element_type.name] * 59 // 196
    text = _all_digits(value, digits)
    return text if "." in text else f"0x{bits:X}"


def _rounds_to(value: float, bits: int, element_type: Attribute) -> bool:
    return to_bits(narrow(np.array([value]), element_type), element_type) == [bits]


def _decimal(value: float, digits: int) -> tuple[str, str, int]:
    """Sign, significant digits without trailing zeros, and the exponent of the last digit.

    LLVM's way of rounding, which is not always to the nearest: what is longer than `digits` need in bits is cut off
    first, and the digits that then remain are rounded, ties up.
    """
    fraction, exponent = math.frexp(abs(value))
    significand, exponent = int(fraction * _DOUBLE), exponent - 53
    zeros = (significand & -significand).bit_length() - 1
    significand, exponent = significand >> zeros, exponent + zeros
    if exponent > 0:
        significand, exponent = significand << exponent, 0
    significand *= 5**-exponent
    surplus = (significand.bit_length() - (digits * 196 + 58) // 59) * 59 // 196
    if surplus > 0:
        significand, exponent = significand // 10**surplus, exponent + surplus
    text = str(significand)
    if len(text) > digits:
        exponent += len(text) - digits
        text = str(int(text[:digits]) + (text[digits] >= "5"))
    stripped = text.rstrip("0")
    return "-" * (value < 0), stripped, exponent + len(text) - len(stripped)


def _six_digits(value: float) -> str:
    """`1.234560e-05`: six digits and a zero."""
    if value == 0.0:
        return f"{value:.6e}"
    sign, digits, exponent = _decimal(value, 6)
    power = exponent + len(digits) - 1
    digits = digits.ljust(7, "0")
    return f"{sign}{digits[0]}.{digits[1:]}e{'-' if power < 0 else '+'}{abs(power):02d}"


def _all_digits(value: float, precision: int) -> str:
    """`1.2345678E-5`, or without an exponent where few zeros are needed: the form of LLVM's `APFloat::toString`."""
    sign, digits, exponent = _decimal(value, precision)
    power = exponent + len(digits) - 1
    if exponent >= 0:
        scientific = exponent > _PLAIN_ZEROS or len(digits) + exponent > precision
    else:
        scientific = power < -_PLAIN_ZEROS
    if scientific:
        return f"{sign}{digits[0]}.{digits[1:] or '0'}E{'-' if power < 0 else '+'}{abs(power)}"
    if exponent >= 0:
        return sign + digits + "0" * exponent
    if power >= 0:
        return f"{sign}{digits[: power + 1]}.{digits[power + 1 :]}"
    return f"{sign}0.{'0' * (-power - 1)}{digits}"
