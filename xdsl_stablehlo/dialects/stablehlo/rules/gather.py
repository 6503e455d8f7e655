"""Constraints on the dimension numbers of `gather` and `dynamic_gather`, and the result's shape.

The constraints C1 to C20 have the same numbers in both ops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyTensorType

from ..attributes import GatherDimensionNumbersAttr
from ..definition.violations import Violation
from ..hlo_types import ints
from ..shapes import SizeAndBound, all_bounds_of, compatible_sizes, is_dynamic, size_text
from .shared import check_dim_in_bounds, check_dims_in_bounds, check_distinct, dims_text


@dataclass(frozen=True)
class GatherDims:
    """Which dimension plays which part in a gather, under the specification's names."""

    offset_dims: tuple[int, ...]
    collapsed_slice_dims: tuple[int, ...]
    operand_batching_dims: tuple[int, ...]
    start_indices_batching_dims: tuple[int, ...]
    start_index_map: tuple[int, ...]
    index_vector_dim: int

    @classmethod
    def of(cls, attr: GatherDimensionNumbersAttr) -> GatherDims:
        """The dimension numbers of an attribute."""
        *lists, _ = map(ints, attr.parameters)
        return cls(*lists, index_vector_dim=attr.index_vector_dim.value.data)


def check_gather(
    operand: AnyTensorType, start_indices: AnyTensorType, dims: GatherDims, slice_count: int
) -> None:
    """C1 to C20. `slice_count` is the number of slice sizes."""
    rank = operand.get_num_dims()
    offset, collapsed, batching = dims.offset_dims, dims.collapsed_slice_dims, dims.operand_batching_dims
    if rank != len(offset) + len(collapsed) + len(batching):
        raise Violation(
            f"offset_dims size ({len(offset)}) plus collapse_slice_dims size ({len(collapsed)}) plus "
            f"operand_batching_dims size ({len(batching)}) is not equal to operand rank ({rank})",
            "C1",
        )
    _check_index_vector(start_indices, dims)
    check_sorted(offset, "offset_dims", "C4")
    check_unique(offset, "offset_dims", "C4")
    check_distinct(collapsed, batching, "collapsed_slice_dims", "operand_batching_dims", "C6")
    check_sorted(collapsed, "collapsed_slice_dims", "C7")
    check_dims_in_bounds(collapsed, rank, "collapsed_slice_dims", "rank-of('operand')", "C8")
    check_sorted(batching, "operand_batching_dims", "C10")
    check_dims_in_bounds(batching, rank, "operand_batching_dims", "rank-of('operand')", "C11")
    _check_batching(operand, start_indices, dims)
    start_map = dims.start_index_map
    check_distinct(start_map, batching, "start_index_map", "operand_batching_dims", "C18")
    check_dims_in_bounds(start_map, rank, "start_index_map", "rank-of('operand')", "C19")
    if slice_count != rank:
        raise Violation(f"slice_sizes size ({slice_count}) not equal to operand rank ({rank})", "C20")


def _check_index_vector(start_indices: AnyTensorType, dims: GatherDims) -> None:
    """An index vector has one index for each entry of `start_index_map`; behind the last dimension it has size 1."""
    rank = start_indices.get_num_dims()
    dim = dims.index_vector_dim
    check_dim_in_bounds(dim, rank, "index_vector_dim", "rank-of('start_indices')", "C2")
    size = 1 if dim == rank else start_indices.get_shape()[dim]
    if not is_dynamic(size) and size != len(dims.start_index_map):
        raise Violation(
            f"start_index_map size ({len(dims.start_index_map)}) is not equal to size of index dimension "
            f"({dim}) of start_indices ({size})",
            "C3",
        )


def _check_batching(operand: AnyTensorType, start_indices: AnyTensorType, dims: GatherDims) -> None:
    name = "start_indices_batching_dims"
    batching, index_batching = dims.operand_batching_dims, dims.start_indices_batching_dims
    check_unique(index_batching, name, "C13")
    check_dims_in_bounds(
        index_batching, start_indices.get_num_dims(), name, "rank-of('start_indices')", "C14"
    )
    if dims.index_vector_dim in index_batching:
        raise Violation(f"expects {name} not to include index_vector_dim {dims.index_vector_dim}", "C15")
    if len(batching) != len(index_batching):
        raise Violation(f"operand_batching_dims and {name} should have the same size", "C16")
    for i, (dim, index_dim) in enumerate(zip(batching, index_batching)):
        size, index_size = operand.get_shape()[dim], start_indices.get_shape()[index_dim]
        if not compatible_sizes(size, index_size):
            raise Violation(
                f"operand_batching_dims[{i}] and {name}[{i}] must have compatible sizes, but got "
                f"{size_text(size)} and {size_text(index_size)}",
                "C17",
            )


def check_sorted(dims: Sequence[int], name: str, label: str) -> None:
    """The dimensions are in ascending order."""
    if list(dims) != sorted(dims):
        raise Violation(f"expects {name} to be sorted, got: [{dims_text(dims)}]", label)


def check_unique(dims: Sequence[int], name: str, label: str) -> None:
    """No dimension is named twice."""
    if len(set(dims)) != len(dims):
        raise Violation(f"expects {name} to not repeat, got: [{dims_text(dims)}]", label)


def gather_shape(
    start_indices: AnyTensorType, dims: GatherDims, slice_sizes: Sequence[SizeAndBound]
) -> list[SizeAndBound]:
    """Size and bound of each result dimension (C22): slice dimensions at `offset_dims`, batch dimensions between."""
    batch = list(zip(start_indices.get_shape(), all_bounds_of(start_indices)))
    if dims.index_vector_dim < len(batch):
        del batch[dims.index_vector_dim]
    dropped = {*dims.collapsed_slice_dims, *dims.operand_batching_dims}
    offsets = [size for i, size in enumerate(slice_sizes) if i not in dropped]
    rank = len(batch) + len(offsets)
    check_dims_in_bounds(dims.offset_dims, rank, "offset_dims", "implied-result-rank", "C5")
    offset_of = dict(zip(dims.offset_dims, offsets))
    rest = iter(batch)
    return [offset_of[i] if i in offset_of else next(rest) for i in range(rank)]
