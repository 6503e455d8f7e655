"""Comparison: the relations by name, and IEEE 754's total order as an order of integers."""

from __future__ import annotations

import numpy as np

from ...elements import Array
from .kinds import Binary

ORDERED: dict[str, Binary] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "GE": np.greater_equal,
    "GT": np.greater,
    "LE": np.less_equal,
    "LT": np.less,
}
"""Each direction as NumPy compares numbers: with a NaN, only NE holds."""


def total_order(direction: str, width: int, signed: bool) -> Binary:
    """The comparison in IEEE 754's `totalOrder` of floats that are encoded in `width` bits.

    -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN, and equality is that of bits.
    `signed` says whether the encoding has a sign bit at its top.
    """
    compare = ORDERED[direction]

    def compare_keys(lhs: Array, rhs: Array) -> Array:
        return compare(_key(lhs, width, signed), _key(rhs, width, signed))

    return compare_keys


def _key(floats: Array, width: int, signed: bool) -> Array:
    """Integers ordered as the floats are: two's complement made of sign and magnitude."""
    size = floats.dtype.itemsize
    if not signed:
        return floats.view(f"u{size}")
    shift = 8 * size - width
    bits = floats.view(f"i{size}") << shift
    magnitude = (1 << (8 * size - 1)) - 1
    return bits ^ ((bits >> (8 * size - 1)) & magnitude)


def lexicographic(direction: str, compare: Binary, equal: Binary) -> Binary:
    """The comparison of complex numbers as pairs, `compare` being that of the parts in `direction`."""
    if direction == "EQ":
        return lambda lhs, rhs: equal(lhs.real, rhs.real) & equal(lhs.imag, rhs.imag)
    if direction == "NE":
        return lambda lhs, rhs: ~(equal(lhs.real, rhs.real) & equal(lhs.imag, rhs.imag))

    def pairs(lhs: Array, rhs: Array) -> Array:
        return np.where(equal(lhs.real, rhs.real), compare(lhs.imag, rhs.imag), compare(lhs.real, rhs.real))

    return pairs
