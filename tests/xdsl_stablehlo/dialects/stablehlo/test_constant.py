"""constant: what it rejects, and its constructor."""

from __future__ import annotations

from typing import Any, cast

import ml_dtypes
import numpy as np
import pytest
from xdsl.ir import Attribute

from tests.helpers.programs import context
from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.text.read.parser import TextParser


def attribute(text: str) -> Attribute:
    return TextParser(context(), text).parse_only_attribute()


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (
            np.array([[1.5, -0.0], [np.inf, 2.0]], np.float32),
            "[[1.5, -0.0], [0x7F800000, 2.0]]> : tensor<2x2xf32>",
        ),
        (np.array([True, False]), "[true, false]> : tensor<2xi1>"),
        (np.array(7), "7> : tensor<i64>"),
        (np.uint8(200), "200> : tensor<ui8>"),
        (np.array([1 + 2j], np.complex64), "[(1.0, 2.0)]> : tensor<1xcomplex<f32>>"),
        (np.array([1.5, -2.0], ml_dtypes.bfloat16), "[1.5, -2.0]> : tensor<2xbf16>"),
        (np.array([1.5, 448.0], ml_dtypes.float8_e4m3fn), "[1.5, 448.0]> : tensor<2xf8E4M3FN>"),
        (np.array([-8, 7], ml_dtypes.int4), "[-8, 7]> : tensor<2xi4>"),
        (np.zeros((0, 3), np.int32), "> : tensor<0x3xi32>"),
        (np.arange(6, dtype=">i2").reshape(2, 3).T, "[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi16>"),
        (np.broadcast_to(np.float64(0.5), (300, 300)), "0.5> : tensor<300x300xf64>"),
    ],
    ids=lambda value: value.split("tensor")[1] if isinstance(value, str) else None,
)
def test_arrays_are_constants(array: Any, text: str):
    expected = attribute(f"dense<{text}")
    for op in (hlo.ConstantOp(array), chlo.ConstantOp(array)):
        op.verify()
        assert op.value == expected
        assert op.output.type == cast(Any, expected).type


def test_an_array_is_copied():
    array = np.zeros(2, np.int32)
    op = hlo.ConstantOp(array)
    array[0] = 1
    assert op.value == attribute("dense<0> : tensor<2xi32>")


def test_an_array_of_stored_integers():
    quantized = attribute("tensor<2x!quant.uniform<i8:f32, 0.5>>")
    op = hlo.ConstantOp(np.array([-3, 4], np.int8), quantized)
    op.verify()
    assert (op.value, op.output.type) == (attribute("dense<[-3, 4]> : tensor<2xi8>"), quantized)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.array(["a"]), "no element type of StableHLO is held as <U1"),
        (np.array([None]), "no element type of StableHLO is held as object"),
        (np.zeros(2, np.longdouble), "no element type of StableHLO is held as "),
    ],
    ids=str,
)
def test_arrays_that_are_no_constants(array: Any, message: str):
    with pytest.raises(ValueError, match=f"^{message}"):
        hlo.ConstantOp(array)
