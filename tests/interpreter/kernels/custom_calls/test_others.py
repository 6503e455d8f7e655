"""Calls that are no linear algebra: largest elements, sizes known late, assertions, placement, Threefry, MHLO."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import numpy as np
import pytest
from jax import export as _export, lax as _lax

from tests.helpers.oracle import Array
from tests.helpers.programs import context, evaluate, function
from xdsl_stablehlo.interpreter import EvaluationError, eval_module
from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact

from .against_jax import assert_as_xla, jax

lax, export = cast(Any, _lax), cast(Any, _export)
ROW = np.array([3.0, 1.0, np.inf, 1.0, -2.0, 5.0], np.float32)


def called(target: str, operands: list[str], results: list[str], attributes: str = "") -> str:
    """A program that is one call."""
    read = ", ".join([f"%a{i}" for i in range(len(operands))])
    names = "".join([f"%r{i}, " for i in range(len(results))])[:-2]
    text = f"stablehlo.custom_call @{target}({read}) {attributes} : ({', '.join(operands)}) -> "
    kinds = results[0] if len(results) == 1 else f"({', '.join(results)})"
    return function(f"{names} = {text}{kinds}", operands, results)


@pytest.mark.parametrize("approximate", ["approx_max_k", "approx_min_k"])
def test_approximate_top_k_is_exact(approximate: str) -> None:
    x = np.random.default_rng(0).normal(size=(3, 40)).astype(np.float32)
    assert_as_xla(partial(getattr(lax, approximate), k=5), x)
    assert_as_xla(partial(getattr(lax, approximate), k=2, reduction_dimension=0), x)


@pytest.mark.parametrize(
    ("largest", "values", "places"),
    [("true", [np.inf, 5.0, 3.0], [2, 5, 0]), ("false", [-2.0, 1.0, 1.0], [4, 1, 3])],
)
def test_top_k_of_mhlo(largest: str, values: list[float], places: list[int]) -> None:
    text = called(
        "mhlo.topk",
        ["tensor<6xf32>"],
        ["tensor<3xf32>", "tensor<3xi32>"],
        f"{{mhlo.attributes = {{k = 3 : i64, largest = {largest}}}, mhlo.version = 1 : i64}}",
    )
    assert [each.tolist() for each in evaluate(text, ROW)] == [values, places]


@pytest.mark.parametrize(
    ("name", "exact"),
    [
        ("erf", 0.5204999),
        ("tan", 0.5463025),
        ("asinh", 0.4812118),
        ("erf_inv", 0.4769363),
        ("cosh", 1.127626),
    ],
)
def test_functions_of_mhlo(name: str, exact: float) -> None:
    text = called(f"mhlo.{name}", ["tensor<2xf32>"], ["tensor<2xf32>"])
    (given,) = evaluate(text, np.array([0.5, 0.5], np.float32))
    np.testing.assert_allclose(given, np.full(2, exact, np.float32), rtol=1e-6)


@pytest.mark.parametrize(
    "target", ["Sharding", "LayoutConstraint", "annotate_device_placement", "MoveToHost"]
)
def test_where_a_value_lies_does_not_change_it(target: str) -> None:
    (given,) = evaluate(called(target, ["tensor<6xf32>"], ["tensor<6xf32>"]), ROW)
    assert given.tolist() == ROW.tolist()


def symbolic(function: Any, sizes: str, *args: Array) -> list[Array]:
    """The results of a function that is exported for symbolic sizes, called with arrays."""
    shapes = export.symbolic_args_specs(args, [sizes] * len(args))
    exported = export.export(jax.jit(function))(*shapes)
    module = read_portable_artifact(exported.mlir_module_serialized, context())
    return [np.asarray(each.array) for each in eval_module(module, args)]


def test_sizes_are_looked_at_when_a_symbolic_program_is_called() -> None:
    (given,) = symbolic(jax.numpy.tanh, "2 * n", ROW)
    np.testing.assert_allclose(given, np.tanh(ROW), rtol=1e-6)


def test_sizes_that_do_not_fit_are_the_error_that_jax_wrote() -> None:
    exported = export.export(jax.jit(jax.numpy.tanh))(*export.symbolic_args_specs((ROW,), ["2 * n"]))
    module = read_portable_artifact(exported.mlir_module_serialized, context())
    with pytest.raises(EvaluationError) as failed:
        eval_module(module, [ROW[:5]])
    assert "Input shapes do not match the polymorphic shapes specification" in str(failed.value)
    assert "Division had remainder 1" in str(failed.value)


def test_top_k_of_a_symbolic_number() -> None:
    def largest_half(x: Any) -> Any:
        return lax.top_k(x, x.shape[0] // 2)

    values, places = symbolic(largest_half, "n", ROW)
    assert (values.tolist(), places.tolist()) == ([np.inf, 5.0, 3.0], [2, 5, 0])


def test_windows_of_symbolic_sizes() -> None:
    def sums(x: Any) -> Any:
        return lax.reduce_window(x, 0.0, lax.add, (x.shape[0],), (1,), "VALID")

    assert symbolic(sums, "n", ROW[3:])[0].tolist() == [4.0]


def test_factors_of_a_symbolic_batch() -> None:
    a = np.random.default_rng(0).normal(size=(3, 4, 4)).astype(np.float32)
    q, r = symbolic(jax.numpy.linalg.qr, "b, 4, 4", a)
    np.testing.assert_allclose(q @ r, a, rtol=1e-4, atol=1e-5)
