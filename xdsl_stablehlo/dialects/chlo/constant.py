"""CHLO's constants: constant, and constant_like, which takes its shape from an operand."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.interfaces import HasFolderInterface
from xdsl.ir import Attribute, SSAValue, TypedAttribute
from xdsl.irdl import operand_def, prop_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure

from xdsl_stablehlo.values.elements import AnyElementsAttr

from ...text.literals import parse_elements, print_elements
from ..check import elements_type
from ..stablehlo.definition import HloOp, ValueLike, Violation
from ..stablehlo.hlo_types import HLO_AnyTensor, HLO_StaticShapeTensor
from ..stablehlo.rules.agreement import check_same_shape
from ..stablehlo.shapes import element_type_of
from .broadcast import same_shape_of


class ConstantOp(HloOp, HasFolderInterface, op="chlo.constant"):
    """A tensor of known elements."""

    value = prop_def(Attribute)
    output = result_def(HLO_StaticShapeTensor)
    traits = traits_def(ConstantLike(), Pure())

    def __init__(self, value: AnyElementsAttr):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (elements_type(self.value),)

    def fold(self) -> Sequence[SSAValue | Attribute]:
        return (self.value,)

    @classmethod
    def parse(cls, parser: Parser) -> ConstantOp:
        attributes = parser.parse_optional_attr_dict()
        value = parse_elements(parser)
        return cls.create(
            properties={"value": value}, attributes=attributes, result_types=[elements_type(value)]
        )

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        print_elements(printer, self.value)


def value_type(value: Attribute) -> Attribute:
    """The type of a typed attribute."""
    if not isinstance(value, TypedAttribute):
        raise Violation("attribute 'value' failed to satisfy constraint: TypedAttr instance")
    return value.get_type()


class ConstantLikeOp(HloOp, op="chlo.constant_like"):
    """`value` in every element of a tensor of the operand's shape."""

    operand = operand_def(HLO_AnyTensor)
    value = prop_def(Attribute)
    result = result_def(HLO_AnyTensor)
    traits = traits_def(Pure())

    def __init__(self, value: Attribute, operand: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (same_shape_of(value_type(self.value), self.operand.type),)

    def check(self) -> None:
        if value_type(self.value) != element_type_of(self.result.type):
            raise Violation("value's type doesn't match element return type")
        check_same_shape((self.operand.type, self.result.type))
