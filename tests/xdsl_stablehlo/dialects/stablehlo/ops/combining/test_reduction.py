"""reduce and map: what they reject, what they infer, how they are printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import bf16, f32, i8, i32
from xdsl.ir import Attribute, Block, Region
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import infer_return_types

F32, F0, I0 = "tensor<4x3xf32>", "tensor<f32>", "tensor<i32>"


def body(arguments: str, returned: str = "%x", types: str = F0) -> str:
    """A reducer that returns its arguments."""
    return f'{{^bb0({arguments}):\n  "stablehlo.return"({returned}) : ({types}) -> ()\n}}'


def adder(t: Attribute) -> Region:
    """A reducer that adds scalars."""
    block = Block(arg_types=[t, t])
    total = hlo.AddOp(block.args[0], block.args[1])
    block.add_ops([total, hlo.ReturnOp([total])])
    return Region(block)


@pytest.mark.parametrize(
    ("operand", "accumulator", "result"),
    [
        (tensor(f32, 4, 3), tensor(f32), tensor(f32, 4)),
        (tensor(i8, 4, 3), tensor(i32), tensor(i32, 4)),
        (tensor(bf16, UNKNOWN, 3), tensor(f32), tensor(f32, UNKNOWN)),
        (tensor(f32, UNKNOWN, UNKNOWN, bounds=(4, 3)), tensor(f32), tensor(f32, UNKNOWN, bounds=(4,))),
    ],
)
def test_reduce_infers_the_shape_that_is_left_and_the_accumulator(
    operand: Attribute, accumulator: Attribute, result: Attribute
):
    op = hlo.ReduceOp([value(operand)], [value(accumulator)], [1], adder(accumulator))
    op.verify()
    assert list(op.result_types) == [result]
    assert infer_return_types(op) == (result,)


def test_reduce_of_static_inputs_is_as_speculatable_as_its_body():
    static, dynamic = tensor(f32, 4, 3), tensor(f32, UNKNOWN, 3)
    ops = [hlo.ReduceOp([value(t)], [value(tensor(f32))], [1], adder(tensor(f32))) for t in (static, dynamic)]
    assert list(map(is_speculatable, ops)) == [True, False]


def test_map_infers_what_its_computation_returns():
    block = Block(arg_types=[tensor(i32), tensor(i32)])
    compare = hlo.CompareOp(block.args[0], block.args[1], hlo.ComparisonDirection.LT)
    block.add_ops([compare, hlo.ReturnOp([compare])])
    operand = value(tensor(i32, 2, UNKNOWN))
    op = hlo.MapOp([operand, operand], [0, 1], Region(block))
    op.verify()
    assert str(op.result.type) == "tensor<2x?xi1>"


TWO = """%r0:2 = stablehlo.reduce(%a0 init: %a1), (%a2 init: %a3) across dimensions = [0] {x = 1 : i32} : \
(tensor<4x3xf32>, tensor<4x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<i32>, %w: tensor<i32>)  {
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s, %w : tensor<f32>, tensor<i32>
  }"""
MAP = """%r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x3xf32>) -> tensor<4x3xf32>"""


def compact(op: str, dimensions: str = "1", t: str = "f32") -> str:
    """A reduce that has the short form."""
    types = f"(tensor<4x3x{t}>, tensor<{t}>) -> tensor<4x{t}>"
    line = f"%r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.{op} across dimensions = [{dimensions}] : {types}"
    return function(line, [f"tensor<4x3x{t}>", f"tensor<{t}>"], [f"tensor<4x{t}>"])


@pytest.mark.parametrize(
    "text",
    [
        *(compact(op) for op in ("add", "maximum", "minimum", "multiply")),
        *(compact(op, t="i1") for op in ("and", "or", "xor")),
        function(TWO, [F32, F0, "tensor<4x3xi32>", I0], ["tensor<3xf32>"], ["%r0#0"]),
        function(MAP, [F32], [F32]),
    ],
)
def test_prints_as_cpp(text: str):
    assert print_module(parse(reprinted(text))).strip() == reprinted(text).strip()


LONG_FORM = {
    "not commutative": "%s = stablehlo.subtract %x, %y : tensor<f32>",
    "arguments swapped": "%s = stablehlo.add %y, %x : tensor<f32>",
    "one argument twice": "%s = stablehlo.add %x, %x : tensor<f32>",
    "two ops": "%n = stablehlo.negate %x : tensor<f32>\n    %s = stablehlo.add %n, %y : tensor<f32>",
    "no op": "",
}


@pytest.mark.parametrize("lines", LONG_FORM.values(), ids=LONG_FORM.keys())
def test_what_has_no_short_form(lines: str):
    returned = "%s" if lines else "%y"
    reducer = f"{lines}\n    stablehlo.return {returned} : tensor<f32>"
    text = function(
        "%r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [1] : "
        "(tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>\n"
        f"   reducer(%x: tensor<f32>, %y: tensor<f32>)  {{\n    {reducer}\n  }}",
        [F32, F0],
        ["tensor<4xf32>"],
    )
    printed = print_module(parse(text))
    assert " applies " not in printed
    assert " applies " not in reprinted(text)
    assert reprinted(printed) == reprinted(text)
