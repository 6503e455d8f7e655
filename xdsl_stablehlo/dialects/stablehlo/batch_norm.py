"""Normalisation over a batch: batch_norm_training, batch_norm_inference, batch_norm_grad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyTensorType, FloatAttr, f32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, prop_def, result_def, traits_def
from xdsl.traits import NoMemoryEffect

from ..lazy_format import op_definition
from .constraints import HloOp, NonNegativeI64Attr, ValueLike, Violation, ranked
from .rules.shared import check_compatible_elements
from .shapes import all_bounds_of, compatible_shapes, compatible_sizes, size_text, tensor_with_bounds
from .speculation import SpeculatableIfAllInputsStatic
from .struct_text import i64_attr
from .types import HLO_FpOrQuantizedIntTensor, HLO_FpOrQuantizedIntVector

F32Attr = FloatAttr.constr(f32)


@dataclass(frozen=True)
class Labels:
    """The numbers of an op's constraints."""

    index: str = "C1"
    elements: str = "C2"
    tensors: str = ""
    vectors: str = ""
    size: str = ""


TRAINING = Labels(tensors="C7", vectors="C3, C4", size="C3, C4")
INFERENCE = Labels(tensors="C7", vectors="C3, C4, C5, C6", size="C3, C4, C5, C6")
GRAD = Labels(tensors="C3", vectors="C4", size="C5")


def infer_batch_norm(
    tensors: Sequence[AnyTensorType], vectors: Sequence[AnyTensorType], feature_index: int, labels: Labels
) -> tuple[AnyTensorType, AnyTensorType]:
    """The types of the normalised tensor and of a vector with one element for each feature."""
    for types, kind, label in ((tensors, "multi", labels.tensors), (vectors, "single", labels.vectors)):
        if not all(compatible_shapes(a.get_shape(), b.get_shape()) for a in types for b in types):
            raise Violation(f"expects {kind}-dimensional operands to have compatible shapes.", label)
    tensor = tensors[0]
    rank = tensor.get_num_dims()
    if feature_index >= rank:
        raise Violation(
            "expects featureIndex to be smaller than the rank of multi-dimensional operands; "
            f"got featureIndex {feature_index}, and rank {rank}.",
            labels.index,
        )
    features, size = tensor.get_shape()[feature_index], vectors[0].get_shape()[0]
    if not compatible_sizes(size, features):
        raise Violation(
            "expects the size of single-dimensional operands to be compatible with feature count, but the size of "
            f"single-dimensional operands is {size_text(size)} and the feature count is {size_text(features)}.",
            labels.size,
        )
    bound = all_bounds_of(tensor)[feature_index]
    return tensor, tensor_with_bounds([features], tensor.element_type, [bound])


def _properties(epsilon: float, feature_index: int) -> dict[str, Attribute]:
    return {"epsilon": FloatAttr(epsilon, f32), "feature_index": i64_attr(feature_index)}


class _BatchNormOp(HloOp):
    """What the three ops have in common."""

    def check_elements(self) -> None:
        """C2: all operands and results have the same elements, up to scales and zero points."""
        check_compatible_elements((*self.operand_types, *self.result_types), "C2")


def _infer(
    tensors: Sequence[ValueLike], vectors: Sequence[ValueLike], index: int, labels: Labels
) -> tuple[AnyTensorType, AnyTensorType]:
    types = [[ranked(SSAValue.get(value)) for value in values] for values in (tensors, vectors)]
    return infer_batch_norm(types[0], types[1], index, labels)


@op_definition
class BatchNormTrainingOp(_BatchNormOp):
    """Normalises each feature of a batch, and gives its mean and variance."""

    name = "stablehlo.batch_norm_training"
    operand = operand_def(HLO_FpOrQuantizedIntTensor)
    scale = operand_def(HLO_FpOrQuantizedIntVector)
    offset = operand_def(HLO_FpOrQuantizedIntVector)
    epsilon = prop_def(F32Attr)
    feature_index = prop_def(NonNegativeI64Attr)
    output = result_def(HLO_FpOrQuantizedIntTensor)
    batch_mean = result_def(HLO_FpOrQuantizedIntVector)
    batch_var = result_def(HLO_FpOrQuantizedIntVector)
    traits = traits_def(NoMemoryEffect(), SpeculatableIfAllInputsStatic())

    def __init__(
        self, operand: ValueLike, scale: ValueLike, offset: ValueLike, *, epsilon: float, feature_index: int
    ):
        tensor, vector = _infer([operand], [scale, offset], feature_index, TRAINING)
        super().__init__(
            operands=[operand, scale, offset],
            properties=_properties(epsilon, feature_index),
            result_types=[tensor, vector, vector],
        )

    def infer(self) -> Sequence[Attribute]:
        self.check_elements()
        vectors = [self.scale, self.offset]
        tensor, vector = _infer([self.operand], vectors, self.feature_index.value.data, TRAINING)
        return (tensor, vector, vector)


@op_definition
class BatchNormInferenceOp(_BatchNormOp):
    """Normalises each feature with a given mean and variance."""

    name = "stablehlo.batch_norm_inference"
    operand = operand_def(HLO_FpOrQuantizedIntTensor)
    scale = operand_def(HLO_FpOrQuantizedIntVector)
    offset = operand_def(HLO_FpOrQuantizedIntVector)
    mean = operand_def(HLO_FpOrQuantizedIntVector)
    variance = operand_def(HLO_FpOrQuantizedIntVector)
    epsilon = prop_def(F32Attr)
    feature_index = prop_def(NonNegativeI64Attr)
    result = result_def(HLO_FpOrQuantizedIntTensor)
    traits = traits_def(NoMemoryEffect(), SpeculatableIfAllInputsStatic())

    def __init__(
        self,
        operand: ValueLike,
        scale: ValueLike,
        offset: ValueLike,
        mean: ValueLike,
        variance: ValueLike,
        *,
        epsilon: float,
        feature_index: int,
    ):
        vectors = [scale, offset, mean, variance]
        super().__init__(
            operands=[operand, *vectors],
            properties=_properties(epsilon, feature_index),
            result_types=[_infer([operand], vectors, feature_index, INFERENCE)[0]],
        )

    def infer(self) -> Sequence[Attribute]:
        self.check_elements()
        vectors = [self.scale, self.offset, self.mean, self.variance]
        return _infer([self.operand], vectors, self.feature_index.value.data, INFERENCE)[:1]


@op_definition
class BatchNormGradOp(_BatchNormOp):
    """The gradients of batch_norm_training."""

    name = "stablehlo.batch_norm_grad"
    operand = operand_def(HLO_FpOrQuantizedIntTensor)
    scale = operand_def(HLO_FpOrQuantizedIntVector)
    mean = operand_def(HLO_FpOrQuantizedIntVector)
    variance = operand_def(HLO_FpOrQuantizedIntVector)
    grad_output = operand_def(HLO_FpOrQuantizedIntTensor)
    epsilon = prop_def(F32Attr)
    feature_index = prop_def(NonNegativeI64Attr)
    grad_operand = result_def(HLO_FpOrQuantizedIntTensor)
    grad_scale = result_def(HLO_FpOrQuantizedIntVector)
    grad_offset = result_def(HLO_FpOrQuantizedIntVector)
    traits = traits_def(NoMemoryEffect(), SpeculatableIfAllInputsStatic())

    def __init__(
        self,
        operand: ValueLike,
        scale: ValueLike,
        mean: ValueLike,
        variance: ValueLike,
        grad_output: ValueLike,
        *,
        epsilon: float,
        feature_index: int,
    ):
        tensor, vector = _infer([operand, grad_output], [scale, mean, variance], feature_index, GRAD)
        super().__init__(
            operands=[operand, scale, mean, variance, grad_output],
            properties=_properties(epsilon, feature_index),
            result_types=[tensor, vector, vector],
        )

    def infer(self) -> Sequence[Attribute]:
        self.check_elements()
        tensors, vectors = [self.operand, self.grad_output], [self.scale, self.mean, self.variance]
        tensor, vector = _infer(tensors, vectors, self.feature_index.value.data, GRAD)
        return (tensor, vector, vector)
