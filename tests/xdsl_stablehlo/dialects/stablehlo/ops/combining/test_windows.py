"""reduce_window and select_and_scatter: what they reject, and what they infer."""

from __future__ import annotations

from typing import Any

import pytest
from xdsl.dialects.builtin import f32, i8, i32
from xdsl.ir import Attribute, Block, Region
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import infer_return_types

from .test_reduction import adder

T, F0 = "tensor<4x6xf32>", "tensor<f32>"
OUT = "tensor<2x3xf32>"


def test_reduce_window_c1_needs_an_input():
    block = Block()
    block.add_op(hlo.ReturnOp())
    with pytest.raises(Exception, match=r"requires at least 1 input value"):
        hlo.ReduceWindowOp([], [], [], Region(block))


@pytest.mark.parametrize(
    ("operand", "options", "result"),
    [
        # The windows of a base of 4 x 6, by the formula of C15.
        (tensor(f32, 4, 6), {}, tensor(f32, 3, 5)),
        (tensor(f32, 4, 6), {"window_strides": [2, 3]}, tensor(f32, 2, 2)),
        (tensor(f32, 4, 6), {"padding": [[1, 0], [2, 2]]}, tensor(f32, 4, 9)),
        (tensor(f32, 4, 6), {"base_dilations": [2, 3]}, tensor(f32, 6, 15)),
        (tensor(f32, 4, 6), {"window_dilations": [3, 6]}, tensor(f32, 1, 0)),
        (tensor(f32, 4, 6), {"padding": [[-2, -1], [0, 0]]}, tensor(f32, 0, 5)),
        (tensor(f32, 0, 6), {"padding": [[1, 1], [0, 0]]}, tensor(f32, 1, 5)),
        (tensor(f32, UNKNOWN, 6), {}, tensor(f32, UNKNOWN, 5)),
        (tensor(f32, UNKNOWN, 6, bounds=(4, UNKNOWN)), {}, tensor(f32, UNKNOWN, 5, bounds=(3, UNKNOWN))),
        (tensor(i8, 4, 6), {}, tensor(i32, 3, 5)),
    ],
)
def test_reduce_window_infers_the_positions_of_the_window(
    operand: Attribute, options: dict[str, Any], result: Attribute
):
    accumulator = tensor(i32) if operand == tensor(i8, 4, 6) else tensor(f32)
    op = hlo.ReduceWindowOp([value(operand)], [value(accumulator)], [2, 2], adder(accumulator), **options)
    op.verify()
    assert list(op.result_types) == [result]
    assert infer_return_types(op) == (result,)


def selector(t: Attribute) -> Region:
    """A region that picks the greater of two scalars."""
    block = Block(arg_types=[t, t])
    compare = hlo.CompareOp(block.args[0], block.args[1], hlo.ComparisonDirection.GE)
    block.add_ops([compare, hlo.ReturnOp([compare])])
    return Region(block)


def test_select_and_scatter_infers_the_operand_shape_and_the_accumulator():
    scalar = tensor(f32)
    op = hlo.SelectAndScatterOp(
        value(tensor(f32, 4, 6)),
        value(tensor(f32, 2, 3)),
        value(scalar),
        selector(scalar),
        adder(scalar),
        window_dimensions=[2, 2],
        window_strides=[2, 2],
    )
    op.verify()
    assert op.result.type == tensor(f32, 4, 6)
    assert is_speculatable(op)


PRINTED = [
    '%r0 = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, '
    "window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({\n"
    "  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n    stablehlo.return %x : tensor<f32>\n"
    "  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>",
]


@pytest.mark.parametrize("line", PRINTED)
def test_prints_as_cpp(line: str):
    text = reprinted(function(line, [T, F0], [OUT]))
    assert print_module(parse(text)).strip() == text.strip()
