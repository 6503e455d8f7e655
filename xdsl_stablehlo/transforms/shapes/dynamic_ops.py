"""Ops with shape operands, and the static op of each if these are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from xdsl.dialects.builtin import DenseArrayBase, IndexType, TensorType, UnrealizedConversionCastOp, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.constant import all_constant_ints, is_constant_ints
from xdsl_stablehlo.dialects.stablehlo.shapes import Shape
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.elements import attribute_of

KnownInts: TypeAlias = Callable[[SSAValue], "Shape | None"]
"""Returns the integers of a value, in row-major order, if they are known."""


class StaticForm(NamedTuple):
    """The op without shape operands that is equivalent to a dynamic one."""

    kind: type[hlo.HloOp]
    operands: int
    """The number of operands that are left, from the first on."""
    properties: dict[str, Attribute]
    numbers: dict[str, Shape]
    """The properties that were operands, in their order."""
    sizes: Shape | None
    """The sizes of the result, if they were an operand."""

    def on(self, operands: Sequence[SSAValue], result_types: Sequence[Attribute]) -> hlo.HloOp:
        """The op on the operands of the dynamic one, of declared types."""
        return self.kind.create(
            operands=operands[: self.operands], result_types=list(result_types), properties=self.properties
        )

    def inferred(self, element_type: Attribute, operands: Sequence[SSAValue]) -> hlo.HloOp:
        """The op with the type that it infers. Raises `VerifyException` where the operands do not fit."""
        if self.sizes is not None:
            return self.on(operands, [TensorType(element_type, self.sizes)])
        make: Any = self.kind
        return make(*operands[: self.operands], *self.numbers.values())


_FORMS: dict[str, tuple[Callable[[], type[hlo.HloOp]], int, tuple[str, ...]]] = {
    "stablehlo.dynamic_broadcast_in_dim": (lambda: hlo.BroadcastInDimOp, 1, ()),
    "stablehlo.dynamic_conv": (lambda: hlo.ConvolutionOp, 2, ("padding",)),
    "stablehlo.dynamic_gather": (lambda: hlo.GatherOp, 2, ("slice_sizes",)),
    "stablehlo.dynamic_iota": (lambda: hlo.IotaOp, 0, ()),
    "stablehlo.dynamic_pad": (
        lambda: hlo.PadOp,
        2,
        ("edge_padding_low", "edge_padding_high", "interior_padding"),
    ),
    "stablehlo.dynamic_reshape": (lambda: hlo.ReshapeOp, 1, ()),
    "stablehlo.real_dynamic_slice": (lambda: hlo.SliceOp, 1, ("start_indices", "limit_indices", "strides")),
}
"""By dynamic op: a function that returns the static op, the number of its operands, and the properties for the other
operands; none if the other operand is the shape of the result."""

DYNAMIC_OPS = frozenset(_FORMS)


def sizes_behind_cast(value: SSAValue) -> SSAValue | None:
    """The constant integers that `value`, a tensor of indices, is cast from; None for any other value."""
    cast_op = value.owner
    if not isinstance(cast_op, UnrealizedConversionCastOp) or len(cast_op.inputs) != 1:
        return None
    if not is_tensor_type(value.type) or not isinstance(value.type.element_type, IndexType):
        return None
    (source,) = cast_op.inputs
    shaped = is_tensor_type(source.type) and source.type.get_shape() == value.type.get_shape()
    return source if shaped and is_constant_ints(source) else None


def constant_sizes(value: SSAValue) -> Shape | None:
    """The integers of a constant tensor, which may be cast to indices."""
    return all_constant_ints(sizes_behind_cast(value) or value)


def read_behind_casts(op: Operation) -> None:
    """Let a dynamic op read constant sizes themselves, if all its sizes are constants that are cast to indices."""
    if op.name not in _FORMS:
        return
    count = _FORMS[op.name][1]
    behind = [source for each in op.operands[count:] if (source := sizes_behind_cast(each)) is not None]
    if len(behind) == len(op.operands) - count and len({source.type for source in behind}) == 1:
        op.operands = [*op.operands[:count], *behind]


def static_form(op: Operation, known: KnownInts) -> StaticForm | None:
    """The static form of a dynamic op if its shape operands are known, else None."""
    if op.name not in _FORMS:
        return None
    kind_of, count, names = _FORMS[op.name]
    read = op.operands[count:]
    numbers = [each for each in map(known, read) if each is not None]
    if len(numbers) != len(read):
        return None
    kind = kind_of()
    defined = kind.get_irdl_definition().properties
    properties = {name: value for name, value in op.properties.items() if name in defined}
    for name, values in zip(names, numbers):
        pairs = np.array(values, np.int64).reshape(-1, 2) if name == "padding" else None
        properties[name] = (
            DenseArrayBase.from_list(i64, list(values))
            if pairs is None
            else attribute_of(pairs, TensorType(i64, pairs.shape))
        )
    return StaticForm(kind, count, properties, dict(zip(names, numbers)), None if names else numbers[0])


def sizes_from_start(op: Operation, known: KnownInts) -> Shape | None:
    """The sizes of a `real_dynamic_slice` with steps of 1, whose limit is its start and these sizes."""
    if op.name != "stablehlo.real_dynamic_slice":
        return None
    _, start, limit, strides = op.operands
    steps, total = known(strides), limit.owner
    if steps is None or set(steps) - {1} or not isinstance(total, hlo.AddOp) or start not in total.operands:
        return None
    return known(total.rhs if total.lhs is start else total.lhs)
