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
Body = Callable[[Value], Value]
HELD: dict[str, Callable[[], Made]] = {}
OWN: dict[str, Callable[[], Made]] = {}


def _enter(programs: dict[str, Callable[[], Made]], *shape: int) -> Callable[[Callable[[], Body]], None]:
    """Enter a program that takes an array of this shape: its maker returns the function, and makes the constants."""

    def enter(make: Callable[[], Body]) -> None:
        programs[make.__name__] = lambda: (make(), (jnp.full(shape, 0.5),))

    return enter


def held(*shape: int) -> Callable[[Callable[[], Body]], None]:
    return _enter(HELD, *shape)


def own(*shape: int) -> Callable[[Callable[[], Body]], None]:
    return _enter(OWN, *shape)


def _uniform(*shape: int) -> Value:
    return np.random.default_rng(0).random(shape, dtype=np.float32)


def _integers(most: int, *shape: int) -> Value:
    return np.random.default_rng(1).integers(0, most, shape, dtype=np.int32)


# ---- held out ----


@held()
def sort() -> Body:
    table = _uniform(100_000)
    return lambda x: jnp.sort(table) * x


@held()
def argsort() -> Body:
    table = _uniform(50_000)
    return lambda x: jnp.argsort(table) * x


@held(300)
def whitening() -> Body:
    """Whitening by the eigenvectors of the covariance of data that are known."""
    data = _uniform(2000, 300)

    def apply(x: Value) -> Value:
        centred = data - data.mean(0)
        values, vectors = jnp.linalg.eigh(centred.T @ centred / len(data))
        return (vectors / jnp.sqrt(values + 1e-5)) @ vectors.T @ x

    return apply


@held(600)
def neighbours() -> Body:
    """A message from the eight nearest neighbours of fixed points."""
    points = _uniform(600, 3)

    def apply(x: Value) -> Value:
        distances = ((points[:, None] - points[None]) ** 2).sum(-1)
        return x[jnp.argsort(distances, axis=1)[:, 1:9]].mean(1)

    return apply


@held()
def spectrum() -> Body:
    signal = _uniform(400_000)
    return lambda x: jnp.abs(jnp.fft.rfft(signal)) * x


@held(64)
def in_grad() -> Body:
    """The gradient of a ridge regression whose Gram matrix is known."""
    data, target = _uniform(4000, 64), _uniform(4000)

    def loss(w: Value) -> Value:
        return w @ (data.T @ data) @ w - 2 * (data.T @ target) @ w

    return jax.grad(loss)


@held(512, 512)
def dilation() -> Body:
    mask = (_uniform(512, 512) > 0.99).astype(np.float32)
    return lambda x: x * lax.reduce_window(mask, 0.0, lax.max, (7, 7), (1, 1), "SAME")


@held(100)
def interpolation() -> Body:
    table = _uniform(50_000)
    return lambda x: jnp.interp(x, jnp.sort(table), table)


@held(256)
def scan_tables() -> Body:
    table = _uniform(256, 256)

    def add(total: Value, row: Value) -> tuple[Value, None]:
        return total + row, None

    return lambda x: lax.scan(add, x, jnp.sort(table, axis=1))[0]


@held()
def unique_counts() -> Body:
    labels = _integers(1000, 50_000)
    return lambda x: jnp.unique(labels, size=1000, return_counts=True)[1] * x


@held()
def pairwise_distances() -> Body:
    points = _uniform(1500, 16)
    return lambda x: jnp.sqrt(((points[:, None] - points[None]) ** 2).sum(-1) + 1e-6).mean(1) * x


@held(200_000)
def degrees() -> Body:
    """Messages weighted by the degrees of the nodes of a fixed graph."""
    to = _integers(20_000, 200_000)

    def apply(x: Value) -> Value:
        degree = jnp.zeros(20_000).at[to].add(1.0)
        return jnp.zeros(20_000).at[to].add(x / degree[to])

    return apply


@held()
def cumulative() -> Body:
    weights = _uniform(300_000)
    return lambda x: jnp.searchsorted(jnp.cumsum(weights), x)


@held(400)
def posterior() -> Body:
    """The mean of a Gaussian process at points that are known, for targets that are not."""
    points = np.sort(_uniform(400))

    def apply(y: Value) -> Value:
        kernel = jnp.exp(-50 * (points[:, None] - points[None]) ** 2) + 0.1 * jnp.eye(400)
        return kernel @ jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(kernel), True), y)

    return apply


@held(1, 1, 64, 64)
def blurred() -> Body:
    image, kernels = _uniform(1, 1, 64, 64), _uniform(8, 1, 9, 9)
    return lambda x: lax.conv(x + image, kernels, (1, 1), "SAME") + lax.conv(image, kernels, (1, 1), "SAME")


@held(2048, 64)
def rotary() -> Body:
    def apply(x: Value) -> Value:
        angles = jnp.outer(jnp.arange(2048.0), 1 / 10_000 ** (jnp.arange(0, 64, 2) / 64))
        return x * jnp.cos(angles).repeat(2, 1) + jnp.roll(x, 32, 1) * jnp.sin(angles).repeat(2, 1)

    return apply


@held(8, 256)
def normalised_weights() -> Body:
    weights = [_uniform(256, 256) for _ in range(6)]

    def apply(x: Value) -> Value:
        for w in weights:
            x = jnp.tanh(x @ (w / jnp.linalg.norm(jnp.asarray(w), axis=0)))
        return x

    return apply


@held(128, 128)
def causal() -> Body:
    mask = np.tril(np.ones((128, 128), bool))
    return lambda x: jax.nn.softmax(jnp.where(jnp.asarray(mask), x, -1e9))


@held(16)
def perceptron() -> Body:
    first, second = _uniform(16, 64), _uniform(64, 16)
    return lambda x: jnp.tanh(x @ first) @ second


@held(1000)
def random_features() -> Body:
    def apply(x: Value) -> Value:
        w = jax.random.normal(jax.random.key(0), (1000, 200))
        return jnp.cos(x @ w) * (2 / 200) ** 0.5

    return apply


# ---- own ----


@own()
def ranks() -> Body:
    table = _uniform(20_000)
    return lambda x: jax.scipy.stats.rankdata(table, "dense") * x


@own()
def sort_small() -> Body:
    table = _uniform(1000)
    return lambda x: jnp.sort(table) * x


@own()
def sort_rows() -> Body:
    table = _uniform(300, 300)
    return lambda x: jnp.sort(table, axis=1) * x


@own()
def median() -> Body:
    table = _uniform(30_000)
    return lambda x: x - jnp.median(table)


@own()
def quantiles() -> Body:
    table = _uniform(10_000)
    return lambda x: jnp.quantile(table, jnp.linspace(0, 1, 11)) - x


@own()
def top_k() -> Body:
    table = _uniform(20_000)
    return lambda x: lax.top_k(table, 50)[0] * x


@own()
def histogram() -> Body:
    table = _uniform(100_000)
    return lambda x: jnp.histogram(table, 32)[0] * x


@own()
def cumsum_small() -> Body:
    table = _uniform(2_000)
    return lambda x: jnp.cumsum(table) * x


@own()
def cumsum_rows() -> Body:
    table = _uniform(500, 500)
    return lambda x: jnp.cumsum(table, axis=1) * x


@own()
def cumprod() -> Body:
    table = _uniform(100_000)
    return lambda x: jnp.cumprod(table) * x


@own()
def moving_average() -> Body:
    table = _uniform(100_000)
    return lambda x: lax.reduce_window(table, 0.0, lax.add, (25,), (1,), "SAME") / 25 * x


@own()
def pooled_small() -> Body:
    image = _uniform(64, 64)
    return lambda x: lax.reduce_window(image, -jnp.inf, lax.max, (3, 3), (2, 2), "SAME") * x


@own()
def convolution_signal() -> Body:
    signal, kernel = _uniform(50_000), _uniform(101)
    return lambda x: jnp.convolve(signal, kernel, "same") * x


@own()
def convolution_images() -> Body:
    images, kernel = _uniform(2, 3, 64, 64), _uniform(16, 3, 5, 5)
    return lambda x: lax.conv(images, kernel, (1, 1), "SAME") * x


@own()
def fft_small() -> Body:
    signal = _uniform(4096)
    return lambda x: jnp.abs(jnp.fft.fft(signal)) * x


@own()
def fft_rows() -> Body:
    image = _uniform(512, 512)
    return lambda x: jnp.abs(jnp.fft.fft2(image)) * x


@own(4096)
def filtered() -> Body:
    """Convolution with a fixed kernel by the Fourier transform."""
    kernel = _uniform(4096)
    return lambda x: jnp.fft.irfft(jnp.fft.rfft(x) * jnp.fft.rfft(kernel), 4096)


@own(256)
def inverse() -> Body:
    matrix = _uniform(256, 256) + 16 * np.eye(256, dtype=np.float32)
    return lambda x: jnp.linalg.inv(matrix) @ x


@own(64)
def inverse_small() -> Body:
    matrix = _uniform(64, 64) + 8 * np.eye(64, dtype=np.float32)
    return lambda x: jnp.linalg.solve(matrix, x)


@own(200)
def eigenvectors() -> Body:
    matrix = _uniform(200, 200)
    return lambda x: jnp.linalg.eigh(matrix + matrix.T)[1] @ x


@own(100)
def singular_vectors() -> Body:
    matrix = _uniform(400, 100)
    return lambda x: jnp.linalg.svd(matrix, full_matrices=False)[2] @ x


@own(256)
def orthogonal() -> Body:
    matrix = _uniform(256, 256)
    return lambda x: jnp.linalg.qr(matrix)[0] @ x


@own(500)
def triangular() -> Body:
    matrix = np.tril(_uniform(500, 500)) + 10 * np.eye(500, dtype=np.float32)
    return lambda x: jax.scipy.linalg.solve_triangular(matrix, jnp.eye(500), lower=True) @ x


@own(512)
def product() -> Body:
    left, right = _uniform(512, 512), _uniform(512, 512)
    return lambda x: (left @ right) @ x


@own(64)
def product_small() -> Body:
    left, right = _uniform(64, 64), _uniform(64, 64)
    return lambda x: (left @ right) @ x


@own(32)
def projection() -> Body:
    features, labels = _uniform(10_000, 32), _uniform(10_000)
    return lambda x: (features.T @ labels) * x


@own()
def elementwise() -> Body:
    table = _uniform(1_000_000)
    return lambda x: jnp.exp(jnp.sin(jnp.asarray(table) * 3)) * x


@own()
def elementwise_small() -> Body:
    table = _uniform(10_000)
    return lambda x: jnp.exp(jnp.sin(jnp.asarray(table) * 3)) * x


@own()
def log_factorials() -> Body:
    table = _uniform(20_000)
    return lambda x: jax.scipy.special.gammaln(jnp.asarray(table) + 1) * x


@own()
def sums() -> Body:
    table = _uniform(1000, 1000)
    return lambda x: table.sum(0) * x + jnp.asarray(table).mean(1)


@own()
def argmax_rows() -> Body:
    table = _uniform(1000, 100)
    return lambda x: jnp.argmax(jnp.asarray(table), 1) * x


@own()
def gathered() -> Body:
    table, at = _uniform(50_000, 8), _integers(50_000, 50_000)
    return lambda x: jnp.asarray(table)[at] * x


@own(1000)
def segments() -> Body:
    values, at = _uniform(100_000), _integers(1000, 100_000)
    return lambda x: jax.ops.segment_sum(values, at, 1000) * x


@own(256)
def one_hot() -> Body:
    labels = _integers(256, 2000)
    return lambda x: jax.nn.one_hot(labels, 256) @ x


@own()
def transposed() -> Body:
    table = _uniform(1000, 1000)
    return lambda x: jnp.asarray(table).T * x + jnp.pad(jnp.asarray(table), 1)[1:-1, 1:-1]


@own()
def kernel_matrix() -> Body:
    points = _uniform(1000, 3)
    return lambda x: jnp.exp(-((points[:, None] - points[None]) ** 2).sum(-1)) * x


@own(100)
def in_a_loop() -> Body:
    table = _uniform(5000)

    def add(_: Value, total: Value) -> Value:
        return total + jnp.sort(table)[:100]

    return lambda x: lax.fori_loop(0, 5, add, x)


@own(4)
def dynamics() -> Body:
    """Powers of a small matrix that are known, in a scan."""
    matrix = _uniform(4, 4) / 4

    def step(state: Value, _: Value) -> tuple[Value, Value]:
        return jnp.asarray(matrix) @ matrix @ state, state.sum()

    return lambda x: lax.scan(step, x, None, length=100)[1]


@own(8, 64)
def attention_bias() -> Body:
    w = [_uniform(64, 64) for _ in range(3)]

    def apply(x: Value) -> Value:
        distance = jnp.abs(jnp.arange(8)[:, None] - jnp.arange(8)[None])
        scores = (x @ w[0]) @ (x @ w[1]).T - 0.5 * distance
        return jax.nn.softmax(scores) @ (x @ w[2])

    return apply


@own(1000)
def dropout() -> Body:
    return lambda x: jnp.where(jax.random.bernoulli(jax.random.key(1), 0.9, (1000,)), x / 0.9, 0)


SETS: Mapping[str, Mapping[str, Callable[[], Made]]] = {"held": HELD, "own": OWN}
