"""The order in which a loop carries values, by what is done with them: the same however the loop is written.

A colour is a number for terms that may differ only in the places of what loops carry. Two loops are compared in the
order of these colours; they only order values, so that a colour that two different ones share costs a proof at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from xdsl.ir import Operation

from .facts import ElementTerm
from .graph import Application
from .indices import Clamped, Index, OfElement, Quotient
from .matching import is_symmetric


class LoopColours:
    """The colours of the terms of both programs."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self.carried: dict[ElementTerm, Sequence[int]] = {}
        self.orders: dict[Operation, Sequence[int]] = {}
        """The orders in which loops should carry values instead of those in which they do."""

    def note(self, loop: ElementTerm, source: Application, carried: Sequence[ElementTerm]) -> None:
        """Order the values that a loop carries by what they are at first, and by what reads them."""
        (_, decides, *_), (_, results, *_) = loop.data[3]
        firsts = [_Painting(self, {}).term(part) for part in loop.parts]
        alike, colours = Counter(firsts), list[int]()
        for place, first in enumerate(firsts):
            key: tuple[Hashable, ...] = (first,)
            if alike[first] > 1:
                marked = {**dict(zip(carried, firsts)), carried[place]: self.number("marked", first)}
                painting = _Painting(self, marked)
                seen = list(map(painting.term, results))
                key = (first, seen[place], *map(painting.term, decides), tuple(sorted(zip(firsts, seen))))
            colours.append(self.number(*key))
        self.carried[loop] = colours
        places = range(len(carried))
        order = sorted(places, key=lambda place: (colours[place], place))
        if order != list(places):
            self.orders[source.op] = [source.kept[place] for place in order]

    def number(self, *key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))


class _Painting:
    """The colours of terms, with those of some arguments."""

    def __init__(self, colours: LoopColours, given: Mapping[ElementTerm, int]):
        self._colours, self._known = colours, dict(given)

    def term(self, term: ElementTerm) -> int:
        if term not in self._known:
            self._known[term] = self._colours.number(*self._key(term))
        return self._known[term]

    def _key(self, term: ElementTerm) -> Sequence[Hashable]:
        parts = tuple(map(self.term, term.parts))
        about = tuple(map(self._index, term.indices))
        match term.head:
            case "constant":
                return "constant", term.number
            case "table":
                return "table", hash(term.data[0].tobytes()), about
            case "op":
                return term.data, tuple(sorted(parts)) if is_symmetric(term.data) else parts
            case "argument":
                return "argument", term.data[0] and term.type, term.number if not term.data[0] else 0
            case "result":
                carried, place = self._colours.carried.get(term.parts[0]), int(term.data[0])
                return "result", place if carried is None else carried[place], parts
            case "applied":
                inside = [self.term(each) for closure in term.data[3] for each in closure[1]]
                return "applied", term.data[0], tuple(sorted(parts)), tuple(sorted(inside))
            case _:
                return term.head, term.type, parts, about

    def _index(self, index: Index) -> Hashable:
        found: list[int] = []
        for each, n in index.terms:
            match each.of:
                case OfElement(ElementTerm() as term):
                    key: Hashable = self.term(term)
                case Clamped(inner, _):
                    key = self._index(inner)
                case Quotient(inner, divisor):
                    key = self._index(inner), divisor
                case _:
                    key = each.of
            found.append(self._colours.number(key, n))
        return index.constant, tuple(sorted(found))
