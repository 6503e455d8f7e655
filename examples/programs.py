"""The functions behind `examples/*.mlir`: ordinary JAX code in which much is known before it runs.

Each entry of `PROGRAMS` is a function and the arguments that it is exported for. Weights are closed over, so they are
constants of the program; what hangs on them and on nothing else is what a constant folder should compute.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import jax as _jax
import jax.numpy as _jnp
import numpy as np
from jax import Array, lax as _lax

# JAX's annotations leave many of its functions partly unknown.
jax, jnp, lax = cast(Any, _jax), cast(Any, _jnp), cast(Any, _lax)

HEADS, LENGTH, WIDTH = 4, 32, 64
HEAD_WIDTH = WIDTH // HEADS


@dataclass(frozen=True)
class Program:
    """A function and example arguments, whose shapes it is exported for."""

    function: Callable[..., Any]
    arguments: tuple[np.ndarray[Any, Any], ...] = ()


def _weights(seed: int, *shape: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    scale = 1 / math.sqrt(shape[0])
    return np.random.default_rng(seed).normal(0, scale, shape).astype(np.float32)


def rotary_tables() -> tuple[Array, Array]:
    """Cosine and sine of RoPE's angles, shape (LENGTH, HEAD_WIDTH / 2), f32 (Su et al. 2021, arXiv:2104.09864)."""
    frequencies = 1.0 / 10000.0 ** (jnp.arange(0, HEAD_WIDTH, 2, dtype=jnp.float32) / HEAD_WIDTH)
    angles = jnp.outer(jnp.arange(LENGTH, dtype=jnp.float32), frequencies)
    return jnp.cos(angles), jnp.sin(angles)


def rotate(x: Array, cosine: Array, sine: Array) -> Array:
    """Turn each pair of features of `x` (heads, LENGTH, HEAD_WIDTH) by its position's angle."""
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = jnp.stack([even * cosine - odd * sine, even * sine + odd * cosine], axis=-1)
    return turned.reshape(x.shape)


def normalise(x: Array, gain: np.ndarray[Any, Any]) -> Array:
    """RMS normalisation with a learned gain (Zhang and Sennrich 2019, arXiv:1910.07467)."""
    return x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6) * gain


def transformer_block(x: Array) -> Array:
    """One pre-norm transformer block on `x` (LENGTH, WIDTH): causal attention with RoPE, then a GELU layer."""
    w_qkv, w_out = _weights(0, WIDTH, 3 * WIDTH), _weights(1, WIDTH, WIDTH)
    w_up, w_down = _weights(2, WIDTH, 2 * WIDTH), _weights(3, 2 * WIDTH, WIDTH)
    gain = 1 + _weights(4, WIDTH) / 8
    cosine, sine = rotary_tables()
    # The scale of the scores is folded into the query weights, as inference engines do by hand.
    scaled = jnp.concatenate([w_qkv[:, :WIDTH] / math.sqrt(HEAD_WIDTH), w_qkv[:, WIDTH:]], axis=1)
    q, k, v = jnp.split(normalise(x, gain) @ scaled, 3, axis=-1)
    q, k, v = (t.reshape(LENGTH, HEADS, HEAD_WIDTH).transpose(1, 0, 2) for t in (q, k, v))
    q, k = rotate(q, cosine, sine), rotate(k, cosine, sine)
    mask = jnp.where(jnp.tril(jnp.ones((LENGTH, LENGTH), bool)), 0.0, -1e9)
    scores = jax.nn.softmax(jnp.einsum("hqd,hkd->hqk", q, k) + mask, axis=-1)
    mixed = jnp.einsum("hqk,hkd->hqd", scores, v).transpose(1, 0, 2).reshape(LENGTH, WIDTH)
    x = x + mixed @ w_out
    return x + jax.nn.gelu(normalise(x, gain) @ w_up, approximate=False) @ w_down


def threefry_normal() -> Array:
    """Sixteen by eight normal variates from a fixed key: counter-based bits, then the inverse error function."""
    return jax.random.normal(jax.random.key(42), (16, 8), jnp.float32)


def folded_normalisation(x: Array) -> Array:
    """A dense layer with batch normalisation in inference mode: mean, variance, gain and bias belong in the weights."""
    weights, bias = _weights(5, WIDTH, WIDTH), _weights(6, WIDTH)
    mean, variance = _weights(7, WIDTH), np.abs(_weights(8, WIDTH)) + 0.5
    gain, shift = 1 + _weights(9, WIDTH), _weights(10, WIDTH)
    scale = gain * lax.rsqrt(jnp.asarray(variance) + 1e-5)
    return jnp.maximum(x @ (weights * scale) + ((bias - mean) * scale + shift), 0)


def positional_encoding(tokens: Array) -> Array:
    """Sinusoidal positions (Vaswani et al. 2017, arXiv:1706.03762) added to looked-up embeddings of `tokens`."""
    position = jnp.arange(LENGTH, dtype=jnp.float32)[:, None]
    rate = jnp.exp(jnp.arange(0, WIDTH, 2, dtype=jnp.float32) * (-math.log(10000.0) / WIDTH))
    table = jnp.stack([jnp.sin(position * rate), jnp.cos(position * rate)], axis=-1).reshape(LENGTH, WIDTH)
    return jnp.asarray(_weights(11, 50, WIDTH))[tokens] * math.sqrt(WIDTH) + table


def fir_filter(signal: Array) -> Array:
    """A windowed-sinc low-pass filter whose taps come from a scan: a loop, a reduction and a convolution."""
    taps = jnp.arange(-8, 9, dtype=jnp.float32)
    window = 0.54 + 0.46 * jnp.cos(math.pi * taps / 8)
    kernel = jnp.sinc(taps / 4) * window

    def smooth(state: Array, tap: Array) -> tuple[Array, Array]:
        return 0.5 * state + tap, state

    smoothed, _ = lax.scan(smooth, jnp.float32(0), kernel)
    return jnp.convolve(signal, kernel / jnp.sum(kernel), mode="same") + smoothed * 0


_rng = np.random.default_rng(99)

PROGRAMS: dict[str, Program] = {
    "transformer_block": Program(transformer_block, (_rng.normal(size=(LENGTH, WIDTH)).astype(np.float32),)),
    "threefry_normal": Program(threefry_normal),
    "folded_normalisation": Program(
        folded_normalisation, (_rng.normal(size=(LENGTH, WIDTH)).astype(np.float32),)
    ),
    "positional_encoding": Program(positional_encoding, (_rng.integers(0, 50, LENGTH).astype(np.int32),)),
    "fir_filter": Program(fir_filter, (_rng.normal(size=128).astype(np.float32),)),
}
"""Every example by the name of its `.mlir` file."""
