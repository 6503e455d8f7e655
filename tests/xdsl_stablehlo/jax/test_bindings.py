"""Which arguments `bind` makes constants, under which names, and how the rest is called then."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from xdsl_stablehlo.jax import BindingError, Folded, fold

from .functions import MLP, VECTOR, X, dense, export, jax, jnp, unary
from .test_fold import assert_close


def mlp(params: Any, x: Any, *, scale: Any = 1.0) -> Any:
    return {"y": dense(params["out"], jnp.tanh(dense(params["hidden"], x))) * scale}


EXPECTED = jax.jit(mlp)(MLP, X, scale=2.0)
HOLES = {"hidden": {"w": None, "b": MLP["hidden"]["b"]}, "out": MLP["out"]}
"""The parameters where one leaf is bound."""


@pytest.mark.parametrize(
    ("bind", "args", "kwargs"),
    [
        ((MLP,), (X,), {"scale": 2.0}),
        ((MLP, X), (), {"scale": 2.0}),
        ({"params": MLP}, (X,), {"scale": 2.0}),
        ({"params": MLP, "scale": 2.0}, (X,), {}),
        ({"x": X}, (MLP,), {"scale": 2.0}),
        ({"x": X, "params": MLP}, (), {"scale": 2.0}),
        ({"params": MLP}, (), {"x": X, "scale": 2.0}),
    ],
)
def test_arguments_are_left_out(bind: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    folded = fold(mlp, *args, bind=bind, **kwargs)
    assert_close(folded.call(*args, **kwargs), EXPECTED)
    assert len(folded.exported.in_avals) == len(jax.tree.leaves((args, kwargs)))
    with pytest.raises(ValueError, match="pytree structure"):
        folded.call(MLP, X, scale=2.0)


@pytest.mark.parametrize(
    "name",
    [
        "params['hidden']['w']",
        "params/hidden/w",
        "params.hidden.w",
        "hidden/w",
        "hidden.w",
        "args[0]['hidden']['w']",
        "params/hidden/w:0",
        "1",
    ],
)
@pytest.mark.parametrize("from_an_export", [False, True])
def test_single_leaves_by_name(name: str, from_an_export: bool) -> None:
    bind = {name: MLP["hidden"]["w"]}
    if from_an_export:
        folded = fold(export.export(jax.jit(mlp))(MLP, X, scale=2.0), bind=bind)
    else:
        folded = fold(mlp, MLP, X, bind=bind, scale=2.0)
    assert_close(folded.call(HOLES, X, scale=2.0), EXPECTED)


@pytest.mark.parametrize(
    "bind", [{"params": MLP}, {"params/hidden": MLP["hidden"], "params/out": MLP["out"]}, (MLP,)]
)
def test_an_exported_program_that_was_loaded(bind: Any) -> None:
    loaded = export.deserialize(export.export(jax.jit(mlp))(MLP, X, scale=2.0).serialize())
    assert_close(fold(loaded, bind=bind).call(X, scale=2.0), EXPECTED)


def test_an_argument_that_is_not_used() -> None:
    def first(params: Any, x: Any) -> Any:
        return params["used"] * x

    params = {"used": VECTOR, "unused": X}
    folded = fold(first, VECTOR, bind={"params": params})
    assert_close(folded.call(VECTOR), VECTOR * VECTOR)
    folded = fold(first, params, VECTOR, bind={"params['unused']": X})
    assert_close(folded.call({"used": VECTOR, "unused": None}, VECTOR), VECTOR * VECTOR)


@pytest.mark.parametrize("suffix", [".npz", ".safetensors"])
def test_files_of_weights(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"weights{suffix}"
    arrays = {f"{name}/{leaf}": MLP[name][leaf] for name in MLP for leaf in MLP[name]}
    write(path, arrays)
    assert_close(fold(mlp, MLP, X, scale=2.0, bind=path).call(X, scale=2.0), EXPECTED)


def write(path: Path, arrays: dict[str, Any]) -> None:
    if path.suffix == ".npz":
        np.savez(path, **arrays)
        return
    import json

    header, data = dict[str, Any](), b""
    for name, array in arrays.items():
        end = len(data) + array.nbytes
        header[name] = {"dtype": "F32", "shape": array.shape, "data_offsets": [len(data), end]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


@pytest.mark.parametrize(
    ("bind", "message"),
    [
        (
            {"params/hiden/w": X},
            r"^'mlp' has no argument 'params/hiden/w'; nearest: params\['hidden'\]\['w'\], ",
        ),
        ({"w": X}, r"^'mlp' has no argument 'w'; nearest: "),
        ({"9": X}, "^'mlp' has 6 arguments, none of them at position 9$"),
        (
            {"hidden.w": X},
            r"^argument 'params\['hidden'\]\['w'\]' is of type 'tensor<8x8xf32>', and the value has shape \[4, 8\]$",
        ),
        ({"hidden.w": np.zeros((8, 8), np.int32)}, "and the value is int32$"),
        (
            {"hidden.w": X, "params['hidden']['w']": X},
            r"^params\['hidden'\]\['w'\] is bound twice, the second time as ",
        ),
        (
            {"hidden.w": jax.ShapeDtypeStruct((8, 8), np.float32)},
            "is given by its shape only, and a constant needs values$",
        ),
    ],
)
def test_what_cannot_be_bound(bind: Any, message: str) -> None:
    with pytest.raises(BindingError, match=message):
        fold(mlp, MLP, X, bind=bind, scale=2.0)


def test_names_of_a_large_model_are_not_all_listed() -> None:
    params = {f"layer{i}": {"kernel": VECTOR} for i in range(500)}
    with pytest.raises(BindingError) as caught:
        fold(unary(lambda params: params["layer7"]["kernel"]), params, bind={"params/layer7/kernal": VECTOR})
    assert len(str(caught.value)) < 200
    assert "params['layer7']['kernel']" in str(caught.value)


def test_an_exported_program_takes_no_arguments() -> None:
    with pytest.raises(TypeError, match="has the shapes of its arguments already"):
        fold(export.export(jax.jit(mlp))(MLP, X), X)


def test_a_constant_needs_known_sizes() -> None:
    (batch,) = export.symbolic_shape("b")
    exported = export.export(jax.jit(dense))(MLP["out"], jax.ShapeDtypeStruct((batch, 8), np.float32))
    with pytest.raises(
        BindingError, match=r"^x has the shape \(b, 8\): a constant needs sizes that are known$"
    ):
        fold(exported, bind={"x": X})
    folded = fold(exported, bind={"layer": MLP["out"]})
    assert_close(folded.call(X), jax.jit(dense)(MLP["out"], X))
    assert_close(folded.call(X[:2]), jax.jit(dense)(MLP["out"], X[:2]))


def derivatives(f: Any, x: Any) -> Any:
    """The gradient of a loss, and that of the gradient's size."""

    def gradient(value: Any) -> Any:
        return jax.grad(unary(lambda v: jnp.sum(f(v)["y"] ** 3)))(value)

    return gradient(x), jax.grad(unary(lambda value: jnp.sum(gradient(value) ** 2)))(x)


@pytest.mark.prove
def test_derivatives_of_what_is_left() -> None:
    x = X[0]
    folded = fold(mlp, x, bind=(MLP,))
    expected = derivatives(partial(mlp, MLP), x)
    assert_close(derivatives(folded.call, x), expected)
    loaded: Folded = export.deserialize(folded.exported.serialize(vjp_order=2))
    assert_close(derivatives(loaded.call, x), expected)


def test_a_loaded_program_has_no_derivative() -> None:
    loaded = export.deserialize(export.export(jax.jit(mlp))(MLP, X).serialize())
    assert not fold(loaded, bind=(MLP,)).exported.has_vjp()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("parms", "did you mean 'params'?"),
        ("parms/hidden", "its arguments are params, x, scale"),
        ("weights", "its arguments are params, x, scale"),
    ],
)
def test_a_misspelled_name(name: str, said: str) -> None:
    with pytest.raises(BindingError) as error:
        fold(mlp, X, bind={name: MLP})
    assert said in str(error.value)
    assert str(error.value).startswith(f"'mlp' has no argument '{name}'")
    assert "missing" not in str(error.value)
    with pytest.raises(TypeError, match="missing a required argument: 'params'"):
        fold(mlp, bind={"params/hidden/w": MLP["hidden"]["w"]})
