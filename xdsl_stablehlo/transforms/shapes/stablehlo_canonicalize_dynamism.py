"""The pass `stablehlo-canonicalize-dynamism`: what takes shapes as operands becomes what does not, where they are
constants and the shapes are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, ModuleOp, TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp, ranked
from xdsl_stablehlo.dialects.stablehlo.ops.structure.constant import constant_ints
from xdsl_stablehlo.dialects.stablehlo.shapes import Shape
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.elements import attribute_of

from ..writing.emit import Emitter
from .shape_refinements import SHAPE_OPERANDS, shape_operands, shape_refinements

Static: TypeAlias = "HloOp | None"
"""The op that stands for a dynamic one; None where there is none."""


@dataclass(frozen=True)
class StablehloCanonicalizeDynamismPass(ModulePass):
    """Replaces `dynamic_broadcast_in_dim`, `dynamic_conv`, `dynamic_gather`, `dynamic_iota`, `dynamic_pad`,
    `dynamic_reshape` and `real_dynamic_slice` by ops without shape operands where these are constants, and takes shape
    operands out of custom calls. Values stay the same; declared types, too.

    Raises `ShapeError` for a custom call whose `indices_of_shape_operands` is wrong, or is not what its results are.
    """

    name = "stablehlo-canonicalize-dynamism"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in [inner for inner in op.walk() if inner.name in STATIC_FORMS]:
            static = STATIC_FORMS[inner.name](inner)
            if static is not None:
                _replace(inner, static)


def _replace(op: Operation, static: HloOp) -> None:
    """Put `static` in the place of `op`; constants and sums that only `op` read go."""
    static.attributes = {**op.attributes, **static.attributes}
    if isinstance(op, hlo.CustomCallOp):
        static.attributes = {key: value for key, value in op.attributes.items() if key != SHAPE_OPERANDS}
    Emitter(op).all(static)
    for old, new in zip(op.results, static.results, strict=True):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    unread = [operand.owner for operand in dict.fromkeys(op.operands)]
    op.detach()
    op.erase()
    while unread:
        owner = unread.pop()
        if isinstance(owner, hlo.ConstantOp | hlo.AddOp) and owner.results[0].first_use is None:
            unread += [operand.owner for operand in dict.fromkeys(owner.operands)]
            owner.detach()
            owner.erase()


def _static_shape(value: SSAValue) -> Shape | None:
    """The sizes of a tensor, if all are known."""
    static = is_tensor_type(value.type) and value.type.has_static_shape()
    return ranked(value).get_shape() if static else None


def _ints(value: SSAValue) -> tuple[int, ...] | None:
    """The integers of a constant of rank 1."""
    shape = _static_shape(value)
    return None if shape is None or len(shape) != 1 else constant_ints(value, shape[0])


def _array(values: Sequence[int]) -> Attribute:
    return DenseArrayBase.from_list(i64, list(values))


def _made(kind: type[HloOp], op: Operation, operands: Sequence[SSAValue], **properties: Attribute) -> HloOp:
    """An op of a class that has the result types of `op`."""
    return kind.create(operands=operands, result_types=list(op.result_types), properties=properties)


def _kept(op: Operation, *names: str) -> dict[str, Attribute]:
    """Those properties of `op`, as far as it has them."""
    return {name: op.properties[name] for name in names if name in op.properties}


def _sized(kind: type[HloOp], op: Operation, sizes: SSAValue, *properties: str) -> Static:
    """An op that differs from `op` in having no operand for the sizes of its result."""
    shape, others = _static_shape(op.results[0]), [operand for operand in op.operands if operand is not sizes]
    if shape is None or _ints(sizes) != shape or any(_static_shape(operand) is None for operand in others):
        return None
    return _made(kind, op, others, **_kept(op, *properties))


def _broadcast_in_dim(op: Operation) -> Static:
    return _sized(hlo.BroadcastInDimOp, op, op.operands[1], "broadcast_dimensions")


def _iota(op: Operation) -> Static:
    return _sized(hlo.IotaOp, op, op.operands[0], "iota_dimension")


def _reshape(op: Operation) -> Static:
    return _sized(hlo.ReshapeOp, op, op.operands[1])


def _conv(op: Operation) -> Static:
    *operands, padding = op.operands
    shape = _static_shape(padding)
    pairs = None if shape is None else constant_ints(padding, shape[0] * shape[1])
    if shape is None or pairs is None:
        return None
    elements = attribute_of(np.array(pairs, np.int64).reshape(shape), TensorType(i64, shape))
    return _made(hlo.ConvolutionOp, op, operands, **op.properties, padding=elements)


def _gather(op: Operation) -> Static:
    *operands, slice_sizes = op.operands
    sizes = _ints(slice_sizes)
    return (
        None
        if sizes is None
        else _made(hlo.GatherOp, op, operands, **op.properties, slice_sizes=_array(sizes))
    )


def _pad(op: Operation) -> Static:
    *operands, low, high, interior = op.operands
    paddings = {
        "edge_padding_low": _ints(low),
        "edge_padding_high": _ints(high),
        "interior_padding": _ints(interior),
    }
    known = {name: _array(padding) for name, padding in paddings.items() if padding is not None}
    return _made(hlo.PadOp, op, operands, **known) if len(known) == len(paddings) else None


def _slice(op: Operation) -> Static:
    operand, start, limit, strides = op.operands
    bounds = {"start_indices": _ints(start), "limit_indices": _ints(limit), "strides": _ints(strides)}
    known = {name: _array(bound) for name, bound in bounds.items() if bound is not None}
    return _made(hlo.SliceOp, op, [operand], **known) if len(known) == len(bounds) else _dynamic_slice(op)


def _dynamic_slice(op: Operation) -> Static:
    """A slice of known sizes and steps of 1, whose limit is its start and these sizes."""
    operand, start, limit, strides = op.operands
    steps, total = _ints(strides), limit.owner
    if steps is None or set(steps) - {1} or not isinstance(total, hlo.AddOp) or start not in total.operands:
        return None
    sizes = _ints(total.rhs if total.lhs is start else total.lhs)
    if sizes is None or any(size < 0 for size in sizes):
        return None
    emit = Emitter(op)
    element_type = ranked(start).element_type
    one = [emit(hlo.SliceOp(start, [i], [i + 1], [1])) for i in range(len(sizes))]
    scalars = [emit(hlo.ReshapeOp(part, TensorType(element_type, []))) for part in one]
    return _made(hlo.DynamicSliceOp, op, [operand, *scalars], slice_sizes=_array(sizes))


def _custom_call(op: Operation) -> Static:
    call = cast(hlo.CustomCallOp, op)
    if shape_refinements(call) is None or any(_static_shape(result) is None for result in call.results):
        return None
    gone = set(shape_operands(call))
    kept = [i for i in range(len(call.operands)) if i not in gone]
    properties = dict(call.properties)
    if call.operand_layouts is not None:
        properties["operand_layouts"] = ArrayAttr([call.operand_layouts.data[i] for i in kept])
    return _made(hlo.CustomCallOp, op, [call.operands[i] for i in kept], **properties)


STATIC_FORMS: dict[str, Callable[[Operation], Static]] = {
    "stablehlo.custom_call": _custom_call,
    "stablehlo.dynamic_broadcast_in_dim": _broadcast_in_dim,
    "stablehlo.dynamic_conv": _conv,
    "stablehlo.dynamic_gather": _gather,
    "stablehlo.dynamic_iota": _iota,
    "stablehlo.dynamic_pad": _pad,
    "stablehlo.dynamic_reshape": _reshape,
    "stablehlo.real_dynamic_slice": _slice,
}
"""How each dynamic op is written where its shapes are constants."""
