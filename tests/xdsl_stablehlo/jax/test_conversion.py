"""Modules to JAX and back: what is lowered or exported is read, any module becomes a program that JAX calls."""

from __future__ import annotations

import importlib
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tests.helpers.programs import parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.jax import evaluate, fold, from_jax, to_jax
from xdsl_stablehlo.jax.private import enable_x64

from .functions import MLP, VECTOR, X, dense, export, jax, jnp, lax, unary
from .test_fold import assert_close


def shared(x: Any) -> Any:
    return lax.top_k(jnp.tanh(x), 2)


def test_what_is_lowered_and_what_is_exported() -> None:
    lowered = jax.jit(shared).lower(VECTOR)
    (values, places), expected = eval_module(from_jax(lowered), [VECTOR]), jax.jit(shared)(VECTOR)
    assert_close([np.asarray(values), np.asarray(places)], [np.asarray(each) for each in expected])
    assert "chlo.top_k" in print_module(from_jax(lowered))
    exported = export.export(jax.jit(shared))(VECTOR)
    assert " = chlo." not in print_module(from_jax(exported))
    with pytest.raises(TypeError, match=r"^a lowered or exported program is needed, not function$"):
        from_jax(shared)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (shared, (VECTOR,)),
        (jnp.linalg.eigh, (X[:, :4],)),
        (jax.random.split, (jax.random.key(0),)),
        (dense, (MLP["out"], X)),
    ],
)
def test_there_and_back(function: Any, args: Any) -> None:
    """Byte for byte: programs with Shardy's attributes, too, and nobody is asked whether they may stay."""
    exported = export.export(jax.jit(function))(*args)
    again: Any = to_jax(from_jax(exported), exported)
    assert again.mlir_module_serialized == exported.mlir_module_serialized
    assert_close(again.call(*args), exported.call(*args))


DTYPES = ["f32", "bf16", "i1", "ui8", "i64", "f8E5M2", "complex<f32>", "i4", "f64"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_module_from_elsewhere(dtype: str) -> None:
    kind = f"tensor<2x3x{dtype}>"
    module = parse(f"""
    func.func @main(%a: {kind}, %b: tensor<f32>) -> ({kind}, tensor<f32>) {{
      return %a, %b : {kind}, tensor<f32>
    }}""")
    exported: Any = to_jax(module)
    with enable_x64(True):
        argument = np.zeros((2, 3), exported.in_avals[0].dtype)
        given = argument, np.float32(3)
        result = exported.call(*given)
        assert isinstance(result, tuple)
        assert_close(result, tuple([jnp.asarray(each) for each in given]))
        assert_close(export.deserialize(exported.serialize()).call(*given), result)
    assert not exported.has_vjp()


def test_a_module_without_arguments_and_results() -> None:
    exported: Any = to_jax(parse("func.func @main() { return }"))
    assert exported.call() == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func.func @f() { return }", "^the module has no function @main$"),
        (
            "func.func @main(%a: tensor<?xf32>) { return }",
            r"^argument 0 of @main is of type 'tensor<\?xf32>', which",
        ),
        (
            "func.func @main(%a: !stablehlo.token) -> !stablehlo.token { return %a : !stablehlo.token }",
            "^argument 0 of @main is of type '!stablehlo.token', which needs `like`$",
        ),
    ],
)
def test_what_jax_cannot_call(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        to_jax(parse(text))


def test_a_module_that_is_called_otherwise() -> None:
    exported = export.export(jax.jit(dense))(MLP["out"], X)
    with pytest.raises(ValueError, match=r"^@main has 0 arguments and 0 results, and 'dense' 3 and 1$"):
        to_jax(parse("func.func @main() { return }"), exported)


def test_evaluation_of_exported_programs() -> None:
    exported = export.export(jax.jit(dense), platforms=["tpu", "cpu"])(MLP["out"], X)
    assert_close(evaluate(exported, MLP["out"], X), jax.jit(dense)(MLP["out"], X))
    with pytest.raises(TypeError, match=r"^'dense' takes PyTreeDef\(.*, not PyTreeDef\("):
        evaluate(exported, X)


def test_results_have_the_types_of_the_program() -> None:
    with enable_x64(True):
        exported = export.export(jax.jit(unary(lambda x: x * 2)))(np.arange(3))
    assert evaluate(exported, np.arange(3)).dtype == np.int64
    assert fold(exported).exported.out_avals[0].dtype == np.int64
    assert evaluate(unary(lambda x: x.astype(jnp.bfloat16)), VECTOR).dtype == ml_dtypes.bfloat16


def test_symbolic_shapes() -> None:
    (batch,) = export.symbolic_shape("b")

    def normalised(x: Any) -> Any:
        weights = jnp.exp(jnp.arange(8.0))
        return (x - x.mean(0)) * (weights / weights.sum()), x.shape[0] * 2

    exported = export.export(jax.jit(normalised))(jax.ShapeDtypeStruct((batch, 8), np.float32))
    folded = fold(exported)
    verify_module(folded.module)
    assert "exponential" not in print_module(folded.module)
    for rows in (4, 2):
        assert_close(folded.call(X[:rows]), jax.jit(normalised)(X[:rows]))
        assert_close(evaluate(folded.exported, X[:rows]), jax.jit(normalised)(X[:rows]))
    loaded = export.deserialize(folded.exported.serialize(vjp_order=1))
    assert str(loaded.in_avals[0].shape) == "(b, 8)"
    first = unary(lambda f: jax.grad(unary(lambda x: jnp.sum(f(x)[0] ** 2)))(X))
    assert_close(first(loaded.call), first(normalised))


def test_jax_is_imported_at_its_door_only() -> None:
    package = importlib.import_module("xdsl_stablehlo.jax")
    doors = ["evaluate", "fold", "folding", "from_jax", "interpreting", "split", "to_jax"]
    classes = ["BindingError", "Folded", "FoldedProgram", "JitReport", "SplitFunction"]
    assert sorted(package.__all__) == sorted([*doors, *classes])
