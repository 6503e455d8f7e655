"""async_start and async_done."""

from __future__ import annotations

import numpy as np

from tests.helpers.programs import evaluate
from tests.interpreter.parallel.grids import ADD, PAIR, REPLICAS, grid_program


def test_an_asynchronous_op_gives_its_value_when_it_is_done():
    function = f"""func.func @p(%x: tensor<2xi64>) -> tensor<2xi64> {{
    %f = "stablehlo.async_start"(%x) ({{
    ^bb0(%y: tensor<2xi64>):
      %s = "stablehlo.all_reduce"(%y) {ADD} {{{PAIR}}} : (tensor<2xi64>) -> tensor<2xi64>
      stablehlo.return %s : tensor<2xi64>
    }}) : (tensor<2xi64>) -> !stablehlo.future<tensor<2xi64>>
    %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xi64>>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }}"""
    text = grid_program(function, REPLICAS, ["tensor<2xi64>"] * 2, ["tensor<2xi64>"] * 2)
    np.testing.assert_array_equal(evaluate(text, np.array([1, 2]), np.array([10, 20])), [[11, 22]] * 2)
