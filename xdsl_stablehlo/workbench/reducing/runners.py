"""Tests of whether a program is interesting, and the processes that try candidates, with a time limit.

The processes are started anew, not forked, because a reduction runs beside threads. A candidate can only break its own
process. Each process ends with the one that started it.
"""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.programs.registry import register_all_dialects
from xdsl_stablehlo.programs.verification import diagnostics
from xdsl_stablehlo.text import parse_module, print_module

from .program import Unread, Weight, weight_of
from .steps import STEPS

Interesting: TypeAlias = Callable[[str], bool]
"""Return whether a valid program still shows what is looked for; the same for equal programs."""

# ---- commands ----

FILE_NAME = "program.mlir"

_SHELL_SIGNAL = 128
"""The exit code of a shell whose command was ended by a signal is this plus the number of the signal."""


@dataclass(frozen=True)
class Command:
    """A program is interesting if a command, given the name of its file last, ends with exit code 0."""

    words: tuple[str, ...]
    timeout: float

    def __call__(self, text: str) -> bool:
        ended = run_on_text(self.words, text, self.timeout)
        return ended is not None and ended[0] == 0

    @property
    def denied(self) -> str:
        """The message for a program that is not interesting."""
        return f"'{' '.join(self.words)}' does not end with exit code 0"


@dataclass(frozen=True)
class Crashes:
    """A program is interesting if a command, given the name of its file last, is ended by a signal.

    With a pattern, the command may fail in any way, but its standard error must match the pattern.
    """

    words: tuple[str, ...]
    timeout: float
    pattern: str | None = None

    def __call__(self, text: str) -> bool:
        code, errors = run_on_text(self.words, text, self.timeout) or (0, "")
        if self.pattern is None:
            return code < 0 or code > _SHELL_SIGNAL
        return code != 0 and re.search(self.pattern, errors) is not None

    @property
    def denied(self) -> str:
        """The message for a program that is not interesting."""
        said = "" if self.pattern is None else f", or does not write '{self.pattern}' to standard error"
        return f"'{' '.join(self.words)}' does not crash{said}"


def run_on_text(words: Sequence[str], text: str, timeout: float) -> tuple[int, str] | None:
    """As `run_command`, with the name of a file with `text` as the last argument of the command."""
    with tempfile.TemporaryDirectory(prefix="stablehlo-reduce-") as folder:
        path = Path(folder, FILE_NAME)
        path.write_bytes(text.encode(errors="surrogateescape"))
        return run_command([*words, str(path)], timeout)


def run_command(words: Sequence[str], timeout: float) -> tuple[int, str] | None:
    """The exit code of a command, negative for a signal, and its standard error; None after `timeout` seconds.

    Raises `OSError` if the command cannot run.
    """
    with (
        subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process,
        time_limit(process, timeout) as passed,
    ):
        errors = process.communicate()[1]
    return None if passed.is_set() else (process.returncode, errors.decode(errors="replace"))


@contextmanager
def time_limit(process: subprocess.Popen[bytes], seconds: float) -> Generator[threading.Event]:
    """End a process, and its session if it leads one, after so many seconds or if the body raises.

    Yields an event that tells whether the time has passed.
    """
    passed = threading.Event()

    def end() -> None:
        if process.poll() is not None:
            return
        with suppress(ProcessLookupError):
            if os.getpgid(process.pid) == process.pid:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()

    def end_late() -> None:
        passed.set()
        end()

    timer = threading.Timer(seconds, end_late)
    timer.start()
    try:
        yield passed
    except BaseException:
        end()
        raise
    finally:
        timer.cancel()


# ---- candidates ----


@dataclass(frozen=True, order=True)
class Window:
    """The targets from `end - length` to `end` of step number `step`."""

    step: int
    length: int
    end: int


@dataclass
class Trial:
    """Tries candidates, and remembers the current program and the candidates that are not interesting."""

    interesting: Interesting
    _text: str = ""
    _module: ModuleOp = field(default_factory=lambda: ModuleOp([]))
    _weight: Weight = ()
    _boring: set[str] = field(default_factory=set[str])

    def __call__(self, text: str, window: Window) -> str | None:
        """The program that a window of `text` gives, if it is smaller and interesting."""
        if text != self._text:
            self._module, self._text = read_program(text), text
            self._weight = weight_of(self._module, text)
        made = self._made(window)
        if made is None or made in self._boring:
            return None
        if self.interesting(made):
            return made
        self._boring.add(made)
        return None

    def _made(self, window: Window) -> str | None:
        """The text of the candidate; None if it is not valid or not smaller."""
        step, module = STEPS[window.step], self._module.clone()
        with deep_recursion():
            unread = Unread.of(module)
            chosen = step.targets(module)[max(window.end - window.length, 0) : window.end]
            try:
                step.change(module, chosen)
            except (ValueError, VerifyException):  # a type or an attribute that is not valid
                return None
            unread.remove_others(module)
            if next(iter(diagnostics(module)), None) is not None:
                return None
            text = print_module(module)
            return text if weight_of(module, text) < self._weight else None


def read_program(text: str) -> ModuleOp:
    """The module of a valid program; ops of unknown dialects are kept as they are."""
    context = Context(allow_unregistered=True)
    register_all_dialects(context)
    return parse_module(text, context, "program")


# ---- processes that try candidates ----

CANNOT_BE_HANDED = "the test cannot be handed to another process"
_START = "import sys; sys.path[:] = {path!r}; from {module} import serve; serve()"


class WorkerError(RuntimeError):
    """A test that another process cannot import: it is defined in a script, or in no module."""


Asked: TypeAlias = "Callable[[str, Window], Future[str | None]]"
"""Try a candidate: the result of `Trial` for a program and a window."""


class Worker:
    """A process that tries one candidate after the other, and is started again if a candidate ended it."""

    def __init__(self, interesting: bytes, timeout: float):
        self._interesting, self._timeout = interesting, timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    def ask(self, text: str, window: Window) -> str | None:
        """The result of `Trial`; None also if it takes too long or ends the process. Raises what the test raises."""
        if self._is_over:
            return None
        process = self._process = self._process or self._started()
        try:
            with time_limit(process, self._timeout):
                answer: str | Exception | None = _answer(process, pickle.dumps((text, window)))
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            self.end()
            return None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        command = _START.format(path=sys.path, module=__name__)
        process = subprocess.Popen(
            [sys.executable, "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        problem: str = _answer(process, self._interesting)
        if problem:
            _end(process)
            raise WorkerError(f"{CANNOT_BE_HANDED}: {problem}")
        return process

    def interrupt(self) -> None:
        """Answer whoever waits with None, now and from now on."""
        self._is_over = True
        if self._process is not None:
            self._process.kill()

    def end(self) -> None:
        """End the process."""
        if self._process is not None:
            _end(self._process)
        self._process = None


def _answer(process: subprocess.Popen[bytes], question: bytes) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(question)
    process.stdin.flush()
    return pickle.load(process.stdout)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    with suppress(BrokenPipeError):
        process.communicate()


@contextmanager
def workers(interesting: Interesting, jobs: int, timeout: float) -> Generator[Asked]:
    """Distribute candidates, in order, among `jobs` processes.

    Raises `WorkerError` for a test that cannot be pickled, and on the first candidate for one that cannot be imported.
    """
    idle: SimpleQueue[Worker] = SimpleQueue()
    try:
        test = pickle.dumps(interesting)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        raise WorkerError(f"{CANNOT_BE_HANDED}: {error}") from None
    everyone = [Worker(test, timeout) for _ in range(jobs)]
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
    """Try candidates in this process, without a time limit."""
    trial = Trial(interesting)

    def ask(text: str, window: Window) -> Future[str | None]:
        done: Future[str | None] = Future()
        done.set_result(trial(text, window))
        return done

    yield ask


def serve() -> None:
    """Answer candidates read from standard input until it ends: the main function of a worker."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a test prints must not mix with the answers
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


def _send(stream: IO[bytes], answer: object) -> None:
    pickle.dump(answer, stream)
    stream.flush()
