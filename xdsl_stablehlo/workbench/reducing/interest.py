"""What makes a program interesting: a command says so, or ends badly."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

FILE_NAME = "program.mlir"


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code, negative for a signal, and what it wrote to standard error."""

    code: int
    errors: str


@dataclass(frozen=True)
class Command:
    """A program is interesting if a command, given the name of its file last, ends with exit code 0."""

    words: tuple[str, ...]
    timeout: float

    def __call__(self, text: str) -> bool:
        ended = run_command(self.words, text, self.timeout)
        return ended is not None and ended.code == 0

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
        ended = run_command(self.words, text, self.timeout)
        if ended is None:
            return False
        if self.pattern is None:
            return ended.code < 0 or ended.code > _SHELL_SIGNAL
        return ended.code != 0 and re.search(self.pattern, ended.errors) is not None

    @property
    def denied(self) -> str:
        """What holds where a program is not interesting."""
        said = "" if self.pattern is None else f", or does not write '{self.pattern}' to standard error"
        return f"'{' '.join(self.words)}' does not crash{said}"


_SHELL_SIGNAL = 128
"""A shell whose command is ended by a signal ends with this and the number of the signal."""


def run_command(words: Sequence[str], text: str, timeout: float) -> Ended | None:
    """How a command ends that is given the name of a file with `text`; None where it takes longer than `timeout`.

    Raises `OSError` for a command that cannot be run.
    """
    with tempfile.TemporaryDirectory(prefix="stablehlo-reduce-") as folder:
        path = Path(folder, FILE_NAME)
        path.write_bytes(text.encode(errors="surrogateescape"))
        with subprocess.Popen(
            [*words, str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process:
            try:
                errors = process.communicate(timeout=timeout)[1]
            except BaseException as error:
                _end(process)
                if isinstance(error, subprocess.TimeoutExpired):
                    return None
                raise
        return Ended(process.returncode, errors.decode(errors="replace"))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
