"""Rounding to a narrower float type, once.

ml_dtypes converts float64 to its types by way of float32, which rounds twice: -431.99999999999994 becomes -448 in
f8E4M3FN, not -416. Rounding to float32 "to odd" on the way keeps what the last rounding has to know
(Boldo, Melquiond: "When double rounding is odd", 2005), since float32 has more than two bits more than any of them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...elements import FLOAT_DTYPES, Array

TF32_DROPPED = 13
"""How many bits of a float32's fraction tf32 does not have."""


_SCALE = FLOAT_DTYPES["f8E8M0FNU"]


def rounding_from_f64(type_name: str) -> Callable[[Array], Array]:
    """The function that rounds float64 arrays to the nearest element of the float type, ties to even."""
    dtype = FLOAT_DTYPES[type_name]
    if type_name == "f64":
        return lambda values: values
    if type_name == "tf32":
        return lambda values: round_to_tf32(round_to_odd(values))
    if type_name in ("f32", "f16"):
        return lambda values: values.astype(dtype)
    if type_name == "f8E8M0FNU":
        return lambda values: _round_to_scale(round_to_odd(values))
    return lambda values: round_to_odd(values).astype(dtype)


def rounding_from_f32(type_name: str) -> Callable[[Array], Array]:
    """The function that rounds float32 arrays to the nearest element of the float type, ties to even."""
    if type_name == "tf32":
        return round_to_tf32
    if type_name == "f8E8M0FNU":
        return _round_to_scale
    dtype = FLOAT_DTYPES[type_name]
    return lambda values: values.astype(dtype)


def round_to_odd(values: Array) -> Array:
    """float64 to float32: exact values stay, of the two neighbours of all others the one with an odd last bit."""
    values = np.asarray(values)
    nearest = values.astype(np.float32)
    back = nearest.astype(np.float64)
    inexact = (back != values) & ~np.isnan(values)
    if not inexact.any():
        return nearest
    bits = nearest.view(np.uint32)
    # Away from zero by one unit at most: step back, then make the last bit say that something was cut off.
    bits = bits - (inexact & (np.abs(back) > np.abs(values)))
    return (bits | inexact).astype(np.uint32).view(np.float32)


def round_to_tf32(values: Array) -> Array:
    """float32 to the nearest float32 with 10 fraction bits, ties to even."""
    bits = np.asarray(values).view(np.uint32)
    half = np.uint32((1 << (TF32_DROPPED - 1)) - 1)
    rounded = bits + half + ((bits >> np.uint32(TF32_DROPPED)) & np.uint32(1))
    rounded &= np.uint32(0xFFFFFFFF << TF32_DROPPED & 0xFFFFFFFF)
    return np.where(np.isnan(values), np.float32(np.nan), rounded.view(np.float32))


def _round_to_scale(values: Array) -> Array:
    """float32 to the nearest f8E8M0FNU, the powers of two from 2**-127: 0 goes there too, negative numbers to NaN."""
    least = np.float32(2.0**-127)
    return np.where(values < 0, np.float32(np.nan), np.maximum(values, least)).astype(_SCALE)


def integers_to_f64(values: Array) -> Array:
    """Integers to float64, rounding to odd: what is rounded once more to a type of up to 24 bits stays right."""
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
