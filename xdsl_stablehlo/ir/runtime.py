"""Recursion limit, garbage collector and thread stack size, changed while a program is read, written or compiled.

All three are global to the process, so users are counted: the first one makes the change, the last one undoes it.
Also here: packages that import their files on demand.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import FrameType
from typing import Any, TypeVar

DEEPEST = 60_000
"""The recursion limit, in Python frames. Reading one level of nested regions takes about a dozen."""


class _Recursion:
    """Raises Python's recursion limit while it has users."""

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
            # Keep a limit that somebody else has set meanwhile.
            mine = sys.getrecursionlimit() == self._raised
            if not self._users and mine and not _deeper_than(self._before // 2):
                sys.setrecursionlimit(self._before)
                self._raised = 0


def _deeper_than(calls: int) -> bool:
    """Whether a thread has a deeper call stack. CPython 3.11 crashes if one is deeper than a new limit."""
    # A garbage collection inside of `_current_frames` deadlocks (CPython 3.11).
    with no_collections():
        look: Callable[[], dict[int, FrameType]] = vars(sys)["_current_frames"]
        # A variable would keep this frame, which is among them, and those around it until the next collection.
        return True in [_has_callers(frame, calls) for frame in look().values()]


def _has_callers(frame: FrameType | None, calls: int) -> bool:
    for _ in range(calls):
        frame = frame and frame.f_back
    return frame is not None


MANY_OBJECTS, MOST_OBJECTS = 10_000, 3_000_000
"""So many new objects are not looked at by the collector when it is enabled again, and so many before it looks at all
objects, or as many as were left of those then."""


class _Collector:
    """Python's cyclic garbage collector, disabled while it has users.

    What a user built is in use: looking for garbage in it, as Python does as soon as the collector is enabled, takes a
    fifth of the time that reading a program takes.
    """

    def __init__(self) -> None:
        # A finalizer may end a use while another one begins in the same thread.
        self._lock = threading.RLock()
        self._users = 0
        self._was_enabled = False
        self._unseen, self._most = 0, MOST_OBJECTS

    def disable(self) -> None:
        with self._lock:
            if not self._users:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self._users += 1

    def enable(self) -> None:
        with self._lock:
            self._users -= 1
            if not self._users and self._was_enabled:
                new = gc.get_count()[0]
                if new > MANY_OBJECTS and _keep_unseen():
                    self._unseen += new
                gc.enable()
            else:
                return
        if self._unseen > self._most:
            self._unseen = 0
            gc.collect()
            self._most = max(MOST_OBJECTS, len(gc.get_objects()))


def _keep_unseen() -> bool:
    """Move all objects to the oldest generation, unless somebody has frozen some."""
    if gc.get_freeze_count():
        return False
    gc.freeze()
    gc.unfreeze()
    return True


class no_collections:
    """No garbage collections while a program is built: they would free nothing, and their cost grows with it.

    If Ctrl-C arrives before the end of the context, it ends when nothing refers to it any more.
    """

    def __init__(self) -> None:
        self._begun = False

    def __enter__(self) -> None:
        _COLLECTOR.disable()
        self._begun = True

    def __exit__(self, *_: object) -> None:
        self._end()

    def __del__(self) -> None:
        self._end()

    def _end(self) -> None:
        if self._begun:
            self._begun = False
            _COLLECTOR.enable()


_RECURSION = _Recursion()
_COLLECTOR = _Collector()
_STARTING = threading.Lock()


@contextmanager
def deep_recursion(limit: int = DEEPEST) -> Generator[None]:
    """A recursion limit for regions nested thousands of levels deep. Calls of Python functions need no C stack."""
    _RECURSION.enter(limit)
    try:
        yield
    finally:
        _RECURSION.leave()


@contextmanager
def importing() -> Generator[None]:
    """As `no_collections`, for what stays as long as the process: it goes to the oldest generation unlooked at."""
    with no_collections():
        yield
        _keep_unseen()


def start(thread: threading.Thread, stack_bytes: int) -> None:
    """Start a thread with `stack_bytes` of stack. Raises `RuntimeError` where there is no memory for it."""
    with _STARTING:
        before = threading.stack_size(stack_bytes)
        try:
            thread.start()
        finally:
            threading.stack_size(before)


DEEP_STACK = 1 << 29
DEEP_FRAMES = 400_000
"""The stack of a process that reads any program, in bytes and in frames, for deeply nested regions."""

Returned = TypeVar("Returned")


def on_deep_stack(work: Callable[[], Returned]) -> Returned:
    """Run `work` on a large stack, which nested regions need."""
    result: list[Returned] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, daemon=True)
    with deep_recursion(DEEP_FRAMES):
        try:
            start(thread, DEEP_STACK)
        except RuntimeError:  # no room for such a stack
            thread = None
        else:
            thread.join()
    if thread is None:
        return work()
    if failure:
        raise failure[0]
    return result[0]


# Packages that offer what is in their files without importing them all.


def members_on_demand(package: str, files: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: a file is imported when the first of the names that it gives is asked for.

    Files are named from the package, with one more dot from the folder around it. `dir` of the package is what it
    offers, so that prompts complete names of files that are not imported yet.
    """
    homes = {name: file for file, names in files.items() for name in names}
    vars(sys.modules[package])["__dir__"] = lambda: sorted(vars(sys.modules[package])["__all__"])

    def member(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        with importing():
            value = getattr(import_module(f".{homes[name]}", package), name)
        vars(sys.modules[package])[name] = value
        return value

    return member
