"""Custom calls, with a function that a user registers and without."""

from __future__ import annotations

import numpy as np

from tests.helpers.oracle import Array
from tests.helpers.programs import evaluate, function
from xdsl_stablehlo.interpreter import register_custom_call
from xdsl_stablehlo.interpreter.kernels.custom_calls.registry import REGISTERED

CALL = function(
    "%r0 = stablehlo.custom_call @test.twice(%a0) : (tensor<2xi32>) -> tensor<2xi32>",
    ["tensor<2xi32>"],
    ["tensor<2xi32>"],
)


def test_custom_call_with_a_registered_evaluator() -> None:
    def twice(operand: Array) -> Array:
        return operand + operand

    register_custom_call("test.twice", twice)
    try:
        (given,) = evaluate(CALL, np.array([1, 2], np.int32))
    finally:
        del REGISTERED["test.twice"]
    assert given.tolist() == [2, 4]


def test_custom_call_gets_and_gives_quantized_values_as_they_are_stored() -> None:
    """An integer that float32 does not hold comes back to the bit: it is never dequantized."""
    kind = "tensor<2x!quant.uniform<i32:f32, 0.5>>"
    text = function(
        f"""%q = stablehlo.bitcast_convert %a0 : (tensor<2xi32>) -> {kind}
        %d = stablehlo.custom_call @test.twice(%q) : ({kind}) -> {kind}
        %r0 = stablehlo.bitcast_convert %d : ({kind}) -> tensor<2xi32>""",
        ["tensor<2xi32>"],
        ["tensor<2xi32>"],
    )
    seen: list[Array] = []

    def twice(operand: Array) -> Array:
        seen.append(operand)
        return operand + operand

    register_custom_call("test.twice", twice)
    try:
        (given,) = evaluate(text, np.array([16777217, -3], np.int32))
    finally:
        del REGISTERED["test.twice"]
    assert [(operand.dtype, operand.tolist()) for operand in seen] == [(np.int32, [16777217, -3])]
    assert given.tolist() == [33554434, -6]
