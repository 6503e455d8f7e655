"""uniform_quantize and uniform_dequantize: what they reject, what they infer, how they are printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import bf16, f32, i8

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedPerAxisType, UniformQuantizedType

F32, Q = "tensor<2xf32>", "tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>"


@pytest.mark.parametrize(
    "quantized", [UniformQuantizedType(i8, f32, 0.5), UniformQuantizedPerAxisType(i8, f32, 0, [0.5, 1.0])]
)
def test_dequantize_gives_the_expressed_type(quantized: UniformQuantizedType | UniformQuantizedPerAxisType):
    op = hlo.UniformDequantizeOp(value(tensor(quantized, 2)))
    op.verify()
    assert op.result.type == tensor(f32, 2)


def test_quantize_leaves_its_elements_open():
    op = hlo.UniformQuantizeOp(value(tensor(bf16, 2)), tensor(UniformQuantizedType(i8, bf16, 0.5), 2))
    op.verify()
    assert op.infer() is None
    assert str(op.infer_components()[0]) == "tensor<2xindex>"


@pytest.mark.parametrize(
    "line",
    [
        f"%r0 = stablehlo.uniform_quantize %a0 : ({F32}) -> {Q}\n  %r1 = stablehlo.uniform_quantize %r0 : {Q}",
        f"%r0 = stablehlo.uniform_quantize %a0 : ({F32}) -> {Q}\n"
        f"  %r1 = stablehlo.uniform_dequantize %r0 : ({Q}) -> {F32}",
    ],
)
def test_prints_as_upstream(line: str):
    # The oracle has no quant dialect: these lines are written as upstream's tools print them.
    assert line in print_module(parse(function(line, [F32], [Q]))).replace("\n    ", "\n  ")
