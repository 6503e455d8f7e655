"""concatenate and pad: what they reject, infer and print."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, check_rejected, tensor, value
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

F32, SCALAR, MATRIX = "tensor<2xf32>", "tensor<f32>", "tensor<2x3xf32>"
MISMATCH = "incompatible with return type(s) of operation"


def pad(low: str, high: str, interior: str) -> str:
    values = {"edge_padding_low": low, "edge_padding_high": high, "interior_padding": interior}
    return ", ".join(f"{name} = array<i64{value}>" for name, value in values.items())


REJECTED = [
    Case("concatenate_c1", "concatenate", [F32, "tensor<2xf64>"], ["tensor<4xf32>"], "dimension = 0 : i64",
         "requires the same element type for all operands and results"),
    Case("concatenate_c2", "concatenate", [MATRIX, "tensor<3x3xf32>"], ["tensor<2x6xf32>"], "dimension = 1 : i64",
         "shapes of operand (0) and (1) are not compatible at non-concat index 0: (2, 3) != (3, 3)"),
    Case("concatenate_c2_rank", "concatenate", [MATRIX, F32], [MATRIX], "dimension = 0 : i64",
         "operands (0) and (1) do not match rank"),
    Case("concatenate_c3", "concatenate", [], [F32], "dimension = 0 : i64",
         "expected 1 or more operands, but found 0"),
    Case("concatenate_c4", "concatenate", [F32, F32], ["tensor<4xf32>"], "dimension = 1 : i64",
         "dimension 1 is out-of-bounds for input rank 1"),
    Case("concatenate_c4_scalar", "concatenate", [SCALAR], [F32], "dimension = 0 : i64",
         "rank-0 values cannot be concatenated"),
    Case("concatenate_c4_negative", "concatenate", [F32], [F32], "dimension = -1 : i64",
         "'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative"),
    Case("concatenate_c5", "concatenate", [F32, F32], ["tensor<4xf64>"], "dimension = 0 : i64",
         "requires the same element type for all operands and results", ours="requires the same element type"),
    Case("concatenate_c6", "concatenate", [F32, F32], ["tensor<5xf32>"], "dimension = 0 : i64", MISMATCH),
    Case("pad_c1", "pad", [F32, "tensor<f64>"], [F32], pad(": 0", ": 0", ": 0"),
         "requires the same element type for all operands and results"),
    Case("pad_c2", "pad", [F32, SCALAR], [F32], pad(": 0, 0", ": 0, 0", ": 0, 0"),
         "edge_padding_low length (2) must match operand rank (1)"),
    Case("pad_c2_high", "pad", [F32, SCALAR], [F32], pad(": 0", ": 0, 0", ": 0"),
         "failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size"),
    Case("pad_c3", "pad", [F32, SCALAR], [F32], pad(": 0", ": 0", ": -1"), "Interior padding cannot be negative: -1"),
    Case("pad_c4", "pad", [F32, SCALAR], [F32], pad(": 1", ": 0", ": 0"), MISMATCH),
    Case("pad_c4_negative", "pad", [F32, SCALAR], [F32], pad(": -3", ": 0", ": 0"),
         "Padding result in negative size for dimension 0"),
    Case("pad_c4_bound", "pad", ["tensor<?xf32, #stablehlo.bounds<2>>", SCALAR], ["tensor<?xf32>"],
         pad(": -3", ": 0", ": 0"), "Padding result in negative bound for dimension 0"),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


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
