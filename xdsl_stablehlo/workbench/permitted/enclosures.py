"""Enclosures of real functions: intervals of float64 that contain the exact results for all operands in intervals.

The basic operations are exact up to the last bit of float64: what rounding has lost is computed, too, so that a result
that is exact stays one number. Functions come correctly rounded from the interpreter, and are widened by the error that
a `Tier` permits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import f64
from xdsl.ir import Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.numerics import arithmetic_of
from xdsl_stablehlo.interpreter.rounded.double_double import two_product, two_sum
from xdsl_stablehlo.values.element_types import Array, FloatFormat

from .spans import Ends, flushed_ends, greatest, least

# ---- how accurate functions have to be ----


@dataclass(frozen=True)
class Tier:
    """The freedom of implementations where the specification gives no bound."""

    name: str
    ulps: Callable[[FloatFormat], float]
    """The error of a function, in units of the last place of its result."""
    flush: bool
    """Whether results of functions below the smallest normal number may be zero."""
    overflow: bool
    """Whether integers that overflow may have any value."""
    low_precision: bool
    """Whether products of the precision DEFAULT may take their operands as bf16."""
    zeros: bool = False
    """Whether every number below the smallest normal one may count as zero."""


LIBRARY = Tier("library", lambda _: 8.0, flush=False, overflow=False, low_precision=False)
"""The accuracy that mathematical libraries keep (NumPy accepts 4 ULP, XLA's own tests 8 or fewer for most functions): a
result inside needs no excuse. IEEE 754's operations are rounded to either neighbour, so that fused operations, and sums
in a wider type, are inside; integers wrap around."""

WIDEST = Tier(
    "widest",
    lambda known: 2.0 ** ((known.precision + 1) // 2),
    flush=True,
    overflow=True,
    low_precision=True,
)
"""The specification gives no accuracy ("Accuracy"), so that any number of digits would do. Half of the digits are taken
as the least that is still an approximation, and functions may be zero below the smallest normal number; less is wrong.
Integers that overflow are "implementation-defined" ("Errors")."""

FLUSHING = replace(LIBRARY, name="flushing", zeros=True)
"""More than the specification permits: what processors give that are told to take subnormal numbers for zeros."""

NEVER: Array = np.zeros((), np.bool_)
"""A mask that holds nowhere."""

# ---- exact arithmetic ----


def outward(values: Array, errors: Array) -> Ends:
    """Ends around `values + errors`, of which only the signs of the errors count."""
    with np.errstate(invalid="ignore"):
        low = np.where(errors < 0, np.nextafter(values, -np.inf), values)
        high = np.where(errors > 0, np.nextafter(values, np.inf), values)
    finite = np.isfinite(values)
    return np.where(finite, low, values), np.where(finite, high, values)


def sum_of(a: Array, b: Array) -> Ends:
    """Ends around a + b."""
    return outward(*two_sum(np.asarray(a), np.asarray(b)))


def product_of(a: Array, b: Array) -> Ends:
    """Ends around a * b."""
    product = np.asarray(a * b)
    (m, i), (n, j) = np.frexp(a), np.frexp(b)
    high, low = two_product(m, n)
    return outward(product, (high - np.ldexp(product, -(i + j))) + low)


def quotient_of(a: Array, b: Array) -> Ends:
    """Ends around a / b."""
    quotient = np.asarray(a / b)
    (m, i), (n, j), (q, k) = np.frexp(a), np.frexp(b), np.frexp(quotient)
    high, low = two_product(q, n)
    rest = (np.ldexp(m, np.clip(i - j - k, -900, 900)) - high) - low
    exact = ~np.isfinite(a) | ~np.isfinite(b) | (b == 0)
    return outward(quotient, np.where(exact, 0.0, rest * np.copysign(1.0, b)))


def root_of(a: Array) -> Ends:
    """Ends around the square root."""
    root = np.sqrt(a)
    m, i = np.frexp(root)
    high, low = two_product(m, m)
    return outward(root, (np.ldexp(a, -2 * i) - high) - low)


UnaryEnclosure: TypeAlias = "Callable[[Array], Ends]"
BinaryEnclosure: TypeAlias = "Callable[[Array, Array], Ends]"


def hull_of(*ends: Ends) -> Ends:
    """The smallest interval that contains all; an end that is NaN counts only if all are."""
    lows, highs = zip(*ends, strict=True)
    return least(*lows), greatest(*highs)


def corners(compute: BinaryEnclosure, a: Ends, b: Ends) -> Ends:
    """The hull of a function of two operands at the ends of both."""
    return hull_of(*[compute(x, y) for x in a for y in b])


# ---- operations ----


def enclose_add(a: Ends, b: Ends) -> tuple[Ends, Array]:
    """The sum, and where it may be NaN because infinities of other signs may meet."""
    nan = (np.isposinf(a[1]) & np.isneginf(b[0])) | (np.isneginf(a[0]) & np.isposinf(b[1]))
    return (sum_of(a[0], b[0])[0], sum_of(a[1], b[1])[1]), nan


def negated(a: Ends) -> Ends:
    """The interval of opposite numbers."""
    return -a[1], -a[0]


def enclose_subtract(a: Ends, b: Ends) -> tuple[Ends, Array]:
    """The difference, as `add`."""
    return enclose_add(a, negated(b))


def _holds(a: Ends, number: float) -> Array:
    return np.asarray((a[0] <= number) & (a[1] >= number))


def _infinite(a: Ends) -> Array:
    return np.isinf(a[0]) | np.isinf(a[1])


def enclose_multiply(a: Ends, b: Ends) -> tuple[Ends, Array]:
    """The product, and where it may be NaN because zero may meet infinity."""
    nan = (_holds(a, 0.0) & _infinite(b)) | (_infinite(a) & _holds(b, 0.0))
    low, high = corners(product_of, a, b)
    # Finite numbers of an interval with infinite ends, times zero.
    wide = nan & ((_infinite(a) & (a[0] != a[1])) | (_infinite(b) & (b[0] != b[1])))
    return (np.where(wide, -np.inf, low), np.where(wide, np.inf, high)), nan


def enclose_divide(a: Ends, b: Ends) -> tuple[Ends, Array]:
    """The quotient, and where it may be NaN. A divisor that may be zero, of either sign, gives any number."""
    nan = (_holds(a, 0.0) & _holds(b, 0.0)) | (_infinite(a) & _infinite(b))
    low, high = corners(quotient_of, a, b)
    wide = (_holds(b, 0.0) | nan) & ((a[0] != a[1]) | (b[0] != b[1]) | (np.signbit(b[0]) != np.signbit(b[1])))
    return (np.where(wide, -np.inf, low), np.where(wide, np.inf, high)), nan


def enclose_remainder(a: Ends, b: Ends) -> tuple[Ends, Array]:
    """The remainder, which is exact for known operands; otherwise it has the dividend's sign and is not larger."""
    nan = _infinite(a) | _holds(b, 0.0)
    known = (a[0] == a[1]) & (np.signbit(a[0]) == np.signbit(a[1])) & (b[0] == b[1])
    exact = np.fmod(a[0], b[0])
    size = least(greatest(np.abs(a[0]), np.abs(a[1])), greatest(np.abs(b[0]), np.abs(b[1])))
    low = np.where(np.signbit(a[0]), -size, 0.0)
    high = np.where(np.signbit(a[1]), -0.0, size)
    return (np.where(known, exact, low), np.where(known, exact, high)), nan


def enclose_maximum(a: Ends, b: Ends) -> tuple[Ends, Array]:
    """The larger number of two, where -0 is below +0."""
    return (greatest(a[0], b[0]), greatest(a[1], b[1])), NEVER


def enclose_minimum(a: Ends, b: Ends) -> tuple[Ends, Array]:
    """The smaller number of two."""
    return (least(a[0], b[0]), least(a[1], b[1])), NEVER


def enclose_absolute(a: Ends) -> Ends:
    """The absolute values."""
    low, high = np.abs(a[0]), np.abs(a[1])
    across = np.signbit(a[0]) & ~np.signbit(a[1])
    return np.where(across, 0.0, least(low, high)), greatest(low, high)


# ---- functions ----


@dataclass(frozen=True)
class Monotone:
    """A function that grows, or falls, on the numbers from `start` on; it is NaN below."""

    name: str
    """Its name in `Arithmetic`."""
    start: float = -np.inf
    falls: bool = False


MONOTONE: Mapping[type[Operation], Monotone] = {
    hlo.CbrtOp: Monotone("cbrt"),
    hlo.ExpOp: Monotone("exponential"),
    hlo.Expm1Op: Monotone("exponential_minus_one"),
    hlo.LogOp: Monotone("log", -0.0),
    hlo.Log1pOp: Monotone("log_plus_one", -1.0),
    hlo.LogisticOp: Monotone("logistic"),
    hlo.TanhOp: Monotone("tanh"),
}

ROUNDING: Mapping[type[Operation], str] = {
    hlo.CeilOp: "ceil",
    hlo.FloorOp: "floor",
    hlo.RoundOp: "round_nearest_afz",
    hlo.RoundNearestEvenOp: "round_nearest_even",
    hlo.SignOp: "sign",
}
"""Exact operations that grow with their operand, by their names in `Arithmetic`."""


def value_of(name: str, *operands: Array) -> Array:
    """An operation of `Arithmetic` on float64."""
    return np.asarray(getattr(arithmetic_of(f64), name)(*map(np.asarray, operands)))


SMALLEST = 4
"""The error of a function besides, in units of the smallest number."""


def widened(ends: Ends, known: FloatFormat, tier: Tier, exact: Array | bool = False) -> Ends:
    """Ends of results of a function with the error that a tier permits, of the same sign; none where `exact`."""
    relative, least_error = (tier.ulps(known) + 1) * 2.0 ** (1 - known.precision), SMALLEST * known.smallest
    size = [
        np.where(np.isfinite(x) & ~np.asarray(exact), np.abs(x) * relative + least_error, 0.0) for x in ends
    ]
    low, high = ends[0] - size[0], ends[1] + size[1]
    low = np.where(~np.signbit(ends[0]) & (low < 0), 0.0, low)
    high = np.where(np.signbit(ends[1]) & (high > 0), -0.0, high)
    low, high = flushed_ends((low, high), known) if tier.flush else (low, high)
    return np.where(size[0] == 0, ends[0], low), np.where(size[1] == 0, ends[1], high)


def _is_exact(operand: Array, result: Array) -> Array:
    """Where a function of numbers has an exact zero as its result."""
    return np.asarray((result == 0) & (np.abs(operand) <= 1))


def monotone(rule: Monotone, a: Ends, known: FloatFormat, tier: Tier) -> tuple[Ends, Array]:
    """The results of a monotone function, and where they may be NaN."""
    low, high = np.asarray(a[0]), np.asarray(a[1])
    nan = low < rule.start
    none = high < rule.start
    low = np.where(nan, rule.start, low)
    first, last = value_of(rule.name, low), value_of(rule.name, high)
    if rule.falls:
        first, last, low, high = last, first, high, low
    start = widened((first, first), known, tier, _is_exact(low, first))[0]
    end = widened((last, last), known, tier, _is_exact(high, last))[1]
    return (np.where(none, np.nan, start), np.where(none, np.nan, end)), nan


def reciprocal_root(a: Ends, known: FloatFormat, tier: Tier) -> tuple[Ends, Array]:
    """1 / sqrt(x), which falls on either side of zero: it is -infinity at -0, and infinity at +0."""
    nan = np.asarray(a[0]) < 0
    none = np.asarray(a[1]) < 0
    low = np.where(nan, -0.0, a[0])
    at = value_of("rsqrt", low), value_of("rsqrt", a[1])
    across = np.signbit(low) & ~np.signbit(a[1])
    ends = np.where(across, -np.inf, least(*at)), np.where(across, np.inf, greatest(*at))
    start, end = widened(ends, known, tier, np.isinf(a[0]) & np.isinf(a[1]))
    return (np.where(none, np.nan, start), np.where(none, np.nan, end)), nan


def wave(name: str, a: Ends, known: FloatFormat, tier: Tier) -> tuple[Ends, Array]:
    """Sine or cosine: between the ends of an interval of width w, it exceeds its values there by w**2 / 8 at most."""
    nan = _infinite(a)
    with np.errstate(invalid="ignore"):
        width = np.where(nan, np.inf, (a[1] - a[0]) * (1 + 2.0**-50))
        at = value_of(name, a[0]), value_of(name, a[1])
        more = width * width / 8
        low, high = widened((least(*at), greatest(*at)), known, tier, _is_exact(a[0], at[0]) & (width == 0))
    wide, only = ~(width < 3), nan & (a[0] == a[1])
    low, high = np.where(wide, -1.0, low - more), np.where(wide, 1.0, high + more)
    return (np.where(only, np.nan, low), np.where(only, np.nan, high)), nan


def tangent(a: Ends, known: FloatFormat, tier: Tier) -> tuple[Ends, Array]:
    """The tangent, which grows between its poles."""
    nan = _infinite(a)
    first, last = value_of("tan", a[0]), value_of("tan", a[1])
    with np.errstate(invalid="ignore"):
        pole = ~((a[1] - a[0] < 3) & (first <= last)) & ~((a[0] == a[1]) & ~nan)
        low, high = widened((first, last), known, tier, _is_exact(a[0], first) & (a[0] == a[1]))
    only = nan & (a[0] == a[1])
    low, high = np.where(only, np.nan, low), np.where(only, np.nan, high)
    return (np.where(pole & ~only, -np.inf, low), np.where(pole & ~only, np.inf, high)), nan


def enclose_power(a: Ends, b: Ends, known: FloatFormat, tier: Tier) -> tuple[Ends, Array]:
    """Powers, and where they may be NaN. If a base may be negative, its powers may have either sign, or be NaN."""
    at = [(value_of("power", x, y), x, y) for x in a for y in b]
    each = [
        widened(
            (v, v), known, tier, (v == 0) & (np.abs(x) <= 1) & (np.isinf(y) | (x == 0)) | (y == 0) | (x == 1)
        )
        for v, x, y in at
    ]
    nan = np.logical_or.reduce([np.isnan(v) for v, _, _ in at])
    single = (a[0] == a[1]) & (b[0] == b[1]) & (np.signbit(a[0]) == np.signbit(a[1]))
    signed = ~single & np.signbit(a[0]) & ~np.isnan(a[0]) & ~np.isnan(b[0])
    low, high = hull_of(*each)
    sizes = (
        np.where(_holds(a, 0.0), 0.0, least(np.abs(a[0]), np.abs(a[1]))),
        greatest(np.abs(a[0]), np.abs(a[1])),
    )
    powers = hull_of(*[(v, v) for v in [value_of("power", x, y) for x in sizes for y in b]])
    most = widened(powers, known, tier)[1]
    return (np.where(signed, -most, low), np.where(signed, most, high)), nan | signed


def arctangent(a: Ends, b: Ends, known: FloatFormat, tier: Tier) -> tuple[Ends, Array]:
    """atan2(a, b): its extremes are at corners, unless the interval crosses the negative half of the axis or zero."""
    at = [(value_of("atan2", y, x), y, x) for y in a for x in b]
    each = [widened((v, v), known, tier, (v == 0) & (y == 0)) for v, y, _ in at]
    low, high = hull_of(*each)
    single = (a[0] == a[1]) & (b[0] == b[1])
    signs = (np.signbit(a[0]) == np.signbit(a[1])) & (np.signbit(b[0]) == np.signbit(b[1]))
    cut = ~(single & signs) & (a[0] <= 0) & (a[1] >= 0) & (b[0] <= 0)
    widest = widened((np.full(low.shape, -np.pi), np.full(low.shape, np.pi)), known, tier)
    return (np.where(cut, widest[0], low), np.where(cut, widest[1], high)), NEVER
