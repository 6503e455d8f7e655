"""A clock that goes as the test says, and patience for other processes, which decides nothing."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

CLOCKS = (
    "folding.fold.driver.perf_counter",
    "folding.evaluate.evaluation.perf_counter",
    "interpreter.interface.limits.monotonic",
    "workbench.reducing.search.monotonic",
    "workbench.validation.runs.monotonic",
)
"""What looks at the clock to end something, or to say how long it took."""

PATIENCE = 1800.0
"""Seconds after which what should have come long ago counts as what never comes: it decides nothing else."""

AT_ONCE = 0.5
"""Seconds after which what never ends is ended: any other number would do."""


class Clock:
    """In the place of the clock: it stands still, or goes on by `step` each time that it is looked at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.now, self.step, self.looked = 100.0, 0.0, 0
        for name in CLOCKS:
            monkeypatch.setattr(f"xdsl_stablehlo.{name}", self)

    def __call__(self) -> float:
        self.looked += 1
        self.now += self.step
        return self.now


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)
