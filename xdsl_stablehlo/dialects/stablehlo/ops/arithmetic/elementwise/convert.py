"""Elementwise ops whose result has other elements than the operand (spec: abs, convert, complex, compare, ...)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import AnyTensorType, ComplexType, IntegerAttr, i1
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def
from xdsl.traits import NoMemoryEffect

from xdsl_stablehlo.ir.guards import is_complex_type, is_tensor_type

from .....definition.lazy_format import op_definition
from ....attributes import ComparisonDirection, ComparisonDirectionAttr, ComparisonType, ComparisonTypeAttr
from ....definition.constraints import (
    HloOp,
    NonNegativeI32Attr,
    PositiveI32Attr,
    ValueLike,
    Violation,
    ranked,
)
from ....hlo_types import (
    HLO_ComplexTensor,
    HLO_Fp32Or64Tensor,
    HLO_FpOrComplexTensor,
    HLO_FpOrQuantizedIntTensor,
    HLO_FpTensor,
    HLO_NonQuantizedTensor,
    HLO_PredTensor,
    HLO_SIntFpComplexOrQuantizedIntTensor,
    HLO_SIntFpOrQuantizedIntTensor,
    HLO_Tensor,
    HLO_TensorOrPerAxisQuantizedTensor,
)
from ....interfaces.speculation import (
    SpeculatableAsOpSays,
    SpeculatableIfAllInputsStatic,
    SpeculatableIfStaticDimInOutputIsStaticInInput,
    sizes_are_expected,
)
from ....rules.reducer import bit_width
from ....rules.shared import (
    TypesAgree,
    check_compatible,
    check_compatible_elements,
    check_elementwise,
    check_same_elements,
    check_same_shape,
)
from ....shapes import compatible_sizes, is_dynamic, real_type, with_element_type
from ....syntax.directives import FUNCTIONAL, SAME_TYPE
from .unary import UnaryElementwiseOp, infer_elementwise


class RealPartOp(UnaryElementwiseOp, ABC):
    """An op that makes real elements of complex ones, and keeps real ones."""

    operand = operand_def(HLO_FpOrComplexTensor)
    result = result_def(HLO_FpTensor)

    def infer(self) -> Sequence[Attribute]:
        return (real_type(ranked(self.operand)),)

    def check(self) -> None:
        check_elementwise((*self.operand_types, *self.result_types), "C1")


@op_definition
class AbsOp(RealPartOp):
    """The absolute value of each element; the modulus of a complex one."""

    name = "stablehlo.abs"
    operand = operand_def(HLO_SIntFpComplexOrQuantizedIntTensor)
    result = result_def(HLO_SIntFpOrQuantizedIntTensor)


@op_definition
class ImagOp(RealPartOp):
    """The imaginary part of each element."""

    name = "stablehlo.imag"


@op_definition
class RealOp(RealPartOp):
    """The real part of each element."""

    name = "stablehlo.real"


@op_definition
class ComplexOp(HloOp):
    """Complex numbers of their real parts `lhs` and imaginary parts `rhs`."""

    name = "stablehlo.complex"
    lhs = operand_def(HLO_Fp32Or64Tensor)
    rhs = operand_def(HLO_Fp32Or64Tensor)
    result = result_def(HLO_ComplexTensor)

    traits = traits_def(SpeculatableIfAllInputsStatic(), NoMemoryEffect())

    assembly_format = "operands attr-dict `:` custom<ComplexOpType>(type(operands), type($result))"

    def __init__(self, lhs: ValueLike, rhs: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        check_same_elements(self.operand_types, "C1", what="all operands")
        check_same_shape((*self.operand_types, *self.result_types), "C2")
        lhs = ranked(self.lhs)
        return (with_element_type(lhs, ComplexType.new([lhs.element_type])),)


@op_definition
class ConvertOp(HloOp):
    """Each element converted to the element type of the result."""

    name = "stablehlo.convert"
    operand = operand_def(HLO_NonQuantizedTensor)
    result = result_def(HLO_NonQuantizedTensor)

    traits = traits_def(
        TypesAgree(check_same_shape, "C1"), SpeculatableIfStaticDimInOutputIsStaticInInput(), NoMemoryEffect()
    )

    assembly_format = f"$operand {SAME_TYPE}"

    def __init__(self, operand: ValueLike, result_type: Attribute):
        """`result_type` is a tensor type, or just the new element type."""
        if not is_tensor_type(result_type):
            result_type = with_element_type(ranked(SSAValue.get(operand)), result_type)
        self.init_fields(vars())


@op_definition
class IsFiniteOp(HloOp):
    """Whether each element is neither infinite nor NaN."""

    name = "stablehlo.is_finite"
    x = operand_def(HLO_FpOrQuantizedIntTensor)
    y = result_def(HLO_PredTensor)

    traits = traits_def(
        TypesAgree(check_elementwise, "C1"),
        SpeculatableIfStaticDimInOutputIsStaticInInput(),
        NoMemoryEffect(),
    )

    assembly_format = f"operands {FUNCTIONAL}"

    def __init__(self, x: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (with_element_type(ranked(self.x), i1),)


@op_definition
class CompareOp(HloOp):
    """Whether a comparison of two elements holds."""

    name = "stablehlo.compare"
    lhs = operand_def(HLO_Tensor)
    rhs = operand_def(HLO_Tensor)
    comparison_direction = prop_def(ComparisonDirectionAttr)
    compare_type = opt_prop_def(ComparisonTypeAttr)
    result = result_def(HLO_PredTensor)

    traits = traits_def(
        TypesAgree(check_elementwise, "C2"), SpeculatableIfAllInputsStatic(), NoMemoryEffect()
    )

    assembly_format = f"$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? {FUNCTIONAL}"

    def __init__(
        self,
        lhs: ValueLike,
        rhs: ValueLike,
        comparison_direction: ComparisonDirection | ComparisonDirectionAttr,
        compare_type: ComparisonType | ComparisonTypeAttr | None = None,
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        check_compatible_elements(self.operand_types, "C1", what="all operands")
        return (with_element_type(ranked(self.lhs), i1),)


@op_definition
class ReducePrecisionOp(HloOp):
    """Each element as a float of fewer bits would hold it."""

    name = "stablehlo.reduce_precision"
    operand = operand_def(HLO_FpOrQuantizedIntTensor)
    exponent_bits = prop_def(PositiveI32Attr)
    mantissa_bits = prop_def(NonNegativeI32Attr)
    output = result_def(HLO_FpOrQuantizedIntTensor)

    traits = traits_def(SpeculatableIfStaticDimInOutputIsStaticInInput(), NoMemoryEffect())

    assembly_format = (
        f"$operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) {SAME_TYPE}"
    )

    def __init__(
        self,
        operand: ValueLike,
        exponent_bits: int | IntegerAttr,
        mantissa_bits: int | IntegerAttr,
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return infer_elementwise(self.operand_types)

    def check(self) -> None:
        check_compatible((*self.operand_types, *self.result_types), "C1")


def check_bitcast_convert(operand: AnyTensorType, result: AnyTensorType) -> None:
    """The same bits: equal shapes, but for the last dimension of the side with the smaller elements."""
    if is_complex_type(operand.element_type) != is_complex_type(result.element_type):
        raise Violation(
            f"cannot convert between real and complex types, but got: '{operand}' and '{result}'", "C2"
        )
    bits = {t: bit_width(t.element_type) for t in (operand, result)}
    smaller, bigger = (operand, result) if bits[operand] < bits[result] else (result, operand)
    prefix, shape = smaller.get_shape(), bigger.get_shape()
    if bits[operand] != bits[result]:
        if len(prefix) != len(shape) + 1:
            raise Violation(
                f"rank of smaller element type ({len(prefix)}) should be 1 more than rank of larger element "
                f"type ({len(shape)}), but {len(prefix)} != {len(shape)} + 1.",
                "C1",
            )
        *prefix, last = prefix
        if not is_dynamic(last) and last * bits[smaller] != bits[bigger]:
            raise Violation(
                f"requires compatible bit widths. Got: '{operand}' and '{result}', "
                f"but {bits[smaller]} * {last} != {bits[bigger]}.",
                "C1",
            )
    if not all(map(compatible_sizes, prefix, shape)):
        raise Violation(
            "operand and result shapes must match except for the innermost dimension of the shape with the "
            f"smaller element type. Got: '{operand}' and '{result}'.",
            "C1",
        )


@op_definition
class BitcastConvertOp(HloOp):
    """The bits of the elements, read as elements of the result's type."""

    name = "stablehlo.bitcast_convert"
    operand = operand_def(HLO_TensorOrPerAxisQuantizedTensor)
    result = result_def(HLO_TensorOrPerAxisQuantizedTensor)

    traits = traits_def(SpeculatableAsOpSays(), NoMemoryEffect())

    assembly_format = f"operands {FUNCTIONAL}"

    def __init__(self, operand: ValueLike, result_type: Attribute):
        self.init_fields(vars())

    def check(self) -> None:
        check_bitcast_convert(ranked(self.operand), ranked(self.result))

    def speculatable(self) -> bool:
        return sizes_are_expected(self.operand.type, self.result.type)
