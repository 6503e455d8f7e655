"""scatter: what it rejects, infers and prints."""

from __future__ import annotations

from dataclasses import replace

import pytest
from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute, Block, Region
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import (
    Case,
    check_printed,
    check_rejected,
    scalar_body,
    tensor,
    value,
)
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

MISMATCH = "incompatible with return type(s) of operation"
# A scatter to 2x3x4x2 with indices 2x2x3x2, that upstream's tests and the specification use.
OPERAND, INDICES, UPDATES = "tensor<2x3x4x2xi32>", "tensor<2x2x3x2xi64>", "tensor<2x2x3x2x2xi32>"
COMPARE = """{^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %r = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %r : tensor<i1>
}"""


def scatter_case(
    name: str,
    message: str,
    inputs: tuple[str, ...] = (OPERAND, INDICES, UPDATES),
    results: tuple[str, ...] = (OPERAND,),
    regions: str = "",
    **changes: str,
) -> Case:
    numbers = {
        "update_window_dims": "[3, 4]",
        "inserted_window_dims": "[1]",
        "input_batching_dims": "[0]",
        "scatter_indices_batching_dims": "[1]",
        "scatter_dims_to_operand_dims": "[2, 1]",
        "index_vector_dim": "3",
    } | changes
    fields = ", ".join(f"{key} = {number}" for key, number in numbers.items())
    attributes = f"scatter_dimension_numbers = #stablehlo.scatter<{fields}>"
    body = regions or scalar_body("add", "i32")
    return Case(f"scatter_{name}", "scatter", inputs, results, attributes, message, body)


REJECTED = [
    scatter_case("c1", "Not all inputs have compatible shapes.",
                 (OPERAND, "tensor<2x3x4x3xi32>", INDICES, UPDATES, UPDATES), (OPERAND, "tensor<2x3x4x3xi32>")),
    scatter_case("c2", "i.e. 5 but got 4.", inserted_window_dims="[1, 2]"),
    scatter_case("c3", "Not all updates have compatible shapes.",
                 (OPERAND, OPERAND, INDICES, UPDATES, "tensor<2x2x3x2x1xi32>"), (OPERAND, OPERAND)),
    scatter_case("c4", "expects updates tensor must be of rank 5", (OPERAND, INDICES, "tensor<2x2x3x2xi32>")),
    scatter_case("c4_window", "For dimension 4, updates bound is 3, operand bound is 2.",
                 (OPERAND, INDICES, "tensor<2x2x3x2x3xi32>")),
    scatter_case("c4_scatter", "For scatter dimension 2, updates bound is 4 , scatter_indices bound is 3.",
                 (OPERAND, INDICES, "tensor<2x2x4x2x2xi32>")),
    scatter_case("c7_sorted", "Expects update_window_dims to be sorted; got: [4, 3].", update_window_dims="[4, 3]"),
    scatter_case("c7_unique", "Expects update_window_dims to not repeat; got: [3, 3].", update_window_dims="[3, 3]"),
    scatter_case("c8", "Expects each element of update_window_dims to be in range [0, rank-of('updates')) i.e. "
         "[0, 5). got: 5.",
                 update_window_dims="[3, 5]"),
    scatter_case("c9", "has duplicated dimension from inserted_window_dims and input_batching_dims: 0",
                 inserted_window_dims="[0]"),
    scatter_case("c10", "Expects inserted_window_dims to be sorted; got: [2, 1].", inserted_window_dims="[2, 1]",
                 input_batching_dims="[]", scatter_indices_batching_dims="[]"),
    scatter_case("c11", "Expects each element of inserted_window_dims to be in range [0, rank-of('operand')) "
         "i.e. [0, 4). got: 4.",
                 inserted_window_dims="[4]"),
    scatter_case("c12", "Expects input_batching_dims to be sorted; got: [1, 0].", input_batching_dims="[1, 0]",
                 inserted_window_dims="[]", scatter_indices_batching_dims="[1, 0]"),
    scatter_case("c13", "Expects each element of input_batching_dims to be in range [0, rank-of('operand')) "
         "i.e. [0, 4). got: 4.",
                 input_batching_dims="[4]"),
    scatter_case("c14", "Expects scatter_indices_batching_dims to not repeat; got: [1, 1].",
                 scatter_indices_batching_dims="[1, 1]"),
    scatter_case("c15", "Expects each element of scatter_indices_batching_dims to be in range [0, "
         "rank-of('scatter_indices')) i.e. [0, 4). got: 4.",
                 scatter_indices_batching_dims="[4]"),
    scatter_case("c16", "expects scatter_indices_batching_dims not to include index_vector_dim 3.",
                 scatter_indices_batching_dims="[3]"),
    scatter_case("c17", "input_batching_dims and scatter_indices_batching_dims should have the same size.",
                 scatter_indices_batching_dims="[0, 1]"),
    scatter_case("c18", "input_batching_dims[0] and scatter_indices_batching_dims[0] must have compatible "
         "sizes, but got 2 and 3.",
                 scatter_indices_batching_dims="[2]"),
    scatter_case("c19", "Scatter op has 1 elements in scatter_dims_to_operand_dims and the bound of dimension "
         "index_vector_dim=3 of scatter_indices is 2.",
                 scatter_dims_to_operand_dims="[2]"),
    scatter_case("c20", "has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: 0",
                 scatter_dims_to_operand_dims="[0, 1]"),
    scatter_case("c21", "Expects each element of scatter_dims_to_operand_dims to be in range [0, "
         "rank-of('operand')) i.e. [0, 4). got: 4.",
                 scatter_dims_to_operand_dims="[4, 1]"),
    scatter_case("c22", "Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, 4]. got: 5.",
                 index_vector_dim="5"),
    scatter_case("c23", "The type of reduction-region's parameter at index 0 is different than the "
         "corresponding result type",
                 regions=COMPARE),
    scatter_case("c24", MISMATCH, results=("tensor<2x3x4x3xi32>",)),
    scatter_case("c25", MISMATCH, results=("tensor<2x3x4x2xi64>",)),
    # C++ takes the first and the last operand then, and finds something else.
    replace(scatter_case("c5", "", (OPERAND, OPERAND, INDICES, UPDATES)),
            ours="variadic operands marked as having the same size"),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


def add_region() -> Region:
    block = Block(arg_types=[tensor(i32), tensor(i32)])
    lhs, rhs = block.args
    add = hlo.AddOp(lhs, rhs)
    block.add_ops([add, hlo.ReturnOp([add.result])])
    return Region(block)


SCATTER_NUMBERS = hlo.ScatterDimensionNumbersAttr([3, 4], [1], [0], [1], [2, 1], 3)
SOURCE, START = tensor(i32, 2, 3, 4, 2), tensor(i32, 2, 2, 3, 2)
TAKEN = tensor(i32, 2, 2, 3, 2, 2)
INFERRED: list[tuple[HloOp, Attribute]] = [
    (
        hlo.ScatterOp([value(SOURCE)], value(START), [value(TAKEN)], SCATTER_NUMBERS, add_region()),
        SOURCE,
    ),
]


@pytest.mark.parametrize(("op", "result"), INFERRED, ids=lambda x: x.name if isinstance(x, HloOp) else "")
def test_builders_infer_result_types(op: HloOp, result: Attribute):
    op.verify()
    assert op.result_types == (result,)
    assert infer_return_types(op) == (result,)


@pytest.mark.parametrize("promise", [False, True])
def test_scatter_to_indices_said_to_be_sorted_or_unique_is_not_speculatable(promise: bool):
    inputs = [value(SOURCE)], value(START), [value(TAKEN)]
    for flags in ((promise, False), (False, promise)):
        scatter_op = hlo.ScatterOp(*inputs, SCATTER_NUMBERS, add_region(), *flags)
        assert is_speculatable(scatter_op) is not promise


PRINTED = [
    scatter_case("c0", "").text(),
]  # fmt: skip


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
