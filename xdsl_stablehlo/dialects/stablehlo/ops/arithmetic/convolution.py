"""Convolutions: convolution and dynamic_conv (spec: convolution, dynamic_conv)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import KW_ONLY
from typing import cast

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType, DenseArrayBase, TensorType, i1
from xdsl.ir import Attribute
from xdsl.irdl import declarative_assembly_format as assembly
from xdsl.parser import Parser
from xdsl.printer import Printer

from xdsl_stablehlo.values.elements import array_of

from ....base import fields
from ... import hlo_types as kinds
from ...attributes import ConvDimensionNumbersAttr, PrecisionConfigAttr, parse_convolution_dimensions
from ...checks import any_quantized, check_contraction, per_axis
from ...constant import constant_ints
from ...definition import UNDECIDED, HloOp, Violation, ranked
from ...hlo_types import i64_array, ints
from ...meshes import I64ElementsAttr, OptionalElementsField, i64_elements
from ...shapes import DYNAMIC, compatible_element_types, is_dynamic
from ...syntax import FUNCTIONAL
from ...traits import (
    ComputesOnReals,
    SpeculatableAsOpSays,
    SpeculatableIfAllInputsStaticAndShapeConstant,
    pure_if,
)
from ..combining.windows import Padding, WindowLabels, padding_pairs, window_dimensions, window_output_shape
from .dot import PrecisionsField, check_inferred_shape, check_precision_config


class ConvolutionOpBase(HloOp, ABC):
    """The fields and constraints of both convolutions."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    _: KW_ONLY
    window_strides: fields.OptionalIntsField = fields.opt_prop_def(kinds.DenseI64ArrayAttr, default=None)
    lhs_dilation: fields.OptionalIntsField = fields.opt_prop_def(kinds.DenseI64ArrayAttr, default=None)
    rhs_dilation: fields.OptionalIntsField = fields.opt_prop_def(kinds.DenseI64ArrayAttr, default=None)
    window_reversal: fields.OptionalIntsField = fields.opt_prop_def(kinds.DenseBoolArrayAttr, default=None)
    dimension_numbers = irdl.prop_def(ConvDimensionNumbersAttr)
    feature_group_count: fields.IntField = fields.prop_def(kinds.PositiveI64Attr, default=1)
    batch_group_count: fields.IntField = fields.prop_def(kinds.PositiveI64Attr, default=1)
    precision_config: PrecisionsField = fields.opt_prop_def(
        PrecisionConfigAttr, alias="precision", default=None
    )

    def check_operands(self) -> None:
        """All that does not depend on the window."""
        lhs, rhs, dims = ranked(self.lhs), ranked(self.rhs), self.dimension_numbers
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
        check_dimension_numbers(rank, dims)
        self._check_groups(lhs.get_shape(), rhs.get_shape())
        spatial = len(dims.input_spatial_dimensions)
        if rank != spatial + 2:
            raise Violation(
                f"expects convolution arguments to have {spatial + 2} dimensions. Got: {rank}", "C12"
            )

    def _check_groups(self, lhs: Sequence[int], rhs: Sequence[int]) -> None:
        """The sizes of features and batches can be divided by the numbers of groups, where they are known."""
        dims = self.dimension_numbers
        batch_groups, feature_groups = self.batch_group_count.value.data, self.feature_group_count.value.data
        batches, inputs = (
            lhs[dims.input_batch_dimension.value.data],
            lhs[dims.input_feature_dimension.value.data],
        )
        kernel_inputs = rhs[dims.kernel_input_feature_dimension.value.data]
        outputs = rhs[dims.kernel_output_feature_dimension.value.data]
        if batch_groups > 1 and feature_groups > 1:
            raise Violation(
                "expects batch_group_count and feature_group_count not to be both greater than 1. Got "
                f"{batch_groups} and {feature_groups} resp.",
                "C23",
            )
        got_batches = f"Got batch_group_count = {batch_groups}."
        got_features = f"feature_group_count = {feature_groups}."
        if not is_dynamic(batches) and batches % batch_groups:
            raise Violation(
                f"expects input batch dimension ({batches}) to be divisible by batch_group_count. {got_batches}",
                "C10",
            )
        if not is_dynamic(inputs) and inputs % feature_groups:
            raise Violation(
                f"expects input feature dimension ({inputs}) to be a multiple of feature_group_count. "
                f"Got {got_features}",
                "C11",
            )
        if DYNAMIC not in (inputs, kernel_inputs) and inputs // feature_groups != kernel_inputs:
            raise Violation(
                f"expects input feature dimension ({inputs}) / feature_group_count = kernel input feature dimension "
                f"({kernel_inputs}). Got {got_features}",
                "C14",
            )
        if is_dynamic(outputs):
            return
        if outputs % batch_groups:
            raise Violation(
                f"expects output feature dimension size ({outputs}) to be a multiple of batch_group_count. "
                f"{got_batches}",
                "C15",
            )
        if outputs % feature_groups:
            raise Violation(
                f"expects kernel output feature dimension ({outputs}) to be divisible by feature_group_count. "
                f"For {got_features}",
                "C16",
            )

    def infer_shape(self, padding: Padding) -> AnyTensorType:
        """The shape of the result, with undecided elements: batches, output features, positions of the window."""
        lhs, rhs, dims = ranked(self.lhs).get_shape(), ranked(self.rhs).get_shape(), self.dimension_numbers
        window = window_dimensions(
            [rhs[i] for i in ints(dims.kernel_spatial_dimensions)],
            ints(self.window_strides),
            padding,
            ints(self.lhs_dilation),
            ints(self.rhs_dilation),
            ints(self.window_reversal),
            LABELS,
        )
        base = [lhs[i] for i in ints(dims.input_spatial_dimensions)]
        shape = [DYNAMIC] * len(lhs)
        for i, size in zip(ints(dims.output_spatial_dimensions), window_output_shape(base, window)):
            shape[i] = size
        batches = lhs[dims.input_batch_dimension.value.data]
        if not is_dynamic(batches):
            batches //= self.batch_group_count.value.data
        shape[dims.output_batch_dimension.value.data] = batches
        shape[dims.output_feature_dimension.value.data] = rhs[dims.kernel_output_feature_dimension.value.data]
        return TensorType(UNDECIDED, shape)

    def check_quantization(self) -> None:
        """C28 to C34: what is quantized per axis is so along the output features."""
        lhs, rhs, result = ranked(self.lhs), ranked(self.rhs), ranked(self.results[0])
        if not any_quantized(lhs, rhs, result):
            return
        dims, axis = self.dimension_numbers, per_axis(rhs)
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


def check_dimension_numbers(rank: int, dims: ConvDimensionNumbersAttr) -> None:
    """Input, kernel and output have equally many spatial dimensions, and each dimension one role."""
    spatial = (dims.input_spatial_dimensions, dims.kernel_spatial_dimensions, dims.output_spatial_dimensions)
    inputs, kernel, outputs = map(len, spatial)
    if not inputs == kernel == outputs:
        raise Violation(
            "expects the same size for input, kernel and output spatial-dimensions, but got "
            f"{inputs}, {kernel}, and {outputs} resp.",
            "C17" if inputs != kernel else "C19",
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


@assembly.irdl_custom_directive
class ConvolutionDimensions(assembly.CustomDirective):
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`"""

    dims: assembly.AttributeVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        self.dims.set(state, ConvDimensionNumbersAttr.new(parse_convolution_dimensions(parser)))

    def print(self, printer: Printer, state: assembly.PrintingState, op: irdl.IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_string(cast(ConvDimensionNumbersAttr, self.dims.get(op)).text())


@assembly.irdl_custom_directive
class WindowAttributes(assembly.CustomDirective):
    """`stride = [1, 1], pad = [[0, 0], [1, 1]], reverse = [false, true]`: the window's attributes that are there."""

    stride: assembly.AttributeVariable
    pad: assembly.AttributeVariable
    lhs_dilate: assembly.AttributeVariable
    rhs_dilate: assembly.AttributeVariable
    reverse: assembly.AttributeVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        def parse_values() -> list[int]:
            return parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=True)
            )

        left: dict[str, assembly.AttributeVariable] = {**vars(self)}
        while (keyword := parser.parse_optional_identifier()) is not None:
            if keyword not in left:
                parser.raise_error(f"Unexpected keyword {keyword}")
            parser.parse_punctuation("=")
            if keyword == "pad":
                pairs = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_values)
                wrong = next((pair for pair in pairs if len(pair) != 2), None)
                if wrong is not None:
                    parser.raise_error(f"Expected array with 2 elements, got {len(wrong)} elements instead")
                value: Attribute = i64_elements(pairs)
            elif keyword == "reverse":
                value = DenseArrayBase.from_list(i1, [bool(flag) for flag in parse_values()])
            else:
                value = i64_array(parse_values())
            left.pop(keyword).set(state, value)
            if not parser.parse_optional_punctuation(","):
                break

    def print(self, printer: Printer, state: assembly.PrintingState, op: irdl.IRDLOperation) -> None:
        texts: list[str] = []
        for name, variable in vars(self).items():
            attribute = variable.get(op)
            if attribute is not None:
                values = array_of(attribute).tolist() if name == "pad" else attribute.get_values()
                if name == "reverse":
                    values = map(bool, values)
                texts.append(f"{name} = {[*values]}".lower())
        printer.print_string(", ".join(texts))


class ConvolutionOp(ConvolutionOpBase, op="stablehlo.convolution"):
    """Dot products of a kernel with each position of a window."""

    dimension_numbers: ConvDimensionNumbersAttr = fields.prop_def(ConvDimensionNumbersAttr)
    _: KW_ONLY
    padding: OptionalElementsField = fields.opt_prop_def(I64ElementsAttr, default=None)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensor, alias="result_type", default=None
    )
    traits = pure_if(SpeculatableAsOpSays(), ComputesOnReals())
    custom_directives = (ConvolutionDimensions, WindowAttributes)
    assembly_format = (
        "`(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,` `window` `=` `{` "
        "custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}` "
        f"{FUNCTIONAL}"
    )

    def infer_components(self) -> Sequence[AnyTensorType]:
        self.check_operands()
        count = len(self.dimension_numbers.kernel_spatial_dimensions)
        return (self.infer_shape(padding_pairs(self.padding, count, "C4")),)

    def check(self) -> None:
        result = ranked(self.result)
        check_precision_config(self.precision_config, "C24")
        same_rank = result.get_num_dims() == ranked(self.lhs).get_num_dims()
        check_inferred_shape(self.infer_components()[0], result, "C25" if same_rank else "C26")
        self.check_quantization()

    def speculatable(self) -> bool:
        """Whether no size that is only known at run time can contradict another."""
        lhs, rhs, result = (ranked(value).get_shape() for value in (self.lhs, self.rhs, self.result))
        dims = self.dimension_numbers
        batch_groups, feature_groups = self.batch_group_count.value.data, self.feature_group_count.value.data

        def unknown(shape: Sequence[int], dimension: Attribute) -> bool:
            return is_dynamic(shape[ints(dimension)[0]])

        if unknown(lhs, dims.input_feature_dimension) or unknown(rhs, dims.kernel_input_feature_dimension):
            return False
        any_batch = batch_groups == 1 and unknown(result, dims.output_batch_dimension)
        if unknown(lhs, dims.input_batch_dimension) and not any_batch:
            return False
        any_feature = batch_groups == feature_groups == 1 and unknown(result, dims.output_feature_dimension)
        if unknown(rhs, dims.kernel_output_feature_dimension) and not any_feature:
            return False
        spatial = zip(
            ints(dims.input_spatial_dimensions),
            ints(dims.kernel_spatial_dimensions),
            ints(dims.output_spatial_dimensions),
        )
        return all(is_dynamic(result[k]) or DYNAMIC not in (lhs[i], rhs[j]) for i, j, k in spatial)


class DynamicConvOp(ConvolutionOpBase, op="stablehlo.dynamic_conv"):
    """A convolution whose padding is only known at run time."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    padding: fields.OneOperand = fields.operand_def(kinds.HLO_Static2DIntTensor)
    dimension_numbers: ConvDimensionNumbersAttr = fields.prop_def(ConvDimensionNumbersAttr)
    result: fields.StatedResult = fields.result_def(kinds.HLO_Tensor, alias="result_type")
    traits = pure_if(SpeculatableIfAllInputsStaticAndShapeConstant())

    def check(self) -> None:
        self.check_operands()
        check_precision_config(self.precision_config, "C24")
        expected = (ranked(self.lhs).get_num_dims() - 2, 2)
        shape = ranked(self.padding).get_shape()
        if shape != expected:
            raise Violation(f"expects padding to be of shape {list(expected)}, but got {list(shape)}", "C4")
        values = constant_ints(self.padding, 2 * expected[0])
        if values is not None:
            self.infer_shape(list(zip(values[::2], values[1::2])))
        self.check_quantization()


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
