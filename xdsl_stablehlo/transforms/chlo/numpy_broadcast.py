"""Broadcasts values together as in NumPy, with ops that do it: static and bounded sizes.

Where a result size is bounded, an operand that lacks it is broadcast to the bound, and then told the true size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo.hlo_types import Violation
from xdsl_stablehlo.dialects.stablehlo.ops.movement.data_movement import BroadcastInDimOp
from xdsl_stablehlo.dialects.stablehlo.ops.movement.dynamism import (
    GetDimensionSizeOp,
    SetDimensionSizeOp,
)
from xdsl_stablehlo.dialects.stablehlo.shapes import (
    DYNAMIC,
    all_bounds_of,
    element_type_of,
    is_dynamic,
    tensor_with_bounds,
)
from xdsl_stablehlo.ir.guards import is_tensor_type

Insert = Callable[[Operation], object]


@dataclass(frozen=True)
class Dim:
    """A size, or a bound with the value and its dimension that has the true size at run time."""

    size: int
    source: tuple[SSAValue, int] | None = None


ONE = Dim(1)


def dims_of(value: SSAValue) -> list[Dim]:
    """The dimensions of a tensor. Raises `Violation` for a value that is none."""
    if not is_tensor_type(value.type):
        raise Violation("expected ranked tensor type for broadcast inputs")
    pairs = enumerate(zip(value.type.get_shape(), all_bounds_of(value.type)))
    return [Dim(bound, (value, i)) if is_dynamic(size) else Dim(size) for i, (size, bound) in pairs]


def broadcast_dims(values: Sequence[SSAValue]) -> list[Dim]:
    """The dimensions of all values broadcast together. Raises `Violation` where they do not fit."""
    if not values:
        raise Violation("requires at least one operand to broadcast")
    joined = dims_of(values[0])
    for value in values[1:]:
        other = dims_of(value)
        rank = max(len(joined), len(other))
        pairs = zip([ONE] * (rank - len(joined)) + joined, [ONE] * (rank - len(other)) + other)
        joined = [_join(a, b) for a, b in pairs]
    return joined


def _join(a: Dim, b: Dim) -> Dim:
    if a.size == 1:
        return b
    if b.size == 1:
        return a
    if a.size != b.size:
        raise Violation(f"incompatible shapes for broadcasting {a.size} and {b.size}")
    if (a.source is None) != (b.source is None):
        raise Violation("cannot mix bounded and static dimensions in broadcast")
    return a


def _tensor(dims: Sequence[Dim], element_type: Attribute) -> AnyTensorType:
    shape = [dim.size if dim.source is None else DYNAMIC for dim in dims]
    return tensor_with_bounds(
        shape, element_type, [DYNAMIC if dim.source is None else dim.size for dim in dims]
    )


def numpy_broadcast(values: Sequence[SSAValue], insert: Insert) -> list[SSAValue]:
    """All values in the shape that they have together; `insert` is given the new ops, in order."""
    dims = broadcast_dims(values)
    return [broadcast_to(value, dims, insert) for value in values]


def broadcast_to(value: SSAValue, dims: Sequence[Dim], insert: Insert) -> SSAValue:
    """`value` in the shape `dims`, which it can be broadcast to."""
    element_type = element_type_of(value.type)
    if value.type == _tensor(dims, element_type):
        return value
    own = dims_of(value)
    new = len(dims) - len(own)
    # What the value does not bound itself is broadcast to its bound first.
    padded = [
        dim if i >= new and own[i - new].source is not None else Dim(dim.size) for i, dim in enumerate(dims)
    ]
    broadcast = BroadcastInDimOp(value, range(new, len(dims)), _tensor(padded, element_type))
    insert(broadcast)
    result: SSAValue = broadcast.result
    for i, (dim, now) in enumerate(zip(dims, padded)):
        if dim.source is not None and now.source is None:
            size = GetDimensionSizeOp(*dim.source)
            insert(size)
            narrowed = SetDimensionSizeOp(result, size, i)
            insert(narrowed)
            result = narrowed.result
    return result
