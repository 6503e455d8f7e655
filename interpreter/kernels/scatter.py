"""scatter: every update finds its element of the result, then all of them are combined (spec: scatter)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod

import numpy as np

from ...dialects.stablehlo import ScatterOp
from ...dialects.stablehlo.constraints import ranked
from ...dialects.stablehlo.rules.scatter import ScatterDims
from ...element_types import Array
from .indexing import all_inside, batch_positions, broadcast, index_vectors
from .reducer_bodies import combine_at, is_replacement, reducer_exactness
from .regions import RegionBody, result_dtypes
from .table import Cost, Exactness, register


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


def flat_index(index: Sequence[Array], shape: tuple[int, ...]) -> Array:
    """Where the elements at `index` lie in a tensor of `shape`, in row-major order."""
    flat: Array = np.zeros((), np.int64)
    for axis, position in enumerate(index):
        stride = prod(shape[axis + 1 :])
        scaled = position if stride == 1 else position * stride
        flat = scaled if axis == 0 else flat + scaled
    return flat


def inside_of(index: Sequence[Array], shape: tuple[int, ...]) -> Array | None:
    """Which elements of `index` are inside of a tensor of `shape`; None where all of them are."""
    crossing = [(p, size) for p, size in zip(index, shape, strict=True) if not all_inside(p, size)]
    if not crossing:
        return None
    inside: Array = np.ones((), np.bool_)
    for position, size in crossing:
        inside = inside & (position >= 0) & (position < size)
    return inside


def result_index(
    scatter_indices: Array, updates: tuple[int, ...], shape: tuple[int, ...], dimensions: ScatterDims
) -> list[Array]:
    """For each dimension of the inputs the index that updates go to, as arrays that broadcast to `updates`."""
    d = dimensions
    batch, starts = index_vectors(scatter_indices, d.index_vector_dim)
    rank = len(updates)
    window = set(d.update_window_dims)
    # Index vectors stand for all updates of their window.
    spread = [1 if axis in window else updates[axis] for axis in range(rank)]
    zero: Array = np.zeros((1,) * rank, np.int64)
    index = [zero] * len(shape)
    for axis, start in zip(d.scatter_dims_to_operand_dims, starts, strict=True):
        index[axis] = start.reshape(spread)
    positions = batch_positions(batch, d.scatter_indices_batching_dims, d.index_vector_dim)
    for axis, position in zip(d.input_batching_dims, positions, strict=True):
        index[axis] = np.broadcast_to(position, batch).reshape(spread)
    dropped = {*d.inserted_window_dims, *d.input_batching_dims}
    windowed = [axis for axis in range(len(shape)) if axis not in dropped]
    for axis, update_axis in zip(windowed, d.update_window_dims, strict=True):
        along = [1] * rank
        along[update_axis] = updates[update_axis]
        index[axis] = index[axis] + np.arange(updates[update_axis], dtype=np.int64).reshape(along)
    return index


def _scatter_exactness(op: ScatterOp) -> Exactness:
    if is_replacement(op.update_computation.block):
        return Exactness.EXACT
    return reducer_exactness(op.update_computation)


register(
    ScatterOp,
    lambda op: partial(eval_scatter, dimensions=ScatterDims.of(op.scatter_dimension_numbers)),
    cost=Cost(
        25_000, 15, work=lambda op: sum(prod(ranked(x).get_shape()) for x in (*op.inputs, *op.updates))
    ),
    regions=("update_computation",),
    exactness=_scatter_exactness,
    in_place=True,
)
