"""The ops of `shape` around broadcasts of unknown sizes: text as in C++."""

from __future__ import annotations

from tests.helpers.oracle import reprinted
from tests.helpers.programs import parse
from xdsl_stablehlo import print_module

PROGRAM = """
func.func @main(%a: tensor<?xf32>, %b: tensor<2x1xf32>) -> tensor<2x?xf32> {
  %0 = shape.const_shape [2, 1] : tensor<2xindex>
  %1 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.cstr_broadcastable %1, %0 : tensor<1xindex>, tensor<2xindex>
  %3 = shape.assuming %2 -> (tensor<2x?xf32>) {
    %4 = shape.broadcast %1, %0 : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
    %5 = stablehlo.dynamic_broadcast_in_dim %a, %4, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<2x?xf32>
    shape.assuming_yield %5 : tensor<2x?xf32>
  }
  return %3 : tensor<2x?xf32>
}
"""


def test_text_is_that_of_cpp() -> None:
    ours = print_module(parse(PROGRAM))
    assert print_module(parse(ours)) == ours
    assert reprinted(ours, generic=True) == reprinted(PROGRAM, generic=True)
    assert reprinted(print_module(parse(PROGRAM), True), generic=True) == reprinted(PROGRAM, generic=True)
