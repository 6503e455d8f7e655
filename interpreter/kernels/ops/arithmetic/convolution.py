"""convolution and dynamic_conv: windows of the input times the kernel, as one matrix product."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import NamedTuple

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo import ConvolutionOp, DynamicConvOp
from xdsl_stablehlo.dialects.stablehlo.attributes import ConvDimensionNumbersAttr
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.ops.combining.windows import Padding, padding_pairs
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import Varying, broadcast, first_along, repeated_dimensions

from ...support.contraction import exactness_of_sums, matrix_product, product_work
from ...support.table import ArrayKernel, Cost, XlaCost, product_of_operands, register, register_made
from ..combining.windows import (
    adds_elements,
    dilate_and_pad,
    first_window,
    ints_or_ones,
    sliding_windows,
    window_counts,
)
from ..movement.data_movement import eval_reverse


class ConvOrders(NamedTuple):
    """The dimensions in the order of batch, spatial ones and features; the kernel's begin with the spatial ones."""

    input: tuple[int, ...]
    kernel: tuple[int, ...]
    output: tuple[int, ...]

    @staticmethod
    def of(numbers: ConvDimensionNumbersAttr) -> ConvOrders:
        (n,), (c,), spatial, (i,), (o,), window, (m,), (f,), places = map(ints, numbers.parameters)
        return ConvOrders((n, *spatial, c), (*window, i, o), (m, *places, f))


def eval_convolution(
    lhs: Array,
    rhs: Array,
    *,
    orders: ConvOrders,
    window_strides: Sequence[int],
    padding: Padding,
    lhs_dilation: Sequence[int],
    rhs_dilation: Sequence[int],
    window_reversal: Sequence[bool],
    feature_group_count: int,
    batch_group_count: int,
    element_type: Attribute,
) -> Array:
    """The dot products between windows of `lhs` and slices of `rhs`, with sums of `element_type`.

    Groups split the input along features or batches, the kernel along output features, and are convolved apart.
    """
    # [N, spatial..., C] and [spatial..., I, O], whatever order the program keeps them in.
    lhs, rhs = lhs.transpose(orders.input), rhs.transpose(orders.kernel)
    lhs = dilate_and_pad(lhs, np.zeros((), lhs.dtype), [(0, 0), *padding, (0, 0)], (1, *lhs_dilation, 1))
    steps, dilations = (1, *window_strides, 1), (1, *rhs_dilation, 1)
    *kernel, _, outputs = rhs.shape
    shape = window_counts(lhs.shape, (1, *kernel, 1), steps, dilations)
    shape = (shape[0] // batch_group_count, *shape[1:-1], outputs)
    lhs, rhs, feature_group_count, batch_group_count = _without_repeated(
        lhs, rhs, dilations, feature_group_count, batch_group_count
    )
    windows = sliding_windows(lhs, (1, *kernel, 1), steps, dilations)
    # Behind the numbers of windows, and the batch's dimension of a window.
    reversed_dimensions = [lhs.ndim + 1 + axis for axis, flag in enumerate(window_reversal) if flag]
    windows = eval_reverse(windows, dimensions=reversed_dimensions)
    product = _grouped_product(windows, rhs, feature_group_count, batch_group_count, element_type)
    return np.moveaxis(broadcast(product, shape), range(len(shape)), orders.output)


def _without_repeated(
    lhs: Array, rhs: Array, dilations: Sequence[int], feature_groups: int, batch_groups: int
) -> tuple[Array, Array, int, int]:
    """[N, spatial..., C] and [spatial..., I, O] without the dimensions along which the result is constant, and the
    numbers of groups of features and of batches that are left."""
    of_lhs, of_rhs = repeated_dimensions([lhs]), repeated_dimensions([rhs])
    *kernel, inputs, _ = rhs.shape
    batch, feature, output = 0, lhs.ndim - 1, rhs.ndim - 1
    if (
        output in of_rhs
        and (feature_groups == 1 or feature in of_lhs)
        and (batch_groups == 1 or batch in of_lhs)
    ):
        # All groups are alike.
        lhs, rhs = lhs[: len(lhs) // batch_groups, ..., :inputs], first_along(rhs, [output])
        feature_groups = batch_groups = 1
    if of_lhs:
        lhs = first_window(lhs, of_lhs, (batch_groups, *kernel, lhs.shape[-1]), (*dilations,))
    return lhs, rhs, feature_groups, batch_groups


def _grouped_product(
    windows: Array, rhs: Array, feature_group_count: int, batch_group_count: int, element_type: Attribute
) -> Array:
    """Windows [N, out..., C, 1, k..., 1] times the kernel [k..., I, O], as [N, out..., O]."""
    *kernel, inputs, outputs = rhs.shape
    rank = len(kernel)
    out = windows.shape[1 : 1 + rank]
    batch = windows.shape[0] // batch_group_count
    # [N, out..., C, 1, k..., 1] -> [batch groups, feature groups, N, out..., k..., I]
    windows = windows.reshape(batch_group_count, batch, *out, feature_group_count, inputs, *kernel)
    windows = windows.transpose(0, 2 + rank, 1, *range(2, 2 + rank), *range(4 + rank, 4 + 2 * rank), 3 + rank)
    groups = feature_group_count * batch_group_count
    rows = windows.reshape(groups, batch * prod(out), prod(kernel) * inputs)
    columns = rhs.reshape(prod(kernel) * inputs, groups, outputs // groups).transpose(1, 0, 2)
    product = matrix_product(rows, columns, element_type)
    # [groups, N, out..., O / groups] -> [N, out..., O]
    product = np.moveaxis(product.reshape(groups, batch, *out, outputs // groups), 0, -2)
    return product.reshape(batch, *out, outputs)


def eval_dynamic_conv(lhs: Array, rhs: Array, padding: Array, *, convolve: ArrayKernel) -> Array:
    """`eval_convolution` with the padding as an operand of shape [spatial rank, 2]."""
    return convolve(lhs, rhs, padding=tuple((int(low), int(high)) for low, high in padding))


def _attributes(op: ConvolutionOp | DynamicConvOp) -> dict[str, object]:
    rank = ranked(op.lhs).get_num_dims() - 2
    return {
        "orders": ConvOrders.of(op.dimension_numbers),
        "window_strides": ints_or_ones(op.window_strides, rank),
        "lhs_dilation": ints_or_ones(op.lhs_dilation, rank),
        "rhs_dilation": ints_or_ones(op.rhs_dilation, rank),
        "window_reversal": tuple(map(bool, ints(op.window_reversal))),
        "feature_group_count": op.feature_group_count.value.data,
        "batch_group_count": op.batch_group_count.value.data,
        "element_type": ranked(op.result).element_type,
    }


def _padding(op: ConvolutionOp) -> Padding:
    return padding_pairs(op.padding, ranked(op.lhs).get_num_dims() - 2)


def _varying(op: ConvolutionOp, operands: Sequence[Varying]) -> Varying:
    orders = ConvOrders.of(op.dimension_numbers)
    batch, *spatial, feature = [operands[0][d] for d in orders.input]
    features = op.feature_group_count.value.data > 1 and feature
    batches = op.batch_group_count.value.data > 1 and batch
    padded = zip(spatial, _padding(op), ints_or_ones(op.lhs_dilation, len(spatial)), strict=True)
    along = [
        batch,
        *[varies or adds_elements(*pair, dilation) for varies, pair, dilation in padded],
        operands[1][orders.kernel[-1]] or features or batches,
    ]
    return tuple([along[orders.output.index(d)] for d in range(len(along))])


def _work(op: ConvolutionOp | DynamicConvOp) -> int:
    kernel = ranked(op.rhs).get_shape()
    outputs = kernel[op.dimension_numbers.kernel_output_feature_dimension.value.data] or 1
    products = prod(ranked(op.result).get_shape()) * prod(kernel) // outputs
    # Windows are copied together for the product, which takes about as long again.
    return 2 * product_work(2 * products, ranked(op.result).element_type)


register(
    ConvolutionOp,
    eval_convolution,
    bind=lambda op: {"padding": _padding(op), **_attributes(op)},
    cost=Cost(100_000, 1, work=_work, max_elements=product_of_operands, varying=_varying),
    xla=XlaCost(10, 0.1, "convolution"),
    exactness=exactness_of_sums,
)
register_made(
    DynamicConvOp,
    lambda op: partial(eval_dynamic_conv, convolve=partial(eval_convolution, **_attributes(op))),
    cost=Cost(100_000, 1, work=_work, max_elements=product_of_operands),
    exactness=exactness_of_sums,
)
