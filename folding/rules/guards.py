"""Guards of rules: comparisons of exact integers that hold whatever values have, `C + D < width` or `y <= x`.

The text of a guard is an expression of Python. It is evaluated on what is known of values (`Interval`) when a rule is
tried, and on arrays and on bit vectors of z3 when the rule is proved. Constants are values of which all is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, TypeAlias

from xdsl.ir import SSAValue

from xdsl_stablehlo.values.element_types import Array

from ..facts.known import Known
from ..facts.lattice import Elements, FloatKinds, IntegerFact, IntegerKind, fact_of
from .conditions import element_type, integers_of

ALONE: dict[FloatKinds, float] = {
    FloatKinds.NAN: float("nan"),
    FloatKinds.NEGATIVE_INFINITY: -inf,
    FloatKinds.NEGATIVE_ZERO: -0.0,
    FloatKinds.ZERO: 0.0,
    FloatKinds.INFINITY: inf,
}
"""The kinds of floats that hold one number; NaNs count as one."""

ORDER = (
    *(FloatKinds.NEGATIVE_INFINITY, FloatKinds.NEGATIVE_NORMAL, FloatKinds.NEGATIVE_SUBNORMAL),
    *(FloatKinds.NEGATIVE_ZERO, FloatKinds.ZERO, FloatKinds.SUBNORMAL, FloatKinds.NORMAL),
    FloatKinds.INFINITY,
)
"""The kinds of numbers as maximum and minimum order them."""

Bound: TypeAlias = "int | float"
"""An integer, or infinity of either sign where there is no bound."""


class Interval:
    """All numbers between two, with no bit set but those that may be, and all that must be: those of the sign go on.

    A comparison says whether it holds of every number of the one and every number of the other.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, low: Bound = -inf, high: Bound = inf, may: int = -1, must: int = 0):
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


def span(fact: Elements, kind: IntegerKind | None) -> Interval | None:
    """What a fact says; for floats of the places of numbers in their order, NaNs aside. None where it says nothing."""
    if isinstance(fact, FloatKinds):
        places = [place for place, each in enumerate(ORDER) if each & fact]
        # Two numbers of one kind are in no known order, if the kind has several.
        return Interval(2 * places[0], 2 * places[-1] + (ORDER[places[-1]] not in ALONE)) if places else None
    if kind is None:
        return None
    known = fact if isinstance(fact, IntegerFact) else kind.everything()
    may = kind.mask & ~known.zeros
    # The sign stands for all bits above it.
    return Interval(known.low, known.high, may | -(may & kind.sign), known.ones | -(known.ones & kind.sign))


@dataclass(frozen=True)
class Guard:
    """Comparisons that all have to hold."""

    text: str
    """One or more with commas between them; `width`, `least` and `most` are those of the integer type."""

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The variables and constants that it is about."""
        return tuple(dict.fromkeys(re.findall(r"\b[a-zA-Z]\b", self.text)))

    @cached_property
    def _test(self) -> Callable[..., tuple[Any, ...]]:
        return eval(f"lambda abs, width, least, most, {', '.join(self.letters)}: ({self.text},)")

    def verdicts(
        self, numbers: Mapping[str, Any], kind: IntegerKind | None, size: Callable[[Any], Any] = abs
    ) -> tuple[Any, ...]:
        """Each comparison, of any numbers that can be computed with; `size` is the number without its sign."""
        limits = (0, 0, 0) if kind is None else (kind.width, kind.least, kind.most)
        return self._test(size, *limits, *[numbers[letter] for letter in self.letters])

    def holds(self, k: Known, found: Mapping[str, SSAValue | Array], like: SSAValue) -> bool:
        """Whether it holds of values, of which facts are known, and of arrays of elements as `like` has them."""
        spans: dict[str, Interval] = {}
        for letter in self.letters:
            value = found[letter]
            if isinstance(value, SSAValue):
                known = span(k.elements(value), integers_of(value))
            else:
                element = element_type(like)
                known = None if element is None else span(fact_of(value, element), integers_of(like))
            if known is None:
                return False
            spans[letter] = known
        return all(self.verdicts(spans, integers_of(like)))
