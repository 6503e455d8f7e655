"""Elementwise ops: a table of those that differ in name and types only, and the ops with rules of their own."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType, ComplexType, i1
from xdsl.ir import Attribute, SSAValue
from xdsl.traits import Commutative

from xdsl_stablehlo.ir.guards import is_complex_type, is_tensor_type

from ....base import fields
from ....base.quant import AnyQuantizedType, UniformQuantizedPerAxisType
from ... import attributes, checks, hlo_types as kinds, shapes
from ...definition import UNDECIDED, HloOp, Violation, ranked, ranked_types
from ...hlo_types import ranked_type
from ...syntax import FUNCTIONAL, SAME_TYPE
from ...traits import (
    ComputesOnReals,
    MovesElements,
    SpeculatableAsOpSays,
    SpeculatableIfAllInputsStatic,
    SpeculatableIfStaticDimInOutputIsStaticInInput,
    TypesAgree,
    pure_if,
    sizes_are_expected,
)


class UnaryElementwiseOp(HloOp, ABC):
    """An op on each element that keeps the type (C1)."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(SpeculatableIfStaticDimInOutputIsStaticInInput(), ComputesOnReals())
    assembly_format = f"$operand {SAME_TYPE}"

    def infer(self) -> Sequence[Attribute]:
        return (shapes.most_specific_type(self.operand_types),)

    def check(self) -> None:
        checks.check_compatible((*self.operand_types, *self.result_types), "C1")


class TranscendentalOp(UnaryElementwiseOp, ABC):
    """A function that is rarely exact, so that a program can say how exact it has to be."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_FpComplexOrQuantizedIntTensor)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_FpComplexOrQuantizedIntTensor, alias="result_type", default=None
    )
    result_accuracy: fields.DefaultField[attributes.ResultAccuracyAttr, attributes.ResultAccuracyAttr] = (
        fields.opt_prop_def(attributes.ResultAccuracyAttr, attributes.DEFAULT_RESULT_ACCURACY, default=None)
    )


class RealPartOp(UnaryElementwiseOp, ABC):
    """An op that makes real elements of complex ones, and keeps real ones."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrComplexTensor)
    result: fields.InferredResult = fields.result_def(kinds.HLO_FpTensor, alias="result_type", default=None)

    def infer(self) -> Sequence[Attribute]:
        return (shapes.real_type(ranked(self.operand)),)

    def check(self) -> None:
        checks.check_elementwise((*self.operand_types, *self.result_types), "C1")


class BinaryElementwiseOp(HloOp, ABC):
    """An op on pairs of elements of one type (C1)."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(SpeculatableIfAllInputsStatic(), ComputesOnReals())
    assembly_format = f"$lhs `,` $rhs {SAME_TYPE}"

    def infer(self) -> Sequence[Attribute]:
        return (shapes.most_specific_type(self.operand_types),)

    def check(self) -> None:
        checks.check_compatible((*self.operand_types, *self.result_types), "C1")


# fmt: off
# Ops of one operand, by kind.
class CbrtOp(TranscendentalOp, op="stablehlo.cbrt"): """The cubic root of each element."""
class CosineOp(TranscendentalOp, op="stablehlo.cosine"): """The cosine of each element."""
class ExpOp(TranscendentalOp, op="stablehlo.exponential"): """e to the power of each element."""
class Expm1Op(TranscendentalOp, op="stablehlo.exponential_minus_one"): """e to the power of each element, minus one."""
class LogOp(TranscendentalOp, op="stablehlo.log"): """The natural logarithm of each element."""
class Log1pOp(TranscendentalOp, op="stablehlo.log_plus_one"): """The natural logarithm of each element plus one."""
class LogisticOp(TranscendentalOp, op="stablehlo.logistic"): """1 / (1 + e^-x) of each element."""
class RsqrtOp(TranscendentalOp, op="stablehlo.rsqrt"): """The reciprocal square root of each element."""
class SineOp(TranscendentalOp, op="stablehlo.sine"): """The sine of each element."""
class SqrtOp(TranscendentalOp, op="stablehlo.sqrt"): """The square root of each element."""
class TanOp(TranscendentalOp, op="stablehlo.tan"): """The tangent of each element."""
class TanhOp(TranscendentalOp, op="stablehlo.tanh"): """The hyperbolic tangent of each element."""

class RoundingOp(UnaryElementwiseOp, types=kinds.HLO_FpOrQuantizedIntTensor):
    """A function from real numbers to integers among them."""
class CeilOp(RoundingOp, op="stablehlo.ceil"): """Each element rounded to an integer, towards positive infinity."""
class FloorOp(RoundingOp, op="stablehlo.floor"): """Each element rounded to an integer, towards negative infinity."""
class RoundOp(RoundingOp, op="stablehlo.round_nearest_afz"):
    """Each element rounded to the nearest integer, ties away from zero."""
class RoundNearestEvenOp(RoundingOp, op="stablehlo.round_nearest_even"):
    """Each element rounded to the nearest integer, ties to the even one."""

class ClzOp(UnaryElementwiseOp, op="stablehlo.count_leading_zeros", types=kinds.HLO_IntTensor):
    """The number of leading zero bits of each element."""
class NegOp(UnaryElementwiseOp, op="stablehlo.negate", types=kinds.HLO_IntFpOrComplexOrQuantizedIntTensor):
    """Each element with the other sign."""
class NotOp(UnaryElementwiseOp, op="stablehlo.not", types=kinds.HLO_PredOrIntTensor):
    """Logical not of booleans, bitwise not of integers."""
class PopulationCountOp(UnaryElementwiseOp, op="stablehlo.popcnt", types=kinds.HLO_IntTensor):
    """The number of one bits of each element."""
class SignOp(UnaryElementwiseOp, op="stablehlo.sign", types=kinds.HLO_SIntFpComplexOrQuantizedIntTensor):
    """The sign of each element; x / |x| of a complex one."""

class AbsOp(
    RealPartOp,
    op="stablehlo.abs", types=kinds.HLO_SIntFpComplexOrQuantizedIntTensor, result=kinds.HLO_SIntFpOrQuantizedIntTensor,
):
    """The absolute value of each element; the modulus of a complex one."""
class ImagOp(RealPartOp, op="stablehlo.imag"): """The imaginary part of each element."""
class RealOp(RealPartOp, op="stablehlo.real"): """The real part of each element."""

# Ops of two operands, by kind.
class LogicalOp(BinaryElementwiseOp, types=kinds.HLO_PredOrIntTensor, result=kinds.HLO_Tensor, commutative=True):
    """An op on booleans, or on the bits of integers."""
class AndOp(LogicalOp, op="stablehlo.and"): """Logical and of booleans, bitwise and of integers."""
class OrOp(LogicalOp, op="stablehlo.or"): """Logical or of booleans, bitwise or of integers."""
class XorOp(LogicalOp, op="stablehlo.xor"): """Logical exclusive or of booleans, bitwise exclusive or of integers."""

class ArithmeticOp(BinaryElementwiseOp, types=kinds.HLO_IntFpOrComplexOrQuantizedIntTensor):
    """An op on numbers of any kind."""
class DivOp(ArithmeticOp, op="stablehlo.divide"): """The quotient of two elements; that of integers is truncated."""
class PowOp(ArithmeticOp, op="stablehlo.power"): """lhs to the power of rhs."""
class RemOp(ArithmeticOp, op="stablehlo.remainder"): """The remainder of a division, with the sign of the dividend."""
class SubtractOp(ArithmeticOp, op="stablehlo.subtract"): """The difference of two elements."""

class Atan2Op(BinaryElementwiseOp, op="stablehlo.atan2", types=kinds.HLO_FpComplexOrQuantizedIntTensor):
    """The angle of the point (rhs, lhs)."""
class MaxOp(BinaryElementwiseOp, op="stablehlo.maximum", commutative=True):
    """The larger of two elements; logical or of booleans."""
class MinOp(BinaryElementwiseOp, op="stablehlo.minimum", commutative=True):
    """The smaller of two elements; logical and of booleans."""
class MulOp(BinaryElementwiseOp, op="stablehlo.multiply", commutative=True):
    """The product of two elements; logical and of booleans."""

class ShiftOp(BinaryElementwiseOp, types=kinds.HLO_IntTensor): """An op that moves the bits of integers."""
class ShiftLeftOp(ShiftOp, op="stablehlo.shift_left"): """lhs shifted left by rhs bits."""
class ShiftRightArithmeticOp(ShiftOp, op="stablehlo.shift_right_arithmetic"):
    """lhs shifted right by rhs bits; the sign bit comes in."""
class ShiftRightLogicalOp(ShiftOp, op="stablehlo.shift_right_logical"):
    """lhs shifted right by rhs bits; zeros come in."""
# fmt: on


class AddOp(BinaryElementwiseOp, op="stablehlo.add"):
    """The sum of two elements; logical or of booleans."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensor, alias="result_type", default=None
    )
    traits = irdl.traits_def(Commutative(), TypesAgree(checks.check_same_shape, "C1"))

    def check(self) -> None:
        types = (*self.operand_types, *self.result_types)
        elements = [shapes.element_type_of(t) for t in types]
        quantized = [t for t in elements if isinstance(t, AnyQuantizedType)]
        if not quantized:
            checks.check_same_elements(types, "C1")
            return
        if len(quantized) != len(elements):
            raise Violation("expects  all operands and results to be either quantized or non-quantized", "C2")
        if len({t.storage_type for t in quantized}) > 1:
            raise Violation("mismatched operands and result quantization storage types", "C3")
        if len({t.expressed_type for t in quantized}) > 1:
            raise Violation("mismatched operands and result quantization expressed types", "C4")
        lhs, rhs, out = (t if isinstance(t, UniformQuantizedPerAxisType) else None for t in quantized)
        if out is None:
            if lhs or rhs:
                raise Violation("result is not per_axis quantized but lhs or rhs are", "C5")
            return
        if not (lhs or rhs):
            raise Violation(
                "result per_axis quantized but none from rhs and lhs are per_axis quantized", "C5"
            )
        for name, t, label in (("lhs", lhs, "C6"), ("rhs", rhs, "C7")):
            if t is not None and t.axis != out.axis:
                raise Violation(
                    f"quantization_dimension of {name} and result are not same '{t}' vs '{out}'", label
                )


class ComplexOp(HloOp, op="stablehlo.complex"):
    """Complex numbers of their real parts `lhs` and imaginary parts `rhs`."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_Fp32Or64Tensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_Fp32Or64Tensor)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_ComplexTensor, alias="result_type", default=None
    )
    traits = pure_if(SpeculatableIfAllInputsStatic())
    assembly_format = "operands attr-dict `:` custom<ComplexOpType>(type(operands), type($result))"

    def infer(self) -> Sequence[Attribute]:
        checks.check_same_elements(self.operand_types, "C1", what="all operands")
        checks.check_same_shape((*self.operand_types, *self.result_types), "C2")
        lhs = ranked(self.lhs)
        return (shapes.with_element_type(lhs, ComplexType.new([lhs.element_type])),)


class CompareOp(HloOp, op="stablehlo.compare"):
    """Whether a comparison of two elements holds."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    comparison_direction: fields.PropertyField[
        attributes.ComparisonDirectionAttr, attributes.ComparisonDirection
    ] = fields.prop_def(attributes.ComparisonDirectionAttr)
    compare_type: fields.OptionalField[attributes.ComparisonTypeAttr, attributes.ComparisonType] = (
        fields.opt_prop_def(attributes.ComparisonTypeAttr, default=None)
    )
    result: fields.InferredResult = fields.result_def(kinds.HLO_PredTensor, alias="result_type", default=None)
    traits = pure_if(
        SpeculatableIfAllInputsStatic(), TypesAgree(checks.check_elementwise, "C2"), ComputesOnReals()
    )
    assembly_format = f"$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        checks.check_compatible_elements(self.operand_types, "C1", what="all operands")
        return (shapes.with_element_type(ranked(self.lhs), i1),)


class ConvertOp(HloOp, op="stablehlo.convert"):
    """Each element converted to the element type of the result."""

    operand = irdl.operand_def(kinds.HLO_NonQuantizedTensor)
    result = irdl.result_def(kinds.HLO_NonQuantizedTensor)
    traits = pure_if(
        SpeculatableIfStaticDimInOutputIsStaticInInput(), TypesAgree(checks.check_same_shape, "C1")
    )
    assembly_format = f"$operand {SAME_TYPE}"

    def __init__(self, operand: fields.ValueLike, result_type: Attribute):
        """`result_type` is a tensor type, or just the new element type."""
        if not is_tensor_type(result_type):
            result_type = shapes.with_element_type(ranked(SSAValue.get(operand)), result_type)
        self.init_fields(vars())


class IsFiniteOp(HloOp, op="stablehlo.is_finite"):
    """Whether each element is neither infinite nor NaN."""

    x: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntTensor)
    y: fields.InferredResult = fields.result_def(kinds.HLO_PredTensor, alias="result_type", default=None)
    traits = pure_if(
        SpeculatableIfStaticDimInOutputIsStaticInInput(), TypesAgree(checks.check_elementwise, "C1")
    )
    assembly_format = f"operands {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        return (shapes.with_element_type(ranked(self.x), i1),)


class ReducePrecisionOp(HloOp, op="stablehlo.reduce_precision"):
    """Each element as a float of fewer bits would hold it."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntTensor)
    exponent_bits: fields.IntField = fields.prop_def(kinds.PositiveI32Attr)
    mantissa_bits: fields.IntField = fields.prop_def(kinds.NonNegativeI32Attr)
    output: fields.InferredResult = fields.result_def(
        kinds.HLO_FpOrQuantizedIntTensor, alias="result_type", default=None
    )
    traits = pure_if(SpeculatableIfStaticDimInOutputIsStaticInInput(), ComputesOnReals())
    assembly_format = (
        f"$operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) {SAME_TYPE}"
    )

    def infer(self) -> Sequence[Attribute]:
        return (shapes.most_specific_type(self.operand_types),)

    def check(self) -> None:
        checks.check_compatible((*self.operand_types, *self.result_types), "C1")


class BitcastConvertOp(HloOp, op="stablehlo.bitcast_convert"):
    """The bits of the elements, read as elements of the result's type."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    result: fields.StatedResult = fields.result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensor, alias="result_type"
    )
    traits = pure_if(SpeculatableAsOpSays(), MovesElements())
    assembly_format = f"operands {FUNCTIONAL}"

    def check(self) -> None:
        operand, result = ranked(self.operand), ranked(self.result)
        types = f"'{operand}' and '{result}'"
        if is_complex_type(operand.element_type) != is_complex_type(result.element_type):
            raise Violation(f"cannot convert between real and complex types, but got: {types}", "C2")
        bits, result_bits = checks.bit_width(operand.element_type), checks.bit_width(result.element_type)
        # `shape` is that of the side with the smaller elements.
        shape, other = operand.get_shape(), result.get_shape()
        if bits >= result_bits:
            shape, other, bits, result_bits = other, shape, result_bits, bits
        if bits != result_bits:
            if len(shape) != len(other) + 1:
                raise Violation(
                    f"rank of smaller element type ({len(shape)}) should be 1 more than rank of larger element "
                    f"type ({len(other)}), but {len(shape)} != {len(other)} + 1.",
                    "C1",
                )
            *shape, last = shape
            if not shapes.is_dynamic(last) and last * bits != result_bits:
                raise Violation(
                    f"requires compatible bit widths. Got: {types}, but {bits} * {last} != {result_bits}.",
                    "C1",
                )
        if not all(map(shapes.compatible_sizes, shape, other)):
            raise Violation(
                "operand and result shapes must match except for the innermost dimension of the shape with the "
                f"smaller element type. Got: {types}.",
                "C1",
            )

    def speculatable(self) -> bool:
        return sizes_are_expected(self.operand.type, self.result.type)


class ClampOp(HloOp, op="stablehlo.clamp"):
    """Each element, or the limit that it goes beyond."""

    min: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    max: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(
        SpeculatableIfAllInputsStatic(), TypesAgree(checks.check_compatible_elements, "C3"), ComputesOnReals()
    )
    assembly_format = f"$min `,` $operand `,` $max {SAME_TYPE}"

    def infer(self) -> Sequence[Attribute]:
        shape = ranked(self.operand).get_shape()
        for name, value, label in (("min", self.min, "C1"), ("max", self.max, "C2")):
            limit = ranked(value).get_shape()
            if limit and not shapes.compatible_shapes(limit, shape):
                raise Violation(
                    f"{name} shape {shapes.shape_text(limit)} is not scalar and is not compatible to "
                    f"operand shape {shapes.shape_text(shape)}",
                    label,
                )
        return (self.operand.type,)


class SelectOp(HloOp, op="stablehlo.select"):
    """An element of `on_true` or of `on_false`, as the predicate says."""

    pred: fields.OneOperand = fields.operand_def(kinds.HLO_PredTensor)
    on_true: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    on_false: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(SpeculatableIfAllInputsStatic(), ComputesOnReals())
    assembly_format = "operands attr-dict `:` custom<SelectOpType>(type(operands), type($result))"

    def infer(self) -> Sequence[Attribute]:
        pred, on_true, on_false = ranked_types(self.operands)
        same_elements = on_true.element_type == on_false.element_type
        if not same_elements or not shapes.compatible_shapes(on_true.get_shape(), on_false.get_shape()):
            raise Violation("requires compatible types for non-predicate operands", "C2")
        if not checks.scalar_shaped(pred) and not shapes.compatible_shapes(
            pred.get_shape(), on_true.get_shape()
        ):
            raise Violation("requires the same shape for all operands", "C1")
        return (shapes.most_specific_type((on_true, on_false)),)


def expressed_type(t: Attribute) -> Attribute:
    """The type of the real numbers that a tensor stands for."""
    element = shapes.element_type_of(t)
    return element.expressed_type if isinstance(element, AnyQuantizedType) else element


def holds_quantized(t: Attribute) -> bool:
    """Whether a tensor type, or an element type, is a quantized one."""
    return isinstance(shapes.element_type_of(t), AnyQuantizedType)


def expressed_tensor(t: Attribute) -> Attribute:
    """The tensor of the real numbers that a quantized tensor stands for; any other type itself."""
    if not holds_quantized(t):
        return t
    return shapes.with_element_type(ranked_type(t), expressed_type(t))


class UniformQuantizeOp(HloOp, op="stablehlo.uniform_quantize"):
    """Quantizes floats, or quantized values anew."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_FloatOrQuantizedIntOrPerAxisQuantizedIntTensor)
    result: fields.StatedResult = fields.result_def(
        kinds.HLO_QuantizedIntOrPerAxisQuantizedIntTensor, alias="result_type"
    )
    traits = pure_if(
        SpeculatableIfStaticDimInOutputIsStaticInInput(), TypesAgree(checks.check_same_shape, "C1")
    )
    assembly_format = f"$operand {SAME_TYPE}"

    def infer_components(self) -> Sequence[AnyTensorType]:
        return (shapes.with_element_type(ranked(self.operand), UNDECIDED),)

    def check(self) -> None:
        expected, expressed = expressed_type(self.operand.type), expressed_type(self.result.type)
        if expected != expressed:
            raise Violation(
                f"Expressed type of result expected to be '{expected}', but got '{expressed}'", "C2"
            )


class UniformDequantizeOp(HloOp, op="stablehlo.uniform_dequantize"):
    """The real numbers that quantized values stand for."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_QuantizedIntOrPerAxisQuantizedIntTensor)
    result: fields.InferredResult = fields.result_def(kinds.HLO_FpTensor, alias="result_type", default=None)
    traits = pure_if(
        SpeculatableIfStaticDimInOutputIsStaticInInput(), TypesAgree(checks.check_same_shape, "C1")
    )
    assembly_format = f"$operand {SAME_TYPE}"

    def infer(self) -> Sequence[Attribute]:
        return (shapes.with_element_type(ranked(self.operand), expressed_type(self.operand.type)),)
