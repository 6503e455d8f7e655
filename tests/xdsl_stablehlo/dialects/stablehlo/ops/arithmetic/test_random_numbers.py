"""rng and rng_bit_generator: what they reject, what they infer, how they are printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, f32, i32, i64

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import RngAlgorithm, RngDistribution

F0, I0, SHAPE, OUT = "tensor<f32>", "tensor<i32>", "tensor<2xi64>", "tensor<?x?xf32>"


def test_rng_has_the_shape_of_a_constant():
    constant = hlo.ConstantOp(DenseIntOrFPElementsAttr.from_list(TensorType(i64, [2]), [3, 4]))
    low, high = value(tensor(i32)), value(tensor(i32))
    known = hlo.RngOp(low, high, constant, RngDistribution.UNIFORM)
    unknown = hlo.RngOp(low, high, value(tensor(i64, 2)), RngDistribution.UNIFORM)
    assert known.result.type == tensor(i32, 3, 4)
    assert unknown.result.type == tensor(i32, UNKNOWN, UNKNOWN)
    for op in (known, unknown):
        op.verify()


def test_rng_bit_generator_keeps_the_type_of_its_state():
    op = hlo.RngBitGeneratorOp(value(tensor(i64, 2)), RngAlgorithm.THREE_FRY, tensor(f32, 4))
    op.verify()
    assert op.output_state.type == tensor(i64, 2)


@pytest.mark.parametrize(
    ("line", "inputs", "outputs"),
    [
        (
            f"%r0 = stablehlo.rng %a0, %a1, %a2, distribution = NORMAL : ({F0}, {F0}, {SHAPE}) -> {OUT}",
            [F0, F0, SHAPE],
            [OUT],
        ),
        (
            "%r0, %r1 = stablehlo.rng_bit_generator %a0, algorithm = THREE_FRY {x = 1 : i32} : "
            "(tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)",
            ["tensor<2xui64>"],
            ["tensor<2xui64>", "tensor<4xui32>"],
        ),
    ],
)
def test_prints_as_cpp(line: str, inputs: list[str], outputs: list[str]):
    text = reprinted(function(line, inputs, outputs))
    assert print_module(parse(text)).strip() == text.strip()
