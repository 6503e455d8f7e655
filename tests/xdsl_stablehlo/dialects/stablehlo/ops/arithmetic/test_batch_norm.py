"""batch_norm_training, batch_norm_inference, batch_norm_grad: what they reject, what they infer."""

from __future__ import annotations

from xdsl.dialects.builtin import f32

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, tensor, value

T, V = "tensor<4x3xf32>", "tensor<3xf32>"
SHORT, DOUBLE = "tensor<2xf32>", "tensor<3xf64>"


def test_result_types_and_bounds():
    operand = value(tensor(f32, 4, UNKNOWN, bounds=(UNKNOWN, 5)))
    vector = value(tensor(f32, UNKNOWN))
    features = tensor(f32, UNKNOWN, bounds=(5,))
    training = hlo.BatchNormTrainingOp(operand, vector, vector, epsilon=1e-3, feature_index=1)
    inference = hlo.BatchNormInferenceOp(
        operand, vector, vector, vector, vector, epsilon=1e-3, feature_index=1
    )
    grad = hlo.BatchNormGradOp(operand, vector, vector, vector, operand, epsilon=1e-3, feature_index=1)
    for op in (training, inference, grad):
        op.verify()
    assert training.result_types == (operand.type, features, features)
    assert inference.result_types == (operand.type,)
    assert grad.result_types == (operand.type, features, features)
