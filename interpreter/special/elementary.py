"""Elementary functions of complex128 arrays from real functions of their parts, which are of f64 or of f32.

Each part is within 4 units in the last place of that type. Infinities, NaNs and signs of zeros follow C17, annex G.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from xdsl_stablehlo.values.element_types import Array, pairs, parts

from ..rounded import wide
from ..rounded.double_double import blocked
from .reals import Reals

_HUGE = 2.0**500


class ComplexFunction(Protocol):
    """A function of complex128 arrays."""

    def __call__(self, z: Array, *, m: Reals) -> Array:
        """Results for parts of the type that `m` is for."""
        ...


@blocked
def hypot(x: Array, y: Array, *, m: Reals) -> Array:
    """|x + i y|."""
    return m.hypot(x, y)


@blocked
def exp(z: Array, *, m: Reals) -> Array:
    """e**z."""
    x, y = parts(z)
    size, (sine, cosine) = m.exp(x), m.sin_cos(y)
    real, imag = size * cosine, size * sine
    large = x > 700
    if large.any():
        # In two factors: the whole would overflow, and its product with a small cosine would not.
        half = m.exp(x[large] / 2)
        real[large], imag[large] = half * cosine[large] * half, half * sine[large] * half
    if np.isnan(real).any() or np.isnan(imag).any():
        imag = np.where(y == 0, y, imag)
        end = np.isinf(x) & ~np.isfinite(y)
        real = np.where(end, np.where(x > 0, np.inf, 0.0), real)
        imag = np.where(end & (x < 0), np.copysign(0.0, y), imag)
    return pairs(real, imag)


@blocked
def log(z: Array, *, m: Reals) -> Array:
    """The logarithm whose imaginary part is from -pi to pi."""
    x, y = parts(z)
    return pairs(m.log_size(x, y), m.atan2(y, x))


@blocked
def sqrt(z: Array, *, m: Reals) -> Array:
    """The square root with a real part that is not negative."""
    x, y = parts(z)
    exponent = np.frexp(np.fmax(np.abs(x), np.abs(y)))[1] // 2 * 2
    a, b = np.abs(np.ldexp(x, -exponent)), np.abs(np.ldexp(y, -exponent))
    larger = np.ldexp(np.sqrt((a + m.hypot(a, b)) / 2), exponent // 2)
    smaller = np.where(y == 0, 0.0, np.abs(y) / (2.0 * larger))
    real, imag = np.where(x < 0, smaller, larger), np.where(x < 0, larger, smaller)
    flat = np.isinf(x) & ~np.isinf(y)
    beside = np.where(np.isnan(y), y, 0.0)
    real = np.where(flat, np.where(x > 0, np.inf, beside), real)
    imag = np.where(flat, np.where(x > 0, beside, np.inf), imag)
    real, imag = np.where(np.isinf(y), np.inf, real), np.where(np.isinf(y), np.inf, imag)
    return pairs(real, np.copysign(imag, y))


@blocked
def sinh(z: Array, *, m: Reals) -> Array:
    """sinh(x) cos(y) + i cosh(x) sin(y)."""
    x, y = parts(z)
    (odd, even), (sine, cosine) = m.sinh_cosh(x), m.sin_cos(y)
    return _hyperbolic(z, (odd, even), (cosine, sine), m)


@blocked
def cosh(z: Array, *, m: Reals) -> Array:
    """cosh(x) cos(y) + i sinh(x) sin(y)."""
    x, y = parts(z)
    (odd, even), (sine, cosine) = m.sinh_cosh(x), m.sin_cos(y)
    return _hyperbolic(z, (even, odd), (cosine, sine), m)


def _hyperbolic(z: Array, sizes: tuple[Array, Array], turns: tuple[Array, Array], m: Reals) -> Array:
    """Functions of x times the cosine and the sine of y, for z = x + i y."""
    x, y = parts(z)
    real, imag = [size * turn for size, turn in zip(sizes, turns, strict=True)]
    large = np.abs(x) > 700
    if large.any():
        # In two factors: the whole would overflow, and its product with a small sine would not.
        half = m.exp(np.abs(x[large] / 2))
        for part, size, turn in zip((real, imag), sizes, turns, strict=True):
            part[large] = np.copysign(half, size[large]) * turn[large] * (half / 2)
    if not (np.isnan(real).any() or np.isnan(imag).any()):
        return pairs(real, imag)
    end = np.isinf(x) & ~np.isfinite(y)
    real = np.where(end, sizes[0], real)
    # 0 times an infinity or a NaN is 0.
    imag = np.where((y == 0) & np.isnan(imag), np.copysign(1.0, sizes[1]) * y, imag)
    real, imag = [
        np.where((x == 0) & (size == 0) & np.isnan(part), x, part)
        for size, part in zip(sizes, (real, imag), strict=True)
    ]
    return pairs(real, imag)


@blocked
def tanh(z: Array, *, m: Reals) -> Array:
    """The hyperbolic tangent (Kahan, "Branch cuts for complex elementary functions", 1987)."""
    x, y = parts(z)
    far = (np.abs(x) > 22) & (np.isfinite(y) | np.isinf(x))
    tangent, grown = m.tan(y), m.sinh(np.where(far, 0.0, x))
    steep = 1.0 + tangent * tangent
    below = 1.0 + steep * grown * grown
    real, imag = steep * np.sqrt(1.0 + grown * grown) * grown / below, tangent / below
    if far.any():
        x_far, y_far = x[far], y[far]
        sine, cosine = m.sin_cos(y_far)
        less = 4.0 * sine * cosine * m.exp(-2.0 * np.abs(x_far))
        real[far] = np.copysign(1.0, x_far)
        nothing = np.copysign(0.0, np.where(np.isfinite(y_far), less, y_far))
        imag[far] = np.where(np.isinf(x_far), nothing, less)
    real = np.where(x == 0, x, real)
    return pairs(real, np.where(y == 0, y, imag))


@blocked
def asin(z: Array, *, m: Reals) -> Array:
    """The arc sine (Hull, Fairgrieve, Tang, ACM TOMS 23, 1997)."""
    x, y = parts(z)
    cosine, height = arcs(np.abs(x), np.abs(y), m)
    angle = np.where(x == 0, 0.0, m.atan2(np.abs(x), cosine))
    return pairs(np.copysign(angle, x), np.copysign(height, y))


@blocked
def acos(z: Array, *, m: Reals) -> Array:
    """The arc cosine, likewise."""
    x, y = parts(z)
    cosine, height = arcs(np.abs(x), np.abs(y), m)
    return pairs(np.where(x == 0, np.pi / 2, m.atan2(cosine, x)), -np.copysign(height, y))


def arcs(x: Array, y: Array, m: Reals) -> tuple[Array, Array]:
    """w and h for x >= 0 and y >= 0, with asin(x + i y) = atan2(x, w) + i h."""
    unit = np.where(np.fmax(x, y) > _HUGE, 2.0**-600, 1.0)
    a, b = x * unit, y * unit
    right, left = a + unit, a - unit
    r, s = m.hypot(right, b), m.hypot(left, b)
    r_more, root = r + right, np.sqrt(r + s + 2.0 * a) / 2
    inside = np.sqrt(b * (b / r_more) + (s - left)) * root / unit
    outside = y * (np.sqrt(1.0 / r_more + 1.0 / (s + left)) * root)
    cosine = np.where(left <= 0, inside, outside)
    mean = (r + s) / 2
    slope = (1.0 / r_more + 1.0 / (s - left)) / 2
    excess = np.where(left < 0, b * (b * slope), (b * (b / r_more) + (s + left)) / 2)
    height = m.log1p(
        excess + np.where(left < 0, b * np.sqrt(slope * (mean + 1.0)), np.sqrt(excess * (mean + 1.0)))
    )
    far = np.fmax(x, y) > 2.0**60
    if far.any():
        height[far] = m.log_size(x[far], y[far]) + wide.ln2().high
        end = np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(np.isinf(y), np.inf, 0.0))
        infinite = np.isinf(x) | np.isinf(y)
        cosine, height = np.where(infinite, end, cosine), np.where(infinite, np.inf, height)
    return cosine, height


@blocked
def atanh(z: Array, *, m: Reals) -> Array:
    """The inverse of tanh (Kahan)."""
    x, y = parts(z)
    a, b = np.abs(x), np.abs(y)
    far, near = np.fmax(a, b) > _HUGE, np.fmax(np.abs(1.0 - a), b) < 2.0**-400
    unit = np.where(far, 2.0**-600, 1.0)
    u, v = np.where(far, 1.0, a), np.where(far, 1.0, b)
    real = m.log1p(4.0 * u / ((1.0 - u) * (1.0 - u) + v * v)) / 4
    real = np.where(a == 0, 0.0, real)
    if near.any():
        real[near] = (wide.ln2().high - m.log_size(1.0 - a[near], b[near])) / 2
    c, d = a * unit, b * unit
    real = np.where(far, np.where(np.isinf(a) | np.isinf(b), 0.0, c / (c * c + d * d) * unit), real)
    imag = np.where(far, np.pi / 2, m.atan2(2.0 * v, (1.0 - u) * (1.0 + u) - v * v) / 2)
    return pairs(np.copysign(real, x), np.copysign(np.where(np.isnan(b) & far, b, imag), y))


def _turned(function: ComplexFunction) -> ComplexFunction:
    """f(i z) / i."""

    def compute(z: Array, *, m: Reals) -> Array:
        x, y = parts(z)
        real, imag = parts(function(pairs(-y, x), m=m))
        return pairs(imag, -real)

    return compute


sin, tan, asinh, atan = _turned(sinh), _turned(tanh), _turned(asin), _turned(atanh)


def cos(z: Array, *, m: Reals) -> Array:
    """cosh(i z)."""
    x, y = parts(z)
    return cosh(pairs(-y, x), m=m)


def acosh(z: Array, *, m: Reals) -> Array:
    """The inverse of cosh with a real part that is not negative."""
    real, imag = parts(acos(z, m=m))
    return pairs(np.abs(imag), np.copysign(real, parts(z)[1]))
