"""Functions of several blocks: jumps, limits, and the place of an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.helpers.programs import evaluate, named, parse
from xdsl_stablehlo.interpreter import EvaluationError, LimitExceeded, Limits, eval_module

PROGRAMS = named(__file__)

NESTED = PROGRAMS["nested"]
"""n * m steps of Fibonacci's numbers, from 0 and 1."""


def run(text: str, *arguments: int, **limits: Any) -> list[int]:
    given = eval_module(parse(text), list(map(np.int32, arguments)), limits=Limits(**limits))
    return [int(each.get()) for each in given]


def test_loops_in_loops() -> None:
    assert run(NESTED, 3, 4) == [144, 233]
    assert run(NESTED, 0, 4) == run(NESTED, 4, 0) == [0, 1]


def test_the_iterations_of_each_loop_are_counted_anew() -> None:
    assert run(NESTED, 3, 4, iterations=4) == [144, 233]
    with pytest.raises(LimitExceeded, match="takes more than the 3 iterations"):
        run(NESTED, 3, 4, iterations=3)


@pytest.mark.parametrize(
    "limits", [{"work": 1_000_000}, {"steps": 1_000}, {"iterations": 1_000}, {"seconds": 0.01}]
)
def test_limits_end_a_loop_without_ops(limits: dict[str, Any]) -> None:
    text = PROGRAMS["limits end a loop without ops"]
    with pytest.raises(LimitExceeded, match=r"<input>:4:7: 'cf.br' op takes more than"):
        run(text, **limits)


def test_values_that_jumps_hand_on_are_exchanged_at_once() -> None:
    text = PROGRAMS["values that jumps hand on are exchanged at once"]
    for p, wanted in ((True, -4), (False, 4)):
        (given,) = eval_module(parse(text), [np.int32(7), np.int32(3), p])
        assert int(given.get()) == wanted


def test_an_assertion_fails_with_its_message() -> None:
    text = PROGRAMS["an assertion fails with its message"]
    assert eval_module(parse(text), [True]) == ()
    with pytest.raises(EvaluationError, match=r"<input>:4:7: 'cf.assert' op all is lost"):
        eval_module(parse(text), [False])


def test_what_a_block_overwrites_is_its_own() -> None:
    """A slice is written to in place only where no other block reads the tensor."""
    text = PROGRAMS["what a block overwrites is its own"]
    first, last = evaluate(text, np.array([1, 2, 3], np.int32), np.int32(2))
    assert (first.tolist(), last.tolist()) == ([2, 4, 6], [9, 9, 6])
