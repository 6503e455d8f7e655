"""Ops on sliding windows (spec: reduce_window, select_and_scatter), and the windows themselves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod

import numpy as np
from xdsl.dialects.builtin import DenseArrayBase

from xdsl_stablehlo.dialects.stablehlo import ReduceWindowOp, SelectAndScatterOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.ops.combining.windows import Padding, padding_pairs
from xdsl_stablehlo.interpreter.kernels.ops.movement.data_movement import eval_pad
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import (
    Varying,
    any_varying,
    is_repetitive,
    repeated_dimensions,
    window_view,
)

from ....numerics.nans import one_nan
from ...support.reducer_bodies import (
    Monoid,
    combine_at,
    computes_elementwise,
    fold_windows,
    reducer_exactness,
)
from ...support.sums import IN_ORDER
from ...support.table import Cost, XlaCost, register_made
from ...support.values import RegionBody, apply, argument_dtypes
from ..movement.data_movement import eval_reshape
from .reduction import eval_reduce


def dilate_and_pad(operand: Array, value: Array, padding: Padding, base_dilations: Sequence[int]) -> Array:
    """`operand` with `base_dilations[d] - 1` copies of `value` between its elements and `padding[d]` around them.

    Negative padding removes elements. A view of `operand` where nothing is inserted.
    """
    return eval_pad(
        operand,
        value,
        edge_padding_low=[low for low, _ in padding],
        edge_padding_high=[high for _, high in padding],
        interior_padding=[dilation - 1 for dilation in base_dilations],
    )


def sliding_windows(
    operand: Array, dimensions: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> Array:
    """Every window of `operand` as a view of shape [number of windows..., window dimensions...]."""
    counts = window_counts(operand.shape, dimensions, strides, dilations)
    return window_view(operand, counts, dimensions, strides, dilations)


def window_counts(
    shape: Sequence[int], dimensions: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> list[int]:
    """The number of windows along each dimension."""
    counts: list[int] = []
    for size, window, stride, dilation in zip(shape, dimensions, strides, dilations, strict=True):
        extent = window_extent(window, dilation)
        counts.append(0 if size == 0 or extent > size else (size - extent) // stride + 1)
    return counts


def window_extent(window: int, dilation: int) -> int:
    """The distance from the first to behind the last element of a window with elements `dilation` apart."""
    return (window - 1) * dilation + 1 if window else 0


def first_window(
    array: Array, repeated: Sequence[int], dimensions: Sequence[int], dilations: Sequence[int]
) -> Array:
    """The array reduced to the first window along the `repeated` dimensions."""
    extents = map(window_extent, dimensions, dilations)
    return array[tuple([slice(n) if axis in repeated else slice(None) for axis, n in enumerate(extents)])]


def adds_elements(low: int, high: int, dilation: int) -> bool:
    """Whether padding and dilation may insert elements."""
    return low > 0 or high > 0 or dilation > 1


def eval_reduce_window(
    *operands: Array,
    window_dimensions: Sequence[int],
    window_strides: Sequence[int],
    base_dilations: Sequence[int],
    window_dilations: Sequence[int],
    padding: Padding,
    body: RegionBody,
) -> tuple[Array, ...]:
    """Reduce every window of the inputs, padded with the init values, by `body`.

    `operands` are the inputs followed by as many rank-0 init values; all inputs have one shape.
    """
    count = len(operands) // 2
    init_values = operands[count:]
    at = [axis for axis, of in enumerate(zip(window_dimensions, padding)) if of != (1, (0, 0))]
    steps = {*window_strides, *base_dilations, *window_dilations}
    if count == len(at) == 1 and steps == {1} and body.elementwise and not is_repetitive(operands[0]):
        monoid, size = body.once(Monoid.of), window_dimensions[at[0]]
        if monoid is not None and size > IN_ORDER and padding[at[0]] == (size - 1, 0):
            values, init = [each.astype(monoid.dtype, copy=False) for each in operands]
            return (_running(monoid, values.swapaxes(0, at[0]), init, size).swapaxes(0, at[0]),)
    inputs = [
        dilate_and_pad(each, init, padding, base_dilations)
        for each, init in zip(operands[:count], init_values, strict=True)
    ]
    shape = window_counts(inputs[0].shape, window_dimensions, window_strides, window_dilations)
    repeated = repeated_dimensions(inputs) if body.elementwise else ()
    if repeated:
        inputs = [first_window(x, repeated, window_dimensions, window_dilations) for x in inputs]
    if body.elementwise and prod(window_dimensions) > IN_ORDER:
        dtypes = argument_dtypes(body)
        folded = tuple([x.astype(t, copy=False) for x, t in zip(inputs, dtypes)])
        # From the last dimension to the first, so that only what is next to each other in row-major order is combined.
        windows = [*enumerate(zip(window_dimensions, window_strides, window_dilations, strict=True))]
        for axis, of in reversed(windows):
            folded = fold_windows(body, folded, axis, *of)
        given = apply(body, *[x.astype(t, copy=False) for x, t in zip(init_values, dtypes)], *folded)
    else:
        windows = [sliding_windows(x, window_dimensions, window_strides, window_dilations) for x in inputs]
        rank = inputs[0].ndim
        given = eval_reduce(*windows, *init_values, dimensions=range(rank, 2 * rank), body=body)
    return tuple([np.broadcast_to(each, shape) for each in given]) if repeated else given


def _running(monoid: Monoid, ends: Array, init: Array, size: int) -> Array:
    """Windows of the `size` elements up to each one, along the first dimension, with init values before the first.

    The order is that of `fold_windows`; windows that lie before the first element are all the same.
    """
    before = init  # the first element; `ends` are windows of `width` elements by their last element
    folded: tuple[Array, Array] | None = None
    for width in [1 << k for k in range(size.bit_length())]:
        if size & width and folded is None:
            folded = ends, before
        elif size & width and folded is not None:
            first, outside = folded
            folded = _behind(monoid, first, outside, ends, width), monoid.combine(outside, before)
        if size >= 2 * width:
            ends, before = _behind(monoid, ends, before, ends, width), monoid.combine(before, before)
    assert folded is not None
    return one_nan(monoid.combine(init, folded[0]))


def _behind(monoid: Monoid, left: Array, outside: Array, right: Array, width: int) -> Array:
    """Each of `right` combined with the one of `left` that ends `width` elements before it, or with `outside`."""
    result: Array = np.empty(left.shape, left.dtype)
    for part, first in ((slice(width), outside), (slice(width, None), left[:-width])):
        if isinstance(monoid.combine, np.ufunc):
            monoid.combine(first, right[part], result[part])
        else:
            result[part] = monoid.combine(first, right[part])
    return result


def eval_select_and_scatter(
    operand: Array,
    source: Array,
    init_value: Array,
    *,
    window_dimensions: Sequence[int],
    window_strides: Sequence[int],
    padding: Padding,
    select: RegionBody,
    scatter: RegionBody,
) -> Array:
    """Scatter each element of `source`, one per window, to the element of `operand` that `select` chooses.

    Elements that reach the same place are combined by `scatter`, beginning with `init_value`, in the order of `source`.
    Padding is never chosen; a window of padding alone scatters nothing.
    """
    chosen = _selected_indices(operand, window_dimensions, window_strides, padding, select)
    inside = chosen >= 0
    result: Array = np.full(operand.size, init_value, init_value.dtype)
    combine_at(scatter, (result,), chosen[inside], (source[inside],))
    return result.reshape(operand.shape)


def _selected_indices(
    operand: Array, dimensions: Sequence[int], strides: Sequence[int], padding: Padding, select: RegionBody
) -> Array:
    """For each window the flat index in `operand` of the element that `select` keeps; -1 in a window of padding."""
    ones = (1,) * operand.ndim
    numbers = eval_reshape(np.arange(operand.size, dtype=np.int64), shape=operand.shape)
    numbers = dilate_and_pad(numbers, np.asarray(-1), padding, ones)
    numbers = sliding_windows(numbers, dimensions, strides, ones)
    flat = operand.reshape(-1)
    shape = numbers.shape[: operand.ndim]
    chosen = np.full(shape, -1, np.int64)
    if not operand.size or not chosen.size:
        return chosen
    for position in np.ndindex(*dimensions):
        candidate = numbers[(..., *position)]
        (keep,) = apply(select, flat[chosen], flat[candidate])
        chosen = np.where((candidate >= 0) & ((chosen < 0) | ~keep), candidate, chosen)
    return chosen


def ints_or_ones(array: DenseArrayBase | None, rank: int) -> tuple[int, ...]:
    """The integers of an optional attribute that has a default of ones."""
    return (1,) * rank if array is None else ints(array)


def _reduce_window(op: ReduceWindowOp) -> partial[tuple[Array, ...]]:
    rank = ranked(op.inputs[0]).get_num_dims()
    return partial(
        eval_reduce_window,
        window_dimensions=ints(op.window_dimensions),
        window_strides=ints_or_ones(op.window_strides, rank),
        base_dilations=ints_or_ones(op.base_dilations, rank),
        window_dilations=ints_or_ones(op.window_dilations, rank),
        padding=padding_pairs(op.padding, rank),
    )


def _select_and_scatter(op: SelectAndScatterOp) -> partial[Array]:
    rank = ranked(op.operand).get_num_dims()
    window, strides = ints_or_ones(op.window_dimensions, rank), ints_or_ones(op.window_strides, rank)
    padding = padding_pairs(op.padding, rank)
    return partial(eval_select_and_scatter, window_dimensions=window, window_strides=strides, padding=padding)


def _select_and_scatter_work(op: SelectAndScatterOp) -> int:
    window = ints_or_ones(op.window_dimensions, ranked(op.operand).get_num_dims())
    return prod(ranked(op.source).get_shape()) * prod(window)


def _reduce_window_varying(op: ReduceWindowOp, operands: Sequence[Varying]) -> Varying:
    rank = ranked(op.inputs[0]).get_num_dims()
    if not computes_elementwise(op.body):
        return (True,) * rank
    padding, dilations = padding_pairs(op.padding, rank), ints_or_ones(op.base_dilations, rank)
    along = any_varying(rank, operands[: len(op.inputs)])
    return tuple([v or adds_elements(*p, d) for v, p, d in zip(along, padding, dilations, strict=True)])


def _reduce_window_work(op: ReduceWindowOp) -> int:
    window = ints(op.window_dimensions)
    sizes = [prod(ranked(value).get_shape()) for value in (op.inputs[0], op.results[0])]
    # Large windows are put together in steps that double.
    steps = prod(window) if prod(window) <= IN_ORDER else 2 * sum(size.bit_length() for size in window)
    return len(op.results) * max(sizes) * steps


register_made(
    ReduceWindowOp,
    _reduce_window,
    cost=Cost(100_000, 1, work=_reduce_window_work, varying=_reduce_window_varying),
    xla=XlaCost(10, 0.3, "windows", 1.2),
    regions=("body",),
    exactness=lambda op: reducer_exactness(op.body),
)
register_made(
    SelectAndScatterOp,
    _select_and_scatter,
    cost=Cost(60_000, 15, work=_select_and_scatter_work),
    xla=XlaCost(500, 16, "operands", 15),
    regions=("select", "scatter"),
    exactness=lambda op: reducer_exactness(op.scatter),
)
