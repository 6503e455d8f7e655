"""Evaluators of the CHLO ops that are not elementwise: top_k, scan, ragged_dot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any

import numpy as np
from xdsl.ir import Attribute

from ...dialects.chlo import RaggedDotOp, ScanOp, TopKOp
from ...dialects.chlo.ragged_dot import Mode, RaggedDims
from ...dialects.stablehlo.constraints import ranked
from ...element_types import Array, dtype_of, is_float
from ..execution.executor import Body
from ..numerics import arithmetic_of
from .dot import eval_dot_general
from .table import Cost, Exactness, register


def eval_top_k(operand: Array, *, k: int, element_type: Attribute) -> tuple[Array, Array]:
    """The `k` largest elements of each row in descending order, and where they are (i32).

    Floats are in IEEE 754's total order, so NaN comes first; of equal elements the first one does.
    """
    keys = arithmetic_of(element_type).order_key(operand)
    # The complement turns the order of integers around, without overflow, and leaves equal ones where they are.
    order = np.argsort(np.invert(keys), axis=-1, kind="stable")[..., :k]
    return np.take_along_axis(operand, order, -1), order.astype(np.int32)


def eval_scan(
    *operands: Array,
    inputs: int,
    dimension: int,
    size: int,
    is_reverse: bool,
    outputs: Sequence[tuple[Sequence[int], np.dtype[Any]]],
    body: Body,
) -> tuple[Array, ...]:
    """`body` on each slice of the first `inputs` operands along `dimension`, with the others as the first carries.

    Gives the outputs, whose slices the body returned, and the carries that it returned last.
    """
    slices = [np.moveaxis(operand, dimension, 0) for operand in operands[:inputs]]
    carries = tuple(operands[inputs:])
    stacked = [np.empty(shape, dtype) for shape, dtype in outputs]
    places = [np.moveaxis(array, dimension, 0) for array in stacked]
    for i in reversed(range(size)) if is_reverse else range(size):
        returned = body(*[np.asarray(array[i]) for array in slices], *carries)
        for place, value in zip(places, returned):
            place[i] = value
        carries = returned[len(places) :]
    return (*stacked, *carries)


def _scan(op: ScanOp) -> partial[tuple[Array, ...]]:
    dimension = op.dimension.value.data
    if op.scan_dim_size is not None:
        size = op.scan_dim_size.value.data
    else:
        size = ranked((*op.inputs, *op.outputs)[0]).get_shape()[dimension]
    types = [ranked(output) for output in op.outputs]
    return partial(
        eval_scan,
        inputs=len(op.inputs),
        dimension=dimension,
        size=size,
        is_reverse=bool(op.is_reverse.value.data),
        outputs=[(t.get_shape(), dtype_of(t.element_type)) for t in types],
    )


def eval_ragged_dot(
    lhs: Array,
    rhs: Array,
    group_sizes: Array,
    *,
    dims: RaggedDims,
    shape: Sequence[int],
    element_type: Attribute,
) -> Array:
    """Products of consecutive groups of `lhs` along its ragged dimension; the last of `group_sizes` has their sizes.

    A kept ragged dimension: each group times its own part of `rhs`, and 0 behind the last group. A contracted one: a
    product for each group, the first dimension of the result. A batched one: groups make no difference.
    """
    if dims.mode is Mode.BATCHED:
        return _dot(lhs, rhs, dims, element_type)
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
    result = ranked(op.result)
    return partial(
        eval_ragged_dot,
        dims=RaggedDims(op.ragged_dot_dimension_numbers),
        shape=result.get_shape(),
        element_type=result.element_type,
    )


def _ragged_dot_work(op: RaggedDotOp) -> int:
    shape = ranked(op.lhs).get_shape()
    inner = [shape[d] for d in RaggedDims(op.ragged_dot_dimension_numbers).contracting[0]]
    products = 30_000 * prod(ranked(op.group_sizes).get_shape())
    return products + 2 * prod(inner) * prod(ranked(op.result).get_shape())


register(
    TopKOp,
    lambda op: partial(eval_top_k, k=op.k.value.data, element_type=ranked(op.operand).element_type),
    cost=Cost(15_000, 120),
)
register(ScanOp, _scan, cost=Cost(30_000, 5), regions=("body",))
register(
    RaggedDotOp,
    _ragged_dot,
    cost=Cost(100_000, 2, work=_ragged_dot_work),
    exactness=lambda op: Exactness.ROUNDED if is_float(ranked(op.result).element_type) else Exactness.EXACT,
)
