"""Observers are told of each op, once and in time."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.ir import Operation

from tests.helpers.oracle import Array
from tests.helpers.programs import parse
from tests.interpreter.execution.bodies import CALLING, replace_kernel, unary, updated
from xdsl_stablehlo.dialects.stablehlo import AbsOp, NegOp
from xdsl_stablehlo.interpreter import Program, eval_module
from xdsl_stablehlo.interpreter.interface.limits import Limits


def test_an_observer_is_told_once_of_each_op_in_order() -> None:
    """Calls and constants are no ops that are evaluated; each time the program runs, all are told again."""
    seen: list[Operation] = []
    module = parse(CALLING)
    program = Program.of(module, on_step=seen.append)
    for run in (1, 2):
        (result,) = program(np.float32(-3))
        assert float(result.get()) == -4
        assert [op.name for op in seen] == ["stablehlo.abs", "stablehlo.add", "stablehlo.negate"] * run
    inside = list(module.walk())
    assert all(any(op is other for other in inside) for op in seen)


def test_an_observer_is_told_before_the_op_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []

    def noted(operand: Array) -> Array:
        events.append("runs")
        return operand

    for op_class in (AbsOp, NegOp):
        replace_kernel(monkeypatch, op_class, lambda _: noted)
    eval_module(
        parse(unary("abs", "negate")), [np.zeros(2, np.float32)], on_step=lambda op: events.append(op.name)
    )
    assert events == ["stablehlo.abs", "runs", "stablehlo.negate", "runs"]


def test_what_an_observer_raises_ends_the_run() -> None:
    class Stop(Exception):
        pass

    seen: list[str] = []

    def stop(op: Operation) -> None:
        seen.append(op.name)
        if op.name == "stablehlo.add":
            raise Stop

    with pytest.raises(Stop):
        eval_module(parse(CALLING), [np.float32(1)], on_step=stop)
    assert seen == ["stablehlo.abs", "stablehlo.add"]


def test_an_update_in_place_is_observed_and_stays_in_place() -> None:
    text = updated("%x = stablehlo.abs %a0 : tensor<4xf32>", "x")
    seen: list[str] = []
    (result,) = eval_module(
        parse(text), [np.zeros(4, np.float32)], on_step=lambda op: seen.append(op.name), limits=Limits()
    )
    assert result.array.tolist() == [0, 7, 0, 0]
    assert seen == ["stablehlo.abs", "stablehlo.dynamic_update_slice"]
