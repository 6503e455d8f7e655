"""The story of one value."""

from __future__ import annotations

import pytest

from tests.helpers.programs import parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import explain

TEXT = """
func.func @main(%x: tensor<2xi32> loc("n.py":9:1)) -> (tensor<2xi32>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<2xi32> loc("n.py":1:1)
  %n = stablehlo.negate %i : tensor<2xi32> loc("n.py":2:1)
  %e = stablehlo.custom_call @noise(%n) : (tensor<2xi32>) -> tensor<2xi32> loc("n.py":3:1)
  %a = stablehlo.add %e, %n : tensor<2xi32> loc("n.py":4:1)
  %m = stablehlo.multiply %a, %x : tensor<2xi32> loc("n.py":5:1)
  return %m, %a : tensor<2xi32>, tensor<2xi32>
}
"""


@pytest.mark.parametrize(
    ("name", "story"),
    [
        (
            "%n",
            "%n in @main: tensor<2xi32>, a result of stablehlo.negate (n.py:2:1)\n"
            "  is constant: [ 0, -1]\n"
            "  its op goes when the module is folded",
        ),
        (
            "e",
            "%e in @main: tensor<2xi32>, a result of stablehlo.custom_call (n.py:3:1)\n"
            "  is not constant\n"
            "  its op stays: it has side effects (side-effects)\n"
            "  its constant would take 8 B",
        ),
        (
            "%m",
            "%m in @main: tensor<2xi32>, a result of stablehlo.multiply (n.py:5:1)\n"
            "  is not constant\n"
            "  its op stays\n"
            "  waits: %x of @main (n.py:9:1)\n"
            "  waits: stablehlo.add (n.py:4:1) <- stablehlo.custom_call (n.py:3:1)",
        ),
        (
            "%x",
            "%x in @main: tensor<2xi32>, an argument (n.py:9:1)\n"
            "  is not constant\n"
            "  1 op waits for %x of @main (n.py:9:1); binding it would fold nothing",
        ),
    ],
)
def test_stories(name: str, story: str) -> None:
    module = parse(TEXT)
    before = print_module(module)
    assert explain(module, name) == story
    assert print_module(module) == before


def test_values_of_one_name_are_told_one_by_one() -> None:
    constants = [
        f"func.func @{name}() -> tensor<i32> {{"
        f"%c = stablehlo.constant dense<{number}> : tensor<i32> return %c : tensor<i32> }}"
        for name, number in (("f", 3), ("g", 4))
    ]
    story = explain(parse("\n".join(constants)), "c")
    assert [line.split(",")[0] for line in story.splitlines()] == [
        "%c in @f: tensor<i32>",
        "  is constant: 3",
        "%c in @g: tensor<i32>",
        "  is constant: 4",
    ]


def test_a_name_that_no_value_has() -> None:
    with pytest.raises(ValueError, match=r"^no value is called '%nois': did you mean '%noise'\?$"):
        explain(parse(TEXT.replace("%e", "%noise")), "%nois")
