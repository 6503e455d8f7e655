"""Quantized tensors: the specification's formulas, with the numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import Float32Type, IntegerType, TensorType
from xdsl.ir import Attribute

from tests.helpers.programs import evaluate, function, parse
from xdsl_stablehlo.dialects.base.quant import (
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
    UniformQuantizedType,
)
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.elementwise import (
    QuantizationParameters,
    dequantize,
    quantize,
)
from xdsl_stablehlo.values.element_types import Array

I8, F32 = IntegerType(8), Float32Type()


def quantized(shape: str, element: str) -> str:
    return f"tensor<{shape}x!quant.uniform<{element}>>"


def test_uniform_quantize_and_dequantize_examples_of_the_specification():
    first, second = (
        quantized("2", "i8:f32:0, {0.1:-30,0.5:-20}"),
        quantized("2", "i8:f32:0, {0.1:-20,0.2:-30}"),
    )
    body = f"""%q = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> {first}
  %r0 = stablehlo.bitcast_convert %q : ({first}) -> tensor<2xi8>
  %p = stablehlo.uniform_quantize %q : ({first}) -> {second}
  %r1 = stablehlo.bitcast_convert %p : ({second}) -> tensor<2xi8>
  %r2 = stablehlo.uniform_dequantize %q : ({first}) -> tensor<2xf32>"""
    program = function(body, ["tensor<2xf32>"], ["tensor<2xi8>", "tensor<2xi8>", "tensor<2xf32>"])
    stored, again, back = evaluate(program, np.array([4.0, 15.0], "f4"))
    np.testing.assert_array_equal(stored, [10, 10])
    np.testing.assert_array_equal(again, [20, 45])
    np.testing.assert_array_equal(back, np.array([4, 15], "f4"))


def parameters(element_type: Attribute, *shape: int) -> QuantizationParameters:
    return QuantizationParameters.of(TensorType(element_type, shape))


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (0.0, 3),
        (0.25, 4),  # 0.5 + 3 = 3.5: ties to even
        (0.75, 4),  # 1.5 + 3 = 4.5: ties to even
        (1e9, 100),
        (-1e9, -100),
        (float("inf"), 100),
        (float("-inf"), -100),
        (float("nan"), 0),
    ],
)
def test_quantize_rounds_to_even_within_the_storage_range(value: float, stored: int):
    p = parameters(UniformQuantizedType(I8, F32, 0.5, 3, storage_range=(-100, 100)), 1)
    np.testing.assert_array_equal(quantize(np.array([value], "f4"), p), np.array([stored], "i1"))


def test_dequantize_does_not_wrap_around():
    p = parameters(UniformQuantizedType(I8, F32, 1.0, -100), 2)
    np.testing.assert_array_equal(dequantize(np.array([127, -128], "i1"), p), np.array([227, -28], "f4"))


def test_unsigned_storage():
    p = parameters(UniformQuantizedType(I8, F32, 1.0, 128, signed=False), 2)
    stored = quantize(np.array([127.0, -200.0], "f4"), p)
    assert stored.dtype == np.uint8
    np.testing.assert_array_equal(stored, [255, 0])
    np.testing.assert_array_equal(dequantize(stored, p), np.array([127, -128], "f4"))


def test_scales_apply_along_their_axis():
    p = parameters(UniformQuantizedPerAxisType(I8, F32, 1, [1.0, 2.0, 4.0], [0, 1, 2]), 2, 3)
    stored = np.full((2, 3), 10, "i1")
    np.testing.assert_array_equal(dequantize(stored, p), np.array([[10, 18, 32]] * 2, "f4"))
    np.testing.assert_array_equal(quantize(np.full((2, 3), 8, "f4"), p), [[8, 5, 4]] * 2)


def test_scales_apply_to_blocks():
    blocks = UniformQuantizedSubChannelType(I8, F32, [(0, 1), (1, 2)], [2, 2], [1.0, 2.0, 3.0, 4.0])
    expected = np.array([[1, 1, 2, 2], [3, 3, 4, 4]], "f4")
    np.testing.assert_array_equal(dequantize(np.ones((2, 4), "i1"), parameters(blocks, 2, 4)), expected)


def on_quantized(op: str, types: tuple[str, ...], result: str, *arguments: Array) -> Array:
    """`op` on arguments that are quantized to `types` before; the storage integers of its result."""
    shape = "x".join(map(str, arguments[0].shape))
    lines = [
        f"%q{i} = stablehlo.uniform_quantize %a{i} : (tensor<{shape}xf32>) -> {quantized(shape, t)}"
        for i, t in enumerate(types)
    ]
    operands = ", ".join(f"%q{i}" for i in range(len(types)))
    signature = ", ".join(quantized(shape, t) for t in types)
    lines.append(f'%z = "stablehlo.{op}"({operands}) : ({signature}) -> {quantized(shape, result)}')
    lines.append(f"%r0 = stablehlo.bitcast_convert %z : ({quantized(shape, result)}) -> tensor<{shape}xi8>")
    program = function("\n  ".join(lines), [f"tensor<{shape}xf32>"] * len(types), [f"tensor<{shape}xi8>"])
    return evaluate(program, *arguments)[0]


def test_elementwise_ops_dequantize_compute_and_quantize():
    left, right = np.array([1.0, 2.0, -4.0], "f4"), np.array([3.0, 4.0, 1.5], "f4")
    added = on_quantized("add", ("i8:f32, 0.5:3", "i8:f32, 0.25"), "i8:f32, 2.0:-20", left, right)
    # 4 / 2 - 20, 6 / 2 - 20, -2.5 / 2 - 20 = -21.25
    np.testing.assert_array_equal(added, [-18, -17, -21])
    multiplied = on_quantized("multiply", ("i8:f32, 0.5", "i8:f32, 0.5"), "i8:f32, 1.0", left, right)
    np.testing.assert_array_equal(multiplied, [3, 8, -6])


def test_adding_saturates_at_the_storage_range():
    big = np.array([50.0, -60.0], "f4")
    np.testing.assert_array_equal(
        on_quantized("add", ("i8:f32, 1.0",) * 2, "i8:f32, 0.5", big, big), [127, -128]
    )


def test_moving_elements_keeps_the_storage_integers():
    stored = "!quant.uniform<i8<-10:10>:f32, 0.1>"
    body = f"""%q = stablehlo.bitcast_convert %a0 : (tensor<2x2xi8>) -> tensor<2x2x{stored}>
  %t = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x2x{stored}>) -> tensor<2x2x{stored}>
  %r0 = stablehlo.bitcast_convert %t : (tensor<2x2x{stored}>) -> tensor<2x2xi8>"""
    (result,) = evaluate(
        function(body, ["tensor<2x2xi8>"], ["tensor<2x2xi8>"]), np.array([[1, 99], [-99, 4]], "i1")
    )
    # 99 is no value of this type, but transposing does not look.
    np.testing.assert_array_equal(result, [[1, -99], [99, 4]])


@pytest.mark.parametrize(
    ("lhs", "rhs", "result", "expected"),
    [
        # quantized both: real values [1, 2] and [[3, 0.5], [-1, 2]] give [1, 4.5]
        ("i8:f32, 0.5:1", "i8:f32, 0.5", "i8:f32, 0.5:10", [12, 19]),
        ("i8:f32, 0.5:1", "i8:f32:1, {1.0,0.5}", "i8:f32:0, {1.0,0.5:1}", [1, 10]),
    ],
)
def test_dot_general_of_quantized_tensors(lhs: str, rhs: str, result: str, expected: list[int]):
    a, b, c = quantized("2", lhs), quantized("2x2", rhs), quantized("2", result)
    body = f"""%p = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> {a}
  %q = stablehlo.uniform_quantize %a1 : (tensor<2x2xf32>) -> {b}
  %z = stablehlo.dot_general %p, %q, contracting_dims = [0] x [0] : ({a}, {b}) -> {c}
  %r0 = stablehlo.bitcast_convert %z : ({c}) -> tensor<2xi8>"""
    program = function(body, ["tensor<2xf32>", "tensor<2x2xf32>"], ["tensor<2xi8>"])
    weights = np.array([[3, 0.5], [-1, 2]], "f4")
    np.testing.assert_array_equal(evaluate(program, np.array([1, 2], "f4"), weights)[0], expected)


def test_convolution_of_floats_with_quantized_weights_computes_in_floats():
    weights = quantized("2x1x1", "i8:f32, 0.5")
    body = f"""%q = stablehlo.uniform_quantize %a1 : (tensor<2x1x1xf32>) -> {weights}
  %r0 = stablehlo.convolution(%a0, %q) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{}}
    {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
    : (tensor<1x3x1xf32>, {weights}) -> tensor<1x2x1xf32>"""
    program = function(body, ["tensor<1x3x1xf32>", "tensor<2x1x1xf32>"], ["tensor<1x2x1xf32>"])
    lhs, rhs = np.array([0.25, 1, 2], "f4").reshape(1, 3, 1), np.array([1.1, -2.1], "f4").reshape(2, 1, 1)
    # The weights are 1.0 and -2.0 to the nearest half.
    np.testing.assert_array_equal(evaluate(program, lhs, rhs)[0].reshape(-1), np.array([-1.75, -3], "f4"))


def test_compare_and_select_of_quantized_tensors():
    q = quantized("2", "i8:f32, 0.5")
    p = quantized("2", "i8:f32, 0.25:5")
    body = f"""%q = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> {q}
  %p = stablehlo.uniform_quantize %a1 : (tensor<2xf32>) -> {p}
  %r0 = stablehlo.compare LT, %q, %p : ({q}, {p}) -> tensor<2xi1>
  %s = stablehlo.select %r0, %q, %q : tensor<2xi1>, {q}
  %r1 = stablehlo.uniform_dequantize %s : ({q}) -> tensor<2xf32>"""
    program = function(body, ["tensor<2xf32>"] * 2, ["tensor<2xi1>", "tensor<2xf32>"])
    less, chosen = evaluate(program, np.array([1, 2], "f4"), np.array([1.25, 1.75], "f4"))
    np.testing.assert_array_equal(less, [True, False])
    np.testing.assert_array_equal(chosen, np.array([1, 2], "f4"))


def test_reduce_of_quantized_tensors_quantizes_every_sum():
    q, scalar = quantized("3", "i8:f32, 1.0"), "tensor<!quant.uniform<i8:f32, 1.0>>"
    body = f"""%q = stablehlo.uniform_quantize %a0 : (tensor<3xf32>) -> {q}
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.uniform_quantize %f : (tensor<f32>) -> {scalar}
  %z = stablehlo.reduce(%q init: %i) applies stablehlo.add across dimensions = [0] : ({q}, {scalar}) -> {scalar}
  %r0 = stablehlo.uniform_dequantize %z : ({scalar}) -> tensor<f32>"""
    (result,) = evaluate(function(body, ["tensor<3xf32>"], ["tensor<f32>"]), np.array([100, 60, 1], "f4"))
    # The storage integers would wrap around; sums of quantized values stop at 127.
    assert result.item() == 127


@pytest.mark.parametrize(
    ("storage", "value", "expected"),
    [
        ("u8:f32, 2.0:16", "dense<-56> : tensor<2xi8>", 368.0),
        ("u4:f32, 2.0:1", "dense<-1> : tensor<2xi4>", 28.0),
    ],
)
def test_constants_of_unsigned_storage(storage: str, value: str, expected: float):
    """The elements of a constant have no sign: -56 stands for 200 of u8, and (200 - 16) * 2 is 368; -1 for 15 of u4."""
    kind = quantized("2", storage)
    body = f"""%c = stablehlo.constant() <{{value = {value}}}> : () -> {kind}
  %r0 = stablehlo.uniform_dequantize %c : ({kind}) -> tensor<2xf32>"""
    program = function(body, [], ["tensor<2xf32>"])
    assert evaluate(program)[0].tolist() == [expected] * 2
    module = parse(program)
    fold_module(module)
    assert [result.array.tolist() for result in eval_module(module)] == [[expected] * 2]
