"""Sources of elements: whether a box of a value is one of another value, and which elements are known.

Both questions go backwards through ops that move elements; that for known elements goes through elementwise ops, too.
Which elements an op moves is read off the interpreter's kernel of it, at the cost of the rank, whatever the sizes are.
A kernel that makes a view gets an array that is never read: the address and the strides of the view say where in the
operand its elements are (`view_of`). The kernel of a gather copies: it gets the indices along each dimension, which
are stored once along the other dimensions (`_gathered`).

Kernels are not run for four ops. Those of concatenations, paddings and updates copy the operands as a whole: for a
padding of 4096 x 4096 elements that takes 46 ms, and `layout` 6 us. A scatter needs to know whether it writes an
element twice, so `result_index`, which its kernel uses, is asked for the positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from xdsl.ir import Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.base.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import ScatterDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import Shape, element_type_of
from xdsl_stablehlo.interpreter.kernels.support.positions import flat_index, inside_of, result_index
from xdsl_stablehlo.interpreter.kernels.support.table import ArrayKernel, kernel_of
from xdsl_stablehlo.interpreter.kernels.support.values import as_array
from xdsl_stablehlo.ir.graphs import unseen
from xdsl_stablehlo.ir.signatures import signature_of
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import strides_of, varying_part

from ..tuning import ADDRESSES, BOX_STEPS, CONCATENATED, INDEXED, LOOKED_UP, RESERVED, SCANNED
from .known import Box, Known, Layout, Source, View, are_apart, is_scalar, positions_in, static_shape
from .transfer import operands_moved


def whole(shape: Shape) -> Box:
    """All of a tensor of this shape."""
    return tuple(map(range, shape))


def _within(outer: range, inner: range) -> range:
    """The indices of `outer` at the positions `inner`."""
    first, step = outer.start + outer.step * inner.start, outer.step * inner.step
    return range(first, first + step * len(inner), step)


# ---- what kernels move ----


def view_of(known: Known, *ops: Operation) -> View | None:
    """The view of the first operand that a chain of ops makes, each op on the result of the one before."""
    key = tuple(map(signature_of, ops))
    view = None if None in key else known.views.get(key)
    if view is not None or (view := _view(known, ops)) is None or None in key:
        return view
    if static_shape(ops[0].operands[0]) is not None and all(len(op.operands) == 1 for op in ops):
        known.views.keep(key, ops[-1], view)
        for op in ops[:-1]:  # whose types and attributes have to live as long
            known.views.keep((key, op.name), op, view)
    return view


def _view(known: Known, ops: Sequence[Operation]) -> View | None:
    shape = known.shape(ops[0].operands[0])
    elements = 0 if shape is None else prod(shape)
    if shape is None or not 0 < elements <= ADDRESSES:
        return None
    try:
        memory, start = _reserved() if elements <= RESERVED else _bytes(elements)
    except MemoryError:  # the process has a limit
        return None
    view = memory[:elements].reshape(shape)
    for op in ops:
        others, kernel = _other_operands(known, op, view.shape), _moving(op)
        if others is None:
            return None
        view = kernel(view, *others)
    if not view.size:
        return None
    if elements == 1:  # a kernel may copy it
        return View(0, (0,) * view.ndim, view.shape)
    first = view.ctypes.data - start
    # Outside of the memory is what a kernel has copied, as that of a reshape does with some views.
    return View(first, strides_of(view), view.shape) if 0 <= first < elements else None


@cache
def _reserved() -> tuple[Array, int]:
    return _bytes(RESERVED)


def _bytes(number: int) -> tuple[Array, int]:
    """So many bytes, which are never touched, and their address."""
    memory = np.empty(number, np.int8)
    return memory, memory.ctypes.data


def _moving(op: Operation) -> ArrayKernel:
    """The kernel of an op that moves elements."""
    entry = kernel_of(type(op))
    assert entry is not None
    kernel = entry.make(op)
    return lambda *operands: as_array(kernel(*operands))


def _other_operands(known: Known, op: Operation, shape: Shape) -> list[Array] | None:
    """The operands behind the first one, if they are known; the starts of a dynamic slice, moved to lie inside."""
    if isinstance(op, hlo.DynamicSliceOp):
        starts = _starts(known, op.start_indices, ints(op.slice_sizes), shape)
        return None if starts is None else [np.asarray(start) for start in starts]
    found = [known.array(value) for value in op.operands[1:] if known.is_known(value)]
    others = [array for array in found if array is not None]
    return others if len(others) == len(op.operands) - 1 else None


def _starts(known: Known, starts: Sequence[SSAValue], sizes: Shape, shape: Shape) -> list[int] | None:
    """The start of a window of these sizes after it is moved inside the operand; None if it is not known."""
    spans = [clamped(known, value, n - size) for value, size, n in zip(starts, sizes, shape)]
    return [low for low, _ in spans] if all(low == high for low, high in spans) else None


def clamped(known: Known, start: SSAValue, most: int) -> tuple[int, int]:
    """The least and the largest value that a start can have once it is clamped to 0 and `most`."""
    found = known.integers(start) if most else None
    if found is None:
        return 0, most
    return max(0, min(found.low, most)), max(0, min(found.high, most))


def _gathered(known: Known, op: hlo.GatherOp) -> list[Array] | None:
    """For each dimension of the operand of a gather: along it, the index of each element of the result."""
    shape, sizes, indices = static_shape(op.operand), ints(op.slice_sizes), static_shape(op.start_indices)
    if shape == sizes and indices is not None:  # wherever they begin
        others: list[Array] | None = [np.broadcast_to(np.int64(0), indices)]
    else:
        others = _other_operands(known, op, ())
    if shape is None or others is None or others[0].size * max(sizes, default=1) > LOOKED_UP:
        return None
    if not all(0 < n <= INDEXED for n in shape):
        return None
    kernel = _moving(op)
    lines = [np.arange(n).reshape(n, *[1] * (len(shape) - d - 1)) for d, n in enumerate(shape)]
    return [kernel(np.broadcast_to(line, shape), *others) for line in lines]


def _window(known: Known, op: Operation) -> Box | None:
    """The box of its first operand that the result of an op is, element for element; None where it is none."""
    if isinstance(op, hlo.GatherOp):
        index, result = _gathered(known, op), static_shape(op.results[0])
        if index is None or result is None or len(index) != len(result):
            return None
        found = [_in_a_row(along, d) for d, along in enumerate(index)]
        box = tuple([along for along in found if along is not None])
        return box if tuple(map(len, box)) == result else None
    shape, view = known.shape(op.operands[0]), view_of(known, op)
    return None if shape is None or view is None else box_of_view(view, shape)


def _in_a_row(index: Array, dimension: int) -> range | None:
    """Indices as a range, if they are one along a dimension, and the same along the others."""
    part = varying_part(index)
    line = np.moveaxis(part, dimension, -1)[(0,) * (part.ndim - 1)] if part.size else part
    if not 0 < part.size <= SCANNED or (np.moveaxis(part, dimension, -1) != line).any():
        return None
    first, step = int(line[0]), int(line[1] - line[0]) if len(line) > 1 else 1
    regular = step != 0 and bool((np.diff(line) == step).all())
    return range(first, first + step * len(line), step) if regular else None


def box_of_view(view: View, shape: Shape) -> Box | None:
    """The box of a tensor of this shape that a view of it is, if it is one."""
    if len(view.shape) != len(shape):
        return None
    box: list[range] = []
    left = view.first
    for d, (step, size, n) in enumerate(zip(view.steps, view.shape, shape)):
        apart = prod(shape[d + 1 :])
        start, left = divmod(left, apart)
        step, rest = divmod(step, apart) if size > 1 else (1, 0)
        if rest or not step or not 0 <= start + step * (size - 1) < n:
            return None
        box.append(range(start, start + step * size, step))
    return tuple(box)


# ---- ops whose results are put together ----


def layout(known: Known, op: Operation) -> Layout | None:
    """The parts of the result of a concatenation, a padding or an update; None for other ops."""
    found, of = known.layouts.get(op), LAYOUTS.get(op.name)
    if found is None and of is not None:
        found = of(known, op)
        if found is not None:
            known.layouts[op] = found
    return found


def _concatenate(_: Known, op: hlo.ConcatenateOp) -> Layout | None:
    if len(op.operands) > CONCATENATED:
        return None
    axis, at = op.dimension.value.data, 0
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


def _pad(_: Known, op: hlo.PadOp) -> Layout | None:
    shape, low, gaps = static_shape(op.operand), ints(op.edge_padding_low), ints(op.interior_padding)
    if shape is None:
        return None
    box = [range(at, at + n * (gap + 1), gap + 1) for n, at, gap in zip(shape, low, gaps)]
    return Layout([Source(op.operand, tuple(box))], op.padding_value)


def _update(known: Known, op: hlo.DynamicUpdateSliceOp) -> Layout | None:
    target, update, *where = op.operands
    shape, size = static_shape(target), static_shape(update)
    starts = None if shape is None or size is None else _starts(known, where, size, shape)
    if starts is None or size is None:
        return None
    box, behind = tuple([range(at, at + n) for at, n in zip(starts, size)]), known.resolved(target)
    row, written = [behind], np.array([starts, [r.stop for r in box]])[None]
    before = known.layouts.get(behind.owner) if isinstance(behind.owner, Operation) else None
    if before is not None and before.written is not None and behind.type == target.type:
        row += before.row[: BOX_STEPS - 1]
        written = np.concatenate([written, before.written[: BOX_STEPS - 1]])
    return Layout([Source(update, box)], target, row, written if target.type == op.results[0].type else None)


LAYOUTS: dict[str, Callable[[Known, Any], Layout | None]] = {
    "stablehlo.concatenate": _concatenate,
    "stablehlo.pad": _pad,
    "stablehlo.dynamic_update_slice": _update,
}


def gives_argument(known: Known, region: Region, index: int) -> bool:
    """Whether the body of a reduction or a scatter gives the argument at `index` and nothing else."""
    block = region.blocks[0]
    last = block.last_op
    return last is not None and [known.resolved(value) for value in last.operands] == [block.args[index]]


# ---- the box of another value that a box is ----

WINDOWS = frozenset(f"stablehlo.{name}" for name in ("dynamic_slice", "gather", "reverse", "slice"))
"""Ops whose results may be a box of the first operand."""

FOLLOWED = frozenset((*WINDOWS, *LAYOUTS, "stablehlo.select"))
"""Ops whose results may be a box of an operand."""


def source(known: Known, value: SSAValue, box: Box) -> Source:
    """The value furthest back of which these elements are a box that is nowhere backwards, and that box."""
    here = best = Source(known.resolved(value), box)
    steps = BOX_STEPS
    while steps > 0:
        found = layout(known, here.value.owner) if isinstance(here.value.owner, Operation) else None
        passed = 0 if found is None else min(steps, found.passed(here.box))
        further = (
            _behind(known, here) if found is None or not passed else Source(found.row[passed - 1], here.box)
        )
        if further is None:
            break
        steps -= passed or 1
        here = Source(known.resolved(further.value), further.box)
        if all(r.step > 0 for r in here.box):
            best = here
    return best


def _behind(known: Known, here: Source) -> Source | None:
    """One op further back."""
    value, box = here
    op = value.owner
    if not isinstance(op, Operation) or op.name not in FOLLOWED:
        return None
    if isinstance(op, hlo.SelectOp):
        return _selected_side(known, op, box)
    if op.name not in LAYOUTS:
        outer = _window(known, op)
        return None if outer is None else Source(op.operands[0], tuple(map(_within, outer, box)))
    found = layout(known, op)
    for part, place in found.placed if found is not None else ():
        inside = positions_in(box, place)
        if inside is not None:
            return Source(part, inside)
    if found is None or found.behind is None or found.behind.type != op.results[0].type:
        return None
    return Source(found.behind, box) if all(are_apart(box, p.box) for p in found.placed) else None


def _selected_side(known: Known, op: hlo.SelectOp, box: Box) -> Source | None:
    """The side that all elements of a box are selected from, where that is known."""
    picked = known_box(known, op.pred, () if is_scalar(op.pred) else box)
    if picked is None or not (picked.all() or not picked.any()):
        return None
    side = op.on_true if picked.all() else op.on_false
    return Source(side, box) if side.type == op.result.type else None


# ---- elements that are known ----

Places: TypeAlias = "npt.NDArray[np.int64]"
"""Some elements of a tensor, in some order: where each is in row-major order."""


class Piece(NamedTuple):
    """Some of the elements that are asked for are elements of an operand."""

    where: Array | None
    """A mask of these elements; None for all."""
    value: SSAValue
    places: Places


def known_box(known: Known, value: SSAValue, box: Box) -> Array | None:
    """The elements of a box of a value; None if some are not known, or there are more than 4096."""
    sizes, shape = tuple(map(len, box)), known.shape(value)
    if shape is None or prod(sizes) > SCANNED or not is_partly_known(known, value):
        return None
    if sizes == shape:  # what is asked for most
        if _has_hole(known, known.resolved(value), shape):
            return None
        places = np.arange(prod(sizes))
    else:
        grid = np.ix_(*[np.arange(r.start, r.start + r.step * len(r), r.step) for r in box])
        places = np.broadcast_to(flat_index(grid, shape), sizes).reshape(-1)
    search = _Search(known)
    found = search.elements(value, places)
    if search.hole is not None and search.steps < 0 and places.size:
        # Where the steps were too few for one element alone, they are for all that is asked with it.
        alone, place = _Search(known), places[search.hole]
        if alone.elements(value, np.array([place])) is None and alone.hole is not None:
            known.holes[known.resolved(value)] = int(place)
    return None if found is None else found.reshape(sizes)


def _has_hole(known: Known, value: SSAValue, shape: Shape) -> bool:
    """Whether an element of a value is soon seen not to be known: where that of an operand is not, as a rule."""
    op = value.owner
    if not isinstance(op, Operation) or value in known.holes:
        return value in known.holes
    found = layout(known, op)
    for operand in op.operands:
        hole = known.holes.get(known.resolved(operand))
        if hole is None or operand.type != value.type:
            continue
        if found is None or found.behind is not operand:
            _Search(known).elements(value, np.array([hole]))
        elif found.passed([range(int(at), int(at) + 1) for at in np.unravel_index(hole, shape)]):
            known.holes[value] = hole
    return value in known.holes


def is_partly_known(known: Known, value: SSAValue) -> bool:
    """Whether some elements of a value may be known; asked once for each value."""
    partly, value = known.partly, known.resolved(value)
    if value not in partly:
        for each in unseen(value, partly, lambda v: _read_by(known, v)):
            partly[each] = _may_be_known(known, each)
    return partly[value]


def _read_by(known: Known, value: SSAValue) -> Iterator[SSAValue]:
    owner = value.owner
    if value in known.partly or known.is_known(value) or not isinstance(owner, Operation):
        return iter(())
    read = [known.resolved(operand) for operand in owner.operands]
    if _given(type(owner)) is None and (
        not _may_be_elementwise(owner) or any(_is_open(known, v) for v in read)
    ):
        return iter(())
    return iter(read)


def _is_open(known: Known, value: SSAValue) -> bool:
    """Whether nothing is known of a value, as is soon seen: then nothing is of what is computed from its elements."""
    if known.is_known(value):
        return False
    owner = value.owner
    return not isinstance(owner, Operation) or not known.partly.get(value, True)


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
    given = _given(type(owner))
    if given is None or (isinstance(owner, hlo.SelectOp) and not some[0]):
        return all(some) and _is_elementwise(owner)
    return any(some[given]) and static_shape(value) is not None


class _Search:
    """One question for elements, answered within bounds."""

    def __init__(self, known: Known):
        self.known = known
        self.steps = BOX_STEPS
        self.hole: int | None = None
        """Which of the places that are looked at is not known, once that is seen, or the steps are used up."""

    def elements(self, value: SSAValue, places: Places) -> Array | None:
        """The elements at some places of a value; None where one is not known."""
        known, declared, value = self.known, static_shape(value), self.known.resolved(value)
        self.steps -= 1
        if self.steps < 0:
            self.hole = len(places) // 2
            return None
        hole = known.holes.get(value)
        there = places[:0] if hole is None else np.flatnonzero(places == hole)
        if there.size or not is_partly_known(known, value):
            self.hole = int(there[0]) if there.size else len(places) // 2
            return None
        found = self._found(value, places, declared)
        if found is None and self.hole is not None and self.steps >= 0 and places.size:
            known.holes[value] = int(places[self.hole])
        return found

    def _found(self, value: SSAValue, places: Places, declared: Shape | None) -> Array | None:
        known = self.known
        if known.is_known(value):
            array = known.array(value)
            # Where a value has other sizes than its type says, what is read from it is undefined.
            if array is None or declared not in (None, array.shape):
                return None
            return array[np.unravel_index(places, array.shape)] if array.ndim else array.repeat(len(places))
        op = value.owner
        if not isinstance(op, Operation):
            return None
        if _given(type(op)) is None:
            return self._computed(op, places) if _is_elementwise(op) else None
        pieces = PIECES.get(op.name, _moved)(self, op, places)
        return None if pieces is None else self._joined(pieces)

    def _joined(self, pieces: list[Piece]) -> Array | None:
        if len(pieces) == 1 and pieces[0].where is None:
            return self.elements(pieces[0].value, pieces[0].places)
        used = [piece for piece in pieces if piece.places.size]
        used.sort(key=lambda piece: is_partly_known(self.known, piece.value))
        result: Array | None = None
        for where, value, places in used:
            found = self.elements(value, places)
            if where is None:
                return found
            if found is None:
                self.hole = None if self.hole is None else int(np.flatnonzero(where)[self.hole])
                return None
            result = np.empty(where.shape, found.dtype) if result is None else result
            result[where] = found
        return result

    def _computed(self, op: Operation, places: Places) -> Array | None:
        """The elements of the result of an elementwise op that was not evaluated because some are unknown."""
        if all(map(self.known.is_known, op.operands)):
            return None
        operands: list[Array] = []
        for operand in op.operands:
            found = self.elements(operand, _of_operand(operand, places))
            if found is None:
                return None
            operands.append(found)
        return self.known.computed(op, operands)


def _of_operand(value: SSAValue, places: Places) -> Places:
    """The same places of a tensor, or each time the scalar."""
    return np.zeros_like(places) if is_scalar(value) else places


def _moved(search: _Search, op: Operation, places: Places) -> list[Piece] | None:
    """The elements of a result that the kernel of an op moves."""
    if isinstance(op, hlo.GatherOp):
        index, shape = _gathered(search.known, op), static_shape(op.results[0])
        size = static_shape(op.operands[0])
        if index is None or shape is None or size is None:
            return None
        at = _indices(places, shape)
        moved = np.broadcast_to(flat_index([along[at] for along in index], size), places.shape)
    else:
        view = view_of(search.known, op)
        if view is None:
            return None
        steps = zip(_indices(places, view.shape), view.steps)
        moved = sum([along * step for along, step in steps], np.full_like(places, view.first))
    return [Piece(None, op.operands[0], moved)]


def _indices(places: Places, shape: Shape) -> tuple[Places, ...]:
    """The index along each dimension."""
    # NumPy has no indices of rank 0.
    return tuple(np.unravel_index(places, shape)) if shape else ()


def _laid_out(search: _Search, op: Operation, places: Places) -> list[Piece] | None:
    found, shape = layout(search.known, op), static_shape(op.results[0])
    if found is None or shape is None:
        return None
    at, left, pieces = _indices(places, shape), np.ones(places.size, np.bool_), list[Piece]()
    hull = tuple([range(int(axis.min()), int(axis.max()) + 1) for axis in at]) if places.size else ()
    for value, box in found.placed:
        if are_apart(hull, box):
            continue
        offsets = [np.divmod(axis - r.start, r.step) for axis, r in zip(at, box)]
        inside = left.copy()
        for (index, rest), r in zip(offsets, box):
            inside &= (rest == 0) & (index >= 0) & (index < len(r))
        left &= ~inside
        moved = flat_index([index[inside] for index, _ in offsets], tuple(map(len, box)))
        pieces.append(Piece(inside, value, moved if box else places[inside]))
    if found.behind is not None:
        pieces.append(Piece(left, found.behind, _of_operand(found.behind, places[left])))
    return pieces


def _scattered(search: _Search, op: hlo.ScatterOp, places: Places) -> list[Piece] | None:
    """The elements of a scatter that overwrites each element at most once."""
    known, inputs = search.known, op.inputs
    shape = static_shape(op.updates[0]) if len(inputs) == 1 else None
    size = static_shape(inputs[0])
    indices = known.array(op.scatter_indices) if known.is_known(op.scatter_indices) else None
    if indices is None or shape is None or size is None or not 0 < prod(shape) <= SCANNED:
        return None
    if not gives_argument(known, op.update_computation, 1):
        return None
    index = result_index(indices, shape, size, ScatterDims.of(op.scatter_dimension_numbers))
    inside = inside_of(index, size)
    targets = np.broadcast_to(flat_index(index, size), shape).reshape(-1)
    given = np.arange(targets.size)
    if inside is not None:
        given = given[np.broadcast_to(inside, shape).reshape(-1)]
    order = given[np.argsort(targets[given])]
    if (np.diff(targets[order]) == 0).any():
        return None
    written = np.isin(places, targets[order])
    updates = order[np.searchsorted(targets[order], places[written])]
    return [Piece(written, op.updates[0], updates), Piece(~written, inputs[0], places[~written])]


def _selected(search: _Search, op: hlo.SelectOp, places: Places) -> list[Piece] | None:
    """From one side or the other, each element on its own."""
    pred = search.elements(op.pred, _of_operand(op.pred, places))
    if pred is None:
        return None
    return [Piece(pred, op.on_true, places[pred]), Piece(~pred, op.on_false, places[~pred])]


PIECES: dict[str, Callable[[_Search, Any, Places], list[Piece] | None]] = {
    **dict.fromkeys(LAYOUTS, _laid_out),
    "stablehlo.scatter": _scattered,
    "stablehlo.select": _selected,
}
"""The pieces that elements of a result come from, by the name of the op, where that is more than a part of one
operand."""


@cache
def _given(kind: type[Operation]) -> slice | None:
    """The operands of an op whose elements go into the result, where it can be found out which do."""
    if kind is hlo.ScatterOp or kind is hlo.SelectOp:
        return slice(kind is hlo.SelectOp, None)
    moved, entry = operands_moved(kind), kernel_of(kind)
    if moved is None or entry is None:
        return None
    is_view = entry.cost.is_view and entry.cost.max_elements is None
    return moved if is_view or kind is hlo.GatherOp or kind.name in LAYOUTS else None
