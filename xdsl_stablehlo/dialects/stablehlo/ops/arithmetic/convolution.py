"""Convolutions: convolution and dynamic_conv (spec: convolution, dynamic_conv)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import AnyTensorType, DenseArrayBase, FunctionType, i1
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import NoMemoryEffect

from xdsl_stablehlo.values.elements import array_of

from ....definition.lazy_format import op_definition
from ...attributes import ConvDimensionNumbersAttr
from ...definition.constraints import (
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
from ...definition.properties import I64ElementsAttr, PrecisionConfigAttr, i64_elements
from ...enums import Precision
from ...hlo_types import (
    HLO_Static2DIntTensor,
    HLO_Tensor,
    HLO_TensorOrPerAxisQuantizedTensor,
    i64_array,
    ints,
)
from ...interfaces.speculation import SpeculatableAsOpSays, SpeculatableIfAllInputsStaticAndShapeConstant
from ...matchers import constant_ints
from ...rules.convolution import (
    ConvolutionWindow,
    check_convolution,
    check_quantized_convolution,
    infer_convolution,
    is_speculatable_convolution,
)
from ...rules.quantization import any_quantized
from ...rules.windows import padding_pairs
from ...syntax.convolution_text import parse_convolution_dimensions
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


@op_definition
class ConvolutionOp(ConvolutionOpBase):
    """Dot products of a kernel with each position of a window."""

    name = "stablehlo.convolution"
    lhs = operand_def(HLO_Tensor)
    rhs = operand_def(HLO_TensorOrPerAxisQuantizedTensor)
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


@op_definition
class DynamicConvOp(ConvolutionOpBase):
    """A convolution whose padding is only known at run time."""

    name = "stablehlo.dynamic_conv"
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
