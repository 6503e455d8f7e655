"""The search for a smaller program: which candidates are tried in which order (delta debugging), several at once.

Each step is tried on all of its targets, then on halves, quarters, and so on, from the end of the program: what comes
late reads what comes early. Rounds begin coarse and become finer, and end when nothing can be made smaller any more.
Which candidate is taken is decided by that order alone, never by which one was tried first: the outcome is the same
for any number of processes.

At the end arguments become the constants for which a program shows what is looked for, and the search goes on.
A constant is more than an argument, so that this makes a program larger at first: it is worth it where what is computed
from the arguments, how often a loop runs and which branch is taken, is known then, and goes.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, TypeAlias

from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.folding.passes.bind import BindingError, bind_arguments
from xdsl_stablehlo.text import print_module

from .program import count_ops, weight_of
from .runners import STEPS, Asked, Interesting, Window, read_program, this_process, workers

Shown: TypeAlias = Callable[[str], Mapping[str, Sequence[Any]]]
"""Says for which arguments a program shows what is looked for, by the names of its functions: `Tensor`s, arrays, and
whatever else parameters take. Nothing where nobody knows."""

COARSE = 3
"""A round halves so many times oftener than the one before."""
TO_CONSTANTS = "arguments to constants"
MOST_BOUND = 4096
"""Elements of an argument that becomes a constant, at most."""


class NotInterestingError(ValueError):
    """What is to be reduced does not show what is looked for."""


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


def reduce_program(
    module: ModuleOp,
    interesting: Interesting,
    *,
    jobs: int = 0,
    timeout: float = 60.0,
    seconds: float | None = None,
    candidates: int | None = None,
    improved: Callable[[Reduced], None] = lambda _: None,
    arguments: Shown | None = None,
) -> Reduced:
    """The smallest program made of `module`, which stays as it is, that is found to be `interesting`.

    `interesting` is asked with the text of valid programs only. With `jobs` it runs in so many processes, which it is
    pickled for, and an answer that takes longer than `timeout` seconds, or ends the process, is a no. After `seconds`,
    or so many `candidates`, the search ends with what it has; candidates are counted alike on every machine. `improved`
    is told of each program that is smaller than all before. Where `arguments` says for which arguments a program is
    interesting, they are tried as constants.
    Raises `NotInterestingError` where `module` is not interesting, `WorkerError` where other processes cannot import
    `interesting`, and what `interesting` raises.

    Examples:
        >>> reduce_program(module, lambda text: "stablehlo.add" in text).ops
        1
    """
    text = print_module(module)
    if not interesting(text):
        why = getattr(interesting, "denied", f"{interesting} says no")
        raise NotInterestingError(f"the program is not interesting before anything is removed: {why}")
    effort = Effort(seconds, candidates)
    with workers(interesting, jobs, timeout) if jobs else this_process(interesting) as asked:
        search = partial(Reduction, asked, max(jobs, 1), effort)
        found = search(text, improved).run()
        while arguments is not None and not effort.is_over():
            made = _with_constants(found, interesting, arguments, search, effort)
            if made is None:
                break
            found = made
            improved(found)
    found.tried, found.seconds = effort.tried, effort.seconds
    return found


def _with_constants(
    found: Reduced,
    interesting: Interesting,
    arguments: Shown,
    search: Callable[..., Reduction],
    effort: Effort,
) -> Reduced | None:
    """The first program with constants in the place of arguments that becomes smaller than `found`."""
    for text in specialised(found.text, arguments(found.text)):
        if effort.is_over():
            return None
        effort.tried += 1
        if interesting(text):
            # Else constants would become arguments again before anything is computed from them.
            computed = search(text, adds_arguments=False).run()
            made = search(computed.text).run()
            weights = [weight_of(read_program(each.text), each.text) for each in (made, found)]
            if weights[0] < weights[1]:
                made.kept += found.kept + Counter([TO_CONSTANTS]) + computed.kept
                return made
    return None


def specialised(text: str, arguments: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """The programs in which arguments of a function are constants: all of them, and each one alone."""
    for name, values in arguments.items():
        bound = [i for i, value in enumerate(values) if getattr(value, "size", MOST_BOUND + 1) <= MOST_BOUND]
        alone = [[i] for i in bound] if len(bound) > 1 else []
        for positions in [bound, *alone] if bound else []:
            module = read_program(text)
            try:
                bind_arguments(module, {str(i): values[i] for i in positions}, name)
            except BindingError:  # the function is called, or changed its arguments before it was refuted
                continue
            yield print_module(module)


class Effort:
    """What a whole search has taken, and what it may take."""

    def __init__(self, seconds: float | None, candidates: int | None):
        self.tried = 0
        self._start = monotonic()
        self._most = seconds, candidates

    @property
    def seconds(self) -> float:
        return monotonic() - self._start

    def is_over(self) -> bool:
        """Whether it may take no more."""
        seconds, candidates = self._most
        return (candidates is not None and self.tried >= candidates) or (
            seconds is not None and self.seconds > seconds
        )


class Reduction:
    """Makes one program smaller."""

    def __init__(
        self,
        asked: Asked,
        jobs: int,
        effort: Effort,
        text: str,
        improved: Callable[[Reduced], None] = lambda _: None,
        adds_arguments: bool = True,
    ):
        """`adds_arguments` says whether steps are taken that may add some."""
        self.found = Reduced(text)
        self._asked, self._jobs, self._effort, self._improved = asked, jobs, effort, improved
        self._steps = [adds_arguments or not step.adds_arguments for step in STEPS]
        self._failed: set[Window] = set()
        self._forget()

    def run(self) -> Reduced:
        """The smallest program that is found."""
        halvings = COARSE
        while not self._effort.is_over():
            changed = self._round(halvings)
            longest = max(self._count(step) for step in range(len(STEPS)))
            if not changed and longest >> halvings == 0:
                break
            halvings += COARSE * (not changed or halvings < COARSE * 3)
        return self.found

    def _round(self, halvings: int) -> bool:
        """Try every step once, on targets halved so many times; whether the program became smaller."""
        changed = False
        windows = self._windows(Window(0, 0, 0), halvings)
        pending: deque[tuple[Window, Future[str | None]]] = deque()
        while not self._effort.is_over():
            for window in windows:
                pending.append((window, self._asked(self.found.text, window)))
                if len(pending) >= self._jobs:
                    break
            if not pending:
                break
            window, answer = pending.popleft()
            made = answer.result()
            self._effort.tried += 1
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
        self.found.tried, self.found.seconds = self._effort.tried, self._effort.seconds
        self._forget()
        self._improved(self.found)

    def _forget(self) -> None:
        """What was known of the program before does not hold any more."""
        self._counts: list[int | None] = [None if taken else 0 for taken in self._steps]
        self._failed.clear()
        self._module = read_program(self.found.text)

    def _count(self, step: int) -> int:
        known = self._counts[step]
        if known is None:
            known = self._counts[step] = len(STEPS[step].targets(self._module))
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
