"""Functions of JAX folded: they give what they gave, without their constant part, here and where they are loaded."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xdsl_stablehlo.jax
from tests.helpers.tiers import one_of
from xdsl_stablehlo import verify_module
from xdsl_stablehlo.folding.terms.reasons import Code
from xdsl_stablehlo.jax import Folded, evaluate, fold
from xdsl_stablehlo.jax.private import enable_x64

from .functions import EXAMPLES, Example, binary, export, jax, jnp

PRODUCT = Path(xdsl_stablehlo.jax.__file__).parent

ARGUED = {Code.EXPANSION.value, Code.BARRIER.value}
"""Reasons for which ops on constants stay although they could be folded."""


def assert_close(actual: Any, expected: Any) -> None:
    """The same pytree of the same types; floats within 1e-5, 1e-2 for 16 bits, of the largest of an array's values."""
    assert jax.tree.structure(actual) == jax.tree.structure(expected)
    for got, wanted in zip(jax.tree.leaves(actual), jax.tree.leaves(expected), strict=True):
        assert got.dtype == wanted.dtype
        if jax.dtypes.issubdtype(got.dtype, jax.dtypes.prng_key):
            got, wanted = jax.random.key_data(got), jax.random.key_data(wanted)
        got, wanted = np.asarray(got), np.asarray(wanted)
        if got.dtype.kind in "biu":
            np.testing.assert_array_equal(got, wanted)
            continue
        bound = 1e-2 if got.dtype.itemsize == 2 else 1e-5
        scale = float(np.abs(wanted.astype(np.complex128)).max(initial=0)) or 1.0
        np.testing.assert_allclose(
            got.astype(np.complex128), wanted.astype(np.complex128), rtol=bound, atol=bound * scale
        )


def folded(example: Example) -> Folded:
    return fold(example.function, *example.args, bind=example.bind, **example.kwargs)


def precision(example: Example) -> Any:
    return enable_x64(example.x64)


@pytest.mark.parametrize("name", one_of(4, EXAMPLES))
def test_a_folded_function_gives_what_it_gave(name: str) -> None:
    example = EXAMPLES[name]
    with precision(example):
        result = folded(example)
        verify_module(result.module)
        args, kwargs = example.args, example.kwargs
        if name == "static_arguments":  # which are no arguments any more
            args, kwargs = args[:1], dict[str, Any]()
        expected = example.expected()
        actual = result.call(*args, **kwargs)
        assert_close(actual, expected)
        elsewhere = export.deserialize(result.exported.serialize())
        again = elsewhere.call(*args, **kwargs)
        assert_close(jax.tree.leaves(again), jax.tree.leaves(actual))
        assert_close(evaluate(result.exported, *args, **kwargs), expected)
    assert [kept for kept in result.report.explained() if kept.code not in ARGUED] == []


@pytest.mark.parametrize(
    "name", one_of(2, [name for name, example in EXAMPLES.items() if example.bind is None])
)
def test_a_function_evaluates(name: str) -> None:
    example = EXAMPLES[name]
    with precision(example):
        assert_close(evaluate(example.function, *example.args, **example.kwargs), example.expected())


def test_there_are_thirty() -> None:
    assert len(EXAMPLES) >= 30


def test_places_are_those_of_the_users_file() -> None:
    def table(x: Any) -> Any:
        return x + jax.numpy.arange(1 << 17).astype(jax.numpy.float32)

    report = fold(table, jax.numpy.zeros(1 << 17)).report
    kept = next(kept for kept in report.kept if kept.op == "stablehlo.iota")
    assert kept.location.partition(":")[0] == __file__
    assert kept.name == "jit(table)/iota"
    assert kept.called_from
    assert not any(str(PRODUCT) in caller for caller in kept.called_from)


PARAMS = {"w": jnp.ones(3)}


def scaled(params: Any, x: Any, unused: Any, *, scale: Any) -> Any:
    erf: Any = jax.scipy.special.erf(jnp.ones(2) * 0.3)  # an op of CHLO in lowered programs
    return {"y": x * (params["w"] * jnp.arange(3.0)).sum() * scale + erf}


@pytest.mark.parametrize("bind", [None, {"params": PARAMS}, (PARAMS,)], ids=["all", "named", "first"])
def test_a_lowered_function_is_folded(bind: Any) -> None:
    x, unused, scale = jnp.ones(2), jnp.ones(5), jnp.full((), 2.0)
    lowered = jax.jit(scaled).lower(PARAMS, x, unused, scale=scale)
    result = fold(lowered, bind=bind)
    args = (PARAMS, x, unused) if bind is None else (x, unused)
    expected = scaled(PARAMS, x, unused, scale=scale)
    assert_close(result(*args, scale=scale), expected)
    assert_close(result.call(*args, scale=scale), expected)
    assert_close(jax.jit(result)(*args, scale=scale), expected)
    assert result.report.constants


def test_a_folded_function_is_one_to_fold() -> None:
    inner = fold(binary(lambda w, x: w * x), jnp.ones(2), bind=(jnp.arange(2.0),))
    assert_close(fold(inner, jnp.ones(2))(jnp.ones(2)), jnp.arange(2.0))


def test_keys_are_arguments_of_lowered_functions() -> None:
    key = jax.random.key(7)
    assert_close(fold(jax.jit(jax.random.split).lower(key))(key), jax.random.split(key))


def test_a_lowered_function_has_its_shapes() -> None:
    lowered = jax.jit(jnp.sin).lower(jnp.ones(2))
    with pytest.raises(
        TypeError, match=r"^a lowered program has the shapes of its arguments already: none are"
    ):
        fold(lowered, jnp.ones(2))


def test_a_lowered_function_for_several_devices_is_refused() -> None:
    lowered = jax.jit(jnp.sin).lower(jnp.ones(2))
    module = lowered.compiler_ir("stablehlo")  # the one that JAX keeps
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    module.operation.attributes["mhlo.num_partitions"] = ir.Attribute.parse("2 : i32", module.context)
    with pytest.raises(ValueError, match=r"^the lowered program is for 2 devices: fold its function"):
        fold(lowered)
