"""xDSL's dialect `arith`, with `index_cast` of tensors, which xDSL's own refuses."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerType, TensorType
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import AnyAttr, IRDLOperation, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_tensor_type


@irdl_op_definition
class IndexCastOp(IRDLOperation):
    """Indices as integers of a width, or the other way round. What is parsed as one of scalars is xDSL's own op."""

    name = "arith.index_cast"
    input = operand_def(AnyAttr())
    result = result_def(AnyAttr())
    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation, result_type: Attribute):
        super().__init__(operands=[operand], result_types=[result_type])

    def verify_(self) -> None:
        source, target = self.input.type, self.result.type
        shapes = [t.get_shape() if is_tensor_type(t) else () for t in (source, target)]
        elements = [t.element_type if is_tensor_type(t) else t for t in (source, target)]
        kinds = {type(element) for element in elements}
        if kinds != {IndexType, IntegerType} or shapes[0] != shapes[1]:
            raise VerifyException(
                f"'arith.index_cast' op operand type '{source}' and result type '{target}' are cast incompatible"
            )

    @classmethod
    def parse(cls, parser: Parser) -> IRDLOperation:
        operand = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(operand, parser.parse_type())
        parser.parse_keyword("to")
        result_type = parser.parse_type()
        scalar = not isinstance(value.type, TensorType)
        op = arith.IndexCastOp(value, result_type) if scalar else cls(value, result_type)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.input)
        printer.print_op_attributes(self.attributes)
        printer.print_string(f" : {self.input.type} to {self.result.type}")


Arith = Dialect(
    "arith",
    [IndexCastOp if op is arith.IndexCastOp else op for op in arith.Arith.operations],
    [*arith.Arith.attributes],
)
