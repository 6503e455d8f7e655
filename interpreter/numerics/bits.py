"""Reinterpreting bits: elements of one width as fewer or more elements of another."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_stablehlo.values.element_types import Array


def bitcast(operand: Array, from_bits: int, to_bits: int, dtype: np.dtype[Any]) -> Array:
    """The bits of elements of `from_bits` as elements of `to_bits`, which `dtype` holds (spec: bitcast_convert).

    Smaller elements are the innermost dimension, those of the lowest bits first: it appears where elements are
    split, and goes where they are joined.
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


def _split(bits: Array, width: int, from_width: int, dtype: np.dtype[Any]) -> Array:
    shifts = np.arange(0, from_width, width).astype(bits.dtype)
    parts = (bits[..., np.newaxis] >> shifts) & bits.dtype.type((1 << width) - 1)
    return parts.astype(np.uint8).view(dtype)


def _join(bits: Array, width: int, dtype: np.dtype[Any]) -> Array:
    unsigned = np.dtype(f"u{dtype.itemsize}")
    joined = np.zeros(bits.shape[:-1], unsigned)
    for i in range(bits.shape[-1]):
        joined |= bits[..., i].astype(unsigned) << unsigned.type(width * i)
    return joined.view(dtype)
