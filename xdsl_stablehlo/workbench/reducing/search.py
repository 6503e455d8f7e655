"""The search for a smaller program: the order in which candidates are tried (delta debugging), several at once.

Each step is tried on all of its targets, then on halves, quarters, and so on, from the end of the program, because late
ops read early ones. Rounds become finer, until nothing can be made smaller. This order alone decides which candidate is
taken, so that the outcome is the same for any number of processes.

At the end, arguments become constants for which the program is interesting, and the search goes on. That makes a
program larger at first, but ops, loops and branches that depend on the arguments may then go.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import BindingError, bind_arguments
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.ir.printable import UserError

from .program import count_ops, weight_of
from .runners import STEPS, Asked, Interesting, Window, outcome_of, read_program, workers

Shown: TypeAlias = Callable[[str], Mapping[str, Sequence[object]]]
"""Return the arguments, by the names of functions, for which a program is interesting; empty if they are unknown."""


@runtime_checkable
class Denying(Protocol):
    """A test with a message for a program that is not interesting."""

    @property
    def denied(self) -> str: ...


COARSE = 3
"""The number of additional halvings in each round."""
TO_CONSTANTS = "arguments to constants"
MOST_BOUND = 4096
"""The largest number of elements of an argument that becomes a constant."""


class NotInterestingError(ValueError, UserError):
    """Raised if the program to reduce is not interesting."""


@dataclass
class Reduced:
    """The outcome of a reduction."""

    text: str
    tried: int = 0
    """The number of candidates that were tried."""
    seconds: float = 0.0
    kept: Counter[str] = field(default_factory=Counter[str])
    """The number of times that each step, by name, made the program smaller."""

    @property
    def ops(self) -> int:
        """The number of ops in functions, without constants and terminators."""
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
    """Reduce a copy of `module` to the smallest `interesting` program that is found.

    `interesting` is called with the texts of valid programs. With `jobs`, it is pickled and runs in that many
    processes; a call that takes longer than `timeout` seconds, or ends the process, counts as False. After `seconds` or
    `candidates`, the search ends with the best program so far; candidates are counted alike on every machine.
    `improved` is called with each smaller program. The `arguments` for which a program is interesting are tried as
    constants.
    Raises `NotInterestingError` if `module` is not interesting, `WorkerError` if other processes cannot import
    `interesting`, and what `interesting` raises.

    Examples:
        >>> reduce_program(module, lambda text: "stablehlo.add" in text).ops
        1
    """
    text = print_module(module)
    if not interesting(text):
        why = interesting.denied if isinstance(interesting, Denying) else f"{interesting} says no"
        raise NotInterestingError(f"the program is not interesting before anything is removed: {why}")
    effort = Effort(seconds, candidates)
    with workers(interesting, jobs, timeout) as asked:
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
    """The first program with constants in place of arguments that becomes smaller than `found`."""
    for text in specialised(found.text, arguments(found.text)):
        if effort.is_over():
            return None
        effort.tried += 1
        if interesting(text):
            # Otherwise constants would become arguments again before ops are computed from them.
            computed = search(text, adds_arguments=False).run()
            made = search(computed.text).run()
            weights = [weight_of(read_program(each.text), each.text) for each in (made, found)]
            if weights[0] < weights[1]:
                made.kept += found.kept + Counter([TO_CONSTANTS]) + computed.kept
                return made
    return None


def specialised(text: str, arguments: Mapping[str, Sequence[object]]) -> Iterator[str]:
    """The programs in which all arguments of a function, or a single one, are constants."""
    for name, values in arguments.items():
        arrays = {i: np.asarray(value) for i, value in enumerate(values) if _has_elements(value)}
        bound = [i for i, array in arrays.items() if array.size <= MOST_BOUND]
        alone = [[i] for i in bound] if len(bound) > 1 else []
        for positions in [bound, *alone] if bound else []:
            module = read_program(text)
            try:
                bind_arguments(module, {str(i): arrays[i] for i in positions}, name)
            except BindingError:  # the function is called, or its arguments changed
                continue
            yield print_module(module)


def _has_elements(value: object) -> bool:
    return isinstance(value, Tensor | np.ndarray | np.generic)


class Effort:
    """The effort of a whole search, and its limits."""

    def __init__(self, seconds: float | None, candidates: int | None):
        self.tried = 0
        self._start = monotonic()
        self._most = seconds, candidates

    @property
    def seconds(self) -> float:
        return monotonic() - self._start

    def is_over(self) -> bool:
        """Whether a limit is reached."""
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
        """`adds_arguments` allows steps that may add arguments."""
        self.found = Reduced(text)
        self._asked, self._jobs, self._effort, self._improved = asked, jobs, effort, improved
        self._adds_arguments = adds_arguments
        self._failed: set[Window] = set()
        self._forget()

    def run(self) -> Reduced:
        """Reduce the program as far as possible."""
        halvings = COARSE
        while not self._effort.is_over():
            changed = self._round(halvings)
            longest = max(self._count(step) for step in range(len(STEPS)))
            if not changed and longest >> halvings == 0:
                break
            halvings += COARSE * (not changed or halvings < COARSE * 3)
        return self.found

    def _round(self, halvings: int) -> bool:
        """Try every step, on targets halved up to `halvings` times; return whether the program became smaller."""
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
            made = outcome_of(answer)
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
        """Forget what was known of the program before."""
        self._counts = {
            i: 0 for i, step in enumerate(STEPS) if step.adds_arguments and not self._adds_arguments
        }
        self._failed.clear()
        self._module = read_program(self.found.text)

    def _count(self, step: int) -> int:
        if step not in self._counts:
            self._counts[step] = len(STEPS[step].targets(self._module))
        return self._counts[step]

    def _windows(self, first: Window, halvings: int) -> Iterator[Window]:
        """The windows to try from `first` on, as long as no candidate is taken."""
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
