"""xDSL's dialect `func`, with functions as values: `func.constant` and `func.call_indirect`, which xDSL's own lacks."""

from __future__ import annotations

from xdsl import irdl
from xdsl.dialects import func
from xdsl.dialects.builtin import FlatSymbolRefAttr, FunctionType
from xdsl.ir import Dialect, Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException


@irdl.irdl_op_definition
class ConstantOp(irdl.IRDLOperation):
    """A function of the module as a value."""

    name = "func.constant"
    value = irdl.prop_def(FlatSymbolRefAttr)
    result = irdl.result_def(FunctionType)
    traits = irdl.traits_def(Pure())
    assembly_format = "attr-dict $value `:` type($result)"


@irdl.irdl_op_definition
class CallIndirectOp(irdl.IRDLOperation):
    """Calls a function that is a value: it may do anything."""

    name = "func.call_indirect"
    callee = irdl.operand_def(FunctionType)
    callee_operands = irdl.var_operand_def(irdl.AnyAttr())
    results_ = irdl.var_result_def(irdl.AnyAttr())

    def verify_(self) -> None:
        called = self.callee.type
        assert isinstance(called, FunctionType)
        for what, given, wanted in (
            ("operand", [operand.type for operand in self.callee_operands], called.inputs.data),
            ("result", list(self.result_types), called.outputs.data),
        ):
            if given != list(wanted):
                raise VerifyException(
                    f"'{self.name}' op {what} types do not match those of the callee, '{called}'"
                )

    @classmethod
    def parse(cls, parser: Parser) -> irdl.IRDLOperation:
        callee = parser.parse_unresolved_operand()
        operands = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        called = parser.parse_type()
        if not isinstance(called, FunctionType):
            parser.raise_error("expected a function type")
        resolved = parser.resolve_operands(operands, called.inputs.data, parser.pos)
        return cls.create(
            operands=[parser.resolve_operand(callee, called), *resolved],
            result_types=called.outputs.data,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.callee)
        with printer.in_parens():
            printer.print_list(self.callee_operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.callee.type)


_MORE: list[type[Operation]] = [ConstantOp, CallIndirectOp]

Func = Dialect("func", [*func.Func.operations, *_MORE], [*func.Func.attributes])
