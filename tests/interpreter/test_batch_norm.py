"""Batch normalisation: the specification's examples, and its decompositions in f64."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import assert_same, evaluate, function

OPERAND, VECTOR = "tensor<2x2x2xf64>", "tensor<2xf64>"
X = np.array([[[1, 2], [3, 4]], [[3, 4], [1, 2]]], "f8")
ONES = np.ones(2)


def test_batch_norm_inference_example_of_the_specification():
    body = f"""%r0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {{
    epsilon = 0.0 : f32, feature_index = 2 : i64
  }} : ({OPERAND}, {VECTOR}, {VECTOR}, {VECTOR}, {VECTOR}) -> {OPERAND}"""
    program = function(body, [OPERAND, *[VECTOR] * 4], [OPERAND])
    (result,) = evaluate(program, X, ONES, ONES, np.array([2.0, 3.0]), ONES)
    assert_same(result, np.array([[[0, 0], [2, 2]], [[2, 2], [0, 0]]], "f8"), ulps=1)


def test_batch_norm_training_example_of_the_specification():
    body = f"""%r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {{
    epsilon = 0.0 : f32, feature_index = 2 : i64
  }} : ({OPERAND}, {VECTOR}, {VECTOR}) -> ({OPERAND}, {VECTOR}, {VECTOR})"""
    program = function(body, [OPERAND, VECTOR, VECTOR], [OPERAND, VECTOR, VECTOR])
    output, mean, variance = evaluate(program, X, ONES, ONES)
    assert_same(output, np.array([[[0, 0], [2, 2]], [[2, 2], [0, 0]]], "f8"), ulps=1)
    assert_same(mean, np.array([2.0, 3.0]))
    assert_same(variance, ONES)


def test_batch_norm_grad_example_of_the_specification():
    body = f"""%r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {{
    epsilon = 0.0 : f32, feature_index = 2 : i64
  }} : ({OPERAND}, {VECTOR}, {VECTOR}, {VECTOR}, {OPERAND}) -> ({OPERAND}, {VECTOR}, {VECTOR})"""
    program = function(body, [OPERAND, *[VECTOR] * 3, OPERAND], [OPERAND, VECTOR, VECTOR])
    grads = evaluate(program, X, ONES, np.array([2.0, 3.0]), ONES, np.full((2, 2, 2), 0.1))
    for grad, expected in zip(grads, (np.zeros((2, 2, 2)), np.zeros(2), np.full(2, 0.4))):
        np.testing.assert_allclose(grad, expected, atol=1e-15)


@pytest.mark.parametrize("element_type", ["f16", "bf16", "f32"])
def test_batch_norm_training_of_many_elements_keeps_its_digits(element_type: str):
    count = 20000
    operand, vector = f"tensor<{count}x1x{element_type}>", f"tensor<1x{element_type}>"
    body = f"""%c = stablehlo.constant dense<1.0> : {vector}
  %x = stablehlo.constant dense<3.0> : {operand}
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%x, %c, %c) {{
    epsilon = 0.5 : f32, feature_index = 1 : i64
  }} : ({operand}, {vector}, {vector}) -> ({operand}, {vector}, {vector})"""
    output, mean, variance = evaluate(function(body, [], [operand, vector, vector]))
    # The sum of all elements is more than f16 holds, and more than bf16 counts to.
    assert mean.astype(np.float64).item() == 3
    assert variance.astype(np.float64).item() == 0
    np.testing.assert_array_equal(output.astype(np.float64), np.ones((count, 1)))


def test_batch_norm_of_quantized_tensors_dequantizes_first():
    real, quantized = "tensor<2x1xf32>", "tensor<2x1x!quant.uniform<i8:f32, 0.5:1>>"
    vector = "tensor<1xf32>"
    body = f"""%q = stablehlo.uniform_quantize %a0 : ({real}) -> {quantized}
  %one = stablehlo.constant dense<1.0> : {vector}
  %v = stablehlo.uniform_quantize %one : ({vector}) -> tensor<1x!quant.uniform<i8:f32, 0.5:1>>
  %n = "stablehlo.batch_norm_inference"(%q, %v, %v, %v, %v) {{epsilon = 0.0 : f32, feature_index = 1 : i64}} :
    ({quantized}, {", ".join(["tensor<1x!quant.uniform<i8:f32, 0.5:1>>"] * 4)}) -> {quantized}
  %r0 = stablehlo.uniform_dequantize %n : ({quantized}) -> {real}"""
    (result,) = evaluate(function(body, [real], [real]), np.array([[3.0], [-2.0]], "f4"))
    np.testing.assert_array_equal(result, np.array([[3.0], [-2.0]], "f4"))


def test_every_result_of_a_quantized_batch_norm_is_quantized():
    real, quantized = "tensor<2x1xf32>", "tensor<2x1x!quant.uniform<i8:f32, 0.5>>"
    vector = "tensor<1x!quant.uniform<i8:f32, 0.5>>"
    body = f"""%q = stablehlo.uniform_quantize %a0 : ({real}) -> {quantized}
  %one = stablehlo.constant dense<1.0> : tensor<1xf32>
  %v = stablehlo.uniform_quantize %one : (tensor<1xf32>) -> {vector}
  %n:3 = "stablehlo.batch_norm_training"(%q, %v, %v) {{epsilon = 0.0 : f32, feature_index = 1 : i64}} :
    ({quantized}, {vector}, {vector}) -> ({quantized}, {vector}, {vector})
  %r0 = stablehlo.uniform_dequantize %n#0 : ({quantized}) -> {real}
  %r1 = stablehlo.uniform_dequantize %n#1 : ({vector}) -> tensor<1xf32>
  %r2 = stablehlo.uniform_dequantize %n#2 : ({vector}) -> tensor<1xf32>"""
    program = function(body, [real], [real, "tensor<1xf32>", "tensor<1xf32>"])
    output, mean, variance = evaluate(program, np.array([[3.0], [6.0]], "f4"))
    np.testing.assert_array_equal(output, np.array([[0.0], [2.0]], "f4"))
    # 2.25 to the nearest half, ties to even.
    assert (mean.item(), variance.item()) == (4.5, 2.0)
