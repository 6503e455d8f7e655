"""The check dialect: what its ops reject, how they are built and printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, f32

from tests.helpers.programs import function, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import check
from xdsl_stablehlo.dialects.stablehlo import HloOp

from .cases import tensor, value

F32, I32 = "tensor<2xf32>", "tensor<2xi32>"

# Written as upstream's printer writes them; the oracle has none of these dialects.
LINES = [
    f"check.expect_eq %a0, %a0 : {F32}",
    f"check.expect_eq %a0, %a0 {{x = 1 : i32}} : {F32}",
    "check.expect_eq_const %a0, dense<[0x7FC00000, -0.000000e+00]> : tensor<2xf32>",
    f"check.expect_almost_eq %a0, %a0 : {F32}",
    f"check.expect_almost_eq %a0, %a0, tolerance = 1.000000e-03 : {F32}",
    "check.expect_almost_eq_const %a0, dense<1.500000e+00> : tensor<2xf32>",
    "check.expect_almost_eq_const %a0, dense<1.500000e+00> : tensor<2xf32>, tolerance = 1.000000e-03 {x = 1 : i32}",
    f"check.expect_close %a0, %a0, max_ulp_difference = 1 : {F32}, {F32}",
    f"check.expect_close %a0, %a0, max_ulp_difference = 18446744073709551615, min_ulp_difference = 2 : {F32}, {F32}",
    f"check.expect_close %a0, %a0, max_ulp_difference = 1, min_ulp_difference = 18446744073709551615 : {F32}, {F32}",
    f'check.expect_serialized_eq %a0, probe_id = "p" : {F32}',
    f'check.expect_serialized_eq %a0, probe_id = "p", iter = 2 : {F32}',
]


@pytest.mark.parametrize("line", LINES)
def test_prints_as_upstream(line: str):
    module = parse(function(line, [F32]))
    assert f"  {line}\n" in print_module(module)
    assert print_module(parse(print_module(module, generic=True))) == print_module(module)


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("%a0, %a0 {tolerance = 0.1 : f64} : tensor<2xf32>", "%a0, %a0, tolerance = 1.000000e-01 : tensor<2xf32>"),
        ("%a0, %a0, tolerance = 0.1 {x} : tensor<2xf32>", "%a0, %a0, tolerance = 1.000000e-01 {x} : tensor<2xf32>"),
        ("_const %a0, dense<1.0> : tensor<2xf32> {tolerance = 0.1 : f64, x}",
         "_const %a0, dense<1.000000e+00> : tensor<2xf32>, tolerance = 1.000000e-01 {x}"),
    ],
)  # fmt: skip
def test_a_tolerance_may_stand_in_the_dictionary(line: str, printed: str):
    op, separator = "check.expect_almost_eq", "" if line.startswith("_") else " "
    module = parse(function(f"{op}{separator}{line}", [F32]))
    assert f"  {op}{separator}{printed}\n" in print_module(module)


def test_defaults_may_be_left_out():
    text = '"check.expect_close"(%a0, %a0) : (tensor<2xf32>, tensor<2xf32>) -> ()'
    assert "max_ulp_difference = 1 :" in print_module(parse(function(text, [F32])))


REJECTED = [
    ('"check.expect_eq"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> ()', "all of {lhs, rhs} have same type"),
    ('"check.expect_eq_const"(%a0) <{value = dense<1> : tensor<2xi32>}> : (tensor<2xf32>) -> ()',
     "all of {lhs, value} have same type"),
    ('"check.expect_eq_const"(%a0) <{value = 1 : i32}> : (tensor<2xf32>) -> ()', "constant vector/tensor"),
    ('"check.expect_almost_eq"(%a1, %a1) : (tensor<2xi32>, tensor<2xi32>) -> ()', "operand #0 must be tensor of"),
    ('"check.expect_close"(%a0, %a2) : (tensor<2xf32>, tensor<3xf32>) -> ()', "{actual, expected} have same type"),
]  # fmt: skip


def test_builders():
    operand = value(tensor(f32, 2))
    elements = DenseIntOrFPElementsAttr.from_list(TensorType(f32, [2]), [1.0, 2.0])
    ops: list[HloOp] = [
        check.ExpectEqOp(operand, operand),
        check.ExpectEqConstOp(operand, elements),
        check.ExpectAlmostEqOp(operand, operand, 1e-2),
        check.ExpectAlmostEqConstOp(operand, elements),
        check.ExpectCloseOp(operand, operand, 3, 1),
        check.ExpectSerializedEqOp(operand, "probe"),
    ]
    for op in ops:
        op.verify()
