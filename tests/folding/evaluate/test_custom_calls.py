"""Programs of JAX with custom calls that are known fold as a whole. Others: `cases/custom_calls.mlir`."""

from __future__ import annotations

from typing import Any

import jax as _jax
import numpy as np
import pytest

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
    assert fold_module(module).kept == []
    (function,) = module.ops
    *made, _ = function.regions[0].block.ops
    assert {type(op) for op in made} == {stablehlo.ConstantOp}
    assert eval_module(module) == wanted
