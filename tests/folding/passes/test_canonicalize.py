"""xDSL's own `canonicalize`: folds what is small and exact, and nothing else."""

from __future__ import annotations

import pytest
from xdsl.transforms.canonicalize import CanonicalizePass

from tests.folding.support import main
from tests.helpers.programs import context, parse
from xdsl_stablehlo import verify_module


def canonicalized(text: str) -> list[str]:
    module = parse(text)
    CanonicalizePass().apply(context(), module)
    verify_module(module)
    return [op.name for op in module.walk() if op.name.startswith("stablehlo")]


@pytest.mark.parametrize(
    ("body", "result", "folds"),
    [
        ("%b = stablehlo.add %a, %a : tensor<2xi32>\n%r = stablehlo.multiply %b, %a : tensor<2xi32>", "2xi32", True),
        ("%r = stablehlo.iota dim = 0 : tensor<256xi32>", "256xi32", True),
        ("%r = stablehlo.iota dim = 0 : tensor<257xi32>", "257xi32", False),
        ("%r = stablehlo.divide %a, %z : tensor<2xi32>", "2xi32", False),
        ("%r = stablehlo.add %a, %a {mhlo.sharding = \"x\"} : tensor<2xi32>", "2xi32", False),
        ("%f = stablehlo.constant dense<1.0> : tensor<f32>\n%r = stablehlo.sine %f : tensor<f32>", "f32", False),
    ],
)  # fmt: skip
def test_canonicalize(body: str, result: str, folds: bool) -> None:
    constants = (
        "%a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
        "%z = stablehlo.constant dense<0> : tensor<2xi32>\n"
    )
    left = canonicalized(main(constants + body, f"tensor<{result}>"))
    assert (left == ["stablehlo.constant"]) is folds


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("%r = stablehlo.add %x, %z : tensor<2xi32>", []),
        ("%r = stablehlo.and %x, %z : tensor<2xi32>", ["stablehlo.constant"]),
        ("%b = stablehlo.negate %x : tensor<2xi32>\n%r = stablehlo.negate %b : tensor<2xi32>", []),
        ("%r = stablehlo.add %x, %x : tensor<2xi32>", ["stablehlo.add"]),
        # What only another op would say is left to the pass.
        ("%b = stablehlo.add %x, %a : tensor<2xi32>\n%r = stablehlo.add %b, %a : tensor<2xi32>",
         ["stablehlo.constant", "stablehlo.add", "stablehlo.add"]),
    ],
)  # fmt: skip
def test_canonicalize_by_rules(body: str, left: list[str]) -> None:
    text = f"""func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {{
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  {body}
  return %r : tensor<2xi32>
}}"""
    assert canonicalized(text) == left
