"""How much memory a call takes."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


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
