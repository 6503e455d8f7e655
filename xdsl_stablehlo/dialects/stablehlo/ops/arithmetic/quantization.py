"""Between real and stored numbers: uniform_quantize and uniform_dequantize (specification sections of those names)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import NoMemoryEffect

from ....quant import AnyQuantizedType
from ...definition import UNDECIDED, HloOp, ValueLike, Violation, ranked
from ...hlo_types import (
    HLO_FloatOrQuantizedIntOrPerAxisQuantizedIntTensor,
    HLO_FpTensor,
    HLO_QuantizedIntOrPerAxisQuantizedIntTensor,
)
from ...rules.agreement import TypesAgree, check_same_shape
from ...shapes import element_type_of, with_element_type
from ...speculation import SpeculatableIfStaticDimInOutputIsStaticInInput
from ...syntax import SAME_TYPE


def expressed_type(t: Attribute) -> Attribute:
    """The type of the real numbers that a tensor stands for."""
    element = element_type_of(t)
    return element.expressed_type if isinstance(element, AnyQuantizedType) else element


def holds_quantized(t: Attribute) -> bool:
    """Whether a tensor type, or an element type, is a quantized one."""
    return isinstance(element_type_of(t), AnyQuantizedType)


def expressed_tensor(t: Attribute) -> Attribute:
    """The tensor of the real numbers that a quantized tensor stands for; any other type itself."""
    if not holds_quantized(t):
        return t
    return with_element_type(cast("AnyTensorType", t), expressed_type(t))


class UniformQuantizeOp(HloOp, op="stablehlo.uniform_quantize"):
    """Quantizes floats, or quantized values anew."""

    operand = operand_def(HLO_FloatOrQuantizedIntOrPerAxisQuantizedIntTensor)
    result = result_def(HLO_QuantizedIntOrPerAxisQuantizedIntTensor)
    traits = traits_def(
        TypesAgree(check_same_shape, "C1"), SpeculatableIfStaticDimInOutputIsStaticInInput(), NoMemoryEffect()
    )
    assembly_format = f"$operand {SAME_TYPE}"

    def __init__(self, operand: ValueLike, result_type: Attribute):
        self.init_fields(vars())

    def infer_components(self) -> Sequence[AnyTensorType]:
        return (with_element_type(ranked(self.operand), UNDECIDED),)

    def check(self) -> None:
        expected, expressed = expressed_type(self.operand.type), expressed_type(self.result.type)
        if expected != expressed:
            raise Violation(
                f"Expressed type of result expected to be '{expected}', but got '{expressed}'", "C2"
            )


class UniformDequantizeOp(HloOp, op="stablehlo.uniform_dequantize"):
    """The real numbers that quantized values stand for."""

    operand = operand_def(HLO_QuantizedIntOrPerAxisQuantizedIntTensor)
    result = result_def(HLO_FpTensor)
    traits = traits_def(
        TypesAgree(check_same_shape, "C1"), SpeculatableIfStaticDimInOutputIsStaticInInput(), NoMemoryEffect()
    )
    assembly_format = f"$operand {SAME_TYPE}"

    def __init__(self, operand: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (with_element_type(ranked(self.operand), expressed_type(self.operand.type)),)
