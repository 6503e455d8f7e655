"""The search: what is left, that it is the same for any number of processes, and when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from threading import Event

import pytest

from tests.helpers.clock import AT_ONCE, Clock
from tests.helpers.drawn.whole_programs import random_program
from tests.helpers.programs import named, parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo import print_module
from xdsl_stablehlo.workbench.reducing import NotInterestingError, Reduced, count_ops, reduce_program
from xdsl_stablehlo.workbench.reducing.runners import WorkerError

from .planted import SMALL, Planted

PROGRAMS = named(__file__)

PROGRAM = PROGRAMS["program"]


LEFT = PROGRAMS["left"]


@dataclass(frozen=True)
class Mentions:
    """A program is interesting if all these words are in it."""

    words: tuple[str, ...]

    def __call__(self, text: str) -> bool:
        assert parse(text)  # only valid programs are asked about
        return all(word in text for word in self.words)


@dataclass(frozen=True)
class Deadly:
    """The process ends on every program but the first."""

    first: str

    def __call__(self, text: str) -> bool:
        if text != self.first:
            os.kill(os.getpid(), signal.SIGKILL)
        return True


def test_one_op_is_left() -> None:
    module = parse(PROGRAM)
    found = reduce_program(module, Mentions(("stablehlo.tanh",)))
    assert found.text.split() == LEFT.split()
    assert found.ops == 1
    assert print_module(module) == print_module(parse(PROGRAM))


def test_what_hangs_together_stays_together() -> None:
    found = reduce_program(parse(PROGRAM), Mentions(("stablehlo.tanh", "stablehlo.add", "return %d")))
    assert found.ops == 2


def test_a_program_that_is_not_interesting() -> None:
    with pytest.raises(NotInterestingError, match="before anything is removed"):
        reduce_program(parse(PROGRAM), Mentions(("stablehlo.sine",)))


@pytest.mark.parametrize("jobs", one_of(2, [1, 3]))
def test_the_outcome_is_the_same_for_any_number_of_processes(jobs: int) -> None:
    module, test = parse(random_program(2, size=60)), Mentions(("stablehlo.reduce", "stablehlo.compare"))
    alone, together = (reduce_program(module, test, jobs=n) for n in (0, jobs))
    assert (together.text, together.tried, together.kept) == (alone.text, alone.tried, alone.kept)


def test_every_smaller_program_is_told() -> None:
    told: list[str] = []

    def tell(found: Reduced) -> None:
        told.append(found.text)

    found = reduce_program(parse(PROGRAM), Mentions(("stablehlo.tanh",)), improved=tell)
    assert told[-1] == found.text
    assert len(told) == found.kept.total()


@pytest.mark.parametrize(("seconds", "ops"), [(0, 4), (1000, 1)])
def test_the_search_ends_in_time(seconds: int, ops: int, clock: Clock) -> None:
    clock.step = 1.0
    assert reduce_program(parse(PROGRAM), Mentions(("stablehlo.tanh",)), seconds=seconds).ops == ops


@pytest.mark.parametrize("jobs", [0, pytest.param(2, marks=pytest.mark.prove)])
def test_the_search_ends_after_so_many_candidates(jobs: int) -> None:
    test = Mentions(("stablehlo.tanh",))
    found = [reduce_program(parse(PROGRAM), test, jobs=jobs, candidates=n) for n in (0, 1, 1000)]
    assert [each.tried for each in found[:2]] == [0, 1]
    assert found[0].ops == 4
    assert found[2].ops == 1


@pytest.mark.prove
@pytest.mark.long
def test_a_process_that_does_not_survive_a_candidate() -> None:
    module = parse(PROGRAM)
    assert reduce_program(module, Deadly(print_module(module)), jobs=1).ops == 4


@dataclass(frozen=True)
class EndlessElsewhere:
    """Holds in one process, and never ends in any other."""

    process: int

    def __call__(self, _: str) -> bool:
        if os.getpid() != self.process:
            Event().wait()
        return True


@pytest.mark.prove
def test_a_candidate_that_takes_too_long_is_not_interesting() -> None:
    test = EndlessElsewhere(os.getpid())
    assert reduce_program(parse(PROGRAM), test, jobs=1, timeout=AT_ONCE, candidates=2).ops == 4


def test_a_test_that_cannot_be_pickled() -> None:
    with pytest.raises(WorkerError, match="cannot be handed to another process"):
        reduce_program(parse(PROGRAM), lambda text: True, jobs=1)


SCRIPT = f"""
from xdsl.context import Context
from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.workbench.reducing import reduce_program
def everything(text): return True
context = Context()
register_dialects(context)
reduce_program(parse_module({PROGRAM!r}, context), everything, jobs=1)
"""


def test_a_test_that_no_other_process_can_import() -> None:
    ended = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "WorkerError: the test cannot be handed to another process: " in ended.stderr


@pytest.mark.parametrize("planted", one_of(6, SMALL), ids=lambda planted: planted.rewrite.__name__)
def test_few_ops_are_left_of_a_planted_bug(planted: Planted) -> None:
    """On programs of a tenth of the size; `python -m tests.xdsl_stablehlo.workbench.reducing` does it on all of it."""
    before, found = planted.reduced()
    assert count_ops(parse(found.text)) <= planted.most < before
