"""Conversion between element types: each rounds once; float to integer truncates and saturates, NaN giving 0."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from xdsl.dialects.builtin import AnyFloat, ComplexType, Signedness
from xdsl.ir import Attribute

from ...dialects.guards import is_complex_type, is_integer_type
from ...dialects.stablehlo.types import is_index
from ...elements import Array, dtype_of
from .arithmetic import Unary
from .parts import parts
from .rounding import integers_to_f64, rounding_from_f32, rounding_from_f64

_EXACT = 1 << 24


def convert(operand: Array, from_type: Attribute, to_type: Attribute) -> Array:
    """The elements of an array of `from_type` as elements of `to_type`."""
    return conversion(from_type, to_type)(operand)


@cache
def conversion(from_type: Attribute, to_type: Attribute) -> Unary:
    """The function that converts arrays of one element type to the other's (spec: convert).

    A complex number loses its imaginary part where there is no place for it. To booleans, everything but zero is
    true. Integers wrap around, what the specification leaves open; NaN -> 0 and saturation are the reference
    interpreter's choices.
    """
    if from_type == to_type:
        return lambda operand: operand
    if is_complex_type(from_type):
        return _from_complex(from_type, to_type)
    if is_complex_type(to_type):
        return _to_complex(from_type, to_type)
    dtype = dtype_of(to_type)
    if dtype == np.bool_:
        return lambda operand: operand != dtype_of(from_type).type(0)
    if _is_integer(from_type):
        if _is_integer(to_type):
            return _between_integers(dtype_of(from_type), dtype)
        return _integer_to_float(dtype_of(from_type), to_type)
    if _is_integer(to_type):
        return _float_to_integer(to_type)
    return _between_floats(from_type, to_type)


def _from_complex(from_type: ComplexType[AnyFloat], to_type: Attribute) -> Unary:
    if is_complex_type(to_type):
        return lambda operand: operand.astype(dtype_of(to_type))
    part = conversion(from_type.element_type, to_type)
    return lambda operand: part(parts(operand)[0])


def _to_complex(from_type: Attribute, to_type: ComplexType[AnyFloat]) -> Unary:
    part = conversion(from_type, to_type.element_type)
    return lambda operand: part(operand).astype(dtype_of(to_type))


def _between_integers(source: np.dtype[Any], target: np.dtype[Any]) -> Unary:
    if source.kind in "iub" and target.kind in "iub":
        return lambda operand: operand.astype(target)
    # The types of 2 and 4 bits go by way of a byte.
    byte = np.dtype(np.int8 if target.name.startswith("int") else np.uint8)
    wide = np.dtype(np.int8 if source.name.startswith("int") else np.uint8)
    if source.kind in "iub":
        return lambda operand: operand.astype(byte).astype(target)
    if target.kind in "iub":
        return lambda operand: operand.astype(wide).astype(target)
    return lambda operand: operand.astype(wide).astype(byte).astype(target)


def _integer_to_float(source: np.dtype[Any], to_type: Attribute) -> Unary:
    if source.kind in "iub" and to_type.name in ("f32", "f64"):
        return lambda operand: operand.astype(dtype_of(to_type))
    rounding, rounding_exact = rounding_from_f64(to_type.name), rounding_from_f32(to_type.name)
    if source.kind not in "iub":
        small = np.dtype(np.int8 if source.name.startswith("int") else np.uint8)
        return lambda operand: rounding_exact(operand.astype(small).astype(np.float32))

    def to_float(operand: Array) -> Array:
        # Up to 2**24 integers are float32 numbers.
        if source.itemsize < 4 or (operand.size and operand.min() >= -_EXACT and operand.max() <= _EXACT):
            return rounding_exact(operand.astype(np.float32))
        return rounding(integers_to_f64(operand))

    return to_float


def _float_to_integer(to_type: Attribute) -> Unary:
    dtype = dtype_of(to_type)
    width, signed = _width_and_sign(to_type)
    low = float(-(1 << (width - 1))) if signed else 0.0
    # One past the largest: a power of two, which the largest itself need not be near in a float.
    past = float(1 << (width - 1 if signed else width))
    most = (1 << (width - 1 if signed else width)) - 1
    wide = np.dtype(np.int64 if signed else np.uint64)
    narrow = np.dtype(np.int8 if signed else np.uint8)
    native = dtype.kind in "iu"

    def narrowed(whole: Array) -> Array:
        return whole.astype(dtype) if native else whole.astype(narrow).astype(dtype)

    def to_integer(operand: Array) -> Array:
        values = operand if operand.dtype.type in (np.float32, np.float64) else operand.astype(np.float32)
        # Mostly all values fit; a NaN fails the comparison.
        if values.size and values.min() > low - 1 and values.max() < past:
            return narrowed(values if native else values.astype(wide))
        inside = (values > low - 1) & (values < past)
        whole = np.where(inside, values, 0).astype(wide)
        whole = np.where(values >= past, wide.type(most), whole)
        return narrowed(np.where(values <= low, wide.type(int(low)), whole))

    return to_integer


def _is_integer(t: Attribute) -> bool:
    return is_integer_type(t) or is_index(t)


def _width_and_sign(to_type: Attribute) -> tuple[int, bool]:
    if is_integer_type(to_type):
        return to_type.width.data, to_type.signedness.data is not Signedness.UNSIGNED
    return 64, True


def _between_floats(from_type: Attribute, to_type: Attribute) -> Unary:
    if from_type.name == "f64":
        return rounding_from_f64(to_type.name)
    if to_type.name == "f64":
        return lambda operand: operand.astype(np.float64)
    rounding = rounding_from_f32(to_type.name)
    return lambda operand: rounding(operand.astype(np.float32, copy=False))
