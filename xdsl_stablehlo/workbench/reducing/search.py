"""The search: which candidates are tried in which order (delta debugging), several of them at once.

Each step is tried on all of its targets, then on halves, quarters, and so on, from the end of the program: what comes
late reads what comes early. Rounds begin coarse and become finer, and end when nothing can be made smaller any more.
Which candidate is taken is decided by that order alone, never by which one was tried first: the outcome is the same
for any number of processes.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeAlias

from .program import count_ops
from .steps import STEPS
from .trial import Window, read_program
from .workers import Asked

COARSE = 3
"""A round halves so many times oftener than the one before."""

Pending: TypeAlias = "deque[tuple[Window, Future[str | None]]]"


@dataclass
class Reduced:
    """What a reduction came to."""

    text: str
    tried: int = 0
    """Candidates that were waited for."""
    seconds: float = 0.0
    kept: Counter[str] = field(default_factory=Counter[str])
    """How often each step made the program smaller, by its name."""

    @property
    def ops(self) -> int:
        """The ops of the functions, without constants and what ends a block."""
        return count_ops(read_program(self.text))


class Reduction:
    """Makes one program smaller."""

    def __init__(
        self,
        text: str,
        asked: Asked,
        jobs: int,
        improved: Callable[[Reduced], None],
        seconds: float | None,
        adds_arguments: bool = True,
    ):
        """`adds_arguments` says whether steps are taken that may add some."""
        self._adds_arguments = adds_arguments
        self.found = Reduced(text)
        self._asked, self._jobs, self._improved = asked, jobs, improved
        self._start = monotonic()
        self._seconds = seconds
        self._counts: list[int | None] = []
        self._failed: set[Window] = set()
        self._forget()

    def run(self) -> Reduced:
        """The smallest program that is found."""
        halvings = COARSE
        while not self._is_over():
            changed = self._round(halvings)
            longest = max(self._count(step) for step in range(len(STEPS)))
            if not changed and longest >> halvings == 0:
                break
            halvings += COARSE * (not changed or halvings < COARSE * 3)
        self.found.seconds = monotonic() - self._start
        return self.found

    def _is_over(self) -> bool:
        return self._seconds is not None and monotonic() - self._start > self._seconds

    def _round(self, halvings: int) -> bool:
        """Try every step once, on targets halved so many times; whether the program became smaller."""
        changed = False
        windows = self._windows(Window(0, 0, 0), halvings)
        pending: Pending = deque()
        while not self._is_over():
            for window in windows:
                pending.append((window, self._asked(self.found.text, window)))
                if len(pending) >= self._jobs:
                    break
            if not pending:
                break
            window, answer = pending.popleft()
            made = answer.result()
            self.found.tried += 1
            if made is None:
                self._failed.add(window)
                continue
            for _, other in pending:
                other.cancel()
            pending.clear()
            self._take(made, window)
            changed = True
            windows = self._windows(Window(window.step, window.length, window.end - window.length), halvings)
        return changed

    def _take(self, text: str, window: Window) -> None:
        self.found.text = text
        self.found.kept[STEPS[window.step].name] += 1
        self.found.seconds = monotonic() - self._start
        self._forget()
        self._improved(self.found)

    def _forget(self) -> None:
        """What was known of the program before does not hold any more."""
        self._counts = [None] * len(STEPS)
        self._failed.clear()
        self._module = read_program(self.found.text)

    def _count(self, step: int) -> int:
        known = self._counts[step]
        if known is None:
            taken = self._adds_arguments or not STEPS[step].adds_arguments
            known = self._counts[step] = len(STEPS[step].targets(self._module)) if taken else 0
        return known

    def _windows(self, first: Window, halvings: int) -> Iterator[Window]:
        """What is tried from `first` on if nothing comes of it: the rest of that step, and all steps after it."""
        for step in range(first.step, len(STEPS)):
            count = self._count(step)
            length, end = count, count
            if step == first.step and first.length:
                length, end = min(first.length, count), min(first.end, count)
            while length and length > count >> (halvings + 1):
                while end > 0:
                    window = Window(step, length, end)
                    if window not in self._failed:
                        yield window
                    end -= length
                length, end = length // 2, count
