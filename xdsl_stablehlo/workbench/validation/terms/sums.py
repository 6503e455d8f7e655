"""Elements combined over sets of indices: integers in a normal form, because any order gives the same, and floats in an
order that is open.

A sum of products is split into sums over indices that are about the same factors. Sums of sums are one, a range that a
condition cuts is two, and the names of indices are those that give the least term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import permutations, product
from math import factorial, inf, prod
from typing import NamedTuple

import numpy as np
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.folding.facts.lattice import kind_of_integers
from xdsl_stablehlo.interpreter.numerics.conversion import integer_of_type
from xdsl_stablehlo.ir.guards import is_array_attr
from xdsl_stablehlo.values.element_types import Array, is_float

from .facts import ElementTerm
from .graph import Application, ValueNode
from .indices import (
    Along,
    Clamped,
    Index,
    Indices,
    OfElement,
    Quotient,
    SizeOf,
    Unknown,
    index_along,
    unknown_index,
)
from .matching import NormalTerms, as_index, conditions_in

PRODUCTS, ORDERS = 64, 24
"""The largest number of products that a sum is written as, and of orders of its indices that are tried."""


class _Product(NamedTuple):
    """A multiple of a product of elements, of which each combination of some indices is meant."""

    multiple: int
    factors: tuple[ElementTerm, ...] = ()
    bound: tuple[Unknown, ...] = ()


class OpenPlace(NamedTuple):
    """An element of the result of an op whose order is open."""

    node: ValueNode
    indices: Indices


class _TooManyProductsError(Exception):
    """Raised for sums that are not split."""


@dataclass
class IndexSums:
    """Terms over sets of indices."""

    terms: NormalTerms
    element: Callable[[ValueNode, Indices], ElementTerm]
    orders: dict[ElementTerm, list[OpenPlace]] | None = None
    """The elements after that are combined in an order that is open, by it; None if no order is chosen before."""
    _after: set[Application] = field(default_factory=set[Application])
    """The ops after that combine elements in an order that is open."""
    _counterparts: dict[Application, tuple[OpenPlace, OpenPlace]] = field(default_factory=lambda: {})
    """Of each op before that has another order the element that is read first, and the one after that it is."""
    _about: dict[ElementTerm, frozenset[Unknown]] = field(default_factory=lambda: {})
    _moved: dict[tuple[ElementTerm, frozenset[tuple[Unknown, Index]], bool], ElementTerm] = field(
        default_factory=lambda: {}
    )
    _levels: int = 1 << 20
    """The level of the next index that is not bound yet."""

    def over(
        self, name: str, body: ElementTerm, bound: Sequence[Index], init: Array, kind: Attribute
    ) -> ElementTerm:
        """All elements of a body combined by an op; `init` is its neutral element."""
        unknowns = tuple([index.terms[0][0] for index in bound])
        integers = kind_of_integers(kind)
        is_sum = name == "add" and integers is not None and integers.width > 1
        try:
            parts = [
                part
                for given in (self._products(body) if is_sum else self._parts(name, body))
                for part in self._ranges(given._replace(bound=(*unknowns, *given.bound)), is_sum)
            ]
        except _TooManyProductsError:
            parts = [_Product(1, (body,), unknowns)]
        found: dict[ElementTerm, int] = {}
        for part in parts:
            multiple, given = self._one(name, part, init, kind, is_sum)
            found[given] = found.get(given, 0) + multiple
        made: list[ElementTerm] = []
        for each in sorted(found, key=lambda each: each.number):
            if is_sum and integers is not None:
                number = (found[each] - integers.least) % (1 << integers.width) + integers.least
                multiple = self.terms.constant(integer_of_type(number, kind), kind)
                if number:
                    made.append(each if number == 1 else self.terms.named("multiply", each, multiple))
            else:
                often = {"xor": found[each] % 2, "multiply": found[each]}
                made += [each] * often.get(name, 1)
        empty = self.terms.constant(np.asarray(init), kind)
        return reduce(lambda one, other: self.terms.named(name, one, other), made) if made else empty

    # ---- orders that are open ----

    def in_order(
        self, name: str, place: OpenPlace, parts: Sequence[ElementTerm], bound: Sequence[Index]
    ) -> ElementTerm | None:
        """Before, the element after that combines the same elements in an order that is open; None if there is none.

        The specification defines a product by a reduction, which is not less accurate.
        """
        source = place.node.source
        assert self.orders is not None
        assert source is not None
        op = source.op
        of_product = [] if isinstance(op, hlo.ReduceOp) else [("product", _accuracy(op))]
        kinds = [*of_product, (name, None)]
        keys = [self._ordered(*each, parts, [index.terms[0][0] for index in bound]) for each in kinds]
        if not self.terms.decides:
            self._after.add(source)
            self.orders.setdefault(keys[0], []).append(place)
        elif source not in self._after:
            for counterpart in [each for key in keys for each in self.orders.get(key, ())]:
                first, there = self._counterparts.setdefault(source, (place, counterpart))
                if self._corresponds(first, there, place, counterpart):
                    self.terms.decided[f"{op.name} (in the order after)"] = None
                    return self.element(*counterpart)
        return None

    def _corresponds(
        self, first: OpenPlace, there: OpenPlace, place: OpenPlace, counterpart: OpenPlace
    ) -> bool:
        """Whether an element before has one counterpart after wherever it is read, as the first one has."""
        known: dict[Unknown, Index] = {}
        for _ in first.indices:  # each time, one more index of the first may be known by those of the place
            for index, given in zip(first.indices, place.indices):
                missing = [(each, n) for each, n in index.terms if each not in known]
                if len(missing) == 1 and abs(missing[0][1]) == 1:
                    each, n = missing[0]
                    known[each] = (given - self._moved_index(index - Index.of(0, {each: n}), known)) * n
        known = {each: index for each, index in known.items() if isinstance(each.of, Along)}
        about = {inner for index in there.indices for each, _ in index.terms for inner in self._in(each)}
        moved = [tuple([self._moved_index(each, known) for each in of.indices]) for of in (first, there)]
        is_one = about <= known.keys() and there.node is counterpart.node
        return is_one and moved == [place.indices, counterpart.indices]

    # ---- parts ----

    def _parts(self, name: str, term: ElementTerm) -> Iterator[_Product]:
        """The elements that a term combines by an op."""
        if term.head == "op" and term.data.name == name:
            for part in term.parts:
                yield from self._parts(name, part)
        elif term.head == "reduce" and term.data[0] == name:
            yield self._opened(term)
        else:
            yield _Product(1, (term,))

    def _products(self, term: ElementTerm) -> list[_Product]:
        """The products that a term is the sum of."""
        name = term.data.name if term.head == "op" else ""
        if term.head == "constant":
            return [_Product(int(term.data))] if term.data else []
        if term.head == "reduce" and term.data[0] == "add":
            return [self._opened(term)]
        if name == "multiply":
            pairs = [*product(*map(self._products, term.parts))]
            found = [_Product(a[0] * b[0], a[1] + b[1], a[2] + b[2]) for a, b in pairs]
        elif name in ("add", "subtract", "negate"):
            first, *others = map(self._products, term.parts)
            sign = 1 if name == "add" else -1
            turned = others[0] if others else first
            found = [each._replace(multiple=each.multiple * sign) for each in turned]
            found = [*first, *found] if others else found
        else:
            return [_Product(1, (term,))]
        if len(found) > PRODUCTS:
            raise _TooManyProductsError
        return found

    def _opened(self, term: ElementTerm) -> _Product:
        """A term over indices as a product, of indices that occur nowhere else."""
        _, bound, _ = term.data
        fresh = {each: self._fresh(_size_of(each)) for each in bound}
        factors = tuple([self.moved(part, fresh) for part in term.parts])
        return _Product(1, factors, tuple([index.terms[0][0] for index in fresh.values()]))

    def _fresh(self, size: Index) -> Index:
        self._levels += 1
        return index_along(self._levels, 0, size)

    def _ranges(self, given: _Product, is_sum: bool) -> Iterator[_Product]:
        """A product without conditions on its indices, in as many parts as these cut."""
        for place, factor in enumerate(given.factors):
            if factor.head != "op" or factor.data.name != "select":
                continue
            condition, on_true, on_false = factor.parts
            conditions = conditions_in(condition)
            cuts = [(each, self._cut(each, given.bound)) for each in conditions]
            chosen = next(((each, cut) for each, cut in cuts if cut is not None), None)
            if chosen is None:
                continue
            for each in conditions:
                if each is not chosen[0]:
                    on_true = self.terms.named("select", each, on_true, on_false)
            unknown, first, is_before = chosen[1]
            before, behind = (on_true, on_false) if is_before else (on_false, on_true)
            ranges = (Index.of(0), first, before), (first, _size_of(unknown) - first, behind)
            for start, size, there in ranges:
                if size.known == 0:
                    continue
                fresh = self._fresh(size)
                factors = [*given.factors[:place], there, *given.factors[place + 1 :]]
                moved = [self.moved(each, {unknown: fresh + start}) for each in factors]
                rest = [each for each in given.bound if each is not unknown]
                bound = (*rest, *[each for each, _ in fresh.terms])
                made = moved[place]
                split = self._products(made) if is_sum else [_Product(1, (made,))]
                for each in split:
                    others = (*moved[:place], *each.factors, *moved[place + 1 :])
                    multiple = given.multiple * each.multiple
                    yield from self._ranges(_Product(multiple, others, (*bound, *each.bound)), is_sum)
            return
        yield given

    def _cut(self, condition: ElementTerm, bound: Sequence[Unknown]) -> tuple[Unknown, Index, bool] | None:
        """The index that a condition is about, how many are below it, and whether it holds for these."""
        if condition.head != "sign":
            return None
        for each, n in condition.data.terms:
            if each in bound and abs(n) == 1:
                rest = condition.data - Index.of(0, {each: n})
                first = rest * -1 if n == 1 else rest + 1
                is_size = all(isinstance(unknown.of, SizeOf) for unknown, _ in first.terms)
                if is_size and first.is_never_negative() and (_size_of(each) - first).is_never_negative():
                    return each, first, n == -1
        return None

    # ---- terms ----

    def _one(
        self, name: str, given: _Product, init: Array, kind: Attribute, is_sum: bool
    ) -> tuple[int, ElementTerm]:
        """A product over its indices as a product of terms over those that the same factors are about."""
        multiple, waiting, bound = given
        if not is_sum:
            return 1, self._least(name, waiting, bound, init, kind)
        made: list[ElementTerm] = []
        groups: list[tuple[list[ElementTerm], set[Unknown]]] = []
        for factor in waiting:
            about = {*self.about(factor)} & {*bound}
            factors = [factor]
            for group in [group for group in groups if group[1] & about]:
                groups.remove(group)
                factors, about = [*group[0], *factors], group[1] | about
            groups.append((factors, about))
        for factors, about in groups:
            inside = tuple([each for each in bound if each in about])
            made.append(self._least(name, tuple(factors), inside, init, kind))
        for each in [each for each in bound if not any(each in about for _, about in groups)]:
            size = _size_of(each)
            if size.known is None:
                made.append(self._least(name, (), (each,), init, kind))
            else:
                multiple *= size.known
        made.sort(key=lambda each: each.number)
        made = made or [self.terms.constant(integer_of_type(1, kind), kind)]
        return multiple, reduce(lambda a, b: self.terms.named("multiply", a, b), made)

    def _least(
        self,
        name: str,
        factors: tuple[ElementTerm, ...],
        bound: tuple[Unknown, ...],
        init: Array,
        kind: Attribute,
    ) -> ElementTerm:
        """The term over indices, by the order of them that gives the least one."""
        if not bound and len(factors) == 1:
            return factors[0]
        free = {each for factor in factors for each in self.about(factor)} - {*bound}
        level = 1 + max([each.level for each in free], default=0)
        orders = [*permutations(bound)] if factorial(len(bound)) <= ORDERS else [bound]
        found: list[tuple[list[int], list[int], tuple[ElementTerm, ...], tuple[Unknown, ...]]] = []
        for order in orders:
            named = [index_along(level, k, _size_of(each)) for k, each in enumerate(order)]
            moved = [self.moved(factor, dict(zip(order, named))) for factor in factors]
            moved.sort(key=lambda each: each.number)
            inside = tuple([index.terms[0][0] for index in named])
            numbers = [each.number for each in moved], [each.number for each in inside]
            found.append((*numbers, tuple(moved), inside))
        *_, parts, inside = min(found, key=lambda each: each[:2])
        return self.terms.make("reduce", (name, inside, init.tobytes()), parts, kind)

    def about(self, term: ElementTerm) -> frozenset[Unknown]:
        """The indices along dimensions that a term depends on."""
        if term not in self._about:
            found = {
                each for index in term.indices for unknown, _ in index.terms for each in self._in(unknown)
            }
            if term.head in ("op", "reduce"):
                found.update([each for part in term.parts for each in self.about(part)])
            if term.head == "reduce":
                found.difference_update(term.data[1])
            self._about[term] = frozenset(found)
        return self._about[term]

    def _in(self, unknown: Unknown) -> Iterator[Unknown]:
        match unknown.of:
            case Along():
                yield unknown
            case Quotient(rest, _):
                for each, _ in rest.terms:
                    yield from self._in(each)
            case Clamped(start, most):
                for each, _ in (*start.terms, *most.terms):
                    yield from self._in(each)
            case OfElement(ElementTerm() as term):
                yield from self.about(term)
            case _:
                pass

    def moved(self, term: ElementTerm, given: Mapping[Unknown, Index]) -> ElementTerm:
        """A term with other indices."""
        about = self.about(term)
        given = {each: index for each, index in given.items() if each in about}
        if not given:
            return term
        key = term, frozenset(given.items()), self.terms.moves_only
        if key not in self._moved:
            self._moved[key] = self._moved_term(term, given)
        return self._moved[key]

    def _moved_term(self, term: ElementTerm, given: Mapping[Unknown, Index]) -> ElementTerm:
        places = tuple([self._moved_index(index, given) for index in term.indices])
        match term.head:
            case "table":
                return self.terms.table(term.data[0], places, term.type)
            case "index" | "place":
                (index,) = places
                return self.terms.index(index, term.type) or self.terms.make(term.head, index, (), term.type)
            case "sign":
                return self.terms.sign(*places)
            case "element":
                return self.terms.make("element", places, term.parts, term.type)
            case "op":
                parts = tuple([self.moved(part, given) for part in term.parts])
                return self.terms.op(term.data, parts, term.type)
            case _:
                name, bound, init = term.data
                fresh = {each: self._fresh(_size_of(each)) for each in bound}
                parts = tuple([self.moved(part, {**given, **fresh}) for part in term.parts])
                inside = tuple([index.terms[0][0] for index in fresh.values()])
                return self._least(name, parts, inside, np.frombuffer(init, np.uint8), term.type)

    def _ordered(
        self, name: str, said: object, parts: Sequence[ElementTerm], bound: Sequence[Unknown]
    ) -> ElementTerm:
        """A term over indices in order: over one, if all their sizes are known."""
        free = {each for part in parts for each in self.about(part)} - {*bound}
        level = 1 + max([each.level for each in free], default=0)
        sizes = [_size_of(each) for each in bound]
        count = prod([size.known or 0 for size in sizes])
        if count and len(bound) > 1:
            rest = one = index_along(level, 0, Index.of(count))
            given, named = dict[Unknown, Index](), [one]
            for each, size in zip(bound, sizes):
                count //= size.known or 1
                given[each] = rest.divided(count)
                rest -= given[each] * count
        else:
            named = [index_along(level, k, size) for k, size in enumerate(sizes)]
            given = dict(zip(bound, named))
        inside = tuple([index.terms[0][0] for index in named])
        moved = tuple([self.moved(part, given) for part in parts])
        return self.terms.make("ordered", (name, inside, said), moved, parts[0].type)

    def _moved_index(self, index: Index, given: Mapping[Unknown, Index]) -> Index:
        parts = [self._moved_unknown(each, given) * n for each, n in index.terms]
        return sum(parts, Index.of(index.constant))

    def _moved_unknown(self, each: Unknown, given: Mapping[Unknown, Index]) -> Index:
        if each in given:
            return given[each]
        match each.of:
            case Quotient(rest, divisor):
                return self._moved_index(rest, given).divided(divisor)
            case Clamped(start, most):
                first, last = self._moved_index(start, given), self._moved_index(most, given)
                return unknown_index(Clamped(first, last), 0, last.bounds()[1], max(first.level, last.level))
            case OfElement(ElementTerm() as term):
                element = self.moved(term, given)
                known = as_index(element)
                return unknown_index(OfElement(element), -inf, inf, element.level) if known is None else known
            case _:
                return Index.of(0, {each: 1})


def combines_floats(op: Operation) -> bool:
    """Whether an op combines floats in an order that is open."""
    return isinstance(op, hlo.ReduceOp | hlo.DotGeneralOp | hlo.DotOp) and is_float(
        element_type_of(op.results[0].type)
    )


def _accuracy(op: Operation) -> tuple[Attribute | None, Attribute | None]:
    """The precision of a product, None if it is the default, and its algorithm."""
    precision = op.properties.get("precision_config")
    is_default = is_array_attr(precision) and {*precision} <= {hlo.PrecisionAttr(hlo.Precision.DEFAULT)}
    return None if is_default else precision, op.properties.get("algorithm")


def _size_of(unknown: Unknown) -> Index:
    assert isinstance(unknown.of, Along)
    return unknown.of.size
