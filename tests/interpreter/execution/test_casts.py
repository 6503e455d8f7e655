"""Casts between types that store the same bits."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.interpreter import Interpreter, InterpreterFunctions, impl_cast, register_impls
from xdsl.interpreters import register_implementations as register_those_of_xdsl
from xdsl.parser import Parser
from xdsl.utils.exceptions import InterpretationError

from xdsl_stablehlo import parse_module
from xdsl_stablehlo.interpreter import Tensor, register_implementations
from xdsl_stablehlo.interpreter.kernels.scalars import may_be_cast
from xdsl_stablehlo.ir.versions import number_of_scalar
from xdsl_stablehlo.tools.programs import new_context


def attribute(text: str, ctx: Context):
    return Parser(ctx, text).parse_type()


@pytest.mark.parametrize(
    ("given", "wanted", "may"),
    [
        ("f32", "tensor<f32>", True),
        ("tensor<2xi4>", "tensor<2xui4>", True),
        ("tensor<i64>", "index", True),
        ("tensor<2xi4>", "tensor<2xi8>", False),
        ("tensor<1xf32>", "f32", False),
        ("i32", "f32", False),
        ("f16", "bf16", False),
        ("tensor<2x!quant.uniform<i8:f32, 0.5>>", "tensor<2xi8>", False),
    ],
)
def test_types_that_store_the_same_bits(given: str, wanted: str, may: bool) -> None:
    ctx = new_context()
    assert may_be_cast(attribute(given, ctx), attribute(wanted, ctx)) is may


PROGRAM = """func.func @main(%x: GIVEN) -> WANTED {
  %r = builtin.unrealized_conversion_cast %x : GIVEN to WANTED
  return %r : WANTED
}"""


def interpreter_of(given: str, wanted: str, *others: InterpreterFunctions) -> Interpreter:
    ctx = new_context()
    interpreter = Interpreter(parse_module(PROGRAM.replace("GIVEN", given).replace("WANTED", wanted), ctx))
    register_those_of_xdsl(interpreter, ctx)
    for functions in others:
        interpreter.register_implementations(functions)
    register_implementations(interpreter, ctx)
    return interpreter


def test_casts_run_in_xdsl() -> None:
    (result,) = interpreter_of("tensor<2xi8>", "tensor<2xui8>").call_op("main", ([-1, 2],))
    assert np.asarray(result).tolist() == [255, 2]
    (narrow,) = interpreter_of("tensor<2xi4>", "tensor<2xui4>").call_op("main", ([-1, 3],))
    assert np.asarray(narrow).tolist() == [15, 3]
    (scalar,) = interpreter_of("tensor<f32>", "f32").call_op("main", (0.5,))
    assert number_of_scalar(scalar) == 0.5
    with pytest.raises(InterpretationError):
        interpreter_of("tensor<f32>", "f64").call_op("main", (0.5,))


def test_casts_of_the_users_own_are_asked() -> None:
    f32, f64 = (type(attribute(t, new_context())) for t in ("tensor<f32>", "f64"))

    @register_impls
    class Casts(InterpreterFunctions):
        @impl_cast(f32, f64)
        def widened(self, input_type: object, output_type: object, value: Tensor) -> float:
            return float(value)

    assert interpreter_of("tensor<f32>", "f64", Casts()).call_op("main", (0.5,)) == (0.5,)
