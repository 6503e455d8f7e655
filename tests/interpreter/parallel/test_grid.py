"""A grid of processes: meetings, failures, limits."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from tests.helpers.clock import Clock
from tests.helpers.programs import parse
from xdsl_stablehlo.interpreter import EvaluationError, eval_module
from xdsl_stablehlo.interpreter.interface.errors import LimitExceeded
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.interpreter.parallel.grid import ProcessGrid, ProcessId, current_process, run_grid

from .grids import ADD, collective, failure_of, grid_program


def test_the_failure_of_one_process_ends_the_others_and_is_the_one_that_is_reported():
    grid = ProcessGrid(2, 1)

    def waits() -> tuple[object, ...]:
        me = current_process()
        me.grid.rendezvous(me.id, me.grid.group(tuple(me.grid.ids())), "all_reduce", 0, ())
        return ()

    def fails() -> tuple[object, ...]:
        raise EvaluationError("is broken")

    with pytest.raises(EvaluationError, match=r"^is broken$"):
        run_grid(grid, [waits, fails])


def test_a_bug_in_a_process_is_not_taken_for_an_error_of_the_program():
    def crashes() -> tuple[object, ...]:
        raise AssertionError("bug")

    with pytest.raises(AssertionError, match="bug"):
        run_grid(ProcessGrid(1, 1), [crashes])


def test_meetings_of_the_same_group_follow_each_other():
    grid = ProcessGrid(3, 1)
    group = grid.group(tuple(grid.ids()))

    def many() -> tuple[object, ...]:
        me = current_process()
        sums: list[int] = []
        for i in range(50):
            meeting = grid.rendezvous(me.id, group, "all_gather", 0, (np.array(i * me.id.replica),))
            sums.append(sum(int(array) for (array,) in meeting.parts))
        return tuple(sums)

    assert run_grid(grid, [many] * 3) == [tuple(range(0, 150, 3))] * 3
    assert threading.active_count() < 50


def test_a_process_that_cannot_start_is_reported(monkeypatch: pytest.MonkeyPatch):
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def only_once(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    def waits() -> tuple[object, ...]:
        me = current_process()
        me.grid.rendezvous(me.id, me.grid.group(tuple(me.grid.ids())), "all_reduce", 0, ())
        return ()

    monkeypatch.setattr(threading.Thread, "start", only_once)
    with pytest.raises(EvaluationError, match=r"cannot start process \(1, 0\): can't start new thread"):
        run_grid(ProcessGrid(2, 1), [waits, waits])


def test_a_meeting_is_split_and_reduced_once_for_all_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """500 processes meet in as many steps, not in their square."""
    splits: list[int] = []
    cross_replica = ProcessGrid.cross_replica

    def counted(self: ProcessGrid, groups: list[list[int]]) -> list[tuple[ProcessId, ...]]:
        splits.append(len(groups))
        return cross_replica(self, groups)

    monkeypatch.setattr(ProcessGrid, "cross_replica", counted)
    count = 500
    attributes = f"replica_groups = dense<[{list(range(count))}]> : tensor<1x{count}xi64>"
    function = collective("all_reduce", "tensor<i64>", "tensor<i64>", attributes, ADD)
    text = grid_program(
        function, ", ".join(["[@p]"] * count), ["tensor<i64>"] * count, ["tensor<i64>"] * count
    )
    limits = Limits(steps=10**6)
    results = eval_module(parse(text), [np.array(i) for i in range(count)], limits=limits)
    assert {int(np.asarray(result)) for result in results} == {count * (count - 1) // 2}
    assert splits == [1]
    # The all_reduce of each process, one addition of each but the first, and run_parallel.
    assert limits.taken == count + (count - 1) + 1


def test_a_grid_of_too_many_processes_starts_none() -> None:
    function = "func.func @p() { return }"
    text = grid_program(function, ", ".join(["[@p]"] * 5000), [], [])
    assert "asks for 5000 x 1 processes; at most 4096 are run" in str(failure_of(text))


def test_steps_of_every_process_count(clock: Clock) -> None:
    clock.step = 0.05
    loop = """func.func @p() {
      %x = stablehlo.constant dense<0> : tensor<i64>
      %r = stablehlo.while(%i = %x) : tensor<i64> cond {
        %again = stablehlo.compare GE, %i, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %again : tensor<i1>
      } do {
        stablehlo.return %i : tensor<i64>
      }
      return
    }"""
    module = parse(grid_program(loop, "[@p], [@p]", [], []))
    for limits in (Limits(steps=1000), Limits(seconds=1.0), Limits(work=1_000_000)):
        with pytest.raises(LimitExceeded, match=r"'stablehlo.while' op takes more than the"):
            eval_module(module, [], limits=limits)


def test_an_outfeed_has_the_elements_without_the_token():
    module = parse("""func.func @main(%x: tensor<2xi32>, %y: tensor<f32>, %t: !stablehlo.token) -> !stablehlo.token {
      %0 = "stablehlo.outfeed"(%x, %y, %t) : (tensor<2xi32>, tensor<f32>, !stablehlo.token) -> !stablehlo.token
      return %0 : !stablehlo.token
    }""")
    grid, given = ProcessGrid(1, 1), (np.array([3, 4], np.int32), np.float32(0.5))
    run_grid(grid, [lambda: tuple(eval_module(module, [*given, Token()]))])
    ((x, y),) = grid.outfeed
    assert (x.tolist(), y.item()) == ([3, 4], 0.5)
