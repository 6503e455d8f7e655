"""Sums of multiples of unknown integers: the indices at which elements are compared, and the sizes of dimensions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import gcd, inf
from typing import NamedTuple, TypeAlias


class Unknown(NamedTuple):
    """An integer that is not known: an index, a size, a quotient, or an element that says where others are."""

    number: int
    """The place in the order of all of them."""
    of: IndexKind
    """The kind, and whose index or size it is."""
    low: float
    high: float
    """The bounds by the sizes that are known; `inf` if there is none."""
    level: int = 0
    """The largest level of the indices that it depends on."""


class Index:
    """A sum of multiples of unknowns and a number. Equal sums are one object."""

    __slots__ = "constant", "terms"

    constant: int
    terms: tuple[tuple[Unknown, int], ...]

    @classmethod
    def of(cls, constant: int, terms: Mapping[Unknown, int] | None = None) -> Index:
        """The sum of a number and multiples of unknowns."""
        pairs = tuple(sorted([(each, n) for each, n in (terms or {}).items() if n], key=_order))
        key = constant, tuple([(each.number, n) for each, n in pairs])
        found = _INDICES.get(key)
        if found is None:
            found = _INDICES[key] = cls()
            found.constant, found.terms = constant, pairs
        return found

    def __add__(self, other: Index | int) -> Index:
        if isinstance(other, int):
            return Index.of(self.constant + other, dict(self.terms)) if other else self
        terms = dict(self.terms)
        for each, n in other.terms:
            terms[each] = terms.get(each, 0) + n
        return Index.of(self.constant + other.constant, terms)

    def __mul__(self, factor: int) -> Index:
        return Index.of(self.constant * factor, {each: n * factor for each, n in self.terms})

    def __sub__(self, other: Index | int) -> Index:
        return self + other * -1

    def __str__(self) -> str:
        parts = [name(each) if n == 1 else f"{n}*{name(each)}" for each, n in self.terms]
        parts += [str(self.constant)] if self.constant or not parts else []
        return " + ".join(parts).replace("+ -", "- ")

    @property
    def known(self) -> int | None:
        """The number, if nothing is unknown."""
        return None if self.terms else self.constant

    @property
    def lone(self) -> Unknown | None:
        """The unknown that this is, without a multiple or a number."""
        alone = len(self.terms) == 1 and not self.constant and self.terms[0][1] == 1
        return self.terms[0][0] if alone else None

    @property
    def level(self) -> int:
        """The largest level of the indices that this is about."""
        return max([each.level for each, _ in self.terms], default=0)

    def bounds(self) -> tuple[float, float]:
        """The least and the largest value, as far as sizes are known."""
        low = high = float(self.constant)
        for each, n in self.terms:
            ends = n * each.low, n * each.high
            low, high = low + min(ends), high + max(ends)
        return low, high

    def is_never_negative(self, depth: int = 3) -> bool:
        """Whether this is 0 or more, for all sizes that are supposed, by the largest indices and starts."""
        found = self
        for each, n in self.terms:
            least = _least(each, n)
            found = found if least is None else found - Index.of(0, {each: n}) + least
        if found.bounds()[0] >= 0:
            return True
        # A sum that is supposed is taken off where a term is negative, or else only the number.
        lacking = next((each for each, n in found.terms if n < 0), None)
        terms = dict(found.terms)
        for known in _SUPPOSED if depth else ():
            own, n = (1, 1) if lacking is None else (dict(known.terms).get(lacking, 0), terms[lacking])
            is_near = own < 0 if lacking else dict(known.terms).items() <= terms.items()
            if is_near and n % own == 0 and (found - known * (n // own)).is_never_negative(depth - 1):
                return True
        return False

    def divided(self, divisor: int) -> Index:
        """The quotient, rounded down."""
        whole = {each: n // divisor for each, n in self.terms if n % divisor == 0}
        rest = Index.of(self.constant % divisor, {each: n for each, n in self.terms if n % divisor})
        quotient = Index.of(self.constant // divisor, whole)
        low, high = rest.bounds()
        if low >= 0 and high < divisor:
            return quotient
        shared = gcd(divisor, *[n for _, n in rest.terms])
        rest = Index.of(rest.constant // shared, {each: n // shared for each, n in rest.terms})
        low, high = [x // (divisor // shared) if abs(x) < inf else x for x in rest.bounds()]
        return quotient + unknown_index(Quotient(rest, divisor // shared), low, high, rest.level)


class Along(NamedTuple):
    """The index along a dimension."""

    level: int
    place: int
    size: Index


class Quotient(NamedTuple):
    """A number divided, rounded down."""

    rest: Index
    divisor: int


class Clamped(NamedTuple):
    """A start that is made 0 or more, and no more than `most`."""

    start: Index
    most: Index


class OfElement(NamedTuple):
    """An element, a term, that says where others are."""

    term: Hashable


class SizeOf(NamedTuple):
    """The size of a dimension: of a value, or of all those that are equal."""

    owner: Hashable
    place: int


IndexKind: TypeAlias = "Along | Quotient | Clamped | OfElement | SizeOf"
Indices: TypeAlias = "tuple[Index, ...]"
KnownSizes: TypeAlias = "tuple[Index | None, ...]"
"""The sizes of a tensor; None where the type does not say them."""
_INDICES: dict[Hashable, Index] = {}
_UNKNOWNS: dict[Hashable, Unknown] = {}
_SUPPOSED: list[Index] = []


def forget() -> None:
    """Forget all unknowns, so that what is found of two programs does not depend on others."""
    _INDICES.clear()
    _UNKNOWNS.clear()
    _SUPPOSED.clear()


def suppose(never_negative: Sequence[Index]) -> None:
    """Take sums for 0 or more from now on."""
    _SUPPOSED[:] = never_negative


def supposed() -> Sequence[Index]:
    """The sums that are taken for 0 or more."""
    return _SUPPOSED


def _least(each: Unknown, n: int) -> Index | None:
    """The sum that a negative multiple of an unknown is not below: it is least where the unknown is largest."""
    match each.of:
        case Along(_, _, size) if n < 0:
            return (size - 1) * n
        case Clamped(_, most) if n < 0:
            return most * n
        case Quotient(rest, divisor) if n < 0 and n % divisor == 0:
            return rest * (n // divisor)
        case _:
            return None


def _order(pair: tuple[Unknown, int]) -> int:
    return pair[0].number


def unknown_index(of: IndexKind, low: float, high: float, level: int = 0) -> Index:
    """The unknown integer of this kind."""
    found = _UNKNOWNS.setdefault(of, Unknown(len(_UNKNOWNS), of, low, high, level))
    return Index.of(0, {found: 1})


def fixed_index(number: int) -> Index:
    """A number."""
    return Index.of(number)


def index_along(level: int, place: int, size: Index) -> Index:
    """The index along a dimension, from 0 to its size less one."""
    if size.known == 1:
        return fixed_index(0)
    return unknown_index(Along(level, place, size), 0, size.bounds()[1] - 1, level)


def name(each: Unknown) -> str:
    """A short name of an unknown."""
    match each.of:
        case Along(level, place, _):
            return "ijklmnop"[place % 8] + ("'" * level if level < 4 else str(level))
        case Quotient(rest, divisor):
            return f"(({rest}) / {divisor})"
        case SizeOf():
            return f"n{each.number}"
        case _:
            return f"start{each.number}"
