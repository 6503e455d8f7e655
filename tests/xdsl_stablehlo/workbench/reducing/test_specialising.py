"""Arguments as constants: what is computed from them goes, where that makes a program smaller."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from tests.helpers.oracle import Array
from tests.helpers.programs import named, parse
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter import EvaluationError, Limits, Tensor, eval_module
from xdsl_stablehlo.workbench.reducing import Reduced, reduce_program
from xdsl_stablehlo.workbench.reducing.search import specialised

PROGRAMS = named(__file__)

COMPUTED = PROGRAMS["computed"]
"""1000 / 42 = 23 for 7."""
LOOP = PROGRAMS["loop"]
"""The loop runs seven times, and 1000 / 42 = 23."""
BRANCH = PROGRAMS["branch"]
"""7 mod 6 chooses 7 * 6, and 1000 / 42 = 23."""


@dataclass(frozen=True)
class DividesTo23:
    """A program is interesting if it divides, and gives 23 where all arguments are seven."""

    def __call__(self, text: str) -> bool:
        return "stablehlo.divide" in text and self._result(text) == 23

    def _result(self, text: str) -> int | None:
        try:
            (result,) = eval_module(parse(text), self.arguments(text)["main"], limits=Limits(steps=10_000))
        except (EvaluationError, ValueError):
            return None
        return int(np.asarray(result).reshape(-1)[0]) if np.asarray(result).size else None

    def arguments(self, text: str) -> Mapping[str, Sequence[Array]]:
        types = [ranked(argument) for argument in functions_of(parse(text))["main"].body.block.args]
        return {"main": [np.full(t.get_shape(), 7, np.int32) for t in types]}


def reduced(text: str, jobs: int = 0) -> tuple[Reduced, Reduced]:
    """Without arguments as constants, and with them."""
    test = DividesTo23()
    return (
        reduce_program(parse(text), test, jobs=jobs),
        reduce_program(parse(text), test, jobs=jobs, arguments=test.arguments),
    )


@pytest.mark.parametrize("text", [COMPUTED, LOOP, BRANCH], ids=["computed", "loop", "branch"])
def test_what_is_computed_from_arguments_goes(text: str) -> None:
    without, with_constants = reduced(text)
    assert without.ops > 1
    assert (with_constants.ops, with_constants.kept["arguments to constants"]) == (1, 1)
    assert DividesTo23()(with_constants.text)
    assert with_constants.tried > without.tried


@pytest.mark.prove
def test_other_processes_come_to_the_same() -> None:
    test = DividesTo23()
    alone = reduced(COMPUTED)[1]
    assert reduce_program(parse(COMPUTED), test, jobs=2, arguments=test.arguments).text == alone.text


PLAIN = PROGRAMS["plain"]


def test_arguments_stay_where_constants_would_be_more() -> None:
    found = reduce_program(
        parse(PLAIN), lambda text: "divide" in text, arguments=lambda text: {"main": [np.int32(7)] * 2}
    )
    assert found.kept["arguments to constants"] == 0
    assert "@main(%" in found.text


def tensor(number: int) -> Tensor:
    return Tensor.of(np.int32(number))


@pytest.mark.parametrize("scalar", [np.int32, tensor], ids=["NumPy", "Tensor"])
def test_all_arguments_are_tried_and_each_one_alone(scalar: Callable[[int], object]) -> None:
    """The arguments of a counterexample are tensors."""
    made = list(specialised(PLAIN, {"main": [scalar(7), scalar(8)]}))
    signatures = [str(functions_of(parse(text))["main"].function_type) for text in made]
    assert [signature.count("tensor<i32>") - 1 for signature in signatures] == [0, 1, 1]
    assert [("dense<7>" in text, "dense<8>" in text) for text in made] == [
        (True, True),
        (True, False),
        (False, True),
    ]


@pytest.mark.parametrize(
    "arguments",
    [{}, {"main": []}, {"main": [None, None]}, {"g": [np.int32(1)] * 2}, {"main": [np.int8(1)] * 2}],
)
def test_arguments_that_are_not_those_of_the_program(arguments: Mapping[str, Sequence[Array]]) -> None:
    assert list(specialised(PLAIN, arguments)) == []


def test_nothing_is_tried_where_no_candidate_is_left() -> None:
    test = DividesTo23()
    found = reduce_program(parse(COMPUTED), test, candidates=0, arguments=test.arguments)
    assert (found.tried, found.ops) == (0, 3)
