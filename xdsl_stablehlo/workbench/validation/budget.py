"""What the evaluations for one pair of functions may take: work that is counted, and seconds only on demand."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import Any, cast

from xdsl_stablehlo.interpreter.limits import Limits
from xdsl_stablehlo.interpreter.tensor import Tensor

from .options import ValidationOptions

ITERATIONS = 5_000
"""Iterations of one loop; a loop that takes more with some arguments says nothing for those."""

RUN = 100_000
"""Nanoseconds that a run takes besides its ops, estimated as these are: making arguments, comparing results."""

ELEMENT = 40
"""Nanoseconds for each element of the arguments, besides."""

ONE_RUN = 4
"""One run may take the fourth part of the whole."""


class Budget:
    """What is left for all runs together. Without seconds the verdicts are the same on every machine."""

    def __init__(self, options: ValidationOptions):
        self._options = options
        self.refill()

    def refill(self) -> None:
        """Begin again with the whole."""
        seconds = self._options.seconds
        self._left = self._options.work_budget
        self._deadline = inf if seconds is None else monotonic() + seconds

    def keep_for_shrinking(self) -> None:
        """Go on with half of the whole at most, and a tenth at least."""
        whole = self._options.work_budget
        self._left = max(min(self._left, whole // 2), whole // 10)
        self._deadline = max(min(self._deadline, self._later(2)), self._later(10))

    def _later(self, part: int) -> float:
        seconds = self._options.seconds
        return inf if seconds is None else monotonic() + seconds / part

    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self._left <= 0 or monotonic() > self._deadline

    def limits(self) -> Limits:
        """New limits for runs, each of which has to `begin`."""
        options = self._options
        seconds = None if options.seconds is None else options.seconds / ONE_RUN
        return Limits(
            iterations=ITERATIONS, work=0, seconds=seconds, bytes=options.bytes, steps=options.steps
        )

    def begin(self, limits: Limits) -> None:
        """Let a run take its part of what is left."""
        limits.restart()
        limits.work = max(0, min(self._left, self._options.work_budget // ONE_RUN))
        limits.deadline = min(self._deadline, self._later(ONE_RUN))

    def end(self, limits: Limits, arguments: Sequence[Any]) -> None:
        """Count a run with these arguments."""
        self._left -= limits.spent + RUN + ELEMENT * _elements(arguments)


def _elements(arguments: Sequence[Any]) -> int:
    found = 0
    for argument in arguments:
        if isinstance(argument, Tensor):
            found += argument.array.size
        elif isinstance(argument, tuple):
            found += _elements(cast("tuple[Any, ...]", argument))
    return found
