"""Deprecated ops, composites around ops, and types without signs."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from tests.helpers.oracle import Array
from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.transforms.functions import StablehloWrapInCompositePass
from xdsl_stablehlo.transforms.legalize_small import (
    StablehloConvertToSignlessPass,
    StablehloLegalizeDeprecatedOpsPass,
)

A = np.arange(6, dtype=np.float32).reshape(2, 3) - 2
DOT = """func.func @main(%a: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %r = stablehlo.dot %a, %t : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}"""
BROADCAST = """func.func @main(%a: tensor<2x3xf32>) -> tensor<4x2x3xf32> {
  %r = stablehlo.broadcast %a, sizes = [4] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  return %r : tensor<4x2x3xf32>
}"""
REDUCE = """func.func @main(%a: tensor<2x3xf32>) -> tensor<2xf32> {
  %z = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.add %a, %a : tensor<2x3xf32>
  %t = stablehlo.add %s, %a : tensor<2x3xf32>
  %r = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [1] :
    (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}"""


def values_after(text: str, each: ModulePass) -> tuple[list[Array], list[Array], str]:
    """The results on `A` before and after a pass, and the program after it."""
    module = parse(text)
    before = [np.asarray(result.array) for result in eval_module(module, [A])]
    each.apply(context(), module)
    verify_module(module)
    return before, [np.asarray(result.array) for result in eval_module(module, [A])], print_module(module)


@pytest.mark.parametrize(
    ("text", "op", "instead"),
    [(DOT, "stablehlo.dot ", "dot_general"), (BROADCAST, "broadcast %", "broadcast_in_dim")],
)
def test_deprecated_ops_keep_their_values(text: str, op: str, instead: str) -> None:
    before, after, printed = values_after(text, StablehloLegalizeDeprecatedOpsPass())
    np.testing.assert_array_equal(before, after)
    assert op not in printed
    assert instead in printed


Q = "tensor<2x2x!quant.uniform<i8:f32, 2.0:15>>"


@pytest.mark.parametrize(
    ("op", "takes", "gives"),
    [
        ("dot %a, %a", Q, Q),
        ("broadcast %a, sizes = [4]", "tensor<?xf32>", "tensor<4x?xf32>"),
    ],
)
def test_ops_whose_replacement_does_not_hold_stay(op: str, takes: str, gives: str) -> None:
    """`dot_general` wants a zero point of 0 on the right (C15), `broadcast_in_dim` known sizes."""
    types = ", ".join([takes] * op.count("%a"))
    line = f"%r = stablehlo.{op} : ({types}) -> {gives}"
    module = parse(f"func.func @main(%a: {takes}) -> {gives} {{ {line} return %r : {gives} }}")
    before = print_module(module)
    StablehloLegalizeDeprecatedOpsPass().apply(context(), module)
    verify_module(module)
    assert print_module(module) == before


def test_ops_without_a_replacement_are_refused() -> None:
    text = """func.func @main(%a: tensor<f32>, %s: tensor<1xi64>) -> tensor<?xf32> {
      %r = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
      return %r : tensor<?xf32>
    }"""
    with pytest.raises(PassFailedException, match="explicitly marked illegal"):
        StablehloLegalizeDeprecatedOpsPass().apply(context(), parse(text))
    StablehloLegalizeDeprecatedOpsPass(fail_on_unused=False).apply(context(), parse(text))


def test_composites_keep_the_values_of_what_they_wrap() -> None:
    wrap = StablehloWrapInCompositePass(("stablehlo.add", "stablehlo.reduce"), version=2)
    before, after, printed = values_after(REDUCE, wrap)
    np.testing.assert_array_equal(before, after)
    assert printed.count("stablehlo.composite") == 3
    assert "@stablehlo.add.impl(" in printed
    assert "@stablehlo.add.impl_0(" in printed


def test_an_op_that_reads_around_it_is_not_wrapped() -> None:
    text = """func.func @main(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {
      %r = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<f32> }, { stablehlo.return %a : tensor<f32> })
        : (tensor<i1>) -> tensor<f32>
      return %r : tensor<f32>
    }"""
    with pytest.raises(PassFailedException, match="outside of its regions"):
        StablehloWrapInCompositePass(("stablehlo.if",)).apply(context(), parse(text))


def test_types_lose_their_signs_and_constants_keep_their_bits() -> None:
    module = parse("""func.func @main() -> tensor<3xui8> {
      %c = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
      return %c : tensor<3xui8>
    }""")
    StablehloConvertToSignlessPass().apply(context(), module)
    verify_module(module)
    assert "ui8" not in print_module(module)
    (result,) = eval_module(module, [])
    np.testing.assert_array_equal(result.array, np.array([0, 1, -1], np.int8))


def test_constants_without_elements_lose_their_signs():
    module = parse("""func.func @main() -> tensor<0x2xui8> {
      %c = stablehlo.constant dense<> : tensor<0x2xui8>
      return %c : tensor<0x2xui8>
    }""")
    StablehloConvertToSignlessPass().apply(context(), module)
    verify_module(module)
    assert "ui8" not in print_module(module)
