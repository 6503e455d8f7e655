"""One evaluation of a loop: iterations are counted against the limits, and loops over scalars become Python code."""

from __future__ import annotations

import sys
from typing import ClassVar

from ...errors import LimitExceeded
from ...kernels.support.values import Value
from .executor import Body
from .limits import LOOK_AT_CLOCK, Limits
from .scalar_tier import scalar_loop, to_scalar


class Loop:
    """The condition and the body of a loop as its kernel calls them, with the state as a list that is emptied."""

    scalar_after: ClassVar[int] = 32
    """After so many iterations a loop over scalars is worth writing as Python code."""

    def __init__(self, limits: Limits, cond: Body, body: Body, scalar_after: int | None = None):
        """`scalar_after` is another number of iterations; 0: never."""
        self._limits = limits
        self._cond, self._body = cond, body
        self._left = limits.iterations
        limited = (limits.work, limits.seconds, limits.steps) != (None, None, None)
        self._is_idle = limited and not (cond.price.steps or body.price.steps)
        """Without an op in it: each iteration counts as one, or limits would never end the loop."""
        self._until_scalar = self.scalar_after if scalar_after is None else scalar_after

    def cond(self, state: list[Value]) -> bool:
        """Whether the loop goes on from `state`. Raises `LimitExceeded` where it may not."""
        again = bool(self._cond(*state)[0])
        if self._is_idle:
            self._limits.spend(1, 1)
        if self._left is not None:
            if self._left == 0 and again:
                raise LimitExceeded(
                    f"takes more than the {self._limits.iterations} iterations that are allowed", "iterations"
                )
            self._left -= 1
        return again

    def body(self, state: list[Value]) -> list[Value]:
        """The state after an iteration, or after all that a loop over scalars has left."""
        state = list(self._body.run(state))
        self._until_scalar -= 1
        return state if self._until_scalar else self._run_scalars(state)

    def _run_scalars(self, state: list[Value]) -> list[Value]:
        """The state after as many iterations as the limits allow, on scalars; `state` where that is impossible."""
        loop = self._body.once(scalar_loop, self._cond)
        if loop is None:
            return state
        run, work, steps = loop
        work, steps = max(1, work), max(1, steps)
        captured = list(map(to_scalar, (*self._cond.captured, *self._body.captured)))
        values = list(map(to_scalar, state))
        while True:
            allowed = self._allowed(work, steps)
            count, values = run(allowed, *values, *captured)
            self.count(count, work, steps)
            if count < allowed or not allowed:
                return values

    def count(self, iterations: int, work: int, steps: int) -> None:
        """Count iterations that ran on scalars, each of this work and these steps."""
        if self._left is not None:
            self._left -= iterations
        self._limits.spend(iterations * work, iterations * steps)

    def _allowed(self, work: int, steps: int) -> int:
        """How many iterations may run before the limits are looked at again, each of this work and these steps."""
        limits = self._limits
        allowed = sys.maxsize if self._left is None else self._left
        if limits.work is not None:
            allowed = min(allowed, (limits.work - limits.spent) // work)
        if limits.steps is not None:
            allowed = min(allowed, (limits.steps - limits.taken) // max(1, steps))
        if limits.seconds is not None:
            allowed = min(allowed, LOOK_AT_CLOCK // work + 1)
        return max(0, allowed)
