"""Programs of JAX: those with constants that XLA takes long to fold, and those in which nothing is to be won.

Each is a function and its arguments. A thread is named where a slow program does what its author reports.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

import jax as _jax
import jax.numpy as _jnp
import numpy as np

from .model_programs import MODELS, Model

jax, jnp = cast(Any, _jax), cast(Any, _jnp)
lax: Any = jax.lax

Made = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and the arguments that it is called with."""


class Slow(NamedTuple):
    """A program that XLA folds, or computes at every call, for long."""

    thread: str
    make: Callable[[], Made]


def _numbers(*shape: int) -> Any:
    return np.random.default_rng(0).random(shape, dtype=np.float32)


def _of(function: Callable[[Any], Any], argument: Any = 1.0) -> Made:
    return function, (argument,)


def _sort() -> Made:
    table = _numbers(400_000)
    return _of(lambda x: jnp.sort(table) * x)


def _argsort() -> Made:
    table = _numbers(400_000)
    return _of(lambda x: jnp.argsort(table) * x)


def _interpolation() -> Made:
    table = _numbers(200_000)
    return _of(lambda x: jnp.interp(x, jnp.sort(table), table), 0.5)


def _scan_over_sorted() -> Made:
    table = _numbers(1024, 1024)

    def add(total: Any, row: Any) -> Any:
        return total + row, None

    return _of(lambda x: lax.scan(add, x, jnp.sort(table, axis=1))[0], jnp.zeros(1024))


def _sort_inside_a_scan() -> Made:
    table = _numbers(100_000)

    def add(total: Any, _: Any) -> Any:
        return total + jnp.sort(table), None

    return _of(lambda x: lax.scan(add, x, None, length=4)[0], jnp.zeros(100_000))


def _cumulative_sum() -> Made:
    table = _numbers(2_000_000)
    return _of(lambda x: jnp.cumsum(table) * x)


def _pooling() -> Made:
    image = _numbers(1024, 1024)
    return _of(lambda x: lax.reduce_window(image, -jnp.inf, lax.max, (9, 9), (1, 1), "SAME") * x)


def _convolution() -> Made:
    images, kernel = _numbers(4, 3, 112, 112), _numbers(64, 3, 7, 7)
    return _of(lambda x: lax.conv(images, kernel, (1, 1), "SAME") * x)


def _inverse() -> Made:
    matrix = _numbers(512, 512)
    return _of(lambda x: jnp.linalg.inv(matrix) * x)


def _fourier() -> Made:
    signal = _numbers(2_000_000)
    return _of(lambda x: jnp.fft.fft(signal) * x)


def _ranks() -> Made:
    table = _numbers(100_000)
    return _of(lambda x: jax.scipy.stats.rankdata(table, "dense") * x)


def _sparse() -> Made:
    n = 1_000_000
    at = np.random.default_rng(0).integers(0, n, (n, 2), dtype=np.int32)

    def product(x: Any) -> Any:
        rows, columns = at[:, 0], at[:, 1]
        return jnp.zeros(n).at[rows].add(jnp.ones(n)[columns] / x).sum()

    return _of(product)


def _scatter() -> Made:
    n = 200_000
    at = np.random.default_rng(0).integers(0, n, n, dtype=np.int32)
    values = _numbers(n)
    return _of(lambda x: jnp.zeros(n).at[at].add(values) * x)


def _weights() -> Made:
    layers = [_numbers(512, 512) for _ in range(24)]

    def apply(x: Any) -> Any:
        for w in layers:
            x = jax.nn.gelu(x @ (jnp.asarray(w) / jnp.abs(jnp.asarray(w)).max()))
        return x

    return _of(apply, jnp.zeros((8, 512)))


def _lookup() -> Made:
    table = _numbers(300_000)
    order = np.random.default_rng(1).integers(0, 300_000, 300_000, dtype=np.int32)
    return _of(lambda x: jnp.cumsum(jnp.asarray(table)[order]) * x)


def _rotated_grids() -> Made:
    grid = _numbers(200_000, 2)

    def apply(x: Any) -> Any:
        for turn in range(50):
            angle = jnp.arctan2(grid[:, 1], grid[:, 0]) + turn
            radius = jnp.sqrt(jnp.asarray(grid[:, 0] ** 2 + grid[:, 1] ** 2))
            x = x + (radius * jnp.cos(angle)).sum()
        return x

    return _of(apply)


SLOW: Mapping[str, Slow] = {
    "sort of 400,000": Slow("", _sort),
    "argsort of 400,000": Slow("ryan112358/mbi #194", _argsort),
    "interpolation in a sorted table of 200,000": Slow("", _interpolation),
    "scan over the sorted rows of 1024 x 1024": Slow("jax-ml/jax #21300", _scan_over_sorted),
    "sort of 100,000 inside of a scan": Slow("", _sort_inside_a_scan),
    "cumulative sum of 2,000,000": Slow("jax-ml/jax #24707", _cumulative_sum),
    "cumulative sum of a gather of 300,000": Slow("", _lookup),
    "maxima 9 x 9 of 1024 x 1024": Slow("", _pooling),
    "convolution 7 x 7 of four images": Slow("", _convolution),
    "inverse of 512 x 512": Slow("", _inverse),
    "FFT of 2,000,000": Slow("jax-ml/jax #10596", _fourier),
    "dense ranks of 100,000": Slow("jax-ml/jax #24707", _ranks),
    "sparse product with 1,000,000 entries": Slow("jax-ml/jax #14655, openxla/xla #1652", _sparse),
    "scatter of 200,000": Slow("chungmin99/pyroki #56", _scatter),
    "24 layers of normalised weights": Slow("ryan112358/mbi #179", _weights),
    "a fixed grid, rotated 50 times": Slow("PyAutoLabs/PyAutoArray #520", _rotated_grids),
}


# ---- nothing is to be won ----


def _dense(layers: int, size: int) -> Callable[[], Made]:
    def make() -> Made:
        weights = [jnp.asarray(_numbers(size, size)) for _ in range(layers)]

        def apply(x: Any, weights: Any) -> Any:
            for w in weights:
                x = jax.nn.gelu(x @ w)
            return x

        return apply, (jnp.zeros((8, size)), weights)

    return make


def _attention(x: Any, w: Any) -> Any:
    q, k, v = (x @ w[name] for name in "qkv")
    scores = q @ k.T / np.sqrt(x.shape[-1])
    mask = jnp.tril(jnp.ones(scores.shape, bool))
    x = x + jax.nn.softmax(jnp.where(mask, scores, -1e9)) @ v
    x = (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + 1e-5)
    return x + jax.nn.gelu(x @ w["up"]) @ w["down"]


def _transformer(layers: int) -> Made:
    shapes = {"q": (64, 64), "k": (64, 64), "v": (64, 64), "up": (64, 256), "down": (256, 64)}
    weights = [{name: jnp.asarray(_numbers(*shape)) for name, shape in shapes.items()} for _ in range(layers)]

    def apply(weights: Any, x: Any) -> Any:
        for w in weights:
            x = _attention(x, w)
        return x

    return apply, (weights, jnp.zeros((32, 64)))


def _gradient(make: Callable[[], Made]) -> Callable[[], Made]:
    def made() -> Made:
        function, arguments = make()

        def loss(*given: Any) -> Any:
            return (function(*given) ** 2).sum()

        return jax.value_and_grad(loss), arguments

    return made


def _step(make: Callable[[], Made]) -> Callable[[], Made]:
    def made() -> Made:
        gradient, (weights, x) = _gradient(make)()

        def lower(w: Any, slope: Any) -> Any:
            return w - 0.01 * slope

        def step(weights: Any, x: Any) -> Any:
            value, slopes = gradient(weights, x)
            return value, jax.tree.map(lower, weights, slopes)

        return step, (weights, x)

    return made


def _loop(length: int) -> Callable[[], Made]:
    def turn(x: Any, k: Any) -> Any:
        x = jnp.sin(x) + k
        return x, x.sum()

    return lambda: _of(lambda x: lax.scan(turn, x, jnp.arange(float(length))), jnp.zeros(100))


def _random(draw: Callable[[Any], Any]) -> Callable[[], Made]:
    return lambda: _of(lambda seed: draw(jax.random.key(seed)), 3)


def _initialise(seed: Any) -> Any:
    keys = jax.random.split(jax.random.key(0), 8)
    return [jax.random.normal(key, (256, 256)) * seed for key in keys]


def _mapped() -> Made:
    def apply(row: Any) -> Any:
        return jnp.sort(row) @ row + jnp.arange(16).sum()

    return _of(jax.vmap(apply), jnp.zeros((64, 16)))


def _rotations(x: Any) -> Any:
    angles = jnp.outer(jnp.arange(512.0), 1 / 10_000 ** (jnp.arange(0, 64, 2) / 64))
    return jnp.concatenate([x * jnp.cos(angles), x * jnp.sin(angles)], axis=-1)


def _newton(x: Any) -> Any:
    def is_far(y: Any) -> Any:
        return jnp.abs(y * y - x) > 1e-6

    def better(y: Any) -> Any:
        return (y + x / y) / 2

    return lax.while_loop(is_far, better, x)


def _ode(x: Any) -> Any:
    def step(_: Any, y: Any) -> Any:
        return y + 0.01 * (jnp.sin(y) - y)

    return lax.fori_loop(0, 100, step, x)


def _model(make: Callable[[], Model]) -> Callable[[], Made]:
    def made() -> Made:
        model = make()
        return model.closed, model.arguments

    return made


IDLE: Mapping[str, Callable[[], Made]] = {
    "addition": lambda: _of(lambda x: x + 1),
    "polynomial": lambda: _of(lambda x: ((x * 3 + 2) * x + 1) * x, jnp.zeros(1000)),
    "MLP, 10 layers": _dense(10, 64),
    "MLP, 50 layers": _dense(50, 64),
    "gradient of an MLP, 50 layers": _gradient(_dense(50, 64)),
    "transformer, 1 layer": lambda: _transformer(1),
    "transformer, 12 layers": lambda: _transformer(12),
    "gradient of a transformer, 12 layers": _gradient(lambda: _transformer(12)),
    "training step, 1 layer": _step(lambda: _transformer(1)),
    "training step, 12 layers": _step(lambda: _transformer(12)),
    "scan of 10": _loop(10),
    "scan of 1000": _loop(1000),
    "normal numbers": _random(lambda key: jax.random.normal(key, (1000,))),
    "a million uniform numbers": _random(lambda key: jax.random.uniform(key, (1000, 1000))),
    "a permutation": _random(lambda key: jax.random.permutation(key, 1000)),
    "initial weights": lambda: _of(_initialise),
    "vmap of a small function": _mapped,
    "rotary embeddings": lambda: _of(_rotations, jnp.zeros((512, 32))),
    "causal mask": lambda: _of(lambda x: jnp.where(jnp.tril(jnp.ones((512, 512), bool)), x, 0.0)),
    "Newton's method": lambda: _of(_newton, 2.0),
    "steps of an ODE": lambda: _of(_ode, jnp.zeros(100)),
    "sort of an argument": lambda: _of(jnp.sort, jnp.zeros(10_000)),
    "solution of a linear system": lambda: (jnp.linalg.solve, (jnp.eye(64), jnp.ones(64))),
    "one-hot and gather": lambda: _of(lambda i: jax.nn.one_hot(i, 100) @ jnp.arange(100.0), jnp.arange(64)),
} | {name: _model(make) for name, make in MODELS.items()}
