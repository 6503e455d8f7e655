"""How much an evaluation may take: iterations, estimated work, seconds, bytes and steps."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic

from ...errors import LimitExceeded


@dataclass
class Limits:
    """What one evaluation may spend, in all its loops, calls and processes together. `None` is no limit.

    Examples:
        >>> from xdsl_stablehlo import parse_module
        >>> from xdsl_stablehlo.interpreter import eval_module
        >>> text = "func.func @main() { %i = stablehlo.iota dim = 0 : tensor<1048576xf32> return }"
        >>> eval_module(parse_module(text, ctx), limits=Limits(bytes=1 << 20))
        Traceback (most recent call last):
            ...
        xdsl_stablehlo.interpreter.errors.LimitExceeded: ...
    """

    iterations: int | None = None
    """Iterations of one evaluation of one loop."""
    work: int | None = None
    """Nanoseconds as `cost.py` estimates them, the same on every machine."""
    seconds: float | None = None
    """Seconds of the clock on the wall, from the first op on. Looked at between ops, not inside of one."""
    bytes: int | None = None
    """Bytes of results that are alive at once, as their types say; also those of any one array, views included."""
    steps: int | None = None
    """Ops that are evaluated, those in loops and calls each time; what runs for many elements at once counts once."""
    spent: int = 0
    """The work so far."""
    taken: int = 0
    """The steps so far."""
    held: int = 0
    """The bytes that are alive."""
    deadline: float | None = None
    """When the seconds are over, as `time.monotonic` counts; None before the first op."""
    _checkpoint: int = 0
    """The work from which on it is looked whether limits are exceeded."""
    _last_step: int = sys.maxsize

    def restart(self) -> None:
        """Begin another evaluation, which may spend all of it again."""
        self.spent = self.taken = self.held = self._checkpoint = 0
        self.deadline, self._last_step = None, sys.maxsize

    def spend(self, work: int, steps: int = 0) -> None:
        """Count work and steps. Raises `LimitExceeded` where it is more than what is left."""
        self.spent += work
        self.taken += steps
        if self.spent >= self._checkpoint or self.taken > self._last_step:
            self._check()

    @contextmanager
    def at_most(self, work: int) -> Generator[None]:
        """While no more than this much work may be spent beyond what has been."""
        before = self.work
        self.work = self.spent + work if before is None else min(before, self.spent + work)
        self._checkpoint = 0
        try:
            yield
        finally:
            self.work, self._checkpoint = before, 0

    def _check(self) -> None:
        if self.work is not None and self.spent > self.work:
            raise LimitExceeded(
                f"takes more than the {self.work} ns of estimated work that are allowed", "work"
            )
        if self.steps is not None:
            self._last_step = self.steps
            if self.taken > self.steps:
                raise LimitExceeded(f"takes more than the {self.steps} steps that are allowed", "steps")
        checkpoint = sys.maxsize if self.work is None else self.work + 1
        if self.seconds is not None:
            if self.is_late():
                raise LimitExceeded(
                    f"takes more than the {self.seconds:g} seconds that are allowed", "seconds"
                )
            checkpoint = min(checkpoint, self.spent + LOOK_AT_CLOCK)
        # Not before: once a limit is exceeded, every process must find out.
        self._checkpoint = checkpoint

    def is_late(self) -> bool:
        """Whether the seconds are over; they begin when this is first asked."""
        if self.seconds is None:
            return False
        if self.deadline is None:
            self.deadline = monotonic() + self.seconds
        return monotonic() > self.deadline

    def hold(self, size: int) -> None:
        """Count bytes that are alive from now on. Raises `LimitExceeded` where they are too many."""
        self.held += size
        if self.bytes is not None and self.held > self.bytes:
            raise LimitExceeded(f"holds {self.held} bytes at once; {self.bytes} are allowed", "bytes")

    def release(self, size: int) -> None:
        """Count bytes that are not alive any more."""
        self.held -= size


LOOK_AT_CLOCK = 1_000_000
"""The clock is looked at each time that so many nanoseconds of work are done, as estimated."""
