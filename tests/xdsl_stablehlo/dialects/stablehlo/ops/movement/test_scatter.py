"""scatter: what it rejects, infers and prints."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute, Block, Region
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import (
    Case,
    check_printed,
    scalar_body,
    tensor,
    value,
)
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

# A scatter to 2x3x4x2 with indices 2x2x3x2, that upstream's tests and the specification use.
OPERAND, INDICES, UPDATES = "tensor<2x3x4x2xi32>", "tensor<2x2x3x2xi64>", "tensor<2x2x3x2x2xi32>"


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
