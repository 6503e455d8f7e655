"""Where the slices of a gather and the updates of a scatter are: positions from index vectors."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import ScatterDims
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import broadcast, varying_part

_LARGEST = (1 << 63) - 1


def index_vectors(
    indices: Array, index_vector_dim: int, wide: bool = True
) -> tuple[tuple[int, ...], list[Array]]:
    """The shape without `index_vector_dim`, and for each component of the index vectors its array: of int64 if `wide`.

    Unsigned indices beyond int64 become its largest value: out of bounds like they are.
    """
    part = varying_part(indices)
    if indices.dtype == np.uint64:
        part = np.minimum(part, np.uint64(_LARGEST))
    indices = broadcast(part.astype(np.int64, copy=False) if wide else part, indices.shape)
    if index_vector_dim == indices.ndim:
        return indices.shape, [indices]
    kept = [axis for axis in range(indices.ndim) if axis != index_vector_dim]
    vectors = indices.transpose(index_vector_dim, *kept)
    return vectors.shape[1:], list(vectors)


def all_inside(positions: Array, size: int) -> bool:
    """Whether int64 `positions` are all at least 0 and less than `size`."""
    # As unsigned numbers, negative positions are beyond every size.
    return not positions.size or bool(positions.view(np.uint64).max() < np.uint64(size))


def batch_positions(
    batch: tuple[int, ...], batching_dims: Sequence[int], index_vector_dim: int
) -> list[Array]:
    """For each batching dimension of the indices the position along it, as arrays that broadcast to `batch`."""
    positions: list[Array] = []
    for dim in batching_dims:
        axis = dim - (dim > index_vector_dim)
        shape = [1] * len(batch)
        shape[axis] = batch[axis]
        positions.append(np.arange(batch[axis], dtype=np.int64).reshape(shape))
    return positions


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
