"""The order in which elements are combined: that of one tree, which depends on their number alone.

The specification takes a tree whose leaves, from left to right, are the elements in ascending order: an element only
ever meets what is next to it. Elements are numbered in row-major order, and

- up to `IN_ORDER` of them are combined from the first to the last;
- of more, neighbours are combined, then neighbours among the results, until one is left. The last one of an odd number
  waits for the next round.

Each step is that of the body, rounded to the element type. Only elementwise functions are called, whose bits IEEE 754
fixes: the order in which `np.sum` adds depends on strides, on the version and on the machine, and is not of this kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any, TypeAlias

import numpy as np

from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import nearest_axis, repeated_dimensions

from ...rounded import compiled
from .values import PAIRWISE

IN_ORDER = 32
"""The most elements that are combined from the first to the last; more of them are combined as a balanced tree."""

_LARGE = 1 << 14
"""Of as many elements several rounds are taken together, so that memory is read and written less often."""

_FEW = 8
"""NumPy is slow where fewer results than so many are next to each other in memory."""


class Several:
    """Arrays of one shape that are combined together, indexed as one of them is."""

    def __init__(self, arrays: Iterable[Array]):
        self.arrays = tuple(arrays)

    def __len__(self) -> int:
        return len(self.arrays[0])

    def __getitem__(self, index: Any) -> Several:
        return Several([array[index] for array in self.arrays])


SummedRows: TypeAlias = "Array | Several"

Combine: TypeAlias = Callable[[Any, Any], Any]
"""Combines arrays, or several of them, with as many others."""


def arrays_of(rows: SummedRows) -> tuple[Array, ...]:
    """The arrays that are combined together."""
    return rows.arrays if isinstance(rows, Several) else (rows,)


def rows_of(arrays: Sequence[Array]) -> SummedRows:
    """Arrays to be combined together."""
    return arrays[0] if len(arrays) == 1 else Several(arrays)


def combined_in_order(
    combine: Combine, values: SummedRows, axes: Sequence[int], init: SummedRows | None = None
) -> Any:
    """`values` combined along `axes`, which have at least one element; `init` comes first."""
    others = [axis for axis in range(arrays_of(values)[0].ndim) if axis not in axes]
    moved = [v.transpose(*sorted(axes), *others) for v in arrays_of(values)]
    sizes, kept = moved[0].shape[: len(axes)], moved[0].shape[len(axes) :]
    if prod(sizes) <= IN_ORDER:
        rows = rows_of(moved)
        first, *behind = np.ndindex(sizes)
        result = rows[first] if init is None else combine(init, rows[first])
        for index in behind:
            result = combine(result, rows[index])
        return result
    repeated = [axis for axis in repeated_dimensions(moved) if axis < len(axes)]
    leading = next((axis for axis in range(len(axes)) if axis not in repeated), len(axes))
    if prod(sizes[:leading]) > 1:
        period = [v[(slice(1),) * leading].reshape(prod(sizes[leading:]), *kept) for v in moved]
        result = _of_copies(combine, rows_of(period), prod(sizes))
    elif prod([sizes[axis] for axis in repeated]) > 1:
        result = _of_blocks(combine, rows_of(moved), sizes)
    else:
        result = neighbours_combined(combine, rows_of([_as_rows(v, len(axes)) for v in moved]))
    return result if init is None else combine(init, result)


def _as_rows(moved: Array, axes: int) -> Array:
    """The first dimensions as one. Where elements must be moved in memory, those to be combined come together."""
    kept = moved.shape[axes:]
    last = moved.transpose(*range(axes, moved.ndim), *range(axes)).reshape(*kept, prod(moved.shape[:axes]))
    last = np.ascontiguousarray(last) if prod(kept) < _FEW else last
    return last.transpose(len(kept), *range(len(kept)))


def neighbours_combined(combine: Combine, rows: SummedRows, last: Any = None) -> Any:
    """Neighbours along the first dimension combined until one is left; `last` stands behind the others."""
    if isinstance(rows, np.ndarray) and last is None:
        result = compiled.trees(combine, rows)
        if result is not None:
            return result
    while (count := len(rows)) > 1:
        if arrays_of(rows)[0].size >= _LARGE and count >= 4:
            rows, behind = _several_rounds(combine, rows)
            behind += [] if last is None else [last]
            last = _joined(combine, behind) if behind else None
            continue
        if count & 1:
            last = rows[-1] if last is None else combine(rows[-1], last)
            count -= 1
        rows = combine(rows[0:count:2], rows[1:count:2])
    return rows[0] if last is None else combine(rows[0], last)


def _several_rounds(combine: Combine, rows: SummedRows) -> tuple[SummedRows, list[SummedRows]]:
    """Groups of neighbours combined, fewer where they are next to each other in memory, and the rows behind them."""
    count = len(rows)
    width = min(4 if nearest_axis(arrays_of(rows)[0]) == 0 else 8, 1 << count.bit_length() - 1)
    whole = count // width * width
    groups = _joined(combine, [rows[i:whole:width] for i in range(width)])
    return groups, [rows[i] for i in range(whole, count)]


def _joined(combine: Combine, parts: Sequence[SummedRows]) -> Any:
    """The tree of neighbours among these."""
    if len(parts) == 1:
        return parts[0]
    half = 1 << (len(parts) - 1).bit_length() - 1
    left, right = _joined(combine, parts[:half]), _joined(combine, parts[half:])
    if half > 1 and isinstance(combine, np.ufunc) and isinstance(left, np.ndarray):
        return combine(left, right, left)  # which nobody else reads
    return combine(left, right)


def _of_copies(combine: Combine, rows: SummedRows, count: int) -> Any:
    """`neighbours_combined` of `count` rows, which are `rows` again and again: so are the pairs, but for the last."""
    last = rows[(count - 1) % len(rows)]
    while count - 1 > (length := len(rows)):
        if not count & 1:
            last = combine(rows[(count - 2) % length], last)
        pairs = np.arange(0, 2 * length if length & 1 else length, 2)
        rows = combine(rows[pairs % length], rows[(pairs + 1) % length])
        count = (count + 1) // 2
    return neighbours_combined(combine, rows[: count - 1], last)


def _of_blocks(combine: Combine, moved: SummedRows, sizes: tuple[int, ...]) -> Any:
    """`neighbours_combined` of repeated elements along the first dimensions, of which a block at a time is stored."""
    count = prod(sizes)
    results: list[tuple[Array, ...]] = []
    for start in range(0, count, PAIRWISE):
        at = np.unravel_index(np.arange(start, min(start + PAIRWISE, count)), sizes)
        results.append(arrays_of(neighbours_combined(combine, moved[at])))
    return neighbours_combined(combine, rows_of([np.stack(each) for each in zip(*results, strict=True)]))
