"""Encodings of sparse tensors are read, printed and otherwise left alone."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pytest
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.utils.exceptions import PassFailedException

from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.text.printer import TextPrinter
from xdsl_stablehlo.transforms.vhlo.conversion import StablehloLegalizeToVhloPass

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
    assert printed.startswith(f"#sparse = {CSR}\nmodule")
    assert printed.count("tensor<2x3xf32, #sparse>") == 2
    assert print_module(parse(printed)) == printed


def test_names_are_counted_and_left_out_where_the_scope_is_local():
    other = CSR.replace("dense", "compressed")
    attributes = f"attributes {{as = [tensor<2x3xf32, {other}>]}}"
    text = PROGRAM.replace(") -> tensor<2x3xf32> {", f") -> tensor<2x3xf32> {attributes} {{", 1)
    printed = print_module(parse(text))
    assert printed.startswith(f"#sparse = {CSR}\n#sparse1 = {other}\n")
    assert "as = [tensor<2x3xf32, #sparse1>]" in printed
    stream = StringIO()
    TextPrinter(stream, local_scope=True).print_op(parse(text))
    assert stream.getvalue().count(CSR) == 2


def test_large_elements_are_not_looked_at(monkeypatch: pytest.MonkeyPatch):
    """What is named is looked up among what has names; hashing a constant reads all of it."""
    module = parse(PROGRAM)
    (main,) = module.ops
    block = main.regions[0].block
    assert block.first_op is not None
    block.insert_op_before(Tensor.of(np.arange(1 << 16, dtype=np.float32)).to_op(), block.first_op)

    def hashed(_: object) -> int:
        raise AssertionError

    monkeypatch.setattr(DenseIntOrFPElementsAttr, "__hash__", hashed)
    assert print_module(module).startswith("#sparse = ")


def test_vhlo_has_no_such_encoding():
    with pytest.raises(PassFailedException, match=r"failed to legalize operation 'func\.func'"):
        StablehloLegalizeToVhloPass().apply(context(), parse(PROGRAM))
