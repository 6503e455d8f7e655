"""Loops: iterations are counted, and from some iteration on a loop over scalars runs as Python code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.helpers.clock import Clock
from tests.helpers.programs import function, parse
from tests.interpreter.execution.bodies import compiler
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.interpreter.execution import loops as module
from xdsl_stablehlo.interpreter.execution.loops import Loop
from xdsl_stablehlo.interpreter.interface.limits import LOOK_AT_CLOCK, Limits
from xdsl_stablehlo.interpreter.kernels.support.values import Value


def counting(element: str = "i32", shape: str = "") -> str:
    """`main(start, end)` counts, and adds one to `%x` in each iteration."""
    kind = f"tensor<{shape}i32>"
    return function(
        f"""%one = stablehlo.constant dense<1> : tensor<{element}>
        %ones = stablehlo.constant dense<1> : {kind}
        %r:2 = stablehlo.while(%i = %a0, %x = %ones) : tensor<{element}>, {kind}
        cond {{
          %c = stablehlo.compare LT, %i, %a1 : (tensor<{element}>, tensor<{element}>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        }} do {{
          %j = stablehlo.add %i, %one : tensor<{element}>
          %y = stablehlo.add %x, %ones : {kind}
          stablehlo.return %j, %y : tensor<{element}>, {kind}
        }}""",
        [f"tensor<{element}>"] * 2,
        [kind],
        ["%r#1"],
    )


class Counted:
    """How many iterations run as Python code, run by run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.runs: list[int] = []
        count = Loop.count

        def counted(loop: Loop, iterations: int, work: int, steps: int) -> None:
            self.runs.append(iterations)
            count(loop, iterations, work, steps)

        monkeypatch.setattr(Loop, "count", counted)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


def iterate(end: int, limits: Limits | None = None, shape: str = "") -> Any:
    (result,) = eval_module(parse(counting(shape=shape)), [np.int32(0), np.int32(end)], limits=limits)
    return result.array.tolist()


@pytest.mark.parametrize(
    ("end", "runs"), [(Loop.scalar_after - 1, []), (Loop.scalar_after, [0]), (Loop.scalar_after + 5, [5])]
)
def test_a_loop_becomes_python_code_after_so_many_iterations(
    end: int, runs: list[int], counted: Counted
) -> None:
    assert iterate(end) == end + 1
    assert counted.runs == runs


def test_a_loop_over_arrays_does_not(counted: Counted) -> None:
    assert iterate(100, shape="2x") == [101, 101]
    assert counted.runs == []


def loop(limits: Limits) -> Loop:
    made = compiler(counting(), limits)
    (op,) = [op for op in made.functions["main"].walk() if op.name == "stablehlo.while"]
    cond, body = [made.region(region) for region in op.regions]
    end, one = np.asarray(np.int32(1000)), np.asarray(np.int32(1))
    captured: dict[str | None, Value] = {"a1": end, "one": one, "ones": one}
    cond = cond.bind(tuple([captured[v.name_hint] for v in cond.captures]))
    return Loop(limits, cond, body.bind(tuple([captured[v.name_hint] for v in body.captures])))


def test_a_condition_empties_nothing_and_a_body_its_state() -> None:
    made = loop(Limits())
    state: list[Value] = [np.asarray(np.int32(7)), np.asarray(np.int32(3))]
    assert made.cond(state) is True
    assert len(state) == 2
    following = made.body(state)
    assert state == []
    assert [int(np.asarray(value)) for value in following] == [8, 4]
    assert made.cond([np.asarray(np.int32(1000)), np.asarray(np.int32(3))]) is False


def runs(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The iterations that are allowed in each run of the Python code, from the first iteration on."""
    monkeypatch.setattr(Loop, "scalar_after", 1)
    allowed: list[int] = []
    made_of = module.scalar_loop

    def spied(*bodies: Any) -> Any:
        made = made_of(*bodies)
        assert made is not None
        run, work, steps = made

        def counted(limit: int, *values: Any) -> Any:
            allowed.append(limit)
            return run(limit, *values)

        return counted, work, steps

    monkeypatch.setattr(module, "scalar_loop", spied)
    made = loop(limits)
    made.body([np.asarray(np.int32(0)), np.asarray(np.int32(0))])
    return allowed


def test_python_code_runs_as_long_as_the_limits_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    (allowed,) = runs(Limits(), monkeypatch)
    assert allowed > 1 << 60


def test_python_code_runs_as_many_iterations_as_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    # 999 iterations are left to run; none was counted by a condition.
    assert runs(Limits(iterations=5000), monkeypatch) == [5000]


def test_python_code_takes_no_more_steps_than_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    # The first iteration took two steps, and each of the others takes three, the condition's one among them.
    assert runs(Limits(steps=2 + 3 * 2000 + 2), monkeypatch) == [2000]


def test_python_code_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """After so many iterations as take `LOOK_AT_CLOCK` nanoseconds, by estimate."""
    allowed = runs(Limits(seconds=1.0), monkeypatch)
    work = 50 + 3 * 60
    assert allowed == [LOOK_AT_CLOCK // work + 1]


def test_python_code_does_no_more_work_than_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits()
    spent = loop(limits)
    spent.body([np.asarray(np.int32(0)), np.asarray(np.int32(0))])
    work = 50 + 3 * 60
    assert runs(Limits(work=limits.spent + 2000 * work + work - 1), monkeypatch) == [2000]


def test_python_code_goes_on_after_each_look_at_the_clock(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    """999 iterations are left, 101 from one look to the next; the last run ends by the condition."""
    monkeypatch.setattr(module, "LOOK_AT_CLOCK", 100 * (50 + 3 * 60))
    assert runs(Limits(seconds=1.0), monkeypatch) == [101] * 10
