"""Bitwise equality of known values, and keys for tables of equal values."""

from __future__ import annotations

from typing import Any, TypeAlias

from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import varying_part

from ..tuning import KEYED, SAMPLED

Knowledge: TypeAlias = "tuple[Value | None, ...]"
"""For each value of a sequence its constant, or None if it is not constant."""


def same_value(a: Value, b: Value) -> bool:
    """Whether two values are the same to the bit: -0 is not +0, and a NaN is only the NaN of its own bits."""
    if a is b:
        return True
    if is_array(a) and is_array(b):
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        small_a, small_b = varying_part(a), varying_part(b)
        if small_a.shape == small_b.shape:
            return small_a.tobytes() == small_b.tobytes()
        return a.tobytes() == b.tobytes()
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same_value, a, b))
    return type(a) is type(b) and bool(a == b)


def sample_key(value: Value) -> Any:
    """A key that equal values share, and few others: dtype, shape and some elements of an array."""
    if is_array(value):
        return value.dtype, value.shape, _sample(value)
    return tuple(map(sample_key, value)) if isinstance(value, tuple) else id(value)


def _sample(array: Array) -> bytes:
    small = varying_part(array)
    if small.nbytes <= SAMPLED:
        return small.tobytes()
    flat = small.reshape(-1) if small.flags.c_contiguous else small[(slice(0, 4),) * small.ndim].reshape(-1)
    return flat[:: max(1, flat.size // 64)].tobytes()


def content_key(value: Value | Knowledge | None, most: int = KEYED) -> Any:
    """A key that equal values of up to `most` bytes share, if they repeat along the same dimensions. A larger value is
    only equal to itself.

    Of what repeats more is known: it may become a constant where an equal value is too large for one.
    """
    if is_array(value):
        small = varying_part(value)
        if small.nbytes <= most:
            return (value.dtype, value.shape, small.shape, small.tobytes())
        return id(value)
    if isinstance(value, tuple):
        return tuple([content_key(each, most) for each in value])
    return id(value)
