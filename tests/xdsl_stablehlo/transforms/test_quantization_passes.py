"""The passes between quantized ops, ops on floats, and ops on storage integers keep every value."""

from __future__ import annotations

import pytest
from xdsl.utils.exceptions import PassFailedException

from tests.campaigns.legalized_programs import difference
from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.transforms.quantization import (
    StablehloLegalizeQuantizedOpToQDQPass,
    StablehloLegalizeQuantToMathPass,
)

Q = "tensor<2x!quant.uniform<i8:f32, 0.5:3>>"


@pytest.mark.parametrize("seed", range(60))
def test_values_of_random_programs(seed: int) -> None:
    assert difference(seed) is None


def test_nothing_quantized_is_left() -> None:
    module = parse(f"func.func @main(%x: {Q}) -> {Q} {{ %r = stablehlo.tanh %x : {Q} return %r : {Q} }}")
    StablehloLegalizeQuantToMathPass().apply(context(), module)
    assert "quant" not in print_module(module)


def test_what_moves_elements_stays_quantized() -> None:
    module = parse(
        f"func.func @main(%x: {Q}) -> {Q} {{ %r = stablehlo.reverse %x, dims = [0] : {Q} return %r : {Q} }}"
    )
    before = print_module(module)
    StablehloLegalizeQuantizedOpToQDQPass().apply(context(), module)
    assert print_module(module) == before


def test_what_nobody_reads_goes_with_what_is_inside() -> None:
    text = """func.func @main(%x: tensor<4xf32>) {
      %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      return
    }"""
    module = parse(text)
    StablehloLegalizeQuantizedOpToQDQPass().apply(context(), module)
    assert "sort" not in print_module(module)


def test_sizes_that_are_not_declared_stay_so() -> None:
    unknown = Q.replace("2x", "?x")
    module = parse(
        f"func.func @main(%x: tensor<2xf32>) -> {unknown} "
        f"{{ %r = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> {unknown} return %r : {unknown} }}"
    )
    StablehloLegalizeQuantToMathPass().apply(context(), module)
    verify_module(module)


def test_what_is_not_known_is_refused() -> None:
    text = f"func.func @main(%x: {Q}) -> {Q} {{ %r = stablehlo.custom_call @foo(%x) : ({Q}) -> {Q} return %r : {Q} }}"
    module = parse(text)
    with pytest.raises(PassFailedException, match=r"failed to legalize operation 'stablehlo\.custom_call'"):
        StablehloLegalizeQuantToMathPass().apply(context(), module)
