"""The two ops of MLIR's `shape` dialect in which shapes of results are expressed, and its types."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, TensorType
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure

from ..guards import is_tensor_type
from .stablehlo.constraints import ValueLike

ExtentTensor = TensorType[IndexType]


@irdl_attr_definition
class ShapeType(ParametrizedAttribute, TypeAttribute):
    """A shape whose rank is not known."""

    name = "shape.shape"


@irdl_attr_definition
class SizeType(ParametrizedAttribute, TypeAttribute):
    """A size of a dimension."""

    name = "shape.size"


@irdl_attr_definition
class ValueShapeType(ParametrizedAttribute, TypeAttribute):
    """A value together with its shape."""

    name = "shape.value_shape"


@irdl_attr_definition
class WitnessType(ParametrizedAttribute, TypeAttribute):
    """Stands for constraints on shapes that hold."""

    name = "shape.witness"


def extent_tensor(rank: int) -> ExtentTensor:
    """`tensor<2xindex>`: one size for each of `rank` dimensions, which may be unknown."""
    return TensorType(IndexType(), [rank])


@irdl_op_definition
class ShapeOfOp(IRDLOperation):
    """The sizes of a tensor."""

    name = "shape.shape_of"
    arg = operand_def(AnyAttr())
    result = result_def(ExtentTensor)

    traits = traits_def(Pure())

    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"

    def __init__(self, arg: ValueLike, result_type: Attribute | None = None):
        arg = SSAValue.get(arg)
        if result_type is None:
            rank = arg.type.get_num_dims() if is_tensor_type(arg.type) else DYNAMIC_INDEX
            result_type = extent_tensor(rank)
        super().__init__(operands=[arg], result_types=[result_type])


@irdl_op_definition
class BroadcastOp(IRDLOperation):
    """The shape that tensors of the given shapes are broadcast to."""

    name = "shape.broadcast"
    shapes = var_operand_def(ExtentTensor)
    result = result_def(ExtentTensor)

    traits = traits_def(Pure())

    assembly_format = "$shapes attr-dict `:` type($shapes) `->` type($result)"

    def __init__(self, shapes: Sequence[ValueLike], result_type: Attribute | None = None):
        values = [SSAValue.get(shape) for shape in shapes]
        if result_type is None:
            ranks = [value.type.get_shape()[0] for value in values if is_tensor_type(value.type)]
            result_type = extent_tensor(DYNAMIC_INDEX if DYNAMIC_INDEX in ranks else max(ranks))
        super().__init__(operands=[values], result_types=[result_type])


Shape = Dialect("shape", [BroadcastOp, ShapeOfOp], [ShapeType, SizeType, ValueShapeType, WitnessType])
