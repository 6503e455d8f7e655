"""Slices and gather: what the ops reject, infer and print."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import Attribute
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import verifies
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, check_rejected, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

F32, SCALAR, MATRIX, INDEX = "tensor<4xf32>", "tensor<f32>", "tensor<4x6xf32>", "tensor<i32>"
MISMATCH = "incompatible with return type(s) of operation"


def ranges(starts: str, limits: str, strides: str) -> str:
    values = {"start_indices": starts, "limit_indices": limits, "strides": strides}
    return ", ".join(f"{name} = array<i64: {value}>" for name, value in values.items())


def sizes(*values: int) -> str:
    return f"slice_sizes = array<i64: {', '.join(map(str, values))}>"


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


REJECTED = [
    Case("slice_c1", "slice", [F32], ["tensor<2xf64>"], ranges("0", "2", "1"), "requires the same element type"),
    Case("slice_c2", "slice", [F32], [F32], ranges("0", "2, 2", "1"),
         "failed to verify that all of {start_indices, limit_indices, strides} have same size"),
    Case("slice_c2_rank", "slice", [F32], [F32], ranges("0, 0", "2, 2", "1, 1"),
         "the number of elements in start_indices (2) does not match the rank of the operand (1)"),
    Case("slice_c3_start", "slice", [F32], ["tensor<3xf32>"], ranges("-1", "2", "1"),
         "negative start index -1 in dimension 0"),
    Case("slice_c3_limit", "slice", [F32], ["tensor<5xf32>"], ranges("0", "5", "1"),
         "limit index 5 is larger than dimension size 4 in dimension 0"),
    Case("slice_c3_bound", "slice", ["tensor<?xf32, #stablehlo.bounds<4>>"], ["tensor<5xf32>"], ranges("0", "5", "1"),
         "limit index 5 is larger than dimension bound 4 in dimension 0"),
    Case("slice_c3_order", "slice", [F32], ["tensor<1xf32>"], ranges("3", "2", "1"),
         "start index 3 is larger than limit index 2 in dimension 0"),
    Case("slice_c4", "slice", [F32], [F32], ranges("0", "2", "0"), "stride must be positive but got 0 in dimension 0"),
    Case("slice_c5", "slice", [F32], ["tensor<3xf32>"], ranges("0", "3", "2"), MISMATCH),
    Case("dynamic_slice_c1", "dynamic_slice", [F32, INDEX], ["tensor<2xf64>"], sizes(2),
         "failed to verify that all of {operand, result} have same element type"),
    Case("dynamic_slice_c2", "dynamic_slice", [F32, INDEX], ["tensor<2xf32>"], sizes(2, 2),
         "has mismatched number of slice sizes (2) and number of start indices (1)"),
    Case("dynamic_slice_c2_rank", "dynamic_slice", [MATRIX, INDEX], ["tensor<2xf32>"], sizes(2),
         "has mismatched number of start indices (1) and the rank of operand (2)"),
    Case("dynamic_slice_c3", "dynamic_slice", [MATRIX, INDEX, "tensor<i64>"], ["tensor<1x1xf32>"], sizes(1, 1),
         "start indices must have same element type"),
    Case("dynamic_slice_c4", "dynamic_slice", [F32, INDEX], ["tensor<5xf32>"], sizes(5),
         "has slice size 5 greater than dimension size 4 in dimension 0 of operand"),
    Case("dynamic_slice_c4_negative", "dynamic_slice", [F32, INDEX], ["tensor<1xf32>"], sizes(-1),
         "has negative size index to dynamic slice: -1"),
    Case("dynamic_slice_c5", "dynamic_slice", [F32, INDEX], ["tensor<3xf32>"], sizes(2), MISMATCH),
    Case("dynamic_update_slice_c1", "dynamic_update_slice", [F32, F32, INDEX], ["tensor<5xf32>"], "", MISMATCH),
    Case("dynamic_update_slice_c2", "dynamic_update_slice", [F32, "tensor<4xf64>", INDEX], [F32], "",
         "failed to verify that all of {operand, update, result} have same element type"),
    Case("dynamic_update_slice_c3", "dynamic_update_slice", [F32, MATRIX, INDEX], [F32], "",
         "update rank does not match operand rank: 2 vs 1."),
    Case("dynamic_update_slice_c4", "dynamic_update_slice", [MATRIX, MATRIX, INDEX], [MATRIX], "",
         "expects number of start_indices to match operand rank: 1 vs 2."),
    Case("dynamic_update_slice_c5", "dynamic_update_slice", [MATRIX, MATRIX, INDEX, "tensor<i64>"], [MATRIX], "",
         "start indices must have same element type"),
    Case("dynamic_update_slice_c6", "dynamic_update_slice", [F32, "tensor<5xf32>", INDEX], [F32], "",
         "expects size at dimension 0 of update to be in range [0, 4]. Got: 5."),
    gather_case("c1", "is not equal to operand rank (4)", gather(offset_dims="[2, 3, 4]")),
    gather_case("c2", "Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 4]. got: 5.",
                gather(index_vector_dim="5")),
    gather_case("c2_negative", "i.e. [0, 4]. got: -1.", gather(index_vector_dim="-1")),
    gather_case("c3", "start_index_map size (1) is not equal to size of index dimension (3) of start_indices (2)",
                gather(start_index_map="[2]")),
    gather_case("c3_implied", "start_index_map size (2) is not equal to size of index dimension (4) of "
         "start_indices (1)",
                gather(index_vector_dim="4")),
    gather_case("c4_sorted", "expects offset_dims to be sorted, got: [4, 3]", gather(offset_dims="[4, 3]")),
    gather_case("c4_unique", "expects offset_dims to not repeat, got: [3, 3]", gather(offset_dims="[3, 3]")),
    gather_case("c5", "Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 5). "
         "got: 5.",
                gather(offset_dims="[3, 5]")),
    gather_case("c6", "has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0",
                gather(collapsed_slice_dims="[0]")),
    gather_case("c7", "expects collapsed_slice_dims to be sorted, got: [2, 1]",
                gather(collapsed_slice_dims="[2, 1]", operand_batching_dims="[]", start_indices_batching_dims="[]")),
    gather_case("c8", "Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. "
         "[0, 4). got: 4.",
                gather(collapsed_slice_dims="[4]")),
    gather_case("c9", "Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2",
                gather("1, 2, 2, 2")),
    gather_case("c10", "expects operand_batching_dims to be sorted, got: [1, 0]",
                gather(operand_batching_dims="[1, 0]", collapsed_slice_dims="[]",
                start_indices_batching_dims="[1, 0]")),
    gather_case("c11", "Expects each element of operand_batching_dims to be in range [0, rank-of('operand')) "
         "i.e. [0, 4). got: 4.",
                gather(operand_batching_dims="[4]")),
    gather_case("c12", "Expects that for each dim in operand_batching_dims, slice_sizes[dim] should be <= 1, "
         "but got 2",
                gather("2, 1, 2, 2")),
    gather_case("c13", "expects start_indices_batching_dims to not repeat, got: [1, 1]",
                gather(start_indices_batching_dims="[1, 1]")),
    gather_case("c14", "Expects each element of start_indices_batching_dims to be in range [0, "
         "rank-of('start_indices')) i.e. [0, 4). got: 4.",
                gather(start_indices_batching_dims="[4]")),
    gather_case("c15", "expects start_indices_batching_dims not to include index_vector_dim 3",
                gather(start_indices_batching_dims="[3]")),
    gather_case("c16", "operand_batching_dims and start_indices_batching_dims should have the same size",
                gather(start_indices_batching_dims="[0, 1]")),
    gather_case("c17", "operand_batching_dims[0] and start_indices_batching_dims[0] must have compatible sizes, "
         "but got 2 and 3",
                gather(start_indices_batching_dims="[2]")),
    gather_case("c18", "has duplicated dimension from start_index_map and operand_batching_dims: 0",
                gather(start_index_map="[0, 1]")),
    gather_case("c19", "Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, "
         "4). got: 4.",
                gather(start_index_map="[4, 1]")),
    gather_case("c20", "slice_sizes size (5) not equal to operand rank (4)", gather("1, 1, 2, 2, 1")),
    gather_case("c21", "slice size (3) is out of bounds for operand dimension (2) at index 3", gather("1, 1, 2, 3")),
    gather_case("c21_negative", "slice size (-1) is out of bounds for operand dimension (2) at index 3",
                gather("1, 1, 2, -1")),
    gather_case("c22", MISMATCH, gather(), result="tensor<2x2x3x2x1xi32>"),
    gather_case("c23", "failed to verify that all of {operand, result} have same element type", gather(),
                result="tensor<2x2x3x2x2xi64>"),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


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
