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

from collections.abc import Callable, Sequence
from math import prod
from typing import TypeAlias

import numpy as np

from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import nearest_axis, repeated_dimensions

from ...numerics.arithmetic import Binary
from .values import PAIRWISE

IN_ORDER = 32
"""The most elements that are combined from the first to the last; more of them are combined as a balanced tree."""

Arrays: TypeAlias = tuple[Array, ...]

Combine: TypeAlias = Callable[..., Arrays]
"""Combines arrays, the first half of its operands, with as many others."""

_LARGE = 1 << 14
"""Of as many elements several rounds are taken together, so that memory is read and written less often."""


def of_single(combine: Binary) -> Combine:
    """A function of two arrays in the form that is asked for here."""
    return lambda left, right: (combine(left, right),)


def combined_in_order(
    combine: Combine, values: Arrays, axes: Sequence[int], init: Arrays | None = None
) -> Arrays:
    """`values`, arrays of one shape, combined along `axes`, which have at least one element; `init` comes first."""
    moved = tuple([np.moveaxis(v, sorted(axes), range(len(axes))) for v in values])
    sizes, kept = moved[0].shape[: len(axes)], moved[0].shape[len(axes) :]
    if prod(sizes) <= IN_ORDER:
        first, *others = [tuple([v[index] for v in moved]) for index in np.ndindex(sizes)]
        result = first if init is None else combine(*init, *first)
        for each in others:
            result = combine(*result, *each)
        return result
    repeated = [axis for axis in repeated_dimensions(moved) if axis < len(axes)]
    leading = next((axis for axis in range(len(axes)) if axis not in repeated), len(axes))
    if prod(sizes[:leading]) > 1:
        rows = tuple([v[(0,) * leading].reshape(prod(sizes[leading:]), *kept) for v in moved])
        result = _of_copies(combine, rows, prod(sizes))
    elif prod([sizes[axis] for axis in repeated]) > 1:
        result = _of_blocks(combine, moved, sizes)
    else:
        rows = tuple([v.reshape(prod(sizes), *kept) for v in moved])
        result = neighbours_combined(combine, rows)
    return result if init is None else combine(*init, *result)


def neighbours_combined(combine: Combine, rows: Arrays, last: Arrays | None = None) -> Arrays:
    """Neighbours along the first dimension combined until one is left; `last` stands behind the others."""
    while (count := len(rows[0])) > 1:
        width = min(_rounds_together(rows[0]), 1 << count.bit_length() - 1)
        whole = count // width * width
        behind = [tuple([v[i] for v in rows]) for i in range(whole, count)]
        behind += [] if last is None else [last]
        rows = _joined(combine, [tuple([v[i:whole:width] for v in rows]) for i in range(width)])
        last = _joined(combine, behind) if behind else None
    result = tuple([v[0] for v in rows])
    return result if last is None else combine(*result, *last)


def _rounds_together(rows: Array) -> int:
    """How many neighbours are combined before others: fewer where they are next to each other in memory."""
    if rows.size < _LARGE:
        return 2
    return 4 if nearest_axis(rows) == 0 else 32


def _joined(combine: Combine, parts: Sequence[Arrays]) -> Arrays:
    """The tree of neighbours among these."""
    if len(parts) == 1:
        return parts[0]
    half = 1 << (len(parts) - 1).bit_length() - 1
    return combine(*_joined(combine, parts[:half]), *_joined(combine, parts[half:]))


def _of_copies(combine: Combine, rows: Arrays, count: int) -> Arrays:
    """`neighbours_combined` of `count` rows, which are `rows` again and again: so are the pairs, but for the last."""
    last = tuple([v[(count - 1) % len(v)] for v in rows])
    while count - 1 > (length := len(rows[0])):
        if not count & 1:
            last = combine(*[v[(count - 2) % length] for v in rows], *last)
        if length & 1:
            rows = tuple([np.concatenate((v, v)) for v in rows])
        rows = combine(*[v[0::2] for v in rows], *[v[1::2] for v in rows])
        count = (count + 1) // 2
    return neighbours_combined(combine, tuple([v[: count - 1] for v in rows]), last)


def _of_blocks(combine: Combine, moved: Arrays, sizes: tuple[int, ...]) -> Arrays:
    """`neighbours_combined` of repeated elements along the first dimensions, of which a block at a time is stored."""
    count = prod(sizes)
    results: list[Arrays] = []
    for start in range(0, count, PAIRWISE):
        at = np.unravel_index(np.arange(start, min(start + PAIRWISE, count)), sizes)
        results.append(neighbours_combined(combine, tuple([v[at] for v in moved])))
    return neighbours_combined(combine, tuple([np.stack(each) for each in zip(*results, strict=True)]))
