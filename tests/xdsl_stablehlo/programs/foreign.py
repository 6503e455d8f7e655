"""Somebody else's `stablehlo` dialect: few ops, the same names, other classes, an attribute stored otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import (
    AnyTensorType,
    ArrayAttr,
    Builtin,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    IntegerType,
    f64,
    i64,
)
from xdsl.dialects.func import Func
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute, SpacedOpaqueSyntaxAttribute, TypeAttribute
from xdsl.irdl import (
    IRDLOperation,
    attr_def,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    param_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects.stablehlo import ComparisonDirection, ComparisonType
from xdsl_stablehlo.ir.versions import EnumAttribute


@irdl_attr_definition
class Token(TypeAttribute, ParametrizedAttribute):
    """A token."""

    name = "stablehlo.token"


@irdl_attr_definition
class Direction(EnumAttribute[ComparisonDirection], SpacedOpaqueSyntaxAttribute):
    """Which comparison."""

    name = "stablehlo.comparison_direction"


@irdl_attr_definition
class Type(EnumAttribute[ComparisonType], SpacedOpaqueSyntaxAttribute):
    """A comparison of what."""

    name = "stablehlo.comparison_type"


@irdl_attr_definition
class Dot(ParametrizedAttribute):
    """Of the dimension numbers of a product those that are contracted."""

    name = "stablehlo.dot"
    left: ArrayAttr[IntegerAttr[IntegerType]] = param_def()
    right: ArrayAttr[IntegerAttr[IntegerType]] = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        def numbers(name: str) -> ArrayAttr[IntegerAttr[IntegerType]]:
            parser.parse_keyword(name)
            parser.parse_punctuation("=")
            items = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
            return ArrayAttr([IntegerAttr(item, i64) for item in items])

        with parser.in_angle_brackets():
            left = numbers("lhs_contracting_dimensions")
            parser.parse_punctuation(",")
            return left, numbers("rhs_contracting_dimensions")

    def print_parameters(self, printer: Printer) -> None:
        left, right = ([item.value.data for item in side.data] for side in (self.left, self.right))
        printer.print_string(f"<lhs_contracting_dimensions = {left}, rhs_contracting_dimensions = {right}>")


@irdl_op_definition
class Add(IRDLOperation):
    name = "stablehlo.add"
    lhs = operand_def()
    rhs = operand_def()
    result = result_def()


@irdl_op_definition
class Subtract(IRDLOperation):
    name = "stablehlo.subtract"
    lhs = operand_def()
    rhs = operand_def()
    result = result_def()


@irdl_op_definition
class Cosine(IRDLOperation):
    name = "stablehlo.cosine"
    operand = operand_def()
    result = result_def()


@irdl_op_definition
class Constant(IRDLOperation):
    """It holds no float64, which ours does."""

    name = "stablehlo.constant"
    value = prop_def(DenseIntOrFPElementsAttr)
    output = result_def(AnyTensorType)

    def verify_(self) -> None:
        if self.value.get_element_type() == f64:
            raise VerifyException("no float64 here")


@irdl_op_definition
class Iota(IRDLOperation):
    """Its dimension is an attribute, and not a property."""

    name = "stablehlo.iota"
    iota_dimension = attr_def(IntegerAttr)
    output = result_def()


@irdl_op_definition
class DotGeneral(IRDLOperation):
    name = "stablehlo.dot_general"
    lhs = operand_def()
    rhs = operand_def()
    dot_dimension_numbers = prop_def(Dot)
    result = result_def()


@irdl_op_definition
class AfterAll(IRDLOperation):
    name = "stablehlo.after_all"
    inputs = var_operand_def(Token)
    result = result_def(Token)


@irdl_op_definition
class Compare(IRDLOperation):
    """Its type has another name than ours."""

    name = "stablehlo.compare"
    lhs = operand_def()
    rhs = operand_def()
    comparison_direction = prop_def(Attribute)
    comparison_type = opt_prop_def(Attribute)
    accuracy = opt_prop_def(Attribute)
    result = result_def()


@irdl_op_definition
class Quantum(IRDLOperation):
    """An op that only they have."""

    name = "stablehlo.quantum"
    operand = operand_def()
    result = result_def()


THEIRS = Dialect(
    "stablehlo",
    [Add, Subtract, Cosine, Constant, Iota, DotGeneral, AfterAll, Compare, Quantum],
    [Token, Dot, Direction, Type],
)


def their_context() -> Context:
    """A context in which `stablehlo` is theirs."""
    ctx = Context()
    for dialect in (Builtin, Func, THEIRS):
        ctx.load_dialect(dialect)
    return ctx
