"""How large results are before they exist, and which evaluations only look at their operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.stablehlo import (
    BitcastConvertOp,
    BroadcastInDimOp,
    ConvolutionOp,
    DotGeneralOp,
    DotOp,
    DynamicBroadcastInDimOp,
    DynamicConvOp,
    DynamicGatherOp,
    DynamicIotaOp,
    DynamicPadOp,
    DynamicReshapeOp,
    DynamicSliceOp,
    GatherOp,
    GetTupleElementOp,
    IotaOp,
    ReshapeOp,
    ReverseOp,
    SliceOp,
    TransposeOp,
    TupleOp,
)
from xdsl_stablehlo.dialects.stablehlo.constraints import ints
from xdsl_stablehlo.interpreter.kernels.table import Value

from .cost import element_count
from .values import is_array, is_splat

VIEWS: frozenset[type[Operation]] = frozenset(
    (
        BroadcastInDimOp,
        DynamicSliceOp,
        GetTupleElementOp,
        ReshapeOp,
        ReverseOp,
        SliceOp,
        TransposeOp,
        TupleOp,
        DynamicBroadcastInDimOp,
        DynamicReshapeOp,
    )
)
"""Ops that NumPy evaluates without touching the elements, as a rule."""


def is_view(op: Operation, operands: Sequence[Value]) -> bool:
    """Whether evaluating `op` takes no memory in proportion to its result."""
    if type(op) not in VIEWS:
        return False
    if isinstance(op, ReshapeOp | DynamicReshapeOp):
        return 0 not in operands[0].strides or is_splat(operands[0])
    return True


def reads_all(op: Operation) -> bool:
    """Whether evaluating `op` may look at every element of its operands."""
    return type(op) is not GatherOp and type(op) is not DynamicGatherOp


def integers(value: Value) -> list[int]:
    """The elements of an integer array."""
    return [int(n) for n in np.asarray(value).reshape(-1)]


def _by_shape(position: int) -> Callable[[Operation, Sequence[Value]], int]:
    """The operand at `position` holds the shape of the result."""
    return lambda _, operands: prod(integers(operands[position]))


def _padded(_: Operation, operands: Sequence[Value]) -> int:
    low, high, interior = map(integers, operands[2:5])
    sizes = zip(operands[0].shape, low, high, interior)
    return prod([max(below + n + max(n - 1, 0) * between + above, 0) for n, below, above, between in sizes])


def _gathered(op: Operation, operands: Sequence[Value]) -> int:
    indices = operands[1].size
    sizes = ints(op.slice_sizes) if isinstance(op, GatherOp) else integers(operands[2])
    return indices * prod(sizes)


def _contracted(_: Operation, operands: Sequence[Value]) -> int:
    return operands[0].size * operands[1].size


def _bits(op: Operation, operands: Sequence[Value]) -> int:
    return operands[0].size * 64


DYNAMIC_SIZES: dict[type[Operation], Callable[[Operation, Sequence[Value]], int]] = {
    DynamicIotaOp: _by_shape(0),
    DynamicReshapeOp: _by_shape(1),
    DynamicBroadcastInDimOp: _by_shape(1),
    DynamicPadOp: _padded,
    DynamicGatherOp: _gathered,
    GatherOp: _gathered,
    DotGeneralOp: _contracted,
    DotOp: _contracted,
    ConvolutionOp: _contracted,
    DynamicConvOp: _contracted,
    BitcastConvertOp: _bits,
}
"""The number of result elements, or more, where the result type does not say it."""


def result_elements(op: Operation, result_type: Attribute, operands: Sequence[Value]) -> int | None:
    """How many elements a result will have at most; None where nothing bounds it beforehand."""
    if isinstance(op, IotaOp):
        # Stored along its own dimension only.
        return cast("AnyTensorType", op.output.type).get_shape()[op.iota_dimension.value.data]
    count = element_count(result_type)
    if count is not None:
        return count
    bound = DYNAMIC_SIZES.get(type(op))
    if bound is not None:
        return bound(op, operands)
    arrays = [operand for operand in operands if is_array(operand)]
    return sum([array.size for array in arrays]) if arrays else None
