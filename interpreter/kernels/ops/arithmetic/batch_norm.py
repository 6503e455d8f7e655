"""Batch normalisation (spec: batch_norm_inference, batch_norm_training, batch_norm_grad).

The specification's decompositions, carried out in f64 and rounded once to the element type.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo import BatchNormGradOp, BatchNormInferenceOp, BatchNormTrainingOp
from xdsl_stablehlo.values.element_types import Array, round_to

from ...support.sums import combined_in_order
from ...support.table import Cost, Exactness, register


def _wide(array: Array) -> Array:
    return array.astype(np.float64)


def _along(feature_index: int, operand: Array, vector: Array) -> Array:
    """`vector`, one element per feature, in the place of the feature dimension of `operand`."""
    shape = [1] * operand.ndim
    shape[feature_index] = vector.size
    return _wide(vector).reshape(shape)


def _other_axes(operand: Array, feature_index: int) -> tuple[int, ...]:
    return tuple(axis for axis in range(operand.ndim) if axis != feature_index)


def _sum(values: Array, axes: tuple[int, ...]) -> Array:
    if not values.size:
        return np.zeros([size for axis, size in enumerate(values.shape) if axis not in axes])
    return combined_in_order(np.add, values, axes)


def eval_batch_norm_inference(
    operand: Array,
    scale: Array,
    offset: Array,
    mean: Array,
    variance: Array,
    *,
    epsilon: float,
    feature_index: int,
    element_type: Attribute,
) -> Array:
    """`operand` normalised by the given `mean` and `variance`, all vectors of one element per feature."""
    along = partial(_along, feature_index, operand)
    normalized = (_wide(operand) - along(mean)) / np.sqrt(along(variance) + epsilon)
    return round_to(along(scale) * normalized + along(offset), element_type)


def eval_batch_norm_training(
    operand: Array,
    scale: Array,
    offset: Array,
    *,
    epsilon: float,
    feature_index: int,
    element_type: Attribute,
) -> tuple[Array, Array, Array]:
    """`operand` normalised by its own mean and variance per feature, and these two."""
    axes = _other_axes(operand, feature_index)
    wide = _wide(operand)
    count = operand.size // operand.shape[feature_index] if operand.shape[feature_index] else 0
    mean = _sum(wide, axes) / count
    centered = wide - _along(feature_index, operand, mean)
    variance = _sum(centered * centered, axes) / count
    output = eval_batch_norm_inference(
        operand,
        scale,
        offset,
        mean,
        variance,
        epsilon=epsilon,
        feature_index=feature_index,
        element_type=element_type,
    )
    return output, round_to(mean, element_type), round_to(variance, element_type)


def eval_batch_norm_grad(
    operand: Array,
    scale: Array,
    mean: Array,
    variance: Array,
    grad_output: Array,
    *,
    epsilon: float,
    feature_index: int,
    element_type: Attribute,
) -> tuple[Array, Array, Array]:
    """The gradients of batch_norm_training with respect to operand, scale and offset."""
    along = partial(_along, feature_index, operand)
    axes = _other_axes(operand, feature_index)
    gradient = _wide(grad_output)
    centered = _wide(operand) - along(mean)
    spread = along(variance) + epsilon
    stddev = np.sqrt(spread)
    elements_per_feature = operand.size // operand.shape[feature_index] if operand.shape[feature_index] else 0
    grad_offset = _sum(gradient, axes)
    correlation = _sum(gradient * centered, axes)
    i6 = gradient * elements_per_feature - along(grad_offset) - along(correlation) * centered / spread
    grad_operand = along(scale) / stddev / elements_per_feature * i6
    grad_scale = _sum(gradient * (centered / stddev), axes)
    return (
        round_to(grad_operand, element_type),
        round_to(grad_scale, element_type),
        round_to(grad_offset, element_type),
    )


register(BatchNormInferenceOp, eval_batch_norm_inference, cost=Cost(40_000, 40), exactness=Exactness.ROUNDED)
register(BatchNormTrainingOp, eval_batch_norm_training, cost=Cost(40_000, 40), exactness=Exactness.ROUNDED)
register(BatchNormGradOp, eval_batch_norm_grad, cost=Cost(40_000, 60), exactness=Exactness.ROUNDED)
