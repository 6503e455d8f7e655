"""Open choices that the specification lists: orders of combining, of updates, and of equal keys.

Each `open_` function makes the kernel that an `Implementation` decides; its schedule number 0 is the kernel itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isqrt, prod

import numpy as np
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import GatherDims, ScatterDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.ops.combining.windows import padding_pairs
from xdsl_stablehlo.interpreter.kernels.ops.combining.windows import (
    dilate_and_pad,
    ints_or_ones,
    sliding_windows,
)
from xdsl_stablehlo.interpreter.kernels.support.positions import (
    flat_index,
    index_vectors,
    inside_of,
    result_index,
)
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import known_reducer
from xdsl_stablehlo.interpreter.kernels.support.table import ArrayKernel, kernel_of
from xdsl_stablehlo.interpreter.kernels.support.values import RegionBody, apply, argument_dtypes
from xdsl_stablehlo.interpreter.numerics.conversion import number
from xdsl_stablehlo.values.element_types import Array, FloatFormat, dtype_of, format_of, format_of_dtype
from xdsl_stablehlo.values.storage import broadcast

from .implementations import ArraysKernel, Implementation, Open, OpenKernel, Undefined, filling

REDUCTION = Open(
    "order of reductions and use of init values",
    "schedule is an implementation-defined full binary tree [...] Interspersed with an implementation-defined "
    "amount of init_values_converted at implementation-defined positions; spec: reduce",
)
UNSTABLE = Open(
    "order of equal keys",
    "If is_stable is true, then the sorting is stable, that is, relative order of elements considered to be equal "
    "by the comparator is preserved; spec: sort",
)
NO_ORDER = Open(
    "comparator that is no strict weak order", "comparator must be a strict weak order; spec: sort"
)
COLLISION = Open(
    "order of updates to one element",
    "schedule is an implementation-defined permutation of index_space(updates[0]); spec: scatter",
)
NOT_UNIQUE = Open(
    "updates to one element in spite of unique_indices",
    "If unique_indices is true but the indices being scattered to are not unique then the behavior is undefined; "
    "spec: scatter",
)

NOT_SORTED = Open(
    "indices that are not sorted in spite of indices_are_sorted",
    "the implementation can assume that [they] are sorted [...], otherwise the behavior is undefined; "
    "spec: gather, scatter",
)

SCHEDULES = 8
"""The number of schedules that are tried, without number 0."""
ALL_SCHEDULES = 72
"""The number of schedules, if the first ones do not explain everything: more orders and amounts of init values."""


# ---- reductions ----

REDUCTIONS = (hlo.ReduceOp, hlo.ReduceWindowOp)


def open_reduce(implementation: Implementation, op: hlo.ReduceOp, kernel: ArraysKernel) -> ArraysKernel:
    """`reduce` by a tree that the implementation chooses."""
    return _by_tree(implementation, kernel, lambda *operands: operands, ints(op.dimensions))


def open_reduce_window(
    implementation: Implementation, op: hlo.ReduceWindowOp, kernel: ArraysKernel
) -> ArraysKernel:
    """`reduce_window` by a tree that the implementation chooses for each window."""
    rank = ranked(op.inputs[0]).get_num_dims()
    dimensions, padding = ints(op.window_dimensions), padding_pairs(op.padding, rank)
    strides = ints_or_ones(op.window_strides, rank)
    base, dilations = ints_or_ones(op.base_dilations, rank), ints_or_ones(op.window_dilations, rank)

    def windows(*operands: Array) -> Sequence[Array]:
        count = len(operands) // 2
        inits = operands[count:]
        padded = [dilate_and_pad(x, i, padding, base) for x, i in zip(operands, inits, strict=False)]
        return (*[sliding_windows(x, dimensions, strides, dilations) for x in padded], *inits)

    return _by_tree(implementation, kernel, windows, range(rank, 2 * rank))


def _by_tree(
    implementation: Implementation,
    kernel: ArraysKernel,
    rows: Callable[..., Sequence[Array]],
    axes: Sequence[int],
) -> ArraysKernel:
    """The kernel, or a reduction of `rows` of the operands along some axes by the tree of the implementation."""

    def run(*operands: Array, body: RegionBody) -> tuple[Array, ...]:
        if not _is_monoid(body, operands[len(operands) // 2 :]):
            given = rows(*operands)
            if implementation.encloses(given, axes, body):
                return kernel(*operands, body=body)
            implementation.meet(REDUCTION)
            if implementation.schedule:
                return _by_schedule(implementation, given, axes, body)
        return kernel(*operands, body=body)

    return run


def open_select_and_scatter(
    implementation: Implementation, op: hlo.SelectAndScatterOp, kernel: ArrayKernel
) -> ArrayKernel:
    """`select_and_scatter` with the init value combined once more, from the left or the right."""

    def run(operand: Array, source: Array, init: Array, *, select: RegionBody, scatter: RegionBody) -> Array:
        given = kernel(operand, source, init, select=select, scatter=scatter)
        if _is_monoid(scatter, (init,)):
            return given
        implementation.meet(REDUCTION)
        if not implementation.schedule:
            return given
        return apply(scatter, *((init, given) if implementation.schedule % 2 else (given, init)))[0]

    return run


def _is_monoid(body: RegionBody, inits: Sequence[Array]) -> bool:
    """Whether every schedule gives the same up to rounding: one known op, from its neutral element."""
    reducer = body.block.first_op
    if reducer is None or known_reducer(body.block) is None or len(inits) != 1:
        return False
    return bool(inits[0] == neutral_of(type(reducer), format_of_dtype(inits[0].dtype).type))


def neutral_of(reducer: type[Operation], element_type: Attribute) -> Array:
    """The element that changes no other one as either operand of a known reducer; NaN if there is none."""
    entry, dtype, known = kernel_of(reducer), dtype_of(element_type), format_of(element_type)
    assert entry is not None
    name = entry.identity[-1]
    if name in ("zero", "one"):
        return np.asarray(name == "one").astype(dtype)
    is_bounded = isinstance(known, FloatFormat) and not known.has_infinity
    found = None if is_bounded else number(name, element_type)
    return np.asarray(np.nan, dtype) if found is None else found


def _by_schedule(
    implementation: Implementation, operands: Sequence[Array], axes: Sequence[int], body: RegionBody
) -> tuple[Array, ...]:
    """The reduction of the first half of the operands, from init values, by the tree of the implementation."""
    rows, inits = in_rows(operands, axes, body)
    size = rows[0].shape[0]
    draw = implementation.generator("reduce", size)
    places = _places_of_inits(implementation.schedule, size, [operands[0].shape[axis] for axis in axes], draw)
    rows = [np.insert(x, places, i, axis=0) for x, i in zip(rows, inits, strict=True)]
    while rows[0].shape[0] > 1:
        rows = _some_pairs_combined(rows, body, draw)
    return tuple([x[0] for x in rows])


def in_rows(
    operands: Sequence[Array], axes: Sequence[int], body: RegionBody
) -> tuple[list[Array], list[Array]]:
    """The elements that are combined along the first axis, and the init values, in the types of the body.

    Their order is that of the index space, whatever the order of `axes`.
    """
    count, axes = len(operands) // 2, sorted(axes)
    dtypes = body.once(argument_dtypes)[:count]
    kept = [size for axis, size in enumerate(operands[0].shape) if axis not in axes]
    size = prod(operands[0].shape[axis] for axis in axes)
    rows = [np.moveaxis(x, axes, range(len(axes))).reshape(size, *kept) for x in operands[:count]]
    rows = [x.astype(t, copy=False) for x, t in zip(rows, dtypes, strict=True)]
    return rows, [x.astype(t, copy=False) for x, t in zip(operands[count:], dtypes, strict=True)]


def amount_of_inits(implementation: Implementation, sizes: Sequence[int]) -> int:
    """The number of init values in the implementation's tree, for a reduction of dimensions of these sizes."""
    if not implementation.schedule:
        return 1
    size = prod(sizes)
    draw = implementation.generator("reduce", size)
    return len(_places_of_inits(implementation.schedule, size, sizes, draw))


def sizes_combined(op: Operation, shape: Sequence[int]) -> Sequence[int] | None:
    """The sizes of the dimensions that a reduction combines; None if it combines padding, too."""
    if isinstance(op, hlo.ReduceOp):
        return [shape[axis] for axis in ints(op.dimensions)]
    if isinstance(op, hlo.ReduceWindowOp) and not any(map(any, padding_pairs(op.padding, len(shape)))):
        return ints(op.window_dimensions)
    return None


def _places_of_inits(schedule: int, size: int, sizes: Sequence[int], draw: np.random.Generator) -> list[int]:
    """The places at which init values are inserted; at least one if there is nothing else."""
    if schedule == 1:
        return [] if size else [0]
    if schedule in (2, 3):
        return [0, 0] if schedule == 2 else [size]
    if schedule in (4, 5) and len(sizes) > schedule - 4 and sizes[3 - schedule]:
        return [0] * sizes[3 - schedule]
    if schedule > SCHEDULES:
        likely = _likely_amounts(size, sizes)
        at, chance = divmod(schedule - SCHEDULES - 1, 2)
        amount = likely[at % len(likely)]
        if chance:  # reductions one after the other use different amounts, mostly none or one
            amount = likely[int(draw.integers(2 if draw.random() < 0.75 else len(likely)))]
        return [0] * max(amount, int(not size))
    return [int(draw.integers(size + 1)) for _ in range(int(draw.integers(0 if size else 1, 4)))]


def _likely_amounts(size: int, sizes: Sequence[int]) -> list[int]:
    """The numbers of init values that programs use.

    A program that reduces some dimensions before the others uses as many as the others have elements, or one more. The
    dimensions may be those of a reshaped operand, so any divisor of the size is likely.
    """
    small = [d for d in range(1, isqrt(size) + 1) if size % d == 0]
    stages = [*sizes, *small, *[size // d for d in reversed(small)]]
    return list(dict.fromkeys([*range(9), *[n + more for n in stages for more in (0, 1)]]))


def _some_pairs_combined(rows: Sequence[Array], body: RegionBody, draw: np.random.Generator) -> list[Array]:
    """The elements with some neighbours combined: every tree is a sequence of such steps."""
    size = int(rows[0].shape[0])
    wanted = draw.random(size - 1) < 0.6
    wanted[int(draw.integers(size - 1))] = True
    lefts: list[int] = []
    for place in np.flatnonzero(wanted):
        if not lefts or place > lefts[-1] + 1:
            lefts.append(int(place))
    left = np.asarray(lefts)
    made = apply(body, *[x[left] for x in rows], *[x[left + 1] for x in rows])
    combined: list[Array] = []
    for x, value in zip(rows, made, strict=True):
        x = x.copy()
        x[left] = value
        combined.append(np.delete(x, left + 1, axis=0))
    return combined


# ---- sort ----

ALL_PAIRS = 1 << 18
"""Comparators are checked if there are at most this many pairs."""


def open_sort(implementation: Implementation, op: hlo.SortOp, kernel: ArraysKernel) -> ArraysKernel:
    """`sort` with equal keys in an order that the implementation chooses."""
    axis, stable = op.dimension.value.data, bool(op.is_stable.value.data)

    def run(*inputs: Array, comparator: RegionBody) -> tuple[Array, ...]:
        given = kernel(*inputs, comparator=comparator)
        size = inputs[0].shape[axis]
        if size < 2:
            return given
        if not _is_strict_weak_order(inputs, axis, comparator):
            implementation.meet(NO_ORDER)
            if implementation.schedule:
                order = _order(implementation, "sort", size)
                given = tuple([np.take(x, order, axis) for x in given])
            return given
        if stable or _same_bits(given, kernel(*[np.flip(x, axis) for x in inputs], comparator=comparator)):
            return given
        implementation.meet(UNSTABLE)
        if not implementation.schedule:
            return given
        order = _order(implementation, "sort", size)
        return kernel(*[np.take(x, order, axis) for x in inputs], comparator=comparator)

    return run


def _order(implementation: Implementation, name: str, size: int) -> Array:
    """A permutation that the schedule chooses; the first schedule reverses the order."""
    if implementation.schedule == 1:
        return np.arange(size - 1, -1, -1)
    return implementation.generator(name, size).permutation(size)


def _same_bits(ours: Sequence[Array], theirs: Sequence[Array]) -> bool:
    return all(a.tobytes() == b.tobytes() for a, b in zip(ours, theirs, strict=True))


def _is_strict_weak_order(inputs: Sequence[Array], axis: int, comparator: RegionBody) -> bool:
    """Whether the comparator orders each slice; True if there are too many pairs to check."""
    size = inputs[0].shape[axis]
    if inputs[0].size * size > ALL_PAIRS:
        return True
    arguments: list[Array] = []
    for x in inputs:
        row = np.moveaxis(x, axis, -1).reshape(-1, size)
        arguments += np.broadcast_arrays(row[:, :, None], row[:, None, :])
    before = apply(comparator, *arguments)[0]
    after = before.swapaxes(1, 2)
    equal = ~(before | after)
    chains = [np.matmul(x.astype(np.float32), x.astype(np.float32)) > 0 for x in (before, equal)]
    return not ((before & after).any() or (chains[0] & ~before).any() or (chains[1] & ~equal).any())


# ---- scatter ----


def open_scatter(implementation: Implementation, op: hlo.ScatterOp, kernel: ArraysKernel) -> ArraysKernel:
    """`scatter` with updates in an order that the implementation chooses."""
    dims = ScatterDims.of(op.scatter_dimension_numbers)
    unique = bool(op.unique_indices.value.data)

    def run(*operands: Array, update_computation: RegionBody, **options: object) -> tuple[Array, ...]:
        count = len(operands) // 2
        indices, updates = operands[count], operands[count + 1 :]
        if not has_equal(targets_of(indices, updates[0].shape, operands[0].shape, dims)[0]):
            return kernel(*operands, update_computation=update_computation, **options)
        commutes = known_reducer(update_computation.block) is not None
        if unique or not commutes:
            implementation.meet(NOT_UNIQUE if unique else COLLISION)
        if unique and implementation.filler:
            given = kernel(*operands, update_computation=update_computation)
            return tuple([implementation.fillers("scatter", x.shape, x.dtype, x) for x in given])
        if implementation.schedule and not commutes:
            operands = _permuted(implementation, operands, dims)
        return kernel(*operands, update_computation=update_computation, **options)

    return run


def targets_of(
    indices: Array, updates: tuple[int, ...], shape: tuple[int, ...], dims: ScatterDims
) -> tuple[Array, Array]:
    """The positions of the elements, in row-major order, that updates reach, and the numbers of these updates."""
    index = result_index(indices, updates, shape, dims)
    flat, inside = broadcast(flat_index(index, shape), updates).reshape(-1), inside_of(index, shape)
    numbers = np.arange(flat.size) if inside is None else np.flatnonzero(broadcast(inside, updates))
    return flat[numbers], numbers


def has_equal(targets: Array) -> bool:
    """Whether two updates have the same target."""
    return np.unique(targets).size < targets.size


def _permuted(
    implementation: Implementation, operands: Sequence[Array], dims: ScatterDims
) -> tuple[Array, ...]:
    """The operands with index vectors and their updates in another order."""
    count = len(operands) // 2
    permuted = list(operands)
    batch = [axis for axis in range(operands[count].ndim) if axis != dims.index_vector_dim]
    rank = operands[count + 1].ndim
    scattered = [axis for axis in range(rank) if axis not in dims.update_window_dims]
    for axis, update_axis in zip(batch, scattered, strict=True):
        if axis in dims.scatter_indices_batching_dims:
            continue  # the position itself decides the target
        size = operands[count].shape[axis]
        order = _order(implementation, f"scatter {axis}", size)
        permuted[count] = np.take(permuted[count], order, axis)
        for i in range(count + 1, len(operands)):
            permuted[i] = np.take(permuted[i], order, update_axis)
    return tuple(permuted)


# ---- sorted indices ----


def _unsorted_gather(op: hlo.GatherOp, given: Array, _: Array, start_indices: Array) -> Undefined:
    dims, sizes = GatherDims.of(op.dimension_numbers), ints(op.slice_sizes)
    shape = ranked(op.operand).get_shape()
    most = [shape[axis] - sizes[axis] if shape[axis] >= 0 else None for axis in dims.start_index_map]
    starts = index_vectors(start_indices, dims.index_vector_dim)[1]
    clamped = [np.clip(start, 0, bound) for start, bound in zip(starts, most, strict=True)]
    return np.full(given.shape, not _ascend(clamped, dims.start_index_map)), ()


def _unsorted_scatter(op: hlo.ScatterOp, given: Array, *operands: Array) -> Undefined:
    dims = ScatterDims.of(op.scatter_dimension_numbers)
    starts = index_vectors(operands[len(operands) // 2], dims.index_vector_dim)[1]
    return np.full(given.shape, not _ascend(starts, dims.scatter_dims_to_operand_dims)), ()


def _promises_sorted(op: hlo.GatherOp | hlo.ScatterOp) -> bool:
    return bool(op.indices_are_sorted.value.data)


def _ascend(starts: Sequence[Array], dimensions: Sequence[int]) -> bool:
    """Whether index vectors, whose components are for `dimensions`, ascend in lexicographic order."""
    order = sorted(range(len(starts)), key=dimensions.__getitem__)
    rows = [starts[i].reshape(-1) for i in order]
    vectors = list(zip(*[row.tolist() for row in rows]))
    return vectors == sorted(vectors)


SCHEDULED: Mapping[type[Operation], Sequence[OpenKernel]] = {
    hlo.GatherOp: (filling(NOT_SORTED, _unsorted_gather, _promises_sorted),),
    hlo.ReduceOp: (open_reduce,),
    hlo.ReduceWindowOp: (open_reduce_window,),
    hlo.ScatterOp: (open_scatter, filling(NOT_SORTED, _unsorted_scatter, _promises_sorted)),
    hlo.SelectAndScatterOp: (open_select_and_scatter,),
    hlo.SortOp: (open_sort,),
}
"""The schedules of each op."""
