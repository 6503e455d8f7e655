"""scan."""

from __future__ import annotations

import numpy as np

from tests.helpers.programs import evaluate, function


def scan(reverse: bool, inputs: bool = True) -> str:
    extra = " attributes {is_reverse = true}" if reverse else ""
    return function(
        f"""%r:2 = chlo.scan (%a0) inits (%a1) dimension=1{extra} {{
    ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
      %s = stablehlo.add %x, %y : tensor<2xf32>
      stablehlo.return %s, %s : tensor<2xf32>, tensor<2xf32>
  }} : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)""",
        ["tensor<2x4xf32>", "tensor<2xf32>"],
        ["tensor<2x4xf32>", "tensor<2xf32>"],
        ["%r#0", "%r#1"],
    )


def test_scan() -> None:
    inputs, start = np.arange(8, dtype="f4").reshape(2, 4), np.array([100, 200], "f4")
    outputs, carry = evaluate(scan(False), inputs, start)
    np.testing.assert_array_equal(outputs, np.cumsum(inputs, 1) + start[:, None])
    np.testing.assert_array_equal(carry, outputs[:, -1])
    outputs, carry = evaluate(scan(True), inputs, start)
    np.testing.assert_array_equal(outputs, np.cumsum(inputs[:, ::-1], 1)[:, ::-1] + start[:, None])
    np.testing.assert_array_equal(carry, outputs[:, 0])


def test_scan_without_inputs() -> None:
    body = """%r:2 = chlo.scan () inits (%a0) dimension=0 attributes {scan_dim_size = 3 : i64} {
    ^bb0(%y: tensor<i32>):
      %s = stablehlo.add %y, %y : tensor<i32>
      stablehlo.return %y, %s : tensor<i32>, tensor<i32>
  } : (tensor<i32>) -> (tensor<3xi32>, tensor<i32>)"""
    program = function(body, ["tensor<i32>"], ["tensor<3xi32>", "tensor<i32>"], ["%r#0", "%r#1"])
    outputs, carry = evaluate(program, np.array(1, "i4"))
    assert (outputs.tolist(), int(carry)) == ([1, 2, 4], 8)
