"""reduce_window and select_and_scatter: what they reject, and what they infer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from xdsl.dialects.builtin import f32, i8, i32
from xdsl.ir import Attribute, Block, Region
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_rejected, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import infer_return_types

from .test_reduction import ADDS, ONE, PAIR, adder, body

T, F0 = "tensor<4x6xf32>", "tensor<f32>"
OUT = "tensor<2x3xf32>"


def array(name: str, *values: int) -> str:
    """`name = array<i64: ..>`"""
    return f"{name} = array<i64: {', '.join(map(str, values))}>"


SIZES = array("window_dimensions", 2, 2)
WINDOW = f"{SIZES}, {array('window_strides', 2, 2)}"
INFERRED = "incompatible with return type(s) of operation"


def window(name: str, op: str, attributes: str, message: str, **rest: str) -> Case:
    """A case of reduce_window on one input."""
    return Case(name, op, [T, F0], [OUT], attributes, message, regions=rest.get("regions", ADDS))


def same_size(name: str, what: str, *values: int, attribute: str) -> Case:
    """A list that is not as long as the window has dimensions."""
    message = f"expects {what} to have same dimension-size as size of window dimensions (2), but got: {len(values)}."
    return window(name, "reduce_window", f"{window_with(attribute)}, {array(attribute, *values)}", message)


def window_with(attribute: str) -> str:
    """The window without strides where those are given besides."""
    return SIZES if attribute == "window_strides" else WINDOW


def positive(name: str, what: str, attribute: str) -> Case:
    """A list with a zero."""
    message = f"expects window to have positive {what} for 1-th window dimension, but got 0."
    return window(name, "reduce_window", f"{window_with(attribute)}, {array(attribute, 1, 0)}", message)


SELECTS = (
    "{^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
    '  %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}>'
    ' : (tensor<f32>, tensor<f32>) -> tensor<i1>\n  "stablehlo.return"(%s) : (tensor<i1>) -> ()\n}'
)
SOURCE = "tensor<2x3xf32>"


def scatters(
    name: str,
    message: str,
    attributes: str = WINDOW,
    types: Sequence[str] = (T, SOURCE, F0),
    result: str = T,
    select: str = SELECTS,
    scatter: str = ADDS,
) -> Case:
    """A case of select_and_scatter."""
    return Case(
        name, "select_and_scatter", types, [result], attributes, message, regions=f"{select}, {scatter}"
    )


REJECTED = [
    Case("reduce_window_c2", "reduce_window", [T, "tensor<4x5xf32>", F0, F0], [OUT, OUT], WINDOW,
         "Shape at input-index 1 is not compatible with shape at input-index 0", regions=PAIR),
    Case("reduce_window_c3", "reduce_window", [T, "tensor<i32>"], [OUT], WINDOW, "expected to be promotable from the",
         regions=ADDS),
    window("reduce_window_c4", "reduce_window", array("window_dimensions", 2),
           "but got window-dimensions size: 1 and input: 'tensor<4x6xf32>' with rank = 2."),
    window("reduce_window_c5", "reduce_window", array("window_dimensions", 2, 0),
           "expects window to have positive value for 1-th window dimension, but got 0."),
    same_size("reduce_window_c6", "window-strides", 2, attribute="window_strides"),
    positive("reduce_window_c7", "stride", "window_strides"),
    same_size("reduce_window_c8", "base-dilation factors", 1, 1, 1, attribute="base_dilations"),
    positive("reduce_window_c9", "base dilation factor", "base_dilations"),
    same_size("reduce_window_c10", "window-dilation factors", 1, attribute="window_dilations"),
    positive("reduce_window_c11", "window dilation factor", "window_dilations"),
    window("reduce_window_c12", "reduce_window", f"{WINDOW}, padding = dense<0> : tensor<2x3xi64>",
           "expects the shape of padding-attribute to be {N, 2}, but got {2, 3}."),
    window("reduce_window_c12_size", "reduce_window", f"{WINDOW}, padding = dense<0> : tensor<1x2xi64>",
           "expects padding-entries to have same dimension-size as size of window dimensions (2), but got: 1."),
    window("reduce_window_c13", "reduce_window", WINDOW, "must take 2 parameters, but takes 1", regions=ONE),
    Case("reduce_window_c14", "reduce_window", [T, T, F0, F0], [OUT, "tensor<2x2xf32>"], WINDOW, INFERRED,
         regions=PAIR),
    Case("reduce_window_c15", "reduce_window", [T, F0], ["tensor<3x3xf32>"], WINDOW, INFERRED, regions=ADDS),
    Case("reduce_window_c16", "reduce_window", [T, F0], ["tensor<2x3xf64>"], WINDOW, INFERRED, regions=ADDS),
    scatters("select_and_scatter_c1", "expects source-type to be 'tensor<2x3xi32>', but got'tensor<2x3xi64>'",
             types=("tensor<4x6xi32>", "tensor<2x3xi64>", "tensor<i64>"), result="tensor<4x6xi64>",
             select=SELECTS.replace("f32", "i32"), scatter=ADDS.replace("f32", "i64")),
    scatters("select_and_scatter_c2", "expects source-type to be 'tensor<2x3xf32>', but got'tensor<2x2xf32>'",
             types=(T, "tensor<2x2xf32>", F0)),
    scatters("select_and_scatter_c3", "expected to be promotable from the", types=(T, SOURCE, "tensor<i32>")),
    scatters("select_and_scatter_c4", "but got window-dimensions size: 1 and operand-type: 'tensor<4x6xf32>'",
             array("window_dimensions", 2)),
    scatters("select_and_scatter_c5", "positive value for 0-th window dimension, but got 0.",
             array("window_dimensions", 0, 2)),
    scatters("select_and_scatter_c6", "expects window-strides to have same dimension-size",
             f"{SIZES}, {array('window_strides', 2)}"),
    scatters("select_and_scatter_c7", "positive stride for 1-th window dimension, but got -2.",
             f"{SIZES}, {array('window_strides', 2, -2)}"),
    scatters("select_and_scatter_c8", "to be {N, 2}, but got {2}.", f"{WINDOW}, padding = dense<0> : tensor<2xi64>"),
    scatters("select_and_scatter_c9", "expects the select-region to take 2 parameters, but takes 1", select=ONE),
    scatters("select_and_scatter_c9_arguments", "parameter at index 0 to be 'tensor<f32>', but got 'tensor<i32>'",
             select=SELECTS.replace("f32", "i32")),
    scatters("select_and_scatter_c9_result", "expects the return-type of select-region to be tensor<i1>",
             select=ADDS),
    scatters("select_and_scatter_c9_results", "expects select-region to return single value, but got: 2",
             select=body(f"%x: {F0}, %y: {F0}", "%x, %y", f"{F0}, {F0}")),
    scatters("select_and_scatter_c10", "must take 2 parameters, but takes 1", scatter=ONE),
    scatters("select_and_scatter_c11", INFERRED, result="tensor<4x5xf32>"),
    scatters("select_and_scatter_c12", INFERRED, result="tensor<4x6xf64>"),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


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
