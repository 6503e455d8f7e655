"""Ops whose results are a box of an operand, or put together from boxes, as far as that is known."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
from xdsl.ir import Operation, Region, SSAValue

from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import GatherDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import Shape, is_static
from xdsl_stablehlo.interpreter.kernels.support.positions import index_vectors
from xdsl_stablehlo.interpreter.kernels.support.values import sizes_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array

from ..tuning import CONCATENATED, SCANNED
from .known import Known

Box: TypeAlias = "tuple[range, ...]"
"""Indices along each dimension; backwards where the step is negative."""


class Source(NamedTuple):
    """A box of a value."""

    value: SSAValue
    box: Box


def static_shape(value: SSAValue) -> Shape | None:
    """The shape of a tensor; None where a size is not known."""
    shape = value.type.get_shape() if is_tensor_type(value.type) else None
    return shape if shape is not None and is_static(shape) else None


def whole(shape: Shape) -> Box:
    """All of a tensor of this shape."""
    return tuple(map(range, shape))


def within(outer: range, inner: range) -> range:
    """What `outer` has at the positions `inner`."""
    first, step = outer.start + outer.step * inner.start, outer.step * inner.step
    return range(first, first + step * len(inner), step)


def gives_argument(known: Known, region: Region, index: int) -> bool:
    """Whether the body of a reduction or a scatter gives the argument at `index` and nothing else."""
    block = region.blocks[0]
    last = block.last_op
    return last is not None and [known.resolved(value) for value in last.operands] == [block.args[index]]


# ---- ops whose result is a box of their first operand ----


def window(known: Known, op: Operation) -> Box | None:
    """The box of its first operand that an op's result is, element for element; None for others."""
    of = WINDOWS.get(op.name)
    shape = known.shape(op.operands[0]) if of is not None else None
    return None if of is None or shape is None else of(known, op, shape)


def _slice(known: Known, op: Any, _: Shape) -> Box:
    return tuple(map(range, ints(op.start_indices), ints(op.limit_indices), ints(op.strides)))


def _real_dynamic_slice(known: Known, op: Any, shape: Shape) -> Box | None:
    found = [known_sizes(known, each) for each in op.operands[1:]]
    if None in found:
        return None
    starts, limits, strides = cast("list[Shape]", found)
    inside = (
        all(0 <= at <= end <= n for at, end, n in zip(starts, limits, shape)) and min(strides, default=1) > 0
    )
    return tuple(map(range, starts, limits, strides)) if inside else None


def _reverse(known: Known, op: Any, shape: Shape) -> Box:
    turned = ints(op.dimensions)
    return tuple([range(n)[::-1] if d in turned else range(n) for d, n in enumerate(shape)])


def _dynamic_slice(known: Known, op: Any, shape: Shape) -> Box | None:
    return _at_starts(known, op.start_indices, ints(op.slice_sizes), shape)


def _at_starts(known: Known, starts: Any, sizes: Shape, shape: Shape) -> Box | None:
    """The box of these sizes at starts that are known once they are moved so that it lies inside."""
    box: list[range] = []
    for value, size, n in zip(starts, sizes, shape):
        low, high = clamped(known, value, n - size)
        if low != high:
            return None
        box.append(range(low, low + size))
    return tuple(box)


def clamped(known: Known, start: SSAValue, most: int) -> tuple[int, int]:
    """The least and the largest that a start can be, moved to where it is at least 0 and at most `most`."""
    found = known.integers(start) if most else None
    if found is None:
        return 0, most
    return max(0, min(found.low, most)), max(0, min(found.high, most))


def _gather(known: Known, op: Any, shape: Shape) -> Box | None:
    """One slice, or slices in a row that are one index thick: the result has the dimensions of the operand."""
    d, sizes, result = GatherDims.of(op.dimension_numbers), ints(op.slice_sizes), static_shape(op.result)
    kept = [axis for axis in range(len(shape)) if axis not in d.collapsed_slice_dims]
    if d.operand_batching_dims or list(d.offset_dims) != kept or result is None or len(result) != len(shape):
        return None
    box = [range(size) for size in sizes]
    if any(n > size for n, size in zip(shape, sizes)):
        indices = known.array(op.start_indices) if known.is_known(op.start_indices) else None
        if indices is None or not 0 < indices.size <= SCANNED:
            return None
        _, starts = index_vectors(indices, d.index_vector_dim)
        for axis, start in zip(d.start_index_map, starts):
            row = np.clip(start.reshape(-1), 0, shape[axis] - sizes[axis])
            along = _in_a_row(row) if axis in d.collapsed_slice_dims else None
            if along is None and (row != row[0]).any():
                return None
            box[axis] = along or range(int(row[0]), int(row[0]) + sizes[axis])
    return tuple(box) if all(map(_fits, box, result)) else None


def _in_a_row(positions: Array) -> range | None:
    """Positions as a range, if they are one."""
    first, step = int(positions[0]), int(positions[1] - positions[0]) if len(positions) > 1 else 1
    regular = step != 0 and bool((np.diff(positions) == step).all())
    return range(first, first + step * len(positions), step) if regular else None


def _fits(positions: range, size: int) -> bool:
    return len(positions) == size


def known_sizes(known: Known, value: SSAValue) -> Shape | None:
    """The integers that a value is known to hold."""
    array = known.array(value) if known.is_known(value) else None
    return None if array is None else sizes_of(array)


WINDOWS: dict[str, Callable[[Known, Any, Shape], Box | None]] = {
    "stablehlo.slice": _slice,
    "stablehlo.real_dynamic_slice": _real_dynamic_slice,
    "stablehlo.reverse": _reverse,
    "stablehlo.dynamic_slice": _dynamic_slice,
    "stablehlo.gather": _gather,
}


# ---- ops whose result is put together from boxes ----


class Layout(NamedTuple):
    """What a result is put together from."""

    placed: list[Source]
    """Operands, and where in the result each is: indices may lie outside of it, where they are cut off."""
    behind: SSAValue | None = None
    """What is everywhere else: a scalar, or a tensor of the shape of the result."""


def layout(known: Known, op: Operation) -> Layout | None:
    """How the result of a concatenation, a padding or an update is put together; None for others."""
    of = LAYOUTS.get(op.name)
    return None if of is None else of(known, op)


def _concatenate(known: Known, op: Any) -> Layout | None:
    if len(op.operands) > CONCATENATED:
        return None
    axis: int = op.dimension.value.data
    at = 0
    placed: list[Source] = []
    for operand in op.operands:
        shape = static_shape(operand)
        if shape is None:
            return None
        box = list(whole(shape))
        box[axis] = range(at, at + shape[axis])
        at += shape[axis]
        placed.append(Source(operand, tuple(box)))
    return Layout(placed)


def _pad(known: Known, op: Any) -> Layout | None:
    sizes = ints if op.name == "stablehlo.pad" else partial(known_sizes, known)
    shape, low, interior = static_shape(op.operand), sizes(op.edge_padding_low), sizes(op.interior_padding)
    if shape is None or low is None or interior is None or min(interior, default=0) < 0:
        return None
    box = [range(at, at + n * (gap + 1), gap + 1) for n, at, gap in zip(shape, low, interior)]
    return Layout([Source(op.operand, tuple(box))], op.padding_value)


def _update(known: Known, op: Any) -> Layout | None:
    shape, size = static_shape(op.operand), static_shape(op.update)
    box = None if shape is None or size is None else _at_starts(known, op.start_indices, size, shape)
    return None if box is None else Layout([Source(op.update, box)], op.operand)


LAYOUTS: dict[str, Callable[[Known, Any], Layout | None]] = {
    "stablehlo.concatenate": _concatenate,
    "stablehlo.pad": _pad,
    "stablehlo.dynamic_pad": _pad,
    "stablehlo.dynamic_update_slice": _update,
}


def positions_in(box: Box, place: Box) -> Box | None:
    """Where in `place` the indices of `box` are; None if some are not in it."""
    found: list[range] = []
    for r, p in zip(box, place):
        if r and not (r[0] in p and r[-1] in p and (len(r) == 1 or r.step % p.step == 0)):
            return None
        first, step = (r.start - p.start) // p.step, r.step // p.step or 1
        found.append(range(first, first + step * len(r), step))
    return tuple(found)


def are_apart(box: Box, place: Box) -> bool:
    """Whether no index is in both, as far as it is soon seen."""
    for r, p in zip(box, place):
        if not r or not p or max(r[0], r[-1]) < p[0] or min(r[0], r[-1]) > p[-1]:
            return True
        if r.step % p.step == 0 and (r.start - p.start) % p.step:
            return True
    return False
