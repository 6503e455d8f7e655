"""Where elements come from: the box of another value that a box of a value is, and the elements of one that are known.

Both are asked backwards through ops that move elements, and through elementwise ops for what is known. No masks are
stored. A box is found at the cost of its rank, whatever its size is; elements at the cost of their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import Any, NamedTuple

import numpy as np
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import GatherDims, ScatterDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import Shape, element_type_of
from xdsl_stablehlo.interpreter.kernels.support.positions import (
    batch_positions,
    index_vectors,
    inside_of,
    result_index,
)
from xdsl_stablehlo.interpreter.kernels.table import kernel_of
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import broadcast

from ..tuning import BOX_STEPS, SCANNED
from .known import Known, is_scalar
from .layouts import (
    LAYOUTS,
    WINDOWS,
    Box,
    Source,
    are_apart,
    gives_argument,
    layout,
    positions_in,
    static_shape,
    whole,
    window,
    within,
)
from .transfers.movement import ALL, MOVED

# ---- the box of another value that a box is ----


def source(known: Known, value: SSAValue, box: Box) -> Source:
    """The value furthest back of which these elements are a box that is nowhere backwards, and that box."""
    here = best = Source(known.resolved(value), box)
    for _ in range(BOX_STEPS):
        further = _behind(known, here)
        if further is None:
            break
        here = Source(known.resolved(further.value), further.box)
        if all(r.step > 0 for r in here.box):
            best = here
    return best


def _behind(known: Known, here: Source) -> Source | None:
    """One op further back."""
    value, box = here
    op = value.owner
    if not isinstance(op, Operation):
        return None
    if op.name in WINDOWS:
        outer = window(known, op)
        return None if outer is None else Source(op.operands[0], tuple(map(within, outer, box)))
    if op.name == "stablehlo.select":
        return _selected_side(known, op, box)
    found = layout(known, op)
    for part, place in found.placed if found is not None else ():
        inside = positions_in(box, place)
        if inside is not None:
            return Source(part, inside)
    if found is None or found.behind is None or found.behind.type != op.results[0].type:
        return None
    return Source(found.behind, box) if all(are_apart(box, p.box) for p in found.placed) else None


def _selected_side(known: Known, op: Any, box: Box) -> Source | None:
    """The side that all elements of a box are selected from, where that is known."""
    picked = known_box(known, op.pred, () if is_scalar(op.pred) else box)
    if picked is None or not (picked.all() or not picked.any()):
        return None
    side = op.on_true if picked.all() else op.on_false
    return Source(side, box) if side.type == op.result.type else None


# ---- elements that are known ----


class Elements(NamedTuple):
    """Some elements of a tensor, in some order: their number, and their indices along each dimension (int64)."""

    number: int
    at: tuple[Array, ...]

    def some(self, where: Array) -> Elements:
        """Those at some positions, given as a mask."""
        return Elements(int(np.count_nonzero(where)), tuple([axis[where] for axis in self.at]))

    def of(self, value: SSAValue) -> Elements:
        """Those of `value` that go with these: at the same places of a tensor, or each time the scalar."""
        return Elements(self.number, ()) if is_scalar(value) else self


class Piece(NamedTuple):
    """Some of the elements that are asked for are elements of an operand."""

    where: Array | None
    """Which of them, as a mask; None: all."""
    value: SSAValue
    elements: Elements


def box_elements(box: Box) -> Elements:
    """The elements of a box, in row-major order."""
    grid = np.indices(tuple(map(len, box))).reshape(len(box), -1) if box else ()
    at = [r.start + r.step * axis for r, axis in zip(box, grid)]
    return Elements(prod(map(len, box)), tuple(at))


def elements_at(positions: Array, shape: Shape) -> Elements:
    """The elements of a tensor of this shape at some positions in row-major order."""
    # NumPy has no indices of rank 0.
    return Elements(positions.size, tuple(np.unravel_index(positions, shape)) if shape else ())


def known_box(known: Known, value: SSAValue, box: Box) -> Array | None:
    """The array that a box of a value is known to be; None where it is not, or has more than 4096 elements."""
    shape = tuple(map(len, box))
    if prod(shape) > SCANNED or not is_partly_known(known, value):
        return None
    found = _Search(known).elements(value, box_elements(box))
    return None if found is None else found.reshape(shape)


def known_result(known: Known, op: Operation) -> Array | None:
    """The array that the result of an op is known to be element by element: at most 4096 of them."""
    (result,) = op.results
    shape = static_shape(result)
    if shape is None or not any(is_partly_known(known, operand) for operand in op.operands):
        return None
    return known_box(known, result, whole(shape))


def is_partly_known(known: Known, value: SSAValue) -> bool:
    """Whether some elements of a value may be known; asked once for each value."""
    partly, value = known.partly, known.resolved(value)
    if value not in partly:
        for each in postorder([value], lambda v: _read_by(known, v)):
            if each not in partly:
                partly[each] = _may_be_known(known, each)
    return partly[value]


def _read_by(known: Known, value: SSAValue) -> Iterator[SSAValue]:
    owner = value.owner
    if value in known.partly or known.is_known(value) or not isinstance(owner, Operation):
        return iter(())
    return map(known.resolved, owner.operands if owner.name in PARTS or _may_be_elementwise(owner) else ())


def _may_be_elementwise(op: Operation) -> bool:
    entry = kernel_of(type(op))
    return entry is not None and entry.elementwise


def _is_elementwise(op: Operation) -> bool:
    """Whether each element of the only result is computed from those of the operands at its place, or from scalars."""
    if not _may_be_elementwise(op) or not op.operands or len(op.results) != 1:
        return False
    shape, types = static_shape(op.results[0]), (*op.operand_types, *op.result_types)
    return (
        shape is not None
        and all(static_shape(operand) in (shape, ()) for operand in op.operands)
        and not any(isinstance(element_type_of(t), AnyQuantizedType) for t in types)
    )


def _may_be_known(known: Known, value: SSAValue) -> bool:
    owner = value.owner
    if known.is_known(value) or not isinstance(owner, Operation) or len(owner.results) != 1:
        return known.is_known(value)
    some = [known.is_known(v) or known.partly.get(known.resolved(v), False) for v in owner.operands]
    if owner.name not in PARTS:
        return all(some) and _is_elementwise(owner)
    return any(some[GIVEN[owner.name]]) and static_shape(value) is not None


class _Search:
    """One question for elements, answered within bounds."""

    def __init__(self, known: Known):
        self.known = known
        self.steps = BOX_STEPS

    def elements(self, value: SSAValue, wanted: Elements) -> Array | None:
        """The elements that are `wanted`; None where one is not known."""
        known, value = self.known, self.known.resolved(value)
        self.steps -= 1
        if self.steps < 0 or not is_partly_known(known, value):
            return None
        if known.is_known(value):
            array = known.array(value)
            # Where its type does not say the sizes, it need not have what is wanted: that is undefined.
            if array is None or inside_of(wanted.at, array.shape) is not None:
                return None
            return np.broadcast_to(array[wanted.at], wanted.number)
        op = value.owner
        if not isinstance(op, Operation):
            return None
        if op.name not in PARTS:
            return self._computed(op, wanted) if _is_elementwise(op) else None
        parts = PARTS[op.name](self, op, wanted)
        return None if parts is None else self._joined(parts)

    def _joined(self, parts: list[Piece]) -> Array | None:
        if len(parts) == 1 and parts[0].where is None:
            return self.elements(parts[0].value, parts[0].elements)
        used = [part for part in parts if part.elements.number]
        if not all(is_partly_known(self.known, part.value) for part in used):
            return None
        result: Array | None = None
        for where, value, wanted in used:
            found = self.elements(value, wanted)
            if found is None or where is None:
                return found
            result = np.empty(where.shape, found.dtype) if result is None else result
            result[where] = found
        return result

    def _computed(self, op: Operation, wanted: Elements) -> Array | None:
        """The elements of the result of an elementwise op that was not evaluated because some are unknown."""
        if all(map(self.known.is_known, op.operands)):
            return None
        operands: list[Array] = []
        for operand in op.operands:
            found = self.elements(operand, wanted.of(operand))
            if found is None:
                return None
            operands.append(found)
        return self.known.computed(op, operands)


def _windowed(search: _Search, op: Operation, wanted: Elements) -> list[Piece] | None:
    box = window(search.known, op)
    if box is None:
        return None
    at = [r.start + r.step * axis for r, axis in zip(box, wanted.at)]
    return [Piece(None, op.operands[0], Elements(wanted.number, tuple(at)))]


def _laid_out(search: _Search, op: Operation, wanted: Elements) -> list[Piece] | None:
    found = layout(search.known, op)
    if found is None:
        return None
    parts: list[Piece] = []
    left = np.ones(wanted.number, np.bool_)
    hull = tuple([range(int(axis.min()), int(axis.max()) + 1) for axis in wanted.at]) if wanted.number else ()
    for value, place in found.placed:
        if are_apart(hull, place):
            continue
        offsets = [np.divmod(axis - p.start, p.step) for axis, p in zip(wanted.at, place)]
        inside = left.copy()
        for (index, rest), p in zip(offsets, place):
            inside &= (rest == 0) & (index >= 0) & (index < len(p))
        left &= ~inside
        parts.append(
            Piece(inside, value, Elements(wanted.number, tuple([i for i, _ in offsets])).some(inside))
        )
    if found.behind is not None:
        parts.append(Piece(left, found.behind, wanted.some(left).of(found.behind)))
    return parts


def _gathered(search: _Search, op: Any, wanted: Elements) -> list[Piece] | None:
    known = search.known
    indices = known.array(op.start_indices) if known.is_known(op.start_indices) else None
    shape = static_shape(op.operand)
    if indices is None or shape is None:
        return None
    d, sizes = GatherDims.of(op.dimension_numbers), ints(op.slice_sizes)
    batch, starts = index_vectors(indices, d.index_vector_dim)
    of_batch = tuple([axis for i, axis in enumerate(wanted.at) if i not in d.offset_dims])
    dropped = {*d.collapsed_slice_dims, *d.operand_batching_dims}
    offsets = iter([wanted.at[i] for i in d.offset_dims])
    at = [np.zeros(wanted.number, np.int64) if i in dropped else next(offsets) for i in range(len(shape))]
    for axis, start in zip(d.start_index_map, starts):
        at[axis] = at[axis] + np.clip(start[of_batch], 0, shape[axis] - sizes[axis])
    positions = batch_positions(batch, d.start_indices_batching_dims, d.index_vector_dim)
    for axis, along in zip(d.operand_batching_dims, positions):
        at[axis] = broadcast(along, batch)[of_batch]
    return [Piece(None, op.operand, Elements(wanted.number, tuple(at)))]


def _scattered(search: _Search, op: Any, wanted: Elements) -> list[Piece] | None:
    """Of a scatter that overwrites each element at most once."""
    known, inputs = search.known, op.inputs
    shape = static_shape(op.updates[0]) if len(inputs) == 1 else None
    size = static_shape(inputs[0])
    indices = known.array(op.scatter_indices) if known.is_known(op.scatter_indices) else None
    if indices is None or shape is None or size is None or not 0 < prod(shape) <= SCANNED:
        return None
    if not gives_argument(known, op.update_computation, 1):
        return None
    targets = result_index(indices, shape, size, ScatterDims.of(op.scatter_dimension_numbers))
    writes: dict[tuple[int, ...], int] = {}
    rows = zip(*[np.broadcast_to(axis, shape).reshape(-1).tolist() for axis in targets])
    for i, target in enumerate(rows):
        if writes.setdefault(target, i) != i:
            return None
    asked = zip(*[axis.tolist() for axis in wanted.at]) if wanted.at else iter([()] * wanted.number)
    found = np.array([writes.get(each, -1) for each in asked], np.int64)
    written = found >= 0
    updates = elements_at(found[written], shape)
    return [Piece(written, op.updates[0], updates), Piece(~written, inputs[0], wanted.some(~written))]


def _reshaped(search: _Search, op: Operation, wanted: Elements) -> list[Piece] | None:
    (operand,), shape, size = op.operands, static_shape(op.results[0]), static_shape(op.operands[0])
    if shape is None or size is None:
        return None
    flat = np.ravel_multi_index(wanted.at, shape) if shape else np.zeros(wanted.number, np.int64)
    return [Piece(None, operand, elements_at(flat, size))]


def _transposed(search: _Search, op: Any, wanted: Elements) -> list[Piece]:
    order = ints(op.permutation)
    at = [wanted.at[order.index(d)] for d in range(len(order))]
    return [Piece(None, op.operand, Elements(wanted.number, tuple(at)))]


def _broadcast(search: _Search, op: Any, wanted: Elements) -> list[Piece] | None:
    shape, result = static_shape(op.operand), static_shape(op.result)
    if shape is None or result is None:
        return None
    in_dim = op.name == "stablehlo.broadcast_in_dim"
    dims = ints(op.broadcast_dimensions) if in_dim else range(len(result) - len(shape), len(result))
    at = [wanted.at[d] if n != 1 else np.zeros(wanted.number, np.int64) for n, d in zip(shape, dims)]
    return [Piece(None, op.operand, Elements(wanted.number, tuple(at)))]


def _selected(search: _Search, op: Any, wanted: Elements) -> list[Piece] | None:
    """From one side or the other, each element on its own."""
    pred = search.elements(op.pred, wanted.of(op.pred))
    if pred is None:
        return None
    return [Piece(pred, op.on_true, wanted.some(pred)), Piece(~pred, op.on_false, wanted.some(~pred))]


PARTS: dict[str, Callable[[_Search, Any, Elements], list[Piece] | None]] = {
    **dict.fromkeys(WINDOWS, _windowed),
    **dict.fromkeys(LAYOUTS, _laid_out),
    "stablehlo.gather": _gathered,
    "stablehlo.scatter": _scattered,
    "stablehlo.reshape": _reshaped,
    "stablehlo.transpose": _transposed,
    "stablehlo.broadcast": _broadcast,
    "stablehlo.broadcast_in_dim": _broadcast,
    "stablehlo.select": _selected,
}
"""Which elements of which operands some elements of a result are."""

GIVEN = {**MOVED, "stablehlo.scatter": ALL, "stablehlo.select": slice(1, None)}
"""The operands of these whose elements go into the result."""
