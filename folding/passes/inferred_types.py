"""What the operands of an op say of its result types, constants among them: more than is declared, where they can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    AnyTensorType,
    TensorType,
    TupleType,
    i64,
)
from xdsl.ir import Attribute, Operation, TypeAttribute

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import HloOp
from xdsl_stablehlo.dialects.stablehlo.hlo_types import Violation
from xdsl_stablehlo.dialects.stablehlo.meshes import ReplicaGroupMeshAxesAttr
from xdsl_stablehlo.dialects.stablehlo.ops.movement.indexing import infer_dynamic_slice
from xdsl_stablehlo.dialects.stablehlo.ops.structure.constant import all_constant_ints
from xdsl_stablehlo.dialects.stablehlo.shapes import (
    Shape,
    compatible_types,
    element_type_of,
    is_dynamic,
    most_specific_type,
    with_element_type,
)
from xdsl_stablehlo.interpreter.errors import EvaluationError
from xdsl_stablehlo.interpreter.parallel.groups import replica_groups_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.transforms.shapes.dynamic_ops import sizes_from_start, static_form
from xdsl_stablehlo.transforms.shapes.refinements import shape_refinements
from xdsl_stablehlo.values.element_types import bit_width

Types: TypeAlias = "Sequence[Attribute] | None"
"""One type for each result; None where nothing is known."""


def more_specific_types(op: Operation) -> Types:
    """The result types of `op` with all sizes that its operands decide; None where nothing fits, or nothing is known.

    Raises `ShapeError` for a custom call whose `indices_of_shape_operands` is wrong.
    """
    if not isinstance(op, HloOp):
        return None
    try:
        inferred = INFERRED.get(op.name, _by_its_definition)(op)
        return None if inferred is None else specific(op.result_types, inferred)
    except (Violation, EvaluationError):
        return None  # what is wrong with the op is for the verifier to say


def specific(declared: Sequence[Attribute], others: Sequence[Attribute]) -> Types:
    """What two lists of types know together, with the declared elements; None where they contradict each other."""
    if len(declared) != len(others):
        return None
    try:
        return [_both(*pair) for pair in zip(declared, others)]
    except Violation:
        return None


def _both(declared: Attribute, other: Attribute) -> Attribute:
    if isinstance(declared, TupleType) and isinstance(other, TupleType):
        if len(declared.types) != len(other.types):
            raise Violation("mismatched tuple sizes")
        parts = [_both(*pair) for pair in zip(declared.types, other.types)]
        return TupleType(cast("tuple[TypeAttribute, ...]", tuple(parts)))
    if is_tensor_type(other):
        other = with_element_type(other, element_type_of(declared))
    if not compatible_types(declared, other):
        raise Violation("incompatible types")
    return most_specific_type([declared, other])


def _by_its_definition(op: HloOp) -> Types:
    return op.infer_components()


def _like_the_operand(op: HloOp) -> Types:
    return op.operand_types[:1]


def _of_the_same_width(op: HloOp) -> Types:
    operand, result = (element_type_of(value.type) for value in (op.operands[0], op.results[0]))
    return op.operand_types[:1] if bit_width(operand) == bit_width(result) else None


def _of_static_form(op: HloOp) -> Types:
    """What the op says that stands for a dynamic one whose shape operands are constants."""
    form = static_form(op, all_constant_ints)
    if form is None:
        sizes = sizes_from_start(op, all_constant_ints)
        source = cast("AnyTensorType", op.operands[0].type)
        return (
            None if sizes is None else infer_dynamic_slice(source, [TensorType(i64, [])] * len(sizes), sizes)
        )
    if form.sizes is not None:
        return None if min(form.sizes, default=0) < 0 else [TensorType(i64, form.sizes)]
    static = form.on(op.operands, op.result_types)
    try:
        return static.infer_components()
    finally:
        static.erase()


def _custom_call(op: HloOp) -> Types:
    shapes = shape_refinements(cast(hlo.CustomCallOp, op))
    if shapes is None:
        return None
    left = iter(shapes)
    return [_filled(t, lambda: next(left)) for t in op.result_types]


def _filled(t: Attribute, following: Callable[[], Shape]) -> Attribute:
    """`t` with the following shapes in the places of its own."""
    if isinstance(t, TupleType):
        parts = [_filled(part, following) for part in t.types]
        return TupleType(cast("tuple[TypeAttribute, ...]", tuple(parts)))
    shape = following()
    element_type = element_type_of(t)
    return t if element_type is t else TensorType(element_type, shape)


def _group_size(op: hlo.AllGatherOp | hlo.ReduceScatterOp) -> int:
    """How many processes are in a group; 0 where the program does not say it."""
    if op.channel_handle is not None and op.use_global_device_ids is None:
        return 0  # all partitions of some replicas, and nobody knows how many partitions there will be
    groups = op.replica_groups
    if not isinstance(groups, ReplicaGroupMeshAxesAttr):
        return groups.get_shape()[1]
    listed = replica_groups_of(op, groups)
    return len(listed[0]) if listed else 0


def _all_gather(op: HloOp) -> Types:
    op = cast(hlo.AllGatherOp, op)
    size, dim = _group_size(op), op.all_gather_dim.value.data
    return [_scaled(t, dim, lambda known: known * size) for t in op.operand_types] if size else None


def _reduce_scatter(op: HloOp) -> Types:
    op = cast(hlo.ReduceScatterOp, op)
    size, dim = _group_size(op), op.scatter_dimension.value.data
    return [_scaled(t, dim, lambda known: known // size) for t in op.operand_types] if size else None


def _scaled(t: Attribute, dim: int, change: Callable[[int], int]) -> Attribute:
    shape = list(cast("AnyTensorType", t).get_shape())
    if not is_dynamic(shape[dim]):
        shape[dim] = change(shape[dim])
    return TensorType(element_type_of(t), shape)


INFERRED: dict[str, Callable[[HloOp], Types]] = {
    "stablehlo.all_gather": _all_gather,
    "stablehlo.bitcast_convert": _of_the_same_width,
    "stablehlo.convert": _like_the_operand,
    "stablehlo.custom_call": _custom_call,
    "stablehlo.dynamic_broadcast_in_dim": _of_static_form,
    "stablehlo.dynamic_conv": _of_static_form,
    "stablehlo.dynamic_iota": _of_static_form,
    "stablehlo.dynamic_pad": _of_static_form,
    "stablehlo.dynamic_reshape": _of_static_form,
    "stablehlo.real_dynamic_slice": _of_static_form,
    "stablehlo.reduce_scatter": _reduce_scatter,
    "stablehlo.uniform_quantize": _like_the_operand,
}
"""Ops whose shape function says less than their operands do; all others are asked by it. Elements are of no account."""
