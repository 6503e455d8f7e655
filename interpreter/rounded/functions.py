"""The functions, one row each. A formula is written once for the three arithmetics.

`m` is the arithmetic, `quick`, `wide` or `decimals`, and `x` a number of it. A formula gives a number, or a number and
the exponent of the power of two by which it is to be multiplied: an array of them if results may be below 2**-1000.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from types import EllipsisType
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from . import decimals

Formula: TypeAlias = Callable[[Any, Any], Any] | Callable[[Any, Any, Any], Any]
"""From an arithmetic and numbers of it."""

Where: TypeAlias = "Array | EllipsisType"
"""An index of an array: a mask, or all of it."""

Outside: TypeAlias = Callable[[Array], Array] | float

INF, NAN, MAX = math.inf, math.nan, math.nextafter(math.inf, 0)
LEAST = 2.0**-1074
TINY = 2.0**-60
HUGE = 2.0**60
"""From here on 1 + x**2 is x**2 to more digits than double-double has."""


class Prepared(NamedTuple):
    """The computation for an array of operands."""

    arguments: tuple[Array, ...]
    """The arguments of the formulas; 1 where the formulas do not apply."""
    inside: Array | None = None
    """A mask of the operands to which the formulas apply; None for all."""
    outside: Array | None = None
    """The results elsewhere."""
    negative: Array | None = None
    """Where the results of the formulas are to be negated."""


class Function(ABC):
    """A function of real numbers."""

    name: str
    quick_bits: int
    """The results of `quick` are within 2**-quick_bits of the exact values, relatively."""
    wide_bits: int
    """The results of `wide` are within 2**-wide_bits."""

    @abstractmethod
    def prepared(self, operands: Sequence[Array], narrow: bool) -> Prepared:
        """The arguments of the formulas; `narrow` means that results have at most 8 exponent bits."""

    @abstractmethod
    def formulas(self, arguments: Sequence[Array]) -> list[tuple[Where, Formula]]:
        """Pairs of an index of the arguments, and the formula to use for them."""

    def exact(self, *arguments: float) -> Decimal | None:
        """The value if it may be the middle between two floats."""
        return None


@dataclass(frozen=True, eq=False)
class UnaryFunction(Function):
    """A function of one number."""

    name: str
    low: float
    high: float
    """The formulas are for `low` <= x <= `high`; for |x| in place of x if the function is odd or even."""
    below: Outside
    above: Outside
    """The values, exact ones or constants, for smaller and for larger arguments."""
    pieces: tuple[tuple[float, Formula], ...]
    """Formulas, each with the largest x, or |x|, that it is used for."""
    odd: bool = False
    even: bool = False
    identity: bool = False
    """Whether the function is x + c x**2 + ... or x + c x**3 + ... near 0, with |c| <= 1/2: tiny x are rounded to x."""
    narrow: tuple[float, float] = (-INF, INF)
    """Outside of these, results are infinite or 0 in types of at most 8 exponent bits."""
    quick_bits: int = 42
    wide_bits: int = 92

    def prepared(self, operands: Sequence[Array], narrow: bool) -> Prepared:
        (x,) = operands
        low, high = self.low, self.high
        if narrow:
            low, high = max(low, self.narrow[0]), min(high, self.narrow[1])
        least, size = x.min(), x
        negative: Array | None = None
        if (self.odd or self.even) and not least > 0:
            size, negative = np.abs(x), np.signbit(x) if self.odd else None
            least = size.min()
        tiny = self.identity and (least if least > 0 else np.abs(size).min()) < TINY
        if least >= low and size.max() <= high and not tiny:
            return Prepared((size,), negative=negative)
        inside = (size >= low) & (size <= high)
        if self.identity:
            inside &= np.abs(size) >= TINY
        below, above = [side(size) if callable(side) else side for side in (self.below, self.above)]
        outside = np.where(size < low, below, np.where(size > high, above, size))
        if negative is not None:
            outside = np.where(negative, -outside, outside)
        return Prepared((np.where(inside, size, min(1.0, high)),), inside, outside, negative)

    def formulas(self, arguments: Sequence[Array]) -> list[tuple[Where, Formula]]:
        if len(self.pieces) == 1:
            return [(..., self.pieces[0][1])]
        (x,), bounds = arguments, [most for most, _ in self.pieces]
        first, last = np.searchsorted(bounds, [x.min(), x.max()])
        if first == last:
            return [(..., self.pieces[first][1])]
        which = np.searchsorted(bounds, x)
        return [(which == k, formula) for k, (_, formula) in enumerate(self.pieces) if (which == k).any()]


# Formulas of several steps; the others are in the rows.


def _log_of_double(m: Any, x: Any) -> Any:
    return m.log(x) + m.ln2()


def _tan(m: Any, x: Any) -> Any:
    sine, cosine = m.sin_cos(x)
    return sine / cosine


def _small_sinh(m: Any, x: Any) -> Any:
    grown = m.expm1(x)
    return grown + grown / (grown + 1), -1


def _sinh(m: Any, x: Any) -> Any:
    number, exponent = m.exp(x)
    return number - m.scaled(1 / number, -2 * exponent), exponent - 1


def _cosh(m: Any, x: Any) -> Any:
    number, exponent = m.exp(x)
    return number + m.scaled(1 / number, -2 * exponent), exponent - 1


def _tanh(m: Any, x: Any) -> Any:
    grown = m.expm1(x + x)
    return grown / (grown + 2)


def _acos(m: Any, x: Any) -> Any:
    angle, exponent = m.atan2(m.sqrt(1 - x), m.sqrt(1 + x))
    return angle, exponent + 1


def _asinh(m: Any, x: Any) -> Any:
    square = x * x
    return m.log1p(x + square / (1 + m.sqrt(1 + square)))


def _acosh(m: Any, x: Any) -> Any:
    above = x - 1
    return m.log1p(above + m.sqrt(above * (x + 1)))


def _erf_inv(m: Any, x: Any) -> Any:
    """From the first terms of the series."""
    start = x / m.erf_slope()
    square = start * start
    y = start * (1 + square * (10 + 7 * square) / (start * 0 + 30))
    return _solved(m, y, lambda y: m.erf(y) - x)


def _large_erf_inv(m: Any, x: Any) -> Any:
    """From Winitzki's approximation, which has two digits."""
    level = m.log((1 - x) * (1 + x))
    middle = 14 / m.pi() + m.scaled(level, -1)
    y = m.sqrt(m.sqrt(middle * middle - 7 * level) - middle)
    return _solved(m, y, lambda y: (1 - x) - m.scaled(*m.erfc(y)))


def _solved(m: Any, y: Any, excess: Callable[[Any], Any]) -> Any:
    """The zero of a function whose derivative is that of erf: Halley's method, which triples digits."""
    for _ in range(m.HALLEY_STEPS):
        step = excess(y) / (m.erf_slope() * m.scaled(*m.exp(-(y * y))))
        y = y - step / (1 + y * step)
    return y


def _pole_at(place: float, value: float) -> Callable[[Array], Array]:
    """`value` there, NaN elsewhere."""
    return lambda x: np.where(x == place, value, NAN)


def _rsqrt_of_zero(x: Array) -> Array:
    return np.where(x == 0, np.copysign(INF, x), NAN)


_BELOW_ONE = 1 - 2.0**-53
_FITS = (-200.0, 200.0)

# name, low, high, below, above, pieces
_ROWS = (
    UnaryFunction("exp", -746, 710, 0, INF, ((INF, lambda m, x: m.exp(x)),), narrow=_FITS),
    UnaryFunction(
        *("expm1", -40, 710, -1, INF),
        # The subtrahend is 2**-115 at the end of the first piece.
        ((80, lambda m, x: m.expm1(x)), (INF, lambda m, x: m.exp(x))),
        narrow=_FITS,
        identity=True,
    ),
    UnaryFunction("log", LEAST, MAX, _pole_at(0, -INF), INF, ((INF, lambda m, x: m.log(x)),)),
    UnaryFunction(
        "log1p", -_BELOW_ONE, MAX, _pole_at(-1, -INF), INF, ((INF, lambda m, x: m.log1p(x)),), identity=True
    ),
    UnaryFunction("sin", 0, MAX, NAN, NAN, ((INF, lambda m, x: m.sin_cos(x)[0]),), odd=True, identity=True),
    UnaryFunction("cos", 0, MAX, NAN, NAN, ((INF, lambda m, x: m.sin_cos(x)[1]),), even=True),
    UnaryFunction("tan", 0, MAX, NAN, NAN, ((INF, _tan),), odd=True, identity=True),
    UnaryFunction(
        "sinh", 0, 711, NAN, INF, ((40, _small_sinh), (INF, _sinh)), odd=True, narrow=_FITS, identity=True
    ),
    UnaryFunction("cosh", 0, 711, NAN, INF, ((INF, _cosh),), even=True, narrow=_FITS),
    # Beyond, the nearest number to tanh is 1.
    UnaryFunction("tanh", 0, 20, NAN, 1, ((INF, _tanh),), odd=True, identity=True),
    UnaryFunction(
        *("asin", 0, 1, NAN, NAN),
        ((INF, lambda m, x: m.atan2(x, m.sqrt((1 - x) * (1 + x)))),),
        odd=True,
        identity=True,
    ),
    UnaryFunction("acos", -1, 1, NAN, NAN, ((INF, _acos),)),
    UnaryFunction(
        *("atan", 0, MAX, NAN, math.pi / 2),
        (
            (HUGE, lambda m, x: m.atan2(x, x * 0 + 1)),
            (INF, lambda m, x: m.half_pi() - m.scaled(1 / m.scaled(x, -100), -100)),
        ),
        odd=True,
        identity=True,
    ),
    UnaryFunction(
        "asinh", 0, MAX, NAN, INF, ((HUGE, _asinh), (INF, _log_of_double)), odd=True, identity=True
    ),
    UnaryFunction("acosh", 1, MAX, NAN, INF, ((HUGE, _acosh), (INF, _log_of_double))),
    UnaryFunction(
        *("atanh", 0, _BELOW_ONE, NAN, _pole_at(1, INF)),
        ((INF, lambda m, x: (m.log1p((x + x) / (1 - x)), -1)),),
        odd=True,
        identity=True,
    ),
    UnaryFunction("cbrt", LEAST, MAX, lambda x: x, INF, ((INF, lambda m, x: m.cbrt(x)),), odd=True),
    UnaryFunction("rsqrt", LEAST, MAX, _rsqrt_of_zero, 0, ((INF, lambda m, x: m.rsqrt(x)),)),
    UnaryFunction(
        # Beyond 6, the nearest number to erf is 1.
        *("erf", 0, 6, NAN, 1),
        (
            # 2 x / sqrt(pi). Products of so small numbers have lost digits.
            (2.0**-100, lambda m, x: (m.scaled(x, 600) * m.erf_slope(), -600)),
            (0.5, lambda m, x: m.erf(x)),
            (INF, lambda m, x: 1 - m.scaled(*m.erfc(x))),
        ),
        odd=True,
    ),
    UnaryFunction(
        *("erfc", -6, 27.3, 2, 0),
        (
            (-0.5, lambda m, x: 2 - m.scaled(*m.erfc(-x))),
            (0.5, lambda m, x: 1 - m.erf(x)),
            (INF, lambda m, x: m.erfc(x)),
        ),
        narrow=(-INF, 20),
    ),
    UnaryFunction(
        *("erf_inv", 0, _BELOW_ONE, NAN, _pole_at(1, INF)),
        (
            (2.0**-100, lambda m, x: (m.scaled(x, 600) / m.erf_slope(), -600)),
            (0.5, _erf_inv),
            (INF, _large_erf_inv),
        ),
        odd=True,
        quick_bits=38,
        wide_bits=88,
    ),
)


class Power(Function):
    """|x|**y, with the sign of x if y is an odd integer."""

    name = "power"
    quick_bits = 40
    # The logarithm is within 2**-103, and at most 800 times as much counts.
    wide_bits = 90

    def prepared(self, operands: Sequence[Array], narrow: bool) -> Prepared:
        x, y = operands
        size = np.abs(x)
        whole = np.rint(y) == y
        inside = np.isfinite(x) & np.isfinite(y) & (y != 0) & (x != 0) & ((x > 0) | whole)
        negative = np.signbit(x) & whole & (np.mod(y, 2.0) == 1)
        # Larger exponents do not change what overflows.
        arguments = (size, np.clip(y, -HUGE * HUGE, HUGE * HUGE))
        if inside.all():
            return Prepared(arguments, negative=negative)
        grows = (size > 1) == (y > 0)
        outside = np.where((size == 1) & np.isinf(y), 1.0, np.where(grows, INF, 0.0))
        outside = np.where(negative, -outside, outside)
        outside = np.where(np.isfinite(x) & np.isfinite(y) & (x < 0) & ~whole, NAN, outside)
        outside = np.where(np.isnan(x) | np.isnan(y), x + y, outside)
        outside = np.where((x == 1) | (y == 0), 1.0, outside)
        x, y = [np.where(inside, argument, 1.0) for argument in arguments]
        return Prepared((x, y), inside, outside, negative & inside)

    def formulas(self, arguments: Sequence[Array]) -> list[tuple[Where, Formula]]:
        return [(..., lambda m, x, y: m.exp(m.clip(m.log(x) * y, 800)))]

    def exact(self, *arguments: float) -> Decimal | None:
        """A power n / 2**k of m 2**e, m odd, is a float or the middle of two only if m and 2**e are 2**k-th powers, and
        if the n-th power of the root of m has at most 54 bits."""
        x, y = arguments
        (m, denominator), (n, order) = x.as_integer_ratio(), y.as_integer_ratio()
        exponent = (m & -m).bit_length() - denominator.bit_length()
        m >>= (m & -m).bit_length() - 1
        while order > 1:
            root = math.isqrt(m)
            if root * root != m or exponent % 2:
                return None
            m, exponent, order = root, exponent // 2, order // 2
        if (m > 1 and not 0 < n <= 54) or abs(n * exponent) > 1 << 12:
            return None
        with localcontext(decimals.digits(5000)):
            return Decimal(m) ** n * Decimal(2) ** (exponent * n)


class Atan2(Function):
    """The angle of the point (x, y), with the sign of y."""

    name = "atan2"
    quick_bits = 42
    wide_bits = 92

    def prepared(self, operands: Sequence[Array], narrow: bool) -> Prepared:
        y, x = operands
        size, negative = np.abs(y), np.signbit(y)
        inside = np.isfinite(x) & np.isfinite(y) & (x != 0) & (y != 0)
        if inside.all():
            return Prepared((size, x), negative=negative)
        left, infinite = np.signbit(x), np.isinf(x)
        outside = np.where((size == 0) | (infinite & ~np.isinf(y)), np.where(left, math.pi, 0.0), math.pi / 2)
        outside = np.where(infinite & np.isinf(y), np.where(left, _THREE_EIGHTHS, math.pi / 4), outside)
        outside = np.where(np.isnan(x) | np.isnan(y), x + y, np.where(negative, -outside, outside))
        size, x = np.where(inside, size, 1.0), np.where(inside, x, 1.0)
        return Prepared((size, x), inside, outside, negative & inside)

    def formulas(self, arguments: Sequence[Array]) -> list[tuple[Where, Formula]]:
        return [(..., _atan2)]


_THREE_EIGHTHS = 2.356194490192345
"""3 pi / 4."""


def _atan2(m: Any, y: Any, x: Any) -> Any:
    angle, exponent = m.atan2(y, abs(x))
    back = x < 0
    return m.select(back, m.pi() - m.scaled(angle, exponent), angle), m.select(back, 0, exponent)


FUNCTIONS: dict[str, Function] = {**{row.name: row for row in _ROWS}, "power": Power(), "atan2": Atan2()}
"""Every function by its name."""
