"""Tuples, tokens and barriers."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.helpers.programs import assert_as_oracle, evaluate, function, parse
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.interpreter.numerics.tensor import Tensor


def test_tuple_and_get_tuple_element() -> None:
    body = """%t = stablehlo.tuple %a0, %a1 : tuple<tensor<2xi32>, tensor<f32>>
    %u = stablehlo.tuple %t, %a1 : tuple<tuple<tensor<2xi32>, tensor<f32>>, tensor<f32>>
    %v = stablehlo.get_tuple_element %u[0]
      : (tuple<tuple<tensor<2xi32>, tensor<f32>>, tensor<f32>>) -> tuple<tensor<2xi32>, tensor<f32>>
    %r0 = stablehlo.get_tuple_element %v[0] : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<2xi32>"""
    program = function(body, ["tensor<2xi32>", "tensor<f32>"], ["tensor<2xi32>"])
    (given,) = evaluate(program, np.array([1, 2], np.int32), np.float32(3))
    assert given.tolist() == [1, 2]


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


def test_optimization_barrier() -> None:
    body = "%r:2 = stablehlo.optimization_barrier %a0, %a1 : tensor<2xi32>, tensor<f32>"
    types = ["tensor<2xi32>", "tensor<f32>"]
    assert_as_oracle(
        function(body, types, types, ("%r#0", "%r#1")), np.array([1, 2], np.int32), np.float32(3)
    )
