"""Terms of elements and their normal forms: constants are computed by the interpreter, and the equations of the
folder's rules, each of which is proved for every bit pattern, are applied by the matcher here.

A term is an element of a tensor, or a tensor of which nothing is known but what made it. Equal terms are one object, so
that two programs are equal where their results are the same term.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial, reduce
from math import inf, prod
from typing import Any, TypeAlias

import numpy as np
from xdsl.dialects.builtin import IntegerType, TensorType
from xdsl.ir import Attribute
from xdsl.traits import Commutative

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.folding.facts.lattice import IntegerFact, kind_of_integers
from xdsl_stablehlo.folding.rules import equations
from xdsl_stablehlo.folding.rules.terms import EQUATIONS, Equation, Term as Notation, kind_of_elements
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.execution.nans import with_one_nan
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.numerics.conversion import integer_of_type, number
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import is_uniform

from .facts import ElementTerm, ElementwiseForm, KnownTerms, exemplar, exemplar_of, has_open_result
from .indices import Clamped, Index, Indices, OfElement, fixed_index, unknown_index

TABLE = 1 << 20
"""The largest number of elements of a constant that is read in another order."""
TERMS = 200_000
"""The largest number of terms."""
I1 = IntegerType(1)


class TooManyTermsError(Exception):
    """Raised for programs that have too many terms."""


Matched: TypeAlias = "dict[str, Any]"
"""Terms by variables and constants, element types by `:` and their names."""


@dataclass
class NormalTerms:
    """All terms of two programs, in normal form."""

    moves_only: bool = False
    """Whether the bits of NaNs count now, so that a NaN that is computed is not one that is there."""
    decides: bool = False
    """Whether terms are of the program before, where an implementation may be chosen."""
    left_open: dict[str, None] = field(default_factory=dict[str, None])
    """Choices that the program after leaves to the implementation."""
    decided: dict[str, None] = field(default_factory=dict[str, None])
    """Choices that were made for the program before."""
    used: dict[tuple[str, ElementTerm, ElementTerm], None] = field(default_factory=lambda: {})
    """The equations that were applied: the rule, and both sides."""
    _known: dict[Hashable, ElementTerm] = field(default_factory=dict[Hashable, "ElementTerm"])
    facts: KnownTerms = field(default_factory=KnownTerms)

    def make(
        self, head: str, data: Any, parts: tuple[ElementTerm, ...], kind: Attribute, key: Hashable = None
    ) -> ElementTerm:
        """The term of this form."""
        key = head, data if key is None else key, tuple([part.number for part in parts]), kind
        found = self._known.get(key)
        if found is None:
            if len(self._known) > TERMS:
                raise TooManyTermsError
            found = self._known[key] = ElementTerm(len(self._known), head, data, parts, kind)
            found.level = max([0, *[each.level for each in (*parts, *found.indices)]])
        return found

    def may_decide(self, about: str, *like: str) -> bool:
        """Whether an implementation may be chosen for some ops: before, and if after nothing like them is open.

        Terms of the program after have to be made first.
        """
        if self.decides and self.left_open.keys().isdisjoint((about, *like)):
            self.decided[about] = None
            return True
        if not self.decides:
            self.left_open[about] = None
        return False

    # ---- constants and indices ----

    def constant(self, element: Array, kind: Attribute) -> ElementTerm:
        """A number."""
        return self.make("constant", element, (), kind, element.tobytes())

    def table(self, array: Array, indices: Indices, kind: Attribute) -> ElementTerm:
        """The element of a constant at indices: of a smaller constant if they do not all count."""
        if not array.size:
            return self.constant(np.zeros((), array.dtype), kind)  # of no element
        if is_uniform(array):
            return self.constant(np.asarray(array[(0,) * array.ndim]), kind)
        along = sorted({each for index in indices for each, _ in index.terms})
        ends = [each.high for each in along]
        grid = np.prod([end + 1.0 for end in ends]) if along else 1.0
        if all(each.low == 0 for each in along) and grid <= min(TABLE, 4096 + 4 * array.size):
            steps = np.ix_(*[np.arange(int(end) + 1) for end in ends])
            taken: list[Array] = []
            for index, size in zip(indices, array.shape):
                at: Any = np.full((1,) * len(along), index.constant)
                for each, n in index.terms:
                    at = at + n * steps[along.index(each)]
                # Where a condition excludes an index, the element does not matter.
                taken.append(np.clip(at, 0, size - 1))
            array = np.asarray(array[tuple(np.broadcast_arrays(*taken))]) if along else array[tuple(taken)]
            array = array.reshape([int(end) + 1 for end in ends])
            indices = tuple([Index.of(0, {each: 1}) for each in along])
            for axis in reversed(range(array.ndim)):
                if array.take(0, axis).tobytes() != array.take(-1, axis).tobytes():
                    continue
                if array.tobytes() == np.repeat(array.take([0], axis), array.shape[axis], axis).tobytes():
                    array = array.take(0, axis)
                    indices = (*indices[:axis], *indices[axis + 1 :])
            if not array.ndim:
                return self.constant(np.asarray(array), kind)
        key = array.shape, np.ascontiguousarray(array).tobytes(), indices
        return self.make("table", (array, indices), (), kind, key)

    def index(self, index: Index, kind: Attribute) -> ElementTerm | None:
        """An index as an element of a type; None if the type may not hold it."""
        known = formats.format_or_none(kind)
        low, high = index.bounds()
        if isinstance(known, formats.IntegerFormat):
            least, most = (0, 1) if known.width == 1 else (known.least, known.most)
            is_size = index.lone is not None and known.width == 64
            if not is_size and not (least <= low and high <= most):
                return None
            if index.known is not None:
                return self.constant(integer_of_type(index.known, kind), kind)
        elif not isinstance(known, formats.FloatFormat) or max(-low, high) > min(
            2**known.precision, known.largest
        ):
            return None
        if index.known is not None:
            return self.constant(np.asarray(index.known).astype(known.dtype), kind)
        return self.make("index", index, (), kind)

    def sign(self, index: Index) -> ElementTerm:
        """Whether an index is 0 or more."""
        known = [found for found, of in ((True, index), (False, index * -1 - 1)) if of.is_never_negative()]
        if known:
            return self.constant(np.asarray(known[0]), I1)
        return self.make("sign", index, (), I1)

    # ---- ops ----

    def op(self, form: ElementwiseForm, parts: tuple[ElementTerm, ...], kind: Attribute) -> ElementTerm:
        """An elementwise op of elements, in normal form."""
        if form.kind is hlo.ConvertOp and parts[0].type == kind:
            return parts[0]
        if form.kind is hlo.CompareOp:
            form, parts = _compared(form, parts)
        found = self._of_indices(form, parts, kind) or self._of_constants(form, parts, kind)
        if found is not None:
            return found
        if is_symmetric(form) and parts[0].number > parts[1].number:
            parts = parts[::-1]
        if form.kind is hlo.AddOp and kind_of_integers(kind) is not None:
            number, rest = sorted(parts, key=_is_no_number)
            if number.head == "constant" and rest.head == "op" and rest.data == form:
                inner, other = sorted(rest.parts, key=_is_no_number)
                if inner.head == "constant":
                    return self.op(form, (other, self.op(form, (number, inner), kind)), kind)
        term = self.make("op", form, parts, kind)
        fact = self.facts.fact(term) if form.kind is hlo.CompareOp else None
        if isinstance(fact, IntegerFact) and fact.value is not None:
            given = self.constant(np.asarray(bool(fact.value)), kind)
            self.used["range", term, given] = None
            return given
        return self._normal(term)

    def named(self, name: str, *parts: ElementTerm) -> ElementTerm:
        """An op without attributes, of elements of the type of its last operand."""
        kind = hlo.StableHLO.operation(name)
        assert kind is not None
        return self.op(ElementwiseForm(kind, frozenset()), parts, parts[-1].type)

    def equals(self, term: ElementTerm, number: int) -> ElementTerm:
        """Whether an integer is a number."""
        if not number and term.head == "op" and term.data.name == "convert" and term.parts[0].type == I1:
            return self.named("not", term.parts[0])
        form = ElementwiseForm(hlo.CompareOp, frozenset({("comparison_direction", _direction("EQ"))}))
        return self.op(form, (term, self.constant(integer_of_type(number, term.type), term.type)), I1)

    def within(self, index: Index, size: Index) -> ElementTerm:
        """Whether an index is at least 0 and below a size."""
        if size.known == 0:
            return self.constant(np.asarray(False), I1)
        first, last = self.sign(index), self.sign(index * -1 + size - 1)
        return self.named("and", first, last)

    def where(
        self,
        conditions: Sequence[ElementTerm],
        on_true: Callable[[], ElementTerm],
        on_false: Callable[[], ElementTerm],
    ) -> ElementTerm:
        """One element where all conditions hold, another one elsewhere."""
        true = self.constant(np.asarray(True), I1)
        found = reduce(partial(self.named, "and"), conditions, true)
        if found.head == "constant":
            return (on_true if found.data else on_false)()
        value, other = on_true(), on_false()
        if value.head == "op" and value.data.name == "select" and value.parts[2] is other:
            # What is elsewhere already needs no conditions that those there imply.
            inner = [each for each in conditions_in(value.parts[0]) if each.head == "sign"]
            outer = [
                each
                for each in conditions_in(found)
                if each.head != "sign" or not any((each.data - by.data).is_never_negative() for by in inner)
            ]
            found, value = reduce(partial(self.named, "and"), outer, value.parts[0]), value.parts[1]
        return self.named("select", found, value, other)

    def _of_indices(
        self, form: ElementwiseForm, parts: tuple[ElementTerm, ...], kind: Attribute
    ) -> ElementTerm | None:
        """An op of indices as an index or a condition on one."""
        name, heads = form.name, [part.head for part in parts]
        if name == "select" and heads[0] == "sign" and parts[0].data.terms[0][1] < 0:
            turned = self.sign(parts[0].data * -1 - 1)
            return self.op(form, (turned, parts[2], parts[1]), kind)
        if name == "not" and heads[0] == "sign":
            return self.sign(parts[0].data * -1 - 1)
        if name == "clamp" and as_index(parts[0]) is fixed_index(0):
            most = as_index(parts[2])
            is_sound = most is not None and most.is_never_negative()
            return self.index(clamped_index(parts[1], most), kind) if most is not None and is_sound else None
        if "index" not in heads:
            return None
        if name == "remainder" and parts[0].head == "index" and _is_above(parts[1], parts[0].data):
            return parts[0]
        found = [as_index(part) for part in parts]
        if None in found:
            return None
        one, *others = [each for each in found if each is not None]
        if name == "convert":
            return self.index(one, kind)
        if name == "compare" and kind_of_integers(parts[0].type) is not None:
            ahead, behind = others[0] - one, one - others[0]
            match direction_of(form):
                case "LT":
                    return self.sign(ahead - 1)
                case "LE":
                    return self.sign(ahead)
                case "EQ":
                    return self.named("and", self.sign(ahead), self.sign(behind))
                case "NE":
                    return self.named("or", self.sign(ahead - 1), self.sign(behind - 1))
                case _:
                    return None
        if kind_of_integers(kind) is None:
            return None
        given: Index | None = None
        if name in ("add", "subtract"):
            given = one + others[0] * (1 if name == "add" else -1)
        elif name == "multiply" and one.known is not None:
            given = others[0] * one.known
        elif name == "multiply" and others[0].known is not None:
            given = one * others[0].known
        elif name in ("divide", "remainder") and one.bounds()[0] >= 0 and (others[0].known or 0) > 0:
            divisor = others[0].known or 1
            quotient = one.divided(divisor)
            given = quotient if name == "divide" else one - quotient * divisor
        return None if given is None else self.index(given, kind)

    def _of_constants(
        self, form: ElementwiseForm, parts: tuple[ElementTerm, ...], kind: Attribute
    ) -> ElementTerm | None:
        """An op of constants, evaluated at all their indices; None if it is open, or takes too long."""
        if not all(part.head in ("constant", "table") for part in parts) or not parts:
            return None
        indices = [part.data[1] for part in parts if part.head == "table"]
        along = sorted({each.lone for group in indices for each in group if each.lone is not None})
        if any(each.lone is None for group in indices for each in group):
            return None
        if prod([each.high + 1 for each in along]) > TABLE // 16:
            return None
        op = exemplar(form, tuple([part.type for part in parts]), kind)
        if has_open_result(op, parts):
            return None
        arrays: list[Array] = []
        for part in parts:
            if part.head == "constant":
                arrays.append(part.data)
                continue
            array, group = part.data
            places = [along.index(each.lone) for each in group]
            shape = [array.shape[places.index(i)] if i in places else 1 for i in range(len(along))]
            arrays.append(array.transpose(np.argsort(places)).reshape(shape))
        entry = entry_of(op)
        assert entry is not None
        size = [int(each.high) + 1 for each in along]
        try:
            with quiet():
                kernel = with_one_nan(op, entry.make(op), entry)
                given = np.asarray(kernel(*[np.broadcast_to(array, size) for array in arrays]))
        except EvaluationError:
            return None
        return self.table(given, tuple([Index.of(0, {each: 1}) for each in along]), kind)

    # ---- equations ----

    def _normal(self, term: ElementTerm) -> ElementTerm:
        """The right side of the first equation that applies, or the term."""
        element = term.parts[-1].type if term.parts else term.type
        kind = kind_of_elements(element)
        moves_only = self.moves_only and kind not in equations.INTEGERS
        if moves_only and term.data.name != "select":
            return term
        is_open = term.data.kind is hlo.PowOp and has_open_result(exemplar_of(term), term.parts)
        if is_open and term.parts[1].head != "constant":
            self.left_open.update({} if self.decides else {"stablehlo.power": None})
            return term
        for name, row, left, right in equations_about(term.data.name):
            # What holds for elements of any kind only moves them.
            if kind not in row.kinds or (moves_only and row.kinds != equations.ANY):
                continue
            for found in self._matches(left, term, {}, whole_term=True):
                if self._holds(row, found, term):
                    given = self._built(right, found, term if right.is_number else term.parts[-1], term.type)
                    if given is None or given is term:
                        continue
                    if not is_open or self.may_decide(f"stablehlo.power ({name})", "stablehlo.power"):
                        self.used[name, term, given] = None
                        return given
        return term

    def _holds(self, row: Equation, found: Matched, term: ElementTerm) -> bool:
        """Whether the conditions of an equation hold of what it was matched with."""
        values: dict[str, Any] = {
            name: TensorType(each, ()) if name[0] == ":" else self.facts.value(each)
            for name, each in found.items()
        }
        k: Any = self.facts
        return (
            all(fact.holds(k, values[name]) for name, fact in row.facts.items())
            and (row.where is None or row.where.holds(k, values, k.value(term.parts[-1])))
            and (row.types is None or row.types.holds(k, values))
        )

    def _matches(
        self, wanted: Notation, term: ElementTerm, found: Matched, whole_term: bool = False
    ) -> Iterator[Matched]:
        """The terms for letters with which a term is as it is written."""
        if wanted.is_variable:
            before = found.get(wanted.head)
            if before is None:
                typed = found
                if wanted.type_name:
                    if found.get(f":{wanted.type_name}", term.type) != term.type:
                        return
                    typed = {**found, f":{wanted.type_name}": term.type}
                yield {**typed, wanted.head: term}
            elif before is term:
                yield found
        elif wanted.is_constant:
            if term.head in ("constant", "table") and found.get(wanted.head, term) is term:
                yield {**found, wanted.head: term}
        elif wanted.is_number:
            held = number(wanted.head.replace("_", " "), term.type)
            if term.head == "constant" and held is not None and held.tobytes() == term.data.tobytes():
                yield found
        elif term.head == "op" and term.data.name == wanted.head and len(term.parts) == len(wanted.parts):
            if wanted.head == "compare":
                if direction_of(term.data) not in wanted.said or (
                    "TOTALORDER" in wanted.said and not _is_total(term.data)
                ):
                    return
            elif wanted.said:
                if found.get(f":{wanted.said[0]}", term.type) != term.type:
                    return
                found = {**found, f":{wanted.said[0]}": term.type}
            if not whole_term and has_open_result(exemplar_of(term), term.parts) and wanted.head != "convert":
                return
            if wanted.name:
                found = {**found, wanted.name: term}
            for order in wanted.orders:
                yield from self._all_match(order, term.parts, found)

    def _all_match(
        self, wanted: Sequence[Notation], parts: Sequence[ElementTerm], found: Matched
    ) -> Iterator[Matched]:
        if not wanted:
            yield found
            return
        for each in self._matches(wanted[0], parts[0], found):
            yield from self._all_match(wanted[1:], parts[1:], each)

    def _built(
        self, right: Notation, found: Matched, like: ElementTerm, kind: Attribute
    ) -> ElementTerm | None:
        """A term as it is written; numbers are of the type of `like`."""
        if right.is_variable or right.is_constant:
            return found[right.head]
        if right.is_number:
            held = number(right.head.replace("_", " "), like.type)
            return None if held is None else self.constant(held, like.type)
        parts = [self._built(part, found, like, like.type) for part in right.parts]
        op = hlo.StableHLO.operation(right.head)
        if op is None or None in parts:
            return None
        read = tuple([part for part in parts if part is not None])
        if right.head == "compare" or (right.said and right.head != "convert"):
            return None
        if right.head == "convert":
            return self.op(ElementwiseForm(op, frozenset()), read, found[f":{right.said[0]}"])
        return self.op(ElementwiseForm(op, frozenset()), read, read[-1].type)


def _is_no_number(term: ElementTerm) -> bool:
    return term.head != "constant"


@cache
def equations_about(name: str) -> Sequence[tuple[str, Equation, Notation, Notation]]:
    """The equations about an op, with both sides, by the names of their rules."""
    found: list[tuple[str, Equation, Notation, Notation]] = []
    for rule, rows in EQUATIONS.items():
        for row in rows:
            sides = row.sides.get(f"stablehlo.{name}")
            if sides is not None and sides[0].head == name:
                found.append((rule, row, *sides))
    return found


def is_symmetric(form: ElementwiseForm) -> bool:
    """Whether the two operands of an op may be swapped."""
    if form.kind is hlo.CompareOp:
        return direction_of(form) in ("EQ", "NE")
    return form.kind.has_trait(Commutative)


def direction_of(form: ElementwiseForm) -> str:
    """The direction of a comparison."""
    return next(each.data.value for _, each in form.said if isinstance(each, hlo.ComparisonDirectionAttr))


def _is_total(form: ElementwiseForm) -> bool:
    kinds = [each.data.value for _, each in form.said if isinstance(each, hlo.ComparisonTypeAttr)]
    return "TOTALORDER" in kinds


_TURNED = {"GT": "LT", "GE": "LE"}


def _compared(
    form: ElementwiseForm, parts: tuple[ElementTerm, ...]
) -> tuple[ElementwiseForm, tuple[ElementTerm, ...]]:
    """A comparison as one of less, less or equal, equal and not equal; in which order only where it matters."""
    said, direction = dict(form.said), direction_of(form)
    if not _is_total(form):
        said.pop("compare_type", None)
    if direction in _TURNED:
        said["comparison_direction"] = _direction(_TURNED[direction])
        parts = parts[::-1]
    return ElementwiseForm(form.kind, frozenset(said.items())), parts


@cache
def _direction(name: str) -> Attribute:
    return hlo.ComparisonDirectionAttr(hlo.ComparisonDirection(name))


def conditions_in(condition: ElementTerm) -> list[ElementTerm]:
    """The conditions on indices that one consists of; it is among them if it is another one."""
    if condition.head == "op" and condition.data.name == "and":
        return [each for part in condition.parts for each in conditions_in(part)]
    return [condition]


LARGEST_INDEX = 1 << 53
"""Positions up to here are looked at: their differences do not wrap around."""


def as_index(term: ElementTerm) -> Index | None:
    """An integer as an index; one of a table if the table has steps of one size along each dimension."""
    if term.head == "index":
        return term.data
    kind = kind_of_integers(term.type)
    if term.head not in ("constant", "table") or kind is None:
        return None
    if term.head == "constant":
        return fixed_index(int(term.data))
    array, indices = term.data
    numbers: Array = array.astype(np.int64)
    first = int(numbers.flat[0])
    if kind.most >= 1 << 63 or not -LARGEST_INDEX <= numbers.min() <= numbers.max() <= LARGEST_INDEX:
        return None
    found, written = fixed_index(first), numbers.flat[:1].reshape(())
    for axis, (index, size) in enumerate(zip(indices, numbers.shape)):
        step = int(numbers.take(1, axis).flat[0]) - first if size > 1 else 0
        found += index * step
        written = np.add.outer(written, np.arange(int(size)) * step)
    return found if np.array_equal(written, numbers) else None


def index_of_element(term: ElementTerm) -> Index:
    """An integer that says where others are."""
    kind = kind_of_integers(term.type)
    low, high = (-inf, inf) if kind is None else (kind.least, kind.most)
    return as_index(term) or unknown_index(OfElement(term), low, high, term.level)


def clamped_index(start: ElementTerm, most: Index) -> Index:
    """A start that is made 0 or more, and no more than `most`."""
    if start.head == "op" and start.data.name == "minimum":
        for bound, rest in (start.parts, start.parts[::-1]):
            least = as_index(bound)
            if least is not None and least.is_never_negative() and (most - least).is_never_negative():
                return clamped_index(rest, least)
    index = index_of_element(start)
    while index.lone and isinstance(of := index.lone.of, Clamped) and (of.most - most).is_never_negative():
        index = of.start
    if index.is_never_negative() and (most - index).is_never_negative():
        return index
    if most.known == 0:
        return most
    high = min(most.bounds()[1], max(0, index.bounds()[1]))
    return unknown_index(Clamped(index, most), 0, high, index.level)


def _is_above(term: ElementTerm, index: Index) -> bool:
    """Whether an integer is known to be larger than an index, and the index not to be negative."""
    if term.head == "op" and term.data.name == "maximum":
        return any(_is_above(part, index) for part in term.parts)
    known = as_index(term)
    return known is not None and index.is_never_negative() and (known - index - 1).is_never_negative()
