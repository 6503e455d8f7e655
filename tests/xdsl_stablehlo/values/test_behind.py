"""Calls in another thread."""

from __future__ import annotations

import pytest

from xdsl_stablehlo.values.behind import BEHIND, CallsBehind


def test_calls_are_made_in_order() -> None:
    made: list[int] = []
    with CallsBehind() as behind:
        for i in range(100):
            behind.call(i, made.append, i)
    assert made == list(range(100))


def test_what_holds_more_than_may_wait_is_waited_for() -> None:
    made: list[str] = []
    with CallsBehind() as behind:
        behind.call(0, made.append, "small")
        behind.call(BEHIND + 1, made.append, "large")
        assert made == ["small", "large"]


def test_nothing_is_called_after_a_call_that_raises() -> None:
    made: list[str] = []

    def full() -> None:
        raise OSError("no space is left")

    def calls() -> None:
        with CallsBehind() as behind:
            behind.call(0, made.append, "before")
            behind.call(0, full)
            behind.call(0, made.append, "after")
            behind.call(BEHIND + 1, made.append, "behind")

    with pytest.raises(OSError, match="no space is left"):
        calls()
    assert made == ["before"]
