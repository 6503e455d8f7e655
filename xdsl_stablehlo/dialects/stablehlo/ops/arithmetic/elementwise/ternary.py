"""Elementwise ops of three operands, some of which may be scalars (spec: clamp, select)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import NoMemoryEffect

from .....definition.lazy_format import op_definition
from ....definition.constraints import HloOp, ValueLike, Violation, ranked
from ....hlo_types import HLO_PredTensor, HLO_Tensor
from ....interfaces.speculation import SpeculatableIfAllInputsStatic
from ....rules.shared import TypesAgree, check_compatible_elements, scalar_shaped
from ....shapes import compatible_shapes, most_specific_type, shape_text
from ....syntax.directives import SAME_TYPE


def infer_clamp(min: AnyTensorType, operand: AnyTensorType, max: AnyTensorType) -> Sequence[Attribute]:
    """The operand's type; the limits are scalars or have its shape."""
    for name, limit, label in (("min", min, "C1"), ("max", max, "C2")):
        if not scalar_shaped(limit) and not compatible_shapes(limit.get_shape(), operand.get_shape()):
            raise Violation(
                f"{name} shape {shape_text(limit.get_shape())} is not scalar and is not compatible to "
                f"operand shape {shape_text(operand.get_shape())}",
                label,
            )
    return (operand,)


@op_definition
class ClampOp(HloOp):
    """Each element, or the limit that it goes beyond."""

    name = "stablehlo.clamp"
    min = operand_def(HLO_Tensor)
    operand = operand_def(HLO_Tensor)
    max = operand_def(HLO_Tensor)
    result = result_def(HLO_Tensor)

    traits = traits_def(
        TypesAgree(check_compatible_elements, "C3"), SpeculatableIfAllInputsStatic(), NoMemoryEffect()
    )

    assembly_format = f"$min `,` $operand `,` $max {SAME_TYPE}"

    def __init__(
        self,
        min: ValueLike,
        operand: ValueLike,
        max: ValueLike,
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return infer_clamp(ranked(self.min), ranked(self.operand), ranked(self.max))


def infer_select(pred: AnyTensorType, on_true: AnyTensorType, on_false: AnyTensorType) -> Sequence[Attribute]:
    """What the types of the two choices know together; the predicate is a scalar or has their shape."""
    same_elements = on_true.element_type == on_false.element_type
    if not same_elements or not compatible_shapes(on_true.get_shape(), on_false.get_shape()):
        raise Violation("requires compatible types for non-predicate operands", "C2")
    if not scalar_shaped(pred) and not compatible_shapes(pred.get_shape(), on_true.get_shape()):
        raise Violation("requires the same shape for all operands", "C1")
    return (most_specific_type((on_true, on_false)),)


@op_definition
class SelectOp(HloOp):
    """An element of `on_true` or of `on_false`, as the predicate says."""

    name = "stablehlo.select"
    pred = operand_def(HLO_PredTensor)
    on_true = operand_def(HLO_Tensor)
    on_false = operand_def(HLO_Tensor)
    result = result_def(HLO_Tensor)

    traits = traits_def(SpeculatableIfAllInputsStatic(), NoMemoryEffect())

    assembly_format = "operands attr-dict `:` custom<SelectOpType>(type(operands), type($result))"

    def __init__(
        self,
        pred: ValueLike,
        on_true: ValueLike,
        on_false: ValueLike,
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return infer_select(ranked(self.pred), ranked(self.on_true), ranked(self.on_false))
