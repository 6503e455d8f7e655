"""Causes of wrong results, which the rulings and the groups of a report name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.programs import named, parse
from xdsl_stablehlo.jax.private import VERSION
from xdsl_stablehlo.workbench.triage.implementations import CRASHED, BuiltIn, ProgramOutcome
from xdsl_stablehlo.workbench.triage.reports import finding_text, groups_of
from xdsl_stablehlo.workbench.triage.rulings import IN_PLACE, SUBNORMALS, known_cause, rule_on

from .test_rulings import F32, SUM, judged

PROGRAMS = named(__file__)


def test_the_cause_of_a_scatter_in_place_is_named() -> None:
    """The specification's result is by hand: an operand is not changed."""
    text = PROGRAMS["the cause of a scatter in place is named"]
    found = judged(text, "cpp", np.asarray([4, 5], np.int32))
    if VERSION >= (0, 11):  # jaxlib's is mended
        assert (found["rulings"]["cpp"]["ruling"], groups_of([found])) == ("allowed", [])
        return
    (group,) = groups_of([found])
    assert (group.form, group.decisive_pass) == ("scatter", IN_PLACE)
    assert "copies" in group.explanation


class FailsWithOptions(BuiltIn):
    """An implementation that takes no options."""

    def run(self, module: ModuleOp, arguments: Any, seconds: float, options: Any) -> ProgramOutcome:
        return ProgramOutcome(failure=CRASHED)


def test_an_option_with_which_a_program_does_not_run_decides_nothing() -> None:
    x = np.ones(2, F32)
    outcome = ProgramOutcome((np.zeros(2, F32),))
    assert known_cause(parse(SUM), [x, x], outcome, FailsWithOptions("xla"), 1.0) == ""


MAPPED = PROGRAMS["mapped"]
SELECTED = PROGRAMS["selected"]
COMPLEX_SUM = SUM.replace("f32", "complex<f32>")


@pytest.mark.parametrize(
    ("text", "x", "y", "given", "cause"),
    [
        (SUM, [1e-40, 1], [1e-40, 1], [0, 2], SUBNORMALS),
        (SUM, [1e-40, 1], [0, 1], [-0.0, 2], ""),
        (SUM, [-1e-40, 1], [-0.0, 1], [-0.0, 2], SUBNORMALS),
        (SUM, [1e-40, 1], [1e-40, 1], [0, 3], ""),
        (SUM, [1e-37, 1], [1e-37, 1], [0, 2], ""),
        (COMPLEX_SUM, [3e38, 1e-40j], [0, 1e-40j], [3e38, 0], SUBNORMALS),
        (COMPLEX_SUM, [3e38, 1e-40j], [0, 1e-40j], [0, 0], ""),
        (SELECTED, [2e-40, 5], [0, 1], [0, 5], SUBNORMALS),
        (SELECTED, [2, 5], [0, 1], [0, 5], ""),
        (MAPPED, [0, 1], [0, 3], [0, 3], SUBNORMALS),
        (MAPPED, [0, 1], [0, 3], [0, 1], ""),
    ],
)
def test_subnormal_numbers_as_zeros_are_a_cause(
    text: str, x: list[float], y: list[float], given: list[float], cause: str
) -> None:
    """By hand: the results with 0 of the same sign in place of numbers below 2**-126."""
    dtype = np.dtype(np.complex64 if text is COMPLEX_SUM else F32)
    arguments, outcome = (
        [np.asarray(x, dtype), np.asarray(y, dtype)],
        ProgramOutcome((np.asarray(given, dtype),)),
    )
    module = parse(text)
    assert rule_on(module, arguments, outcome).ruling == "wrong"
    assert known_cause(module, arguments, outcome, FailsWithOptions("xla"), 1.0) == cause


def test_what_xla_makes_of_subnormal_numbers_is_one_group() -> None:
    less = SELECTED.partition("  %t")[0].replace("-> tensor<2xf32> {", "-> tensor<2xi1> {")
    less += "  return %c : tensor<2xi1>\n}"
    x, y = np.asarray([1e-40, 1], F32), np.zeros(2, F32)
    (group,) = groups_of([judged(SUM, "xla:cpu", x, x), judged(less, "xla:cpu", x, y)])
    assert (group.decisive_pass, len(group.programs)) == (SUBNORMALS, 2)
    assert "underflow" in group.sentence
    assert "right_without" not in finding_text(group)
