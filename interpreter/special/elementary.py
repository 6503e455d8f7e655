"""Elementary functions of complex128 arrays from correctly rounded ones of their parts.

Each part is within 4 units in the last place. Infinities, NaNs and signs of zeros follow C17, annex G.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from ..numerics.arithmetic import Unary, pairs, parts
from ..rounded import on_doubles, wide
from ..rounded.double_double import DD, blocked, two_product

rexp, rlog, rlog1p = partial(on_doubles, "exp"), partial(on_doubles, "log"), partial(on_doubles, "log1p")
rexpm1, rcbrt = partial(on_doubles, "expm1"), partial(on_doubles, "cbrt")
rsin, rcos, rtan = partial(on_doubles, "sin"), partial(on_doubles, "cos"), partial(on_doubles, "tan")
rsinh, rcosh = partial(on_doubles, "sinh"), partial(on_doubles, "cosh")
ratan2 = partial(on_doubles, "atan2")
"""The functions of real numbers."""

_HUGE = 2.0**500


@blocked
def hypot(x: Array, y: Array) -> Array:
    """sqrt(x**2 + y**2), from double-double; infinite where one of both is."""
    exponent = np.frexp(np.fmax(np.abs(x), np.abs(y)))[1]
    a, b = np.ldexp(x, -exponent), np.ldexp(y, -exponent)
    size = wide.sqrt(DD(*two_product(a, a)) + DD(*two_product(b, b))).high
    return np.where(np.isinf(x) | np.isinf(y), np.inf, np.ldexp(size, exponent))


@blocked
def log_size(x: Array, y: Array) -> Array:
    """log(|x + i y|), to all digits where that is near 1."""
    plain = np.isfinite(x) & np.isfinite(y) & ((x != 0) | (y != 0))
    result = wide.log_abs(np.where(plain, x, 1.0), np.where(plain, y, 0.0)).high
    return np.where(plain, result, rlog(hypot(x, y)))


@blocked
def exp(z: Array) -> Array:
    """e**z."""
    x, y = parts(z)
    # In two factors, where the whole would overflow and its product with a small cosine would not.
    large = x > 700
    first, second = rexp(np.where(large, x / 2, x)), np.where(large, rexp(x / 2), 1.0)
    real, imag = first * rcos(y) * second, first * rsin(y) * second
    imag = np.where(y == 0, y, imag)
    end = np.isinf(x) & ~np.isfinite(y)
    real = np.where(end, np.where(x > 0, np.inf, 0.0), real)
    imag = np.where(end & (x < 0), np.copysign(0.0, y), imag)
    return pairs(real, imag)


@blocked
def log(z: Array) -> Array:
    """The logarithm whose imaginary part is from -pi to pi."""
    x, y = parts(z)
    return pairs(log_size(x, y), ratan2(y, x))


@blocked
def sqrt(z: Array) -> Array:
    """The square root with a real part that is not negative."""
    x, y = parts(z)
    exponent = np.frexp(np.fmax(np.abs(x), np.abs(y)))[1] // 2 * 2
    a, b = np.abs(np.ldexp(x, -exponent)), np.abs(np.ldexp(y, -exponent))
    larger = np.ldexp(np.sqrt((a + hypot(a, b)) / 2), exponent // 2)
    smaller = np.where(y == 0, 0.0, np.abs(y) / (2.0 * larger))
    real, imag = np.where(x < 0, smaller, larger), np.where(x < 0, larger, smaller)
    flat = np.isinf(x) & ~np.isinf(y)
    beside = np.where(np.isnan(y), y, 0.0)
    real = np.where(flat, np.where(x > 0, np.inf, beside), real)
    imag = np.where(flat, np.where(x > 0, beside, np.inf), imag)
    real, imag = np.where(np.isinf(y), np.inf, real), np.where(np.isinf(y), np.inf, imag)
    return pairs(real, np.copysign(imag, y))


@blocked
def sinh(z: Array) -> Array:
    """sinh(x) cos(y) + i cosh(x) sin(y)."""
    even, odd = _hyperbolic(z)
    return pairs(odd[0], even[1])


@blocked
def cosh(z: Array) -> Array:
    """cosh(x) cos(y) + i sinh(x) sin(y)."""
    even, odd = _hyperbolic(z)
    return pairs(even[0], odd[1])


def _hyperbolic(z: Array) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """cosh(x) cos(y) and cosh(x) sin(y), sinh(x) cos(y) and sinh(x) sin(y)."""
    x, y = parts(z)
    # In two factors, where the whole would overflow and its product with a small sine would not.
    large = np.abs(x) > 700
    near = np.where(large, x / 2, x)
    second = np.where(large, 2.0 * rcosh(near), 1.0)
    end = np.isinf(x) & ~np.isfinite(y)

    def along(size: Array) -> Array:
        product = np.where(end, size, size * rcos(y) * second)
        return np.where((x == 0) & (size == 0) & np.isnan(product), x, product)

    def across(size: Array) -> Array:
        product = size * rsin(y) * second
        product = np.where((y == 0) & np.isnan(product), np.copysign(1.0, size) * y, product)
        return np.where((x == 0) & (size == 0) & np.isnan(product), x, product)

    # 0 times an infinity or a NaN is 0.
    even, odd = rcosh(near), rsinh(near)
    return (along(even), across(even)), (along(odd), across(odd))


@blocked
def tanh(z: Array) -> Array:
    """The hyperbolic tangent (Kahan, "Branch cuts for complex elementary functions", 1987)."""
    x, y = parts(z)
    far = (np.abs(x) > 22) & (np.isfinite(y) | np.isinf(x))
    tangent, grown = rtan(y), rsinh(np.where(far, 0.0, x))
    steep = 1.0 + tangent * tangent
    below = 1.0 + steep * grown * grown
    real, imag = steep * np.sqrt(1.0 + grown * grown) * grown / below, tangent / below
    less = 4.0 * rsin(y) * rcos(y) * rexp(-2.0 * np.abs(x))
    real = np.where(far, np.copysign(1.0, x), real)
    imag = np.where(
        far, np.where(np.isinf(x), np.copysign(0.0, np.where(np.isfinite(y), less, y)), less), imag
    )
    real = np.where(x == 0, x, real)
    return pairs(real, np.where(y == 0, y, imag))


@blocked
def asin(z: Array) -> Array:
    """The arc sine (Hull, Fairgrieve, Tang, ACM TOMS 23, 1997)."""
    x, y = parts(z)
    cosine, height = arcs(np.abs(x), np.abs(y))
    angle = np.where(x == 0, 0.0, ratan2(np.abs(x), cosine))
    return pairs(np.copysign(angle, x), np.copysign(height, y))


@blocked
def acos(z: Array) -> Array:
    """The arc cosine, likewise."""
    x, y = parts(z)
    cosine, height = arcs(np.abs(x), np.abs(y))
    return pairs(np.where(x == 0, np.pi / 2, ratan2(cosine, x)), -np.copysign(height, y))


def arcs(x: Array, y: Array) -> tuple[Array, Array]:
    """w and h for x >= 0 and y >= 0, with asin(x + i y) = atan2(x, w) + i h."""
    unit = np.where(np.fmax(x, y) > _HUGE, 2.0**-600, 1.0)
    a, b = x * unit, y * unit
    right, left = a + unit, a - unit
    r, s = hypot(right, b), hypot(left, b)
    r_more, root = r + right, np.sqrt(r + s + 2.0 * a) / 2
    inside = np.sqrt(b * (b / r_more) + (s - left)) * root / unit
    outside = y * (np.sqrt(1.0 / r_more + 1.0 / (s + left)) * root)
    cosine = np.where(left <= 0, inside, outside)
    mean = (r + s) / 2
    slope = (1.0 / r_more + 1.0 / (s - left)) / 2
    excess = np.where(left < 0, b * (b * slope), (b * (b / r_more) + (s + left)) / 2)
    height = rlog1p(
        excess + np.where(left < 0, b * np.sqrt(slope * (mean + 1.0)), np.sqrt(excess * (mean + 1.0)))
    )
    far = np.fmax(x, y) > 2.0**60
    height = np.where(far, log_size(x, y) + wide.ln2().high, height)
    end = np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(np.isinf(y), np.inf, 0.0))
    infinite = np.isinf(x) | np.isinf(y)
    return np.where(infinite, end, cosine), np.where(infinite, np.inf, height)


@blocked
def atanh(z: Array) -> Array:
    """The inverse of tanh (Kahan)."""
    x, y = parts(z)
    a, b = np.abs(x), np.abs(y)
    far, near = np.fmax(a, b) > _HUGE, np.fmax(np.abs(1.0 - a), b) < 2.0**-400
    unit = np.where(far, 2.0**-600, 1.0)
    u, v = np.where(far, 1.0, a), np.where(far, 1.0, b)
    real = rlog1p(4.0 * u / ((1.0 - u) * (1.0 - u) + v * v)) / 4
    real = np.where(a == 0, 0.0, real)
    real = np.where(near, (wide.ln2().high - log_size(1.0 - a, b)) / 2, real)
    c, d = a * unit, b * unit
    real = np.where(far, np.where(np.isinf(a) | np.isinf(b), 0.0, c / (c * c + d * d) * unit), real)
    imag = np.where(far, np.pi / 2, ratan2(2.0 * v, (1.0 - u) * (1.0 + u) - v * v) / 2)
    return pairs(np.copysign(real, x), np.copysign(np.where(np.isnan(b) & far, b, imag), y))


def _turned(function: Unary) -> Unary:
    """f(i z) / i."""

    def compute(z: Array) -> Array:
        x, y = parts(z)
        real, imag = parts(function(pairs(-y, x)))
        return pairs(imag, -real)

    return compute


sin, tan, asinh, atan = _turned(sinh), _turned(tanh), _turned(asin), _turned(atanh)


def cos(z: Array) -> Array:
    """cosh(i z)."""
    x, y = parts(z)
    return cosh(pairs(-y, x))


def acosh(z: Array) -> Array:
    """The inverse of cosh with a real part that is not negative."""
    real, imag = parts(acos(z))
    return pairs(np.abs(imag), np.copysign(real, parts(z)[1]))
