"""Enclosures of real functions: intervals of float64 that contain the exact results for all operands in intervals.

The basic operations are exact up to the last bit of float64: what rounding has lost is computed, too, so that a result
that is exact stays one number. Functions come correctly rounded from the interpreter, and are widened by the error that
a `Tier` permits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partialmethod
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import f64
from xdsl.ir import Operation

from xdsl_stablehlo.interpreter.numerics import arithmetic_of
from xdsl_stablehlo.interpreter.rounded.double_double import two_product, two_sum
from xdsl_stablehlo.values.element_types import Array, FloatFormat

from .spans import Ends, flushed_ends, greatest, least

F64 = arithmetic_of(f64)

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
    "widest", lambda known: 2.0 ** ((known.precision + 1) // 2), flush=True, overflow=True, low_precision=True
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


Enclosed: TypeAlias = "tuple[Ends, Array]"
"""The ends of results, and where they may be NaN."""

ALL_NUMBERS: Ends = np.asarray(-np.inf), np.asarray(np.inf)
NO_NUMBER: Ends = np.asarray(np.nan), np.asarray(np.nan)


def ends_where(where: Array, one: Ends, other: Ends) -> Ends:
    """The ends of `one` where a mask holds, those of `other` elsewhere."""
    return np.where(where, one[0], other[0]), np.where(where, one[1], other[1])


def negated(a: Ends) -> Ends:
    """The interval of opposite numbers."""
    return -a[1], -a[0]


def absolute_ends(a: Ends) -> Ends:
    """The interval of absolute values."""
    low, high = np.abs(a[0]), np.abs(a[1])
    across = np.signbit(a[0]) & ~np.signbit(a[1])
    return np.where(across, 0.0, least(low, high)), greatest(low, high)


def corners(compute: Callable[[Array, Array], Ends], a: Ends, b: Ends) -> Ends:
    """The hull of a function of two operands at the ends of both; an end that is NaN counts only if all are."""
    lows, highs = zip(*[compute(x, y) for x in a for y in b], strict=True)
    return least(*lows), greatest(*highs)


def _holds(a: Ends, number: float) -> Array:
    return np.asarray((a[0] <= number) & (a[1] >= number))


def _infinite(a: Ends) -> Array:
    return np.isinf(a[0]) | np.isinf(a[1])


def _varies(a: Ends) -> Array:
    """Where an interval has several numbers; zeros of both signs are one."""
    return np.asarray(a[0] != a[1])


def _is_one(a: Ends) -> Array:
    """Where an interval is one number of one sign."""
    return np.asarray((a[0] == a[1]) & (np.signbit(a[0]) == np.signbit(a[1])))


def _is_exact(operand: Array, result: Array) -> Array:
    """Where a function of numbers has an exact zero as its result."""
    return np.asarray((result == 0) & (np.abs(operand) <= 1))


def _at(function: Callable[..., Array], *operands: Array) -> Array:
    """The value of an operation of `Arithmetic`."""
    return np.asarray(function(*map(np.asarray, operands)))


SMALLEST = 4
"""The error of a function besides, in units of the smallest number."""


@dataclass(frozen=True)
class Enclosures:
    """The ops on intervals, in methods with the names of the ops. A function has the error that a tier permits."""

    known: FloatFormat
    """The type of the results."""
    tier: Tier

    def of(self, op: Operation) -> Callable[..., Enclosed] | None:
        """The method for an op of StableHLO; None if there is none."""
        dialect, _, name = op.name.partition(".")
        return getattr(self, name, None) if dialect == "stablehlo" else None

    # Operations that IEEE 754 defines.

    def add(self, a: Ends, b: Ends) -> Enclosed:
        """The sum; NaN where infinities of other signs may meet."""
        nan = (np.isposinf(a[1]) & np.isneginf(b[0])) | (np.isneginf(a[0]) & np.isposinf(b[1]))
        return (sum_of(a[0], b[0])[0], sum_of(a[1], b[1])[1]), nan

    def subtract(self, a: Ends, b: Ends) -> Enclosed:
        """The difference, as `add`."""
        return self.add(a, negated(b))

    def negate(self, a: Ends) -> Enclosed:
        """The opposite number."""
        return negated(a), NEVER

    def abs(self, a: Ends) -> Enclosed:
        """The absolute value."""
        return absolute_ends(a), NEVER

    def multiply(self, a: Ends, b: Ends) -> Enclosed:
        """The product; NaN where zero may meet infinity."""
        nan = (_holds(a, 0.0) & _infinite(b)) | (_infinite(a) & _holds(b, 0.0))
        # Finite numbers of an interval with infinite ends, times zero.
        wide = nan & ((_infinite(a) & _varies(a)) | (_infinite(b) & _varies(b)))
        return ends_where(wide, ALL_NUMBERS, corners(product_of, a, b)), nan

    def divide(self, a: Ends, b: Ends) -> Enclosed:
        """The quotient. A divisor that may be zero, of either sign, gives any number."""
        nan = (_holds(a, 0.0) & _holds(b, 0.0)) | (_infinite(a) & _infinite(b))
        wide = (_holds(b, 0.0) | nan) & (_varies(a) | ~_is_one(b))
        return ends_where(wide, ALL_NUMBERS, corners(quotient_of, a, b)), nan

    def remainder(self, a: Ends, b: Ends) -> Enclosed:
        """The remainder, which is exact for known operands; otherwise it has the dividend's sign and is not larger."""
        nan = _infinite(a) | _holds(b, 0.0)
        exact = np.fmod(a[0], b[0])
        size = least(absolute_ends(a)[1], absolute_ends(b)[1])
        ends = np.where(np.signbit(a[0]), -size, 0.0), np.where(np.signbit(a[1]), -0.0, size)
        return ends_where(_is_one(a) & ~_varies(b), (exact, exact), ends), nan

    def sqrt(self, a: Ends) -> Enclosed:
        """The square root; NaN of negative numbers."""
        nan, none = a[0] < 0, a[1] < 0
        low, high = root_of(np.where(nan, -0.0, a[0]))[0], root_of(a[1])[1]
        return ends_where(none, NO_NUMBER, (low, high)), nan

    # Functions.

    def widened(self, ends: Ends, exact: Array = NEVER) -> Ends:
        """Ends of results of a function with its error, of the same sign; as they are where `exact`."""
        relative = (self.tier.ulps(self.known) + 1) * 2.0 ** (1 - self.known.precision)
        least_error = SMALLEST * self.known.smallest
        below, above = [
            np.where(np.isfinite(x) & ~exact, np.abs(x) * relative + least_error, 0.0) for x in ends
        ]
        low, high = ends[0] - below, ends[1] + above
        low = np.where(~np.signbit(ends[0]) & (low < 0), 0.0, low)
        high = np.where(np.signbit(ends[1]) & (high > 0), -0.0, high)
        low, high = flushed_ends((low, high), self.known) if self.tier.flush else (low, high)
        return np.where(below == 0, ends[0], low), np.where(above == 0, ends[1], high)

    def growing(self, function: Callable[..., Array], a: Ends) -> Enclosed:
        """A function that grows, and is -infinity where its domain begins; NaN below."""
        first, last = [_at(function, end) for end in a]
        nan = np.isnan(first) & ~np.isnan(a[0])
        first = np.where(nan, -np.inf, first)
        low = self.widened((first, first), _is_exact(a[0], first))[0]
        high = self.widened((last, last), _is_exact(a[1], last))[1]
        return ends_where(np.isnan(last), NO_NUMBER, (low, high)), nan

    def rsqrt(self, a: Ends) -> Enclosed:
        """1 / sqrt(x), which falls on either side of zero: it is -infinity at -0, and infinity at +0."""
        nan, none = a[0] < 0, a[1] < 0
        low = np.where(nan, -0.0, a[0])
        at = _at(F64.rsqrt, low), _at(F64.rsqrt, a[1])
        across = np.signbit(low) & ~np.signbit(a[1])
        ends = ends_where(across, ALL_NUMBERS, (least(*at), greatest(*at)))
        return ends_where(none, NO_NUMBER, self.widened(ends, np.isinf(a[0]) & np.isinf(a[1]))), nan

    def _wave(self, function: Callable[..., Array], a: Ends) -> Enclosed:
        """Sine or cosine: in an interval of width w, it exceeds its values at the ends by w**2 / 8 at most."""
        nan = _infinite(a)
        with np.errstate(invalid="ignore"):
            width = np.where(nan, np.inf, (a[1] - a[0]) * (1 + 2.0**-50))
            at = _at(function, a[0]), _at(function, a[1])
            more = width * width / 8
            low, high = self.widened((least(*at), greatest(*at)), _is_exact(a[0], at[0]) & (width == 0))
            ends = low - more, high + more
        ends = ends_where(~(width < 3), (np.asarray(-1.0), np.asarray(1.0)), ends)
        return ends_where(nan & ~_varies(a), NO_NUMBER, ends), nan

    sine, cosine = partialmethod(_wave, F64.sine), partialmethod(_wave, F64.cosine)

    def tan(self, a: Ends) -> Enclosed:
        """The tangent, which grows between its poles."""
        nan = _infinite(a)
        at = _at(F64.tan, a[0]), _at(F64.tan, a[1])
        with np.errstate(invalid="ignore"):
            pole = ~((a[1] - a[0] < 3) & (at[0] <= at[1])) & ~(~_varies(a) & ~nan)
            ends = self.widened(at, _is_exact(a[0], at[0]) & ~_varies(a))
        return ends_where(nan & ~_varies(a), NO_NUMBER, ends_where(pole, ALL_NUMBERS, ends)), nan

    def power(self, a: Ends, b: Ends) -> Enclosed:
        """Powers. If a base may be negative, its powers may have either sign, or be NaN."""

        def at(x: Array, y: Array) -> Ends:
            value = _at(F64.power, x, y)
            is_zero = (value == 0) & (np.abs(x) <= 1) & (np.isinf(y) | (x == 0))
            return self.widened((value, value), is_zero | (y == 0) | (x == 1))

        nan = np.logical_or.reduce([np.isnan(_at(F64.power, x, y)) for x in a for y in b])
        single = _is_one(a) & ~_varies(b)
        signed = ~single & np.signbit(a[0]) & ~np.isnan(a[0]) & ~np.isnan(b[0])
        low, high = np.abs(a[0]), np.abs(a[1])
        sizes = np.where(_holds(a, 0.0), 0.0, least(low, high)), greatest(low, high)
        largest = [_at(F64.power, x, y) for x in sizes for y in b]
        most = self.widened((least(*largest), greatest(*largest)))[1]
        return ends_where(signed, (-most, most), corners(at, a, b)), nan | signed

    def atan2(self, a: Ends, b: Ends) -> Enclosed:
        """Its extremes are at corners, unless the interval crosses the negative half of the axis or zero."""

        def at(y: Array, x: Array) -> Ends:
            value = _at(F64.atan2, y, x)
            return self.widened((value, value), (value == 0) & (y == 0))

        ends = corners(at, a, b)
        cut = ~(_is_one(a) & _is_one(b)) & (a[0] <= 0) & (a[1] >= 0) & (b[0] <= 0)
        widest = np.full(ends[0].shape, -np.pi), np.full(ends[0].shape, np.pi)
        return ends_where(cut, self.widened(widest), ends), NEVER
