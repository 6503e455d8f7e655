"""Constraints on the dimension numbers and the shapes of `scatter` (C1 to C4, C7 to C22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyTensorType

from ..attributes import ScatterDimensionNumbersAttr
from ..definition.violations import Violation
from ..hlo_types import ints
from ..shapes import compatible_shapes, compatible_sizes, is_dynamic, size_text
from .shared import check_dim_in_bounds, check_dims_in_bounds, check_distinct, dims_text

OPERAND = "rank-of('operand')"
INDICES = "rank-of('scatter_indices')"


@dataclass(frozen=True)
class ScatterDims:
    """Which dimension plays which part in a scatter, under the specification's names."""

    update_window_dims: tuple[int, ...]
    inserted_window_dims: tuple[int, ...]
    input_batching_dims: tuple[int, ...]
    scatter_indices_batching_dims: tuple[int, ...]
    scatter_dims_to_operand_dims: tuple[int, ...]
    index_vector_dim: int

    @classmethod
    def of(cls, attr: ScatterDimensionNumbersAttr) -> ScatterDims:
        """The dimension numbers of an attribute."""
        *lists, _ = map(ints, attr.parameters)
        return cls(*lists, index_vector_dim=attr.index_vector_dim.value.data)


def check_same_shapes(tensors: Sequence[AnyTensorType], what: str, label: str) -> None:
    """All inputs, or all updates, have compatible shapes."""
    if not all(compatible_shapes(tensors[0].get_shape(), t.get_shape()) for t in tensors):
        raise Violation(f"Not all {what} have compatible shapes.", label)


def check_scatter(
    inputs: Sequence[AnyTensorType],
    indices: AnyTensorType,
    updates: Sequence[AnyTensorType],
    dims: ScatterDims,
) -> None:
    """Everything but the reducer, which comes between `check_scatter_shapes` and this in upstream's order."""
    shape = indices.get_shape()
    if dims.index_vector_dim == len(shape):
        shape = (*shape, 1)
    rank = len(shape) - 1 + len(dims.update_window_dims)
    for update in updates:
        if update.get_num_dims() != rank:
            raise Violation(
                f"expects updates tensor must be of rank {rank} ( == rank-of('scatter_indices') - 1 + "
                "size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension "
                f"if 'index_vector_dim' == rank-of('scatter_indices')), but got {update.get_num_dims()}.",
                "C4",
            )
    for operand, update in zip(inputs, updates):
        _check_windows(operand, update, dims)
        _check_batching(operand, shape, dims)
        _check_index_vector(operand, shape, dims)
    for operand, update in zip(inputs, updates):
        _check_update(operand, update, shape, dims)


def check_scatter_shapes(
    inputs: Sequence[AnyTensorType],
    indices: AnyTensorType,
    updates: Sequence[AnyTensorType],
    dims: ScatterDims,
) -> None:
    """C1, C3, C22: what has to hold before anything else makes sense."""
    check_same_shapes(inputs, "inputs", "C1")
    check_same_shapes(updates, "updates", "C3")
    check_dim_in_bounds(dims.index_vector_dim, indices.get_num_dims(), "index_vector_dim", INDICES, "C22")


def _check_sorted(values: Sequence[int], name: str, label: str) -> None:
    if list(values) != sorted(values):
        raise Violation(f"Expects {name} to be sorted; got: [{dims_text(values)}].", label)


def _check_unique(values: Sequence[int], name: str, label: str) -> None:
    if len(set(values)) != len(values):
        raise Violation(f"Expects {name} to not repeat; got: [{dims_text(values)}].", label)


def _check_windows(operand: AnyTensorType, update: AnyTensorType, dims: ScatterDims) -> None:
    rank = operand.get_num_dims()
    window, inserted, batching = dims.update_window_dims, dims.inserted_window_dims, dims.input_batching_dims
    size = len(window) + len(inserted) + len(batching)
    if rank != size:
        raise Violation(
            "Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') "
            f"+ size-of('input_batching_dims') i.e. {size} but got {rank}.",
            "C2",
        )
    _check_sorted(window, "update_window_dims", "C7")
    _check_unique(window, "update_window_dims", "C7")
    check_dims_in_bounds(window, update.get_num_dims(), "update_window_dims", "rank-of('updates')", "C8")
    check_distinct(inserted, batching, "inserted_window_dims", "input_batching_dims", "C9")
    _check_sorted(inserted, "inserted_window_dims", "C10")
    check_dims_in_bounds(inserted, rank, "inserted_window_dims", OPERAND, "C11")
    _check_sorted(batching, "input_batching_dims", "C12")
    check_dims_in_bounds(batching, rank, "input_batching_dims", OPERAND, "C13")


def _check_batching(operand: AnyTensorType, indices_shape: Sequence[int], dims: ScatterDims) -> None:
    name = "scatter_indices_batching_dims"
    batching, index_batching = dims.input_batching_dims, dims.scatter_indices_batching_dims
    _check_unique(index_batching, name, "C14")
    check_dims_in_bounds(index_batching, len(indices_shape), name, INDICES, "C15")
    if dims.index_vector_dim in index_batching:
        raise Violation(f"expects {name} not to include index_vector_dim {dims.index_vector_dim}.", "C16")
    if len(batching) != len(index_batching):
        raise Violation(f"input_batching_dims and {name} should have the same size.", "C17")
    for i, (dim, index_dim) in enumerate(zip(batching, index_batching)):
        size, index_size = operand.get_shape()[dim], indices_shape[index_dim]
        if not compatible_sizes(size, index_size):
            raise Violation(
                f"input_batching_dims[{i}] and {name}[{i}] must have compatible sizes, but got "
                f"{size_text(size)} and {size_text(index_size)}.",
                "C18",
            )


def _check_index_vector(operand: AnyTensorType, indices_shape: Sequence[int], dims: ScatterDims) -> None:
    name = "scatter_dims_to_operand_dims"
    targets, dim = dims.scatter_dims_to_operand_dims, dims.index_vector_dim
    if not is_dynamic(indices_shape[dim]) and len(targets) != indices_shape[dim]:
        raise Violation(
            f"Scatter op has {len(targets)} elements in {name} and the bound of dimension "
            f"index_vector_dim={dim} of scatter_indices is {indices_shape[dim]}. "
            "These two numbers must be equal.",
            "C19",
        )
    batching = dims.input_batching_dims
    check_distinct(targets, batching, name, "input_batching_dims", "C20")
    check_dims_in_bounds(targets, operand.get_num_dims(), name, OPERAND, "C21")


def _check_update(
    operand: AnyTensorType, update: AnyTensorType, indices_shape: Sequence[int], dims: ScatterDims
) -> None:
    """The update's window fits into the operand, and there is one window for each index vector (C4)."""
    dropped = {*dims.inserted_window_dims, *dims.input_batching_dims}
    limits = [size for i, size in enumerate(operand.get_shape()) if i not in dropped]
    shape = update.get_shape()
    for dim, limit in zip(dims.update_window_dims, limits):
        if not is_dynamic(shape[dim]) and not is_dynamic(limit) and shape[dim] > limit:
            raise Violation(
                "expects bounds of the window dimensions of updates to not exceed the bounds of the "
                f"corresponding dimensions of operand. For dimension {dim}, updates bound is {shape[dim]}, "
                f"operand bound is {limit}.",
                "C4",
            )
    counts = [size for i, size in enumerate(indices_shape) if i != dims.index_vector_dim]
    scatter_dims = [i for i in range(len(shape)) if i not in dims.update_window_dims]
    for dim, count in zip(scatter_dims, counts):
        if not compatible_sizes(shape[dim], count):
            raise Violation(
                "expects bounds of the scatter dimensions of updates to be same as the bounds of the "
                f"corresponding dimensions of scatter indices. For scatter dimension {dim}, updates bound is "
                f"{size_text(shape[dim])} , scatter_indices bound is {size_text(count)}.",
                "C4",
            )
