"""Constraints on operands and dimensions of convolution and dynamic_conv, which the specification numbers alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyTensorType, TensorType
from xdsl.ir import Attribute

from ..attributes import ConvDimensionNumbersAttr
from ..definition.constraints import Violation
from ..hlo_types import ints
from ..shapes import DYNAMIC, compatible_element_types, is_dynamic
from .quantization import any_quantized, check_contraction, per_axis
from .windows import Padding, WindowLabels, window_dimensions, window_output_shape

LABELS = WindowLabels(
    strides="C2",
    stride="C3",
    padding="C4",
    base_dilations="C5",
    base_dilation="C6",
    window_dilations="C7",
    window_dilation="C8",
    reversal="C9",
)


@dataclass(frozen=True)
class ConvolutionWindow:
    """The attributes that describe the window; an empty list stands for the default of each dimension."""

    strides: Sequence[int]
    lhs_dilation: Sequence[int]
    rhs_dilation: Sequence[int]
    reversal: Sequence[bool]


def check_convolution(
    lhs: AnyTensorType,
    rhs: AnyTensorType,
    dims: ConvDimensionNumbersAttr,
    feature_groups: int,
    batch_groups: int,
) -> None:
    """All that does not depend on the window."""
    rank = lhs.get_num_dims()
    if rank < 2:
        raise Violation(
            f"expects convolution arguments to have >= 2 dimensions. Got: '{lhs}' and '{rhs}'.", "C13"
        )
    if rank != rhs.get_num_dims():
        raise Violation(
            f"expects convolution arguments to have same number of dimensions. Got: '{lhs}' and '{rhs}'.",
            "C1",
        )
    if not any_quantized(lhs, rhs) and not compatible_element_types(lhs, rhs):
        raise Violation(
            "expects lhs and rhs to have compatible element type. Got: "
            f"'{lhs.element_type}' and '{rhs.element_type}'",
            "C27",
        )
    _check_dimension_numbers(rank, dims)
    _check_groups(lhs, rhs, dims, feature_groups, batch_groups)
    spatial = len(dims.input_spatial_dimensions)
    if rank != spatial + 2:
        raise Violation(f"expects convolution arguments to have {spatial + 2} dimensions. Got: {rank}", "C12")


def _check_dimension_numbers(rank: int, dims: ConvDimensionNumbersAttr) -> None:
    inputs, kernel, outputs = (
        ints(dims.input_spatial_dimensions),
        ints(dims.kernel_spatial_dimensions),
        ints(dims.output_spatial_dimensions),
    )
    if not len(inputs) == len(kernel) == len(outputs):
        raise Violation(
            "expects the same size for input, kernel and output spatial-dimensions, but got "
            f"{len(inputs)}, {len(kernel)}, and {len(outputs)} resp.",
            "C17" if len(inputs) != len(kernel) else "C19",
        )
    groups = [
        (name, [dim for parameter in dims.parameters[first : first + 3] for dim in ints(parameter)], label)
        for name, first, label in (("input", 0, "C13"), ("kernel", 3, "C18"), ("output", 6, "C20"))
    ]
    for _, numbers, label in groups:
        if not all(0 <= number < rank for number in numbers):
            raise Violation(
                f"expects input, kernel, and output dimension-numbers to be in-range [0, {rank}).", label
            )
    for name, numbers, label in groups:
        if len(set(numbers)) != len(numbers):
            raise Violation(
                f"expects {name} dimension-numbers to be unique, got {{{', '.join(map(str, numbers))}}}.",
                label,
            )


def _check_groups(
    lhs: AnyTensorType,
    rhs: AnyTensorType,
    dims: ConvDimensionNumbersAttr,
    feature_groups: int,
    batch_groups: int,
) -> None:
    if batch_groups > 1 and feature_groups > 1:
        raise Violation(
            "expects batch_group_count and feature_group_count not to be both greater than 1. Got "
            f"{batch_groups} and {feature_groups} resp.",
            "C23",
        )
    (batch,), (features,) = ints(dims.input_batch_dimension), ints(dims.input_feature_dimension)
    (kernel_in,) = ints(dims.kernel_input_feature_dimension)
    (kernel_out,) = ints(dims.kernel_output_feature_dimension)
    batches, inputs = lhs.get_shape()[batch], lhs.get_shape()[features]
    kernel_inputs, outputs = rhs.get_shape()[kernel_in], rhs.get_shape()[kernel_out]
    if not is_dynamic(batches) and batches % batch_groups:
        raise Violation(
            f"expects input batch dimension ({batches}) to be divisible by batch_group_count. "
            f"Got batch_group_count = {batch_groups}.",
            "C10",
        )
    if not is_dynamic(inputs) and inputs % feature_groups:
        raise Violation(
            f"expects input feature dimension ({inputs}) to be a multiple of feature_group_count. "
            f"Got feature_group_count = {feature_groups}.",
            "C11",
        )
    if DYNAMIC not in (inputs, kernel_inputs) and inputs // feature_groups != kernel_inputs:
        raise Violation(
            f"expects input feature dimension ({inputs}) / feature_group_count = kernel input feature dimension "
            f"({kernel_inputs}). Got feature_group_count = {feature_groups}.",
            "C14",
        )
    if not is_dynamic(outputs):
        _check_output_features(outputs, feature_groups, batch_groups)


def _check_output_features(outputs: int, feature_groups: int, batch_groups: int) -> None:
    if outputs % batch_groups:
        raise Violation(
            f"expects output feature dimension size ({outputs}) to be a multiple of batch_group_count. "
            f"Got batch_group_count = {batch_groups}.",
            "C15",
        )
    if outputs % feature_groups:
        raise Violation(
            f"expects kernel output feature dimension ({outputs}) to be divisible by feature_group_count. "
            f"For feature_group_count = {feature_groups}.",
            "C16",
        )


def infer_convolution(
    lhs: AnyTensorType,
    rhs: AnyTensorType,
    dims: ConvDimensionNumbersAttr,
    padding: Padding,
    window: ConvolutionWindow,
    batch_groups: int,
    element_type: Attribute,
) -> AnyTensorType:
    """The result of checked operands: batches, output features, positions of the window. Elements are a choice."""
    sizes = [rhs.get_shape()[i] for i in ints(dims.kernel_spatial_dimensions)]
    dimensions = window_dimensions(
        sizes, window.strides, padding, window.lhs_dilation, window.rhs_dilation, window.reversal, LABELS
    )
    base = [lhs.get_shape()[i] for i in ints(dims.input_spatial_dimensions)]
    shape = [DYNAMIC] * lhs.get_num_dims()
    for i, size in zip(ints(dims.output_spatial_dimensions), window_output_shape(base, dimensions)):
        shape[i] = size
    batches = lhs.get_shape()[dims.input_batch_dimension.value.data]
    shape[dims.output_batch_dimension.value.data] = (
        DYNAMIC if is_dynamic(batches) else batches // batch_groups
    )
    shape[dims.output_feature_dimension.value.data] = rhs.get_shape()[
        dims.kernel_output_feature_dimension.value.data
    ]
    return TensorType(element_type, shape)


def check_quantized_convolution(
    lhs: AnyTensorType, rhs: AnyTensorType, result: AnyTensorType, dims: ConvDimensionNumbersAttr
) -> None:
    """C28 to C34: what is quantized per axis is so along the output features."""
    axis = per_axis(rhs)
    if axis is not None and axis.axis != dims.kernel_output_feature_dimension.value.data:
        raise Violation(
            "quantization dimension of rhs should be same with kernel_output_feature_dimension", "C29"
        )
    axis = per_axis(result)
    if axis is not None and axis.axis != dims.output_feature_dimension.value.data:
        raise Violation(
            "quantization dimension of result should be same with output_feature_dimension", "C30"
        )
    check_contraction(lhs, rhs, result, 28)


def is_speculatable_convolution(
    lhs: AnyTensorType,
    rhs: AnyTensorType,
    result: AnyTensorType,
    dims: ConvDimensionNumbersAttr,
    groups: tuple[int, int],
) -> bool:
    """Whether no size that is only known at run time can contradict another. `groups`: features and batches."""

    def unknown(t: AnyTensorType, dimension: Attribute) -> bool:
        return is_dynamic(t.get_shape()[ints(dimension)[0]])

    if unknown(lhs, dims.input_feature_dimension) or unknown(rhs, dims.kernel_input_feature_dimension):
        return False
    any_batch = groups[1] == 1 and unknown(result, dims.output_batch_dimension)
    if unknown(lhs, dims.input_batch_dimension) and not any_batch:
        return False
    any_feature = max(groups) == 1 and unknown(result, dims.output_feature_dimension)
    if unknown(rhs, dims.kernel_output_feature_dimension) and not any_feature:
        return False
    spatial = zip(
        ints(dims.input_spatial_dimensions),
        ints(dims.kernel_spatial_dimensions),
        ints(dims.output_spatial_dimensions),
    )
    return all(
        is_dynamic(result.get_shape()[k]) or DYNAMIC not in (lhs.get_shape()[i], rhs.get_shape()[j])
        for i, j, k in spatial
    )
