"""scan: what it rejects, infers and prints."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import Attribute, Block, Region

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
