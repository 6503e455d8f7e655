"""Ops with shape operands, and the static op of each if these are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
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

STATIC_OPS = {
    "stablehlo.dynamic_broadcast_in_dim": "broadcast_in_dim",
    "stablehlo.dynamic_conv": "convolution",
    "stablehlo.dynamic_gather": "gather",
    "stablehlo.dynamic_iota": "iota",
    "stablehlo.dynamic_pad": "pad",
    "stablehlo.dynamic_reshape": "reshape",
    "stablehlo.real_dynamic_slice": "slice",
}
"""The static op for each dynamic one."""

DYNAMIC_OPS = STATIC_OPS.keys()


class StaticForm(NamedTuple):
    """The op without shape operands that is equivalent to a dynamic one."""

    kind: type[hlo.HloOp]
    properties: dict[str, Attribute]
    numbers: Sequence[Shape]
    """The properties that were operands."""
    sizes: Shape | None
    """The sizes of the result, if they were an operand."""

    @property
    def operands(self) -> int:
        """The number of operands that are left, from the first on."""
        return len(self.kind.get_irdl_definition().operands)

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
        return make(*operands[: self.operands], *self.numbers)


@cache
def _static_kind(dynamic: type[hlo.HloOp]) -> tuple[type[hlo.HloOp], int]:
    """The static op for a dynamic one, and the number of operands that it reads of it."""
    kind = hlo.StableHLO.operation(STATIC_OPS[dynamic.name])
    assert kind is not None
    assert issubclass(kind, hlo.HloOp)
    return kind, len(kind.get_irdl_definition().operands)


def static_form(op: Operation, known: KnownInts) -> StaticForm | None:
    """The static form of a dynamic op if its shape operands are known, else None."""
    if op.name not in DYNAMIC_OPS or not isinstance(op, hlo.HloOp):
        return None
    kind, count = _static_kind(type(op))
    numbers = [values for values in map(known, op.operands[count:]) if values is not None]
    if len(numbers) != len(op.operands) - count:
        return None
    defined = kind.get_irdl_definition().properties
    properties = {name: value for name, value in op.properties.items() if name in defined}
    # An operand that is a property of the static op has the same name there; any other one is the result's shape.
    names = [name for name, _ in op.get_irdl_definition().operands[count:] if name in defined]
    for name, values in zip(names, numbers):
        properties[name] = DenseArrayBase.from_list(i64, list(values))
        if name == "padding":
            pairs = np.array(values, np.int64).reshape(-1, 2)
            properties[name] = attribute_of(pairs, TensorType(i64, pairs.shape))
    return StaticForm(kind, properties, numbers, None if names else numbers[0])


def sizes_from_start(op: Operation, known: KnownInts) -> Shape | None:
    """The sizes of a `real_dynamic_slice` with steps of 1, whose limit is its start and these sizes."""
    if op.name != "stablehlo.real_dynamic_slice":
        return None
    _, start, limit, strides = op.operands
    steps, total = known(strides), limit.owner
    if steps is None or set(steps) - {1} or not isinstance(total, hlo.AddOp) or start not in total.operands:
        return None
    return known(total.rhs if total.lhs is start else total.lhs)


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
    if op.name not in DYNAMIC_OPS or not isinstance(op, hlo.HloOp):
        return
    _, count = _static_kind(type(op))
    behind = [source for each in op.operands[count:] if (source := sizes_behind_cast(each)) is not None]
    if len(behind) == len(op.operands) - count and len({source.type for source in behind}) == 1:
        op.operands = [*op.operands[:count], *behind]
