"""Programs to text: what C++ MLIR prints, character by character."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp, TensorType, f32

from tests.helpers.oracle import reprinted
from tests.helpers.programs import named
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo.constant import ConstantOp
from xdsl_stablehlo.text import LARGE, Pieces
from xdsl_stablehlo.text.printer import TextPrinter
from xdsl_stablehlo.values.elements import attribute_of

from .programs import parsed, printed

TEXTS = named(__file__)

PROGRAMS = {
    "functions": TEXTS["functions"],
    "names": TEXTS["names"],
    "regions": TEXTS["regions"],
    "result names": TEXTS["result names"],
    "attributes": TEXTS["attributes"],
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


DEBUG = TEXTS["debug"]


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
    assert array.tobytes().hex().upper() in print_module(module)


def test_pieces_come_together_in_order():
    pieces = Pieces()
    parts = ["a", "b" * (LARGE + 1), "c", "", "d" * (LARGE * 3), "e" * (LARGE * 3), "f"]
    for part in parts:
        pieces.write(part)
    assert pieces.join() == "".join(parts)
    assert pieces.join() == ""
