"""Batch normalisation: the specification's examples, and its decompositions in f64."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from tests.helpers.oracle import Array
from tests.helpers.programs import evaluate, function, parse
from xdsl_stablehlo.interpreter import eval_module

OPERAND, VECTOR = "tensor<2x2x2xf64>", "tensor<2xf64>"
X = np.array([[[1, 2], [3, 4]], [[3, 4], [1, 2]]], "f8")
ONES = np.ones(2)


def test_batch_norm_grad_example_of_the_specification():
    body = f"""%r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {{
    epsilon = 0.0 : f32, feature_index = 2 : i64
  }} : ({OPERAND}, {VECTOR}, {VECTOR}, {VECTOR}, {OPERAND}) -> ({OPERAND}, {VECTOR}, {VECTOR})"""
    program = function(body, [OPERAND, *[VECTOR] * 3, OPERAND], [OPERAND, VECTOR, VECTOR])
    grads = evaluate(program, X, ONES, np.array([2.0, 3.0]), ONES, np.full((2, 2, 2), 0.1))
    for grad, expected in zip(grads, (np.zeros((2, 2, 2)), np.zeros(2), np.full(2, 0.4))):
        np.testing.assert_allclose(grad, expected, atol=1e-15)


SHAPE, FEATURE, EPSILON = (4, 3, 5), 1, 0.25


def generic(op: str, operands: list[str], results: list[str]) -> str:
    names = ", ".join([f"%a{i}" for i in range(len(operands))])
    values = ", ".join([f"%r{i}" for i in range(len(results))])
    body = f"""{values} = "stablehlo.{op}"({names}) {{epsilon = {EPSILON} : f32, feature_index = {FEATURE} : i64}}
      : ({", ".join(operands)}) -> ({", ".join(results)})"""
    return function(body, operands, results)


def samples() -> tuple[Array, Array, Array, Array]:
    """Operand, scale, offset, and what the gradient of the output is."""
    generator = np.random.default_rng(7)
    vectors = generator.normal(size=(2, SHAPE[FEATURE])) + 2
    return generator.normal(size=SHAPE) * 3 + 1, vectors[0], vectors[1], generator.normal(size=SHAPE)


def one_by_one(x: Array, feature: int) -> list[float]:
    """The elements of one feature."""
    return [float(value) for value in x[:, feature, :].reshape(-1)]


def test_batch_norm_training_and_inference_are_their_definitions() -> None:
    """Feature by feature, with Python's statistics."""
    x, scale, offset, _ = samples()
    operand, vector = "tensor<4x3x5xf64>", "tensor<3xf64>"
    program = generic("batch_norm_training", [operand, vector, vector], [operand, vector, vector])
    trained = evaluate(program, x, scale, offset)
    for feature in range(SHAPE[FEATURE]):
        values = one_by_one(x, feature)
        mean, variance = statistics.fmean(values), statistics.pvariance(values)
        expected = [
            float(scale[feature]) * (value - mean) / math.sqrt(variance + EPSILON) + float(offset[feature])
            for value in values
        ]
        assert one_by_one(trained[0], feature) == pytest.approx(expected, rel=1e-12, abs=1e-12)
        assert float(trained[1][feature]) == pytest.approx(mean, rel=1e-12)
        assert float(trained[2][feature]) == pytest.approx(variance, rel=1e-12)
    vectors = [scale, offset, trained[1], trained[2]]
    (inferred,) = evaluate(generic("batch_norm_inference", [operand, *[vector] * 4], [operand]), x, *vectors)
    np.testing.assert_allclose(inferred, trained[0], rtol=1e-12, atol=1e-12)


def test_batch_norm_grad_is_the_derivative_of_training() -> None:
    """By differences of the sum of outputs, each weighted by its gradient."""
    x, scale, offset, gradient = samples()
    operand, vector = "tensor<4x3x5xf64>", "tensor<3xf64>"
    training = generic("batch_norm_training", [operand, vector, vector], [operand, vector, vector])
    _, mean, variance = evaluate(training, x, scale, offset)
    grads = evaluate(
        generic("batch_norm_grad", [operand, *[vector] * 3, operand], [operand, vector, vector]),
        *(x, scale, mean, variance, gradient),
    )
    program = parse(training)

    def loss(*arguments: Array) -> float:
        output = eval_module(program, arguments)[0]
        return float((np.asarray(output.array) * gradient).sum())

    step = 1e-5
    for position, (grad, at) in enumerate(zip(grads, ((1, 2, 3), (1,), (2,)), strict=True)):
        ends: list[float] = []
        for sign in (1, -1):
            moved = [x.copy(), scale.copy(), offset.copy()]
            moved[position][at] += sign * step
            ends.append(loss(*moved))
        assert float(grad[at]) == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("shape", [(0, 2), (3, 0)])
def test_batch_norm_of_nothing(shape: tuple[int, int]) -> None:
    """The mean of no elements is 0 / 0; without features there is none."""
    operand, vector = f"tensor<{shape[0]}x{shape[1]}xf64>", f"tensor<{shape[1]}xf64>"
    _, mean, variance = evaluate(
        generic("batch_norm_training", [operand, vector, vector], [operand, vector, vector]),
        *(np.ones(shape), np.ones(shape[1]), np.ones(shape[1])),
    )
    assert mean.shape == variance.shape == (shape[1],)
    assert np.isnan(mean).all()
    assert np.isnan(variance).all()
