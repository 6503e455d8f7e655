"""The check dialect: what tests expect of tensors (upstream's test dialect of the same name)."""

from __future__ import annotations

from abc import ABC
from typing import TypeAlias

from xdsl import irdl
from xdsl.dialects import builtin
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import declarative_assembly_format as assembly
from xdsl.parser import Parser
from xdsl.printer import Printer

from xdsl_stablehlo.ir.guards import is_complex_type
from xdsl_stablehlo.ir.making import declared_field
from xdsl_stablehlo.values.element_types import is_float
from xdsl_stablehlo.values.elements import AnyElementsAttr, SplatElementsAttr

from ..text.literals import parse_elements, parse_float, print_elements
from .base import fields
from .base.definition import classes_of
from .stablehlo import hlo_types as kinds
from .stablehlo.checks import check_types_match
from .stablehlo.definition import HloOp, Violation
from .stablehlo.hlo_types import ElementKind, int_of, tensor_of

ui32 = builtin.IntegerType(32, builtin.Signedness.UNSIGNED)
ui64 = builtin.IntegerType(64, builtin.Signedness.UNSIGNED)
UI32Attr = kinds.integer_kind(ui32, "32-bit unsigned integer attribute")
UI64Attr = kinds.integer_kind(ui64, "64-bit unsigned integer attribute")

FloatOrComplexTensor = tensor_of(
    ElementKind("floating-point", is_float), ElementKind("complex-type", is_complex_type)
)
DEFAULT_TOLERANCE = builtin.FloatAttr(1e-4, builtin.f64)
ToleranceField: TypeAlias = "fields.DefaultField[builtin.FloatAttr[builtin.Float64Type], float]"


def _f64(number: float) -> Attribute:
    return builtin.FloatAttr(number, builtin.f64)


def elements_type(value: Attribute) -> Attribute:
    """The tensor type of a dense attribute."""
    if isinstance(value, builtin.DenseIntOrFPElementsAttr | SplatElementsAttr):
        return value.get_type() if isinstance(value, builtin.DenseIntOrFPElementsAttr) else value.type
    raise Violation("attribute 'value' failed to satisfy constraint: constant vector/tensor attribute")


@assembly.irdl_custom_directive
class TypedElements(assembly.CustomDirective):
    """`dense<..> : type`: elements, whose type an operand has as well."""

    elements: assembly.AttributeVariable
    type: assembly.TypeDirective

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        elements = parse_elements(parser)
        self.elements.set(state, elements)
        self.type.set(state, (elements_type(elements),))

    def print(self, printer: Printer, state: assembly.PrintingState, op: irdl.IRDLOperation) -> None:
        state.print_whitespace(printer)
        if (elements := self.elements.get(op)) is not None:
            print_elements(printer, elements)


@assembly.irdl_custom_directive
class Tolerance(assembly.CustomDirective):
    """`, tolerance = 1.0e-3`, unless it is the default."""

    tolerance: assembly.AttributeVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        if parser.parse_optional_punctuation(","):
            parser.parse_keyword("tolerance")
            parser.parse_punctuation("=")
            self.tolerance.set(state, parse_float(parser))

    def print(self, printer: Printer, state: assembly.PrintingState, op: irdl.IRDLOperation) -> None:
        tolerance = self.tolerance.get(op)
        if isinstance(tolerance, builtin.FloatAttr) and tolerance != DEFAULT_TOLERANCE:
            printer.print_string(", tolerance = ")
            printer.print_float(tolerance.value.data, builtin.f64)


@assembly.irdl_custom_directive
class ToleranceInDictionary(assembly.CustomDirective):
    """Nothing, behind an attribute dictionary that may hold the tolerance, as that of any op its properties."""

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        tolerance = state.attributes.pop("tolerance", None)
        if tolerance is not None:
            state.properties.setdefault("tolerance", tolerance)

    def print(self, printer: Printer, state: assembly.PrintingState, op: irdl.IRDLOperation) -> None:
        """Print nothing."""


@assembly.irdl_custom_directive
class OneType(assembly.CustomDirective):
    """The type that all operands have."""

    operands: assembly.TypeDirective

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        t = parser.parse_type()
        self.operands.set(state, (t,) * len(state.operands))

    def print(self, printer: Printer, state: assembly.PrintingState, op: irdl.IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_attribute(op.operands[0].type)


@assembly.irdl_custom_directive
class UlpDifference(assembly.CustomDirective):
    """A number of units in the last place, which is printed also where it is the default."""

    count: assembly.AttributeVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        self.count.set(state, builtin.IntegerAttr(parser.parse_integer(allow_negative=False), ui64))

    def print(self, printer: Printer, state: assembly.PrintingState, op: irdl.IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_int(int_of(declared_field(op, self.count.name)))

    def is_anchorable(self) -> bool:
        return True

    def is_present(self, op: irdl.IRDLOperation) -> bool:
        return self.count.is_present(op)


class ExpectOp(HloOp, ABC):
    """An op that fails where what it expects is not so."""

    custom_directives = (UlpDifference, OneType, Tolerance, ToleranceInDictionary, TypedElements)

    def check(self) -> None:
        names = [name for name, _ in self.get_irdl_definition().operands]
        check_types_match(names, self.operand_types)


class ExpectConstOp(ExpectOp, ABC):
    """An expectation whose right side is an attribute."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    value: AnyElementsAttr = fields.prop_def(Attribute)

    def check(self) -> None:
        check_types_match(("lhs", "value"), (self.lhs.type, elements_type(self.value)))


class ExpectEqConstOp(ExpectConstOp, op="check.expect_eq_const"):
    """All elements of `lhs` equal those of `value`."""

    assembly_format = "$lhs `,` custom<TypedElements>($value, type($lhs)) attr-dict"


class ExpectAlmostEqConstOp(ExpectConstOp, op="check.expect_almost_eq_const"):
    """All elements of `lhs` equal those of `value`, up to `tolerance`."""

    lhs: fields.OneOperand = fields.operand_def(FloatOrComplexTensor)
    tolerance: ToleranceField = fields.opt_prop_def(
        builtin.FloatAttr, DEFAULT_TOLERANCE, default=1e-4, make=_f64
    )
    assembly_format = (
        "$lhs `,` custom<TypedElements>($value, type($lhs)) custom<Tolerance>($tolerance) attr-dict "
        "custom<ToleranceInDictionary>()"
    )


class ExpectEqOp(ExpectOp, op="check.expect_eq"):
    """All elements of two tensors are equal."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    assembly_format = "$lhs `,` $rhs attr-dict `:` custom<OneType>(type(operands))"


class ExpectAlmostEqOp(ExpectOp, op="check.expect_almost_eq"):
    """All elements of two tensors are equal, up to `tolerance`."""

    lhs: fields.OneOperand = fields.operand_def(FloatOrComplexTensor)
    rhs: fields.OneOperand = fields.operand_def(FloatOrComplexTensor)
    tolerance: ToleranceField = fields.opt_prop_def(
        builtin.FloatAttr, DEFAULT_TOLERANCE, default=1e-4, make=_f64
    )
    assembly_format = (
        "$lhs `,` $rhs custom<Tolerance>($tolerance) attr-dict custom<ToleranceInDictionary>() "
        "`:` custom<OneType>(type(operands))"
    )


class ExpectCloseOp(ExpectOp, op="check.expect_close"):
    """Elements differ by at most `max_ulp_difference` (and at least `min_ulp_difference`) units in the last place."""

    actual: fields.OneOperand = fields.operand_def(FloatOrComplexTensor)
    expected: fields.OneOperand = fields.operand_def(FloatOrComplexTensor)
    max_ulp_difference: fields.DefaultIntField = fields.opt_prop_def(
        UI64Attr, builtin.IntegerAttr(1, ui64), default=1
    )
    min_ulp_difference: fields.DefaultIntField = fields.opt_prop_def(
        UI64Attr, builtin.IntegerAttr(0, ui64), default=0
    )
    assembly_format = (
        "$actual `,` $expected `,` `max_ulp_difference` `=` custom<UlpDifference>($max_ulp_difference) "
        "(`,` `min_ulp_difference` `=` custom<UlpDifference>($min_ulp_difference)^)? "
        "`:` attr-dict type($actual) `,` type($expected)"
    )


class ExpectSerializedEqOp(ExpectOp, op="check.expect_serialized_eq"):
    """All elements of `expected` equal those that the probe `probe_id` wrote in its `iteration`."""

    expected: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    probe_id: fields.TextField = fields.prop_def(builtin.StringAttr)
    iteration: fields.DefaultIntField = fields.opt_prop_def(UI32Attr, builtin.IntegerAttr(0, ui32), default=0)
    assembly_format = (
        "$expected `,` `probe_id` `=` $probe_id (`,` `iter` `=` $iteration^)? attr-dict `:` type($expected)"
    )


Check = Dialect("check", classes_of(__name__, "check", Operation))
