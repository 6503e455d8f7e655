"""Whether `after` refines `before` on one set of arguments: the specification's relation, and nothing of searching.

Where the results are not the same, `before` runs under other implementations. An element of `after` is allowed if one
of them gives it, if it depends on a filler, or if rounding explains it. What is open in `after` must be open in
`before`: its results under every implementation have to be allowed, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.kernels.table import entry_of
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.values.element_types import (
    Array,
    FloatFormat,
    format_of_dtype,
    holds_integers,
)
from xdsl_stablehlo.values.storage import native_bits

from ..verdicts import FloatTolerance, Kind, ValidationOptions
from .fillers import FILLERS
from .implementations import Done, Implementation, Open, leaves
from .rounding import ACCURACY, ROUNDINGS, rounds
from .runs import Budget, Failure, Subject
from .schedules import ALL_SCHEDULES, SCHEDULES


class Judgement(NamedTuple):
    """What one set of arguments shows. `CANNOT`: nothing, for the reason that `text` says."""

    kind: Kind
    text: str = ""
    opens: tuple[Open, ...] = ()
    before: tuple[Value, ...] | str = ()
    after: tuple[Value, ...] | str = ()


AGREED = Judgement(Kind.NOT_REFUTED)


@dataclass
class Relation:
    """Two functions, and what makes the results of the second right."""

    before: Subject
    after: Subject
    budget: Budget
    """What the runs of both take from."""
    options: ValidationOptions
    arguments: Callable[[Sequence[Any]], Sequence[Any]]
    """From the arguments of `before` to those of `after`."""
    results: Callable[[Sequence[Value]], Sequence[Value]]
    """From the results of `before` to those that `after` should give."""
    observed: bool = False
    """Whether it is noted which ops run."""
    is_settled: bool = True
    """Whether nothing was open in `after` so far: all that it may give is what the interpreter gives."""

    @cached_property
    def after_rounds(self) -> bool:
        """Whether floats of `after` may be rounded."""
        ops = ((op, entry_of(op)) for op in self.after.ops())
        return any(entry is not None and rounds(op, entry) for op, entry in ops)

    def judge(self, arguments: Sequence[Any]) -> Judgement:
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
            # What an unknown function gives is made up: its operands say more.
            return judgement._replace(text=first_other_operand(mine.done, choices.done) or judgement.text)
        if not choices.met:
            return judgement
        # Of what is open on both sides, only samples of the ways would be compared.
        schedules = SCHEDULES if choices.met.keys() - mine.met.keys() else 0
        return self._judge_choices(arguments, allowed, schedules) or judgement

    def _judge_choices(self, arguments: Sequence[Any], allowed: Allowed, schedules: int) -> Judgement | None:
        """What is wrong with a choice that is left open after, but not before; None where that is right."""
        for schedule, filler in _choices(schedules):
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
    """What is not done as often after as before; None where all is."""
    counts = [Counter([each.what for each in done if each.acts]) for done in (ours, theirs)]
    for what in {**counts[0], **counts[1]}:
        times = [count[what] for count in counts]
        if times[0] != times[1]:
            return f"{what} runs {_often(times[0])} before and {_often(times[1])} after"
    return None


def _often(times: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(times, f"{times} times")


def _choices(schedules: int) -> Iterator[tuple[int, int]]:
    yield from ((schedule, 0) for schedule in range(1, schedules + 1))
    yield from ((0, filler) for filler in range(1, FILLERS + 1))


@dataclass
class Allowed:
    """The results that `before` may have for some arguments; other implementations run when they are asked for."""

    relation: Relation
    arguments: Sequence[Any]
    ours: tuple[Value, ...]
    names: Sequence[str] = ()
    """Those of the last arrays, which are no results."""
    is_whole: bool = True
    """Whether no run took more than it may: otherwise not all is known that is allowed."""
    _known: dict[tuple[str, range], tuple[list[list[Array]], dict[Open, None]]] = field(
        default_factory=dict[tuple[str, range], tuple[list[list[Array]], dict[Open, None]]]
    )

    @cached_property
    def _mine(self) -> list[Array]:
        return leaves(self.relation.results(self.ours))

    def judge(self, given: tuple[Value, ...]) -> Judgement:
        """Whether results of `after` are among them."""
        theirs, floats = leaves(given), self.relation.options.floats
        if not same_shapes(self._mine, theirs):
            shapes = [[list(x.shape) for x in arrays] for arrays in (self._mine, theirs)]
            text = f"results have the shapes {shapes[0]} before and {shapes[1]} after"
            return Judgement(Kind.REFUTED, text, (), self.ours, given)
        same = [agreeing(a, b, floats) for a, b in zip(self._mine, theirs, strict=True)]
        if all(x.all() for x in same):
            return AGREED
        opens: dict[Open, None] = {}
        explained = [np.array(x) for x in same]  # arrays also for scalars, to be added to
        for explain in (self._by_schedule, self._by_filler, self._by_rounding):
            opens.update(explain(theirs, explained))
            if all(x.all() for x in explained):
                text = first_difference(self._mine, theirs, same, self.names)
                return Judgement(Kind.ALLOWED, text, tuple(opens), self.ours, given)
        text = first_difference(self._mine, theirs, explained, self.names)
        if not self.is_whole:
            return Judgement(
                Kind.CANNOT, f"{text}, and the budget is spent before it is known whether that is allowed"
            )
        return Judgement(Kind.REFUTED, text, (), self.ours, given)

    def _under(self, choice: str, numbers: range) -> tuple[list[list[Array]], dict[Open, None]]:
        """The results under implementations that make a choice, those that fail left out, and what was open in them."""
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

    def _by_schedule(self, theirs: Sequence[Array], explained: Sequence[Array]) -> dict[Open, None]:
        """Explain elements that one of the schedules gives; what was open in them, if there are any."""
        runs, opens = self._under("schedule", FEW_SCHEDULES)
        news = _explain(explained, self._some(runs, theirs, True))
        if opens and not all(x.all() for x in explained):
            news |= _explain(explained, self._some(self._under("schedule", MORE_SCHEDULES)[0], theirs, True))
        return opens if news else {}

    def _by_filler(self, _: Sequence[Array], explained: Sequence[Array]) -> dict[Open, None]:
        """Explain elements that depend on fillers; what was open, if there are any."""
        runs, opens = self._under("filler", range(1, FILLERS + 1))
        return opens if _explain(explained, self._some(runs, self._mine, False)) else {}

    def _some(self, runs: Sequence[Sequence[Array]], arrays: Sequence[Array], same: bool) -> list[Array]:
        """Where some run gives the same as is in `arrays`, or something else."""
        floats = self.relation.options.floats
        return [
            np.logical_or.reduce(
                [np.equal(agreeing(run[i], array, floats), same) for run in runs]
                or [np.zeros(array.shape, bool)]
            )
            for i, array in enumerate(arrays)
        ]

    def _by_rounding(self, theirs: Sequence[Array], explained: Sequence[Array]) -> dict[Open, None]:
        """Explain elements that are as far from those of a schedule as rounding makes them; what was open, if any."""
        if not self.relation.options.floats.may_round:
            return {}
        orders, open_orders = self._under("schedule", FEW_SCHEDULES)
        runs, opens = self._under("rounding", FEW_ROUNDINGS)
        news = _explain(explained, self._near(theirs, runs, orders))
        if opens and not all(x.all() for x in explained):
            more = self._under("schedule", MORE_SCHEDULES)[0] if open_orders else []
            runs = [*runs, *self._under("rounding", MORE_ROUNDINGS)[0]]
            news |= _explain(explained, self._near(theirs, runs, [*orders, *more]))
        return (opens or {ACCURACY: None}) if news else {}

    def _near(
        self, theirs: Sequence[Array], runs: Sequence[Sequence[Array]], orders: Sequence[Sequence[Array]]
    ) -> list[Array]:
        """Where results are as near to those in some order as runs that round otherwise are to each other."""
        rounds_after = self.relation.after_rounds
        sides = [
            ([mine, *[run[i] for run in runs]], [mine, *[run[i] for run in orders]])
            for i, mine in enumerate(self._mine)
        ]
        return [
            explained_by_rounding(b, all_runs, centres, rounds_after)
            for b, (all_runs, centres) in zip(theirs, sides)
        ]


FEW_SCHEDULES, MORE_SCHEDULES = range(1, SCHEDULES + 1), range(SCHEDULES + 1, ALL_SCHEDULES + 1)
FEW_ROUNDINGS, MORE_ROUNDINGS = range(1, ROUNDINGS + 1), range(ROUNDINGS + 1, 4 * ROUNDINGS + 1)
"""Of many elements some come out the same in all of a few orders, and of a few ways to round."""


def _explain(explained: Sequence[Array], more: Sequence[Array]) -> bool:
    """Add where more elements are explained; whether there are any."""
    before = sum(int(known.sum()) for known in explained)
    for known, found in zip(explained, more, strict=True):
        known |= found
    return sum(int(known.sum()) for known in explained) > before


def operand_names(done: Iterable[Done]) -> list[str]:
    """A name for each array in the operands of what was done."""
    return [
        f"operand {n} of {each.what}"
        for each in done
        for n, operand in enumerate(each.operands)
        for _ in leaves((operand,))
    ]


def first_other_operand(ours: Sequence[Done], theirs: Sequence[Done]) -> str | None:
    """Where the operands of unknown functions differ first, if the same ones are called as often."""
    if [each.what for each in ours] != [each.what for each in theirs]:
        return None
    sides = [leaves([each.operands for each in done]) for done in (ours, theirs)]
    if not same_shapes(*sides):
        return None
    same = [agreeing(x, y, FloatTolerance()) for x, y in zip(*sides)]
    return first_difference(sides[0], sides[1], same, operand_names(ours)) or None


SLACK = 8
"""How many times what results vary by in runs that round otherwise they may be apart."""

NEAR = 4
"""ULPs that a result may be off by where the other function rounds and this one need not."""

_WIDE = np.longdouble


def same_shapes(ours: Sequence[Array], theirs: Sequence[Array]) -> bool:
    """Whether there are as many arrays of the same shapes and dtypes on both sides."""
    return [(x.shape, x.dtype) for x in ours] == [(x.shape, x.dtype) for x in theirs]


def agreeing(ours: Array, theirs: Array, floats: FloatTolerance) -> Array:
    """Where elements have the same bits, or both are NaN, or are as near as `ulp=N` says."""
    same = _bits(ours) == _bits(theirs)
    if holds_integers(ours.dtype) or same.all() or floats.distinguishes_nans:
        return same
    with quiet():
        same = same | (np.isnan(ours) & np.isnan(theirs))
        if floats.ulps:
            same = same | _near(ours.astype(_WIDE), theirs.astype(_WIDE), _ulp(theirs) * floats.ulps)
    return same


def _bits(array: Array) -> Array:
    if holds_integers(array.dtype):
        return array
    native = np.ascontiguousarray(native_bits(array))
    return native.view(f"u{array.dtype.itemsize}").reshape(array.shape)


def _near(ours: Array, theirs: Array, distance: Array) -> Array:
    """Whether numbers are at most so far apart; zeros of two signs are not near."""
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
    """Where rounding explains `theirs` around one of `centres`.

    `runs` are results that differ in how they round, the interpreter's first; `rounds`: `theirs` may be rounded.
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
    """Where the first element is that is not the same, and what stands there on both sides.

    The last arrays have `names`, the others are results.
    """
    names = [*[f"result {n}" for n in range(len(ours) - len(names))], *names]
    for position, (a, b, equal) in enumerate(zip(ours, theirs, same, strict=True)):
        if not equal.all():
            at = tuple(map(int, np.argwhere(~equal)[0]))
            place = f" at {list(at)}" if at else ""
            return f"{names[position]}{place} is {_number(a[at])} before and {_number(b[at])} after"
    return ""


def _number(element: Any) -> str:
    array = np.asarray(element)
    if holds_integers(array.dtype):
        return str(array).lower() if array.dtype == np.bool_ else str(int(array))
    return "-0.0" if array == 0 and np.signbit(array.astype(_WIDE)) else str(array)
