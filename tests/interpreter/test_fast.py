"""`fast=True`: functions of NumPy and sums of BLAS in the interpreter, and never in the folder."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.oracle import dtype_named
from tests.helpers.programs import evaluate, function, parse
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import Program, eval_module
from xdsl_stablehlo.interpreter.execution.blocks import LARGE
from xdsl_stablehlo.interpreter.rounded import FAST

T = "tensor<90x90xf64>"
DOT = function(
    f"%r0 = stablehlo.dot_general %a0, %a0, contracting_dims = [1] x [0] : ({T}, {T}) -> {T}", [T], [T]
)


def test_products_are_those_of_blas() -> None:
    values = np.random.default_rng(0).standard_normal((90, 90))
    (result,) = eval_module(parse(DOT), [values], fast=True)
    assert np.asarray(result.array).tobytes() == (values @ values).tobytes()
    assert not FAST.get()


def test_sums_are_those_of_numpy() -> None:
    text = """%z = stablehlo.constant dense<0.0> : tensor<f64>
  %r0 = stablehlo.reduce(%a0 init: %z) applies stablehlo.add across dimensions = [0]
    : (tensor<1000xf64>, tensor<f64>) -> tensor<f64>"""
    values = np.random.default_rng(1).standard_normal(1000)
    (result,) = eval_module(parse(function(text, ["tensor<1000xf64>"], ["tensor<f64>"])), [values], fast=True)
    assert np.asarray(result.array).tolist() == np.sum(values)


@pytest.mark.parametrize("kind", ["f64", "f32", "bf16"])
@pytest.mark.parametrize("size", [3, 50 * LARGE])
def test_functions_are_those_of_numpy(kind: str, size: int) -> None:
    """On both threads that evaluate large arrays, too."""
    t = f"tensor<{size}x{kind}>"
    program = parse(function(f"%v = stablehlo.abs %a0 : {t}\n%r0 = stablehlo.tanh %v : {t}", [t], [t]))
    values = np.linspace(0.1, 3.0, size).astype(dtype_named(kind))
    (result,) = Program.of(program, fast=True)(values)
    expected = np.tanh(values.astype(np.float64)).astype(values.dtype)
    assert np.asarray(result.array).tobytes() == expected.tobytes()


def test_the_folder_never_is() -> None:
    text = """func.func @main() -> tensor<3xf64> {
      %c = stablehlo.constant dense<[1.1, 2.2, 3.3]> : tensor<3xf64>
      %r = stablehlo.cbrt %c : tensor<3xf64>
      return %r : tensor<3xf64>
    }"""
    module = parse(text)
    token = FAST.set(True)
    try:
        fold_module(module)
    finally:
        FAST.reset(token)
    (folded,) = eval_module(module)
    assert np.asarray(folded.array).tobytes() == evaluate(text)[0].tobytes()
