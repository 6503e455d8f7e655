"""Elementwise ops of two operands (spec: add to xor)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import cast

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Commutative, NoMemoryEffect

from .....definition.lazy_format import op_definition
from .....quant import AnyQuantizedType, UniformQuantizedPerAxisType
from ....definition.constraints import HloOp, ValueLike, Violation
from ....hlo_types import (
    HLO_FpComplexOrQuantizedIntTensor,
    HLO_IntFpOrComplexOrQuantizedIntTensor,
    HLO_IntTensor,
    HLO_PredOrIntTensor,
    HLO_Tensor,
    HLO_TensorOrPerAxisQuantizedTensor,
)
from ....interfaces.speculation import SpeculatableIfAllInputsStatic
from ....rules.shared import TypesAgree, check_compatible, check_same_elements, check_same_shape
from ....shapes import element_type_of
from ....syntax.directives import SAME_TYPE
from .unary import infer_elementwise


class BinaryElementwiseOp(HloOp, ABC):
    """An op on pairs of elements of one type (C1)."""

    lhs = operand_def(HLO_Tensor)
    rhs = operand_def(HLO_Tensor)
    result = result_def(HLO_Tensor)

    traits = traits_def(SpeculatableIfAllInputsStatic(), NoMemoryEffect())

    assembly_format = f"$lhs `,` $rhs {SAME_TYPE}"

    def __init__(self, lhs: ValueLike, rhs: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return infer_elementwise(self.operand_types)

    def check(self) -> None:
        check_compatible((*self.operand_types, *self.result_types), "C1")


def check_add_quantization(lhs: Attribute, rhs: Attribute, result: Attribute) -> None:
    """Quantized sums (C2 to C7): storage and expressed types agree, and the axes of what is quantized per axis."""
    elements = [element_type_of(t) for t in (lhs, rhs, result)]
    if not all(isinstance(t, AnyQuantizedType) for t in elements):
        raise Violation("expects  all operands and results to be either quantized or non-quantized", "C2")
    quantized = cast("list[AnyQuantizedType]", elements)
    if len({t.storage_type for t in quantized}) > 1:
        raise Violation("mismatched operands and result quantization storage types", "C3")
    if len({t.expressed_type for t in quantized}) > 1:
        raise Violation("mismatched operands and result quantization expressed types", "C4")
    out = quantized[2]
    per_axis = [isinstance(t, UniformQuantizedPerAxisType) for t in quantized]
    if not isinstance(out, UniformQuantizedPerAxisType):
        if any(per_axis):
            raise Violation("result is not per_axis quantized but lhs or rhs are", "C5")
        return
    if not any(per_axis[:2]):
        raise Violation("result per_axis quantized but none from rhs and lhs are per_axis quantized", "C5")
    for name, t, label in (("lhs", quantized[0], "C6"), ("rhs", quantized[1], "C7")):
        if isinstance(t, UniformQuantizedPerAxisType) and t.axis != out.axis:
            raise Violation(
                f"quantization_dimension of {name} and result are not same '{t}' vs '{out}'", label
            )


@op_definition
class AddOp(BinaryElementwiseOp):
    """The sum of two elements; logical or of booleans."""

    name = "stablehlo.add"
    lhs = operand_def(HLO_TensorOrPerAxisQuantizedTensor)
    rhs = operand_def(HLO_TensorOrPerAxisQuantizedTensor)
    result = result_def(HLO_TensorOrPerAxisQuantizedTensor)
    traits = traits_def(Commutative(), TypesAgree(check_same_shape, "C1"))

    def check(self) -> None:
        types = (*self.operand_types, *self.result_types)
        if any(isinstance(element_type_of(t), AnyQuantizedType) for t in types):
            check_add_quantization(*types)
        else:
            check_same_elements(types, "C1")


class ArithmeticOp(BinaryElementwiseOp, ABC):
    """An op on numbers of any kind."""

    lhs = operand_def(HLO_IntFpOrComplexOrQuantizedIntTensor)
    rhs = operand_def(HLO_IntFpOrComplexOrQuantizedIntTensor)
    result = result_def(HLO_IntFpOrComplexOrQuantizedIntTensor)


class ShiftOp(BinaryElementwiseOp, ABC):
    """An op that moves the bits of integers."""

    lhs = operand_def(HLO_IntTensor)
    rhs = operand_def(HLO_IntTensor)
    result = result_def(HLO_IntTensor)


class LogicalOp(BinaryElementwiseOp, ABC):
    """An op on booleans, or on the bits of integers."""

    lhs = operand_def(HLO_PredOrIntTensor)
    rhs = operand_def(HLO_PredOrIntTensor)
    traits = traits_def(Commutative())


@op_definition
class AndOp(LogicalOp):
    """Logical and of booleans, bitwise and of integers."""

    name = "stablehlo.and"


@op_definition
class Atan2Op(BinaryElementwiseOp):
    """The angle of the point (rhs, lhs)."""

    name = "stablehlo.atan2"
    lhs = operand_def(HLO_FpComplexOrQuantizedIntTensor)
    rhs = operand_def(HLO_FpComplexOrQuantizedIntTensor)
    result = result_def(HLO_FpComplexOrQuantizedIntTensor)


@op_definition
class DivOp(ArithmeticOp):
    """The quotient of two elements; that of integers is truncated."""

    name = "stablehlo.divide"


@op_definition
class MaxOp(BinaryElementwiseOp):
    """The larger of two elements; logical or of booleans."""

    name = "stablehlo.maximum"
    traits = traits_def(Commutative())


@op_definition
class MinOp(BinaryElementwiseOp):
    """The smaller of two elements; logical and of booleans."""

    name = "stablehlo.minimum"
    traits = traits_def(Commutative())


@op_definition
class MulOp(BinaryElementwiseOp):
    """The product of two elements; logical and of booleans."""

    name = "stablehlo.multiply"
    traits = traits_def(Commutative())


@op_definition
class OrOp(LogicalOp):
    """Logical or of booleans, bitwise or of integers."""

    name = "stablehlo.or"


@op_definition
class PowOp(ArithmeticOp):
    """lhs to the power of rhs."""

    name = "stablehlo.power"


@op_definition
class RemOp(ArithmeticOp):
    """The remainder of a division, with the sign of the dividend."""

    name = "stablehlo.remainder"


@op_definition
class ShiftLeftOp(ShiftOp):
    """lhs shifted left by rhs bits."""

    name = "stablehlo.shift_left"


@op_definition
class ShiftRightArithmeticOp(ShiftOp):
    """lhs shifted right by rhs bits; the sign bit comes in."""

    name = "stablehlo.shift_right_arithmetic"


@op_definition
class ShiftRightLogicalOp(ShiftOp):
    """lhs shifted right by rhs bits; zeros come in."""

    name = "stablehlo.shift_right_logical"


@op_definition
class SubtractOp(ArithmeticOp):
    """The difference of two elements."""

    name = "stablehlo.subtract"


@op_definition
class XorOp(LogicalOp):
    """Logical exclusive or of booleans, bitwise exclusive or of integers."""

    name = "stablehlo.xor"
