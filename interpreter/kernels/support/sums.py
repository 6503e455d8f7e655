"""Sums and products of many floats, in an order that depends on their number alone.

Elements are numbered in row-major order, and cut into blocks of `PAIRWISE` neighbours. A block is cut into `SECTIONS`
sections of equal length, which are combined position by position, by halves: the first 8 sections with the last 8, then
4 with 4. Elements that are left over at the end follow behind. The results of all blocks, one behind the other, are
combined in the same way, until at most `IN_ORDER` are left, which are combined from the first to the last.

Only NumPy's elementwise functions are used, whose bits IEEE 754 fixes. The order in which `np.sum` or `np.add.reduce`
add depends on strides, and may depend on the version and on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

import numpy as np

from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import farthest_axis, is_repetitive, varying_of

from ...numerics.arithmetic import Binary
from ...rounded import FAST
from .values import PAIRWISE

SECTIONS = 16
"""The number of sections of a block. Fewer of them leave more elements to be added as f64; more of them are shorter."""

IN_ORDER = 32
"""The most elements that are combined from the first to the last; more of them are combined as a balanced tree."""

_AT_ONCE = 1 << 14
"""Results of a step of `_sections` that are computed together: their operands fit the cache."""


def combined_in_order(
    combine: Binary, values: Array, axes: Sequence[int], first: np.dtype[Any], wide: np.dtype[Any]
) -> Array:
    """`values` combined along `axes`, which have at least one element, as an array of `wide`.

    The sections of the elements themselves are combined as `first`, everything else as `wide`.
    """
    if FAST.get() and isinstance(combine, np.ufunc):
        return combine.reduce(values, axis=tuple(axes), dtype=wide)
    kept = [size for axis, size in enumerate(values.shape) if axis not in axes]
    moved = np.moveaxis(values, sorted(axes), range(len(axes)))
    if len(axes) > 1 and is_repetitive(values):
        # A block at a time, each different one once: the rows as one array would store every element.
        rows, first = np.concatenate(list(_combined_blocks(combine, moved, len(axes), first, wide))), wide
    else:
        rows = moved.reshape(-1, *kept)
    while len(rows) > IN_ORDER:
        rows, first = combined_once(combine, rows, first, wide), wide
    rows = rows.astype(wide, copy=False)
    result = rows[0].astype(wide)
    for row in rows[1:]:
        result = combine(result, row)
    return result


def _combined_blocks(
    combine: Binary, moved: Array, axes: int, first: np.dtype[Any], wide: np.dtype[Any]
) -> Iterator[Array]:
    """`combined_once` of each block of the elements along the first `axes` dimensions, in their order."""
    sizes = moved.shape[:axes]
    count = prod(sizes)
    first_varying = next((i for i, varies in enumerate(varying_of(moved)[:axes]) if varies), axes)
    period = prod(sizes[first_varying:])
    known: dict[tuple[int, int], Array] = {}
    for start in range(0, count, PAIRWISE):
        length = min(PAIRWISE, count - start)
        key = start % period, length
        if key not in known:
            rows = moved[np.unravel_index(np.arange(start, start + length), sizes)]
            known[key] = combined_once(combine, rows, first, wide)
        yield known[key]


def combined_once(combine: Binary, rows: Array, first: np.dtype[Any], wide: np.dtype[Any]) -> Array:
    """The elements along the first dimension with the sections of each block combined, as an array of `wide`."""
    kept, count = rows.shape[1:], len(rows)
    blocks, last = divmod(count, PAIRWISE)
    lengths = PAIRWISE // SECTIONS, last // SECTIONS
    results = np.empty((blocks * lengths[0] + lengths[1] + last % SECTIONS, *kept), wide)
    done = blocks * lengths[0]
    if blocks:
        sections = rows[: count - last].reshape(blocks, SECTIONS, lengths[0], *kept)
        target = results[:done].reshape(blocks, lengths[0], *kept)
        _sections(combine, np.moveaxis(sections, 1, 0), target, first)
    if last:
        whole = count - last % SECTIONS
        sections = rows[count - last : whole].reshape(SECTIONS, lengths[1], *kept)
        _sections(combine, sections, results[done : done + lengths[1]], first)
        results[done + lengths[1] :] = rows[whole:]
    return results


def _sections(combine: Binary, sections: Array, results: Array, dtype: np.dtype[Any]) -> None:
    """Write the sections, which are along the first dimension, combined by halves to `results`."""
    if results.size > _AT_ONCE:
        axis = farthest_axis(sections[0])
        size = results.shape[axis]
        step = max(1, _AT_ONCE * size // results.size)
        before = (slice(None),) * axis
        if step < size:
            for start in range(0, size, step):
                part = slice(start, start + step)
                _sections(combine, sections[(slice(None), *before, part)], results[(*before, part)], dtype)
            return
    sections = sections.astype(dtype, copy=False)
    half = SECTIONS // 2
    while half > 1:
        sections = combine(sections[:half], sections[half:])
        half //= 2
    results[...] = combine(sections[0], sections[1])
