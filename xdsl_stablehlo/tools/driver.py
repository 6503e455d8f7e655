"""Runs tools: their streams, signals and exit code, and the destination of its results.

A tool is a function from its arguments to an exit code, run by `run_tool`, which reports every mistake of a user as one
line on standard error and exit code 1.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO, NoReturn, TextIO

from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.printable import printable
from xdsl_stablehlo.ir.runtime import on_deep_stack
from xdsl_stablehlo.values.files import NewContent, abandon

from .command_line.reading import ToolError


def run_tool(tool: Callable[[Sequence[str]], int], arguments: Sequence[str] | None = None) -> int:
    """Run `tool` and return its exit code. Only bugs of the tool itself raise.

    The code is 141 if the reader of the output went away, 130 after Ctrl-C, and 1 for any other failure.
    """
    given = sys.argv[1:] if arguments is None else arguments
    _replace_closed_streams()
    try:
        try:
            return _outcome(tool, given)
        finally:
            # Python would fail at exit if standard error cannot be written.
            try:
                sys.stderr.flush()
            except OSError:
                _drop(sys.stderr)
            sys.stdout.flush()
    except BrokenPipeError:
        _drop(sys.stdout)
        return 141
    except OSError as error:
        _drop(sys.stdout)
        complain(f"error: cannot write to {error.filename or 'standard output'}: {error.strerror or error}")
        return 1


def _outcome(tool: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    try:
        return on_deep_stack(lambda: default_environment()(tool)(arguments))
    except ToolError as error:
        complain(f"error: {error}", *error.excerpt)
    except MemoryError:
        complain("error: the program needs more memory than there is")
    except RecursionError:
        complain("error: regions are nested too deeply")
    except KeyboardInterrupt:
        abandon()
        # Leave the terminal clean, if folding has begun.
        progress = sys.modules.get("xdsl_stablehlo.folding.explanations.terminal")
        if progress is not None:
            progress.stop_showing()
        return 130
    return 1


def main_of(tool: Callable[[Sequence[str]], int]) -> NoReturn:
    """Run `tool` on the arguments of this process, and end it."""
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores one
            signal.signal(number, _end_by)
    code = run_tool(tool)
    if code == 130:  # after Ctrl-C the thread that still works is not waited for
        os._exit(code)
    sys.exit(code)


def _end_by(number: int, frame: object) -> None:
    """End as the signal does by default, without leaving partly written files."""
    abandon()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def complain(*lines: object) -> None:
    """Print lines on standard error, if they can be written."""
    try:
        for line in lines:
            print(printable(str(line)), file=sys.stderr, flush=True)
    except OSError:
        _drop(sys.stderr)


def _drop(stream: TextIO) -> None:
    """Discard what a stream holds, and everything written to it from now on."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _replace_closed_streams() -> None:
    """Replace closed streams (None in Python) by ends that refuse, so that no other file gets their number."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(os.open(os.devnull, os.O_WRONLY), "r")))
    sys.stdout = sys.stdout or _refusing()
    sys.stderr = sys.stderr or _refusing()


def _refusing() -> TextIO:
    """A stream that cannot be written to."""
    return io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.open(os.devnull, os.O_RDONLY), "w")))


class Destination:
    """The destination of results: standard output at once, or a file, which changes only at the end.

    Raises `ToolError` for a file that cannot be written, and leaves it as it was.
    """

    def __init__(self, path: str | None):
        self._path = None if path == "-" else path
        self._content: NewContent | None = None

    def __enter__(self) -> Destination:
        return self

    def __exit__(self, *error: object) -> None:
        if self._content is not None:
            self._content.discard()

    @contextmanager
    def stream(self) -> Generator[BinaryIO]:
        """A stream of bytes."""
        try:
            if self._path is None:
                sys.stdout.flush()
                yield sys.stdout.buffer
                sys.stdout.buffer.flush()
                return
            self._content = self._content or NewContent(self._path)
            yield self._content.stream
        except OSError as error:
            if self._path is None:
                raise
            raise self._refused(error) from None

    @contextmanager
    def text(self) -> Generator[TextIO]:
        """A stream of text in UTF-8; bytes that were not UTF-8 come out as they came in."""
        with self.stream() as stream:
            text = io.TextIOWrapper(stream, "utf-8", "surrogateescape", newline="")
            try:
                yield text
                text.flush()
            finally:
                with suppress(OSError):
                    text.detach()

    def end(self, failed: bool) -> None:
        """Write the file, unless a part of the work `failed`."""
        content, self._content = self._content, None
        if content is None:
            return
        if failed:
            content.discard()
            complain(f"error: '{self._path}' is not written: not every program could be")
            return
        try:
            content.commit()
        except OSError as error:
            raise self._refused(error) from None

    def _refused(self, error: OSError) -> ToolError:
        return cannot_write(error, f"'{self._path}'")


def cannot_write(error: OSError, place: str) -> ToolError:
    """The error of a tool for a file or folder that cannot be written."""
    return ToolError(f"cannot write {place}: {error.strerror or error}")


@contextmanager
def writing(place: str) -> Generator[None]:
    """Raise `ToolError` if what is inside cannot write to `place`: `'FILE'` or `into 'FOLDER'`."""
    try:
        yield
    except OSError as error:
        raise cannot_write(error, place) from None
