"""Functions of JAX as people write them, each with arguments and what of them is to be constant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, cast

import jax as _jax
import jax.export as _export
import jax.numpy as _jnp
import numpy as np
from jax import lax as _lax

# JAX's annotations leave many of its functions partly unknown.
jax, jnp, lax, export = cast(Any, _jax), cast(Any, _jnp), cast(Any, _lax), cast(Any, _export)
new_ref: Any = jax.new_ref if hasattr(jax, "new_ref") else jax.array_ref
"""A reference to an array; JAX 0.7.1 has it by another name."""


def unary(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A lambda whose parameter is known to type checkers; so below."""
    return function


def binary(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return function


def ternary(function: Callable[[Any, Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
    return function


@dataclass(frozen=True)
class Example:
    """A function, the arguments that stay, and the constants: the first arguments, or parameters by name."""

    function: Callable[..., Any]
    args: tuple[Any, ...] = ()
    bind: tuple[Any, ...] | Mapping[str, Any] | None = None
    kwargs: Mapping[str, Any] = field(default_factory=dict[str, Any])
    x64: bool = False

    def expected(self) -> Any:
        """What the function gives by itself, compiled by XLA."""
        jitted = self.function if hasattr(self.function, "trace") else jax.jit(self.function)
        if isinstance(self.bind, tuple):
            return jitted(*self.bind, *self.args, **self.kwargs)
        return jitted(*self.args, **(self.bind or {}), **self.kwargs)


EXAMPLES: dict[str, Example] = {}


def example(
    *args: Any, bind: Any = None, x64: bool = False, **kwargs: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter a function into `EXAMPLES`, under its name."""

    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        EXAMPLES[function.__name__] = Example(function, args, bind, kwargs, x64)
        return function

    return enter


_rng = np.random.default_rng(15)


def normal(*shape: int, dtype: Any = np.float32) -> Any:
    return (_rng.normal(size=shape) * 0.5).astype(dtype)


X, VECTOR = normal(4, 8), normal(8)
LAYER = {"w": normal(8, 8), "b": normal(8)}
MLP = {"hidden": LAYER, "out": {"w": normal(8, 3), "b": normal(3)}}
STACK = {"w": normal(5, 8, 8), "b": normal(5, 8)}


def dense(layer: Any, x: Any) -> Any:
    return x @ layer["w"] + layer["b"]


@example(X, bind=(MLP,))
def nested_parameters(params: Any, x: Any) -> Any:
    """The scale of the weights depends on weights only."""
    scaled = jax.tree.map(unary(lambda w: w / (1 + jnp.abs(w).max())), params)
    return dense(scaled["out"], jnp.tanh(dense(scaled["hidden"], x)))


@example(X, bind={"params": MLP})
def parameters_by_name(x: Any, params: Any) -> Any:
    return {
        "logits": dense(params["out"], dense(params["hidden"], x)),
        "norm": jnp.linalg.norm(params["out"]["w"]),
    }


@example(X, bind=(STACK,))
def scan_over_layers(layers: Any, x: Any) -> Any:
    layers = jax.tree.map(jnp.tanh, layers)
    return lax.scan(binary(lambda h, layer: (jax.nn.relu(dense(layer, h)), h.sum())), x, layers)


@example(normal(2, 16, 8), normal(2, 16, 8), normal(2, 16, 8))
def attention_in_blocks(q: Any, k: Any, v: Any) -> Any:
    """Online softmax over blocks of keys, with a causal mask made of positions."""

    def block(carry: Any, start: Any) -> Any:
        top, total, out = carry
        keys, values = (lax.dynamic_slice_in_dim(each, start, 4, 1) for each in (k, v))
        mask = jnp.arange(16)[:, None] >= start + jnp.arange(4)[None, :]
        scores = jnp.where(mask, jnp.einsum("bqd,bkd->bqk", q, keys) / jnp.sqrt(8.0), -1e30)
        higher = jnp.maximum(top, scores.max(-1))
        weights = jnp.exp(scores - higher[..., None])
        shrink = jnp.exp(top - higher)
        out = out * shrink[..., None] + jnp.einsum("bqk,bkd->bqd", weights, values)
        return (higher, total * shrink + weights.sum(-1), out), None

    start = (jnp.full((2, 16), -jnp.inf), jnp.zeros((2, 16)), jnp.zeros((2, 16, 8)))
    (_, total, out), _ = lax.scan(block, start, jnp.arange(0, 16, 4))
    return out / total[..., None]


@example(normal(2, 6, 8), bind={"theta": 10000.0})
def rotary_positions(x: Any, theta: Any) -> Any:
    angles = jnp.arange(6)[:, None] / theta ** (jnp.arange(0, 8, 2) / 8)
    sin, cos = jnp.sin(angles), jnp.cos(angles)
    even, odd = x[..., ::2], x[..., 1::2]
    return jnp.stack([even * cos - odd * sin, even * sin + odd * cos], -1).reshape(x.shape)


def _adam(params: Any, state: Any, x: Any, y: Any, step: Any) -> Any:
    def loss(p: Any) -> Any:
        return jnp.mean((dense(p["out"], jax.nn.gelu(dense(p["hidden"], x))) - y) ** 2)

    value, grads = jax.value_and_grad(loss)(params)
    first = jax.tree.map(binary(lambda m, g: 0.9 * m + 0.1 * g), state["m"], grads)
    second = jax.tree.map(binary(lambda v, g: 0.999 * v + 0.001 * g * g), state["v"], grads)
    fix1, fix2 = 1 - 0.9**step, 1 - 0.999**step
    new = jax.tree.map(
        ternary(lambda p, m, v: p - 1e-3 * (m / fix1) / (jnp.sqrt(v / fix2) + 1e-8)), params, first, second
    )
    return value, new, {"m": first, "v": second}


ZEROS = jax.tree.map(np.zeros_like, MLP)
EXAMPLES["optimizer_step"] = Example(
    jax.jit(_adam, donate_argnums=(0, 1)), (), {"step": 3.0, "x": X, "y": normal(4, 3)},
    {"params": MLP, "state": {"m": ZEROS, "v": ZEROS}},
)  # fmt: skip


@example(X, bind=(LAYER,))
def gradient(layer: Any, x: Any) -> Any:
    table = jnp.sin(jnp.arange(8.0))
    return jax.grad(unary(lambda v: jnp.sum(jnp.tanh(dense(layer, v)) * table)))(x)


@example(X, bind=(LAYER,))
def mapped_with_vmap(layer: Any, x: Any) -> Any:
    return jax.vmap(unary(lambda row: dense({"w": jnp.exp(layer["w"]), "b": layer["b"]}, row)))(x)


@example(VECTOR)
def jacobian(x: Any) -> Any:
    basis = jnp.cos(jnp.outer(jnp.arange(8.0), jnp.arange(8.0)))
    return jax.jacfwd(unary(lambda v: jnp.tanh(basis @ v)))(x)


@example(X.astype(jnp.bfloat16), bind=(normal(8, 3, dtype=jnp.bfloat16),))
def brain_floats(w: Any, x: Any) -> Any:
    return x @ (w * jnp.bfloat16(2))


@example(normal(4, dtype=np.float64), bind=(normal(4, 4, dtype=np.float64),), x64=True)
def double_precision(a: Any, x: Any) -> Any:
    return jnp.tanh(a) @ x, jnp.arange(4) * 10**10


@partial(jax.jit, static_argnums=1, static_argnames=("mode",))
def static_arguments(x: Any, n: int, w: Any, *, mode: str) -> Any:
    return jnp.stack([x @ w] * n) if mode == "stack" else x


EXAMPLES["static_arguments"] = Example(static_arguments, (X, 3), {"w": LAYER["w"]}, {"mode": "stack"})


@example(X, scale=np.float32(2), bind={"shift": np.float32(3)})
def keyword_arguments(x: Any, *, scale: Any, shift: Any, unused: Any = None) -> Any:
    return x * scale + jnp.exp(shift)


@partial(jax.jit, donate_argnames=("cache",))
def donated_cache(w: Any, cache: Any, x: Any) -> Any:
    return lax.dynamic_update_slice(cache, (x @ w)[None], (1, 0)), x @ w


EXAMPLES["donated_cache"] = Example(donated_cache, (np.zeros((4, 8), np.float32), VECTOR), (LAYER["w"],))


class Position(NamedTuple):
    """A pytree that is a tuple with names."""

    where: Any
    speed: Any


export.register_namedtuple_serialization(Position, serialized_name="tests.Position")


@example(Position(VECTOR, VECTOR * 2), bind=(np.float32(0.1),))
def named_tuples(dt: Any, p: Any) -> Any:
    return Position(p.where + dt * p.speed, p.speed * jnp.exp(-dt))


@example(np.float32(5))
def loop_of_constants(x: Any) -> Any:
    return x * lax.fori_loop(0, 10, binary(lambda i, s: s * 1.1 + i), 1.0)


@example(np.int32(2), X)
def branches(which: Any, x: Any) -> Any:
    table = jnp.linspace(0, 1, 8)
    known = lax.switch(1, [jnp.sin, jnp.cos], table)
    return lax.switch(which, [unary(lambda v: v), unary(lambda v: v * known), unary(lambda v: v + known)], x)


@example(normal(1, 8, 8, 3), bind=(normal(3, 3, 3, 4),))
def convolution(kernel: Any, image: Any) -> Any:
    unit = kernel / jnp.sqrt((kernel**2).sum((0, 1, 2)))
    return lax.conv_general_dilated(image, unit, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


@example(np.array([1, 5, 2], np.int32), bind=(normal(10, 8),))
def embedding(table: Any, tokens: Any) -> Any:
    unit = table / jnp.linalg.norm(table, axis=-1, keepdims=True)
    return unit[tokens]


@example(normal(16))
def spectrum(x: Any) -> Any:
    window = 0.5 - 0.5 * jnp.cos(2 * jnp.pi * jnp.arange(16) / 16)
    return jnp.abs(jnp.fft.rfft(x * window))


@example(VECTOR, bind=(np.arange(8, dtype=np.int32)[::-1].copy(),))
def sorted_constants(order: Any, x: Any) -> Any:
    return x[jnp.argsort(order)], jnp.cumsum(order), lax.top_k(x, 3)


@example(X, bind=(LAYER,))
def checkpointed(layer: Any, x: Any) -> Any:
    inner = jax.checkpoint(unary(lambda v: jnp.sin(dense(layer, jnp.sin(v)))))
    return jax.grad(unary(lambda v: inner(v).sum()))(x)


@example(VECTOR)
def small_integers(x: Any) -> Any:
    levels = jnp.arange(-8, 8).astype(jnp.int4)
    return (x * 4).astype(jnp.int8), levels.astype(jnp.float32)[:8] * x


@example(X, bind=(LAYER,))
def inner_jit_and_custom_gradient(layer: Any, x: Any) -> Any:
    @jax.custom_vjp
    def clipped(v: Any) -> Any:
        return jnp.clip(v, -1, 1)

    clipped.defvjp(unary(lambda v: (clipped(v), None)), binary(lambda _, g: (g,)))
    return jax.jit(unary(lambda v: clipped(dense(layer, v))))(x) * jnp.sum(layer["w"] ** 2)


@example(X[0])
def sampling_with_keys(logits: Any) -> Any:
    key, other = jax.random.split(jax.random.key(7))
    noise = jax.random.gumbel(key, (5, 8))
    return jnp.argmax(logits + noise, -1), jax.random.normal(other, (3,)), other


@example(X, bind=(jax.random.key(3),))
def dropout_with_a_bound_key(key: Any, x: Any) -> Any:
    keep = jax.random.bernoulli(key, 0.5, x.shape)
    return jnp.where(keep, x / 0.5, 0)


@example(jax.random.key(1), 2.0)
def keys_in_and_out(key: Any, x: Any) -> Any:
    keys = jax.random.split(key, 3)
    return keys, jax.vmap(unary(lambda k: jax.random.uniform(k) * x))(keys)


SQUARE = normal(6, 6)
POSITIVE = (SQUARE @ SQUARE.T + 6 * np.eye(6)).astype(np.float32)


@example(VECTOR, bind=(POSITIVE,))
def cholesky_solve(a: Any, b: Any) -> Any:
    return jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(a), True), b[:6])


@example(VECTOR[:6], bind=(SQUARE,))
def linear_solve(a: Any, b: Any) -> Any:
    return jnp.linalg.solve(a, b), jnp.linalg.det(a)


@example(VECTOR[:6], bind=(POSITIVE,))
def eigenvalues(a: Any, b: Any) -> Any:
    return jnp.linalg.eigvalsh(a) * b


@example(VECTOR[:4], bind=(normal(6, 4),))
def least_squares(a: Any, x: Any) -> Any:
    q, r = jnp.linalg.qr(a)
    return (q @ r) @ x, jnp.linalg.svd(a, compute_uv=False)
