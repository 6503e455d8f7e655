"""Processes that try candidates: each has an interpreter of its own, and ends with the process that started it.

They are started anew, not forked: a reduction runs beside threads, and what a candidate breaks breaks only its process.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import IO, Protocol

from .trial import Interesting, Trial, Window

CANNOT_BE_HANDED = "the test cannot be handed to another process"
_START = "import sys; sys.path[:] = {path!r}; from {module} import serve; serve()"


class WorkerError(RuntimeError):
    """A test that another process cannot import: one of the script that runs, or of none."""


class Asked(Protocol):
    """Who tries candidates."""

    def __call__(self, text: str, window: Window) -> Future[str | None]:
        """What `Trial` is going to say of them."""
        ...


class Worker:
    """A process that tries one candidate after the other, and is started again where it did not survive one."""

    def __init__(self, interesting: bytes, timeout: float):
        self._interesting, self._timeout = interesting, timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    def ask(self, text: str, window: Window) -> str | None:
        """What `Trial` says; None, too, where that takes longer than the time limit or ends the process.

        Raises what the test raises.
        """
        if self._is_over:
            return None
        if self._process is None:
            self._process = self._started()
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        timer = threading.Timer(self._timeout, process.kill)
        timer.start()
        try:
            _send(process.stdin, (text, window))
            answer: str | Exception | None = pickle.load(process.stdout)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            self.end()
            return None
        finally:
            timer.cancel()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        command = _START.format(path=sys.path, module=__name__)
        process = subprocess.Popen(
            [sys.executable, "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert process.stdin is not None
        assert process.stdout is not None
        _write(process.stdin, self._interesting)
        problem: str = pickle.load(process.stdout)
        if problem:
            _end(process)
            raise WorkerError(f"{CANNOT_BE_HANDED}: {problem}")
        return process

    def interrupt(self) -> None:
        """Let whoever waits for an answer have it: None."""
        self._is_over = True
        process = self._process
        if process is not None:
            process.kill()

    def end(self) -> None:
        """End the process; nobody waits for it."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    with suppress(BrokenPipeError):
        process.communicate()


@contextmanager
def workers(interesting: Interesting, jobs: int, timeout: float) -> Generator[Asked]:
    """So many processes, among which candidates are shared out in the order in which they come.

    Raises `WorkerError` for a test that cannot be pickled, and when it is asked, for one that cannot be imported.
    """
    idle: SimpleQueue[Worker] = SimpleQueue()
    everyone = [Worker(_pickled(interesting), timeout) for _ in range(jobs)]
    for worker in everyone:
        idle.put(worker)

    def ask(text: str, window: Window) -> str | None:
        worker = idle.get()
        try:
            return worker.ask(text, window)
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield lambda text, window: pool.submit(ask, text, window)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in everyone:
                worker.interrupt()
            pool.shutdown()
            for worker in everyone:
                worker.end()


@contextmanager
def this_process(interesting: Interesting) -> Generator[Asked]:
    """Candidates are tried here, when they are asked for, without a time limit."""
    trial = Trial(interesting)

    def ask(text: str, window: Window) -> Future[str | None]:
        done: Future[str | None] = Future()
        done.set_result(trial(text, window))
        return done

    yield ask


def serve() -> None:
    """What a worker does: it reads what is asked and writes what comes out, until nobody asks any more."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a test prints is no answer
    questions = sys.stdin.buffer
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        try:
            trial = Trial(pickle.load(questions))
        except (AttributeError, ImportError, pickle.UnpicklingError) as error:
            _send(output, str(error))
            return
        _send(output, "")
        while True:
            text, window = pickle.load(questions)
            try:
                answer: str | OSError | None = trial(text, window)
            except OSError as error:
                answer = error
            _send(output, answer)


def _pickled(interesting: Interesting) -> bytes:
    try:
        return pickle.dumps(interesting)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        raise WorkerError(f"{CANNOT_BE_HANDED}: {error}") from None


def _send(stream: IO[bytes], what: object) -> None:
    _write(stream, pickle.dumps(what))


def _write(stream: IO[bytes], data: bytes) -> None:
    stream.write(data)
    stream.flush()
