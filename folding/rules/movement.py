"""Ops that move elements: those that move nothing, several in a row, and where the elements of a result come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.ops.structure.constant import may_be_constant
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import uniform_element

from ..facts.boxes import is_partly_known, known_box, known_result, source
from ..facts.known import Known
from ..facts.layouts import WINDOWS, Source, clamped, static_shape, whole
from ..facts.transfers.movement import MOVED
from ..facts.values import same_value
from ..plan.materialize import make_constant
from ..tuning import NEIGHBOUR_BYTES
from .conditions import constant_like, same_uniform
from .engine import Form, Outcome, rule

# ---- several ops that move elements, as one ----


class Moved(NamedTuple):
    """What one op that moves elements does."""

    op: str
    """Its name: `slice`."""
    operand: SSAValue
    how: tuple[Any, ...] = ()
    """The box of a slice, the dimensions of others."""


HOW: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "broadcast": lambda op: tuple(range(len(op.broadcast_sizes), len(static_shape(op.result) or ()))),
    "broadcast_in_dim": lambda op: ints(op.broadcast_dimensions),
    "pad": lambda op: (
        op.padding_value,
        *map(ints, (op.edge_padding_low, op.edge_padding_high, op.interior_padding)),
    ),
    "reshape": lambda op: (),
    "reverse": lambda op: ints(op.dimensions),
    "slice": lambda op: tuple(map(range, ints(op.start_indices), ints(op.limit_indices), ints(op.strides))),
    "transpose": lambda op: ints(op.permutation),
}
"""What `Moved.how` is."""


def moved(known: Known, value: SSAValue) -> Moved | None:
    """What a value is of which other one, if one op that moves elements gives it."""
    value = known.resolved(value)
    op = value.owner
    if isinstance(op, Operation):
        name = op.name.removeprefix("stablehlo.")
        if name in HOW and static_shape(value) is not None and static_shape(op.operands[0]) is not None:
            how = HOW[name](op)
            name = "broadcast_in_dim" if name == "broadcast" else name
            return Moved(name, known.resolved(op.operands[0]), how)
    return None


def _only_copies(_: Known, first: Moved, then: Moved) -> Moved | None:
    """The broadcast, of which only repeated dimensions are cut or reversed."""
    sizes = zip(first.how, static_shape(first.operand) or ())
    kept = [
        d not in then.how if then.op == "reverse" else then.how[d] == range(n) for d, n in sizes if n != 1
    ]
    return first if all(kept) else None


def _broadcast_then_transpose(_: Known, first: Moved, then: Moved) -> Moved:
    return first._replace(how=tuple([then.how.index(d) for d in first.how]))


def _of_one_element(_: Known, first: Moved, then: Moved) -> Moved | None:
    """Whatever is done to copies of a scalar, they are copies of it."""
    return first if static_shape(first.operand) == () else None


def _pad_then_pad(known: Known, first: Moved, then: Moved) -> Moved | None:
    """With the same value, where the second adds nothing where the first cut off, and nothing in between."""
    value, *inner = first.how
    low, high, gaps = then.how[1:]
    again = zip([*inner[0], *inner[1]], [*low, *high])
    if any(gaps) or not same_scalar(known, value, then.how[0]) or any(a < 0 < b for a, b in again):
        return None
    sums = [tuple(map(int.__add__, one, other)) for one, other in zip(inner, (low, high))]
    return first._replace(how=(value, *sums, inner[2]))


def same_scalar(known: Known, a: SSAValue, b: SSAValue) -> bool:
    """Whether two values are one, or have the same element everywhere."""
    return known.same(a, b) or same_uniform(known, a, b)


MERGED: dict[tuple[str, str], Callable[[Known, Moved, Moved], Moved | None]] = {
    ("broadcast_in_dim", "broadcast_in_dim"): lambda _, a, b: a._replace(
        how=tuple([b.how[d] for d in a.how])
    ),
    ("broadcast_in_dim", "slice"): _only_copies,
    ("broadcast_in_dim", "reverse"): _only_copies,
    ("broadcast_in_dim", "transpose"): _broadcast_then_transpose,
    ("broadcast_in_dim", "reshape"): _of_one_element,
    ("pad", "pad"): _pad_then_pad,
    ("reshape", "reshape"): lambda _, a, b: a,
    ("reverse", "reverse"): lambda _, a, b: a._replace(how=tuple(sorted({*a.how} ^ {*b.how}))),
    ("transpose", "transpose"): lambda _, a, b: a._replace(how=tuple([a.how[d] for d in b.how])),
}
"""One op and the one behind it, as one op on the operand of the first."""


def as_one(known: Known, then: Moved) -> Moved:
    """An op, merged with those that its operand comes from."""
    while (first := moved(known, then.operand)) is not None:
        merge = MERGED.get((first.op, then.op))
        merged = None if merge is None else merge(known, first, then)
        if merged is None:
            break
        then = merged
    return then


def changes_nothing(way: Moved, result: SSAValue) -> bool:
    """Whether the result is the operand."""
    shape = static_shape(way.operand)
    if shape is None or way.operand.type != result.type:
        return False
    if way.op in ("broadcast_in_dim", "transpose"):
        thick = [d for d in way.how if shape[d] != 1]
        return thick == sorted(thick)
    if way.op == "pad":
        return way.how[1:] == ((0,) * len(shape),) * 3
    if way.op == "reverse":
        return [d for d in way.how if shape[d] > 1] == []
    return way.op == "reshape" or way.how == whole(shape)


BUILD: dict[str, Callable[[Sequence[SSAValue], Any, AnyTensorType], hlo.HloOp]] = {
    "broadcast_in_dim": lambda read, dims, result: hlo.BroadcastInDimOp(read[0], [*dims], result),
    "pad": lambda read, how, _: hlo.PadOp(read[0], read[1], *how[1:]),
    "reshape": lambda read, _, result: hlo.ReshapeOp(read[0], result),
    "reverse": lambda read, how, _: hlo.ReverseOp(read[0], how),
    "slice": lambda read, box, _: hlo.SliceOp(
        read[0], [r.start for r in box], [r[-1] + 1 if r else r.start for r in box], [r.step for r in box]
    ),
    "transpose": lambda read, how, _: hlo.TransposeOp(read[0], how),
}
"""The op that does what a `Moved` says."""


def outcome(known: Known, op: Operation, way: Moved) -> Outcome:
    """The operand itself where nothing changes, else the one op; None where that is `op`."""
    (result,) = op.results
    if changes_nothing(way, result):
        return way.operand
    if moved(known, result) == way or not same_elements(way.operand, result):
        return None
    read, made = (way.operand, *way.how[: way.op == "pad"]), cast("AnyTensorType", result.type)
    return Form(read, partial(_build, way, made))


def _build(way: Moved, result: AnyTensorType, read: Sequence[SSAValue]) -> hlo.HloOp:
    return BUILD[way.op](read, way.how, result)


def same_elements(a: SSAValue, b: SSAValue) -> bool:
    """Whether two tensors have one element type."""
    types = [cast("AnyTensorType", each.type).element_type for each in (a, b)]
    return types[0] == types[1]


@rule("moves-nothing", "broadcast_in_dim pad reshape reverse slice transpose")
def _moves_nothing(known: Known, op: Operation) -> bool:
    """moving elements to where they are: a slice of all, a pad by nothing, a transpose, reverse, reshape or broadcast
    that changes nothing is x"""
    way = moved(known, op.results[0])
    return way is not None and changes_nothing(way, op.results[0])


# ---- copies of one scalar ----


def scalar_of(known: Known, value: SSAValue) -> SSAValue | None:
    """The scalar of which all elements of a value are copies."""
    if static_shape(value) == ():
        return known.resolved(value)
    way = moved(known, value)
    copies = way is not None and way.op == "broadcast_in_dim" and static_shape(way.operand) == ()
    return way.operand if copies and way is not None else None


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
    (result,), read = op.results, op.operands[MOVED[op.name]]
    element = known.element(read[0])
    if element is not None:
        if not all(same_scalar(known, read[0], value) for value in read[1:]):
            return None
        return read[0] if read[0].type == result.type else constant_like(result, element)
    scalars = {scalar_of(known, value) for value in read}
    scalar = scalars.pop()
    return None if scalars or scalar is None else outcome(known, op, Moved("broadcast_in_dim", scalar))


# ---- where elements come from ----


@rule(
    "known-elements",
    "dynamic_slice dynamic_update_slice gather pad real_dynamic_slice select slice",
    when=lambda k, op: True,
)
def _known_elements(known: Known, op: Operation) -> Outcome:
    """what only takes known elements of partly known values is a constant"""
    return known_result(known, op)


@rule("known-wherever", "dynamic_slice", when=lambda k, op: is_partly_known(k, op.operand))
def _known_hull(known: Known, op: Any) -> Outcome:
    """a dynamic slice of a value that is one splat wherever it may begin is that splat"""
    shape, sizes = known.shape(op.operand), ints(op.slice_sizes)
    if shape is None:
        return None
    spans = [clamped(known, at, n - size) for at, n, size in zip(op.start_indices, shape, sizes)]
    hull = tuple([range(low, high + size) for (low, high), size in zip(spans, sizes)])
    reached = known_box(known, op.operand, hull)
    return constant_like(op.result, None if reached is None else uniform_element(reached))


def _may_be_a_box(known: Known, op: Any) -> bool:
    """Whether the result may be a box of one operand, as far as that is soon seen."""
    name, shape = op.name.removeprefix("stablehlo."), static_shape(op.results[0])
    if name == "concatenate":
        return any(each.type == op.results[0].type for each in op.operands)
    if name == "dynamic_update_slice":
        return op.update.type == op.operand.type or 0 in (static_shape(op.update) or ())
    if name == "pad":
        edges = (*ints(op.edge_padding_low), *ints(op.edge_padding_high))
        return shape is not None and max((*edges, *ints(op.interior_padding)), default=0) <= 0
    return shape is not None


@rule(
    "box-of-value",
    "concatenate dynamic_slice dynamic_update_slice gather pad real_dynamic_slice slice",
    when=_may_be_a_box,
)
def _is_a_box(known: Known, op: Operation) -> Outcome:
    """what is a box of another value, behind slices, pads, concatenations and updates (starts clamped), is that value
    or a slice of it"""
    (result,) = op.results
    shape = static_shape(result)
    return None if shape is None else box_of(known, op, source(known, result, whole(shape)))


def box_of(known: Known, op: Operation, found: Source) -> Outcome:
    """What an op is whose result is a box of a value."""
    if found.value is op.results[0] or not same_elements(found.value, op.results[0]):
        return None
    if known.is_known(found.value):
        array = known.array(found.value)
        cut = tuple([slice(r.start, r.start + len(r) * r.step, r.step) for r in found.box])
        return None if array is None else array[cut]
    return outcome(known, op, as_one(known, Moved("slice", found.value, found.box)))


def _may_be_adjacent(known: Known, op: Operation) -> bool:
    """Whether the first two operands are parts of something, and all sizes are known."""
    if any(static_shape(value) is None for value in op.operands):
        return False
    owners = [known.resolved(value).owner for value in op.operands[:2]]
    return len(owners) == 2 and all(isinstance(each, Operation) and each.name in WINDOWS for each in owners)


@rule("adjacent-slices", "concatenate", when=_may_be_adjacent)
def _adjacent(known: Known, op: Any) -> Outcome:
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


def _merges(known: Known, op: Operation) -> bool:
    first = moved(known, op.operands[0])
    return first is not None and (first.op, op.name.removeprefix("stablehlo.")) in MERGED


@rule("merged-movement", "broadcast broadcast_in_dim pad reshape reverse slice transpose", when=_merges)
def _merged(known: Known, op: Operation) -> Outcome:
    """two of one kind in a row are one: slices, transposes, reverses, reshapes, broadcasts, pads with one value"""
    own = moved(known, op.results[0])
    return None if own is None else outcome(known, op, as_one(known, own))


# ---- constants side by side ----


def _have_constant_neighbours(known: Known, op: Any) -> bool:
    """Whether two operands of a concatenation with known sizes, one next to the other, are constant."""
    if static_shape(op.results[0]) is None or any(static_shape(each) is None for each in op.operands):
        return False
    return any(known.is_known(a) and known.is_known(b) for a, b in pairwise(op.operands))


@rule("equal-neighbours", "concatenate", when=_have_constant_neighbours)
def _join_splats(known: Known, op: Any) -> Outcome:
    """splats of one element next to each other in a concatenation are one"""
    return _join_constants(known, op, most=0)


@rule("constant-neighbours", "concatenate", when=_have_constant_neighbours)
def _join_constants(known: Known, op: Any, most: int = NEIGHBOUR_BYTES) -> Outcome:
    """constants next to each other in a concatenation are one (up to 64 bytes)"""
    axis: int = op.dimension.value.data
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
    return Form(left, partial(_concatenate, axis, op.result.type.element_type, parts))


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


@rule("sorts-one", "sort")
def _sorts_one(known: Known, op: Any) -> bool:
    """`sort(x)` = `x` along a dimension of at most one element"""
    shape, axis = static_shape(op.operands[0]), int(op.dimension.value.data)
    return len(op.results) == 1 and shape is not None and shape[axis] < 2


@rule("size-set-already", "set_dimension_size")
def _sets_its_size(known: Known, op: Any) -> bool:
    """setting a dimension to the size that it has changes nothing"""
    sizes, axis = static_shape(op.operand), int(op.dimension.value.data)
    size = known.element(op.size) if sizes is not None else None
    return sizes is not None and size is not None and int(size) == sizes[axis]
