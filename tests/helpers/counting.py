"""What something takes, counted: the same on every machine."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def calls_of(run: Callable[[], object]) -> int:
    """How many functions are called, entered and left while `run` runs."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(None)
    return calls


def peak_of(run: Callable[[], Any]) -> int:
    """The most bytes that a call has at once, beyond what was there before."""
    return with_peak(run)[1]


def with_peak(run: Callable[[], T]) -> tuple[T, int]:
    """What a call gives, and the most bytes that it has at once, beyond what was there before."""
    tracemalloc.start()
    try:
        return run(), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
