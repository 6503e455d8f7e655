"""Calls that are made in another thread, in order, so that what is computed next need not wait for a disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager

BEHIND = 1 << 26
"""Bytes that may wait at a time."""


class CallsBehind(AbstractContextManager["CallsBehind"]):
    """Makes calls in another thread, in order. After one that raises, no other call is made."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._waiting: deque[tuple[Future[None], int]] = deque()
        self._bytes = 0
        self._has_failed = False

    def call(self, size: int, function: Callable[..., object], *arguments: object) -> None:
        """Make a call, whose arguments hold `size` bytes. Raises what an earlier call has raised."""
        self._waiting.append((self._thread.submit(self._make, function, arguments), size))
        self._bytes += size
        while self._bytes > BEHIND or (self._waiting and self._waiting[0][0].done()):
            self._end_one()

    def _make(self, function: Callable[..., object], arguments: Sequence[object]) -> None:
        if self._has_failed:
            return
        try:
            function(*arguments)
        except BaseException:
            self._has_failed = True
            raise

    def _end_one(self) -> None:
        future, size = self._waiting.popleft()
        self._bytes -= size
        future.result()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Wait for all calls; if the block raises, only for the one that is being made."""
        try:
            while kind is None and self._waiting:
                self._end_one()
        finally:
            self._thread.shutdown(cancel_futures=True)
