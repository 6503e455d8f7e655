"""Tests of whether a program is interesting, and the processes that try candidates, with a time limit."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import tempfile
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from traceback import print_exc
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo import parse_module, print_module, register_dialects
from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.programs.verification import diagnostics

from ..running import EndedError, Processes, ThisProcess
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
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            errors = process.communicate(timeout=timeout)[1]
        except BaseException as error:
            # The command leads a session, which ends with it.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            if isinstance(error, subprocess.TimeoutExpired):
                return None
            raise
    return process.returncode, errors.decode(errors="replace")


# ---- candidates ----


@dataclass(frozen=True, order=True)
class Window:
    """The targets from `end - length` to `end` of step number `step`."""

    step: int
    length: int
    end: int


@dataclass
class Trials:
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
    register_dialects(context)
    return parse_module(text, context, "program")


# ---- processes that try candidates ----

CANNOT_BE_HANDED = "the test cannot be handed to another process"


class WorkerError(RuntimeError):
    """A test that another process cannot import: it is defined in a script, or in no module."""


Asked: TypeAlias = "Callable[[str, Window], Future[str | None]]"
"""Try a candidate: the result of `Trials` for a program and a window."""


def outcome_of(answer: Future[str | None]) -> str | None:
    """The result of a candidate; None also if it took too long or ended its process. Raises what the test raises."""
    try:
        return answer.result()
    except EndedError as error:
        if error.at_start:
            raise WorkerError(f"{CANNOT_BE_HANDED}: {error}") from None
        return None


@contextmanager
def workers(interesting: Interesting, jobs: int, timeout: float) -> Generator[Asked]:
    """Try candidates in `jobs` processes with a time limit each; without any, in this process without a limit.

    Raises `WorkerError` for a test that cannot be pickled, and on the first candidate for one that cannot be imported.
    """
    if not jobs:
        yield partial(ThisProcess().submit, Trials(interesting))
        return
    try:
        test = pickle.dumps(interesting)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        raise WorkerError(f"{CANNOT_BE_HANDED}: {error}") from None
    processes = Processes(jobs, seconds=timeout, initializer=partial(_begin, test))
    try:
        yield partial(processes.submit, _try)
    finally:
        processes.shutdown(cancel_futures=True)


_trials: list[Trials] = []
"""The trial of a process that tries candidates."""


def _begin(test: bytes) -> None:
    os.dup2(2, 1)  # what a test prints must not mix with what this project prints
    try:
        _trials[:] = [Trials(pickle.loads(test))]
    except (AttributeError, ImportError, pickle.UnpicklingError) as error:
        raise WorkerError(f"{CANNOT_BE_HANDED}: {error}") from None


def _try(text: str, window: Window) -> str | None:
    """The result of the trial; None for a candidate on which the test fails, which is printed."""
    try:
        return _trials[0](text, window)
    except OSError:  # a command that cannot run
        raise
    except Exception:
        print_exc()
        return None
