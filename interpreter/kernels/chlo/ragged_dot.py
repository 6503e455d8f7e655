"""ragged_dot: a product of matrices in which one dimension of lhs is divided into groups of different sizes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array, dtype_of, is_float

from ....dialects.chlo import RaggedDotOp
from ....dialects.chlo.ragged_dot import Mode, RaggedDims, ragged_dot_shape
from ...interface.errors import EvaluationError
from ...numerics import arithmetic_of
from ..ops.arithmetic.dot import eval_dot_general
from ..support.table import Cost, Exactness, register_made


def eval_ragged_dot(
    lhs: Array, rhs: Array, group_sizes: Array, *, dims: RaggedDims, element_type: Attribute
) -> Array:
    """Products of consecutive groups of `lhs` along its ragged dimension; the last of `group_sizes` has their sizes.

    A kept ragged dimension: each group times its own part of `rhs`, and 0 behind the last group. A contracted one: a
    product for each group, the first dimension of the result. A batched one: groups make no difference.
    Raises `EvaluationError` for a group of less than no elements, or of more than there are."""
    _check_sizes(group_sizes, lhs.shape[dims.ragged])
    if dims.mode is Mode.BATCHED:
        return _dot(lhs, rhs, dims, element_type)
    shape = ragged_dot_shape(lhs.shape, rhs.shape, group_sizes.shape[-1], dims)
    result = np.zeros(shape, dtype_of(element_type))
    prefix = dims.group_prefix() if group_sizes.ndim > 1 else []
    for index in np.ndindex(group_sizes.shape[:-1]):
        # One place along the dimensions that have group sizes of their own, in the operands and in the result.
        left, right, place = [slice(None)] * lhs.ndim, [slice(None)] * rhs.ndim, [slice(None)] * len(shape)
        for dimension, i in zip(prefix, index, strict=True):
            left[dimension] = slice(i, i + 1)
            _narrow(right, place, dimension, slice(i, i + 1), dims, lhs.ndim)
        ends = np.cumsum(group_sizes[index])
        for group, (start, end) in enumerate(zip(ends - group_sizes[index], ends, strict=True)):
            part = slice(int(start), int(end))
            left[dims.ragged] = part
            _narrow(right, place, dims.ragged, part, dims, lhs.ndim)
            if dims.mode is Mode.CONTRACTED:
                product = _dot(lhs[tuple(left)], rhs[tuple(right)], dims, element_type)
                at = (group, *place[1:])
                result[at] = arithmetic_of(element_type).add(result[at], product)
            else:
                right[dims.groups[0]] = slice(group, group + 1)
                factor = np.squeeze(rhs[tuple(right)], dims.groups[0])
                result[tuple(place)] = _dot(lhs[tuple(left)], factor, dims, element_type)
    return result


def _check_sizes(group_sizes: Array, size: int) -> None:
    sizes = group_sizes.astype(np.int64)
    wrong = sizes[(sizes < 0) | (sizes > size)]
    if wrong.size:
        raise EvaluationError(f"has a group of {wrong.flat[0]} of {size} elements")


def _narrow(
    right: list[slice], place: list[slice], dimension: int, part: slice, dims: RaggedDims, lhs_rank: int
) -> None:
    """Restrict the dimensions of rhs and of the result that correspond to `dimension` of lhs to `part`."""
    front = 1 if dims.mode is Mode.CONTRACTED else 0
    if dimension in dims.contracting[0]:
        right[dims.contracting[1][dims.contracting[0].index(dimension)]] = part
    elif dimension in dims.batching[0]:
        i = dims.batching[0].index(dimension)
        right[dims.batching[1][i]] = part
        place[front + i] = part
    else:
        rest = [d for d in range(lhs_rank) if d not in dims.batching[0] and d not in dims.contracting[0]]
        place[front + len(dims.batching[0]) + rest.index(dimension)] = part


def _dot(lhs: Array, rhs: Array, dims: RaggedDims, element_type: Attribute) -> Array:
    """dot_general on an rhs that has lost its group dimension."""
    lost = [*dims.groups, rhs.ndim][0]

    def behind(dimensions: Sequence[int]) -> list[int]:
        return [d - (d > lost) for d in dimensions]

    return eval_dot_general(
        lhs,
        rhs,
        lhs_batching_dimensions=dims.batching[0],
        rhs_batching_dimensions=behind(dims.batching[1]),
        lhs_contracting_dimensions=dims.contracting[0],
        rhs_contracting_dimensions=behind(dims.contracting[1]),
        element_type=element_type,
    )


def _ragged_dot(op: RaggedDotOp) -> partial[Array]:
    return partial(
        eval_ragged_dot,
        dims=RaggedDims(op.ragged_dot_dimension_numbers),
        element_type=ranked(op.result).element_type,
    )


def _ragged_dot_work(op: RaggedDotOp) -> int:
    shape = ranked(op.lhs).get_shape()
    inner = [shape[d] for d in RaggedDims(op.ragged_dot_dimension_numbers).contracting[0]]
    products = 30_000 * prod(ranked(op.group_sizes).get_shape())
    return products + 2 * prod(inner) * prod(ranked(op.result).get_shape())


register_made(
    RaggedDotOp,
    _ragged_dot,
    cost=Cost(100_000, 2, work=_ragged_dot_work),
    exactness=lambda op: Exactness.ROUNDED if is_float(ranked(op.result).element_type) else Exactness.EXACT,
)
