"""Programs of users of JAX, one of each kind of work, with constants where users have them: for proofs about passes.

Each function is named in `PROGRAMS`, with the shapes of its arguments; those of the first are its weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

import jax as _jax
import jax.export as _export
import jax.numpy as _jnp
import numpy as np
from jax import lax as _lax

# JAX's annotations leave many of its functions partly unknown.
jax, jnp, lax, export = cast(Any, _jax), cast(Any, _jnp), cast(Any, _lax), cast(Any, _export)

Shape = tuple[int, ...] | tuple[tuple[int, ...], str]


class UserProgram(NamedTuple):
    """A function of JAX, and its arguments: the shape of each, in f32, or a shape and a type."""

    function: Callable[..., Any]
    arguments: Sequence[Shape]
    weights: int
    """How many of the arguments are weights: the first ones."""

    def specs(self) -> list[Any]:
        """The types of the arguments."""
        made: list[Any] = []
        for given in self.arguments:
            shape, kind = given if given and isinstance(given[0], tuple) else (given, "float32")
            made.append(jax.ShapeDtypeStruct(shape, kind))
        return made

    def text(self) -> str:
        """The program as JAX exports it."""
        return str(export.export(jax.jit(self.function))(*self.specs()).mlir_module())


PROGRAMS: dict[str, UserProgram] = {}


def program(*arguments: Shape, weights: int = 0) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter a function into `PROGRAMS`, under its name."""

    def entered(function: Callable[..., Any]) -> Callable[..., Any]:
        PROGRAMS[function.__name__] = UserProgram(function, arguments, weights)
        return function

    return entered


@program((64, 192), (64, 64), (2, 32, 64), weights=2)
def attention(qkv: Any, out: Any, x: Any) -> Any:
    """Causal attention of four heads with rotary positions."""
    batch, length, width = x.shape
    heads, size = 4, width // 4
    q, k, v = jnp.split(x @ qkv, 3, axis=-1)

    def turned(y: Any) -> Any:
        y = y.reshape(batch, length, heads, size)
        angles = jnp.arange(length)[:, None] / 10000 ** (jnp.arange(0, size, 2) / size)
        sin, cos = jnp.sin(angles)[None, :, None], jnp.cos(angles)[None, :, None]
        even, odd = y[..., ::2], y[..., 1::2]
        return jnp.stack([even * cos - odd * sin, even * sin + odd * cos], -1).reshape(y.shape)

    q, k, v = turned(q), turned(k), v.reshape(batch, length, heads, size)
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(size)
    mask = jnp.tril(jnp.ones((length, length), bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1)
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(x.shape) @ out


@program((24, 64), (16, 64), (64,), (12, 4, 24), weights=3)
def lstm(w: Any, u: Any, b: Any, xs: Any) -> Any:
    """An LSTM by `lax.scan`, with a forget bias of one."""

    def step(carry: Any, x: Any) -> Any:
        h, c = carry
        i, f, g, o = jnp.split(x @ w + h @ u + b, 4, axis=-1)
        c = jax.nn.sigmoid(f + 1.0) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    start = jnp.zeros((xs.shape[1], 16)), jnp.zeros((xs.shape[1], 16))
    return lax.scan(step, start, xs)


@program((3, 3, 3, 8), (8,), (8,), (288, 10), (2, 12, 12, 3), weights=4)
def conv_net(kernel: Any, scale: Any, bias: Any, dense: Any, x: Any) -> Any:
    """Convolution, group norm, ReLU, pooling and a dense layer."""
    y = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    groups = y.reshape(*y.shape[:3], 2, 4)
    mean = groups.mean((1, 2, 4), keepdims=True)
    variance = groups.var((1, 2, 4), keepdims=True)
    y = ((groups - mean) * lax.rsqrt(variance + 1e-5)).reshape(y.shape) * scale + bias
    y = lax.reduce_window(jax.nn.relu(y), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return jax.nn.log_softmax(y.reshape(y.shape[0], -1) @ dense)


@program((4, 256))
def fft_filter(signal: Any) -> Any:
    """A low pass by FFT, with a window."""
    frequencies = jnp.fft.rfftfreq(signal.shape[-1], 1 / 256)
    response = 1 / jnp.sqrt(1 + (frequencies / 20.0) ** 8)
    windowed = signal * jnp.hanning(signal.shape[-1])
    return jnp.fft.irfft(jnp.fft.rfft(windowed) * response, n=signal.shape[-1])


@program((4,), (4, 4), (8, 2))
def kalman(mean: Any, covariance: Any, measured: Any) -> Any:
    """A Kalman filter of a moving point, over some measurements."""
    dt = 0.1
    move = jnp.eye(4) + dt * jnp.eye(4, k=2)
    see = jnp.eye(2, 4)
    process, noise = 1e-3 * jnp.eye(4), 1e-1 * jnp.eye(2)

    def step(state: Any, z: Any) -> Any:
        mean, covariance = state
        mean, covariance = move @ mean, move @ covariance @ move.T + process
        s = see @ covariance @ see.T + noise
        gain = jnp.linalg.solve(s, see @ covariance).T
        mean = mean + gain @ (z - see @ mean)
        covariance = (jnp.eye(4) - gain @ see) @ covariance
        return (mean, covariance), mean

    return lax.scan(step, (mean, covariance), measured)


@program((8, 100), ((8,), "int32"))
def top_k_sampling(logits: Any, tokens: Any) -> Any:
    """A repetition penalty, the most likely tokens, and nucleus weights by sorting."""
    rows = jnp.arange(logits.shape[0])
    logits = logits.at[rows, tokens].multiply(0.8)
    values, indices = lax.top_k(logits / 0.7, 10)
    order = jnp.argsort(-values, axis=-1)
    values = jnp.take_along_axis(values, order, axis=-1)
    sums = jnp.cumsum(jax.nn.softmax(values), axis=-1)
    kept = jnp.where(sums - jax.nn.softmax(values) < 0.9, values, -jnp.inf)
    return jax.nn.softmax(kept), jnp.take_along_axis(indices, order, axis=-1)


@program((500,), ((500,), "int32"))
def histogram(x: Any, labels: Any) -> Any:
    """Sums and counts of bins by scatter, and a running maximum of labels."""
    edges = jnp.linspace(-3.0, 3.0, 33)
    bins = jnp.clip(jnp.searchsorted(edges, x) - 1, 0, 31)
    counts = jnp.zeros(32, jnp.int32).at[bins].add(1)
    sums = jax.ops.segment_sum(x, labels % 16, num_segments=16)
    density = counts / (counts.sum() * jnp.diff(edges))
    return density, sums, lax.cummax(labels)


@program((16, 16), ((2,), "uint32"))
def random_draws(x: Any, key: Any) -> Any:
    """Dropout, noise and a categorical sample from a key, and a table from a fixed key."""
    first, second, third = jax.random.split(key, 3)
    table = jax.random.normal(jax.random.PRNGKey(0), x.shape)
    kept = jax.random.bernoulli(first, 0.9, x.shape)
    noisy = jnp.where(kept, x / 0.9, 0) + 0.1 * jax.random.normal(second, x.shape) + table
    return jax.random.categorical(third, noisy), jax.random.permutation(first, 16)


@program(((64, 32), "int8"), (32,), (8, 64), weights=2)
def quantised(weight: Any, scale: Any, x: Any) -> Any:
    """A dynamically quantised product with int8 weights."""
    step = jnp.max(jnp.abs(x), axis=-1, keepdims=True) / 127.0
    q = jnp.clip(jnp.round(x / step), -128, 127).astype(jnp.int8)
    product = lax.dot_general(q, weight, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
    return product.astype(jnp.float32) * step * scale


@program((3,), ())
def ode(state: Any, end: Any) -> Any:
    """Runge and Kutta's method with a step that follows the error, until the end is reached."""
    a = [[], [1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9]]
    b, e = [35 / 384, 0.0, 500 / 1113, 125 / 192], [71 / 57600, 0.0, -71 / 16695, 71 / 1920]

    def lorenz(y: Any) -> Any:
        x, y, z = y
        return jnp.stack([10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z])

    def step(carry: Any) -> Any:
        t, h, y, count = carry
        slopes: list[Any] = []
        for row in a:
            slopes.append(lorenz(y + h * sum([w * k for w, k in zip(row, slopes)], jnp.zeros(3))))
        new = y + h * sum([w * k for w, k in zip(b, slopes)], jnp.zeros(3))
        error = jnp.linalg.norm(h * sum([w * k for w, k in zip(e, slopes)], jnp.zeros(3))) / 1e-4
        accepted = error < 1.0
        grown = h * jnp.clip(0.9 * error**-0.2, 0.2, 5.0)
        return (
            jnp.where(accepted, t + h, t),
            jnp.minimum(grown, end - t),
            jnp.where(accepted, new, y),
            count + 1,
        )

    def goes_on(carry: Any) -> Any:
        return (carry[0] < end) & (carry[3] < 1000)

    return lax.while_loop(goes_on, step, (jnp.zeros(()), jnp.full((), 1e-2), state, 0))


@program((), ((), "int32"), (10,))
def choices(p: Any, which: Any, x: Any) -> Any:
    """`cond` and `switch` with branches that share work, one with a loop."""

    def halved(i: Any, z: Any) -> Any:
        return z * 0.5 + i

    def looped(y: Any) -> Any:
        return lax.fori_loop(0, 5, halved, y)

    def up(y: Any) -> Any:
        return jnp.sort(y) * 2.0

    def down(y: Any) -> Any:
        return jnp.flip(y) + p

    def mixed(y: Any) -> Any:
        return y @ jnp.ones((10, 10))

    return lax.switch(which, [jnp.cumsum, looped, mixed, jnp.negative], lax.cond(p > 0, up, down, x))


@program((4, 6, 5), (5, 7), (4, 7), (7, 3, 2))
def contractions(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Several einsums in one, one with a diagonal and one with a Kronecker delta."""
    first = jnp.einsum("bij,jk,bk->bik", a, b, c)
    second = jnp.einsum("bik,kxy,xy->bix", first, d, jnp.ones((3, 2)))
    square = jnp.einsum("bik,bjk->bij", first, first)
    trace = jnp.einsum("bii->b", square)
    levi = jnp.array(
        [[[int((i - j) * (j - k) * (k - i) / 2) for k in range(3)] for j in range(3)] for i in range(3)]
    )
    return second, trace, jnp.einsum("ijk,bxj,bxk->bi", levi.astype(jnp.float32), second, second)


@program((12, 3), (12,), (5, 3))
def gaussian_process(x: Any, y: Any, at: Any) -> Any:
    """The posterior of a Gaussian process by a Cholesky decomposition and triangular solves."""

    def kernel(p: Any, q: Any) -> Any:
        squares = jnp.sum((p[:, None] - q[None]) ** 2, -1)
        return 1.5**2 * jnp.exp(-0.5 * squares / 0.7**2)

    factor = jax.scipy.linalg.cho_factor(kernel(x, x) + 1e-4 * jnp.eye(len(x)), lower=True)
    weights = jax.scipy.linalg.cho_solve(factor, y)
    cross = kernel(at, x)
    rest = lax.linalg.triangular_solve(factor[0], cross.T, left_side=True, lower=True)
    return cross @ weights, kernel(at, at) - rest.T @ rest, jnp.sum(jnp.log(jnp.diag(factor[0])))


@program((10, 16), (16, 4), (10, 16), (16, 4), (10, 16), (16, 4), ((), "int32"), (8, 10), (8, 4))
def adam(w1: Any, w2: Any, m1: Any, m2: Any, v1: Any, v2: Any, count: Any, x: Any, y: Any) -> Any:
    """One step of Adam with clipped gradients and a schedule with a warm-up."""

    def loss(weights: Any) -> Any:
        return jnp.mean((jax.nn.gelu(x @ weights[0]) @ weights[1] - y) ** 2)

    value, gradients = jax.value_and_grad(loss)([w1, w2])
    norm = jnp.sqrt(sum([jnp.sum(g**2) for g in gradients]))
    gradients = [g * jnp.minimum(1.0, 1.0 / (norm + 1e-6)) for g in gradients]
    count = count + 1
    rate = 1e-3 * jnp.minimum(count / 100, jax.lax.rsqrt(count.astype(jnp.float32)))
    made: list[Any] = []
    for w, m, v, g in zip((w1, w2), (m1, m2), (v1, v2), gradients):
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
        made.append(w - rate * (m / (1 - 0.9**count) / (jnp.sqrt(v / (1 - 0.999**count)) + 1e-8) + 0.01 * w))
        made += [m, v]
    return value, made
