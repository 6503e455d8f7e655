"""What is asked of Python itself while a program is read, written or compiled.

The recursion limit, the garbage collector and the stack of new threads belong to all threads of a process together.
What is borrowed here is counted: the first who needs it takes it, the last gives it back.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

DEEPEST = 60_000
"""Calls in calls. Reading one level of nested regions takes about a dozen."""


class _Recursion:
    """Python's recursion limit, raised as long as anybody needs it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._before = self._raised = 0

    def enter(self, limit: int) -> None:
        with self._lock:
            current = sys.getrecursionlimit()
            if not self._users and current != self._raised:
                self._before = current
            self._users += 1
            self._raised = max(current, limit)
            if current < limit:
                sys.setrecursionlimit(limit)

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            # Who has set another limit meanwhile meant it.
            mine = sys.getrecursionlimit() == self._raised
            if not self._users and mine and not _deeper_than(self._before // 2):
                sys.setrecursionlimit(self._before)
                self._raised = 0


def _deeper_than(calls: int) -> bool:
    """Whether any thread is in more calls. One that is beyond a new limit takes the process down (CPython 3.11)."""
    return any(_is_deeper(frame, calls) for frame in sys._current_frames().values())  # pyright: ignore[reportPrivateUsage]


def _is_deeper(frame: FrameType | None, calls: int) -> bool:
    while frame is not None and calls:
        frame, calls = frame.f_back, calls - 1
    return frame is not None


class _Collector:
    """Python's search for garbage, off as long as anybody wants that."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._was_enabled = False

    def enter(self) -> None:
        with self._lock:
            if not self._users:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self._users += 1

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            if not self._users and self._was_enabled:
                gc.enable()


_RECURSION = _Recursion()
_COLLECTOR = _Collector()
_STARTING = threading.Lock()


@contextmanager
def deep_recursion(limit: int = DEEPEST) -> Generator[None]:
    """Room for regions that are nested thousands of levels deep. Calls of Python functions need no C stack."""
    _RECURSION.enter(limit)
    try:
        yield
    finally:
        _RECURSION.leave()


@contextmanager
def no_collections() -> Generator[None]:
    """No search for garbage where nothing is given up: it would find none, and takes longer the longer a program is."""
    _COLLECTOR.enter()
    try:
        yield
    finally:
        _COLLECTOR.leave()


def start(thread: threading.Thread, stack_bytes: int) -> None:
    """Start a thread with a stack of its own size. Raises `RuntimeError` where there is no room for it."""
    with _STARTING:
        before = threading.stack_size(stack_bytes)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
