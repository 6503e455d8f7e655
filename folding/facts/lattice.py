"""Facts that hold for all elements of a tensor, in every execution.

A product of cheap lattices: an interval and known bits for integers, the kinds of numbers that may occur for floats.
`None` in the place of a fact is always correct and means that nothing is known. LLVM's `ConstantRange`, `KnownBits` and
`KnownFPClass` are the models.
"""

from __future__ import annotations

import math
from enum import IntFlag
from functools import cache, lru_cache, reduce
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from xdsl.ir import Attribute

from xdsl_stablehlo.values.element_types import Array, FloatFormat, IntegerFormat, dtype_of, format_or_none
from xdsl_stablehlo.values.storage import varying_part


class IntegerFact(NamedTuple):
    """Integers of one type (booleans are 0 and 1): `low <= x <= high`, no bit of `zeros` is set, all of `ones` are.

    Bounds are in the order of the type, signed or not; bits are those of two's complement.
    """

    low: int
    high: int
    zeros: int
    ones: int

    def allows(self, number: int) -> bool:
        """Whether `number` is possible."""
        return self.low <= number <= self.high and not number & self.zeros and not ~number & self.ones

    @property
    def value(self) -> int | None:
        """The one number that is possible, if there is only one."""
        return self.low if self.low == self.high else None


class IntegerKind(NamedTuple):
    """The range and width of an integer type; booleans are unsigned integers of one bit."""

    width: int
    signed: bool

    @property
    def least(self) -> int:
        return -(1 << self.width - 1) if self.signed else 0

    @property
    def most(self) -> int:
        return (1 << self.width - self.signed) - 1

    @property
    def mask(self) -> int:
        """All bits."""
        return (1 << self.width) - 1

    @property
    def sign(self) -> int:
        """The bit that says that a number is negative; 0 where none does."""
        return 1 << self.width - 1 if self.signed else 0

    def number(self, bits: int) -> int:
        """The number that these bits represent; bits beyond the width are ignored."""
        bits &= self.mask
        return bits - (1 << self.width) if bits & self.sign else bits

    def everything(self) -> IntegerFact:
        """Nothing is known."""
        return IntegerFact(self.least, self.most, 0, 0)

    def known(self, fact: Elements) -> IntegerFact:
        """The integer fact, or all numbers of the type if nothing is known."""
        return fact if isinstance(fact, IntegerFact) else self.everything()

    def between(self, low: int, high: int, zeros: int = 0, ones: int = 0) -> IntegerFact:
        """The numbers between two bounds, wrapped around, with known bits.

        All numbers of the type, unless the whole interval wraps around equally often.
        """
        turns = low - self.least >> self.width
        if low > high or turns != high - self.least >> self.width:
            low, high, turns = self.least, self.most, 0
        around = turns << self.width
        return self.refined(IntegerFact(low - around, high - around, zeros & self.mask, ones & self.mask))

    def refined(self, known: IntegerFact) -> IntegerFact:
        """Refine bits from bounds, and bounds from bits. A contradiction gives no fact."""
        return self.part(known, known.low, known.high) or self.everything()

    def part(self, known: IntegerFact, low: int, high: int) -> IntegerFact | None:
        """The fact about those of the numbers that lie from `low` to `high`; None where there are none."""
        low, high, zeros, ones = max(low, known.low), min(high, known.high), known.zeros, known.ones
        if zeros | ones and low <= high:
            ends = self.least + self.most
            low, high = self._from(low, zeros, ones), ends - self._from(ends - high, ones, zeros)
        if low > high:
            return None
        if low >= 0 or high < 0:
            # The highest bits that the bounds have in common are those of all numbers between them.
            free = (1 << ((low ^ high) & self.mask).bit_length()) - 1
            zeros |= ~low & self.mask & ~free
            ones |= low & self.mask & ~free
        return IntegerFact(low, high, zeros, ones)

    def _from(self, low: int, zeros: int, ones: int) -> int:
        """The least number from `low` on with these bits; a number beyond the type if there is none."""
        wrong = low & zeros | ~low & ones
        if not wrong:
            return low
        if zeros & ones:
            return 1 << self.width
        # Bits of an unsigned number have the order of numbers: those of a signed one do with the sign turned.
        turned = (zeros ^ ones) & self.sign
        number, zeros = (low & self.mask) ^ self.sign, zeros ^ turned
        place = 1 << wrong.bit_length() - 1
        if number & place:
            free = ~(number | zeros) & self.mask & -place
            place = free & -free
        if not place:
            return 1 << self.width
        bits = number & -place | place | ones & (place - 1)
        return self.number(bits ^ self.sign)

    def any_of(self, *known: IntegerFact | None) -> IntegerFact:
        """The fact that holds for a number to which one of these facts applies; None for no number."""
        some = [each for each in known if each is not None]
        return reduce(self.join, some) if some else self.everything()

    def join(self, a: IntegerFact, b: IntegerFact) -> IntegerFact:
        """The fact that holds for numbers of `a` and for numbers of `b`."""
        return IntegerFact(min(a.low, b.low), max(a.high, b.high), a.zeros & b.zeros, a.ones & b.ones)

    def meet(self, a: IntegerFact, b: IntegerFact) -> IntegerFact:
        """The fact that holds for numbers that belong to both `a` and `b`."""
        return self.refined(
            IntegerFact(max(a.low, b.low), min(a.high, b.high), a.zeros | b.zeros, a.ones | b.ones)
        )

    def without(self, known: IntegerFact, number: int | None) -> IntegerFact:
        """A fact without `number`, if that is an end of its interval."""
        low, high = known.low + (known.low == number), known.high - (known.high == number)
        return self.meet(known, self.between(low, high)) if low <= high else known


BOOLEANS = IntegerKind(1, False)


def known_truth(truth: bool | None) -> IntegerFact:
    """The fact about a boolean; None is unknown."""
    return BOOLEANS.everything() if truth is None else BOOLEANS.between(truth, truth)


class FloatKinds(IntFlag):
    """The kinds of numbers that may occur."""

    NAN = 1
    NEGATIVE_INFINITY = 2
    NEGATIVE_NORMAL = 4
    NEGATIVE_SUBNORMAL = 8
    NEGATIVE_ZERO = 16
    ZERO = 32
    """+0."""
    SUBNORMAL = 64
    NORMAL = 128
    INFINITY = 256

    NEGATIVE = 2 | 4 | 8
    """Below zero."""
    POSITIVE = 64 | 128 | 256
    """Above zero."""
    INFINITE = 2 | 256
    FINITE = 4 | 8 | 16 | 32 | 64 | 128
    ANY = 511


Elements: TypeAlias = "IntegerFact | FloatKinds | None"
"""A fact about all elements of a tensor; None if nothing is known, or they are neither integers nor floats."""

Facts: TypeAlias = "tuple[Elements, ...]"
"""The fact about each of a sequence of values; empty if nothing is known about any of them."""


def kind_of_integers(element_type: Attribute) -> IntegerKind | None:
    """The kind of an integer or boolean element type; None for any other, and for quantized ones."""
    known = format_or_none(element_type)
    if not isinstance(known, IntegerFormat) or known.type.name != element_type.name:
        return None
    return _kind_of_format(known)


@cache
def _kind_of_format(known: IntegerFormat) -> IntegerKind:
    return IntegerKind(known.width, known.signed and known.width > 1)


_KINDS_BY_SIZE = np.array(
    (
        (FloatKinds.ZERO, FloatKinds.SUBNORMAL, FloatKinds.NORMAL, FloatKinds.INFINITY, FloatKinds.NAN),
        (
            FloatKinds.NEGATIVE_ZERO,
            FloatKinds.NEGATIVE_SUBNORMAL,
            FloatKinds.NEGATIVE_NORMAL,
            FloatKinds.NEGATIVE_INFINITY,
            FloatKinds.NAN,
        ),
    ),
    np.int64,
)
"""Kinds of numbers from the smallest on: those without a sign, and those with one."""


def kinds_of(array: Array, kind: FloatFormat) -> npt.NDArray[np.int64]:
    """The flag of `FloatKinds` for each element of an array of a float type of at most 64 bits."""
    with np.errstate(all="ignore"):
        values = array.astype(np.float64)
    least_normal = math.ldexp(1.0, kind.least_exponent) if kind.signed else kind.smallest
    starts = np.array((math.ulp(0.0), least_normal, math.inf, math.nan))
    return _KINDS_BY_SIZE[np.signbit(values).view(np.int8), starts.searchsorted(np.abs(values), side="right")]


def classify(array: Array, kind: FloatFormat) -> FloatKinds:
    """The kinds of numbers that an array of a float type holds."""
    return FloatKinds(int(np.bitwise_or.reduce(kinds_of(varying_part(array), kind), axis=None)))


def fact_of(array: Array, element_type: Attribute) -> Elements:
    """The fact that holds for all elements of an array; None for an empty one."""
    if not array.size:
        return None
    stored = varying_part(array)
    return (
        _fact_of_one(stored.tobytes(), element_type) if stored.size == 1 else _fact_of(stored, element_type)
    )


@lru_cache(1 << 10)
def _fact_of_one(content: bytes, element_type: Attribute) -> Elements:
    return _fact_of(np.frombuffer(content, dtype_of(element_type)), element_type)


def _fact_of(array: Array, element_type: Attribute) -> Elements:
    kind, known = kind_of_integers(element_type), format_or_none(element_type)
    if isinstance(known, FloatFormat):
        return classify(array, known)
    if kind is None or not isinstance(known, IntegerFormat):
        return None
    numbers = array.astype(known.native)
    bits = numbers.reshape(-1).astype(np.int64 if kind.signed else np.uint64)
    ones, some = int(np.bitwise_and.reduce(bits)), int(np.bitwise_or.reduce(bits))
    exact = IntegerFact(int(numbers.min()), int(numbers.max()), ~some & kind.mask, ones & kind.mask)
    return kind.refined(exact)


def known_kinds(fact: Elements) -> FloatKinds:
    """The kinds of floats that a fact leaves."""
    return fact if isinstance(fact, FloatKinds) else FloatKinds.ANY


def join(a: Elements, b: Elements, kind: IntegerKind | None) -> Elements:
    """The fact that holds for elements of `a` and for elements of `b`; `kind` is the kind of integers."""
    if isinstance(a, FloatKinds) and isinstance(b, FloatKinds):
        return a | b
    if kind is not None and isinstance(a, IntegerFact) and isinstance(b, IntegerFact):
        return kind.join(a, b)
    return None


# ---- intervals that are compared ----

ALONE: dict[FloatKinds, float] = {
    FloatKinds.NAN: float("nan"),
    FloatKinds.NEGATIVE_INFINITY: -math.inf,
    FloatKinds.NEGATIVE_ZERO: -0.0,
    FloatKinds.ZERO: 0.0,
    FloatKinds.INFINITY: math.inf,
}
"""The kinds of floats that hold one number; NaNs count as one."""

ASCENDING = (
    *(FloatKinds.NEGATIVE_INFINITY, FloatKinds.NEGATIVE_NORMAL, FloatKinds.NEGATIVE_SUBNORMAL),
    *(FloatKinds.NEGATIVE_ZERO, FloatKinds.ZERO, FloatKinds.SUBNORMAL, FloatKinds.NORMAL),
    FloatKinds.INFINITY,
)
"""The kinds of numbers in their total order, in which maximum and minimum take them."""

Bound: TypeAlias = "int | float"
"""An integer, or infinity of either sign where there is no bound."""


class Interval:
    """All numbers between two, with no bit set but those that may be, and all that must be: those of the sign go on.

    A comparison says whether it holds of every number of the one and every number of the other.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, low: Bound = -math.inf, high: Bound = math.inf, may: int = -1, must: int = 0):
        self.low, self.high, self.may, self.must = low, high, may, must

    @staticmethod
    def of(other: Interval | int) -> Interval:
        return other if isinstance(other, Interval) else Interval(other, other, other, other)

    def __add__(self, other: Interval | int) -> Interval:
        other = Interval.of(other)
        return Interval(self.low + other.low, self.high + other.high)

    def __mul__(self, other: Interval | int) -> Interval:
        other = Interval.of(other)
        ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval(min(ends), max(ends))

    def __abs__(self) -> Interval:
        least = max(self.low, -self.high, 0)
        return Interval(least, max(abs(self.low), abs(self.high)))

    def __invert__(self) -> Interval:
        return Interval(-self.high - 1, -self.low - 1, ~self.must, ~self.may)

    def __and__(self, other: Interval | int) -> Interval:
        other = Interval.of(other)
        return Interval(may=self.may & other.may, must=self.must & other.must)

    def __lt__(self, other: Interval | int) -> bool:
        return self.high < Interval.of(other).low

    def __le__(self, other: Interval | int) -> bool:
        return self.high <= Interval.of(other).low

    def __gt__(self, other: Interval | int) -> bool:
        return Interval.of(other) < self

    def __ge__(self, other: Interval | int) -> bool:
        return Interval.of(other) <= self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Interval | int):
            return NotImplemented
        other = Interval.of(other)
        return (
            self.low == self.high == other.low == other.high
            or self.may == other.must == other.may == self.must
        )

    def __ne__(self, other: object) -> bool:
        if not isinstance(other, Interval | int):
            return NotImplemented
        other = Interval.of(other)
        return self < other or other < self or bool(self.must & ~other.may | other.must & ~self.may)


@cache
def _span_of_kinds(kinds: FloatKinds) -> Interval | None:
    places = [place for place, each in enumerate(ASCENDING) if each & kinds]
    # Two numbers of one kind are in no known order, if the kind has several.
    return Interval(2 * places[0], 2 * places[-1] + (ASCENDING[places[-1]] not in ALONE)) if places else None


def span(fact: Elements, kind: IntegerKind | None) -> Interval | None:
    """The interval of a fact; for floats that of their places in the order of kinds, NaNs aside. None for no fact."""
    if isinstance(fact, FloatKinds):
        return _span_of_kinds(fact)
    if kind is None:
        return None
    known = kind.known(fact)
    may = kind.mask & ~known.zeros
    # The sign stands for all bits above it.
    return Interval(known.low, known.high, may | -(may & kind.sign), known.ones | -(known.ones & kind.sign))
