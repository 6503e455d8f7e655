"""Convolutions: convolution and dynamic_conv (spec: convolution, dynamic_conv)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyTensorType, DenseArrayBase, FunctionType, TensorType, i1
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import NoMemoryEffect

from xdsl_stablehlo.values.elements import array_of

from ...attributes import (
    ConvDimensionNumbersAttr,
    Precision,
    PrecisionConfigAttr,
    parse_convolution_dimensions,
)
from ...definition import (
    UNDECIDED,
    DenseBoolArrayAttr,
    DenseI64ArrayAttr,
    HloOp,
    PositiveI64Attr,
    ValueLike,
    Violation,
    property_problem,
    ranked,
)
from ...hlo_types import (
    HLO_Static2DIntTensor,
    HLO_Tensor,
    HLO_TensorOrPerAxisQuantizedTensor,
    i64_array,
    ints,
)
from ...meshes import I64ElementsAttr, i64_elements
from ...shapes import DYNAMIC, compatible_element_types, is_dynamic
from ...traits import (
    SpeculatableAsOpSays,
    SpeculatableIfAllInputsStaticAndShapeConstant,
    any_quantized,
    check_contraction,
    per_axis,
)
from ..combining.windows import Padding, WindowLabels, padding_pairs, window_dimensions, window_output_shape
from ..structure.constant import constant_ints
from .dot import check_inferred_shape, check_precision_config


class ConvolutionOpBase(HloOp, ABC):
    """What both convolutions have."""

    lhs = operand_def(HLO_Tensor)
    rhs = operand_def(HLO_TensorOrPerAxisQuantizedTensor)
    window_strides = opt_prop_def(DenseI64ArrayAttr)
    lhs_dilation = opt_prop_def(DenseI64ArrayAttr)
    rhs_dilation = opt_prop_def(DenseI64ArrayAttr)
    window_reversal = opt_prop_def(DenseBoolArrayAttr)
    dimension_numbers = prop_def(ConvDimensionNumbersAttr)
    feature_group_count = prop_def(PositiveI64Attr)
    batch_group_count = prop_def(PositiveI64Attr)
    precision_config = opt_prop_def(PrecisionConfigAttr)

    def window(self) -> ConvolutionWindow:
        """The window's attributes."""
        strides, reversal = ints(self.window_strides), [bool(flag) for flag in ints(self.window_reversal)]
        return ConvolutionWindow(strides, ints(self.lhs_dilation), ints(self.rhs_dilation), reversal)

    def groups(self) -> tuple[int, int]:
        """How many groups of features and of batches."""
        return self.feature_group_count.value.data, self.batch_group_count.value.data

    def check_operands(self) -> None:
        """All that does not depend on the window."""
        check_convolution(ranked(self.lhs), ranked(self.rhs), self.dimension_numbers, *self.groups())


class ConvolutionOp(ConvolutionOpBase, op="stablehlo.convolution"):
    """Dot products of a kernel with each position of a window."""

    padding = opt_prop_def(I64ElementsAttr)
    result = result_def(HLO_TensorOrPerAxisQuantizedTensor)
    traits = traits_def(NoMemoryEffect(), SpeculatableAsOpSays())

    def __init__(
        self,
        lhs: ValueLike,
        rhs: ValueLike,
        dimension_numbers: ConvDimensionNumbersAttr,
        *,
        window_strides: Sequence[int] | None = None,
        padding: Sequence[Sequence[int]] | None = None,
        lhs_dilation: Sequence[int] | None = None,
        rhs_dilation: Sequence[int] | None = None,
        window_reversal: Sequence[bool] | None = None,
        feature_group_count: int = 1,
        batch_group_count: int = 1,
        precision: Sequence[Precision] | None = None,
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars() | {"precision_config": precision})

    def infer_components(self) -> Sequence[AnyTensorType]:
        self.check_operands()
        lhs, rhs = ranked(self.lhs), ranked(self.rhs)
        pairs = padding_pairs(self.padding, len(self.dimension_numbers.kernel_spatial_dimensions), "C4")
        batches = self.groups()[1]
        return (
            infer_convolution(lhs, rhs, self.dimension_numbers, pairs, self.window(), batches, UNDECIDED),
        )

    def check(self) -> None:
        lhs, rhs, result = ranked(self.lhs), ranked(self.rhs), ranked(self.result)
        check_precision_config(self.precision_config, "C24")
        same_rank = result.get_num_dims() == lhs.get_num_dims()
        check_inferred_shape(self.infer_components()[0], result, "C25" if same_rank else "C26")
        if any_quantized(lhs, rhs, result):
            check_quantized_convolution(lhs, rhs, result, self.dimension_numbers)

    def speculatable(self) -> bool:
        lhs, rhs, result = ranked(self.lhs), ranked(self.rhs), ranked(self.result)
        return is_speculatable_convolution(lhs, rhs, result, self.dimension_numbers, self.groups())

    @classmethod
    def parse(cls, parser: Parser) -> ConvolutionOp:
        return parse_convolution(parser)

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            printer.print_list(self.operands, printer.print_operand)
        printer.print_string(f" dim_numbers = {self.dimension_numbers.text()}, window = {{")
        printer.print_string(window_text(self))
        printer.print_string("}")
        rest = ("batch_group_count", "feature_group_count", "precision_config")
        shown = {name: self.properties[name] for name in rest if name in self.properties} | self.attributes
        printer.print_op_attributes(dict(sorted(shown.items())))
        printer.print_string(" : ")
        printer.print_operation_type(self)


def window_text(op: ConvolutionOp) -> str:
    """`stride = [1, 1], pad = [[0, 0], [1, 1]], reverse = [false, true]`: what is there of the window's attributes."""
    window = op.window()
    shown = (
        ("stride", op.window_strides, window.strides),
        ("pad", op.padding, () if op.padding is None else array_of(op.padding).tolist()),
        ("lhs_dilate", op.lhs_dilation, window.lhs_dilation),
        ("rhs_dilate", op.rhs_dilation, window.rhs_dilation),
        ("reverse", op.window_reversal, window.reversal),
    )
    return ", ".join(
        f"{name} = {str(list(values)).lower()}" for name, attribute, values in shown if attribute is not None
    )


def parse_convolution(parser: Parser) -> ConvolutionOp:
    """The inverse of `ConvolutionOp.print`."""
    at = parser.pos
    operands = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
    parser.parse_keyword("dim_numbers")
    parser.parse_punctuation("=")
    dims = ConvDimensionNumbersAttr.new(parse_convolution_dimensions(parser))
    parser.parse_punctuation(",")
    parser.parse_keyword("window")
    parser.parse_punctuation("=")
    window = _parse_window(parser)
    listed = parser.pos
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    types = parser.parse_type()
    if not isinstance(types, FunctionType) or len(types.outputs.data) != 1:
        parser.raise_error("expected function type with one result", at)
    properties = {**window, "dimension_numbers": dims}
    for name in ("batch_group_count", "feature_group_count", "precision_config"):
        if name in attributes:
            properties[name] = attributes.pop(name)
    op = ConvolutionOp.create(
        operands=parser.resolve_operands(operands, types.inputs.data, at),
        properties=properties,
        attributes=attributes,
        result_types=types.outputs.data,
    )
    problem = property_problem(op)
    if problem is not None:
        parser.raise_error(f"'stablehlo.convolution' op {problem}", listed)
    return op


def _parse_window(parser: Parser) -> dict[str, Attribute]:
    def parse_values() -> list[int]:
        return parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=True)
        )

    names = {
        "stride": "window_strides",
        "pad": "padding",
        "lhs_dilate": "lhs_dilation",
        "rhs_dilate": "rhs_dilation",
        "reverse": "window_reversal",
    }
    found: dict[str, Attribute] = {}
    parser.parse_punctuation("{")
    while (keyword := parser.parse_optional_identifier()) is not None:
        if keyword not in names or names[keyword] in found:
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
        found[names[keyword]] = value
        if not parser.parse_optional_punctuation(","):
            break
    parser.parse_punctuation("}")
    return found


class DynamicConvOp(ConvolutionOpBase, op="stablehlo.dynamic_conv"):
    """A convolution whose padding is only known at run time."""

    lhs = operand_def(HLO_Tensor)
    rhs = operand_def(HLO_Tensor)
    padding = operand_def(HLO_Static2DIntTensor)
    result = result_def(HLO_Tensor)
    traits = traits_def(NoMemoryEffect(), SpeculatableIfAllInputsStaticAndShapeConstant())

    def __init__(
        self,
        lhs: ValueLike,
        rhs: ValueLike,
        padding: ValueLike,
        dimension_numbers: ConvDimensionNumbersAttr,
        result_type: Attribute,
        *,
        window_strides: Sequence[int] | None = None,
        lhs_dilation: Sequence[int] | None = None,
        rhs_dilation: Sequence[int] | None = None,
        window_reversal: Sequence[bool] | None = None,
        feature_group_count: int = 1,
        batch_group_count: int = 1,
        precision: Sequence[Precision] | None = None,
    ):
        self.init_fields(vars() | {"precision_config": precision})

    def check(self) -> None:
        lhs, rhs, result = ranked(self.lhs), ranked(self.rhs), ranked(self.result)
        self.check_operands()
        check_precision_config(self.precision_config, "C24")
        expected = (lhs.get_num_dims() - 2, 2)
        shape = ranked(self.padding).get_shape()
        if shape != expected:
            raise Violation(f"expects padding to be of shape {list(expected)}, but got {list(shape)}", "C4")
        values = constant_ints(self.padding, 2 * expected[0])
        if values is not None:
            pairs = list(zip(values[::2], values[1::2]))
            infer_convolution(
                lhs, rhs, self.dimension_numbers, pairs, self.window(), self.groups()[1], UNDECIDED
            )
        if any_quantized(lhs, rhs, result):
            check_quantized_convolution(lhs, rhs, result, self.dimension_numbers)


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
