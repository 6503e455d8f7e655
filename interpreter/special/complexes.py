"""Complex functions on complex128 arrays where NumPy has none, or where theirs lose digits of one part.

Each part is within 4 units in the last place. Where the parts of a formula cancel, they are computed again in
double-double. What is infinite or NaN follows C17, annex G, where it says something.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from xdsl_stablehlo.values.element_types import Array, pairs, parts

from ..rounded import double_double as dd, wide
from ..rounded.double_double import DD, blocked, exact
from . import elementary
from .elementary import arcs
from .reals import Reals

_LARGE, _SMALL, _SHIFT = 2.0**600, 2.0**-600, 600


def _scaled(x: Array, y: Array) -> tuple[Array, Array, Array]:
    """Both parts times 2**shift, so that neither |x + i y| overflows nor it has lost digits; and the shift."""
    size = np.maximum(np.abs(x), np.abs(y))
    shift = np.where(size > _LARGE, -_SHIFT, np.where(size < _SMALL, _SHIFT, 0))
    if not shift.any():
        return x, y, shift
    return np.ldexp(x, shift), np.ldexp(y, shift), shift


@blocked
def expm1(z: Array, *, m: Reals) -> Array:
    """e**z - 1."""
    result = elementary.exp(z, m=m)
    real, _ = parts(result)
    near = (real > 0.25) & (real < 4)
    real -= 1.0
    if near.any():
        real[near] = _real_expm1(*parts(z[near]), m)
    return result


def _real_expm1(x: Array, y: Array, m: Reals) -> Array:
    """(e**x - 1) cos(y) - 2 sin(y/2)**2."""
    grown, lost = m.expm1(x) * m.cos(y), 2.0 * np.square(m.sin(y / 2))
    real = grown - lost
    cancelled = (np.abs(real) < m.kept * grown) | ((real == 0) & (grown > 0))
    if cancelled.any():
        more = wide.expm1(exact(x[cancelled]))
        sine, _ = wide.sin_cos(exact(y[cancelled] / 2))
        real[cancelled] = (more - (sine * sine).scaled(np.asarray(2.0)) * (more + 1.0)).high
    return real


@blocked
def log1p(z: Array, *, m: Reals) -> Array:
    """log(1 + z)."""
    x, y = parts(z)
    result = elementary.log(pairs(1.0 + x, y), m=m)
    real, _ = parts(result)
    near = np.abs(real) < 0.5
    if near.any():
        real[near] = _real_log1p(x[near], y[near], m)
    return result


def _real_log1p(x: Array, y: Array, m: Reals) -> Array:
    """log(|1 + z|**2) / 2, where |1 + z|**2 - 1 = 2 x + x**2 + y**2."""
    square = y * y
    excess = x * (2.0 + x) + square
    cancelled = np.abs(excess) < square / 2
    if cancelled.any():
        a, b = x[cancelled], y[cancelled]
        excess[cancelled] = dd.total_of(2.0 * a, *dd.two_product(a, a), *dd.two_product(b, b))
    return np.where((x == 0) & (y == 0), x, 0.5 * m.log1p(excess))


@blocked
def logistic(z: Array, *, m: Reals) -> Array:
    """1 / (1 + e**-z), with e**-|x| in place of e**-x so that nothing overflows."""
    x, y = parts(z)
    size = np.abs(x)
    q, rise, (sine, cosine) = m.exp(-size), -m.expm1(-size), m.sin_cos(y)
    crest = 2.0 * q * np.square(m.cos(y / 2))
    above = np.where(x < 0, q + cosine, rise + crest)
    cancelled = (x < 0) & (np.abs(above) < 1.5 * m.kept * q)
    if cancelled.any():
        above[cancelled] = (
            wide.scaled(*wide.exp(exact(x[cancelled]))) + wide.sin_cos(exact(y[cancelled]))[1]
        ).high
    below = rise * rise + 2.0 * crest
    result = pairs(np.where(x < 0, q, 1.0) * above / below, q * sine / below)
    end = np.isinf(x) & ~np.isfinite(y)
    if end.any():
        result[end] = np.where(x[end] > 0, 1.0, 0.0)
    return result


@blocked
def rsqrt(z: Array, *, m: Reals) -> Array:
    """1 / sqrt(z) = conj(sqrt(z)) / |z|, where the smaller part of the root is |y| by twice the larger one."""
    x, y, shift = _scaled(*parts(z))
    size = m.hypot(x, y)
    larger = np.maximum(*map(np.abs, parts(elementary.sqrt(pairs(x, y), m=m))))
    smaller = np.abs(y) / (2.0 * larger * size)
    # At 0 the real part has an infinity, and nobody knows the other one.
    larger = np.where(size == 0, np.inf, np.where(np.isinf(size), 0.0, larger / size))
    smaller = np.where(np.isinf(size), 0.0, smaller)
    real, imag = np.where(x < 0, smaller, larger), np.where(x < 0, larger, smaller)
    return pairs(np.ldexp(real, shift // 2), np.ldexp(np.copysign(imag, -y), shift // 2))


@blocked
def cbrt(z: Array, *, m: Reals) -> Array:
    """The third root with a third of the angle."""
    x, y, shift = _scaled(*parts(z))
    angle = m.atan2(y, x) / 3.0
    radius = m.cbrt(m.hypot(x, y))
    sine, cosine = m.sin_cos(angle)
    real, imag = np.ldexp(radius * cosine, -shift // 3), np.ldexp(radius * sine, -shift // 3)
    # The angle may be too small to be a number. An infinite real number has no imaginary part at all.
    flat = np.abs(angle) < 1e-200
    if flat.any():
        y = parts(z)[1]
        slope = np.where(y == 0, 1.0, np.ldexp(radius / x / 3.0, shift // 3 * 2))
        imag = np.where(flat, y * slope, imag)
    return pairs(real, imag)


@blocked
def sign(z: Array, *, m: Reals) -> Array:
    """z / |z|; what is zero stays as it is."""
    x, y, _ = _scaled(*parts(z))
    size = m.hypot(x, y)
    result = pairs(x / size, y / size)
    return np.where(z == 0, z, np.where(np.isfinite(size), result, np.nan + 1j * np.nan))


@blocked
def asin_acos_kernel(z: Array, *, m: Reals) -> Array:
    """w with asin(z) = atan2(Re z, Re w) + i sign(Im z) Im w (CHLO: _asin_acos_kernel).

    Re w = sqrt((a - x) (a + x)) with 2 a = |z + 1| + |z - 1| (Hull, Fairgrieve, Tang, ACM TOMS 23, 1997)."""
    x, y = parts(z)
    return pairs(*arcs(np.abs(x), np.abs(y), m))


@blocked
def power(z: Array, w: Array, *, m: Reals) -> Array:
    """e**(w log z), with the logarithm and the product in double-double: 2**-100 |w log z| off, or 4 ULP of each part.

    Where z lies on an axis or a diagonal and w is real, the angle is exact."""
    plain = np.isfinite(z) & np.isfinite(w) & (z != 0) & (w != 0)
    if plain.all():
        return _power(z, w, m)
    result = np.empty_like(z)
    result[plain] = _power(z[plain], w[plain], m)
    result[~plain] = _power_at_ends(z[~plain], w[~plain], m)
    return result


def _power_at_ends(z: Array, w: Array, m: Reals) -> Array:
    """Powers of zeros and infinities: small natural ones are products."""
    (c, d), one = parts(w), np.ones_like(z)
    result = elementary.exp(_times(w, elementary.log(z, m=m)), m=m)
    whole = (d == 0) & (np.rint(c) == c) & (np.abs(c) < 100)
    for i in np.flatnonzero(whole).tolist():
        product = one[:1]
        for _ in range(abs(int(c[i]))):
            product = _times(product, z[i : i + 1])
        result[i] = (divide(one[:1], product, m=m) if c[i] < 0 else product)[0]
    nothing = (z == 0) & (w != 0)
    result[nothing] = np.where(c[nothing] > 0, 0.0, np.nan + 1j * np.nan)
    return np.where(w == 0, 1.0, result)


def _times(z: Array, w: Array) -> Array:
    (a, b), (c, d) = parts(z), parts(w)
    result = pairs(a * c - b * d, a * d + b * c)
    return mended_product(z, w, result, np.isfinite(result))


def _power(z: Array, w: Array, m: Reals) -> Array:
    (a, b), (c, d) = parts(z), parts(w)
    exponent = -np.frexp(np.maximum(np.abs(a), np.abs(b)))[1]
    size, (eighths, beyond) = wide.log_abs(a, b), _angle(np.ldexp(a, exponent), np.ldexp(b, exponent), m)
    angle = wide.pi() * exact(eighths / 4) + beyond
    turns = DD(*dd.two_product(np.fmod(c, 8.0), eighths / 2))
    quarters = np.rint(turns.high)
    c, d = np.clip(c, -(2.0**900), 2.0**900), np.clip(d, -(2.0**900), 2.0**900)
    growth = size * exact(c) - angle * exact(d)
    turn = wide.pi() * (turns - exact(quarters)).scaled(np.asarray(0.5)) + beyond * exact(c) + size * exact(d)
    most = 3000.0
    growth = growth.where(np.abs(growth.high) < most, exact(np.clip(growth.high, -most, most)))
    number, doubled = wide.exp(growth)
    sine, cosine = wide.turned(*wide.sin_cos(turn), quarters)
    return pairs(np.ldexp((number * cosine).high, doubled), np.ldexp((number * sine).high, doubled))


def _angle(x: Array, y: Array, m: Reals) -> tuple[Array, DD]:
    """The angle of x + i y as eighths of a turn and the rest: those of a diagonal or of the nearest axis."""
    angle = m.atan2(y, x)
    diagonal, quarters = np.abs(x) == np.abs(y), np.rint(angle * (2 / np.pi))
    eighths = np.where(diagonal, np.rint(angle * (4 / np.pi)), 2.0 * quarters)
    # Turned back to the right.
    sign = np.where((quarters == -1) | (np.abs(quarters) == 2), -1.0, 1.0)
    odd = np.abs(quarters) == 1
    x, y = np.where(odd, y, x) * sign, np.where(odd, -x, y) * sign
    rest = wide.scaled(*wide.atan2(exact(np.abs(y)), exact(x)))
    rest = (-rest).where(y < 0, rest)
    return eighths, exact(np.zeros_like(x)).where(diagonal, rest)


@blocked
def atan2(y: Array, x: Array, *, m: Reals) -> Array:
    """-i log((x + i y) / sqrt(x**2 + y**2)); NaN for numbers that are not finite, and for 0 and 0.

    With x + i y = p and x - i y = q it is arg(p conj(q)) / 2 + i log(|q| / |p|) / 2, and half a turn more where the
    angle of p conj(q), or that of p q, is a turn away from what those of p and q say."""
    (a, b), (c, d) = parts(x), parts(y)
    p, q = m.atan2(b + c, a - d), m.atan2(b - c, a + d)
    angle = _angle_of_squares(a, b, c, d, m)
    turns = np.rint((p - q - angle) / (2 * np.pi))
    turns += np.rint((p + q - _angle_of_squares(a, c, b, d, m)) / (2 * np.pi))
    angle = angle / 2 - np.where(np.mod(turns, 2) == 0, 0.0, np.copysign(np.pi, angle))
    more, exponent = _dot(a, d, -b, c)
    # The smaller one of |p| and |q|.
    nearer = np.where(more > 0, 1.0, -1.0)
    down = np.where(np.max(np.abs([a, b, c, d]), axis=0) > _LARGE, 0.25, 1.0)
    a, b, c, d = a * down, b * down, c * down, d * down
    size, size_exponent = np.frexp(m.hypot(a - nearer * d, b + nearer * c))
    ratio, exponent = np.abs(more * down * down) / (size * size), exponent + 2 - 2 * size_exponent
    logarithm = np.where(
        exponent > 1000, m.log(ratio) + exponent * wide.ln2().high, m.log1p(np.ldexp(ratio, exponent))
    )
    result = pairs(angle, np.copysign(logarithm / 4, more))
    return np.where(np.isfinite(x) & np.isfinite(y) & ((x != 0) | (y != 0)), result, np.nan + 1j * np.nan)


def _angle_of_squares(a: Array, b: Array, c: Array, d: Array, m: Reals) -> Array:
    """The angle of a**2 + b**2 - c**2 - d**2 + 2 i (a c + b d)."""
    plain = np.where((b == 0) & (d == 0), a * c, np.where((a == 0) & (c == 0), b * d, a * c + b * d))
    across, exponent = _dot(a, c, b, d)
    most = np.frexp(np.max(np.abs([a, b, c, d]), axis=0))[1]
    a2, b2, c2, d2 = [DD(*dd.two_product(x, x)) for x in [np.ldexp(part, -most) for part in (a, b, c, d)]]
    # A zero with the sign that it has in simple precision.
    across = np.where(across == 0, plain, np.ldexp(across, exponent + 1 - 2 * most))
    return m.atan2(across, (a2 + b2 - c2 - d2).high)


Scaled: TypeAlias = tuple[Array, Array]
"""Numbers as m * 2**e, where e is beyond the exponents of float64."""


def _dot(a: Array, c: Array, b: Array, d: Array) -> Scaled:
    """a c + b d of finite numbers, rounded once."""
    (a, i), (b, j), (c, k), (d, m) = map(np.frexp, (a, b, c, d))
    return _sum(DD(*dd.two_product(a, c)), i + k, DD(*dd.two_product(b, d)), j + m)


def _sum(lhs: DD, lhs_exponent: Array, rhs: DD, rhs_exponent: Array) -> Scaled:
    low = -10_000
    lhs_exponent = np.where(lhs.high == 0, low, lhs_exponent)
    rhs_exponent = np.where(rhs.high == 0, low, rhs_exponent)
    most = np.maximum(lhs_exponent, rhs_exponent)
    lhs, rhs = [x.scaled(np.ldexp(1.0, e - most)) for x, e in ((lhs, lhs_exponent), (rhs, rhs_exponent))]
    return (lhs + rhs).high, most


@blocked
def divide(lhs: Array, rhs: Array, *, m: Reals) -> Array:
    """Smith's division (Comm. ACM 5:8, 1962), which does not overflow on the way, with the infinities and zeros of
    C's rules (C17, annex G.5.1) where both parts would be NaN, and with more digits where they are needed."""
    (a, b), (c, d) = parts(lhs), parts(rhs)
    swap = np.abs(c) < np.abs(d)
    large, small = np.where(swap, d, c), np.where(swap, c, d)
    first, second = np.where(swap, b, a), np.where(swap, a, b)
    ratio = small / large
    scale = small * ratio + large
    above_real, less = first + second * ratio, first * ratio
    above_imag = np.where(swap, less - second, second - less)
    real, imag = above_real / scale, above_imag / scale
    lost = np.isnan(real) & np.isnan(imag)
    if lost.any():
        real, imag = _recovered((a, b, c, d), lost, (real, imag))
    result = pairs(real, imag)
    doubtful = np.abs(above_real) < m.kept * np.abs(first)
    doubtful |= np.abs(above_imag) < m.kept * np.abs(second)
    doubtful |= _is_extreme(np.abs(first) + np.abs(second)) | _is_extreme(large)
    doubtful |= _is_extreme(ratio) & (ratio != 0)
    if doubtful.any():
        doubtful &= np.isfinite(lhs) & np.isfinite(rhs) & (rhs != 0)
        for part, more in zip(parts(result), _quotient(lhs[doubtful], rhs[doubtful])):
            # A zero keeps its sign.
            part[doubtful] = np.where(more == 0, np.copysign(0.0, part[doubtful]), more)
    return result


def _is_extreme(number: Array) -> Array:
    """Whether products may leave the range of float64, or have left it."""
    size = np.abs(number)
    return (size < 2.0**-900) | (size > 2.0**900)


def _quotient(lhs: Array, rhs: Array) -> tuple[Array, Array]:
    """Both parts, each within 2 ULP, of finite numbers divided by finite ones that are not 0."""
    (a, b), (c, d) = parts(lhs), parts(rhs)
    size, size_exponent = _dot(c, c, d, d)
    real, real_exponent = _dot(a, c, b, d)
    imag, imag_exponent = _dot(b, c, -a, d)
    return (
        np.ldexp(real / size, real_exponent - size_exponent),
        np.ldexp(imag / size, imag_exponent - size_exponent),
    )


def _recovered(
    parts: tuple[Array, Array, Array, Array], lost: Array, quotient: tuple[Array, Array]
) -> tuple[Array, Array]:
    """The quotient with its infinities and zeros where both parts came out as NaN."""
    a, b, c, d = parts
    real, imag = quotient
    by_zero = lost & (c == 0) & (d == 0) & ~(np.isnan(a) & np.isnan(b))
    infinity = np.copysign(np.inf, c)
    real, imag = np.where(by_zero, infinity * a, real), np.where(by_zero, infinity * b, imag)
    of_infinity = lost & ~by_zero & (np.isinf(a) | np.isinf(b)) & np.isfinite(c) & np.isfinite(d)
    x, y = _unit(a), _unit(b)
    real = np.where(of_infinity, np.inf * (x * c + y * d), real)
    imag = np.where(of_infinity, np.inf * (y * c - x * d), imag)
    by_infinity = lost & (np.isinf(c) | np.isinf(d)) & np.isfinite(a) & np.isfinite(b)
    x, y = _unit(c), _unit(d)
    real = np.where(by_infinity, 0.0 * (a * x + b * y), real)
    imag = np.where(by_infinity, 0.0 * (b * x - a * y), imag)
    return real, imag


def mended_product(lhs: Array, rhs: Array, result: Array, finite: Array) -> Array:
    """The product where parts are not finite: what overflowed on the way, and the infinities of C17, annex G.5.1."""
    lhs, rhs = np.broadcast_arrays(lhs, rhs)
    result, at = np.asarray(result), ~finite
    z, w = lhs[at].astype(np.complex128), rhs[at].astype(np.complex128)
    real, imag = parts(result[at].astype(np.complex128))
    within = np.isfinite(z) & np.isfinite(w)
    for part, exact_part in zip((real, imag), _product(np.where(within, z, 0), np.where(within, w, 0))):
        np.copyto(part, exact_part, where=within & ~np.isfinite(part))
    lost = np.isnan(real) & np.isnan(imag) & (np.isinf(z) | np.isinf(w))
    (a, b), (c, d) = [[_boxed(part, number) for part in parts(number)] for number in (z, w)]
    real[lost] = np.inf * (a * c - b * d)[lost]
    imag[lost] = np.inf * (a * d + b * c)[lost]
    result[at] = pairs(real, imag)
    return result


def _boxed(part: Array, number: Array) -> Array:
    """A part of an infinite number as 1 or 0 with its sign; of another number, 0 for NaN."""
    finite = np.where(np.isnan(part), np.copysign(0.0, part), part)
    return np.where(np.isinf(number), _unit(part), finite)


def _unit(part: Array) -> Array:
    """1 for infinities, 0 for all else, with the sign."""
    return np.copysign(np.isinf(part).astype(np.float64), part)


def _product(lhs: Array, rhs: Array) -> tuple[Array, Array]:
    """Both parts of the product of finite numbers, rounded once."""
    (a, b), (c, d) = parts(lhs), parts(rhs)
    return np.ldexp(*_dot(a, c, -b, d)), np.ldexp(*_dot(a, d, b, c))
