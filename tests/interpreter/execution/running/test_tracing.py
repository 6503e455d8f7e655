"""Who traces a run sees what each op gave, as it was then."""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.ir import Operation

from tests.helpers.programs import named, parse
from tests.interpreter.execution.bodies import CALLING, updated
from xdsl_stablehlo.interpreter import Limits, Tensor, eval_module

PROGRAMS = named(__file__)


def traced(text: str, *args: Any, limits: Limits | None = None) -> list[tuple[str, list[Any]]]:
    """The ops that ran and what they gave, looked at when the run is over."""
    seen: list[tuple[Operation, tuple[Tensor, ...]]] = []
    eval_module(parse(text), args, limits=limits, trace=lambda op, results: seen.append((op, results)))
    return [(op.name.split(".")[1], [r.array.tolist() for r in results]) for op, results in seen]


def test_each_op_and_its_results_in_order() -> None:
    assert traced(CALLING, np.float32(-3)) == [("abs", [3.0]), ("add", [4.0]), ("negate", [-4.0])]


def test_nothing_that_was_told_is_written_to() -> None:
    """Without a trace, the update is written into what `abs` gave."""
    text = updated("%x = stablehlo.abs %a0 : tensor<4xf32>", "x")
    told = traced(text, np.zeros(4, np.float32))
    assert told == [("abs", [[0, 0, 0, 0]]), ("dynamic_update_slice", [[0, 7, 0, 0]])]


def test_chains_that_run_together_are_told_one_by_one() -> None:
    size = 1 << 17
    text = f"""func.func @main(%x: tensor<{size}xf32>) -> tensor<{size}xf32> {{
  %a = stablehlo.add %x, %x : tensor<{size}xf32>
  %b = stablehlo.multiply %a, %a : tensor<{size}xf32>
  %r = stablehlo.negate %b : tensor<{size}xf32>
  return %r : tensor<{size}xf32>
}}"""
    told = traced(text, np.full(size, 3, np.float32))
    assert [(name, values[0][:2]) for name, values in told] == [
        ("add", [6, 6]),
        ("multiply", [36, 36]),
        ("negate", [-36, -36]),
    ]


COUNT = PROGRAMS["count"]


def test_every_iteration_of_a_loop_over_scalars_is_told() -> None:
    """Without a trace, all but the first 32 run as Python code."""
    for limits in (None, Limits(bytes=1 << 20)):
        told = traced(COUNT, np.int32(100), limits=limits)
        assert [values[0] for name, values in told if name == "add"] == list(range(1, 101))
        assert told[-1] == ("while", [100])
        assert len(told) == 2 * 100 + 2


def test_the_body_of_a_reduction_is_told_for_many_elements_at_once() -> None:
    text = PROGRAMS["the body of a reduction is told for many elements at once"]
    told = traced(text, np.array([[1, 2], [3, 5]], np.float32))
    assert told[-1][0] == "reduce"
    assert {name for name, _ in told[:-1]} == {"subtract"}
    assert all(len(values[0]) == 2 for _, values in told[:-1])
