"""Arguments that go everywhere: special values, all magnitudes, random bits."""

from __future__ import annotations

import numpy as np

from tests.helpers.oracle import Array, dtype_named

SPECIAL = (
    *(0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, -0.5, 1.5, 2.5, -2.5, 2.0, 3.0, -3.0),
    *(1e-40, 1e-310, 3e38, 1e308, 100.0, -100.0, 709.0, -745.0, 88.0, -104.0, 0.49999999999999994),
)
"""Zeros, ties, infinities, and where functions over- and underflow."""

_LARGEST_EXPONENT = {"f16": 8, "f32": 80, "bf16": 80, "f64": 600}


def wild(element_type: str, count: int, seed: int = 0) -> Array:
    """`count` elements of a type: for floats `SPECIAL` ones, ordinary and extreme sizes and random bits."""
    rng = np.random.default_rng(seed)
    dtype = dtype_named(element_type)
    if dtype == np.bool_:
        return rng.integers(0, 2, count).astype(dtype)
    if dtype.kind == "c":
        parts = wild("f32" if dtype == np.complex64 else "f64", 2 * count, seed)
        return parts.view(dtype)
    if element_type[0] in "iu":
        return _integers(element_type, count, rng)
    if dtype.itemsize == 1:
        width = int(element_type[1])
        return rng.integers(0, 1 << width, count).astype(np.uint8).view(dtype)
    quarter = count // 4
    sizes = np.exp(rng.uniform(-1, 1, quarter) * _LARGEST_EXPONENT[element_type])
    values = np.concatenate(
        [
            SPECIAL,
            rng.standard_normal(quarter),
            rng.standard_normal(quarter) * rng.choice([1e-8, 1e-3, 10.0, 1e3, 1e10], quarter),
            sizes * rng.choice([-1, 1], quarter),
        ]
    )
    bits = rng.integers(0, 256, (max(0, count - len(values)), dtype.itemsize), np.uint8)
    with np.errstate(all="ignore"):
        both = np.concatenate([values.astype(dtype), bits.view(dtype).reshape(-1)])
    rng.shuffle(both)
    return both[:count]


def _integers(element_type: str, count: int, rng: np.random.Generator) -> Array:
    """Integers of all magnitudes and both signs."""
    dtype, width = dtype_named(element_type), int(element_type.lstrip("ui"))
    if width < 8:
        return rng.integers(0, 1 << width, count).astype(np.uint8).astype(dtype)
    bits = rng.integers(0, 2**64 - 1, count, np.uint64, endpoint=True) >> np.uint64(64 - width)
    bits >>= rng.integers(0, width, count).astype(np.uint64)
    return np.where(rng.random(count) < 0.5, bits, np.uint64(0) - bits).astype(dtype)
