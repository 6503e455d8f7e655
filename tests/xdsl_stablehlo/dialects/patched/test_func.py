"""Functions as values: written as C++ writes them, and called with what they take."""

from __future__ import annotations

from tests.helpers.oracle import reprinted
from tests.helpers.programs import parse
from xdsl_stablehlo import print_module

CALLED = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %f = func.constant @g : (tensor<f32>) -> tensor<f32>
  %r = func.call_indirect %f(%x) {note = "kept"} : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}"""


def test_functions_as_values_are_read_and_written_as_in_cpp():
    assert reprinted(print_module(parse(CALLED))) == reprinted(CALLED)
