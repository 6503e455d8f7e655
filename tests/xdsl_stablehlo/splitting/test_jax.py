"""Functions of JAX in two: main after setup gives what the function gives, jitted and differentiated too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.campaigns.split_programs import without_reason
from tests.xdsl_stablehlo.jax.functions import jax, jnp, unary
from xdsl_stablehlo.folding import BindingError
from xdsl_stablehlo.jax import split
from xdsl_stablehlo.splitting import SplitOptions

GENERATOR = np.random.default_rng(0)


def normal(*shape: int) -> Any:
    return jnp.asarray(GENERATOR.standard_normal(shape, np.float32))


def normalised(w: Any) -> Any:
    return w / jnp.sqrt(jnp.sum(w * w, axis=0, keepdims=True) + 1e-6)


def mlp(params: Any, x: Any) -> Any:
    for layer in params:
        x = jnp.tanh(x @ normalised(layer["w"]) + layer["b"])
    return x


def scanned(params: Any, x: Any) -> Any:
    def layer(x: Any, p: Any) -> Any:
        return jnp.tanh(x @ normalised(p["w"]) + p["b"]), None

    return jax.lax.scan(layer, x, params)[0]


def attention(params: Any, x: Any) -> Any:
    """With a rotation that depends on positions alone, a causal mask, a norm folded into weights, and bf16."""
    n = len(x)
    angles = jnp.arange(n)[:, None] * params["rates"][None]
    rotation = jnp.concatenate([jnp.cos(angles), jnp.sin(angles)], axis=1)
    wq, wk, wv = [(params[name] * params["scale"][:, None]).astype(jnp.bfloat16) for name in ("q", "k", "v")]
    y = (x / jnp.sqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)).astype(jnp.bfloat16)
    q, k, v = (y @ wq) * rotation, (y @ wk) * rotation, y @ wv
    scores = jnp.where(jnp.tril(jnp.ones((n, n), bool)), q @ k.T, -1e9)
    return (jax.nn.softmax(scores.astype(jnp.float32)) @ v).astype(jnp.float32)


def dequantised(params: Any, x: Any) -> Any:
    return x @ (params["q"].astype(jnp.float32) * params["s"])


def convolution(params: Any, x: Any) -> Any:
    kernel = params["k"] / jnp.std(params["k"], axis=(0, 1, 2))
    y = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return y * jax.lax.rsqrt(params["var"] + 1e-5) * params["g"] + params["b"]


def recurrence(params: Any, x: Any) -> Any:
    """An exponential moving average whose decays are powers of a weight, in a loop in a loop."""

    def outer(carry: Any, w: Any) -> Any:
        def inner(i: Any, state: Any) -> Any:
            y, decay = state
            return y * decay + jnp.exp(w), decay * jax.nn.sigmoid(params["decay"])

        y, decay = jax.lax.fori_loop(0, 5, inner, carry)
        return (y, decay), y.sum()

    (y, _), sums = jax.lax.scan(outer, (x, jnp.ones_like(x)), params["w"])
    return y, sums


MODELS: dict[str, tuple[Callable[..., Any], Any, Any, int]] = {
    "mlp": (mlp, [{"w": normal(16, 16), "b": normal(16)} for _ in range(3)], normal(4, 16), 3),
    "scan": (scanned, {"w": normal(24, 16, 16), "b": normal(24, 16)}, normal(4, 16), 1),
    "attention": (
        attention,
        {**{name: normal(16, 16) for name in "qkv"}, "scale": normal(16), "rates": normal(8)},
        normal(12, 16),
        4,
    ),
    "dequantised": (
        dequantised,
        {"q": jnp.asarray(GENERATOR.integers(-128, 127, (256, 256)), jnp.int8), "s": normal(256)},
        normal(2, 256),
        0,
    ),
    "convolution": (
        convolution,
        {"k": normal(3, 3, 4, 8), "var": normal(8) ** 2, "g": normal(8), "b": normal(8)},
        normal(2, 8, 8, 4),
        2,
    ),
    "recurrence": (recurrence, {"w": normal(6, 8), "decay": normal(8)}, normal(8), 2),
}
"""A function, its weights and input, and how many values are derived."""


@pytest.mark.parametrize("name", MODELS)
def test_main_after_setup_is_the_function(name: str) -> None:
    function, params, x, derived = MODELS[name]
    found = split(function, params, x)
    assert without_reason(found.split) == []
    values = jax.jit(found.setup)(params)
    assert sorted(values) == sorted(found.split.names)
    made = [each.name for each in found.split.report.crossing if not each.is_passed_on]
    assert len(made) == derived, made
    for main in (found.main, jax.jit(found.main)):
        for actual, expected in zip(
            jax.tree.leaves(main(values, x)), jax.tree.leaves(jax.jit(function)(params, x)), strict=True
        ):
            tolerance = 0.05 if name == "attention" else 2e-5
            np.testing.assert_allclose(actual, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", ["mlp", "scan", "convolution"])
def test_derivatives_of_main(name: str) -> None:
    function, params, x, _ = MODELS[name]
    found = split(function, params, x, differentiable=True)
    values = found.setup(params)
    actual = jax.jit(jax.grad(unary(lambda x: (found.main(values, x) ** 2).sum())))(x)
    expected = jax.grad(unary(lambda x: (function(params, x) ** 2).sum()))(x)
    # The sums are of terms as large as the largest result.
    np.testing.assert_allclose(actual, expected, rtol=1e-4, atol=1e-4 + 1e-6 * np.abs(expected).max())


def test_the_scan_normalises_once() -> None:
    """All 24 layers in setup; main slices."""
    function, params, x, _ = MODELS["scan"]
    found = split(function, params, x)
    assert [each.name for each in found.split.report.crossing] == ["params['b']", "params['w']/while"]
    assert found.split.report.replaced == ["params['w']"]
    assert {each.reason for each in found.split.report.staying} == {"cheap"}
    ops = [op.name for op in found.split.main.walk()]
    assert not {"stablehlo.sqrt", "stablehlo.divide", "stablehlo.reduce"} & {*ops}
    assert ops.count("stablehlo.dynamic_slice") == 2


def test_arguments_by_name_static_ones_and_keys() -> None:
    def function(x: Any, size: int, *, key: Any, w: Any, unused: Any) -> Any:
        noise = jax.random.normal(key, (size,))
        return {"y": x * jnp.exp(w) + noise, "key": jax.random.split(key)[0]}

    key = jax.random.key(3)
    jitted = jax.jit(function, static_argnums=1)
    keywords = {"w": normal(4), "unused": normal(2)}
    found = split(jitted, normal(4), 4, key=key, **keywords, setup=["w", "unused"])
    derived = found.setup(**keywords)
    assert list(derived) == ["w/exp"]
    x = normal(4)
    actual, expected = found.main(derived, x, key=key), jitted(x, 4, key=key, **keywords)
    np.testing.assert_allclose(actual["y"], expected["y"], rtol=1e-6)
    assert actual["key"] == expected["key"]
    assert found.split.report.unread == []


def test_a_part_of_an_argument() -> None:
    """The rest of it goes to main."""
    function, params, x, _ = MODELS["mlp"]
    found = split(function, params, x, setup=["params[0]"], options=SplitOptions(growth=0))
    derived = found.setup(params)
    assert all(name.startswith("params[0]") for name in derived)
    np.testing.assert_allclose(found.main(derived, params, x), function(params, x), rtol=1e-5, atol=1e-5)


def test_mistakes() -> None:
    function, params, x, _ = MODELS["mlp"]
    with pytest.raises(BindingError, match="'mlp' has no argument 'weights'"):
        split(function, params, x, setup=["weights"])
    found = split(function, params, x)
    with pytest.raises(TypeError, match="setup takes 1 positional argument"):
        found.setup(params, x)
    with pytest.raises(TypeError, match="setup: argument 0 is"):
        found.setup(params[:2])
