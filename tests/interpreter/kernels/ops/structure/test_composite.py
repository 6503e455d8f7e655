"""composite: its decomposition runs."""

from __future__ import annotations

import numpy as np

from tests.helpers.programs import assert_as_oracle


def test_composite_runs_its_decomposition() -> None:
    program = """func.func @main(%x: tensor<i64>) -> tensor<i64> {
      %y = stablehlo.composite "my.twice" %x {decomposition = @twice, version = 1 : i32} : (tensor<i64>) -> tensor<i64>
      return %y : tensor<i64>
    }
    func.func private @twice(%x: tensor<i64>) -> tensor<i64> {
      %y = stablehlo.add %x, %x : tensor<i64>
      return %y : tensor<i64>
    }"""
    assert_as_oracle(program, np.int64(21))
