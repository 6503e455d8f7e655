"""The search for a counterexample: arguments for which one function does not refine another, as small as possible."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import BFloat16Type
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.stablehlo import CaseOp, IfOp, WhileOp
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.interpreter.execution.boundary import wrap
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.values.element_types import Array, holds_complex, holds_integers, round_to
from xdsl_stablehlo.values.storage import is_uniform

from ..permitted.choices.behaviours import acts
from ..permitted.choices.implementations import Open
from .aiming import Aims
from .inputs import Arguments, Inputs, numbers_in
from .relation import Judgement, Relation
from .verdicts import Counterexample, Kind, Verdict

AIMED_FROM = 6
"""The number of directed arguments from which others are computed."""
MOST_REACHING = 32
"""The number of arguments that reached new code from which others are computed."""
MOST_AIMED = 300
"""The largest number of computed arguments."""


class Search:
    """The search for one pair of functions."""

    def __init__(self, relation: Relation, types: Sequence[Attribute]):
        self._relation, options = relation, relation.options
        ops = [*relation.before.ops(), *relation.after.ops()]
        self._inputs = Inputs(types, numbers_in(ops), options.seed, options.bound)
        self._branches = any(isinstance(op, CaseOp | IfOp | WhileOp) for op in ops)
        self._acts = any(map(acts, ops))
        relation.observed = self._branches
        self._reached: set[tuple[Operation, int]] = set()
        self._tried = 0
        self._allowed: Counterexample | None = None
        self._opens: dict[Open, None] = {}
        self._silent = ""

    def verdict(self, candidate: Arguments | None = None) -> Verdict:
        """Search, beginning with `candidate` unless all arguments are tried."""
        count, relation = self._inputs.count(), self._relation
        candidates = self._some([] if candidate is None else [candidate])
        refuted = self._try(candidates if count is None else self._inputs.every())
        if refuted is not None:
            return refuted
        settled = not self._opens and relation.is_settled and not self._acts
        if count is not None and self._tried == count and settled:
            tried = f"all {count:,} arguments were tried"
            return self._said(Kind.PROVED, tried if count > 1 else "evaluated: it takes no arguments")
        if self._opens:
            return self._said(Kind.ALLOWED, "; ".join(map(str, self._opens)), self._allowed)
        if not self._tried:
            return self._said(Kind.CANNOT, self._silent or "no arguments were tried")
        return self._said(Kind.NOT_REFUTED)

    def _some(self, first: Sequence[Arguments]) -> Iterator[Arguments]:
        """The first arguments, directed ones, those computed from runs on some of them, and random ones."""
        yield from first
        bases: list[Arguments] = []
        for arguments in self._inputs.directed():
            if len(bases) < AIMED_FROM:
                bases.append(arguments)
            yield arguments
        yield from islice(self._aimed(bases), MOST_AIMED)
        yield from self._inputs.random(self._relation.options.inputs)

    def _aimed(self, bases: Sequence[Arguments]) -> Iterator[Arguments]:
        """Arguments computed from runs on `bases` and on arguments that reach new code."""
        aims = [Aims(side) for side in (self._relation.before, self._relation.after)]
        tried: set[tuple[bytes, ...]] = set()
        # More arguments are added to `reaching` while they are tried.
        for base in chain(bases, islice(self._inputs.reaching, MOST_REACHING)):
            for arguments in self._around(aims, base):
                key = tuple([x.array.tobytes() for x in arguments if isinstance(x, Tensor)])
                if key not in tried:
                    tried.add(key)
                    yield arguments

    def _around(self, aims: Sequence[Aims], base: Arguments) -> Iterator[Arguments]:
        """Arguments near `base` that the aims of both sides ask for."""
        places = self._relation.arguments(range(len(base)))
        given = self._relation.arguments(base)
        for mine, values, place in ((aims[0], base, range(len(base))), (aims[1], given, places)):
            for aim in mine.around(values):
                if aim.value is None:
                    yield from self._inputs.of_size(aim.size)
                else:
                    yield from self._inputs.replaced(base, place[aim.position], aim.value)

    def _said(self, kind: Kind, reason: str = "", example: Counterexample | None = None) -> Verdict:
        return Verdict(self._relation.before.name, kind, reason, self._tried, example)

    def _try(self, candidates: Iterable[Arguments]) -> Verdict | None:
        """Judge candidates until one is a counterexample, or the budget is spent."""
        for arguments in candidates:
            judgement = self._relation.judge(arguments)
            self._note(arguments)
            if judgement.kind is Kind.REFUTED:
                self._tried += 1
                return self._refuted(arguments, judgement)
            if judgement.kind is Kind.CANNOT:
                self._silent = self._silent or judgement.text
            else:
                self._tried += 1
            if judgement.kind is Kind.ALLOWED:
                self._opens.update(dict.fromkeys(judgement.opens))
                self._allowed = self._allowed or self._example(arguments, judgement)
            if self._relation.budget.is_spent():
                return None
        return None

    def _note(self, arguments: Arguments) -> None:
        """Keep arguments that reached new ops, or reached ops more often than before."""
        if not self._branches:
            return
        touched = {**self._relation.before.touched, **self._relation.after.touched}
        reached = {(op, times.bit_length()) for op, times in touched.items()}
        if not reached <= self._reached:
            self._reached |= reached
            self._inputs.reaching.append(arguments)

    def _refuted(self, arguments: Arguments, judgement: Judgement) -> Verdict:
        """The verdict with the smallest counterexample that the rest of the budget finds."""
        budget = self._relation.budget
        budget.keep_for_shrinking()

        def still(candidate: Sequence[object]) -> bool:
            return self._relation.judge(candidate).kind is Kind.REFUTED

        smallest = shrunk(arguments, self._relation.options.bound, still, budget.is_spent)
        budget.refill()
        last = self._relation.judge(smallest)
        if last.kind is Kind.REFUTED:
            arguments, judgement = smallest, last
        return self._said(Kind.REFUTED, "", self._example(arguments, judgement))

    def _example(self, arguments: Arguments, judgement: Judgement) -> Counterexample:
        return Counterexample(
            arguments,
            judgement.text,
            _outside(judgement.before, self._relation.before.func),
            _outside(judgement.after, self._relation.after.func),
        )


def _outside(given: tuple[Value, ...] | str, func: FuncOp) -> tuple[object, ...] | str:
    if isinstance(given, str):
        return given
    types = func.function_type.outputs.data
    return tuple([wrap(value, t) for value, t in zip(given[: len(types)], types, strict=True)])


SIMPLE = 3
"""The number of its own elements with which an argument is filled as a trial."""
FEW = 8
"""The number of remaining elements that are simplified one by one."""

TrialFunction: TypeAlias = Callable[[Sequence[object]], bool]
Simplification: TypeAlias = Callable[[Array], object]


def shrunk(
    arguments: Sequence[object], bound: Container[int], still: TrialFunction, is_over: Callable[[], bool]
) -> tuple[object, ...]:
    """The smallest arguments found, before `is_over`, for which `still` holds as for `arguments`.

    Those at the positions `bound` do not change.
    """
    smallest = list(arguments)
    for position, argument in enumerate(smallest):
        if not isinstance(argument, Tensor) or position in bound:
            continue
        for simpler in _wholes(argument):
            smallest[position] = simpler
            if is_over() or still(smallest):
                break
            smallest[position] = argument
        if is_over():
            return tuple(arguments) if not still(smallest) else tuple(smallest)
        smaller = smallest[position]
        assert isinstance(smaller, Tensor)
        smallest[position] = _by_parts(smallest, position, smaller, still, is_over)
    return tuple(smallest)


def _wholes(argument: Tensor) -> Iterator[Tensor]:
    """Tensors of one element that are simpler than the argument, the simplest first."""
    array, dtype = argument.array, argument.dtype
    own = [] if is_uniform(array) else list(array.reshape(-1)[:SIMPLE])
    for element in (*[np.asarray(number).astype(dtype) for number in (0, 1)], *own):
        filled = np.full(argument.shape, element, dtype)
        yield Tensor(argument.type, filled)
        if filled.tobytes() == array.tobytes():
            return


def _by_parts(
    arguments: Sequence[object],
    position: int,
    argument: Tensor,
    still: TrialFunction,
    is_over: Callable[[], bool],
) -> Tensor:
    """Make as many elements of an argument zero as possible, in ever smaller parts, and simplify some of the others."""
    array = argument.array.copy()
    flat, zero = array.reshape(-1), np.zeros((), argument.dtype)

    def change(where: slice | int, elements: Array) -> None:
        kept = flat[where].copy()
        flat[where] = elements
        changed = [*arguments]
        changed[position] = Tensor(argument.type, array.copy())
        if flat[where].tobytes() == kept.tobytes() or is_over() or not still(changed):
            flat[where] = kept

    width = flat.size // 2
    while width and not is_over():
        for start in range(0, flat.size, width):
            change(slice(start, start + width), zero)
        width //= 2
    simplifications = _INTEGER if holds_integers(array.dtype) else _FLOAT
    if holds_complex(array.dtype):
        simplifications = ()
    for place in [at for at in range(flat.size) if flat[at]][:FEW]:
        for simplify in simplifications:
            with quiet():
                simpler = np.asarray(simplify(np.asarray(flat[place]))).astype(flat.dtype)
            if simpler:
                change(place, simpler)
    return Tensor(argument.type, array)


def _without_bit(bit: int, element: Array) -> int:
    """An integer with one bit of its magnitude cleared."""
    magnitude = abs(int(element)) & ~(1 << bit)
    return -magnitude if element < 0 else magnitude


def _rounded(element: Array) -> Array:
    return round_to(np.asarray(element, np.float64), BFloat16Type())


_INTEGER: Sequence[Simplification] = (
    lambda _: 1,
    lambda element: abs(int(element)),
    *[partial(_without_bit, bit) for bit in reversed(range(64))],
)
# The simplest is last, because each one that still shows the difference replaces the one before.
_FLOAT: Sequence[Simplification] = (lambda _: -0.5, lambda _: 0.5, lambda _: 1.0, np.abs, np.trunc, _rounded)
