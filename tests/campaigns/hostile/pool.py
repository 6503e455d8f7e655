"""Processes that handle inputs one after the other, each with little memory and time, and that may die of one.

A worker is forked from a process that has everything imported, so that another one costs milliseconds. What it may
use is counted by the kernel: address space by a limit, processor time for each input by a timer whose signal ends it
and leaves a traceback behind.
"""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

MEMORY = 4 << 30
"""Bytes of address space."""
SECONDS = 10.0
"""Processor time for one input."""
PATIENCE = 30
"""After so many times its processor time has passed on the clock, a worker is taken to wait for ever."""

RETIREMENT = 400
"""Inputs after which a worker is replaced."""
TRACE = "trace"
"""The file of a worker that keeps what it said last."""


@dataclass(frozen=True)
class Death:
    """A worker that did not survive its input: why, and what it was doing."""

    reason: str
    traceback: str


def serve(
    handle: Callable[[Any], Any], connection: Connection, place: str, memory: int, seconds: float
) -> None:
    """What a worker does in the folder `place`: answer each input with `handle` of it, until there is none."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)  # programs print
    os.chdir(place)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells the parent, too
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with open(TRACE, "w") as file:
        os.dup2(file.fileno(), 2)
        faulthandler.enable(file)
        faulthandler.register(signal.SIGPROF, file, chain=True)
        while True:
            try:
                given = connection.recv()
            except EOFError:
                return
            signal.setitimer(signal.ITIMER_PROF, seconds)
            answer = handle(given)
            signal.setitimer(signal.ITIMER_PROF, 0)
            connection.send(answer)


class Worker:
    """One place in which inputs are handled, by one process after another."""

    def __init__(
        self, context: Any, handle: Callable[[Any], Any], memory: int = MEMORY, seconds: float = SECONDS
    ):
        """`context` starts processes as `multiprocessing` does. Where it does not fork, `handle` is in a module."""
        self._context, self._handle = context, handle
        self._memory, self._seconds = memory, seconds
        self._place = tempfile.TemporaryDirectory(prefix="hostile-")
        self._process: Any = None
        self.connection: Connection | None = None
        self._handled = 0
        self._deadline = 0.0
        self.task: Any = None
        """What the caller keeps of the input at hand; None where the worker has nothing to do."""

    def _start(self) -> None:
        self.connection, theirs = self._context.Pipe()
        args = (self._handle, theirs, self._place.name, self._memory, self._seconds)
        self._process = self._context.Process(target=serve, args=args, daemon=True)
        self._process.start()
        theirs.close()
        self._handled = 0

    def give(self, given: Any, task: Any) -> None:
        """Begin to handle an input."""
        if self.connection is None:
            self._start()
        assert self.connection is not None
        self.task = task
        self._deadline = time.monotonic() + PATIENCE * self._seconds
        self.connection.send(given)

    def answer(self) -> Any:
        """The answer to the input, or a `Death`. To be asked when `ready` names this worker."""
        self.task = None
        assert self.connection is not None
        try:
            if not self.connection.poll():
                return self._buried("waits for ever")
            answer = self.connection.recv()
        except (EOFError, ConnectionResetError):
            return self._buried()
        self._handled += 1
        if self._handled == RETIREMENT:
            self._end()
        return answer

    def _buried(self, reason: str | None = None) -> Death:
        process = self._process
        if reason is not None:
            process.kill()
        process.join()
        if reason is None:
            reason = _cause(-process.exitcode, self._seconds)
        trace = Path(self._place.name) / TRACE
        death = Death(reason, trace.read_text(errors="replace") if trace.exists() else "")
        self._end()
        return death

    @property
    def is_late(self) -> bool:
        """Whether an answer should have come long ago."""
        return self.task is not None and time.monotonic() > self._deadline

    def close(self) -> None:
        """End the process, and forget what it left behind."""
        self._end()
        self._place.cleanup()

    def _end(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self._process.join(5)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
        self.connection = None


def _cause(number: int, seconds: float) -> str:
    if number == signal.SIGPROF:
        return f"takes more than {seconds:g} s of processor time"
    return f"killed by {signal.Signals(number).name}" if number > 0 else f"ended with {-number}"


def ready(workers: list[Worker]) -> list[Worker]:
    """Those workers that have an answer, after waiting for one."""
    busy = {worker.connection: worker for worker in workers if worker.task is not None}
    found = [busy[connection] for connection in wait(list(busy), timeout=5)]  # pyright: ignore
    return found or [worker for worker in workers if worker.is_late]
