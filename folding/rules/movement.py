"""Ops that move elements: those that move nothing, several in a row, and where the elements of a result come from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import prod
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, DenseArrayBase, IntegerType, TensorType, UnknownLoc, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.constant import may_be_constant
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import Shape
from xdsl_stablehlo.ir.signatures import values_read
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import uniform_element

from ..facts.boxes import (
    FOLLOWED,
    WINDOWS,
    Box,
    Source,
    box_of_view,
    clamped,
    is_partly_known,
    known_box,
    source,
    view_of,
    whole,
)
from ..facts.known import Known, View, static_shape
from ..facts.transfer import operands_moved
from ..terms.constants import make_constant
from ..terms.deferred import same_value
from ..tuning import NEIGHBOUR_BYTES
from .conditions import constant_like, same_elements, same_uniform
from .engine import Form, Outcome, law, over, rule

Build: TypeAlias = "Callable[[Sequence[SSAValue]], hlo.HloOp]"
"""Make an op that reads some values."""

BROADCASTS = ("stablehlo.broadcast", "stablehlo.broadcast_in_dim")
MOVERS = ("broadcast", "broadcast_in_dim", "pad", "reshape", "reverse", "slice", "transpose")
NOWHERE = UnknownLoc()
STATIC = tuple([f"stablehlo.{name}" for name in MOVERS])


def mover(known: Known, value: SSAValue) -> Operation | None:
    """The op that gives a value by moving elements, if that takes nothing else and all sizes are known."""
    op = known.resolved(value).owner
    if not isinstance(op, Operation) or op.name not in STATIC or static_shape(value) is None:
        return None
    return op if static_shape(next(iter(values_read(op)))) is not None else None


def same_scalar(known: Known, a: SSAValue, b: SSAValue) -> bool:
    """Whether two values are one, or have the same element everywhere."""
    return known.same(a, b) or same_uniform(known, a, b)


@law(
    "moves-nothing", "op(x, ...)", "x", "broadcast_in_dim", "pad", "reshape", "reverse", "slice", "transpose"
)
def _moves_nothing(known: Known, op: Operation) -> bool:
    """where elements are moved to where they are: a slice of all, a pad by nothing, a transpose of sizes of one"""
    (moved, *_), (result,) = values_read(op), op.results
    if moved.type != result.type or (shape := static_shape(moved)) is None:
        return False
    if isinstance(op, hlo.PadOp):
        return not any((*ints(op.edge_padding_low), *ints(op.edge_padding_high), *ints(op.interior_padding)))
    return 0 in shape or is_all(view_of(known, op), shape)


def is_all(view: View | None, shape: Shape) -> bool:
    """Whether a view of a tensor of this shape is the tensor."""
    return view is not None and view.shape == shape and box_of_view(view, shape) == whole(shape)


# ---- copies of one scalar ----


def scalar_of(known: Known, value: SSAValue) -> SSAValue | None:
    """The scalar of which all elements of a value are copies."""
    if static_shape(value) == ():
        return known.resolved(value)
    op = mover(known, value)
    copies = op is not None and op.name in BROADCASTS and static_shape(op.operands[0]) == ()
    return known.resolved(op.operands[0]) if copies and op is not None else None


def copies_of(scalar: SSAValue, result: SSAValue) -> Outcome:
    """A tensor of copies of a scalar, of the type of a result; None where a size of it is not known."""
    made = ranked(result)
    if scalar.type == made:
        return scalar
    can_be_made = static_shape(result) is not None and same_elements(scalar, result)
    return Form((scalar,), partial(_broadcast, [], made)) if can_be_made else None


def _broadcast(dims: Sequence[int], result: AnyTensorType, read: Sequence[SSAValue]) -> hlo.HloOp:
    said, types = {"broadcast_dimensions": _numbers(tuple(dims))}, [result]
    return hlo.BroadcastInDimOp.create(operands=read, result_types=types, properties=said, location=NOWHERE)


@lru_cache(1 << 10)
def _numbers(dims: tuple[int, ...]) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(i64, dims)


def _is_copy(known: Known, op: Operation) -> bool:
    """Whether all elements of the first operand may be copies of one scalar."""
    value = op.operands[0]
    return known.is_known(value) or (static_shape(value) != () and scalar_of(known, value) is not None)


@rule(
    "copies-of-scalar",
    "concatenate dynamic_slice dynamic_update_slice gather pad torch_index_select",
    when=_is_copy,
)
def copies(known: Known, op: Operation) -> Outcome:
    """what is a part of copies of one scalar, wherever it begins, or is put together from them, is copies of it"""
    (result,), read = op.results, op.operands[operands_moved(type(op)) or slice(None)]
    element = known.element(read[0])
    if element is not None:
        if not all(same_scalar(known, read[0], value) for value in read[1:]):
            return None
        return read[0] if read[0].type == result.type else constant_like(result, element)
    scalars = {scalar_of(known, value) for value in read}
    scalar = scalars.pop()
    return None if scalars or scalar is None else copies_of(scalar, result)


# ---- where elements come from ----


@rule("known-elements", "dynamic_slice dynamic_update_slice gather pad select slice", when=lambda k, op: True)
def _known_elements(known: Known, op: Operation) -> Outcome:
    """what only takes known elements of partly known values is a constant"""
    (result,) = op.results
    shape = static_shape(result)
    if shape is None or not any(is_partly_known(known, operand) for operand in op.operands):
        return None
    return known_box(known, result, whole(shape))


@rule("known-wherever", "dynamic_slice", when=lambda k, op: is_partly_known(k, op.operand))
def _known_hull(known: Known, op: hlo.DynamicSliceOp) -> Outcome:
    """a dynamic slice of a value that is one splat wherever it may begin is that splat"""
    shape, sizes = known.shape(op.operand), ints(op.slice_sizes)
    if shape is None:
        return None
    spans = [clamped(known, at, n - size) for at, n, size in zip(op.start_indices, shape, sizes)]
    hull = tuple([range(low, high + size) for (low, high), size in zip(spans, sizes)])
    reached = known_box(known, op.operand, hull)
    return constant_like(op.result, None if reached is None else uniform_element(reached))


def _may_be_a_box(known: Known, op: Operation) -> bool:
    """Whether the result may be a box of one operand, as far as that is soon seen."""
    shape = static_shape(op.results[0])
    if isinstance(op, hlo.ConcatenateOp):
        return any(each.type == op.results[0].type for each in op.operands)
    if isinstance(op, hlo.DynamicUpdateSliceOp):
        return op.update.type == op.operand.type or 0 in (static_shape(op.update) or ())
    if isinstance(op, hlo.PadOp):
        edges = (*ints(op.edge_padding_low), *ints(op.edge_padding_high))
        return shape is not None and max((*edges, *ints(op.interior_padding)), default=0) <= 0
    # A slice is a box anyway: of something else than its operand only where that is one, too.
    return shape is not None and (
        not isinstance(op, hlo.SliceOp) or _is_given_by(known, op.operand, FOLLOWED)
    )


def _is_given_by(known: Known, value: SSAValue, names: Collection[str]) -> bool:
    owner = known.resolved(value).owner
    return isinstance(owner, Operation) and owner.name in names


@rule("box-of-value", "concatenate dynamic_slice dynamic_update_slice gather pad slice", when=_may_be_a_box)
def _is_a_box(known: Known, op: Operation) -> Outcome:
    """what is a box of another value, behind slices, pads, concatenations and updates (starts clamped), is that value
    or a slice of it"""
    (result,) = op.results
    shape = static_shape(result)
    return None if shape is None else box_of(known, op, source(known, result, whole(shape)))


def box_of(known: Known, op: Operation, found: Source) -> Outcome:
    """The outcome for an op whose result is a box of a value."""
    value, box = found
    result = op.results[0]
    if value is result or not same_elements(value, result):
        return None
    if known.is_known(value):
        array = known.array(value)
        cut = tuple([slice(r.start, r.start + len(r) * r.step, r.step) for r in box])
        return None if array is None else array[cut]
    if value.type == result.type and box == whole(static_shape(value) or ()):
        return value
    is_itself = op.name == "stablehlo.slice" and known.resolved(op.operands[0]) is value
    return None if is_itself else Form((value,), partial(slice_of, box))


def slice_of(box: Box, read: Sequence[SSAValue]) -> hlo.HloOp:
    """The slice that is a box."""
    starts, limits = [r.start for r in box], [r[-1] + 1 if r else r.start for r in box]
    return hlo.SliceOp(read[0], starts, limits, [r.step for r in box])


def _may_be_adjacent(known: Known, op: Operation) -> bool:
    """Whether the first two operands are parts of something, and all sizes are known."""
    if any(static_shape(value) is None for value in op.operands):
        return False
    return len(op.operands) > 1 and all(_is_given_by(known, each, WINDOWS) for each in op.operands[:2])


@rule("adjacent-slices", "concatenate", when=_may_be_adjacent)
def _adjacent(known: Known, op: hlo.ConcatenateOp) -> Outcome:
    """slices of one value, next to each other, concatenated in order are one slice of it, or it"""
    axis = op.dimension.value.data
    parts = [source(known, value, whole(static_shape(value) or ())) for value in op.operands]
    joined: Source | None = None
    for part in parts:
        joined = part if joined is None else _joined(joined, part, axis)
        if joined is None:
            return None
    return None if joined is None else box_of(known, op, joined)


def _joined(a: Source, b: Source, axis: int) -> Source | None:
    """Two boxes of a value that lie one behind the other, as one."""
    r, s, others = a.box[axis], b.box[axis], (*b.box[:axis], *b.box[axis + 1 :])
    step = s[0] - r[-1] if r and s else 0
    both = range(r[0], r[0] + (len(r) + len(s)) * step, step) if step > 0 else range(0)
    follows = both[: len(r)] == r and both[len(r) :] == s
    alike = a.value is b.value and (*a.box[:axis], *a.box[axis + 1 :]) == others
    return Source(a.value, (*b.box[:axis], both, *b.box[axis + 1 :])) if follows and alike else None


# ---- two ops in a row ----


def _as_broadcast(view: View, shape: Shape, result: AnyTensorType) -> Build | None:
    dims = dimensions_in(view, shape)
    return None if dims is None else partial(_broadcast, dims, result)


def _as_reshape(view: View, shape: Shape, result: AnyTensorType) -> Build | None:
    in_order = prod(shape) == prod(view.shape) and is_all(view, view.shape)
    return (lambda read: hlo.ReshapeOp(read[0], result)) if in_order else None


def _as_reverse(view: View, shape: Shape, _: AnyTensorType) -> Build | None:
    box = box_of_view(view, shape)
    if box is None or view.shape != shape:
        return None
    turned = [d for d, r in enumerate(box) if r.step < 0]
    return lambda read: hlo.ReverseOp(read[0], turned)


def _as_transpose(view: View, shape: Shape, _: AnyTensorType) -> Build | None:
    dims = dimensions_in(view, shape)
    if dims is None or [view.shape[d] for d in dims] != [*shape] or len(dims) != len(view.shape):
        return None
    return lambda read: hlo.TransposeOp(read[0], [dims.index(d) for d in range(len(dims))])


@lru_cache(1 << 10)
def dimensions_in(view: View, shape: Shape) -> Sequence[int] | None:
    """For each dimension of a tensor of this shape that of a view of it that leads along it, if all others of the view
    repeat its elements."""
    along = list(zip(view.steps, view.shape))
    still = [d for d, (step, size) in enumerate(along) if step == 0 or size == 1]
    still.sort(key=lambda d: view.shape[d] != 1)
    dims = list[int]()
    for axis, n in enumerate(shape):
        wanted = prod(shape[axis + 1 :]), n
        dims += still[:1] if n == 1 else [along.index(wanted)] if wanted in along else []
        del still[: n == 1]
    moving = [d for d, (step, size) in enumerate(along) if step and size > 1 and d not in dims]
    return dims if view.first == 0 and len(dims) == len(shape) and not moving else None


AS_ONE: dict[str, Callable[[View, Shape, AnyTensorType], Build | None]] = {
    **dict.fromkeys(BROADCASTS, _as_broadcast),
    "stablehlo.reshape": _as_reshape,
    "stablehlo.reverse": _as_reverse,
    "stablehlo.transpose": _as_transpose,
}
"""The op of a kind that makes a view of a tensor, if one does."""


def _may_be_one(known: Known, op: Operation) -> bool:
    """Whether an op and the one behind it may be one: of one kind, or on copies. Those of a reshape stay in memory
    only where they are copies of a scalar."""
    (operand, *_), (result,) = values_read(op), op.results
    first = mover(known, operand)
    if first is None or mover(known, result) is None:
        return False
    if first.name in BROADCASTS and op.name != "stablehlo.pad":
        return op.name != "stablehlo.reshape" or static_shape(first.operands[0]) == ()
    if first.name == "stablehlo.reshape" and op.name in BROADCASTS:
        return True
    return first.name == op.name and (op.name in AS_ONE or op.name == "stablehlo.pad")


@rule("merged-movement", " ".join(MOVERS), when=_may_be_one, asks=over(*MOVERS))
def _merged(known: Known, op: Operation) -> Outcome:
    """two of one kind in a row are one: slices, transposes, reverses, reshapes, broadcasts, pads with one value; and a
    reshape with a broadcast, where it adds or drops sizes of one"""
    first = known.resolved(op.operands[0]).owner
    assert isinstance(first, Operation)
    if isinstance(first, hlo.PadOp) and isinstance(op, hlo.PadOp):
        return _padded_once(known, first, op)
    value, result = known.resolved(first.operands[0]), ranked(op.results[0])
    shape, view = static_shape(value), view_of(known, first, op)
    if shape is None or view is None or not same_elements(value, op.results[0]):
        return None
    if value.type == result and is_all(view, shape):
        return value
    build = AS_ONE[(op if op.name in BROADCASTS else first).name](view, shape, result)
    return None if build is None else Form((value,), build)


def _padded_once(known: Known, first: hlo.PadOp, then: hlo.PadOp) -> Outcome:
    """With the same value, where the second adds nothing where the first cut off, and nothing in between."""
    pads = [(ints(op.edge_padding_low), ints(op.edge_padding_high)) for op in (first, then)]
    again = [pair for one, other in zip(*pads) for pair in zip(one, other)]
    if any(ints(then.interior_padding)) or any(a < 0 < b for a, b in again):
        return None
    if not same_scalar(known, first.padding_value, then.padding_value):
        return None
    low, high = [[a + b for a, b in zip(one, other)] for one, other in zip(*pads)]
    gaps = ints(first.interior_padding)
    if not any((*low, *high, *gaps)) and first.operand.type == then.result.type:
        return known.resolved(first.operand)

    def build(read: Sequence[SSAValue]) -> hlo.HloOp:
        return hlo.PadOp(read[0], read[1], low, high, gaps)

    return Form((known.resolved(first.operand), known.resolved(first.padding_value)), build)


# ---- constants side by side ----


def _have_constant_neighbours(known: Known, op: hlo.ConcatenateOp) -> bool:
    """Whether two operands of a concatenation with known sizes, one next to the other, are constant."""
    if static_shape(op.results[0]) is None or any(static_shape(each) is None for each in op.operands):
        return False
    return any(known.is_known(a) and known.is_known(b) for a, b in pairwise(op.operands))


@rule("equal-neighbours", "concatenate", when=_have_constant_neighbours)
def _join_splats(known: Known, op: hlo.ConcatenateOp) -> Outcome:
    """splats of one element next to each other in a concatenation are one"""
    return _join_constants(known, op, most=0)


@rule("constant-neighbours", "concatenate", when=_have_constant_neighbours)
def _join_constants(known: Known, op: hlo.ConcatenateOp, most: int = NEIGHBOUR_BYTES) -> Outcome:
    """constants next to each other in a concatenation are one (up to 64 bytes)"""
    axis = op.dimension.value.data
    parts: list[SSAValue | Array] = []
    last: Array | None = None
    for value in op.operands:
        part = _constant_part(known, value)
        both = None if last is None or part is None else _joined_arrays(last, part, axis, most)
        parts[len(parts) - (both is not None) :] = [value if both is None else both]
        last = part if both is None else both
    if len(parts) == len(op.operands):
        return None
    left = tuple([part for part in parts if isinstance(part, SSAValue)])
    return Form(left, partial(_concatenate, axis, ranked(op.result).element_type, parts))


def _constant_part(known: Known, value: SSAValue) -> Array | None:
    """The array that an operand is, if it is a splat or small."""
    shape, element = static_shape(value), known.element(value)
    if shape is None or not known.is_known(value) or not may_be_constant(value.type):
        return None
    if element is not None:
        return np.broadcast_to(element, shape)
    return known.array(value) if prod(shape) <= NEIGHBOUR_BYTES else None


def _joined_arrays(a: Array, b: Array, axis: int, most: int) -> Array | None:
    """Two neighbours as one constant; None where that would be large."""
    one, other = uniform_element(a), uniform_element(b)
    if one is not None and other is not None and same_value(one, other):
        sizes = [n + (m if d == axis else 0) for d, (n, m) in enumerate(zip(a.shape, b.shape))]
        return np.broadcast_to(one, sizes)
    return np.concatenate([a, b], axis) if a.nbytes + b.nbytes <= most else None


def _concatenate(
    axis: int, element_type: Attribute, parts: Sequence[SSAValue | Array], read: Sequence[SSAValue]
) -> hlo.HloOp:
    left, operands = iter(read), list[SSAValue]()
    for part in parts:
        if isinstance(part, SSAValue):
            operands.append(next(left))
        else:
            operands.append(make_constant(part, TensorType(element_type, part.shape)).output)
    return hlo.ConcatenateOp(operands, axis)


@law("sorts-one", "sort(x)", "x")
def _sorts_one(known: Known, op: hlo.SortOp) -> bool:
    """along a dimension of at most one element"""
    shape, axis = static_shape(op.operands[0]), op.dimension.value.data
    return len(op.results) == 1 and shape is not None and shape[axis] < 2


@law("size-set-already", "set_dimension_size(x, y)", "x")
def _sets_its_size(known: Known, op: hlo.SetDimensionSizeOp) -> bool:
    """where the dimension has the size y"""
    sizes, axis = static_shape(op.operand), op.dimension.value.data
    size = known.element(op.size) if sizes is not None else None
    return sizes is not None and size is not None and int(size) == sizes[axis]
