"""Programs in which much is known and little of it worth making: the complaints of users, and their kin.

Each is JAX code as people write it, at sizes at which waste shows: what an eager folder would compute here is large,
what anybody needs of it is small or is not there at all. `x` and `i` are arguments; the rest is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import jax as _jax
import jax.numpy as _jnp
import ml_dtypes
import numpy as np
from jax import lax as _lax

# JAX's annotations leave many of its functions partly unknown.
jax, jnp, lax = cast(Any, _jax), cast(Any, _jnp), cast(Any, _lax)
Value = Any


@dataclass(frozen=True)
class Program:
    """A function with the shapes and element types of its arguments."""

    function: Callable[..., Any]
    arguments: tuple[tuple[tuple[int, ...], str], ...] = ()

    @property
    def name(self) -> str:
        return self.function.__name__

    def shapes(self) -> list[Value]:
        """The arguments as JAX's `ShapeDtypeStruct`."""
        return [jax.ShapeDtypeStruct(shape, kind) for shape, kind in self.arguments]

    def values(self) -> list[Value]:
        """Arguments to run it with: halves for floats, threes for integers."""
        return [jnp.full(shape, 0.5 if kind == "float32" else 3, kind) for shape, kind in self.arguments]

    def lowered(self) -> Value:
        """The function as `jax.jit` lowers it for these arguments."""
        return jax.jit(self.function).lower(*self.shapes())


PROGRAMS: dict[str, Program] = {}


def program(
    *arguments: tuple[tuple[int, ...], str],
) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Enter a function into `PROGRAMS`, for arguments of these shapes and element types."""

    def enter(function: Callable[..., Value]) -> Callable[..., Value]:
        PROGRAMS[function.__name__] = Program(function, arguments)
        return function

    return enter


def floats(*shape: int) -> tuple[tuple[int, ...], str]:
    return shape, "float32"


INDEX = ((), "int32")


@program(floats(10_000_000))
def random_normal(x: Value) -> Value:
    """Noise from a fixed key."""
    return x + jax.random.normal(jax.random.key(0), x.shape)


@program()
def set_in_ones() -> Value:
    """jax-ml/jax #12789."""
    return jnp.ones((500, 500, 500)).at[100, 100, 100].set(2)


@program()
def sum_of_arange() -> Value:
    return jnp.arange(100_000_000).sum()


@program(floats(8192, 8192))
def causal_mask(x: Value) -> Value:
    return jnp.where(jnp.tril(jnp.ones(x.shape, bool)), x, -1e9)


@program(floats(131072, 64))
def rope(x: Value) -> Value:
    """Rotary embeddings of 131,072 positions (Su et al. 2021, arXiv:2104.09864)."""
    cosine, sine = _rotary_tables(131072, 64)
    a, b = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([a * cosine - b * sine, a * sine + b * cosine], axis=-1)


def _rotary_tables(length: int, width: int) -> tuple[Value, Value]:
    frequencies = 1.0 / 10000.0 ** (jnp.arange(0, width, 2, dtype=jnp.float32) / width)
    angles = jnp.outer(jnp.arange(length, dtype=jnp.float32), frequencies)
    return jnp.cos(angles), jnp.sin(angles)


@program(INDEX)
def sine_table(i: Value) -> Value:
    return jnp.sin(jnp.arange(5_000_000))[i]


@program()
def convolution_of_ones() -> Value:
    layout = ("NCHW", "OIHW", "NCHW")
    images, kernels = jnp.ones((64, 8, 128, 128)), jnp.ones((8, 8, 3, 3))
    return lax.conv_general_dilated(images, kernels, (1, 1), "SAME", dimension_numbers=layout).sum()


@program()
def counting() -> Value:
    def below(i: Value) -> Value:
        return i < 1_000_000

    def increment(i: Value) -> Value:
        return i + 1

    return lax.while_loop(below, increment, 0)


@program()
def mean_of_uniform() -> Value:
    return jax.random.uniform(jax.random.key(0), (3_000_000,)).mean()


ISSUE = tuple(PROGRAMS)
"""The programs that users complain about elsewhere; what follows are their kin."""


@program(INDEX)
def one_hot(i: Value) -> Value:
    return jax.nn.one_hot(jnp.arange(8192), 8192)[i]


@program(floats(4096, 4096))
def eye(x: Value) -> Value:
    """A ridge."""
    return x + 1e-3 * jnp.eye(4096)


@program(floats(2048))
def toeplitz(x: Value) -> Value:
    """A matrix of distances, by a gather of indices that are known."""
    distance = jnp.abs(jnp.arange(2048)[:, None] - jnp.arange(2048)[None, :])
    return jnp.exp(-0.5 * jnp.linspace(0, 8, 2048))[distance] @ x


@program(INDEX)
def cumsum_of_arange(i: Value) -> Value:
    return jnp.cumsum(jnp.arange(2_000_000))[i]


@program()
def sort_of_arange() -> Value:
    return jnp.sort(-jnp.arange(1_000_000))[:8]


@program(floats(1 << 20))
def window(x: Value) -> Value:
    """A Hann window for a whole signal."""
    return jnp.abs(jnp.fft.rfft(x * jnp.hanning(1 << 20)))


@program(floats(256, 512))
def fourier_matrix(x: Value) -> Value:
    """The transform as a product, as for accelerators without one."""
    return jnp.abs(x @ jnp.fft.fft(jnp.eye(512)))


@program(floats(3000, 3000))
def padded(x: Value) -> Value:
    """A frame of zeros around ones."""
    return x * jnp.pad(jnp.ones((2000, 2000)), 500)


@program(floats(64, 256, 256))
def broadcasts(x: Value) -> Value:
    """A chain of broadcasts with arithmetic between them."""
    channel = jnp.linspace(0, 1, 64)[:, None, None]
    rows = channel * jnp.ones((1, 256, 1)) + jnp.arange(256.0)[:, None]
    plane = rows * jnp.ones((1, 1, 256)) - 0.5
    return x * plane + jnp.broadcast_to(channel, x.shape)


@program()
def scan() -> Value:
    """A recurrence over a table that is known: its last state."""

    def step(state: Value, row: Value) -> tuple[Value, None]:
        return 0.9 * state + row.sum(), None

    return lax.scan(step, 0.0, jnp.arange(400_000.0).reshape(1000, 400))[0]


@program(floats(128))
def matrix_power(x: Value) -> Value:
    """Ten thousand steps of a random walk on a ring."""
    ring = jnp.roll(jnp.eye(128), 1, axis=0)
    return jnp.linalg.matrix_power(0.5 * ring + 0.5 * ring.T, 10_000) @ x


@program(floats(1024, 128))
def nested_calls(x: Value) -> Value:
    """Functions that call functions, each one making its own table of 512 KiB."""

    @jax.jit
    def table(scale: Value) -> Value:
        return jnp.cos(scale * jnp.arange(1024.0 * 128)).reshape(1024, 128)

    @jax.jit
    def layer(x: Value, scale: Value) -> Value:
        return jnp.tanh(x * table(scale)) + table(2 * scale)

    @jax.jit
    def block(x: Value, scale: Value) -> Value:
        return layer(layer(x, scale), 3 * scale)

    for depth in range(8):
        x = block(x, 1.0 + depth)
    return x


@program(floats(512, 512))
def calls_in_loops(x: Value) -> Value:
    """Loops around loops around a call; the table inside is the same each time."""

    @jax.jit
    def table(size: int = 512) -> Value:
        return jnp.sin(jnp.arange(size * size, dtype=jnp.float32)).reshape(size, size)

    def inner(_: Value, x: Value) -> Value:
        return jnp.tanh(x + table())

    def outer(_: Value, x: Value) -> Value:
        return lax.fori_loop(0, 4, inner, x)

    return lax.fori_loop(0, 4, outer, x)


@program(floats(2048, 2048))
def dropout(x: Value) -> Value:
    """A random mask from a fixed key."""
    keep = jax.random.bernoulli(jax.random.key(1), 0.9, x.shape)
    return jnp.where(keep, x / 0.9, 0)


@program(floats(4096, 4096))
def sliding_window(x: Value) -> Value:
    """A mask of attention to the last 256 positions."""
    distance = jnp.arange(4096)[:, None] - jnp.arange(4096)[None, :]
    return jnp.where((distance >= 0) & (distance < 256), x, -jnp.inf)


@program(floats(8192, 512))
def sinusoids(x: Value) -> Value:
    """Position encodings (Vaswani et al. 2017, arXiv:1706.03762)."""
    sine, cosine = reversed(_rotary_tables(8192, 512))
    return x + jnp.stack([sine, cosine], axis=-1).reshape(8192, 512)


@program(floats(16, 1024, 1024))
def slopes(x: Value) -> Value:
    """Linear biases of attention, one slope a head (Press et al. 2021, arXiv:2108.12409)."""
    distance = jnp.arange(1024)[None, :] - jnp.arange(1024)[:, None]
    return x + 2.0 ** -jnp.arange(1.0, 17.0)[:, None, None] * distance


def _quantized(bits: int, x: Value) -> Value:
    """Four layers of `bits`-bit weights, 65,536 each, with a scale for each column."""
    random, kind = np.random.default_rng(bits), {4: ml_dtypes.int4, 8: np.int8}[bits]
    top = 1 << (bits - 1)
    for _ in range(4):
        weights = random.integers(-top, top, (256, 256)).astype(np.int8).astype(kind)
        scales = random.random((1, 256), np.float32)
        x = jnp.tanh(x @ (jnp.asarray(weights).astype(jnp.float32) * scales))
    return x


@program(floats(8, 256))
def int8_weights(x: Value) -> Value:
    return _quantized(8, x)


@program(floats(8, 256))
def int4_weights(x: Value) -> Value:
    return _quantized(4, x)


@program(floats(512, 64))
def shared_table(x: Value) -> Value:
    """160 layers that make one table of 128 KiB, each for itself."""
    for _ in range(160):
        cosine, _ = _rotary_tables(512, 128)
        x = jnp.tanh(x * cosine)
    return x


@program()
def chain_to_a_sum() -> Value:
    """Eight elementwise operations on ten million numbers, and how many of them are positive."""
    x = jnp.arange(10_000_000, dtype=jnp.float32)
    y = jnp.abs(x * 1e-6 - 5.0) + 0.25
    return (jnp.maximum(jnp.sqrt(y) * y - 1.0, -x) > 0).sum()


@program()
def histogram() -> Value:
    return jnp.bincount(jnp.arange(1_000_000) % 10, length=10)
