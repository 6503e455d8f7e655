"""concatenate and pad: what they reject, infer and print."""

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
    # c0 to c5 of the table in Base.cpp, inferConcatenatedDimAndBound
    (hlo.ConcatenateOp([value(tensor(f32, 2)), value(tensor(f32, 3))], 0), tensor(f32, 5)),
    (hlo.ConcatenateOp([value(tensor(f32, 2)), value(tensor(f32, UNKNOWN))], 0), tensor(f32, UNKNOWN)),
    (
        hlo.ConcatenateOp([value(tensor(f32, 2)), value(tensor(f32, UNKNOWN, bounds=(3,)))], 0),
        tensor(f32, UNKNOWN, bounds=(5,)),
    ),
    (
        hlo.ConcatenateOp(
            [value(tensor(f32, UNKNOWN, bounds=(4,))), value(tensor(f32, UNKNOWN, bounds=(3,)))], 0
        ),
        tensor(f32, UNKNOWN, bounds=(7,)),
    ),
    (
        hlo.ConcatenateOp([value(tensor(f32, UNKNOWN)), value(tensor(f32, UNKNOWN, bounds=(3,)))], 0),
        tensor(f32, UNKNOWN),
    ),
    (hlo.ConcatenateOp([value(tensor(f32, UNKNOWN, 1)), value(tensor(f32, 3, 1))], 1), tensor(f32, 3, 2)),
    (hlo.PadOp(value(tensor(f32, 3)), value(tensor(f32)), [1], [2], [1]), tensor(f32, 8)),
    (hlo.PadOp(value(tensor(f32, 3)), value(tensor(f32)), [-1], [-2], [0]), tensor(f32, 0)),
    (hlo.PadOp(value(tensor(f32, 0)), value(tensor(f32)), [1], [0], [7]), tensor(f32, 1)),
    (
        hlo.PadOp(value(BOUNDED), value(tensor(f32)), [1, 0], [0, 0], [0, 0]),
        tensor(f32, UNKNOWN, 2, bounds=(6, UNKNOWN)),
    ),
]


@pytest.mark.parametrize(("op", "result"), INFERRED, ids=lambda x: x.name if isinstance(x, HloOp) else "")
def test_builders_infer_result_types(op: HloOp, result: Attribute):
    op.verify()
    assert op.result_types == (result,)
    assert infer_return_types(op) == (result,)


PRINTED = [
    function("%r0 = stablehlo.concatenate %a0, %a0, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>",
         [F32], ["tensor<4xf32>"]),
    function("%r0 = stablehlo.pad %a0, %a1, low = [1], high = [-1], interior = [0] : (tensor<2xf32>, "
         "tensor<f32>) -> tensor<2xf32>",
             [F32, SCALAR], [F32]),
]  # fmt: skip


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
