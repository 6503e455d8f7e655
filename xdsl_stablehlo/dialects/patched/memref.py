"""xDSL's dialect `memref`, with MLIR's form of `memref.cast`, for which xDSL has none."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.ir import Dialect
from xdsl.parser import Parser
from xdsl.printer import Printer


class CastOp(memref.CastOp):
    """The same buffer, of a type with more or fewer static sizes."""

    @classmethod
    def parse(cls, parser: Parser) -> CastOp:
        operand = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source = parser.resolve_operand(operand, parser.parse_type())
        parser.parse_keyword("to")
        return cls.create(operands=[source], result_types=[parser.parse_type()], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.source)
        printer.print_op_attributes(self.attributes)
        printer.print_string(f" : {self.source.type} to {self.dest.type}")


MemRef = Dialect(
    "memref",
    [CastOp if op is memref.CastOp else op for op in memref.MemRef.operations],
    [*memref.MemRef.attributes],
)
