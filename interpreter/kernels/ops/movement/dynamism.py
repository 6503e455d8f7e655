"""Ops whose shapes are operands (spec: dynamic_*; and real_dynamic_slice).

Each is its static counterpart once the operands are known; the result has the shape that they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import GetDimensionSizeOp, SetDimensionSizeOp
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import GatherDims
from xdsl_stablehlo.interpreter.kernels.ops.movement.data_movement import eval_pad
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import reshapes_to_view

from ....interface.errors import EvaluationError
from ...support.table import FIRST, FIRST_TWO, Cost, elements_of_shape, register
from ...support.values import sizes_of
from .data_movement import eval_broadcast_in_dim, eval_iota, eval_reshape
from .indexing import eval_gather


def _shape_of(operand: Array) -> tuple[int, ...]:
    shape = sizes_of(operand)
    if any(size < 0 for size in shape):
        raise EvaluationError(f"is given a shape with a negative size: {list(shape)}")
    return shape


def eval_dynamic_iota(output_shape: Array, *, iota_dimension: int, element_type: Attribute) -> Array:
    """`eval_iota` of the shape that `output_shape` holds. Raises `EvaluationError` without that dimension (C1)."""
    shape = _shape_of(output_shape)
    if iota_dimension >= len(shape):
        raise EvaluationError(f"counts along dimension {iota_dimension} of the shape {list(shape)} (C1)")
    return eval_iota(iota_dimension=iota_dimension, shape=shape, element_type=element_type)


def eval_dynamic_reshape(operand: Array, output_shape: Array) -> Array:
    """`eval_reshape` to the shape that `output_shape` holds.

    Raises `EvaluationError` for a shape of another number of elements (C2).
    """
    shape = _shape_of(output_shape)
    if prod(shape) != operand.size:
        raise EvaluationError(
            f"cannot make the shape {list(shape)} of {list(operand.shape)}: "
            f"{prod(shape)} elements of {operand.size} (C2)"
        )
    return eval_reshape(operand, shape=shape)


def eval_dynamic_broadcast_in_dim(
    operand: Array, output_dimensions: Array, *, broadcast_dimensions: tuple[int, ...]
) -> Array:
    """`eval_broadcast_in_dim` to the shape that `output_dimensions` holds.

    Raises `EvaluationError` for a shape without these dimensions (C3), or in which they have other sizes (C5).
    """
    shape = _shape_of(output_dimensions)
    for size, dimension in zip(operand.shape, broadcast_dimensions, strict=True):
        if dimension >= len(shape):
            raise EvaluationError(f"broadcasts along dimension {dimension} of the shape {list(shape)} (C3)")
        if size not in (1, shape[dimension]):
            raise EvaluationError(
                f"cannot broadcast a dimension of size {size} to dimension {dimension} of the shape "
                f"{list(shape)} (C5)"
            )
    return eval_broadcast_in_dim(operand, broadcast_dimensions=broadcast_dimensions, shape=shape)


def eval_dynamic_pad(
    operand: Array,
    padding_value: Array,
    edge_padding_low: Array,
    edge_padding_high: Array,
    interior_padding: Array,
) -> Array:
    """`eval_pad` by amounts that are operands. Raises `EvaluationError` for a negative interior padding (C3)."""
    low, high, interior = map(sizes_of, (edge_padding_low, edge_padding_high, interior_padding))
    if min(interior, default=0) < 0:
        raise EvaluationError(f"is given a negative interior padding: {list(interior)} (C3)")
    return eval_pad(
        operand, padding_value, edge_padding_low=low, edge_padding_high=high, interior_padding=interior
    )


def eval_dynamic_gather(
    operand: Array, start_indices: Array, slice_sizes: Array, *, dimensions: GatherDims
) -> Array:
    """`eval_gather` of slices whose sizes are an operand.

    Raises `EvaluationError` for slices that are larger than the operand (C12), or than 1 where they are collapsed (C8).
    """
    sizes = sizes_of(slice_sizes)
    if not all(0 <= size <= available for size, available in zip(sizes, operand.shape, strict=True)):
        raise EvaluationError(
            f"takes slices of {list(sizes)} of an operand of the shape {list(operand.shape)} (C12)"
        )
    for axis in dimensions.collapsed_slice_dims + dimensions.operand_batching_dims:
        if sizes[axis] > 1:
            raise EvaluationError(f"collapses dimension {axis} of slices of {list(sizes)} (C8)")
    return eval_gather(operand, start_indices, dimensions=dimensions, slice_sizes=sizes)


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


def _padded(_: hlo.DynamicPadOp, operands: Sequence[Array]) -> int:
    low, high, interior = map(sizes_of, operands[2:5])
    sizes = zip(operands[0].shape, low, high, interior)
    return prod([max(below + n + max(n - 1, 0) * between + above, 0) for n, below, above, between in sizes])


register(hlo.DynamicIotaOp, eval_dynamic_iota, cost=Cost(max_elements=elements_of_shape(0)))
register(
    hlo.DynamicReshapeOp,
    eval_dynamic_reshape,
    cost=Cost(max_elements=elements_of_shape(1), is_view=reshapes_to_view),
    moves=FIRST,
)
register(
    hlo.DynamicBroadcastInDimOp,
    eval_dynamic_broadcast_in_dim,
    cost=Cost(4_000, max_elements=elements_of_shape(1), is_view=True),
    moves=FIRST,
)
register(hlo.DynamicPadOp, eval_dynamic_pad, cost=Cost(6_000, 2, max_elements=_padded), moves=FIRST_TWO)
register(
    hlo.DynamicGatherOp,
    eval_dynamic_gather,
    bind=lambda op: {"dimensions": GatherDims.of(op.dimension_numbers)},
    cost=Cost(
        20_000,
        10,
        max_elements=lambda _, operands: operands[1].size * prod(sizes_of(operands[2])),
        reads_all=False,
    ),
    moves=FIRST,
)
register(hlo.RealDynamicSliceOp, eval_real_dynamic_slice, moves=FIRST)


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


register(GetDimensionSizeOp, eval_get_dimension_size, storage=True)
register(SetDimensionSizeOp, eval_set_dimension_size, moves=FIRST)
