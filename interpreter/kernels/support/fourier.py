"""The discrete Fourier transform in f64, from elementwise additions and multiplications in an order of its own.

NumPy's transform computes its roots of unity with the sine of the C library, which differs from machine to machine.
Here they are rounded from twice the digits, and an array of n = p m elements is transformed by p transforms of m
elements (Cooley and Tukey), down to prime numbers. A large prime number takes a convolution (Bluestein).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from ...numerics.arithmetic import pairs, parts
from ...rounded.double_double import exact
from ...rounded.wide import pi, sin_cos, turned

_LARGE_PRIME = 100
"""Larger prime factors take a convolution: the definition takes as many steps as the factor is large."""


def transform(values: Array, axis: int, inverse: bool) -> Array:
    """complex128 values transformed along an axis of at least one element; the inverse is divided by their number."""
    real, imaginary = [np.moveaxis(part, axis, -1) for part in parts(values)]
    if inverse:
        imaginary, real = _transform(imaginary, real)
        real, imaginary = real / real.shape[-1], imaginary / real.shape[-1]
    else:
        real, imaginary = _transform(real, imaginary)
    return np.moveaxis(pairs(real, imaginary), -1, axis)


def _transform(x: Array, y: Array) -> tuple[Array, Array]:
    """The transform of `x + i y` along the last dimension."""
    size = x.shape[-1]
    factor = _factor(size)
    if size == 1:
        return x, y
    return _convolved(x, y) if factor == size > _LARGE_PRIME else _split(x, y, factor)


def _factor(size: int) -> int:
    """4 if it is a factor, or the smallest prime factor."""
    if size % 4 == 0:
        return 4
    candidates = (p for p in range(2, int(size**0.5) + 1) if size % p == 0)
    return next(candidates, size)


def _split(x: Array, y: Array, factor: int) -> tuple[Array, Array]:
    """By transforms of every `factor`-th element."""
    *batch, size = map(int, x.shape)
    each = size // factor
    x, y = [np.swapaxes(part.reshape(*batch, each, factor), -1, -2) for part in (x, y)]
    x, y = _transform(x, y)
    cosine, sine = roots(size)
    turns = np.multiply.outer(np.arange(factor), np.arange(each))
    x, y = _times(x, y, cosine[turns], sine[turns])
    x, y = _short(x, y)
    return x.reshape(*batch, size), y.reshape(*batch, size)


def _short(x: Array, y: Array) -> tuple[Array, Array]:
    """The transform along the last but one dimension, by its definition."""
    size = int(x.shape[-2])
    if size in (2, 4):
        (a, b), (c, d) = [(part[..., : size // 2, :], part[..., size // 2 :, :]) for part in (x, y)]
        sum_x, sum_y, rest_x, rest_y = a + b, c + d, a - b, c - d
        if size == 2:
            return np.concatenate((sum_x, rest_x), -2), np.concatenate((sum_y, rest_y), -2)
        p, q, r, s = [part[..., 0, :] for part in (sum_x, sum_y, rest_x, rest_y)]
        t, u, v, w = [part[..., 1, :] for part in (sum_x, sum_y, rest_x, rest_y)]
        return np.stack((p + t, r + w, p - t, r - w), -2), np.stack((q + u, s - v, q - u, s + v), -2)
    cosine, sine = roots(size)
    real, imaginary = np.zeros(x.shape), np.zeros(x.shape)
    for k in range(size):
        turns = np.mod(np.arange(size)[:, None] * k, size)
        u, v = _times(x[..., k : k + 1, :], y[..., k : k + 1, :], cosine[turns], sine[turns])
        real, imaginary = real + u, imaginary + v
    return real, imaginary


def _convolved(x: Array, y: Array) -> tuple[Array, Array]:
    """By a convolution with e**(i pi k**2 / n), whose size is a power of two."""
    size = x.shape[-1]
    cosine, sine = roots(2 * size)
    squares = np.arange(size, dtype=np.int64) ** 2 % (2 * size)
    cosine, sine = cosine[squares], sine[squares]
    x, y = _times(x, y, cosine, sine)
    wide = 1 << (2 * size - 1).bit_length()
    filter_x, filter_y = np.zeros(wide), np.zeros(wide)
    filter_x[:size], filter_y[:size] = cosine, -sine
    filter_x[-size + 1 :], filter_y[-size + 1 :] = cosine[:0:-1], -sine[:0:-1]
    padding = [(0, 0)] * (x.ndim - 1) + [(0, wide - size)]
    u, v = _times(*_transform(np.pad(x, padding), np.pad(y, padding)), *_transform(filter_x, filter_y))
    y, x = _transform(v, u)
    return _times(x[..., :size] / wide, y[..., :size] / wide, cosine, sine)


def _times(x: Array, y: Array, u: Array, v: Array) -> tuple[Array, Array]:
    """`(x + i y) (u + i v)`."""
    return x * u - y * v, x * v + y * u


@cache
def roots(size: int) -> tuple[Array, Array]:
    """The real and the imaginary parts of e**(-2 pi i k / size) for k from 0 to size - 1."""
    quarters, rest = np.divmod(4 * np.arange(size, dtype=np.int64), size)
    far = 2 * rest > size
    part = np.where(far, size - rest, rest).astype(np.float64)
    sine, cosine = sin_cos(pi() * exact(part) / exact(np.array(2.0 * size)))
    sine, cosine = cosine.where(far, sine), sine.where(far, cosine)
    sine, cosine = turned(sine, cosine, quarters.astype(np.float64))
    return cosine.high, np.negative(sine.high)
