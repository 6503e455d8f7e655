"""scan: what it rejects, infers and prints."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32, f64
from xdsl.ir import Attribute, Block, Region
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import chlo


def step(carry: Attribute, *slices: Attribute, output: bool = True) -> Region:
    """The body of a scan with one carry: it returns the slice and the carry."""
    block = Block(arg_types=[*slices, carry])
    block.add_op(hlo.ReturnOp([*block.args[: len(slices) if output else 0], block.args[-1]]))
    return Region(block)


def test_scan_infers_outputs_and_carries():
    operand, init = value(tensor(f32, 4, 3)), value(tensor(f64))
    op = chlo.ScanOp([operand], [init], 1, step(tensor(f64), tensor(f32, 4)))
    op.verify()
    assert [v.type for v in op.outputs] == [tensor(f32, 4, 3)]
    assert [v.type for v in op.carries] == [tensor(f64)]


SCAN = """%r0, %r1 = chlo.scan(%a0) inits (%a1) dimension=0 attributes {is_reverse = true} {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<f32>):
    stablehlo.return %input, %carry : tensor<3xf32>, tensor<f32>
  } : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>)"""
SCAN_TYPES = ["tensor<4x3xf32>", "tensor<f32>"]


def test_scan_is_read_and_printed():
    text = function(SCAN, SCAN_TYPES, SCAN_TYPES)
    printed = print_module(parse(text))
    assert "chlo.scan(%a0) inits (%a1) dimension=0  attributes {is_reverse = true} {" in printed
    assert print_module(parse(printed)) == printed
    assert print_module(parse(print_module(parse(text), generic=True))) == printed


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("dimension=0", "dimension=2", "scan dimension of operand 0 is out of bounds"),
        ("{is_reverse = true}", "{scan_dim_size = 5 : i64}", "invalid scan dimension size of operand 0"),
        ("%input: tensor<3xf32>, %carry", "%carry", "expects 2 arguments in the body, but got 1"),
        ("%carry: tensor<f32>", "%carry: tensor<1xf32>", "operand and body argument 1 are incompatible"),
        ("%input: tensor<3xf32>", "%input: tensor<4xf32>", "operand and body argument 0 are incompatible"),
    ],
)
def test_scan_rejected(old: str, new: str, message: str):
    # The body returns constants, so that its arguments can be anything.
    constants = (
        "    %x = stablehlo.constant dense<0.0> : tensor<3xf32>\n"
        "    %y = stablehlo.constant dense<0.0> : tensor<f32>\n    stablehlo.return %x, %y"
    )
    text = SCAN.replace("    stablehlo.return %input, %carry", constants).replace(old, new)
    with pytest.raises(VerifyException, match=message):
        parse(function(text, SCAN_TYPES, SCAN_TYPES))
