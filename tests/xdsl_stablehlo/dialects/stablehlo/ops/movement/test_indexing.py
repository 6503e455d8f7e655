"""Slices and gather: what the ops reject, infer and print."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import Attribute
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import verifies
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

F32, SCALAR, MATRIX, INDEX = "tensor<4xf32>", "tensor<f32>", "tensor<4x6xf32>", "tensor<i32>"
# A gather from 3x4x2 with indices 2x3x2, that upstream's tests and the specification use: what each case changes.
OPERAND, INDICES, GATHERED = "tensor<2x3x4x2xi32>", "tensor<2x2x3x2xi64>", "tensor<2x2x3x2x2xi32>"


def gather(slice_sizes: str = "1, 1, 2, 2", **changes: str) -> str:
    numbers = {
        "offset_dims": "[3, 4]",
        "collapsed_slice_dims": "[1]",
        "operand_batching_dims": "[0]",
        "start_indices_batching_dims": "[1]",
        "start_index_map": "[2, 1]",
        "index_vector_dim": "3",
    } | changes
    fields = ", ".join(f"{name} = {number}" for name, number in numbers.items())
    return f"dimension_numbers = #stablehlo.gather<{fields}>, slice_sizes = array<i64: {slice_sizes}>"


def gather_case(name: str, message: str, attributes: str, result: str = GATHERED, ours: str = "") -> Case:
    return Case(f"gather_{name}", "gather", [OPERAND, INDICES], [result], attributes, message, ours=ours)


NUMBERS = hlo.GatherDimensionNumbersAttr([3, 4], [1], [0], [1], [2, 1], 3)
SOURCE, START = tensor(i32, 2, 3, 4, 2), tensor(i32, 2, 2, 3, 2)
TAKEN = tensor(i32, 2, 2, 3, 2, 2)
INFERRED: list[tuple[HloOp, Attribute]] = [
    (hlo.SliceOp(value(tensor(f32, 7)), [1], [7], [2]), tensor(f32, 3)),
    (hlo.SliceOp(value(tensor(f32, 7)), [7], [7]), tensor(f32, 0)),
    (hlo.SliceOp(value(tensor(f32, UNKNOWN, bounds=(7,))), [1], [3]), tensor(f32, 2)),
    (hlo.DynamicSliceOp(value(tensor(f32, UNKNOWN)), [value(tensor(i32))], [3]), tensor(f32, 3)),
    (
        hlo.DynamicUpdateSliceOp(value(tensor(f32, 4)), value(tensor(f32, 2)), [value(tensor(i32))]),
        tensor(f32, 4),
    ),
    (hlo.GatherOp(value(SOURCE), value(START), NUMBERS, [1, 1, 2, 2]), TAKEN),
    (
        hlo.GatherOp(
            value(SOURCE),
            value(tensor(i32, UNKNOWN, 2, 3, 2, bounds=(9, *[UNKNOWN] * 3))),
            NUMBERS,
            [1, 1, 2, 2],
        ),
        tensor(i32, UNKNOWN, 2, 3, 2, 2, bounds=(9, *[UNKNOWN] * 4)),
    ),
]


@pytest.mark.parametrize(("op", "result"), INFERRED, ids=lambda x: x.name if isinstance(x, HloOp) else "")
def test_builders_infer_result_types(op: HloOp, result: Attribute):
    op.verify()
    assert op.result_types == (result,)
    assert infer_return_types(op) == (result,)


@pytest.mark.parametrize("promise", [False, True])
def test_gather_of_indices_said_to_be_sorted_is_not_speculatable(promise: bool):
    gather_op = hlo.GatherOp(value(SOURCE), value(START), NUMBERS, [1, 1, 2, 2], promise)
    assert is_speculatable(gather_op) is not promise


PRINTED = [
    function("%r0 = stablehlo.slice %a0 [1:3, 0:6:2] : (tensor<4x6xf32>) -> tensor<2x3xf32>", [MATRIX],
         ["tensor<2x3xf32>"]),
    function("%r0 = stablehlo.dynamic_slice %a0, %a1, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>",
             [F32, INDEX], ["tensor<2xf32>"]),
    function("%r0 = stablehlo.dynamic_update_slice %a0, %a0, %a1 : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) "
         "-> tensor<4xf32>",
             [F32, INDEX], [F32]),
    gather_case("c0", "", gather()).text(),
    function(
        '%r0 = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 0 : i64, dim = 0 : i64}> : '
        "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
        [F32, F32],
        [F32],
    ),
]  # fmt: skip


def test_a_dynamic_slice_of_a_scalar_is_printed_readably():
    text = function(
        "%r0 = stablehlo.dynamic_slice %a0, sizes = [] : (tensor<f32>) -> tensor<f32>", [SCALAR], [SCALAR]
    )
    printed = print_module(parse(text))
    assert "stablehlo.dynamic_slice %a0, sizes = []" in printed
    assert print_module(parse(printed)) == printed
    assert verifies(printed) is None


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
