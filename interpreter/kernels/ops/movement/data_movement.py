"""Ops that move elements and do not compute: views wherever NumPy has one (spec: the ops of these names)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import ConcatenateOp, PadOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import (
    Varying,
    broadcast,
    first_along,
    is_splat,
    repeated_dimensions,
    reshapes_to_view,
)

from ....interface.errors import EvaluationError
from ....interface.limits import require_memory
from ....numerics import convert
from ...support.table import (
    ALL,
    FIRST,
    FIRST_TWO,
    XLA_FREE,
    XLA_KEPT,
    XLA_MOVED,
    Cost,
    as_operands,
    register,
    view,
)
from ...support.values import BlockRow


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
    return broadcast(operand.transpose(order).reshape(sizes), shape)


def eval_reshape(operand: Array, *, shape: Sequence[int]) -> Array:
    """The elements of `operand` in row-major order as another shape; what is repeated stays so."""
    if operand.size and is_splat(operand):
        return broadcast(operand[(0,) * operand.ndim], shape)
    repeated = repeated_dimensions([operand])
    if not repeated or not operand.size:
        return operand.reshape(shape)
    # Groups of dimensions along which it does not vary are left out.
    alike: list[int] = []
    sizes = list(shape)
    for source, target in dimension_groups(operand.shape, shape):
        if all(d in repeated for d in source):
            alike += source
            for d in target:
                sizes[d] = 1
    return np.broadcast_to(first_along(operand, alike).reshape(sizes), shape)


def dimension_groups(source: Sequence[int], target: Sequence[int]) -> Iterator[tuple[range, range]]:
    """The smallest groups of neighbouring dimensions that a reshape maps to groups of another shape.

    No size is 0, and both shapes have the same number of elements.
    """
    i = j = 0
    while i < len(source) or j < len(target):
        start, left, right = (i, j), 1, 1
        if i < len(source):
            left, i = source[i], i + 1
        else:
            right, j = target[j], j + 1
        while left != right:
            if left < right:
                left, i = left * source[i], i + 1
            else:
                right, j = right * target[j], j + 1
        yield range(start[0], i), range(start[1], j)


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
    row = iota_row(0, size, element_type=element_type)
    return np.broadcast_to(np.expand_dims(row, tuple(range(1, len(shape) - iota_dimension))), shape)


def iota_row(start: int, stop: int, *, element_type: Attribute) -> Array:
    """The indices from `start` to before `stop` as elements of a type."""
    return convert(np.arange(start, stop, dtype=np.int64), i64, element_type)


def _broadcast_varying(op: hlo.BroadcastOp, operands: Sequence[Varying]) -> Varying:
    return (False,) * len(ints(op.broadcast_sizes)) + operands[0]


def _broadcast_in_dim_varying(op: hlo.BroadcastInDimOp, operands: Sequence[Varying]) -> Varying:
    along = [False] * ranked(op.result).get_num_dims()
    for dimension, varies in zip(ints(op.broadcast_dimensions), operands[0], strict=True):
        along[dimension] = varies
    return tuple(along)


def _reshape_varying(op: hlo.ReshapeOp, operands: Sequence[Varying]) -> Varying:
    source, target = ranked(op.operand).get_shape(), ranked(op.result).get_shape()
    along = [False] * len(target)
    if any(operands[0]) and 0 not in source:
        for these, those in dimension_groups(source, target):
            for dimension in those:
                along[dimension] = any(operands[0][d] for d in these)
    return tuple(along)


def _iota_varying(op: hlo.IotaOp, _: Sequence[Varying]) -> Varying:
    return tuple([d == op.iota_dimension.value.data for d in range(ranked(op.output).get_num_dims())])


def _one_row(op: hlo.IotaOp, _: Sequence[Array]) -> int:
    return ranked(op.output).get_shape()[op.iota_dimension.value.data]


register(hlo.BroadcastOp, eval_broadcast, cost=view(_broadcast_varying), moves=FIRST)
register(
    hlo.BroadcastInDimOp,
    eval_broadcast_in_dim,
    cost=view(_broadcast_in_dim_varying),
    xla=XLA_FREE,
    moves=FIRST,
)
register(
    hlo.ReshapeOp,
    eval_reshape,
    cost=Cost(is_view=reshapes_to_view, varying=_reshape_varying),
    xla=XLA_FREE,
    moves=FIRST,
)
register(
    hlo.TransposeOp,
    eval_transpose,
    cost=view(lambda op, operands: tuple([operands[0][d] for d in ints(op.permutation)])),
    xla=XLA_MOVED,
    moves=FIRST,
)
register(hlo.ReverseOp, eval_reverse, cost=view(as_operands), xla=XLA_MOVED, moves=FIRST)
register(
    hlo.IotaOp,
    eval_iota,
    cost=Cost(4_000, max_elements=_one_row, is_view=True, varying=_iota_varying),
    xla=XLA_KEPT,
    in_blocks=lambda op: BlockRow(
        op.iota_dimension.value.data, partial(iota_row, element_type=ranked(op.output).element_type)
    ),
)


def eval_concatenate(*inputs: Array, dimension: int) -> Array:
    """The inputs one after the other along `dimension`."""
    if len(inputs) == 1:
        return inputs[0]
    repeated = [d for d in repeated_dimensions(inputs) if d != dimension]
    if not repeated:
        return np.concatenate(inputs, axis=dimension)
    shape = list(inputs[0].shape)
    shape[dimension] = sum([each.shape[dimension] for each in inputs])
    joined = np.concatenate([first_along(each, repeated) for each in inputs], axis=dimension)
    return np.broadcast_to(joined, shape)


def eval_pad(
    operand: Array,
    padding_value: Array,
    *,
    edge_padding_low: Sequence[int],
    edge_padding_high: Sequence[int],
    interior_padding: Sequence[int],
) -> Array:
    """`operand` with copies of `padding_value` around it and between its elements; negative edges remove elements.

    A view of `operand` where nothing is added. Raises `EvaluationError` where more is removed than there is, which
    operands and sizes that are only known at run time allow.
    """
    shape: list[int] = []
    source: list[slice] = []
    target: list[slice] = []
    for size, low, high, interior in zip(
        operand.shape, edge_padding_low, edge_padding_high, interior_padding, strict=True
    ):
        step = interior + 1
        padded = low + (size - 1) * step + 1 + high if size else low + high
        if padded < 0:
            raise EvaluationError(f"pads a dimension of size {size} by {low} and {high}, to a negative size")
        # Element i lands on low + i * step: those from `first` to before `stop` are inside.
        first = min(max(-(low // step), 0), size)
        stop = max(first, min(size, -((low - padded) // step)))
        shape.append(padded)
        source.append(slice(first, stop))
        target.append(
            slice(low + first * step, low + (stop - 1) * step + 1, step) if stop > first else slice(0)
        )
    kept = operand[tuple(source)]
    if kept.shape == tuple(shape):
        return kept
    repeated = [d for d in repeated_dimensions([kept]) if kept.shape[d] == shape[d] > 0]
    sizes = [1 if d in repeated else size for d, size in enumerate(shape)]
    require_memory(sizes, operand.dtype)
    result = np.full(sizes, padding_value, operand.dtype)
    for d in repeated:
        target[d] = slice(None)
    result[tuple(target)] = first_along(kept, repeated)
    return np.broadcast_to(result, shape) if repeated else result


def _concatenate_varying(op: ConcatenateOp, operands: Sequence[Varying]) -> Varying:
    along = as_operands(op, operands)
    dimension = op.dimension.value.data
    return tuple([varies or d == dimension for d, varies in enumerate(along)])


def _pad_varying(op: PadOp, operands: Sequence[Varying]) -> Varying:
    amounts = zip(ints(op.edge_padding_low), ints(op.edge_padding_high), ints(op.interior_padding))
    return tuple([varies or max(of) > 0 for varies, of in zip(operands[0], amounts, strict=True)])


register(ConcatenateOp, eval_concatenate, cost=Cost(varying=_concatenate_varying), xla=XLA_MOVED, moves=ALL)
register(PadOp, eval_pad, cost=Cost(6_000, 1, varying=_pad_varying), xla=XLA_MOVED, moves=FIRST_TWO)
