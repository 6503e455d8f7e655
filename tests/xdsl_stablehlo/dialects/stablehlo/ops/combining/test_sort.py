"""sort: what it rejects, infers and prints."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i32
from xdsl.ir import Block, Region
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, tensor, value
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
