"""Whether `after` refines `before` for one set of arguments.

If the results differ, `before` runs under other implementations. An element of `after` is allowed if one of them gives
it, if it depends on a filler, or if rounding explains it. A choice that is open in `after` must be open in `before`:
the results of `after` under every implementation have to be allowed, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.values.element_types import Array, FloatFormat, format_of_dtype, holds_integers

from ..permitted.choices.behaviours import FILLERS, leaves_open
from ..permitted.choices.implementations import Done, Implementation, Open, element_bits, leaves
from ..permitted.choices.rounding import ACCURACY, ROUNDINGS, rounds
from ..permitted.choices.schedules import ALL_SCHEDULES, REDUCTION, SCHEDULES
from ..permitted.spans import Freedom, Span, contains, may_overflow_alike, span_leaves
from ..permitted.sums import PRODUCTS
from .runs import Budget, Failure, Subject
from .verdicts import FloatTolerance, Kind, ValidationOptions

Each = TypeVar("Each")


class Judgement(NamedTuple):
    """The verdict on one set of arguments, with the difference or the reason in `text`."""

    kind: Kind
    text: str = ""
    opens: tuple[Open, ...] = ()
    before: tuple[Value, ...] | str = ()
    after: tuple[Value, ...] | str = ()


AGREED = Judgement(Kind.NOT_REFUTED)


@dataclass
class Relation:
    """Two functions, and how their arguments and results correspond."""

    before: Subject
    after: Subject
    budget: Budget
    """The budget of the runs of both."""
    options: ValidationOptions
    argument_places: Sequence[int]
    """For each argument of `after`, the index of that of `before`."""
    result_places: Sequence[int]
    """For each result of `after`, the index of that of `before`."""
    observed: bool = False
    """Whether runs note which ops they evaluate."""
    is_settled: bool = True
    """Whether nothing was open in `after` so far: it may only give what the interpreter gives."""

    def arguments(self, values: Sequence[Each]) -> list[Each]:
        """The arguments of `after` for those of `before`."""
        return [values[place] for place in self.argument_places]

    def results(self, values: Sequence[Each]) -> list[Each]:
        """The results that `after` should give for those of `before`, and what follows these."""
        count = len(self.before.func.function_type.outputs)
        return [*[values[place] for place in self.result_places], *values[count:]]

    @cached_property
    def after_rounds(self) -> bool:
        """Whether floats of `after` may be rounded."""
        ops = ((op, entry_of(op)) for op in self.after.ops())
        return any(entry is not None and rounds(op, entry) for op, entry in ops)

    @cached_property
    def is_open(self) -> bool:
        """Whether `before` may give several results."""
        ops = ((op, entry_of(op)) for op in self.before.ops())
        return any(leaves_open(op) or (entry is not None and rounds(op, entry)) for op, entry in ops)

    def overflows(self, arguments: Sequence[object]) -> list[Span]:
        """The sets of results of `after`, if it has products: these may overflow before they are added, or not."""
        has_products = any(isinstance(op, PRODUCTS) for op in self.after.ops())
        return span_leaves(self.after.permitted(self.arguments(arguments), 0).spans) if has_products else []

    def judge(self, arguments: Sequence[object]) -> Judgement:
        """Whether the results of `after` for `arguments` are among those that `before` may have."""
        theirs, choices, mine = self.arguments(arguments), Implementation(), Implementation()
        ours = self.before.run(arguments, mine, self.observed)
        if isinstance(ours, Failure):
            return Judgement(Kind.CANNOT, f"before: {ours.message}")
        given = self.after.run(theirs, choices, self.observed)
        if isinstance(given, Failure):
            if given.is_limit:
                return Judgement(Kind.CANNOT, f"after: {given.message}")
            text = f"before gives results, and after fails: {given.message}"
            return Judgement(Kind.REFUTED, text, (), ours, given.message)
        self.is_settled = self.is_settled and not choices.met and not choices.inexact
        undone = _other_effects(mine.done, choices.done)
        if undone is not None:
            certain = not mine.met and not mine.inexact
            return Judgement(Kind.REFUTED if certain else Kind.CANNOT, undone, (), ours, given)
        allowed = Allowed(self, arguments, ours, operand_names([each for each in choices.done if each.acts]))
        judgement = allowed.judge(given)
        if judgement.kind is Kind.REFUTED:
            # The results of an unknown function are made up: its operands say more.
            return judgement._replace(text=first_other_operand(mine.done, choices.done) or judgement.text)
        if not choices.met:
            return judgement
        # For a choice that is open on both sides, the schedules would compare only samples.
        schedules = SCHEDULES if choices.met.keys() - mine.met.keys() else 0
        return self._judge_choices(arguments, allowed, schedules) or judgement

    def _judge_choices(
        self, arguments: Sequence[object], allowed: Allowed, schedules: int
    ) -> Judgement | None:
        """A refutation by a choice that is open in `after`, but not in `before`; None if there is none."""
        choices = [(n, 0) for n in range(1, schedules + 1)] + [(0, n) for n in range(1, FILLERS + 1)]
        for schedule, filler in choices:
            implementation = Implementation(schedule, filler)
            given = self.after.run(self.arguments(arguments), implementation)
            if isinstance(given, Failure):
                continue
            ours = self.before.run(arguments, Implementation(schedule, filler))
            if not isinstance(ours, Failure) and self._same(self.results(ours), given):
                continue
            judgement = allowed.judge(given)
            if judgement.kind is Kind.REFUTED:
                met = next(iter(implementation.met))
                text = f"{judgement.text}, which depends on what is open only after: {met}"
                return judgement._replace(text=text)
        return None

    def _same(self, ours: Sequence[Value], theirs: Sequence[Value]) -> bool:
        a, b = leaves(ours), leaves(theirs)
        floats = self.options.floats
        return same_shapes(a, b) and all(agreeing(x, y, floats).all() for x, y in zip(a, b, strict=True))


def _other_effects(ours: Sequence[Done], theirs: Sequence[Done]) -> str | None:
    """The first effect that does not happen equally often; None if all do."""
    counts = [Counter([each.what for each in done if each.acts]) for done in (ours, theirs)]
    for what in {**counts[0], **counts[1]}:
        times = [count[what] for count in counts]
        if times[0] != times[1]:
            return f"{what} runs {_often(times[0])} before and {_often(times[1])} after"
    return None


def _often(times: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(times, f"{times} times")


Runs: TypeAlias = "tuple[list[list[Array]], dict[Open, None]]"
"""The results of some runs, and the choices that were open in them."""


@dataclass
class Allowed:
    """The results that `before` may have for some arguments. Other implementations run on demand."""

    relation: Relation
    arguments: Sequence[object]
    ours: tuple[Value, ...]
    names: Sequence[str] = ()
    """The names of the last arrays, which are operands of effects and not results."""
    is_whole: bool = True
    """Whether no run exceeded its limits; otherwise more may be allowed than is known."""
    _known: dict[tuple[str, range], Runs] = field(default_factory=dict[tuple[str, range], Runs])

    @cached_property
    def _mine(self) -> list[Array]:
        return leaves(self.relation.results(self.ours))

    def judge(self, given: tuple[Value, ...]) -> Judgement:
        """Whether results of `after` are allowed."""
        theirs, floats = leaves(given), self.relation.options.floats
        if not same_shapes(self._mine, theirs):
            shapes = [[list(x.shape) for x in arrays] for arrays in (self._mine, theirs)]
            text = f"results have the shapes {shapes[0]} before and {shapes[1]} after"
            return Judgement(Kind.REFUTED, text, (), self.ours, given)
        same = [agreeing(a, b, floats) for a, b in zip(self._mine, theirs, strict=True)]
        if _whole(same):
            return AGREED
        opens: dict[Open, None] = {}
        explained = [np.array(x) for x in same]  # arrays also for scalars, to be added to
        for found, choices in self._explanations(theirs):
            if _explain(explained, found):
                opens.update(choices or {ACCURACY: None})
            if _whole(explained):
                text = first_difference(self._mine, theirs, same, self.names)
                return Judgement(Kind.ALLOWED, text, tuple(opens), self.ours, given)
        text = first_difference(self._mine, theirs, explained, self.names)
        if not self.is_whole:
            text += ", and the budget is spent before it is known whether that is allowed"
            return Judgement(Kind.CANNOT, text)
        return Judgement(Kind.REFUTED, text, (), self.ours, given)

    def _under(self, choice: str, numbers: range) -> Runs:
        """The results under implementations that differ in one kind of choice, without those that fail."""
        if (choice, numbers) not in self._known:
            runs, opens = list[list[Array]](), dict[Open, None]()
            for number in numbers:
                implementation = replace(Implementation(), **{choice: number})
                given = self.relation.before.run(self.arguments, implementation)
                if isinstance(given, Failure):
                    self.is_whole = self.is_whole and not given.is_limit
                    continue
                arrays = leaves(self.relation.results(given))
                if same_shapes(arrays, self._mine):
                    runs.append(arrays)
                    opens.update(implementation.met)
            self._known[choice, numbers] = runs, opens
        return self._known[choice, numbers]

    def _explanations(self, theirs: Sequence[Array]) -> Iterator[tuple[Sequence[Array], dict[Open, None]]]:
        """Where elements of `after` are explained, and by which open choices; what takes long comes late."""
        orders, open_orders = self._under("schedule", FEW_SCHEDULES)
        yield self._some(orders, theirs, True), open_orders
        if open_orders:
            yield self._some(self._under("schedule", MORE_SCHEDULES)[0], theirs, True), open_orders
        fillers, open_fillers = self._under("filler", range(1, FILLERS + 1))
        yield self._some(fillers, self._mine, False), open_fillers
        if not self.relation.options.floats.may_round:
            return
        runs, open_roundings = self._under("rounding", FEW_ROUNDINGS)
        yield self._near(theirs, runs, orders), open_roundings
        if open_roundings:
            more = self._under("schedule", MORE_SCHEDULES)[0] if open_orders else []
            runs = [*runs, *self._under("rounding", MORE_ROUNDINGS)[0]]
            yield self._near(theirs, runs, [*orders, *more]), open_roundings
        if self.relation.is_open:
            opens = {**open_orders, **open_roundings}
            yield from (
                (found, opens) for found in self._sets(theirs, self._some(orders, self._mine, False), opens)
            )

    def _sets(
        self, theirs: Sequence[Array], varies: Sequence[Array], opens: Mapping[Open, None]
    ) -> Iterator[Sequence[Array]]:
        """Where elements are in the set of all permitted results, or are not known and vary with the schedule.

        Only numbers of init values are sampled, and orders of what is no sum.
        """
        its = self.relation.overflows(self.arguments)
        for schedule in (0, *FEW_SCHEDULES, *MORE_SCHEDULES) if REDUCTION in opens else (0,):
            known = self.relation.before.permitted(self.arguments, schedule)
            if known.is_cut and not opens:
                return
            unknown, spans = known.free(Freedom.OPEN), span_leaves(self.relation.results(known.spans))
            found = [np.zeros(given.shape, bool) for given in theirs]
            for at, (span, given) in enumerate(zip(spans, theirs)):
                if span.shape == given.shape:
                    open_ = varies[at] | np.isin(span.free, unknown)
                    found[at] = np.where(span.free > 0, open_, contains(span, given))
                    if at < len(its):
                        found[at] = found[at] | may_overflow_alike(its[at], span)
            yield found

    def _some(self, runs: Sequence[Sequence[Array]], arrays: Sequence[Array], same: bool) -> list[Array]:
        """Where the results of some run are the same as in `arrays`, or differ from them."""
        found: list[Array] = []
        for i, array in enumerate(arrays):
            where = np.zeros(array.shape, bool)
            for run in runs:
                where |= agreeing(run[i], array, self.relation.options.floats) == same
            found.append(where)
        return found

    def _near(
        self, theirs: Sequence[Array], runs: Sequence[Sequence[Array]], orders: Sequence[Sequence[Array]]
    ) -> list[Array]:
        """Where rounding, as seen in `runs`, explains results around those of some order."""
        return [
            explained_by_rounding(
                theirs[i],
                [mine, *[run[i] for run in runs]],
                [mine, *[run[i] for run in orders]],
                self.relation.after_rounds,
            )
            for i, mine in enumerate(self._mine)
        ]


FEW_SCHEDULES, MORE_SCHEDULES = range(1, SCHEDULES + 1), range(SCHEDULES + 1, ALL_SCHEDULES + 1)
FEW_ROUNDINGS, MORE_ROUNDINGS = range(1, ROUNDINGS + 1), range(ROUNDINGS + 1, 4 * ROUNDINGS + 1)
"""With many elements, a few schedules or roundings leave some unchanged that others change."""


def _whole(explained: Iterable[Array]) -> bool:
    """Whether all elements are explained."""
    return all(x.all() for x in explained)


def _explain(explained: Sequence[Array], more: Sequence[Array]) -> bool:
    """Add elements that are explained; return whether any were new."""
    before = sum(int(known.sum()) for known in explained)
    for known, found in zip(explained, more, strict=True):
        known |= found
    return sum(int(known.sum()) for known in explained) > before


def operand_names(done: Iterable[Done]) -> list[str]:
    """A name for each array in the operands of effects."""
    return [
        f"operand {n} of {each.what}"
        for each in done
        for n, operand in enumerate(each.operands)
        for _ in leaves((operand,))
    ]


def first_other_operand(ours: Sequence[Done], theirs: Sequence[Done]) -> str | None:
    """The first difference in the operands of unknown functions, if both sides call the same ones."""
    if [each.what for each in ours] != [each.what for each in theirs]:
        return None
    sides = [leaves([each.operands for each in done]) for done in (ours, theirs)]
    if not same_shapes(*sides):
        return None
    same = [agreeing(x, y, FloatTolerance()) for x, y in zip(*sides)]
    return first_difference(sides[0], sides[1], same, operand_names(ours)) or None


SLACK = 8
"""Allowed distance, as a multiple of the spread between runs with different rounding."""

NEAR = 4
"""Allowed distance in ULPs if `after` may round where `before` does not."""

_WIDE = np.longdouble


def same_shapes(ours: Sequence[Array], theirs: Sequence[Array]) -> bool:
    """Whether there are as many arrays of the same shapes and dtypes on both sides."""
    return [(x.shape, x.dtype) for x in ours] == [(x.shape, x.dtype) for x in theirs]


def agreeing(ours: Array, theirs: Array, floats: FloatTolerance) -> Array:
    """Where elements have the same bits, are both NaN, or are within `ulp=N`."""
    same: Array = element_bits(ours) == element_bits(theirs)
    if holds_integers(ours.dtype) or same.all() or floats.distinguishes_nans:
        return same
    with quiet():
        same = same | (np.isnan(ours) & np.isnan(theirs))
        if floats.ulps:
            same = same | _near(ours.astype(_WIDE), theirs.astype(_WIDE), _ulp(theirs) * floats.ulps)
    return same


def _near(ours: Array, theirs: Array, distance: Array) -> Array:
    """Whether numbers are within a distance; zeros of different signs are not."""
    zeros = (ours == 0) & (theirs == 0)
    return (np.abs(ours - theirs) <= distance) & ~zeros & np.isfinite(ours) & np.isfinite(theirs)


def _ulp(array: Array) -> Array:
    """The distance to the next element away from zero, in the wide type."""
    held = format_of_dtype(array.dtype)
    assert isinstance(held, FloatFormat)
    exponent = np.frexp(np.abs(array.astype(_WIDE)))[1] - held.precision
    return np.ldexp(
        np.ones(array.shape, _WIDE), np.maximum(exponent, held.least_exponent - held.precision + 1)
    )


def explained_by_rounding(
    theirs: Array, runs: Sequence[Array], centres: Sequence[Array], rounds: bool
) -> Array:
    """Where rounding explains the distance of `theirs` from one of `centres`.

    `runs` are results with different rounding, the interpreter's first; `rounds` says that `theirs` may be rounded.
    """
    with quiet():
        wide = np.stack([x.astype(_WIDE) for x in runs])
        finite = np.isfinite(wide)
        explained = np.array(finite.any(axis=0) & ~finite.all(axis=0))
        spread = wide.max(axis=0) - wide.min(axis=0)
        spread = np.where(np.isfinite(spread), spread, 0)
        value = theirs.astype(_WIDE)
        is_float = not holds_integers(theirs.dtype)
        for centre in centres:
            near = np.abs(value - centre.astype(_WIDE)) <= SLACK * spread
            explained |= near & (spread > 0)
            if rounds and is_float:
                explained |= _near(value, centre.astype(_WIDE), NEAR * _ulp(centre))
        if is_float:
            signs = np.signbit(wide)
            either = signs.any(axis=0) & ~signs.all(axis=0)
            explained |= either & (value == 0) & (wide[0] == 0)
        return explained


def first_difference(
    ours: Sequence[Array], theirs: Sequence[Array], same: Sequence[Array], names: Sequence[str] = ()
) -> str:
    """The place of the first element that differs, and its value on both sides; empty if all are the same.

    The last arrays have `names`, the others are results.
    """
    names = [*[f"result {n}" for n in range(len(ours) - len(names))], *names]
    for position, (a, b, equal) in enumerate(zip(ours, theirs, same, strict=True)):
        if not equal.all():
            at = tuple(map(int, np.argwhere(~equal)[0]))
            place = f" at {list(at)}" if at else ""
            return f"{names[position]}{place} is {_number(a[at])} before and {_number(b[at])} after"
    return ""


def _number(element: object) -> str:
    array = np.asarray(element)
    if holds_integers(array.dtype):
        return str(array).lower() if array.dtype == np.bool_ else str(int(array))
    return "-0.0" if array == 0 and np.signbit(array.astype(_WIDE)) else str(array)
