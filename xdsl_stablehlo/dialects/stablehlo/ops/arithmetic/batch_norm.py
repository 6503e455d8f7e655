"""Normalisation over a batch: batch_norm_training, batch_norm_inference, batch_norm_grad."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType, Float32Type, FloatAttr, f32
from xdsl.ir import Attribute, SSAValue

from ....base import fields
from ... import hlo_types as kinds
from ...checks import check_compatible_elements
from ...definition import HloOp, Violation, ranked, ranked_types
from ...shapes import all_bounds_of, compatible_shapes, compatible_sizes, size_text, tensor_with_bounds
from ...traits import ComputesOnReals, SpeculatableIfAllInputsStatic, TypesAgree, pure_if

F32Attr = FloatAttr.constr(f32)


@dataclass(frozen=True)
class Labels:
    """The numbers of an op's constraints."""

    tensors: str
    vectors: str
    size: str


TRAINING = Labels(tensors="C7", vectors="C3, C4", size="C3, C4")
INFERENCE = Labels(tensors="C7", vectors="C3, C4, C5, C6", size="C3, C4, C5, C6")
GRAD = Labels(tensors="C3", vectors="C4", size="C5")


class BatchNormOp(HloOp, ABC):
    """An op on the features of a batch. All elements are of one kind, up to scales and zero points (C2)."""

    _: KW_ONLY
    epsilon: fields.PropertyField[FloatAttr[Float32Type], float] = fields.prop_def(
        F32Attr, make=lambda number: FloatAttr(number, f32)
    )
    feature_index: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    traits = pure_if(
        SpeculatableIfAllInputsStatic(), TypesAgree(check_compatible_elements, "C2"), ComputesOnReals()
    )

    def infer_types(
        self, tensors: Sequence[SSAValue], vectors: Sequence[SSAValue], labels: Labels
    ) -> tuple[AnyTensorType, AnyTensorType]:
        """The types of the normalised tensor and of a vector with one element for each feature."""
        for values, kind, label in ((tensors, "multi", labels.tensors), (vectors, "single", labels.vectors)):
            shapes = [t.get_shape() for t in ranked_types(values)]
            if not all(compatible_shapes(a, b) for a in shapes for b in shapes):
                raise Violation(f"expects {kind}-dimensional operands to have compatible shapes.", label)
        tensor, index = ranked(tensors[0]), self.feature_index.value.data
        rank = tensor.get_num_dims()
        if index >= rank:
            raise Violation(
                "expects featureIndex to be smaller than the rank of multi-dimensional operands; "
                f"got featureIndex {index}, and rank {rank}.",
                "C1",
            )
        features, size = tensor.get_shape()[index], ranked(vectors[0]).get_shape()[0]
        if not compatible_sizes(size, features):
            raise Violation(
                "expects the size of single-dimensional operands to be compatible with feature count, but the size "
                f"of single-dimensional operands is {size_text(size)} and the feature count is "
                f"{size_text(features)}.",
                labels.size,
            )
        return tensor, tensor_with_bounds([features], tensor.element_type, [all_bounds_of(tensor)[index]])


class BatchNormTrainingOp(BatchNormOp, op="stablehlo.batch_norm_training"):
    """Normalises each feature of a batch, and gives its mean and variance."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntTensor)
    scale: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntVector)
    offset: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntVector)
    output = irdl.result_def(kinds.HLO_FpOrQuantizedIntTensor)
    batch_mean = irdl.result_def(kinds.HLO_FpOrQuantizedIntVector)
    batch_var = irdl.result_def(kinds.HLO_FpOrQuantizedIntVector)

    def infer(self) -> Sequence[Attribute]:
        tensor, vector = self.infer_types([self.operand], [self.scale, self.offset], TRAINING)
        return (tensor, vector, vector)


class BatchNormInferenceOp(BatchNormOp, op="stablehlo.batch_norm_inference"):
    """Normalises each feature with a given mean and variance."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntTensor)
    scale: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntVector)
    offset: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntVector)
    mean: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntVector)
    variance: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntVector)
    result = irdl.result_def(kinds.HLO_FpOrQuantizedIntTensor)

    def infer(self) -> Sequence[Attribute]:
        vectors = [self.scale, self.offset, self.mean, self.variance]
        return self.infer_types([self.operand], vectors, INFERENCE)[:1]


class BatchNormGradOp(BatchNormOp, op="stablehlo.batch_norm_grad"):
    """The gradients of batch_norm_training."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntTensor)
    scale: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntVector)
    mean: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntVector)
    variance: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntVector)
    grad_output: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrQuantizedIntTensor)
    grad_operand = irdl.result_def(kinds.HLO_FpOrQuantizedIntTensor)
    grad_scale = irdl.result_def(kinds.HLO_FpOrQuantizedIntVector)
    grad_offset = irdl.result_def(kinds.HLO_FpOrQuantizedIntVector)

    def infer(self) -> Sequence[Attribute]:
        tensors, vectors = [self.operand, self.grad_output], [self.scale, self.mean, self.variance]
        tensor, vector = self.infer_types(tensors, vectors, GRAD)
        return (tensor, vector, vector)
