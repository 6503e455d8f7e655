"""What is asked of Python itself while a program is read, written or compiled."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager

DEEPEST = 60_000
"""Calls in calls. Reading one level of nested regions takes about a dozen."""


@contextmanager
def deep_recursion() -> Generator[None]:
    """Room for regions that are nested thousands of levels deep. Calls of Python functions need no C stack."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


@contextmanager
def no_collections() -> Generator[None]:
    """No search for garbage where nothing is given up: it would find none, and takes longer the longer a program is."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
