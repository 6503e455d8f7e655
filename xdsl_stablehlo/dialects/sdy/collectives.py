"""Constraints on collectives: what they do to the sharding of their operand gives that of their result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_tensor_type

from .structure import (
    Axes,
    AxesPerDimension,
    AxisRef,
    DimensionSharding,
    Moves,
    SubAxis,
    TensorSharding,
    bracketed,
)
from .verification import AxisChecks, check_sharding, known_mesh, mesh_of_sharding, sharding_of

Sizes = Mapping[str, int]


def check_collective(
    op: Operation, tensor: SSAValue, result: TensorSharding, unsharded: bool = False, other_mesh: bool = False
) -> tuple[TensorSharding, Sizes]:
    """Check the constraints of all collectives; the sharding of the operand, and the sizes of the axes of the mesh.

    `unsharded` is whether the operand may have none, `other_mesh` whether it may have one of another mesh.
    """
    operand = sharding_of(tensor)
    if operand is None and not unsharded:
        raise VerifyException("collective on operand without sharding")
    check_sharding(op, result, op.results[0].type)
    mesh = known_mesh(op, result)
    if operand is None:
        rank = len(tensor.type.get_shape()) if is_tensor_type(tensor.type) else 0
        return TensorSharding(result.mesh, (DimensionSharding(()),) * rank), mesh.sizes
    if not other_mesh and mesh_of_sharding(op, operand) not in (mesh, None):
        raise VerifyException("result mesh does not match operand mesh")
    if len(result.dimensions) != len(operand.dimensions):
        raise VerifyException(
            f"result sharding has rank {len(result.dimensions)} but operand sharding has rank "
            f"{len(operand.dimensions)}"
        )
    return operand, mesh.sizes


def check_per_dimension(
    operand: TensorSharding, result: TensorSharding, sizes: Sizes, axes: AxesPerDimension, kind: str | None
) -> None:
    """The axes are taken from the end of those of each dimension, in words of `kind`, or added where that is None."""
    checks = AxisChecks(sizes)
    for each in axes.each:
        checks.add(each.each)
    if len(result.dimensions) != len(axes.each):
        raise VerifyException(
            f"result sharding has rank {len(result.dimensions)} but collective axes has rank {len(axes.each)}"
        )
    for i, (dimension, each) in enumerate(zip(operand.dimensions, axes.each)):
        if kind is None:
            expected = _added(dimension.axes, each.each, sizes)
        else:
            expected = _taken(dimension.axes, each.each, sizes, kind, i)
        _check_dimension(result, i, expected)


def _check_dimension(result: TensorSharding, dimension: int, expected: Axes) -> None:
    if result.dimensions[dimension].axes != expected:
        raise VerifyException(
            f"result sharding doesn't match expected sharding {bracketed(expected, '[]')} on dimension {dimension}"
        )


def _added(axes: Axes, more: Axes, sizes: Sizes) -> Axes:
    """Axes with others behind them; parts of an axis that follow each other are one."""
    found = list(axes)
    for axis in more:
        if found and found[-1].merges_with(axis):
            found[-1] = _merged(found[-1], axis, sizes)
        else:
            found.append(axis)
    return tuple(found)


def _merged(first: AxisRef, second: AxisRef, sizes: Sizes) -> AxisRef:
    part = SubAxis(first.part_in(sizes).before, first.part_in(sizes).size * second.part_in(sizes).size)
    return AxisRef(first.name, None if part.size == sizes[first.name] else part)


def _taken(axes: Axes, taken: Axes, sizes: Sizes, kind: str, dimension: int) -> Axes:
    """Axes without others at their end."""
    found = list(axes)
    for axis in reversed(taken):
        last = found.pop() if found else None
        if last is None or last.name != axis.name:
            rest = None
        else:
            whole, part = last.part_in(sizes), axis.part_in(sizes)
            rest = whole.before <= part.before and whole.after == part.after
            if rest and whole.before < part.before:
                found.append(AxisRef(axis.name, SubAxis(whole.before, part.before // whole.before)))
        if not rest:
            raise VerifyException(
                f"can't apply {kind} axis {axis} to operand sharding on dimension {dimension}"
            )
    return tuple(found)


def check_moves(operand: TensorSharding, result: TensorSharding, sizes: Sizes, moves: Moves) -> None:
    """An `all_to_all` takes axes from the end of those of a dimension to the end of those of another."""
    if not moves.each:
        raise VerifyException("parameter list is empty")
    rank, seen, last, checks = len(result.dimensions), set[int](), -1, AxisChecks(sizes)
    for move in moves.each:
        checks.add(move.axes)
        for dimension, what in ((move.source, "source"), (move.target, "target")):
            if not 0 <= dimension < rank:
                raise VerifyException(f"{what} dimension {dimension} is out of range [0, {rank})")
        for dimension in (move.source, move.target):
            if dimension in seen:
                raise VerifyException(
                    f"overlapping source/target dimensions in all-to-all params: {dimension}"
                )
            seen.add(dimension)
        if last >= move.source:
            raise VerifyException(
                f"source dimensions are not sorted in ascending order: {move.source} appears after {last}"
            )
        last = move.source
    for move in moves.each:
        source, target = operand.dimensions[move.source].axes, operand.dimensions[move.target].axes
        _check_dimension(result, move.source, _taken(source, move.axes, sizes, "all-to-all", move.source))
        _check_dimension(result, move.target, _added(target, move.axes, sizes))
    for i, dimension in enumerate(operand.dimensions):
        if i not in seen:
            _check_dimension(result, i, dimension.axes)


def check_permuted(op: Operation, operand: TensorSharding, result: TensorSharding, sizes: Sizes) -> None:
    """A `collective_permute` cuts each dimension into as many parts as before."""
    mesh, before = known_mesh(op, result), known_mesh(op, operand)
    if mesh.axes != before.axes:
        raise VerifyException("result mesh has different axes than operand mesh")
    if operand.mesh != result.mesh and mesh.ids == before.ids:
        raise VerifyException("result mesh name is different but same device ids as operand")
    for i, (old, new) in enumerate(zip(operand.dimensions, result.dimensions)):
        counts = [_count(each.axes, sizes) for each in (new, old)]
        if old.axes != new.axes and counts[0] != counts[1]:
            raise VerifyException(
                f"sharded size of result doesn't match operand on dimension {i}: {counts[0]} != {counts[1]}"
            )


def _count(axes: Axes, sizes: Sizes) -> int:
    count = 1
    for axis in axes:
        count *= axis.size_in(sizes)
    return count


def check_reduced(operand: TensorSharding, result: TensorSharding, sizes: Sizes, axes: Axes) -> None:
    """An `all_reduce` is along axes along which neither dimensions are cut nor the result is unreduced."""
    cut = [[dimension.axes for dimension in each.dimensions] for each in (operand, result)]
    if cut[0] != cut[1] or (operand.mesh != result.mesh and any(cut[0])):
        raise VerifyException("operand and result shardings are not equivalent")
    AxisChecks(sizes).add_sorted(axes, "reduction")
    _check_apart(
        "reduction",
        axes,
        (
            ("operand dimension sharding or replicated axes", (*_cut(operand), *operand.replicated)),
            ("result unreduced axes", result.unreduced),
        ),
    )


def _cut(sharding: TensorSharding) -> Axes:
    """The axes along which dimensions are cut."""
    return tuple([axis for dimension in sharding.dimensions for axis in dimension.axes])


def _check_apart(kind: str, axes: Axes, others: Sequence[tuple[str, Axes]]) -> None:
    for axis in axes:
        for what, each in others:
            if any(axis.overlaps(other) for other in each):
                raise VerifyException(f"{kind} axis {axis} overlaps with {what}")


def check_replicated_to_unreduced(
    operand: TensorSharding, result: TensorSharding, sizes: Sizes, axes: Axes
) -> None:
    """The axes of a `replicated_to_unreduced` are replicated before and unreduced after."""
    if operand.dimensions != result.dimensions:
        raise VerifyException("input and output must share the same dimension shardings")
    if not axes:
        raise VerifyException("r2u axes must not be empty")
    AxisChecks(sizes).add_sorted(axes, "r2u")
    before = (("operand dimension sharding", _cut(operand)), ("operand unreduced axes", operand.unreduced))
    _check_apart("r2u", axes, before)
    check_unreduced(operand, result, sizes, axes, "r2u_axes")


def check_unreduced(
    operand: TensorSharding, result: TensorSharding, sizes: Sizes, axes: Axes, what: str
) -> None:
    """The result is unreduced along `axes` and those along which the operand is."""
    if result.reduction:
        raise VerifyException("out_sharding reduction_op must be SUM")
    expected = _added((), tuple(sorted((*operand.unreduced, *axes), key=AxisChecks(sizes).place)), sizes)
    if expected != result.unreduced:
        raise VerifyException(f"out_unreduced_axes should be in_unreduced_axes + {what}")
