"""All inputs of small types, and how two results compare: to the bit, but for the bits of NaNs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.interpreter.numerics import quiet

from .drawn.samples import SPECIAL, wild
from .oracle import Array, dtype_named

SMALL_INTEGERS = ("i2", "ui2", "i4", "ui4")
SMALL_FLOATS = ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2")
HALVES = ("bf16", "f16")


def every(element_type: str) -> Array:
    """All elements of a type of at most 16 bits; special and random ones of others."""
    dtype = dtype_named(element_type)
    if dtype == np.bool_:
        return np.array([False, True])
    if element_type in ("i2", "ui2", "i4", "ui4"):
        width = int(element_type.lstrip("ui"))
        numbers = np.arange(1 << width) - (1 << width - 1 if element_type[0] == "i" else 0)
        return numbers.astype(np.int8 if element_type[0] == "i" else np.uint8).astype(dtype)
    if dtype.kind == "c" or dtype.itemsize > 2:
        return wild(element_type, 300)
    width = {"f4E2M1FN": 4, "f6E2M3FN": 6, "f6E3M2FN": 6}.get(element_type, 8 * dtype.itemsize)
    return np.arange(1 << width).astype(f"u{dtype.itemsize}").view(dtype)


def some(element_type: str) -> Array:
    """All elements of a type, or so few of them, special ones first, that three of them can be combined."""
    found = every(element_type)
    if len(found) <= 16:
        return found
    with np.errstate(all="ignore"):
        special = np.array(SPECIAL).astype(found.dtype)
    return np.concatenate([special, found[:: max(1, len(found) // 30)]])


def combined(element_types: Sequence[str]) -> list[Array]:
    """Arrays of one length that hold all combinations: of all elements for at most two types, of some for more."""
    many = len(element_types) > 2 or (len(element_types) == 2 and all(t in HALVES for t in element_types))
    columns = [some(t) if many else every(t) for t in element_types]
    grids = np.meshgrid(*[np.arange(len(column)) for column in columns], indexing="ij")
    return [column[grid.reshape(-1)] for column, grid in zip(columns, grids)]


def computed(module: ModuleOp, arguments: Sequence[Array]) -> list[Array]:
    """What `main` returns."""
    with quiet():
        return [np.asarray(result.array) for result in eval_module(module, arguments)]


def differing(before: Array, after: Array) -> Array:
    """Where two arrays differ: in a bit, if not both are NaN there."""
    assert (before.dtype, before.shape) == (after.dtype, after.shape)
    if before.dtype.kind == "c":
        part = np.float32 if before.itemsize == 8 else np.float64
        both = [np.ascontiguousarray(array).view(part).reshape(-1, 2) for array in (before, after)]
        return np.asarray(differing(both[0], both[1]).any(axis=1))
    bits = f"u{before.itemsize}"
    differ = np.ascontiguousarray(before).view(bits) != np.ascontiguousarray(after).view(bits)
    if before.dtype.kind == "f" or before.dtype.name.startswith(("float", "bfloat")):
        with quiet():
            differ &= ~((before != before) & (after != after))
    return differ
