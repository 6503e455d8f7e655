"""sort: what it rejects, infers and prints."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import Block, Region
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, check_rejected, tensor, value
from xdsl_stablehlo.dialects.stablehlo import infer_return_types

A = "tensor<2x3xf32>"


def comparator(*types: str, returns: str = "%r", kind: str = "compare", result: str = "tensor<i1>") -> str:
    """A region over `types` that compares its first two arguments."""
    arguments = ", ".join(f"%x{i}: {t}" for i, t in enumerate(types))
    count = returns.count("%")
    compare = f"stablehlo.compare GT, %x0, %x1 : ({types[0]}, {types[0]}) -> tensor<i1>"
    body = compare if kind == "compare" else f"stablehlo.{kind} %x0, %x1 : {types[0]}"
    ending = f"stablehlo.return {returns} : {', '.join([result] * count)}" if count else "stablehlo.return"
    return f"{{^bb0({arguments}):\n  %r = {body}\n  {ending}\n}}"


SCALAR = "tensor<f32>"
GOOD = comparator(SCALAR, SCALAR)
REJECTED = [
    Case("sort_c1", "sort", [], [], "dimension = 0 : i64", "expected 1 or more operands", GOOD),
    Case("sort_c2", "sort", [A], ["tensor<2x3xf64>"], "dimension = 0 : i64",
         "incompatible with return type(s) of operation", GOOD),
    Case("sort_c3", "sort", [A, "tensor<2x4xf32>"], [A, "tensor<2x4xf32>"], "dimension = 0 : i64",
         "requires the same shape for all operands and results", comparator(*[SCALAR] * 4)),
    Case("sort_c4", "sort", [A], [A], "dimension = 2 : i64",
         "dimension attribute value must be in range [-2, 2), but found 2", GOOD),
    Case("sort_c4_negative", "sort", [A], [A], "dimension = -3 : i64",
         "dimension attribute value must be in range [-2, 2), but found -3", GOOD),
    Case("sort_c5_count", "sort", [A], [A], "", "comparator block should have 2 arguments", comparator(*[SCALAR] * 4)),
    Case("sort_c5_type", "sort", [A], [A], "",
         "comparator block argument #0 should be of type 'tensor<f32>' but got 'tensor<f64>'",
         comparator("tensor<f64>", "tensor<f64>")),
    Case("sort_c5_results", "sort", [A], [A], "", "comparator must return single output but got 2",
         comparator(SCALAR, SCALAR, returns="%r, %r")),
    Case("sort_c5_result", "sort", [A], [A], "", "comparator must return tensor<i1> but got 'tensor<f32>'",
         comparator(SCALAR, SCALAR, kind="add", result=SCALAR)),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


def build(size: int) -> hlo.SortOp:
    """A sort of keys with values."""
    block = Block(arg_types=[tensor(f32), tensor(f32), tensor(i32), tensor(i32)])
    compare = hlo.CompareOp(block.args[0], block.args[1], hlo.ComparisonDirection.LT)
    block.add_ops([compare, hlo.ReturnOp([compare.results[0]])])
    return hlo.SortOp([value(tensor(f32, size)), value(tensor(i32, size))], Region(block), 0, True)


def test_sort_infers_its_operand_types():
    op = build(3)
    op.verify()
    assert infer_return_types(op) == op.result_types == (tensor(f32, 3), tensor(i32, 3))
    assert op.dimension.value.data == 0
    assert is_speculatable(op)
    assert not is_speculatable(build(UNKNOWN))


def test_prints_as_cpp():
    attributes = "dimension = 0 : i64, is_stable = true"
    check_printed(Case("sort_c0", "sort", [A], [A], attributes, "", GOOD).text())
