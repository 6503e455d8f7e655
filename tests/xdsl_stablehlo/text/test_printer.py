"""Programs to text: what C++ MLIR prints, character by character."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp, TensorType, f32

from tests.helpers.oracle import reprinted
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo.constant import ConstantOp
from xdsl_stablehlo.text import LARGE, Pieces
from xdsl_stablehlo.text.printer import TextPrinter
from xdsl_stablehlo.values.elements import attribute_of

from .programs import parsed, printed

PROGRAMS = {
    "functions": """
module @m attributes {x.b = 1 : i32, x.a = [1, 2.0, "s"]} {
  func.func public @main(%a: tensor<2xf32> {jax.arg_info = "x", a.b}, %b: tensor<f32>)
      -> (tensor<2xf32> {jax.result_info = ""}) attributes {no_inline} {
    %0:2 = call @g(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    return %0#1 : tensor<2xf32>
  }
  func.func private @g(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    return %x, %x : tensor<2xf32>, tensor<2xf32>
  }
  func.func private @h() -> ()
  func.func private @i(tensor<f32> {a.b = 1 : i32}, tensor<2xf32>) -> (tensor<f32> {c.d})
}""",
    "names": """
func.func @f(%p: tensor<i32>, %q: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %d = stablehlo.constant dense<2> : tensor<i32>
  %e = stablehlo.constant dense<1.0> : tensor<2xf32>
  %f = stablehlo.constant dense<2.0> : tensor<2xf32>
  %w:2 = stablehlo.while(%i = %c, %s = %e) : tensor<i32>, tensor<2xf32> cond {
    %l = stablehlo.constant dense<9> : tensor<i32>
    %t = stablehlo.compare LT, %i, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %n = stablehlo.add %i, %d : tensor<i32>
    %m = func.call @f(%n, %s) : (tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %n, %m : tensor<i32>, tensor<2xf32>
  }
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%w#1 init: %z) applies stablehlo.add across dimensions = [0]
    : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %k = stablehlo.add %w#1, %f : tensor<2xf32>
  return %k : tensor<2xf32>
}""",
    "regions": """
func.func @f(%p: tensor<i1>, %x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = "stablehlo.reduce"(%x, %i) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.maximum %b, %a : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %i : tensor<f32>
  }) {b = "x", a} : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}""",
    "result names": """
func.func @f(%s: tensor<2xui64>, %x: tensor<2x2xf32>, %v: tensor<2xf32>) {
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY
    : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %1:3 = "stablehlo.batch_norm_training"(%x, %v, %v) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64}
    : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %2:2 = chlo.top_k(%v, k = 1) : tensor<2xf32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}""",
    "attributes": """
func.func @f() {
  %0 = stablehlo.constant {
    a = [1, 2], b = 1 : i32, d = [1 : i32, true, 1.0, 1.0 : f32], e = {z = 1, a = 1.5}, f = "a\\"b\\0Aé", g,
    h = array<i64: 1, 2>, i = @f::@"g h", j = tensor<2xf32>, k = array<f32: 0x7F800000, 1.5>,
    l = array<i1: true, false>, m = 0x7FC00001 : f32, n = unit, o = 7 : index, p = dense<1> : tensor<2xi64>,
    q = -1 : si8, r = 255 : ui8, t = (i32) -> (), u = [], v = {}, "w x" = 0.1 : bf16
  } dense<1.0> : tensor<2xf32>
  return
}""",
    "empty": "",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_cpp_prints_it(name: str):
    theirs = reprinted(PROGRAMS[name])
    module = parsed(PROGRAMS[name])
    assert printed(module) == theirs.rstrip()
    assert printed(parsed(printed(module))) == printed(module)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_generic_form_is_read_by_cpp_and_by_us(name: str):
    module = parsed(PROGRAMS[name])
    generic = printed(module, generic=True)
    assert reprinted(generic) == reprinted(PROGRAMS[name])
    assert printed(parsed(generic)) == printed(module)


def test_names_are_kept_unless_told_otherwise():
    text = (
        "func.func @f(%x: tensor<f32>) {\n  %sum = stablehlo.add %x, %x : tensor<f32>\n"
        "  %0 = stablehlo.abs %sum : tensor<f32>\n  return\n}"
    )
    kept = print_module(parsed(text))
    assert "%sum = stablehlo.add %x, %x" in kept
    assert "%0 = stablehlo.abs %sum" in kept
    assert "%1 = stablehlo.abs %0" in printed(parsed(text))


def test_results_with_names_of_their_own():
    text = (
        "func.func @f(%x: tensor<f32>) {\n"
        "  %a, %b:2 = stablehlo.optimization_barrier %x, %x, %x : tensor<f32>, tensor<f32>, tensor<f32>\n"
        "  %c = stablehlo.add %b#0, %b#1 : tensor<f32>\n  %d = stablehlo.add %a, %a : tensor<f32>\n  return\n}"
    )
    kept = print_module(parsed(text))
    assert "%a, %b:2 = " in kept
    assert "stablehlo.add %b#0, %b#1" in kept
    assert print_module(parsed(kept)) == kept


def test_a_value_and_an_argument_by_themselves():
    module = parsed("func.func @f(%x: tensor<f32>) {\n  %0 = stablehlo.abs %x : tensor<f32>\n  return\n}")
    op = next(op for op in module.walk() if op.name == "stablehlo.abs")
    for value, name in ((op.results[0], "%0"), (op.operands[0], "%x")):
        stream = StringIO()
        assert TextPrinter(stream).print_ssa_value(value) == name[1:]
        assert stream.getvalue() == name


def test_an_op_by_itself():
    module = parsed("func.func @f(%x: tensor<f32>) {\n  %0 = stablehlo.abs %x : tensor<f32>\n  return\n}")
    op = next(op for op in module.walk() if op.name == "stablehlo.abs")
    stream = StringIO()
    TextPrinter(stream).print_op(op)
    assert stream.getvalue() == "%0 = stablehlo.abs %x : tensor<f32>"


DEBUG = """
module @m {
  func.func @f(%x: tensor<2xf32> loc("x")) -> tensor<2xf32> {
    %0 = stablehlo.abs %x : tensor<2xf32> loc("f.py":1:2)
    %1 = stablehlo.abs %0 : tensor<2xf32> loc("n"("f.py":1:2))
    %2 = stablehlo.abs %1 : tensor<2xf32> loc(callsite("g" at "n"("f.py":1:2)))
    %3 = stablehlo.abs %2 : tensor<2xf32> loc(fused<"p">["g", "h"("f.py":1:2 to :9)])
    %4 = stablehlo.abs %3 : tensor<2xf32> loc(unknown)
    return %4 : tensor<2xf32> loc("f.py":1:2)
  } loc("f.py":3:4)
}
"""


def test_locations_by_aliases_are_those_of_cpp():
    theirs = reprinted(DEBUG, debuginfo=True)
    in_place = reprinted(DEBUG, debuginfo=True, local_scope=True)
    ours = parsed(DEBUG)
    assert printed(ours, debuginfo=True) == theirs.rstrip()
    assert printed(ours, debuginfo=True, local_scope=True) == in_place.rstrip()
    assert printed(parsed(theirs), debuginfo=True) == theirs.rstrip()


class Counter:
    """A stream that notes the longest text written at once."""

    def __init__(self) -> None:
        self.longest = 0

    def write(self, text: str) -> None:
        self.longest = max(self.longest, len(text))


def test_a_large_constant_goes_out_in_pieces():
    array = np.arange(1 << 21, dtype=np.float32)
    module = ModuleOp([ConstantOp(attribute_of(array, TensorType(f32, array.shape)))])
    counter = Counter()
    TextPrinter(counter).print_op(module)
    assert counter.longest <= 2 << 20
    text = print_module(module)
    assert array.tobytes().hex().upper() in text


def test_pieces_come_together_in_order():
    pieces = Pieces()
    parts = ["a", "b" * (LARGE + 1), "c", "", "d" * (LARGE * 3), "e" * (LARGE * 3), "f"]
    for part in parts:
        pieces.write(part)
    assert pieces.join() == "".join(parts)
    assert pieces.join() == ""
