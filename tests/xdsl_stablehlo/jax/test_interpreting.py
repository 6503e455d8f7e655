"""JAX on the interpreter: jitted programs, single ops, keys, effects and references, and JAX as it was afterwards."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.jax import evaluate, fold, interpreting
from xdsl_stablehlo.jax.interpreting import Interpreted
from xdsl_stablehlo.jax.private import enable_x64

from .functions import EXAMPLES, MLP, VECTOR, X, binary, dense, jax, jnp, lax, new_ref, unary
from .test_fold import assert_close

io_callback: Any = importlib.import_module("jax.experimental").io_callback


@pytest.mark.parametrize(
    "name", ["nested_parameters", "scan_over_layers", "sampling_with_keys", "keys_in_and_out"]
)
def test_a_function_runs(name: str) -> None:
    example = EXAMPLES[name]
    expected = example.expected()
    with interpreting():
        assert_close(example.expected(), expected)


def test_what_was_compiled_before_is_interpreted_too() -> None:
    @jax.jit
    def guarded(x: Any) -> Any:
        return lax.optimization_barrier(x) + 1

    assert guarded(1) == 2
    with interpreting():
        compiled = guarded.lower(1).compile()
        assert isinstance(compiled.runtime_executable(), Interpreted)
        assert guarded(1) == 2
        assert compiled(1) == 2
    assert not isinstance(guarded.lower(1).compile().runtime_executable(), Interpreted)


def test_ops_by_themselves() -> None:
    with interpreting(), enable_x64(False):
        x = jnp.arange(6.0).reshape(2, 3)
        assert_close(jnp.sort(-x, axis=0), jnp.asarray([[-3.0, -4, -5], [0, -1, -2]]))
        assert_close(jax.lax.top_k(x, 1)[1], jnp.asarray([[2], [2]]))
        assert_close(jax.grad(unary(lambda v: (v**3).sum()))(x), 3 * x**2)
        assert_close(jax.vmap(jnp.dot)(x, x), jnp.asarray([5.0, 50]))


def test_types_of_results() -> None:
    with interpreting():
        assert (jnp.float32(1) + jnp.arange(2)).dtype == jnp.float32
        assert jax.jit(unary(lambda x: x * 2))(3).weak_type
        assert jnp.ones(2, jnp.bfloat16).dtype == jnp.bfloat16
        with enable_x64(True):
            assert (jnp.arange(2) * 10**10).tolist() == [0, 10**10]
        cotangent = jax.grad(binary(lambda i, x: x * 2.0), argnums=0, allow_int=True)(1, 2.0)
        assert cotangent.dtype == jax.dtypes.float0


def test_references_and_donated_arguments() -> None:
    with interpreting():
        counter = new_ref(jnp.float32(1))

        def step(x: Any) -> Any:
            counter[...] += x
            return counter[...] * 2

        assert jax.jit(step)(2.0) == 6
        assert counter[...] == 3
        assert_close(jax.jit(unary(lambda x: x + 1), donate_argnums=0)(jnp.zeros(3)), jnp.ones(3))


def test_a_training_loop() -> None:
    def loss(params: Any, x: Any) -> Any:
        return jnp.mean(dense(params["out"], jnp.tanh(dense(params["hidden"], x))) ** 2)

    @jax.jit
    def step(params: Any, x: Any) -> Any:
        return jax.tree.map(binary(lambda p, g: p - 0.1 * g), params, jax.grad(loss)(params, x))

    def trained() -> Any:
        params = jax.tree.map(jnp.asarray, MLP)
        for _ in range(3):
            params = step(params, X)
        return params

    expected = trained()
    with interpreting():
        assert_close(trained(), expected)


def test_what_cannot_be_evaluated() -> None:
    unknown = jax.ffi.ffi_call("nobody_evaluates_it", jax.ShapeDtypeStruct(VECTOR.shape, VECTOR.dtype))
    with interpreting(), pytest.raises(EvaluationError, match="nobody_evaluates_it"):
        jax.jit(unknown)(VECTOR)
    assert_close(jax.jit(jnp.sin)(VECTOR), jnp.sin(VECTOR))


SAME = jax.ShapeDtypeStruct(VECTOR.shape, VECTOR.dtype)
CALLED: list[Any] = []
"""What functions of Python were called with, in order."""


def note(x: Any) -> Any:
    CALLED.append(np.asarray(x).tolist())
    return np.asarray(x) + 1


def calls_back(unused: Any, x: Any) -> Any:
    y: Any = jax.pure_callback(note, SAME, x)
    jax.debug.callback(note, y * 2)
    return {"ordered": io_callback(note, SAME, y * 3, ordered=True)}


def in_a_loop(unused: Any, x: Any) -> Any:
    return jax.lax.fori_loop(0, 3, binary(lambda _, carried: jax.pure_callback(note, SAME, carried)), x)


@pytest.mark.parametrize("function", [calls_back, in_a_loop])
def test_a_program_calls_back_into_python(function: Any) -> None:
    expected = jax.jit(function)(1.0, VECTOR)
    jax.effects_barrier()
    by_xla = [*CALLED]
    for run in (evaluate_it, interpret_it):
        CALLED.clear()
        assert_close(run(function), expected)
        assert sorted(CALLED) == sorted(by_xla)
    CALLED.clear()


def evaluate_it(function: Any) -> Any:
    return evaluate(function, 1.0, VECTOR)


def interpret_it(function: Any) -> Any:
    with interpreting():
        return jax.jit(function)(1.0, VECTOR)


def test_an_error_of_a_function_of_python_is_said_in_one_line() -> None:
    def fails(x: Any) -> Any:
        raise ZeroDivisionError("never")

    with pytest.raises(EvaluationError, match=r"^[^\n]*custom_call.*never[^\n]*$"):
        evaluate(unary(lambda x: jax.pure_callback(fails, SAME, x)), VECTOR)


def test_an_exported_program_calls_nothing_back() -> None:
    with pytest.raises(
        NotImplementedError, match=r"^'calls_back' calls back into Python .*folding\(\) folds such"
    ):
        fold(calls_back, 1.0, VECTOR)


def test_an_error_leaves_jax_as_it_was() -> None:
    with pytest.raises(ZeroDivisionError), interpreting():
        raise ZeroDivisionError
    compiled = jax.jit(jnp.sin).lower(VECTOR).compile()
    assert not isinstance(compiled.runtime_executable(), Interpreted)
