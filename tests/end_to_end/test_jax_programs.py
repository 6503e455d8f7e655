"""JAX programs through parse, verify, interpret and fold, compared with what XLA computes on CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp

from tests.helpers.tiers import one_of
from tests.helpers.upstream.reference import lower, run
from xdsl_stablehlo import parse_module, print_module, register_dialects, verify_module
from xdsl_stablehlo.dialects import stablehlo
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import eval_module

from .jax_programs import PROGRAMS

TPU_LOWERED = {"factorisations"}
"""Programs that JAX lowers to calls of LAPACK for CPU, and to StableHLO's own ops for TPU."""


def assert_close(actual: Any, expected: Any) -> None:
    """Integers and data movement are equal; floats agree within 1e-5 relative to the largest of a result's values."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape
    assert actual.dtype == expected.dtype
    if expected.dtype.kind in "biu":
        np.testing.assert_array_equal(actual, expected)
        return
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    resolution = {2: 1e-2, 1: 0.2}.get(expected.dtype.itemsize, 1e-5)
    scale = float(np.max(np.abs(expected.astype(wide)), initial=0.0)) or 1.0
    np.testing.assert_allclose(
        actual.astype(wide), expected.astype(wide), rtol=resolution, atol=resolution * scale
    )


def lowered(name: str, ctx: Context) -> ModuleOp:
    function, arguments = PROGRAMS[name]
    text = lower(function, arguments, "tpu" if name in TPU_LOWERED else "cpu")
    module = parse_module(text, ctx, f"{name}.mlir")
    verify_module(module)
    return module


def context() -> Context:
    ctx = Context()
    register_dialects(ctx)
    return ctx


def result_ops(module: ModuleOp) -> list[object]:
    main = next(op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main")
    last = main.body.block.last_op
    assert isinstance(last, ReturnOp)
    return [value.owner for value in last.operands]


@pytest.mark.parametrize("name", one_of(6, PROGRAMS))
def test_program(name: str) -> None:
    function, arguments = PROGRAMS[name]
    expected = run(function, arguments)
    ctx = context()
    module = lowered(name, ctx)
    interpreted = eval_module(module, arguments)
    for actual, wanted in zip(interpreted, expected, strict=True):
        assert_close(actual, wanted)

    fold_module(module)
    verify_module(module)
    for actual, wanted in zip(eval_module(module, arguments), interpreted, strict=True):
        np.testing.assert_array_equal(np.asarray(actual), np.asarray(wanted))
    if not arguments:
        assert all(isinstance(owner, stablehlo.ConstantOp) for owner in result_ops(module))
    folded = print_module(module)
    fold_module(module)
    assert print_module(module) == folded


def test_there_are_enough_programs() -> None:
    assert len(PROGRAMS) >= 40
