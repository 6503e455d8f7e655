"""Who says whether a program is interesting, and who tries candidates: commands and processes, with a time limit.

Processes that try candidates are started anew, not forked: a reduction runs beside threads, and what a candidate breaks
breaks only its process. Each ends with the process that started it.
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
from typing import IO, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, f32, i1, i32
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.programs.registry import register_all_dialects
from xdsl_stablehlo.programs.verification import diagnostics
from xdsl_stablehlo.text import parse_module, print_module

from . import of_functions, of_ops, of_types
from .program import AnyStep, Unread, Weight, weight_of

Interesting: TypeAlias = Callable[[str], bool]
"""Says of a program, which is valid, whether it still shows what is looked for. The same for equal programs."""

# ---- commands ----

FILE_NAME = "program.mlir"

_SHELL_SIGNAL = 128
"""A shell whose command is ended by a signal ends with this and the number of the signal."""


@dataclass(frozen=True)
class Command:
    """A program is interesting if a command, given the name of its file last, ends with exit code 0."""

    words: tuple[str, ...]
    timeout: float

    def __call__(self, text: str) -> bool:
        ended = run_command(self.words, text, self.timeout)
        return ended is not None and ended[0] == 0

    @property
    def denied(self) -> str:
        """What holds where a program is not interesting."""
        return f"'{' '.join(self.words)}' does not end with exit code 0"


@dataclass(frozen=True)
class Crashes:
    """A program is interesting if a command, given the name of its file last, fails as it did.

    That is: it is ended by a signal, or, where there is a pattern, in any way but with exit code 0, and what it writes
    to standard error matches the pattern.
    """

    words: tuple[str, ...]
    timeout: float
    pattern: str | None = None

    def __call__(self, text: str) -> bool:
        code, errors = run_command(self.words, text, self.timeout) or (0, "")
        if self.pattern is None:
            return code < 0 or code > _SHELL_SIGNAL
        return code != 0 and re.search(self.pattern, errors) is not None

    @property
    def denied(self) -> str:
        """What holds where a program is not interesting."""
        said = "" if self.pattern is None else f", or does not write '{self.pattern}' to standard error"
        return f"'{' '.join(self.words)}' does not crash{said}"


def run_command(words: Sequence[str], text: str, timeout: float) -> tuple[int, str] | None:
    """The exit code of a command that is given the name of a file with `text`, negative for a signal, and what it
    writes to standard error; None where it takes longer than `timeout` seconds.

    Raises `OSError` for a command that cannot be run.
    """
    with tempfile.TemporaryDirectory(prefix="stablehlo-reduce-") as folder:
        path = Path(folder, FILE_NAME)
        path.write_bytes(text.encode(errors="surrogateescape"))
        with (
            subprocess.Popen(
                [*words, str(path)],
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
    """End a process, and its session if it leads one, after so many seconds, or where nobody waits for it any more.

    Gives what says whether the time has passed.
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
    """The targets from `end - length` to `end` of the step with a number."""

    step: int
    length: int
    end: int


@dataclass
class Trial:
    """Tries candidates. What it knows of the program at hand, it keeps for the next one."""

    interesting: Interesting
    _text: str = ""
    _module: ModuleOp = field(default_factory=lambda: ModuleOp([]))
    _weight: Weight = ()
    _boring: set[str] = field(default_factory=set[str])

    def __call__(self, text: str, window: Window) -> str | None:
        """A smaller program that is interesting, made of `text` at a window; None where there is none."""
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
        """The text of the candidate; None where it is not valid or not smaller."""
        step, module = STEPS[window.step], self._module.clone()
        with deep_recursion():
            unread = Unread.of(module)
            chosen = step.targets(module)[max(window.end - window.length, 0) : window.end]
            try:
                step.change(module, chosen)
            except (
                ValueError,
                VerifyException,
            ):  # types and attributes that cannot be are refused when they are made
                return None
            unread.remove_others(module)
            if next(iter(diagnostics(module)), None) is not None:
                return None
            text = print_module(module)
            return text if weight_of(module, text) < self._weight else None


def read_program(text: str) -> ModuleOp:
    """The module of a program that was printed or is known to be right; ops of other dialects are kept as they are."""
    context = Context(allow_unregistered=True)
    register_all_dialects(context)
    return parse_module(text, context, "program")


STEPS: Sequence[AnyStep] = (
    of_functions.DropFunctions(),
    of_ops.DropUnread(),
    of_functions.DropResults(),
    of_functions.CutTails(),
    of_functions.HeadsToArguments(),
    of_ops.ToValues(),
    of_ops.ToConstants(0),
    of_ops.ToOperands(),
    of_ops.Unwrap(),
    of_ops.DropBranches(),
    of_functions.InlineCalls(),
    of_ops.ToConstants(1),
    of_functions.DropArguments(),
    of_functions.MergeArguments(),
    of_types.SmallerSizes(1),
    of_types.SmallerSizes(2),
    of_types.SmallerSizes(None),
    of_types.SimplerElements(f32),
    of_types.SimplerElements(i32),
    of_types.SimplerElements(i1),
    of_ops.PlainConstants(0),
    of_ops.PlainConstants(1),
    of_ops.PlainConstants(None),
    of_ops.DropAttributes(),
)
"""In the order in which they are tried: what removes much at once comes first."""


# ---- processes that try candidates ----

CANNOT_BE_HANDED = "the test cannot be handed to another process"
_START = "import sys; sys.path[:] = {path!r}; from {module} import serve; serve()"


class WorkerError(RuntimeError):
    """A test that another process cannot import: one of the script that runs, or of none."""


Asked: TypeAlias = "Callable[[str, Window], Future[str | None]]"
"""Who tries candidates: what `Trial` is going to say of a program and a window."""


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
        try:
            with time_limit(process, self._timeout):
                _send(process.stdin, (text, window))
                answer: str | Exception | None = pickle.load(process.stdout)
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


def _send(stream: IO[bytes], what: object) -> None:
    _write(stream, pickle.dumps(what))


def _write(stream: IO[bytes], data: bytes) -> None:
    stream.write(data)
    stream.flush()
