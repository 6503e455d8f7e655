"""Encodings of sparse tensors are read, printed and otherwise left alone."""

from __future__ import annotations

import pytest
from xdsl.utils.exceptions import ParseError, PassFailedException

from xdsl_stablehlo import print_module
from xdsl_stablehlo.transforms.vhlo_passes import StablehloLegalizeToVhloPass

from ..helpers.programs import context, parse

CSR = "#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>"
PROGRAM = f"""#CSR = #sparse_tensor.encoding<{{
  map = (d0, d1) -> (d0 : dense, d1 : compressed)
}}>
func.func @main(%x: tensor<2x3xf32, #CSR>) -> tensor<2x3xf32> {{
  %r = stablehlo.abs %x : (tensor<2x3xf32, {CSR}>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}}
"""


def test_round_trip():
    printed = print_module(parse(PROGRAM))
    assert printed.count(f"tensor<2x3xf32, {CSR}>") == 2
    assert print_module(parse(printed)) == printed


def test_an_encoding_without_braces_is_an_error():
    with pytest.raises(ParseError, match=r"expected '<\{', an encoding"):
        parse("func.func private @f(tensor<2xf32, #sparse_tensor.encoding<1>>)")


def test_vhlo_has_no_such_encoding():
    with pytest.raises(PassFailedException, match=r"failed to legalize operation 'func\.func'"):
        StablehloLegalizeToVhloPass().apply(context(), parse(PROGRAM))
