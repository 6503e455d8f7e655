"""Sixty programs of JAX that close over constants: twenty that estimates were not tuned on, and forty that they were.

Each is a function and its arguments, as in `jit_programs.py`: what a user writes who does not think of constants. In
some of them XLA folds for long, in others for a moment or at each call, and in some there is nothing to be won.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .jit_programs import Made, jax, jnp, lax

Value = Any
Shape = tuple[int, ...]
Body = Callable[[Value], Value] | Callable[[Value, Value], Value] | Callable[[Value, Value, Value], Value]


def _of(body: Body, *constants: Shape | Callable[[], Value], x: Shape = ()) -> Callable[[], Made]:
    """A program of an array of the shape `x`: `body` takes it and the constants, which are closed over.

    A shape stands for random numbers below 1.
    """

    def make() -> Made:
        made = [each() if callable(each) else _uniform(*each) for each in constants]
        function: Any = body

        def closed(given: Value) -> Value:
            return function(given, *made)

        return closed, (jnp.full(x, 0.5),)

    return make


def _uniform(*shape: int) -> Value:
    return np.random.default_rng(0).random(shape, dtype=np.float32)


def _integers(most: int, *shape: int) -> Callable[[], Value]:
    return lambda: np.random.default_rng(1).integers(0, most, shape, dtype=np.int32)


def _regular(size: int, diagonal: int) -> Callable[[], Value]:
    """A matrix whose diagonal is larger by so much."""
    return lambda: _uniform(size, size) + diagonal * np.eye(size, dtype=np.float32)


def _whitening(x: Value, data: Value) -> Value:
    """Whitening by the eigenvectors of the covariance of data that are known."""
    centred = data - data.mean(0)
    values, vectors = jnp.linalg.eigh(centred.T @ centred / len(data))
    return (vectors / jnp.sqrt(values + 1e-5)) @ vectors.T @ x


def _squares(points: Value) -> Value:
    """The squares of the distances between points."""
    return ((points[:, None] - points[None]) ** 2).sum(-1)


def _ridge(w: Value, data: Value, target: Value) -> Value:
    """The loss of a ridge regression whose Gram matrix is known."""
    return w @ (data.T @ data) @ w - 2 * (data.T @ target) @ w


def _scan_tables(x: Value, table: Value) -> Value:
    def add(total: Value, row: Value) -> tuple[Value, None]:
        return total + row, None

    return lax.scan(add, x, jnp.sort(table, axis=1))[0]


def _degrees(x: Value, to: Value) -> Value:
    """Messages weighted by the degrees of the nodes of a fixed graph."""
    degree = jnp.zeros(20_000).at[to].add(1.0)
    return jnp.zeros(20_000).at[to].add(x / degree[to])


def _posterior(y: Value, points: Value) -> Value:
    """The mean of a Gaussian process at points that are known, for targets that are not."""
    kernel = jnp.exp(-50 * (points[:, None] - points[None]) ** 2) + 0.1 * jnp.eye(400)
    return kernel @ jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(kernel), True), y)


def _blurred(x: Value, image: Value, kernels: Value) -> Value:
    return lax.conv(x + image, kernels, (1, 1), "SAME") + lax.conv(image, kernels, (1, 1), "SAME")


def _rotary(x: Value) -> Value:
    angles = jnp.outer(jnp.arange(2048.0), 1 / 10_000 ** (jnp.arange(0, 64, 2) / 64))
    return x * jnp.cos(angles).repeat(2, 1) + jnp.roll(x, 32, 1) * jnp.sin(angles).repeat(2, 1)


def _normalised_weights(x: Value, *weights: Value) -> Value:
    for w in weights:
        x = jnp.tanh(x @ (w / jnp.linalg.norm(jnp.asarray(w), axis=0)))
    return x


def _random_features(x: Value) -> Value:
    w = jax.random.normal(jax.random.key(0), (1000, 200))
    return jnp.cos(x @ w) * (2 / 200) ** 0.5


def _in_a_loop(x: Value, table: Value) -> Value:
    def add(_: Value, total: Value) -> Value:
        return total + jnp.sort(table)[:100]

    return lax.fori_loop(0, 5, add, x)


def _dynamics(x: Value, matrix: Value) -> Value:
    """Powers of a small matrix that are known, in a scan."""

    def step(state: Value, _: Value) -> tuple[Value, Value]:
        return jnp.asarray(matrix) @ matrix @ state, state.sum()

    return lax.scan(step, x, None, length=100)[1]


def _attention_bias(x: Value, *w: Value) -> Value:
    distance = jnp.abs(jnp.arange(8)[:, None] - jnp.arange(8)[None])
    scores = (x @ w[0]) @ (x @ w[1]).T - 0.5 * distance
    return jax.nn.softmax(scores) @ (x @ w[2])


def _window(table: Value, first: float, by: Value, window: Shape, strides: Shape) -> Value:
    return lax.reduce_window(table, first, by, window, strides, "SAME")


HELD: dict[str, Callable[[], Made]] = {
    "sort": _of(lambda x, t: jnp.sort(t) * x, (100_000,)),
    "argsort": _of(lambda x, t: jnp.argsort(t) * x, (50_000,)),
    "whitening": _of(_whitening, (2000, 300), x=(300,)),
    # a message from the eight nearest neighbours of fixed points
    "neighbours": _of(lambda x, p: x[jnp.argsort(_squares(p), axis=1)[:, 1:9]].mean(1), (600, 3), x=(600,)),
    "spectrum": _of(lambda x, s: jnp.abs(jnp.fft.rfft(s)) * x, (400_000,)),
    "in_grad": _of(jax.grad(_ridge), (4000, 64), (4000,), x=(64,)),
    "dilation": _of(
        lambda x, mask: x * _window(mask, 0.0, lax.max, (7, 7), (1, 1)),
        lambda: (_uniform(512, 512) > 0.99).astype(np.float32),
        x=(512, 512),
    ),
    "interpolation": _of(lambda x, t: jnp.interp(x, jnp.sort(t), t), (50_000,), x=(100,)),
    "scan_tables": _of(_scan_tables, (256, 256), x=(256,)),
    "unique_counts": _of(
        lambda x, labels: jnp.unique(labels, size=1000, return_counts=True)[1] * x, _integers(1000, 50_000)
    ),
    "pairwise_distances": _of(lambda x, p: jnp.sqrt(_squares(p) + 1e-6).mean(1) * x, (1500, 16)),
    "degrees": _of(_degrees, _integers(20_000, 200_000), x=(200_000,)),
    "cumulative": _of(lambda x, t: jnp.searchsorted(jnp.cumsum(t), x), (300_000,)),
    "posterior": _of(_posterior, lambda: np.sort(_uniform(400)), x=(400,)),
    "blurred": _of(_blurred, (1, 1, 64, 64), (8, 1, 9, 9), x=(1, 1, 64, 64)),
    "rotary": _of(_rotary, x=(2048, 64)),
    "normalised_weights": _of(_normalised_weights, *[(256, 256)] * 6, x=(8, 256)),
    "causal": _of(
        lambda x, mask: jax.nn.softmax(jnp.where(jnp.asarray(mask), x, -1e9)),
        lambda: np.tril(np.ones((128, 128), bool)),
        x=(128, 128),
    ),
    "perceptron": _of(lambda x, first, second: jnp.tanh(x @ first) @ second, (16, 64), (64, 16), x=(16,)),
    "random_features": _of(_random_features, x=(1000,)),
}
OWN: dict[str, Callable[[], Made]] = {
    "ranks": _of(lambda x, t: jax.scipy.stats.rankdata(t, "dense") * x, (20_000,)),
    "sort_small": _of(lambda x, t: jnp.sort(t) * x, (1000,)),
    "sort_rows": _of(lambda x, t: jnp.sort(t, axis=1) * x, (300, 300)),
    "median": _of(lambda x, t: x - jnp.median(t), (30_000,)),
    "quantiles": _of(lambda x, t: jnp.quantile(t, jnp.linspace(0, 1, 11)) - x, (10_000,)),
    "top_k": _of(lambda x, t: lax.top_k(t, 50)[0] * x, (20_000,)),
    "histogram": _of(lambda x, t: jnp.histogram(t, 32)[0] * x, (100_000,)),
    "cumsum_small": _of(lambda x, t: jnp.cumsum(t) * x, (2_000,)),
    "cumsum_rows": _of(lambda x, t: jnp.cumsum(t, axis=1) * x, (500, 500)),
    "cumprod": _of(lambda x, t: jnp.cumprod(t) * x, (100_000,)),
    "moving_average": _of(lambda x, t: _window(t, 0.0, lax.add, (25,), (1,)) / 25 * x, (100_000,)),
    "pooled_small": _of(lambda x, t: _window(t, -jnp.inf, lax.max, (3, 3), (2, 2)) * x, (64, 64)),
    "convolution_signal": _of(lambda x, s, kernel: jnp.convolve(s, kernel, "same") * x, (50_000,), (101,)),
    "convolution_images": _of(
        lambda x, images, kernel: lax.conv(images, kernel, (1, 1), "SAME") * x, (2, 3, 64, 64), (16, 3, 5, 5)
    ),
    "fft_small": _of(lambda x, s: jnp.abs(jnp.fft.fft(s)) * x, (4096,)),
    "fft_rows": _of(lambda x, image: jnp.abs(jnp.fft.fft2(image)) * x, (512, 512)),
    # convolution with a fixed kernel by the Fourier transform
    "filtered": _of(
        lambda x, kernel: jnp.fft.irfft(jnp.fft.rfft(x) * jnp.fft.rfft(kernel), 4096), (4096,), x=(4096,)
    ),
    "inverse": _of(lambda x, m: jnp.linalg.inv(m) @ x, _regular(256, 16), x=(256,)),
    "inverse_small": _of(lambda x, m: jnp.linalg.solve(m, x), _regular(64, 8), x=(64,)),
    "eigenvectors": _of(lambda x, m: jnp.linalg.eigh(m + m.T)[1] @ x, (200, 200), x=(200,)),
    "singular_vectors": _of(lambda x, m: jnp.linalg.svd(m, full_matrices=False)[2] @ x, (400, 100), x=(100,)),
    "orthogonal": _of(lambda x, m: jnp.linalg.qr(m)[0] @ x, (256, 256), x=(256,)),
    "triangular": _of(
        lambda x, m: jax.scipy.linalg.solve_triangular(m, jnp.eye(500), lower=True) @ x,
        lambda: np.tril(_regular(500, 10)()),
        x=(500,),
    ),
    "product": _of(lambda x, left, right: (left @ right) @ x, (512, 512), (512, 512), x=(512,)),
    "product_small": _of(lambda x, left, right: (left @ right) @ x, (64, 64), (64, 64), x=(64,)),
    "projection": _of(
        lambda x, features, labels: (features.T @ labels) * x, (10_000, 32), (10_000,), x=(32,)
    ),
    "elementwise": _of(lambda x, t: jnp.exp(jnp.sin(jnp.asarray(t) * 3)) * x, (1_000_000,)),
    "elementwise_small": _of(lambda x, t: jnp.exp(jnp.sin(jnp.asarray(t) * 3)) * x, (10_000,)),
    "log_factorials": _of(lambda x, t: jax.scipy.special.gammaln(jnp.asarray(t) + 1) * x, (20_000,)),
    "sums": _of(lambda x, t: t.sum(0) * x + jnp.asarray(t).mean(1), (1000, 1000)),
    "argmax_rows": _of(lambda x, t: jnp.argmax(jnp.asarray(t), 1) * x, (1000, 100)),
    "gathered": _of(lambda x, t, at: jnp.asarray(t)[at] * x, (50_000, 8), _integers(50_000, 50_000)),
    "segments": _of(
        lambda x, t, at: jax.ops.segment_sum(t, at, 1000) * x, (100_000,), _integers(1000, 100_000), x=(1000,)
    ),
    "one_hot": _of(lambda x, labels: jax.nn.one_hot(labels, 256) @ x, _integers(256, 2000), x=(256,)),
    "transposed": _of(
        lambda x, t: jnp.asarray(t).T * x + jnp.pad(jnp.asarray(t), 1)[1:-1, 1:-1], (1000, 1000)
    ),
    "kernel_matrix": _of(lambda x, p: jnp.exp(-_squares(p)) * x, (1000, 3)),
    "in_a_loop": _of(_in_a_loop, (5000,), x=(100,)),
    "dynamics": _of(_dynamics, lambda: _uniform(4, 4) / 4, x=(4,)),
    "attention_bias": _of(_attention_bias, *[(64, 64)] * 3, x=(8, 64)),
    "dropout": _of(
        lambda x: jnp.where(jax.random.bernoulli(jax.random.key(1), 0.9, (1000,)), x / 0.9, 0), x=(1000,)
    ),
}
SETS: Mapping[str, Mapping[str, Callable[[], Made]]] = {"held": HELD, "own": OWN}
