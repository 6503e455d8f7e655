"""Ops that read and write parts of a tensor (spec: slice, dynamic_slice, gather, scatter, ...)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import ScatterOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import GatherDims, ScatterDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import Varying, broadcast, first_along, repeated_dimensions, window_view

from ....interface.errors import EvaluationError
from ...support.positions import (
    all_inside,
    batch_positions,
    flat_index,
    index_vectors,
    inside_of,
    result_index,
)
from ...support.reducer_bodies import combine_at, is_replacement, reducer_exactness
from ...support.table import FIRST, FIRST_TWO, XLA_MOVED, Cost, Exactness, XlaCost, register, view
from ...support.values import RegionBody, result_dtypes


def eval_slice(
    operand: Array, *, start_indices: Sequence[int], limit_indices: Sequence[int], strides: Sequence[int]
) -> Array:
    """The elements from `start_indices` to before `limit_indices`, every `strides`-th: a view."""
    return operand[tuple(map(slice, start_indices, limit_indices, strides))]


def eval_dynamic_slice(operand: Array, *start_indices: Array, slice_sizes: Sequence[int]) -> Array:
    """The slice of `slice_sizes` at `start_indices`, moved so that it lies inside: a view."""
    return operand[_window(operand, start_indices, slice_sizes)]


def eval_dynamic_update_slice(
    operand: Array, update: Array, *start_indices: Array, owned: bool = False
) -> Array:
    """`operand` with `update` written at `start_indices`, moved so that it lies inside.

    An `owned` operand is written to: a loop that fills a tensor slice by slice takes linear time.
    """
    if update.shape == operand.shape:
        return update
    result = operand if owned else operand.copy()
    result[_window(operand, start_indices, update.shape)] = update
    return result


def _window(operand: Array, start_indices: Sequence[Array], sizes: Sequence[int]) -> tuple[slice, ...]:
    window: list[slice] = []
    for start, size, dim in zip(start_indices, sizes, operand.shape, strict=True):
        first = max(0, min(int(start), dim - size))
        window.append(slice(first, first + size))
    return tuple(window)


def eval_gather(
    operand: Array, start_indices: Array, *, dimensions: GatherDims, slice_sizes: Sequence[int]
) -> Array:
    """A slice of `operand` for each index vector in `start_indices`, moved so that it lies inside."""
    d = dimensions
    batch, starts = index_vectors(start_indices, d.index_vector_dim, wide=False)
    dropped = {*d.collapsed_slice_dims, *d.operand_batching_dims}
    shape = (*batch, *[size for axis, size in enumerate(slice_sizes) if axis not in dropped])
    if operand.size and (repeated := repeated_dimensions([operand])):
        # One index of those dimensions is as good as another.
        operand = first_along(operand, repeated)
        slice_sizes = [1 if axis in repeated else size for axis, size in enumerate(slice_sizes)]
    # windows[start] is the slice at `start`: a view of shape [starts..., slice_sizes...].
    counts = [size - window + 1 for size, window in zip(operand.shape, slice_sizes, strict=True)]
    windows = window_view(operand, counts, slice_sizes)
    at: dict[int, Array] = dict(zip(d.start_index_map, starts, strict=True))
    positions = batch_positions(batch, d.start_indices_batching_dims, d.index_vector_dim)
    at.update(zip(d.operand_batching_dims, positions, strict=True))
    # A slice as large as its dimension lies at 0: only the other dimensions are looked up.
    moving = [axis for axis in sorted(at) if windows.shape[axis] > 1]
    windows = windows[tuple([slice(None) if axis in moving else 0 for axis in range(operand.ndim)])]
    lookups = [broadcast(at[axis], batch) for axis in moving]
    found = [1] * len(batch)
    if not lookups:
        slices = windows
    else:
        if repeated := repeated_dimensions(lookups):
            lookups = [first_along(lookup, repeated) for lookup in lookups]
        found = lookups[0].shape
        slices = _looked_up(windows, lookups)
    kept = [size for axis, size in enumerate(slice_sizes) if axis not in dropped]
    slices = broadcast(slices.reshape((*found, *kept)), shape)
    offsets = tuple(range(len(batch), slices.ndim))
    return slices if offsets == d.offset_dims else np.moveaxis(slices, offsets, d.offset_dims)


_LOOKUPS = 1 << 15
"""The number of positions that are looked up while they are in the cache."""


def _looked_up(windows: Array, lookups: Sequence[Array]) -> Array:
    """The elements of `windows` at positions along their first dimensions, which are moved to the nearest inside."""
    if len(lookups) == 1 and windows.flags.c_contiguous:
        flat, sizes = lookups[0].reshape(-1), windows.shape[1:]
        result = np.empty((flat.size, *sizes), windows.dtype)
        for start in range(0, flat.size, _LOOKUPS):
            part = flat[start : start + _LOOKUPS].astype(np.int64, copy=False)
            mode = "wrap" if all_inside(part, len(windows)) else "clip"
            windows.take(part, axis=0, mode=mode, out=result[start : start + _LOOKUPS])
        return result.reshape(*lookups[0].shape, *sizes)
    wide = [lookup.astype(np.int64, copy=False) for lookup in lookups]
    return windows[tuple([np.clip(lookup, 0, windows.shape[i] - 1) for i, lookup in enumerate(wide)])]


def eval_torch_index_select(operand: Array, index: Array, *, dim: int, batch_dims: int) -> Array:
    """For each element of `index` the slice of `operand` at that position along `dim`, clamped to be inside.

    The first `batch_dims` dimensions of both are walked together.
    """
    _, (positions,) = index_vectors(index, index.ndim)
    if positions.size and not operand.shape[dim]:
        raise EvaluationError(f"selects {positions.size} slices along dimension {dim}, of size 0")
    positions = np.clip(positions, 0, operand.shape[dim] - 1)
    # [batch..., dim, before..., after...] indexed by batch positions and the index leaves [batch..., index...] first.
    moved = np.moveaxis(operand, dim, batch_dims)
    at = batch_positions(positions.shape, range(batch_dims), index.ndim)
    selected = moved[(*at, positions)]
    kept = range(index.ndim, index.ndim + dim - batch_dims)
    return np.moveaxis(selected, kept, range(batch_dims, dim))


def _window_varying(_: hlo.SliceOp | hlo.DynamicSliceOp, operands: Sequence[Varying]) -> Varying:
    return operands[0]


register(hlo.SliceOp, eval_slice, cost=view(_window_varying), xla=XLA_MOVED, moves=FIRST)
register(hlo.DynamicSliceOp, eval_dynamic_slice, cost=view(_window_varying), xla=XLA_MOVED, moves=FIRST)
register(hlo.DynamicUpdateSliceOp, eval_dynamic_update_slice, xla=XLA_MOVED, moves=FIRST_TWO, in_place=True)


def _gather_varying(op: hlo.GatherOp, operands: Sequence[Varying]) -> Varying:
    of_operand, of_indices = operands
    d = GatherDims.of(op.dimension_numbers)
    dropped = {*d.collapsed_slice_dims, *d.operand_batching_dims}
    offsets = iter([varies for axis, varies in enumerate(of_operand) if axis not in dropped])
    looked_up = any(of_operand[axis] for axis in d.start_index_map)
    batch = [varies and looked_up for varies in of_indices]
    for theirs, axis in zip(d.start_indices_batching_dims, d.operand_batching_dims, strict=True):
        batch[theirs] = batch[theirs] or of_operand[axis]
    if d.index_vector_dim < len(batch):
        del batch[d.index_vector_dim]
    others = iter(batch)
    rank = len(batch) + len(d.offset_dims)
    return tuple([next(offsets if dim in d.offset_dims else others) for dim in range(rank)])


def _gather_work(op: hlo.GatherOp) -> int:
    indices = prod(ranked(op.start_indices).get_shape())
    return prod(ranked(op.result).get_shape()) + 20 * indices


def _gathered(op: hlo.GatherOp, operands: Sequence[Array]) -> int:
    return operands[1].size * prod(ints(op.slice_sizes))


register(
    hlo.GatherOp,
    eval_gather,
    bind=lambda op: {"dimensions": GatherDims.of(op.dimension_numbers)},
    cost=Cost(50_000, 1, work=_gather_work, max_elements=_gathered, reads_all=False, varying=_gather_varying),
    xla=XlaCost(170, 2, here=30),
    moves=FIRST,
)
register(hlo.TorchIndexSelectOp, eval_torch_index_select, cost=Cost(20_000, 10), moves=FIRST)


def eval_scatter(
    *operands: Array, dimensions: ScatterDims, update_computation: RegionBody, owned: bool = False
) -> tuple[Array, ...]:
    """The inputs with slices at `scatter_indices` combined with `updates` by `update_computation`.

    `operands` are the inputs, the scatter indices, and one tensor of updates for each input. Updates are taken in
    row-major order; those whose element would be out of bounds are skipped, each on its own. The first input is
    written to if it is `owned`.
    """
    count = len(operands) // 2
    inputs, scatter_indices, updates = operands[:count], operands[count], operands[count + 1 :]
    shape = inputs[0].shape
    index = result_index(scatter_indices, updates[0].shape, shape, dimensions)
    flat = broadcast(flat_index(index, shape), updates[0].shape)
    inside = inside_of(index, shape)
    dtypes = update_computation.once(result_dtypes)
    results: list[Array] = []
    for x, dtype in zip(inputs, dtypes, strict=True):
        reused = owned and x is inputs[0] and x.dtype == dtype and x.flags.c_contiguous
        results.append(x if reused else x.astype(dtype, order="C"))
    given = [u.astype(t, copy=False) for u, t in zip(updates, dtypes, strict=True)]
    if inside is None:
        flat, *given = [x.reshape(-1) for x in (flat, *given)]
    else:
        inside = broadcast(inside, flat.shape)
        flat, *given = [x[inside] for x in (flat, *given)]
    combine_at(update_computation, tuple([r.reshape(-1) for r in results]), flat, tuple(given))
    return tuple(results)


def _scatter_exactness(op: ScatterOp) -> Exactness:
    if is_replacement(op.update_computation.block):
        return Exactness.EXACT
    return reducer_exactness(op.update_computation)


register(
    ScatterOp,
    eval_scatter,
    bind=lambda op: {"dimensions": ScatterDims.of(op.scatter_dimension_numbers)},
    cost=Cost(25_000, 8, work=lambda op: sum(prod(ranked(x).get_shape()) for x in (*op.inputs, *op.updates))),
    xla=XlaCost(2_400, 2, "updates", 50),
    regions=("update_computation",),
    exactness=_scatter_exactness,
    in_place=True,
)
