"""Maps of indices: where the elements are in the operands that an element of a result is made of."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.ops.combining.windows import padding_pairs

from .indices import Index, Indices, fixed_index, index_along
from .sizes import ranked_shape, reshaped_groups


def reshaped_places(operand: Attribute, result: Attribute, indices: Indices) -> Indices:
    """The place in the operand of a reshape."""
    inside, outside = ranked_shape(operand), ranked_shape(result)
    at = [fixed_index(0)] * len(inside)
    for ours, theirs in reshaped_groups(operand, result):
        place = fixed_index(0)
        for d in theirs:
            place = place * outside[d] + indices[d] if len(theirs) > 1 else indices[d]
        for n, d in enumerate(ours):
            behind = max(1, prod([inside[each] for each in ours[n + 1 :]]))
            at[d] = place.divided(behind) if len(ours) > 1 else place
            place = place - at[d] * behind if len(ours) > 1 else place
    return tuple(at)


def product_places(
    op: Operation, shapes: Sequence[Indices], indices: Indices
) -> tuple[Sequence[Index], Sequence[Sequence[Index]]]:
    """The indices that a product sums over, and the places in both operands."""
    batch: Sequence[Sequence[int]] = ((), ())
    summed: Sequence[Sequence[int]] = ((len(shapes[0]) - 1,), (0,))
    if isinstance(op, hlo.DotGeneralOp):
        numbers = op.dot_dimension_numbers
        batch = ints(numbers.lhs_batching_dimensions), ints(numbers.rhs_batching_dimensions)
        summed = ints(numbers.lhs_contracting_dimensions), ints(numbers.rhs_contracting_dimensions)
    rest = list(indices)
    summing = [index_along(_level(indices), k, shapes[0][d]) for k, d in enumerate(summed[0])]
    shared = [rest.pop(0) for _ in batch[0]]
    ats = [
        [
            shared[first.index(d)] if d in first else summing[last.index(d)] if d in last else rest.pop(0)
            for d in range(len(shape))
        ]
        for shape, first, last in zip(shapes, batch, summed)
    ]
    return [index for index in summing if index.terms], ats


def window_indices(op: hlo.ConvolutionOp, window: Indices, indices: Indices) -> Sequence[Index]:
    """The indices that a convolution sums over: of the feature, and in the window."""
    numbers = op.dimension_numbers
    along = numbers.kernel_input_feature_dimension.value.data, *ints(numbers.kernel_spatial_dimensions)
    return [index_along(_level(indices), k, window[d]) for k, d in enumerate(along)]


def window_places(
    op: hlo.ConvolutionOp, window: Indices, along: Sequence[Index], indices: Indices
) -> tuple[list[Index], Sequence[Index], dict[int, int]]:
    """The place in the operand with gaps but without padding, that in the weights, and how far elements are apart."""
    numbers, rank = op.dimension_numbers, len(indices)
    at, beside, steps = [along[0]] * rank, [along[0]] * rank, dict[int, int]()
    at[numbers.input_batch_dimension.value.data] = indices[numbers.output_batch_dimension.value.data]
    output = indices[numbers.output_feature_dimension.value.data]
    beside[numbers.kernel_output_feature_dimension.value.data] = output
    outside, count = ints(numbers.output_spatial_dimensions), rank - 2
    strides, gaps, dilations = [
        ints(each) or (1,) * count for each in (op.window_strides, op.lhs_dilation, op.rhs_dilation)
    ]
    turned = ints(op.window_reversal) or (0,) * count
    pairs, spatial = padding_pairs(op.padding, count), ints(numbers.kernel_spatial_dimensions)
    for k, (d, e, index) in enumerate(zip(ints(numbers.input_spatial_dimensions), spatial, along[1:])):
        at[d] = indices[outside[k]] * strides[k] + index * dilations[k] - pairs[k][0]
        beside[e] = window[e] - 1 - index if turned[k] else index
        steps[d] = gaps[k]
    return at, beside, steps


def _level(indices: Indices) -> int:
    """The level of indices that are summed over."""
    return 1 + max([0, *[index.level for index in indices]])
