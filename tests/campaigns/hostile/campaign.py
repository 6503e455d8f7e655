"""Many mutants, judged here and by C++, and what was found."""

from __future__ import annotations

import multiprocessing
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from . import verdicts
from .corpus import Corpus
from .judge import Doors, Finding, Mutant, Outcome, judged, shortened
from .minimise import minimised
from .mutants import artifact_mutations, text_mutations
from .pool import SECONDS, Death, Worker, ready
from .verdicts import Verdict, compared

ARTIFACTS = 0.25
"""The share of artifacts among the mutants."""
WAITING = 64
"""Mutants that may wait for C++."""
_FRAME = re.compile(r'File "([^"]+)", line (\d+)')


def mutant(corpus: Corpus, seed: int, number: int) -> Mutant:
    """The mutant of this number: the same for the same corpus and seed."""
    chance = Random(f"{seed}:{number}")
    if chance.random() < ARTIFACTS:
        return artifact_mutations.mutated(corpus.artifact(chance), chance, corpus)
    return text_mutations.mutated(corpus.text(chance), chance, corpus)


@dataclass
class Results:
    """What came of the mutants: how many were what, and for each group of findings where it was met."""

    counts: Counter[str] = field(default_factory=Counter[str])
    found: dict[str, list[tuple[int, str]]] = field(default_factory=dict[str, "list[tuple[int, str]]"])

    announce: Callable[[int, Finding], None] | None = None
    """Called for the first finding of each group."""

    def add(self, number: int, finding: Finding) -> None:
        """Keep a finding of the mutant of this number."""
        if self.announce is not None and finding.group not in self.found:
            self.announce(number, finding)
        self.found.setdefault(finding.group, []).append((number, finding.message))


class Campaign:
    """Judges mutants in `jobs` processes, next to one for C++."""

    def __init__(self, doors: Doors | None = None, jobs: int = 1, seconds: float = SECONDS):
        """`seconds` is the processor time for one mutant. C++ has `SECONDS`, as it never ends on some."""
        fork = multiprocessing.get_context("fork")
        handle = partial(judged, doors=doors or Doors())
        self._judges = [Worker(fork, handle, seconds=seconds) for _ in range(jobs)]
        # jaxlib is imported once, in a process of its own.
        multiprocessing.set_forkserver_preload(["jax._src.interpreters.mlir", verdicts.__name__])
        self._cpp = Worker(multiprocessing.get_context("forkserver"), verdicts.asked)

    def run(
        self, mutants: Iterator[tuple[int, Mutant]], announce: Callable[[int, Finding], None] | None = None
    ) -> Results:
        """Judge numbered mutants. `announce` is told of the first finding of each group."""
        results = Results(announce=announce)
        waiting: deque[tuple[int, Mutant, Outcome]] = deque()
        left = True
        while True:
            for judge in self._judges:
                if judge.task is None and left and len(waiting) < WAITING:
                    number, given = next(mutants, (-1, ""))
                    left = number >= 0
                    if left:
                        judge.give(given, (number, given))
            if self._cpp.task is None and waiting:
                number, given, outcome = waiting.popleft()
                self._cpp.give((given, outcome), (number, outcome))
            workers = [w for w in (*self._judges, self._cpp) if w.task is not None]
            if not workers:
                return results
            for worker in ready(workers):
                number, asked = worker.task
                answer = worker.answer()
                if worker is self._cpp:
                    self._heard(results, number, asked, answer)
                else:
                    outcome = self._judged(results, number, asked, answer)
                    if outcome is not None:
                        waiting.append((number, asked, outcome))

    def findings(self, given: Mutant) -> list[Finding]:
        """All that is found of one mutant."""
        results = self.run(iter([(0, given)]))
        return [Finding(group, places[0][1]) for group, places in results.found.items()]

    def minimised(self, given: Mutant, group: str, trials: int = 300, seconds: float = 30) -> Mutant:
        """A smaller mutant with a finding of this group, found with some patience."""
        deadline = time.monotonic() + seconds

        def fails(smaller: Mutant) -> bool:
            if time.monotonic() > deadline:
                return False
            return any(finding.group == group for finding in self.findings(smaller))

        return minimised(given, fails, trials)

    def close(self) -> None:
        """End all processes."""
        for worker in (*self._judges, self._cpp):
            worker.close()

    def _judged(
        self, results: Results, number: int, given: Mutant, answer: Outcome | Death
    ) -> Outcome | None:
        """Count what became of a mutant; None where C++ need not be asked."""
        results.counts["texts" if isinstance(given, str) else "artifacts"] += 1
        if isinstance(answer, Death):
            results.counts["kills and hangs"] += 1
            results.add(number, Finding(f"{answer.reason} {place(answer.traceback)}", ""))
            return None
        results.counts["accepted" if answer.accepted else "refused"] += 1
        results.counts["functions evaluated"] += answer.evaluated
        results.counts["serialised"] += answer.serialised
        for finding in answer.findings:
            results.add(number, finding)
        return answer if answer.accepted or not answer.findings else None

    def _heard(self, results: Results, number: int, outcome: Outcome, answer: Verdict | Death) -> None:
        if isinstance(answer, Death):
            results.counts["C++ ended"] += 1
            return
        results.counts["compared with C++"] += 1
        finding = compared(outcome, answer)
        if isinstance(finding, Finding):
            results.add(number, finding)
        elif finding is not None:
            results.counts["listed disagreements"] += 1


def place(traceback: str) -> str:
    """`file:line` of the innermost line of the project in what faulthandler wrote."""
    frames: Sequence[tuple[str, str]] = _FRAME.findall(traceback)
    own = [f for f in frames if not re.search(r"/tests/|/\.venv/|/lib/python", f[0])]
    return f"in {shortened(own[0][0])}:{own[0][1]}" if own else ""
