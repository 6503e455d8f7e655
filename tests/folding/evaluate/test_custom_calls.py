"""Custom calls that are known: they fold as ops do, and assertions that hold go."""

from __future__ import annotations

from typing import Any

import jax as _jax
import numpy as np
import pytest

from tests.folding.support import fold, main, values
from tests.helpers.programs import context
from xdsl_stablehlo import parse_module
from xdsl_stablehlo.dialects import stablehlo
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import eval_module

jax: Any = _jax
MATRIX = np.array([[4.0, 1.0, 0.0], [1.0, 3.0, 0.5], [0.0, 0.5, 2.0]], np.float32)


@pytest.mark.parametrize(
    "name", ["inv", "cholesky", "eigh", "svd", "qr", "eigvals", "slogdet", "pinv", "matrix_rank"]
)
def test_linear_algebra_of_constants_leaves_constants(name: str) -> None:
    def program() -> Any:
        return getattr(jax.numpy.linalg, name)(jax.numpy.asarray(MATRIX))

    module = parse_module(jax.jit(program).lower().as_text(), context())
    wanted = eval_module(module)
    report = fold_module(module)
    assert report.kept == []
    (function,) = module.ops
    *made, _ = function.regions[0].block.ops
    assert {type(op) for op in made} == {stablehlo.ConstantOp}
    assert eval_module(module) == wanted


SIZES = """
%four = stablehlo.constant dense<4> : tensor<i32>
%least = stablehlo.constant dense<LEAST> : tensor<i32>
%fits = stablehlo.compare GE, %four, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.custom_call @shape_assertion(%fits, %four) {
  error_message = "expected at least LEAST, but it is {0}", has_side_effect = true
} : (tensor<i1>, tensor<i32>) -> ()
"""


@pytest.mark.parametrize(("least", "holds"), [(3, True), (5, False)])
def test_an_assertion_goes_where_it_holds(least: int, holds: bool) -> None:
    text = main(SIZES.replace("LEAST", str(least)), "tensor<f32>", "%x: tensor<f32>", "%x")
    folded = fold(text, check=False)
    assert ("stablehlo.custom_call" not in folded.ops()) is holds


def test_an_assertion_about_an_argument_stays() -> None:
    text = main(
        SIZES.replace("LEAST", "3").replace("%four = stablehlo.constant dense<4> : tensor<i32>\n", ""),
        "tensor<i32>",
        "%four: tensor<i32>",
        "%four",
    )
    assert "stablehlo.custom_call" in fold(text, check=False).ops()


def test_a_call_that_runs_a_function_of_the_module() -> None:
    text = """
    func.func private @gt(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
      %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %0 : tensor<i1>
    }
    func.func @main() -> (tensor<2xf32>, tensor<2xi32>) {
      %x = stablehlo.constant dense<[1.0, 5.0, 3.0, 4.0]> : tensor<4xf32>
      %i = stablehlo.iota dim = 0 : tensor<4xi32>
      %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %no = stablehlo.constant dense<-1> : tensor<i32>
      %r:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %low, %no) {called_computations = [@gt], mhlo.backend_config =
        {reduction_dim = 0 : i64, top_k = 2 : i64}} :
        (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
      return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>
    }
    """
    folded = fold(text)
    assert [values(each) for each in folded.constants()] == [[5.0, 4.0], [1, 3]]


def test_constants_do_not_move_between_memories() -> None:
    text = main(
        "%c = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "%r = stablehlo.custom_call @annotate_device_placement(%c) {has_side_effect = true} : "
        "(tensor<f32>) -> tensor<f32>",
        "tensor<f32>",
    )
    assert fold(text).reasons() == {"stablehlo.custom_call": "side-effects"}
