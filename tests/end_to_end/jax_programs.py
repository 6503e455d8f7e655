"""Small JAX programs, each a function and its arguments, that `test_jax_programs.py` takes through the whole system."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import jax as _jax
import jax.numpy as _jnp
import numpy as np
from jax import Array, lax as _lax

# JAX's annotations leave many of its functions partly unknown.
jax, jnp, lax = cast(Any, _jax), cast(Any, _jnp), cast(Any, _lax)

Function: TypeAlias = Callable[..., Any]
Arguments: TypeAlias = tuple[np.ndarray[Any, Any], ...]

PROGRAMS: dict[str, tuple[Function, Arguments]] = {}
"""Every program by name."""

_rng = np.random.default_rng(2026)
MATRIX = _rng.normal(size=(4, 6)).astype(np.float32)
SQUARE = _rng.normal(size=(5, 5)).astype(np.float32)
VECTOR = _rng.normal(size=16).astype(np.float32)
POSITIVE = np.abs(VECTOR) + np.float32(0.1)
UNIT = (np.tanh(VECTOR) * 0.9).astype(np.float32)
WHOLE = _rng.integers(-1000, 1000, size=(3, 7)).astype(np.int32)
BYTES = _rng.integers(0, 255, size=32).astype(np.uint8)
IMAGE = _rng.normal(size=(1, 8, 8, 3)).astype(np.float32)
KERNEL = _rng.normal(size=(3, 3, 3, 4)).astype(np.float32)
TOKENS = _rng.integers(0, 10, size=5).astype(np.int32)


def program(*arguments: np.ndarray[Any, Any]) -> Callable[[Function], Function]:
    """Enter a function with its arguments into `PROGRAMS`, under the function's name."""

    def enter(function: Function) -> Function:
        PROGRAMS[function.__name__] = (function, arguments)
        return function

    return enter


@program(VECTOR)
def polynomial(x: Array) -> Array:
    return ((2 * x - 1) * x + 0.5) / (x * x + 1)


@program(VECTOR)
def smooth_activations(x: Array) -> Array:
    return jax.nn.sigmoid(x) + jax.nn.silu(x) + jnp.tanh(x) + jax.nn.softplus(x)


@program(VECTOR)
def gelu_exact(x: Array) -> Array:
    return jax.nn.gelu(x, approximate=False)


@program(POSITIVE)
def logarithms(x: Array) -> tuple[Array, Array, Array]:
    return jnp.log(x), jnp.log1p(x), jnp.log2(x)


@program(UNIT)
def inverse_trigonometry(x: Array) -> tuple[Array, Array, Array]:
    return jnp.arcsin(x), jnp.arccos(x), jnp.arctan(x)


@program(UNIT)
def hyperbolic(x: Array) -> tuple[Array, Array, Array, Array]:
    return jnp.sinh(x), jnp.cosh(x), jnp.arcsinh(x), jnp.arctanh(x)


@program(UNIT)
def error_functions(x: Array) -> tuple[Array, Array, Array]:
    return lax.erf(x), lax.erfc(x), lax.erf_inv(x)


@program(POSITIVE)
def gamma_functions(x: Array) -> tuple[Array, Array]:
    return lax.lgamma(x), lax.digamma(x)


@program(WHOLE)
def integer_arithmetic(x: Array) -> Array:
    return (x * 7 + 3) // 5 - x % 4 + jnp.abs(x)


@program(WHOLE)
def bit_tricks(x: Array) -> tuple[Array, Array, Array]:
    return lax.population_count(x), lax.clz(x), (x ^ (x >> 3)) & ~(x << 2)


@program(BYTES)
def byte_arithmetic(x: Array) -> Array:
    return x + jnp.uint8(200)


@program(VECTOR)
def rounding(x: Array) -> tuple[Array, Array, Array, Array]:
    x = x * 3.7
    return jnp.floor(x), jnp.ceil(x), jnp.round(x), jnp.sign(x)


@program(VECTOR)
def conversions(x: Array) -> tuple[Array, Array, Array, Array]:
    wide = (x * 50).astype(jnp.int8)
    return wide, x.astype(jnp.bfloat16), x.astype(jnp.float16), (x > 0).astype(jnp.int32)


@program(VECTOR)
def small_floats(x: Array) -> tuple[Array, Array]:
    return x.astype(jnp.float8_e4m3fn).astype(jnp.float32), x.astype(jnp.float8_e5m2).astype(jnp.float32)


@program(VECTOR)
def bitcasts(x: Array) -> tuple[Array, Array]:
    return lax.bitcast_convert_type(x, jnp.int32), lax.bitcast_convert_type(x, jnp.uint8)


@program(VECTOR)
def complex_numbers(x: Array) -> tuple[Array, Array, Array]:
    z = lax.complex(x, x[::-1])
    product = z * jnp.conj(z) + 1j
    return jnp.real(product), jnp.imag(product), jnp.abs(z)


@program(VECTOR)
def comparisons(x: Array) -> tuple[Array, Array, Array]:
    return x > 0, jnp.where(x < 0.5, x, 0.5), jnp.clip(x, -1, 1)


@program(MATRIX)
def reductions(x: Array) -> tuple[Array, Array, Array, Array]:
    return jnp.sum(x, 0), jnp.max(x, 1), jnp.prod(x, 1), jnp.mean(x)


@program(MATRIX)
def variance_and_norm(x: Array) -> tuple[Array, Array]:
    return jnp.var(x, axis=1), jnp.linalg.norm(x)


@program(MATRIX)
def arg_reductions(x: Array) -> tuple[Array, Array]:
    return jnp.argmax(x, axis=1), jnp.argmin(x, axis=0)


@program(WHOLE)
def logical_reductions(x: Array) -> tuple[Array, Array]:
    return jnp.any(x > 900, axis=1), jnp.all(x > -999, axis=0)


@program(MATRIX)
def softmax(x: Array) -> Array:
    return jax.nn.softmax(x, axis=-1)


@program(MATRIX)
def logsumexp(x: Array) -> Array:
    return jax.nn.logsumexp(x, axis=0)


@program(MATRIX)
def cumulative(x: Array) -> tuple[Array, Array, Array]:
    return jnp.cumsum(x, 0), jnp.cumprod(x, 1), lax.cummax(x, 1)


@program(MATRIX)
def layer_norm(x: Array) -> Array:
    mean = x.mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5)


@program(MATRIX)
def matrix_product(x: Array) -> Array:
    return x @ x.T


@program(SQUARE)
def batched_product(x: Array) -> Array:
    stack = jnp.stack([x, x + 1])
    return jnp.einsum("bij,bkj->bik", stack, stack)


@program(WHOLE)
def integer_product(x: Array) -> Array:
    return x @ x.T


@program(MATRIX)
def data_movement(x: Array) -> Array:
    padded = jnp.pad(x.T, ((1, 2), (0, 1)), constant_values=7)
    return jnp.flip(jnp.concatenate([padded, padded], axis=1), 0).reshape(9, -1)


@program(MATRIX)
def slicing(x: Array) -> tuple[Array, Array, Array]:
    return x[1:3, ::2], x[-1], lax.dynamic_slice(x, (2, 3), (2, 2))


@program(MATRIX)
def updates(x: Array) -> tuple[Array, Array]:
    return x.at[1, 2].set(9.0), lax.dynamic_update_slice(x, jnp.zeros((2, 2)), (3, 5))


@program(MATRIX, TOKENS)
def embedding_lookup(x: Array, tokens: Array) -> Array:
    return jnp.take(x, tokens, axis=0, mode="clip")


@program(VECTOR, TOKENS)
def segment_sum(x: Array, tokens: Array) -> Array:
    return jnp.zeros(10).at[tokens].add(x[:5])


@program(VECTOR)
def sorting(x: Array) -> tuple[Array, Array, Array]:
    return jnp.sort(x), jnp.argsort(x), lax.top_k(x, 3)[0]


@program(VECTOR)
def searching(x: Array) -> Array:
    return jnp.searchsorted(jnp.sort(x), jnp.float32([-1.0, 0.0, 1.0]))


@program(VECTOR)
def scan_recurrence(x: Array) -> tuple[Array, Array]:
    def step(state: Array, value: Array) -> tuple[Array, Array]:
        return 0.9 * state + value, state * value

    return lax.scan(step, jnp.float32(0), x)


@program(np.array(27, np.int32))
def collatz(n: Array) -> Array:
    def step(state: tuple[Array, Array]) -> tuple[Array, Array]:
        value, count = state
        return jnp.where(value % 2 == 0, value // 2, 3 * value + 1), count + 1

    def unfinished(state: tuple[Array, Array]) -> Array:
        return state[0] != 1

    return lax.while_loop(unfinished, step, (n, jnp.int32(0)))[1]


@program(VECTOR)
def branches(x: Array) -> tuple[Array, Array]:
    total = jnp.sum(x)
    either = lax.cond(total > 0, jnp.exp, jnp.negative, x)
    chosen = lax.switch(jnp.int32(7), [jnp.sin, jnp.cos, jnp.exp], x)
    return either, chosen


@program()
def random_normal() -> Array:
    return jax.random.normal(jax.random.key(7), (5, 3))


@program()
def random_uniform_and_bits() -> tuple[Array, Array, Array]:
    key, other = jax.random.split(jax.random.key(1))
    return jax.random.uniform(key, (8,)), jax.random.bits(other, (4,)), jax.random.permutation(key, 6)


@program(np.array([0, 3], np.uint32))
def random_from_argument(data: Array) -> Array:
    return jax.random.randint(jax.random.wrap_key_data(data), (6,), 0, 100)


@program(IMAGE, KERNEL)
def convolution(image: Array, kernel: Array) -> Array:
    return lax.conv_general_dilated(
        image, kernel, (2, 1), "SAME", rhs_dilation=(1, 2), dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


@program(IMAGE)
def pooling(image: Array) -> tuple[Array, Array]:
    window = (1, 2, 2, 1)
    largest = lax.reduce_window(image, -jnp.inf, lax.max, window, window, "VALID")
    return largest, lax.reduce_window(image, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "SAME")


@program(MATRIX, MATRIX.T.copy(), MATRIX.T.copy())
def attention(q: Array, k: Array, v: Array) -> Array:
    scores = q @ k / jnp.sqrt(6.0)
    mask = jnp.tril(jnp.ones((4, 4), bool))
    return jax.nn.softmax(jnp.where(mask, scores, -jnp.inf)) @ v.T


@program(SQUARE)
def factorisations(x: Array) -> tuple[Array, Array]:
    positive = x @ x.T + 5 * jnp.eye(5)
    lower = lax.linalg.cholesky(positive)
    return lower, jax.scipy.linalg.solve_triangular(lower, x, lower=True)


@program(VECTOR)
def fourier(x: Array) -> tuple[Array, Array]:
    spectrum = jnp.fft.rfft(x)
    return jnp.abs(spectrum), jnp.fft.irfft(spectrum * 2, 16)


@program(VECTOR)
def gradient_of_loss(x: Array) -> Array:
    def loss(v: Array) -> Array:
        return jnp.sum(jnp.tanh(v) ** 2 + jnp.log(v * v + 1))

    return jax.grad(loss)(x)


@program(MATRIX)
def mapped_function(x: Array) -> Array:
    def backwards(row: Array) -> Array:
        return row[::-1] * jnp.max(row)

    return jax.vmap(backwards)(x)


@program()
def tables() -> tuple[Array, Array, Array]:
    triangle = jnp.triu(jnp.ones((6, 6), jnp.int32), 1)
    return jnp.eye(4), triangle, jnp.linspace(0.0, 1.0, 9)


@program(np.array(3, np.float32))
def half_depends(x: Array) -> tuple[Array, Array]:
    return jnp.arange(10) * 2, x + 1
