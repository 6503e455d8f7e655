"""What an evaluation may take, counted by hand and counted by evaluations, at the boundary of each limit."""

from __future__ import annotations

import pytest

from tests.helpers.clock import Clock
from tests.helpers.programs import function, parse
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.interpreter.interface.errors import LimitExceeded
from xdsl_stablehlo.interpreter.interface.limits import LOOK_AT_CLOCK, Limits


def test_work_is_allowed_up_to_the_limit() -> None:
    limits = Limits(work=10)
    limits.spend(4)
    limits.spend(6)
    with pytest.raises(
        LimitExceeded, match=r"^takes more than the 10 ns of estimated work that are allowed$"
    ) as caught:
        limits.spend(1)
    assert caught.value.limit == "work"
    assert (limits.spent, limits.taken) == (11, 0)
    with pytest.raises(LimitExceeded):  # whoever asks later finds out as well
        limits.spend(0)


def test_steps_are_allowed_up_to_the_limit() -> None:
    limits = Limits(steps=3)
    limits.spend(0, 1)
    limits.spend(5, 2)
    with pytest.raises(LimitExceeded, match=r"^takes more than the 3 steps that are allowed$") as caught:
        limits.spend(0, 1)
    assert caught.value.limit == "steps"
    assert (limits.spent, limits.taken) == (5, 4)
    with pytest.raises(LimitExceeded):
        limits.spend(0)


def test_the_first_step_may_be_one_too_many() -> None:
    Limits(steps=0).spend(1)
    with pytest.raises(LimitExceeded):
        Limits(steps=0).spend(0, 1)


def test_no_limit_is_none() -> None:
    limits = Limits()
    limits.spend(1 << 80, 1 << 80)
    limits.hold(1 << 80)
    assert (limits.spent, limits.taken, limits.held) == (1 << 80,) * 3
    assert not limits.is_late()
    assert limits.deadline is None


def test_bytes_are_allowed_up_to_the_limit_and_given_back() -> None:
    limits = Limits(bytes=8)
    limits.hold(5)
    limits.hold(3)
    with pytest.raises(LimitExceeded, match=r"^holds 9 bytes at once; 8 are allowed$") as caught:
        limits.hold(1)
    assert caught.value.limit == "bytes"
    limits.release(1)
    limits.release(5)
    assert limits.held == 3
    limits.hold(5)


def test_seconds_begin_when_they_are_first_asked_for(clock: Clock) -> None:
    limits = Limits(seconds=2.5)
    assert limits.deadline is None
    clock.now = 200.0
    limits.spend(1)
    assert limits.deadline == 202.5
    clock.now = 202.5
    assert not limits.is_late()
    clock.now = 202.75
    assert limits.is_late()
    assert limits.deadline == 202.5


def test_the_clock_is_looked_at_after_so_much_work(clock: Clock) -> None:
    limits = Limits(seconds=1)
    limits.spend(1)
    looked = clock.looked
    clock.now += 5
    limits.spend(LOOK_AT_CLOCK - 1)
    assert clock.looked == looked
    with pytest.raises(LimitExceeded, match=r"^takes more than the 1 seconds that are allowed$") as caught:
        limits.spend(1)
    assert caught.value.limit == "seconds"
    with pytest.raises(LimitExceeded):
        limits.spend(0)


def test_seconds_that_are_left_are_no_error(clock: Clock) -> None:
    limits = Limits(seconds=1, work=10 * LOOK_AT_CLOCK)
    for _ in range(10):
        limits.spend(LOOK_AT_CLOCK)
        clock.now += 0.1
    with pytest.raises(LimitExceeded, match="estimated work"):
        limits.spend(1)


BODY = """%0 = stablehlo.add %a0, %a0 : tensor<4xf32>
  %1 = stablehlo.multiply %0, %a0 : tensor<4xf32>
  %r0 = stablehlo.negate %1 : tensor<4xf32>"""
PROGRAM = function(BODY, ["tensor<4xf32>"], ["tensor<4xf32>"])


def test_an_evaluation_stops_when_its_seconds_are_over(clock: Clock) -> None:
    limits = Limits(seconds=1)
    assert limits.is_late() is False
    clock.now += 2
    with pytest.raises(LimitExceeded, match="takes more than the 1 seconds that are allowed"):
        eval_module(parse(PROGRAM), [[0.0] * 4], limits=limits)


def test_runs_with_the_same_limits_spend_together() -> None:
    limits = Limits(steps=5)
    eval_module(parse(PROGRAM), [[0.0] * 4], limits=limits)
    with pytest.raises(LimitExceeded):
        eval_module(parse(PROGRAM), [[0.0] * 4], limits=limits)
    assert limits.taken == 6
    assert limits.held == 0
