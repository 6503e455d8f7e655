"""Conversion between element types: each rounds once; float to integer truncates and saturates, NaN giving 0."""

from __future__ import annotations

from functools import cache

import numpy as np
from xdsl.dialects.builtin import Float32Type
from xdsl.ir import Attribute

from xdsl_stablehlo.values.element_types import (
    FLOATS,
    Array,
    DType,
    FloatFormat,
    IntegerFormat,
    StoredAsInteger,
    Unary,
    dtype_of,
    float_format,
    format_of,
    format_or_none,
    is_complex_type,
    is_float,
    parts,
)

_F32_PRECISION = FLOATS[Float32Type].precision
_EXACT = 1 << _F32_PRECISION
"""Integers up to this are float32 numbers."""


def convert(operand: Array, from_type: Attribute, to_type: Attribute) -> Array:
    """The elements of an array of `from_type` as elements of `to_type`."""
    return conversion(from_type, to_type)(operand)


@cache
def conversion(from_type: Attribute, to_type: Attribute) -> Unary:
    """The function that converts arrays of one element type to the other's (spec: convert).

    A complex number that becomes real loses its imaginary part. Converted to a boolean, every number except zero is
    true. Integers wrap around, which the specification leaves open; NaN -> 0 and saturation are the reference
    interpreter's choices.
    """
    if from_type == to_type:
        return lambda operand: operand
    if is_complex_type(from_type):
        if is_complex_type(to_type):
            return lambda operand: operand.astype(dtype_of(to_type))
        part = conversion(from_type.element_type, to_type)
        return lambda operand: part(parts(operand)[0])
    if is_complex_type(to_type):
        part = conversion(from_type, to_type.element_type)
        return lambda operand: part(operand).astype(dtype_of(to_type))
    source, target = format_of(from_type), format_of(to_type)
    if target.dtype == np.bool_:
        return lambda operand: operand != source.dtype.type(0)
    if isinstance(source, IntegerFormat):
        if isinstance(target, IntegerFormat):
            if source.is_native or target.is_native:
                return lambda operand: operand.astype(target.dtype)
            # NumPy's extension types of 2 and 4 bits know no cast from one to the other.
            return lambda operand: operand.astype(source.native).astype(target.dtype)
        return _integer_to_float(source, float_format(to_type))
    if isinstance(target, IntegerFormat):
        return _float_to_integer(target)
    return _between_floats(float_format(from_type), float_format(to_type))


def _integer_to_float(source: IntegerFormat, target: FloatFormat) -> Unary:
    if source.is_native and target.precision >= _F32_PRECISION:  # NumPy rounds to f32 and f64 once
        return lambda operand: operand.astype(target.dtype)
    rounding, rounding_exact = target.from_f64, target.from_f32
    if not source.is_native:
        return lambda operand: rounding_exact(operand.astype(source.native).astype(np.float32))

    def to_float(operand: Array) -> Array:
        if source.width < 32 or (operand.size and operand.min() >= -_EXACT and operand.max() <= _EXACT):
            return rounding_exact(operand.astype(np.float32))
        return rounding(_integers_to_f64(operand))

    return to_float


def _float_to_integer(target: IntegerFormat) -> Unary:
    low = float(target.least)
    # One past the largest: a power of two, which the largest itself need not be near in a float.
    past = float(target.most + 1)
    wide = np.dtype(np.int64 if target.signed else np.uint64)

    def narrowed(whole: Array) -> Array:
        return whole.astype(target.native).astype(target.dtype, copy=False)

    def to_integer(operand: Array) -> Array:
        values = operand if operand.dtype.type in (np.float32, np.float64) else operand.astype(np.float32)
        # Mostly all values fit; a NaN fails the comparison.
        if values.size and values.min() > low - 1 and values.max() < past:
            return narrowed(values if target.is_native else values.astype(wide))
        inside = (values > low - 1) & (values < past)
        whole = np.where(inside, values, 0).astype(wide)
        whole = np.where(values >= past, wide.type(target.most), whole)
        return narrowed(np.where(values <= low, wide.type(target.least), whole))

    return to_integer


def _between_floats(source: FloatFormat, target: FloatFormat) -> Unary:
    if source.dtype == np.float64:
        return target.from_f64
    if target.dtype == np.float64:
        return lambda operand: operand.astype(np.float64)
    return lambda operand: target.from_f32(operand.astype(np.float32, copy=False))


def _integers_to_f64(values: Array) -> Array:
    """Integers to float64, rounded to odd, so that rounding once more to a type of up to 24 bits is correct."""
    if values.dtype.itemsize < 8:
        return values.astype(np.float64)
    unsigned = values.view(np.uint64)
    negative = values < 0
    magnitude = np.where(negative, np.uint64(0) - unsigned, unsigned)
    # Above 2**53 the lowest 11 of the 64 bits may not fit: the bit above them says whether any was set.
    cut = magnitude & np.uint64(0x7FF)
    odd = (magnitude - cut) | np.where(cut != 0, np.uint64(0x800), np.uint64(0))
    exact = np.where(magnitude < np.uint64(1 << 53), magnitude, odd).astype(np.float64)
    return np.where(negative, -exact, exact)


# Reinterpreting bits: elements of one width as fewer or more elements of another.


def bitcast(operand: Array, from_bits: int, to_bits: int, dtype: DType) -> Array:
    """The bits of elements of `from_bits` as elements of `to_bits`, which `dtype` holds (spec: bitcast_convert).

    Smaller elements are the innermost dimension, lowest bits first. Splitting elements adds this dimension, joining
    them removes it.
    """
    if from_bits == to_bits:
        return operand.view(dtype)
    if from_bits < 8 or to_bits < 8:
        bits = _unsigned(operand, from_bits)
        return (
            _split(bits, to_bits, from_bits, dtype) if to_bits < from_bits else _join(bits, from_bits, dtype)
        )
    if to_bits < from_bits:
        return np.ascontiguousarray(operand).reshape((*operand.shape, 1)).view(dtype)
    return np.ascontiguousarray(operand).view(dtype).reshape(operand.shape[:-1])


def _unsigned(operand: Array, width: int) -> Array:
    """The bits of each element as an unsigned integer."""
    bits = operand.view(f"u{operand.dtype.itemsize}")
    return bits & np.uint8((1 << width) - 1) if width < 8 else bits


def _split(bits: Array, width: int, from_width: int, dtype: DType) -> Array:
    shifts = np.arange(0, from_width, width).astype(bits.dtype)
    parts = (bits[..., np.newaxis] >> shifts) & bits.dtype.type((1 << width) - 1)
    return parts.astype(np.uint8).view(dtype)


def _join(bits: Array, width: int, dtype: DType) -> Array:
    unsigned = np.dtype(f"u{dtype.itemsize}")
    joined = np.zeros(bits.shape[:-1], unsigned)
    for i in range(bits.shape[-1]):
        joined |= bits[..., i].astype(unsigned) << unsigned.type(width * i)
    return joined.view(dtype)


NUMBERS = ("zero", "negative zero", "one", "false", "true", "least", "most", "all ones")
"""The names of numbers."""


def integer_of_type(value: int, element: Attribute) -> Array:
    """An integer of an integer type, of rank 0."""
    known = format_of(element)
    assert isinstance(known, IntegerFormat)
    wide = np.int64 if known.signed else np.uint64
    return np.asarray(value, wide).astype(known.native).astype(known.dtype)


@cache
def number(name: str, element: Attribute) -> Array | None:
    """The element that has one of the names in `NUMBERS`, of rank 0; None where a type has none, or is quantized.

    A type without sign of zeros has one zero, and the least float is minus infinity where there is one.
    """
    known = None if isinstance(element, StoredAsInteger) else format_or_none(element)
    if isinstance(known, IntegerFormat):
        least, most = (0, 1) if known.width == 1 else (known.least, known.most)
        numbers = {"zero": 0, "one": 1, "false": 0, "true": 1, "least": least, "most": most}
        value = (-1 if least else most) if name == "all ones" else numbers.get(name)
        return None if value is None else integer_of_type(value, element)
    if isinstance(known, FloatFormat) and is_float(element):
        most = float("inf") if known.has_infinity else known.largest
        least = -most if known.signed else known.smallest
        value = {"zero": 0.0, "negative zero": -0.0, "one": 1.0, "least": least, "most": most}.get(name)
        if value is None:
            return None
        array = np.asarray(value, np.float64).astype(np.float32 if known.width < 32 else known.dtype)
        made = array.astype(known.dtype)
        return made if float(made) == value else None
    if is_complex_type(element) and name in ("zero", "negative zero"):
        zero = -0.0 if name == "negative zero" else 0.0
        return np.asarray(complex(zero, zero), dtype_of(element))
    return None
