"""Ops that move elements and do not compute: views wherever NumPy has one (spec: the ops of these names)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute

from ...dialects.stablehlo import BroadcastInDimOp, BroadcastOp, IotaOp, ReshapeOp, ReverseOp, TransposeOp
from ...dialects.stablehlo.constraints import ranked
from ...dialects.stablehlo.types import ints
from ...element_types import Array
from ...storage import is_splat, reshapes_to_view
from ..memory import require_memory
from ..numerics import convert
from .table import VIEW, Cost, register


def eval_broadcast(operand: Array, *, broadcast_sizes: Sequence[int]) -> Array:
    """`operand` repeated along new leading dimensions: a view."""
    return np.broadcast_to(operand, (*broadcast_sizes, *operand.shape))


def eval_broadcast_in_dim(
    operand: Array, *, broadcast_dimensions: Sequence[int], shape: Sequence[int]
) -> Array:
    """`operand` with its dimension i at `broadcast_dimensions[i]` of `shape`, sizes of one repeated: a view."""
    order = sorted(range(operand.ndim), key=broadcast_dimensions.__getitem__)
    sizes = [1] * len(shape)
    for axis in order:
        sizes[broadcast_dimensions[axis]] = operand.shape[axis]
    return np.broadcast_to(eval_reshape(operand.transpose(order), shape=sizes), shape)


def eval_reshape(operand: Array, *, shape: Sequence[int]) -> Array:
    """The elements of `operand` in row-major order as another shape; a splat stays a splat."""
    if operand.size and is_splat(operand):
        return np.broadcast_to(operand[(0,) * operand.ndim], shape)
    return operand.reshape(shape)


def eval_transpose(operand: Array, *, permutation: Sequence[int]) -> Array:
    """Dimension i of the result is dimension `permutation[i]` of `operand`: a view."""
    return operand.transpose(permutation)


def eval_reverse(operand: Array, *, dimensions: Sequence[int]) -> Array:
    """`operand` with the order of elements along `dimensions` reversed: a view."""
    return np.flip(operand, tuple(dimensions))


def eval_iota(*, iota_dimension: int, shape: Sequence[int], element_type: Attribute) -> Array:
    """The index along `iota_dimension` at every place of `shape`, as a view of one row; integers wrap around."""
    size = shape[iota_dimension]
    require_memory((size,), np.dtype(np.int64))
    row = convert(np.arange(size, dtype=np.int64), i64, element_type)
    return np.broadcast_to(np.expand_dims(row, tuple(range(1, len(shape) - iota_dimension))), shape)


def _one_row(op: IotaOp, _: Sequence[Array]) -> int:
    return ranked(op.output).get_shape()[op.iota_dimension.value.data]


register(
    BroadcastOp, lambda op: partial(eval_broadcast, broadcast_sizes=ints(op.broadcast_sizes)), storage=True
)
register(
    BroadcastInDimOp,
    lambda op: partial(
        eval_broadcast_in_dim,
        broadcast_dimensions=ints(op.broadcast_dimensions),
        shape=ranked(op.result).get_shape(),
    ),
    cost=VIEW,
    storage=True,
)
register(
    ReshapeOp,
    lambda op: partial(eval_reshape, shape=ranked(op.result).get_shape()),
    cost=Cost(is_view=reshapes_to_view),
    storage=True,
)
register(
    TransposeOp, lambda op: partial(eval_transpose, permutation=ints(op.permutation)), cost=VIEW, storage=True
)
register(ReverseOp, lambda op: partial(eval_reverse, dimensions=ints(op.dimensions)), cost=VIEW, storage=True)
register(
    IotaOp,
    lambda op: partial(
        eval_iota,
        iota_dimension=op.iota_dimension.value.data,
        shape=ranked(op.output).get_shape(),
        element_type=ranked(op.output).element_type,
    ),
    cost=Cost(4_000, max_elements=_one_row, is_view=True),
)
