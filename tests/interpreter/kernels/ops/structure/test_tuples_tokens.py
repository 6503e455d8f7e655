"""Tuples, tokens and barriers."""

from __future__ import annotations

from typing import Any

from tests.helpers.programs import parse
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.interpreter.numerics.tensor import Tensor


def test_main_returns_tuples_of_tensors() -> None:
    program = """func.func @main(%x: tensor<f32>) -> tuple<tensor<f32>, tuple<tensor<f32>>> {
      %t = stablehlo.tuple %x : tuple<tensor<f32>>
      %u = stablehlo.tuple %x, %t : tuple<tensor<f32>, tuple<tensor<f32>>>
      return %u : tuple<tensor<f32>, tuple<tensor<f32>>>
    }"""
    results: Any = eval_module(parse(program), [1.5])
    ((first, (second,)),) = results
    assert isinstance(first, Tensor)
    assert float(first.get()) == float(second.get()) == 1.5


def test_tokens() -> None:
    program = """func.func @main() -> !stablehlo.token {
      %0 = stablehlo.create_token : !stablehlo.token
      %1 = stablehlo.after_all %0, %0 : !stablehlo.token
      return %1 : !stablehlo.token
    }"""
    assert eval_module(parse(program)) == (Token(),)
