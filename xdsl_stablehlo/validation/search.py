"""The search for arguments for which one function does not refine another, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from time import monotonic
from typing import Any, cast

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from ..dialects.stablehlo import CaseOp, IfOp, WhileOp
from ..interpreter.execution.boundary import wrap
from ..interpreter.execution.limits import Limits
from ..interpreter.kernels.values import Value
from .behaviours import acts
from .implementations import Open
from .inputs import Arguments, Inputs
from .options import ValidationOptions
from .pools import numbers_in
from .relation import Judgement, Relation
from .shrinking import shrunk
from .verdicts import Counterexample, Kind, Verdict

ITERATIONS = 5_000
"""Iterations of one loop; a loop that takes more with some arguments says nothing for those."""


def run_limits(options: ValidationOptions) -> Limits:
    """What one run may spend."""
    work = int(options.seconds * 1e9)
    seconds = options.seconds / 4
    return Limits(iterations=ITERATIONS, work=work, seconds=seconds, bytes=options.bytes, steps=options.steps)


class Search:
    """The search for one pair of functions."""

    def __init__(self, relation: Relation, types: Sequence[Attribute], options: ValidationOptions):
        self._relation = relation
        self._options = options
        ops = [*relation.before.ops(), *relation.after.ops()]
        self._inputs = Inputs(types, numbers_in(ops), options.seed, options.bound)
        self._branches = any(isinstance(op, CaseOp | IfOp | WhileOp) for op in ops)
        self._acts = any(map(acts, ops))
        relation.observed = self._branches
        self._until(monotonic() + options.seconds)
        self._reached: set[tuple[Operation, int]] = set()
        self._tried = 0
        self._allowed: Counterexample | None = None
        self._opens: dict[Open, None] = {}
        self._silent = ""

    def verdict(self, candidate: Arguments | None = None) -> Verdict:
        """What the search finds, beginning with a candidate where not all arguments are tried."""
        count, relation = self._inputs.count(), self._relation
        if count is not None:
            refuted = self._try(self._inputs.every())
            if refuted is not None:
                return refuted
            if self._tried == count and not self._opens and relation.is_settled and not self._acts:
                return self._said(
                    Kind.PROVED,
                    f"all {count:,} arguments were tried"
                    if count > 1
                    else "evaluated: it takes no arguments",
                )
        else:
            first = [] if candidate is None else [candidate]
            refuted = self._try(chain(first, self._inputs.some(self._options.inputs)))
            if refuted is not None:
                return refuted
        if self._opens:
            return self._said(Kind.ALLOWED, "; ".join(map(str, self._opens)), self._allowed)
        if not self._tried:
            return self._said(Kind.CANNOT, self._silent or "no arguments were tried")
        return self._said(Kind.NOT_REFUTED)

    def _said(self, kind: Kind, reason: str = "", example: Counterexample | None = None) -> Verdict:
        return Verdict(self._relation.before.name, kind, reason, self._tried, example)

    def _until(self, deadline: float) -> None:
        self._deadline = self._relation.before.deadline = self._relation.after.deadline = deadline

    def _is_over(self) -> bool:
        return monotonic() > self._deadline

    def _try(self, candidates: Iterable[Arguments]) -> Verdict | None:
        """Judge candidates until one refutes, or the time is over."""
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
            if self._is_over():
                return None
        return None

    def _note(self, arguments: Arguments) -> None:
        """Keep arguments that reached ops that none before reached, or reached them more often."""
        if not self._branches:
            return
        touched = {**self._relation.before.touched, **self._relation.after.touched}
        reached = {(op, times.bit_length()) for op, times in touched.items()}
        if not reached <= self._reached:
            self._reached |= reached
            self._inputs.reaching.append(arguments)

    def _refuted(self, arguments: Arguments, judgement: Judgement) -> Verdict:
        """The verdict with the smallest arguments that are found in what is left of the time, a second at least."""
        self._until(max(min(self._deadline, monotonic() + self._options.seconds / 2), monotonic() + 1))

        def still(candidate: Sequence[Any]) -> bool:
            return self._relation.judge(candidate).kind is Kind.REFUTED

        smallest = shrunk(arguments, self._options.bound, still, self._is_over)
        self._until(monotonic() + self._options.seconds)
        last = self._relation.judge(smallest)
        if last.kind is Kind.REFUTED:
            arguments, judgement = smallest, last
        return self._said(Kind.REFUTED, "", self._example(arguments, judgement))

    def _example(self, arguments: Arguments, judgement: Judgement) -> Counterexample:
        sides = [
            _outside(given, side.func)
            for given, side in (
                (judgement.before, self._relation.before),
                (judgement.after, self._relation.after),
            )
        ]
        return Counterexample(arguments, judgement.text, sides[0], sides[1])


def _outside(given: tuple[Value, ...] | str, func: FuncOp) -> tuple[Any, ...] | str:
    if isinstance(given, str):
        return given
    types = cast("Sequence[Attribute]", func.function_type.outputs.data)
    return tuple([wrap(value, t) for value, t in zip(given[: len(types)], types, strict=True)])
