"""Constraints on the dimension numbers and the shapes of `gather` and `scatter`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyTensorType

from .attributes import GatherDimensionNumbersAttr, ScatterDimensionNumbersAttr
from .checks import check_dim_in_bounds, check_dims_in_bounds, check_distinct, dims_text
from .hlo_types import Violation, ints
from .shapes import SizeAndBound, all_bounds_of, compatible_shapes, compatible_sizes, is_dynamic, size_text

OPERAND = "rank-of('operand')"
INDICES = "rank-of('scatter_indices')"


@dataclass(frozen=True)
class GatherDims:
    """The parts that dimensions play in a gather, under the specification's names."""

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
    indices_rank, dim = start_indices.get_num_dims(), dims.index_vector_dim
    check_dim_in_bounds(dim, indices_rank, "index_vector_dim", "rank-of('start_indices')", "C2")
    # Behind the last dimension an index vector has size 1.
    size = 1 if dim == indices_rank else start_indices.get_shape()[dim]
    if not is_dynamic(size) and size != len(dims.start_index_map):
        raise Violation(
            f"start_index_map size ({len(dims.start_index_map)}) is not equal to size of index dimension "
            f"({dim}) of start_indices ({size})",
            "C3",
        )
    _check_order(offset, "offset_dims", "C4", scatter=False)
    check_distinct(collapsed, batching, "collapsed_slice_dims", "operand_batching_dims", "C6")
    _check_order(collapsed, "collapsed_slice_dims", "C7", scatter=False)
    check_dims_in_bounds(collapsed, rank, "collapsed_slice_dims", OPERAND, "C8")
    _check_order(batching, "operand_batching_dims", "C10", scatter=False)
    check_dims_in_bounds(batching, rank, "operand_batching_dims", OPERAND, "C11")
    lists = {
        "operand_batching_dims": batching,
        "start_indices_batching_dims": dims.start_indices_batching_dims,
    }
    _check_batching(lists, (operand.get_shape(), start_indices.get_shape()), dims, 13)
    start_map = dims.start_index_map
    check_distinct(start_map, batching, "start_index_map", "operand_batching_dims", "C18")
    check_dims_in_bounds(start_map, rank, "start_index_map", OPERAND, "C19")
    if slice_count != rank:
        raise Violation(f"slice_sizes size ({slice_count}) not equal to operand rank ({rank})", "C20")


def _check_order(
    dims: Sequence[int], name: str, label: str, *, scatter: bool, sorted_too: bool = True
) -> None:
    """No dimension is named twice and, where `sorted_too`, they ascend. Upstream words it in two ways."""
    expects, got, end = ("Expects", "; got", ".") if scatter else ("expects", ", got", "")
    for holds, demand in (
        (not sorted_too or list(dims) == sorted(dims), "be sorted"),
        (len(set(dims)) == len(dims), "not repeat"),
    ):
        if not holds:
            raise Violation(f"{expects} {name} to {demand}{got}: [{dims_text(dims)}]{end}", label)


def _check_batching(
    lists: Mapping[str, Sequence[int]],
    shapes: tuple[Sequence[int], Sequence[int]],
    dims: GatherDims | ScatterDims,
    label: int,
) -> None:
    """The batching dimensions of operand and indices, by their names, belong together: five rules from `label` on."""
    names, (batching, index_batching) = tuple(lists), lists.values()
    scatter = isinstance(dims, ScatterDims)
    end, indices = (".", INDICES) if scatter else ("", "rank-of('start_indices')")
    _check_order(index_batching, names[1], f"C{label}", scatter=scatter, sorted_too=False)
    check_dims_in_bounds(index_batching, len(shapes[1]), names[1], indices, f"C{label + 1}")
    vector = dims.index_vector_dim
    if vector in index_batching:
        raise Violation(f"expects {names[1]} not to include index_vector_dim {vector}{end}", f"C{label + 2}")
    if len(batching) != len(index_batching):
        raise Violation(f"{names[0]} and {names[1]} should have the same size{end}", f"C{label + 3}")
    for i, (dim, index_dim) in enumerate(zip(batching, index_batching)):
        size, index_size = shapes[0][dim], shapes[1][index_dim]
        if not compatible_sizes(size, index_size):
            raise Violation(
                f"{names[0]}[{i}] and {names[1]}[{i}] must have compatible sizes, but got {size_text(size)} and "
                f"{size_text(index_size)}{end}",
                f"C{label + 4}",
            )


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


@dataclass(frozen=True)
class ScatterDims:
    """The parts that dimensions play in a scatter, under the specification's names."""

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
    window, inserted, batching = dims.update_window_dims, dims.inserted_window_dims, dims.input_batching_dims
    targets, vector = dims.scatter_dims_to_operand_dims, shape[dims.index_vector_dim]
    for operand, update in zip(inputs, updates):
        rank, size = operand.get_num_dims(), len(window) + len(inserted) + len(batching)
        if rank != size:
            raise Violation(
                "Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') "
                f"+ size-of('input_batching_dims') i.e. {size} but got {rank}.",
                "C2",
            )
        _check_order(window, "update_window_dims", "C7", scatter=True)
        check_dims_in_bounds(window, update.get_num_dims(), "update_window_dims", "rank-of('updates')", "C8")
        check_distinct(inserted, batching, "inserted_window_dims", "input_batching_dims", "C9")
        _check_order(inserted, "inserted_window_dims", "C10", scatter=True)
        check_dims_in_bounds(inserted, rank, "inserted_window_dims", OPERAND, "C11")
        _check_order(batching, "input_batching_dims", "C12", scatter=True)
        check_dims_in_bounds(batching, rank, "input_batching_dims", OPERAND, "C13")
        lists = {
            "input_batching_dims": batching,
            "scatter_indices_batching_dims": dims.scatter_indices_batching_dims,
        }
        _check_batching(lists, (operand.get_shape(), shape), dims, 14)
        name = "scatter_dims_to_operand_dims"
        if not is_dynamic(vector) and len(targets) != vector:
            raise Violation(
                f"Scatter op has {len(targets)} elements in {name} and the bound of dimension "
                f"index_vector_dim={dims.index_vector_dim} of scatter_indices is {vector}. "
                "These two numbers must be equal.",
                "C19",
            )
        check_distinct(targets, batching, name, "input_batching_dims", "C20")
        check_dims_in_bounds(targets, rank, name, OPERAND, "C21")
    for operand, update in zip(inputs, updates):
        _check_update(operand, update, shape, dims)


def check_scatter_shapes(
    inputs: Sequence[AnyTensorType],
    indices: AnyTensorType,
    updates: Sequence[AnyTensorType],
    dims: ScatterDims,
) -> None:
    """C1, C3, C22: what has to hold before anything else makes sense."""
    for tensors, what, label in ((inputs, "inputs", "C1"), (updates, "updates", "C3")):
        if not all(compatible_shapes(tensors[0].get_shape(), t.get_shape()) for t in tensors):
            raise Violation(f"Not all {what} have compatible shapes.", label)
    check_dim_in_bounds(dims.index_vector_dim, indices.get_num_dims(), "index_vector_dim", INDICES, "C22")


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
