"""How much memory a call takes."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any


def peak_of(run: Callable[[], Any]) -> int:
    """The most bytes that a call has at once, beyond what was there before."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
