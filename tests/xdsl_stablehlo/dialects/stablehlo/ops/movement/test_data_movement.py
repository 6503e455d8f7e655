"""Data movement: what the ops reject, infer and print."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, check_printed, tensor, value
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

F32, SCALAR, MATRIX = "tensor<2xf32>", "tensor<f32>", "tensor<2x3xf32>"
BOUNDED = tensor(f32, UNKNOWN, 2, bounds=(5, UNKNOWN))
INFERRED: list[tuple[HloOp, Attribute]] = [
    (hlo.BroadcastOp(value(tensor(f32, 2)), [3, 4]), tensor(f32, 3, 4, 2)),
    (hlo.TransposeOp(value(BOUNDED), [1, 0]), tensor(f32, 2, UNKNOWN, bounds=(UNKNOWN, 5))),
    (hlo.ReverseOp(value(BOUNDED), [0]), BOUNDED),
]


@pytest.mark.parametrize(("op", "result"), INFERRED, ids=lambda x: x.name if isinstance(x, HloOp) else "")
def test_builders_infer_result_types(op: HloOp, result: Attribute):
    op.verify()
    assert op.result_types == (result,)
    assert infer_return_types(op) == (result,)


PRINTED = [
    function("%r0 = stablehlo.iota dim = 1 : tensor<2x3xf32>", [], [MATRIX]),
    function("%r0 = stablehlo.broadcast %a0, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf32>", [F32],
         ["tensor<3x2xf32>"]),
    function("%r0 = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<2xf32>", [SCALAR], [F32]),
    function("%r0 = stablehlo.reshape %a0 : (tensor<2x3xf32>) -> tensor<6xf32>", [MATRIX], ["tensor<6xf32>"]),
    function("%r0 = stablehlo.transpose %a0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>", [MATRIX],
         ["tensor<3x2xf32>"]),
    function("%r0 = stablehlo.reverse %a0, dims = [0] : tensor<2xf32>", [F32], [F32]),
]  # fmt: skip


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
