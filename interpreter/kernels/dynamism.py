"""Ops whose shapes are operands (spec: dynamic_*, get_dimension_size; and real_dynamic_slice, set_dimension_size).

Each is its static counterpart once the operands are known; the result has the shape that they say.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls
from xdsl.ir import Attribute

from ...dialects.stablehlo import (
    DynamicBroadcastInDimOp,
    DynamicGatherOp,
    DynamicIotaOp,
    DynamicPadOp,
    DynamicReshapeOp,
    GetDimensionSizeOp,
    RealDynamicSliceOp,
    SetDimensionSizeOp,
)
from ...dialects.stablehlo.constraints import ints, ranked
from ...elements import Array
from ..errors import EvaluationError
from .data_movement import eval_broadcast_in_dim, eval_iota, eval_pad, eval_reshape
from .indexing import GatherDimensions, eval_gather, gather_dimensions
from .table import evaluator


def sizes_of(operand: Array) -> tuple[int, ...]:
    """A rank-1 tensor of integers as Python's."""
    return tuple([int(size) for size in operand])


def _shape_of(operand: Array) -> tuple[int, ...]:
    shape = sizes_of(operand)
    if any(size < 0 for size in shape):
        raise EvaluationError(f"is given a shape with a negative size: {list(shape)}")
    return shape


def eval_dynamic_iota(output_shape: Array, *, iota_dimension: int, element_type: Attribute) -> Array:
    """`eval_iota` of the shape that `output_shape` holds."""
    return eval_iota(iota_dimension=iota_dimension, shape=_shape_of(output_shape), element_type=element_type)


def eval_dynamic_reshape(operand: Array, output_shape: Array) -> Array:
    """`eval_reshape` to the shape that `output_shape` holds."""
    return eval_reshape(operand, shape=_shape_of(output_shape))


def eval_dynamic_broadcast_in_dim(
    operand: Array, output_dimensions: Array, *, broadcast_dimensions: tuple[int, ...]
) -> Array:
    """`eval_broadcast_in_dim` to the shape that `output_dimensions` holds."""
    shape = _shape_of(output_dimensions)
    return eval_broadcast_in_dim(operand, broadcast_dimensions=broadcast_dimensions, shape=shape)


def eval_dynamic_pad(
    operand: Array,
    padding_value: Array,
    edge_padding_low: Array,
    edge_padding_high: Array,
    interior_padding: Array,
) -> Array:
    """`eval_pad` by amounts that are operands."""
    return eval_pad(
        operand,
        padding_value,
        edge_padding_low=sizes_of(edge_padding_low),
        edge_padding_high=sizes_of(edge_padding_high),
        interior_padding=sizes_of(interior_padding),
    )


def eval_dynamic_gather(
    operand: Array, start_indices: Array, slice_sizes: Array, *, dimensions: GatherDimensions
) -> Array:
    """`eval_gather` of slices whose sizes are an operand."""
    return eval_gather(operand, start_indices, dimensions=dimensions, slice_sizes=sizes_of(slice_sizes))


def eval_real_dynamic_slice(
    operand: Array, start_indices: Array, limit_indices: Array, strides: Array
) -> Array:
    """The elements from `start_indices` to before `limit_indices`, every `strides`-th: a view.

    Raises `EvaluationError` where `slice` would not verify with these numbers.
    """
    bounds = list(zip(*map(sizes_of, (start_indices, limit_indices, strides)), strict=True))
    for size, (start, limit, stride) in zip(operand.shape, bounds, strict=True):
        if not 0 <= start <= limit <= size or stride <= 0:
            raise EvaluationError(
                f"cannot slice [{start}:{limit}:{stride}] out of a dimension of size {size}"
            )
    return operand[tuple([slice(*bound) for bound in bounds])]


def eval_get_dimension_size(operand: Array, *, dimension: int) -> Array:
    """The size of `dimension` as a 32-bit integer."""
    return np.asarray(operand.shape[dimension], np.int32)


def eval_set_dimension_size(operand: Array, size: Array, *, dimension: int) -> Array:
    """`operand` cut to the first `size` elements along `dimension`: a view.

    Raises `EvaluationError` for a size that is negative or larger than there is.
    """
    wanted, available = int(size), operand.shape[dimension]
    if not 0 <= wanted <= available:
        raise EvaluationError(f"cannot set dimension {dimension} of size {available} to {wanted}")
    return operand[(slice(None),) * dimension + (slice(wanted),)]


@register_impls
class DynamismFunctions(InterpreterFunctions):
    """Evaluators of the dynamism family."""

    dynamic_iota = evaluator(
        DynamicIotaOp,
        lambda op: partial(
            eval_dynamic_iota,
            iota_dimension=op.iota_dimension.value.data,
            element_type=ranked(op.result).element_type,
        ),
    )
    dynamic_reshape = evaluator(DynamicReshapeOp, lambda op: eval_dynamic_reshape, storage=True)
    dynamic_broadcast_in_dim = evaluator(
        DynamicBroadcastInDimOp,
        lambda op: partial(eval_dynamic_broadcast_in_dim, broadcast_dimensions=ints(op.broadcast_dimensions)),
        storage=True,
    )
    dynamic_pad = evaluator(DynamicPadOp, lambda op: eval_dynamic_pad, storage=True)
    dynamic_gather = evaluator(
        DynamicGatherOp,
        lambda op: partial(eval_dynamic_gather, dimensions=gather_dimensions(op.dimension_numbers)),
        storage=True,
    )
    real_dynamic_slice = evaluator(RealDynamicSliceOp, lambda op: eval_real_dynamic_slice, storage=True)
    get_dimension_size = evaluator(
        GetDimensionSizeOp,
        lambda op: partial(eval_get_dimension_size, dimension=op.dimension.value.data),
        storage=True,
    )
    set_dimension_size = evaluator(
        SetDimensionSizeOp,
        lambda op: partial(eval_set_dimension_size, dimension=op.dimension.value.data),
        storage=True,
    )
