"""The discrete Fourier transform in f64, from elementwise additions and multiplications in an order of its own.

NumPy's transform computes its roots of unity with the sine of the C library, which differs from machine to machine.
Here they are rounded from twice the digits, and an array of n = p m elements is transformed by p transforms of m
elements (Cooley and Tukey), down to prime numbers. A large prime number takes a convolution (Bluestein).
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd

import numpy as np

from xdsl_stablehlo.values.element_types import Array, pairs, parts

from ...rounded.double_double import exact
from ...rounded.wide import pi, sin_cos

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
    # e**(i a) u + e**(-i a) v is cos(a) (u + v) + i sin(a) (u - v).
    cosine, sine = roots(size)
    half = size // 2
    first, last = np.s_[..., 1 : half + 1, :], np.s_[..., :half:-1, :]
    (sum_x, rest_x), (sum_y, rest_y) = [(z[first] + z[last], z[first] - z[last]) for z in (x, y)]
    total_x, total_y = x[..., :1, :].copy(), y[..., :1, :].copy()
    even_x, even_y = [np.repeat(z, half, -2) for z in (total_x, total_y)]
    odd_x, odd_y = np.zeros_like(even_x), np.zeros_like(even_y)
    for j in range(half):
        turns = np.mod(np.arange(1, half + 1)[:, None] * (j + 1), size)
        at = np.s_[..., j : j + 1, :]
        even_x += cosine[turns] * sum_x[at]
        even_y += cosine[turns] * sum_y[at]
        odd_x -= sine[turns] * rest_y[at]
        odd_y += sine[turns] * rest_x[at]
        total_x += sum_x[at]
        total_y += sum_y[at]
    back = np.s_[..., ::-1, :]
    return (
        np.concatenate((total_x, even_x + odd_x, (even_x - odd_x)[back]), -2),
        np.concatenate((total_y, even_y + odd_y, (even_y - odd_y)[back]), -2),
    )


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


@lru_cache(maxsize=32)
def roots(size: int) -> tuple[Array, Array]:
    """The real and the imaginary parts of e**(-2 pi i k / size) for k from 0 to size - 1."""
    quarters, rest = np.divmod(4 * np.arange(size, dtype=np.int64), size)
    far = 2 * rest > size
    step = gcd(4, size)
    eighth = np.arange(0, size // 2 + 1, step, dtype=np.float64)
    sine, cosine = [part.high for part in sin_cos(pi() * exact(eighth) / exact(np.array(2.0 * size)))]
    place = np.where(far, size - rest, rest) // step
    crossed = far != (quarters % 2 == 1)
    real = np.where(crossed, sine[place], cosine[place])
    imaginary = np.where(crossed, cosine[place], sine[place])
    return np.where((quarters == 1) | (quarters == 2), -real, real), np.where(
        quarters >= 2, imaginary, -imaginary
    )
