"""The check dialect: what tests expect of tensors (upstream's test dialect of the same name)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    f64,
)
from xdsl.ir import Attribute, Dialect, SSAValue
from xdsl.irdl import operand_def, opt_prop_def, prop_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

from ..element_types import is_float
from ..elements import AnyElementsAttr, SplatElementsAttr
from ..guards import is_complex_type
from ..text.literals import parse_elements, parse_float, print_elements
from .lazy_format import op_definition
from .stablehlo.constraints import HloOp, ValueLike, Violation, integer_kind
from .stablehlo.types import ElementKind, HLO_Tensor, tensor_of

ui32 = IntegerType(32, Signedness.UNSIGNED)
ui64 = IntegerType(64, Signedness.UNSIGNED)
UI32Attr = integer_kind(ui32, "32-bit unsigned integer attribute")
UI64Attr = integer_kind(ui64, "64-bit unsigned integer attribute")

FloatOrComplexTensor = tensor_of(
    ElementKind("floating-point", is_float), ElementKind("complex-type", is_complex_type)
)
DEFAULT_TOLERANCE = FloatAttr(1e-4, f64)


def _unsigned(t: IntegerType, value: int) -> IntegerAttr[IntegerType]:
    return IntegerAttr(value, t)


def check_same_types(lhs: Attribute, rhs: Attribute, names: str) -> None:
    """Both sides of an expectation have the same type."""
    if lhs != rhs:
        raise Violation(f"failed to verify that all of {{{names}}} have same type")


class ConstantExpectation(HloOp, ABC):
    """An expectation whose right side is an attribute."""

    lhs = operand_def(HLO_Tensor)
    value = prop_def(Attribute)

    def check(self) -> None:
        check_same_types(self.lhs.type, elements_type(self.value), "lhs, value")


def elements_type(value: Attribute) -> Attribute:
    """The tensor type of a dense attribute."""
    if isinstance(value, DenseIntOrFPElementsAttr | SplatElementsAttr):
        return value.get_type() if isinstance(value, DenseIntOrFPElementsAttr) else value.type
    raise Violation("attribute 'value' failed to satisfy constraint: constant vector/tensor attribute")


def parse_value(parser: Parser) -> tuple[SSAValue, Attribute]:
    """`%0, dense<..> : type`: an operand of the type of the elements."""
    operand = parser.parse_unresolved_operand()
    parser.parse_punctuation(",")
    value = parse_elements(parser)
    return parser.resolve_operand(operand, elements_type(value)), value


def print_pair(printer: Printer, lhs: SSAValue, rhs: SSAValue | Attribute) -> None:
    """`%0, %1` or `%0, dense<..> : type`."""
    printer.print_string(" ")
    printer.print_operand(lhs)
    printer.print_string(", ")
    if isinstance(rhs, SSAValue):
        printer.print_operand(rhs)
    else:
        print_elements(printer, rhs)


def parse_tolerance(parser: Parser) -> FloatAttr | None:
    """`, tolerance = 1.0e-3`, if it is there."""
    if not parser.parse_optional_punctuation(","):
        return None
    parser.parse_keyword("tolerance")
    parser.parse_punctuation("=")
    return parse_float(parser)


def print_tolerance(printer: Printer, tolerance: FloatAttr) -> None:
    """What `parse_tolerance` reads, unless it is the default."""
    if tolerance != DEFAULT_TOLERANCE:
        printer.print_string(", tolerance = ")
        printer.print_float(tolerance.value.data, f64)


@op_definition
class ExpectEqConstOp(ConstantExpectation):
    """All elements of `lhs` equal those of `value`."""

    name = "check.expect_eq_const"

    def __init__(self, lhs: ValueLike, value: AnyElementsAttr):
        self.init_fields(vars())

    @classmethod
    def parse(cls, parser: Parser) -> ExpectEqConstOp:
        lhs, value = parse_value(parser)
        attributes = parser.parse_optional_attr_dict()
        return cls.create(operands=[lhs], properties={"value": value}, attributes=attributes)

    def print(self, printer: Printer) -> None:
        print_pair(printer, self.lhs, self.value)
        printer.print_op_attributes(self.attributes)


@op_definition
class ExpectAlmostEqConstOp(ConstantExpectation):
    """All elements of `lhs` equal those of `value`, up to `tolerance`."""

    name = "check.expect_almost_eq_const"
    lhs = operand_def(FloatOrComplexTensor)
    tolerance = opt_prop_def(FloatAttr, DEFAULT_TOLERANCE)

    def __init__(self, lhs: ValueLike, value: AnyElementsAttr, tolerance: float = 1e-4):
        self.init_fields(vars() | {"tolerance": FloatAttr(tolerance, f64)})

    @classmethod
    def parse(cls, parser: Parser) -> ExpectAlmostEqConstOp:
        lhs, value = parse_value(parser)
        tolerance = parse_tolerance(parser)
        attributes = parser.parse_optional_attr_dict()
        # The dictionary may hold it, too, as for any property of an op.
        in_dictionary = attributes.pop("tolerance", None)
        tolerance = tolerance or in_dictionary
        properties = {"value": value} if tolerance is None else {"value": value, "tolerance": tolerance}
        return cls.create(operands=[lhs], properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        print_pair(printer, self.lhs, self.value)
        print_tolerance(printer, self.tolerance)
        printer.print_op_attributes(self.attributes)


@op_definition
class ExpectEqOp(HloOp):
    """All elements of two tensors are equal."""

    name = "check.expect_eq"
    lhs = operand_def(HLO_Tensor)
    rhs = operand_def(HLO_Tensor)

    def __init__(self, lhs: ValueLike, rhs: ValueLike):
        self.init_fields(vars())

    def check(self) -> None:
        check_same_types(self.lhs.type, self.rhs.type, "lhs, rhs")

    @classmethod
    def parse(cls, parser: Parser) -> ExpectEqOp:
        unresolved = parse_two_operands(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        t = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(operand, t) for operand in unresolved], attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        print_pair(printer, self.lhs, self.rhs)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.lhs.type)


def parse_two_operands(parser: Parser) -> Sequence[UnresolvedOperand]:
    """`%0, %1`"""
    lhs = parser.parse_unresolved_operand()
    parser.parse_punctuation(",")
    return lhs, parser.parse_unresolved_operand()


@op_definition
class ExpectAlmostEqOp(HloOp):
    """All elements of two tensors are equal, up to `tolerance`."""

    name = "check.expect_almost_eq"
    lhs = operand_def(FloatOrComplexTensor)
    rhs = operand_def(FloatOrComplexTensor)
    tolerance = opt_prop_def(FloatAttr, DEFAULT_TOLERANCE)

    def __init__(self, lhs: ValueLike, rhs: ValueLike, tolerance: float = 1e-4):
        self.init_fields(vars() | {"tolerance": FloatAttr(tolerance, f64)})

    def check(self) -> None:
        check_same_types(self.lhs.type, self.rhs.type, "lhs, rhs")

    @classmethod
    def parse(cls, parser: Parser) -> ExpectAlmostEqOp:
        unresolved = parse_two_operands(parser)
        tolerance = parse_tolerance(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        t = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(operand, t) for operand in unresolved],
            properties={} if tolerance is None else {"tolerance": tolerance},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_pair(printer, self.lhs, self.rhs)
        print_tolerance(printer, self.tolerance)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.lhs.type)


@op_definition
class ExpectCloseOp(HloOp):
    """Elements differ by at most `max_ulp_difference` (and at least `min_ulp_difference`) units in the last place."""

    name = "check.expect_close"
    actual = operand_def(FloatOrComplexTensor)
    expected = operand_def(FloatOrComplexTensor)
    max_ulp_difference = opt_prop_def(UI64Attr, _unsigned(ui64, 1))
    min_ulp_difference = opt_prop_def(UI64Attr, _unsigned(ui64, 0))

    def __init__(
        self, actual: ValueLike, expected: ValueLike, max_ulp_difference: int = 1, min_ulp_difference: int = 0
    ):
        self.init_fields(vars())

    def check(self) -> None:
        check_same_types(self.actual.type, self.expected.type, "actual, expected")

    @classmethod
    def parse(cls, parser: Parser) -> ExpectCloseOp:
        at = parser.pos
        unresolved = parse_two_operands(parser)
        properties: dict[str, Attribute] = {}
        for name in ("max_ulp_difference", "min_ulp_difference"):
            if name == "min_ulp_difference" and not parser.parse_optional_punctuation(","):
                break
            if name == "max_ulp_difference":
                parser.parse_punctuation(",")
            parser.parse_keyword(name)
            parser.parse_punctuation("=")
            properties[name] = _unsigned(ui64, parser.parse_integer(allow_negative=False))
        parser.parse_punctuation(":")
        attributes = parser.parse_optional_attr_dict()
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls.create(
            operands=parser.resolve_operands(unresolved, types, at),
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_pair(printer, self.actual, self.expected)
        printer.print_string(f", max_ulp_difference = {self.max_ulp_difference.value.data}")
        if self.min_ulp_difference.value.data:
            printer.print_string(f", min_ulp_difference = {self.min_ulp_difference.value.data}")
        printer.print_string(" :")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        printer.print_list(self.operand_types, printer.print_attribute)


@op_definition
class ExpectSerializedEqOp(HloOp):
    """All elements of `expected` equal those that the probe `probe_id` wrote in its `iteration`."""

    name = "check.expect_serialized_eq"
    expected = operand_def(HLO_Tensor)
    probe_id = prop_def(StringAttr)
    iteration = opt_prop_def(UI32Attr, _unsigned(ui32, 0))

    def __init__(self, expected: ValueLike, probe_id: str, iteration: int = 0):
        self.init_fields(vars())

    @classmethod
    def parse(cls, parser: Parser) -> ExpectSerializedEqOp:
        operand = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        parser.parse_keyword("probe_id")
        parser.parse_punctuation("=")
        properties: dict[str, Attribute] = {"probe_id": StringAttr(parser.parse_str_literal())}
        if parser.parse_optional_punctuation(","):
            parser.parse_keyword("iter")
            parser.parse_punctuation("=")
            properties["iteration"] = _unsigned(ui32, parser.parse_integer(allow_negative=False))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        expected = parser.resolve_operand(operand, parser.parse_type())
        return cls.create(operands=[expected], properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.expected)
        printer.print_string(", probe_id = ")
        printer.print_attribute(self.probe_id)
        if self.iteration.value.data:
            printer.print_string(f", iter = {self.iteration.value.data}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.expected.type)


Check = Dialect(
    "check",
    [
        ExpectAlmostEqConstOp,
        ExpectAlmostEqOp,
        ExpectCloseOp,
        ExpectEqConstOp,
        ExpectEqOp,
        ExpectSerializedEqOp,
    ],
    [],
)
