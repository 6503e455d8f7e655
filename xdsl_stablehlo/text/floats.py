"""Floating-point literals: from decimals to bits with one rounding, and to the decimals that MLIR prints.

MLIR reads a decimal literal as a double and rounds that to the type. It prints six significant digits where they give
the value back, else as many digits as the type can need, and bits in hexadecimal where neither reads as a number.
"""

from __future__ import annotations

import math
import struct
from functools import lru_cache

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.values.element_types import Array, NaN, bit_width, float_format, round_to

_PLAIN_ZEROS = 3
"""The most zeros before or after the digits of a number that is printed without an exponent."""


def rounded(values: Array, element_type: Attribute) -> Array:
    """Doubles as elements of a float type; too large a value becomes what the type has for it."""
    with default_environment(), np.errstate(all="ignore"):
        return round_to(values, element_type)


def from_bits(patterns: Array, element_type: Attribute) -> Array:
    """Values of a float type with the given bit patterns (unsigned 64-bit integers)."""
    known = float_format(element_type)
    return (patterns << np.uint64(known.unused_bits)).astype(f"u{known.dtype.itemsize}").view(known.dtype)


def to_bits(array: Array, element_type: Attribute) -> list[int]:
    """The bit patterns of an array of a float type, in row-major order."""
    bits = np.frombuffer(array.tobytes(), f"u{array.itemsize}")
    unused = float_format(element_type).unused_bits
    return (bits >> np.uint32(unused)).tolist() if unused else bits.tolist()


def _nan_tail(element_type: Attribute) -> int:
    """The excess bits of a double's fraction over that of a type whose NaNs carry a payload; 0 for other types."""
    known = float_format(element_type)
    return 53 - known.precision if known.nan is NaN.IEEE else 0


def double_of(array: Array, element_type: Attribute) -> float:
    """The one value in `array` as a double. A NaN keeps its sign and its payload, signalling or not."""
    tail = _nan_tail(element_type)
    with default_environment(), np.errstate(all="ignore"):
        value = float(array.reshape(-1)[0])
    if not tail or value == value:
        return value
    bits, width = to_bits(array, element_type)[0], bit_width(element_type)
    payload = bits & (1 << 52 - tail) - 1
    return struct.unpack("<d", struct.pack("<Q", bits >> width - 1 << 63 | 0x7FF << 52 | payload << tail))[0]


def bits_of(value: float, element_type: Attribute) -> int:
    """The bit pattern of a double in a float type: the inverse of `double_of` for the values of that type."""
    tail = _nan_tail(element_type)
    if not tail or value == value:
        return to_bits(rounded(np.array([value]), element_type), element_type)[0]
    (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    exponent = ((1 << bit_width(element_type) - 1) - 1) >> (52 - tail) << (52 - tail)
    return bits >> 63 << bit_width(element_type) - 1 | exponent | (bits & (1 << 52) - 1) >> tail


@default_environment()
def float_text(value: float, element_type: Attribute) -> str:
    """The literal of a double in a float type, as MLIR prints it."""
    return _text(value, bits_of(value, element_type), element_type)


@default_environment()
def float_texts(array: Array, element_type: Attribute) -> list[str]:
    """The literals of an array of a float type, in row-major order."""
    with np.errstate(all="ignore"):
        values: list[float] = array.astype(np.float64).reshape(-1).tolist()
    bits = to_bits(array, element_type)
    return [_text(*pair, element_type) for pair in zip(values, bits, strict=True)]


@lru_cache(1 << 14)
def _text(value: float, bits: int, element_type: Attribute) -> str:
    """The literal of one value, which has the bit pattern `bits`."""
    if value - value != 0.0:
        return f"0x{bits:X}"
    short = _six_digits(value)
    if float(short) == value or bits_of(float(short), element_type) == bits:
        return short
    text = _all_digits(value, 2 + float_format(element_type).precision * 59 // 196)
    return text if "." in text else f"0x{bits:X}"


def _decimal(value: float, digits: int) -> tuple[str, str, int]:
    """Sign, significant digits without trailing zeros, and the exponent of the last digit.

    LLVM's way of rounding, which is not always to the nearest: what is longer than `digits` need in bits is cut off
    first, and the digits that then remain are rounded, ties up.
    """
    fraction, exponent = math.frexp(abs(value))
    significand, exponent = int(fraction * 2.0**53), exponent - 53
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
