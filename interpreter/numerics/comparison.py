"""Comparison: the relations by name, and IEEE 754's total order as an order of integers."""

from __future__ import annotations

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from .arithmetic import Binary
from .parts import parts

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
    return lambda lhs, rhs: compare(total_order_key(lhs, width, signed), total_order_key(rhs, width, signed))


def total_order_key(floats: Array, width: int, signed: bool) -> Array:
    """Integers ordered as the floats are: two's complement made of sign and magnitude."""
    size = floats.dtype.itemsize
    if not signed:
        return floats.view(f"u{size}")
    bits = floats.view(f"i{size}") << (8 * size - width)
    magnitude = (1 << (8 * size - 1)) - 1
    return bits ^ ((bits >> (8 * size - 1)) & magnitude)


def lexicographic(direction: str, compare: Binary, equal: Binary) -> Binary:
    """The comparison of complex numbers as pairs, `compare` being that of the parts in `direction`."""

    def compare_pairs(lhs: Array, rhs: Array) -> Array:
        (a, b), (c, d) = parts(lhs), parts(rhs)
        if direction == "EQ":
            return np.logical_and(equal(a, c), equal(b, d))
        if direction == "NE":
            return np.logical_or(compare(a, c), compare(b, d))
        return np.where(equal(a, c), compare(b, d), compare(a, c))

    return compare_pairs
