"""Quantized tensors: the specification's formulas, with the numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import Float32Type, IntegerType, TensorType
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.base.quant import (
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
    UniformQuantizedType,
)
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.elementwise import (
    QuantizationParameters,
    dequantize,
    quantize,
)

I8, F32 = IntegerType(8), Float32Type()


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
