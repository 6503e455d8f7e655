"""The ops of MLIR's `shape` dialect in which shapes of results are expressed, and its types."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseIntOrFPElementsAttr, IndexType, TensorType
from xdsl.ir import Attribute, Dialect, Operation, ParametrizedAttribute, Region, TypeAttribute
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure, RecursiveMemoryEffect, SingleBlockImplicitTerminator

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.elements import array_of

from .base import fields
from .base.definition import DefinedOp, classes_of

ExtentTensor = TensorType[IndexType]


@irdl.irdl_attr_definition
class ShapeType(ParametrizedAttribute, TypeAttribute):
    """A shape whose rank is not known."""

    name = "shape.shape"


@irdl.irdl_attr_definition
class SizeType(ParametrizedAttribute, TypeAttribute):
    """A size of a dimension."""

    name = "shape.size"


@irdl.irdl_attr_definition
class ValueShapeType(ParametrizedAttribute, TypeAttribute):
    """A value together with its shape."""

    name = "shape.value_shape"


@irdl.irdl_attr_definition
class WitnessType(ParametrizedAttribute, TypeAttribute):
    """Stands for constraints on shapes that hold."""

    name = "shape.witness"


SHAPE = irdl.base(ExtentTensor) | irdl.base(ShapeType)
"""The types of a shape: a tensor of sizes, or a shape of unknown rank."""


def extent_tensor(rank: int) -> ExtentTensor:
    """`tensor<2xindex>`: one size for each of `rank` dimensions, which may be unknown."""
    return TensorType(IndexType(), [rank])


class ShapeOfOp(DefinedOp, op="shape.shape_of"):
    """The sizes of a tensor."""

    arg: fields.OneOperand = fields.operand_def(irdl.AnyAttr())
    result: fields.InferredResult = fields.result_def(SHAPE, alias="result_type", default=None)
    traits = irdl.traits_def(Pure())
    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"

    def inferred_types(self) -> Sequence[Attribute]:
        t = self.arg.type
        return (extent_tensor(t.get_num_dims() if is_tensor_type(t) else DYNAMIC_INDEX),)


class BroadcastOp(DefinedOp, op="shape.broadcast"):
    """The shape that tensors of the given shapes are broadcast to."""

    shapes: fields.ManyOperands = fields.var_operand_def(SHAPE)
    result: fields.InferredResult = fields.result_def(SHAPE, alias="result_type", default=None)
    traits = irdl.traits_def(Pure())
    assembly_format = "$shapes attr-dict `:` type($shapes) `->` type($result)"

    def inferred_types(self) -> Sequence[Attribute]:
        ranks = [t.get_shape()[0] for t in self.shapes.types if is_tensor_type(t)]
        return (extent_tensor(DYNAMIC_INDEX if DYNAMIC_INDEX in ranks else max(ranks)),)


class NumElementsOp(DefinedOp, op="shape.num_elements"):
    """The number of elements of a tensor with a shape."""

    shape: fields.OneOperand = fields.operand_def(SHAPE)
    result: fields.InferredResult = fields.result_def(
        irdl.base(IndexType) | irdl.base(SizeType), alias="result_type", default=None
    )
    traits = irdl.traits_def(Pure())
    assembly_format = "$shape attr-dict `:` type($shape) `->` type($result)"

    def inferred_types(self) -> Sequence[Attribute]:
        return (IndexType(),)


class ConstShapeOp(DefinedOp, op="shape.const_shape"):
    """Known sizes, `shape.const_shape [2, 8] : tensor<2xindex>`."""

    shape = irdl.prop_def(DenseIntOrFPElementsAttr)
    result = irdl.result_def(ExtentTensor)
    traits = irdl.traits_def(Pure())

    def __init__(self, sizes: Sequence[int]):
        result_type = extent_tensor(len(sizes))
        values = DenseIntOrFPElementsAttr.from_list(result_type, sizes)
        self.init_fields({"shape": values, "result_type": result_type})

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes."""
        return tuple([int(size) for size in array_of(self.shape)])

    @classmethod
    def parse(cls, parser: Parser) -> ConstShapeOp:
        attributes = parser.parse_optional_attr_dict()
        sizes = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        parser.parse_punctuation(":")
        op = cls(sizes)
        op.attributes.update(attributes)
        if (stated := parser.parse_type()) != op.result.type:
            parser.raise_error(f"{len(sizes)} sizes are no '{stated}'")
        return op

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes)
        printer.print_string(f" [{', '.join(map(str, self.sizes))}] : ")
        printer.print_attribute(self.result.type)


class CstrBroadcastableOp(DefinedOp, op="shape.cstr_broadcastable"):
    """Witnesses that tensors of the given shapes can be broadcast together."""

    shapes: fields.ManyOperands = fields.var_operand_def(SHAPE)
    result = irdl.result_def(WitnessType)
    assembly_format = "$shapes attr-dict `:` type($shapes)"

    def inferred_types(self) -> Sequence[Attribute]:
        return (WitnessType(),)


class AssumingYieldOp(DefinedOp, op="shape.assuming_yield"):
    """Ends the body of `shape.assuming` and gives its results."""

    arguments: fields.ManyOperands = fields.var_operand_def(irdl.AnyAttr())
    traits = irdl.traits_def(Pure(), IsTerminator())
    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"


class AssumingOp(DefinedOp, op="shape.assuming"):
    """A computation that is defined only where the constraints of `witness` hold."""

    witness: fields.OneOperand = fields.operand_def(WitnessType)
    body: Region = fields.region_def()
    outputs: fields.StatedResults = fields.var_result_def(irdl.AnyAttr(), alias="result_types")
    traits = irdl.traits_def(SingleBlockImplicitTerminator(AssumingYieldOp), RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> AssumingOp:
        witness = parser.resolve_operand(parser.parse_unresolved_operand(), WitnessType())
        types: Sequence[Attribute] = ()
        if parser.parse_optional_punctuation("->"):
            types = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        op = cls(witness, parser.parse_region(), types)
        op.attributes.update(parser.parse_optional_attr_dict())
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.witness)
        if self.outputs:
            printer.print_string(" -> (")
            printer.print_list(self.outputs.types, printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        printer.print_region(self.body, print_empty_block=False)
        printer.print_op_attributes(self.attributes)


Shape = Dialect("shape", classes_of(__name__, "shape", Operation), classes_of(__name__, "shape", Attribute))
