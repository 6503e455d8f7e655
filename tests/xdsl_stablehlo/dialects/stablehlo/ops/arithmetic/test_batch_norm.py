"""batch_norm_training, batch_norm_inference, batch_norm_grad: what they reject, what they infer."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_rejected, tensor, value

T, V = "tensor<4x3xf32>", "tensor<3xf32>"
INPUTS = {"training": [T, V, V], "inference": [T, V, V, V, V], "grad": [T, V, V, V, T]}
OUTPUTS = {"training": [T, V, V], "inference": [T], "grad": [T, V, V]}
FEATURES = "the size of single-dimensional operands is 2 and the feature count is 3."
VECTORS = "expects single-dimensional operands to have compatible shapes."
INFERRED = "incompatible with return type(s) of operation"


def case(kind: str, label: str, message: str, feature: int = 1, **changes: str) -> Case:
    """A case with some types changed: `i1` is the second operand, `o0` the first result."""
    inputs, outputs = list(INPUTS[kind]), list(OUTPUTS[kind])
    for name, t in changes.items():
        (inputs if name[0] == "i" else outputs)[int(name[1:])] = t
    attributes = f"epsilon = 0.001 : f32, feature_index = {feature} : i64"
    op = f"batch_norm_{kind}"
    return Case(f"{op}_{label}", op, inputs, outputs, attributes, message)


SHORT, DOUBLE = "tensor<2xf32>", "tensor<3xf64>"
ELEMENTS = "requires compatible element types for all operands and results"

REJECTED = [
    *(case(kind, "c1", "got featureIndex 2, and rank 2.", feature=2) for kind in INPUTS),
    *(
        case(kind, "c1_negative", "'feature_index' failed to satisfy constraint", feature=-1)
        for kind in INPUTS
    ),
    *(case(kind, "c2", ELEMENTS, i1=DOUBLE) for kind in INPUTS),
    case("training", "c3", FEATURES, i1=SHORT, i2=SHORT),
    case("training", "c4", VECTORS, i2=SHORT),
    case("training", "c5", INFERRED, o1=SHORT),
    case("training", "c6", INFERRED, o2=SHORT),
    case("training", "c7", INFERRED, o0="tensor<4x2xf32>"),
    case("inference", "c3", FEATURES, i1=SHORT, i2=SHORT, i3=SHORT, i4=SHORT),
    case("inference", "c4", VECTORS, i2=SHORT),
    case("inference", "c5", VECTORS, i3=SHORT),
    case("inference", "c6", VECTORS, i4=SHORT),
    case("inference", "c7", INFERRED, o0="tensor<4x2xf32>"),
    case("grad", "c3", "expects multi-dimensional operands to have compatible shapes.", i4="tensor<4x2xf32>"),
    case("grad", "c3_result", INFERRED, o0="tensor<4x2xf32>"),
    case("grad", "c4", VECTORS, i2=SHORT),
    case("grad", "c4_result", INFERRED, o1=SHORT),
    case("grad", "c5", FEATURES, i1=SHORT, i2=SHORT, i3=SHORT),
]


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


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
