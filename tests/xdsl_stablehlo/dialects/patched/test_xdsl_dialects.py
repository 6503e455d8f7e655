"""Ops of xDSL's own dialects in forms that MLIR writes and xDSL does not read."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.transforms.canonicalize import CanonicalizePass

from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module

LOOP = """func.func @main(%x: tensor<2xf32>, %n: index) -> tensor<2xf32> {{
  %r = scf.for %i = %n to %n step %n iter_args(%carried = %x) -> {types} {{
    scf.yield %carried : tensor<2xf32>
  }}
  scf.for %j = %n to %n step %n {{
  }}
  return %r : tensor<2xf32>
}}"""


def test_one_type_of_a_loop_needs_no_parentheses() -> None:
    bare, listed = (parse(LOOP.format(types=types)) for types in ("tensor<2xf32>", "(tensor<2xf32>)"))
    verify_module(bare)
    assert print_module(bare) == print_module(listed)
    assert [type(op) for op in bare.walk() if op.name == "scf.for"] == [scf.ForOp] * 2


BUFFERS = """func.func @main(%m: memref<?xi16>) -> memref<4xi16> {
  %cast = memref.cast %m : memref<?xi16> to memref<4xi16>
  %t = bufferization.to_tensor %cast : memref<4xi16> to tensor<4xi16>
  %b = bufferization.to_buffer %t : tensor<4xi16> to memref<4xi16>
  return %b : memref<4xi16>
}"""


def test_a_buffer_there_and_back_is_the_buffer() -> None:
    module = parse(BUFFERS)
    verify_module(module)
    assert print_module(parse(print_module(module))) == print_module(module)
    CanonicalizePass().apply(context(), module)
    assert [op.name for op in module.walk()][2:] == ["memref.cast", "func.return"]
    assert "memref.cast %m : memref<?xi16> to memref<4xi16>" in print_module(module)
