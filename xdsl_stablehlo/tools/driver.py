"""The tools, and how they run: their streams, signals and exit codes, and the destination of their results.

`Tool.run` is a function from arguments to an exit code. `run_tool` calls it, and reports every mistake of a user as one
line on standard error and an exit code.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import BinaryIO, NoReturn, TextIO

from xdsl_stablehlo import __version__
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.printable import printable
from xdsl_stablehlo.ir.runtime import importing, on_deep_stack
from xdsl_stablehlo.values.files import NewContent, abandon

from .command_line.completion import completion
from .command_line.passes import PassEntry, all_pass_names, read_pass_table
from .command_line.reading import ToolError, load_first, read_command_line
from .command_line.texts import flags_of, help_text, usage_of


@dataclass(frozen=True)
class Tool:
    """A tool. Its texts are in `tools.txt` and `flags.txt`; the function `run` of its module does its work."""

    name: str
    takes_passes: bool = False
    most_inputs: int = 1
    failure: int = 1
    """The exit code after a mistake of the user."""

    def run(self, arguments: Sequence[str]) -> int:
        """Do the work that a command line asks for, or print a text about the tool; return the exit code.

        Raises `ToolError`.
        """
        try:
            return self._run(arguments)
        except ToolError as error:
            error.code = self.failure
            raise

    def _run(self, arguments: Sequence[str]) -> int:
        load_first(arguments)
        flags = flags_of(self.name)
        line = read_command_line(arguments, flags, all_pass_names() if self.takes_passes else None)
        passes: Mapping[str, PassEntry] = read_pass_table() if self.takes_passes else {}
        line.usage, summary = usage_of(self.name)
        if "help" in line.switches:
            print(help_text(line.usage, summary, flags, passes))
        elif "completion" in line.values or "complete" in line.values:
            print(completion(self.name, line.values, flags, passes), end="")
        elif "version" in line.switches:
            from xdsl_stablehlo.dialects.vhlo.versions import CURRENT

            print(f"xdsl-stablehlo {__version__}, StableHLO {CURRENT}")
        elif len(line.inputs) > self.most_inputs:
            most = f"at most {self.most_inputs} inputs"
            few = "one input file at a time" if self.most_inputs == 1 else most
            raise ToolError(f"{few}, not {len(line.inputs)}")
        else:
            with importing():
                tool = import_module(f"{__package__}.{self.name.replace('-', '_')}")
            return tool.run(line)
        return 0


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
        return error.code
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
    # Windows has no SIGHUP.
    for number in filter(None, map(signal.Signals.__members__.get, ("SIGTERM", "SIGHUP"))):
        if signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores one
            signal.signal(number, _end_by)
    code = run_tool(tool)
    if code == 130:  # after Ctrl-C the thread that still works is not waited for
        os._exit(code)
    gc.freeze()  # Python would look for garbage in all of the program before it ends
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
            raise cannot_write(error, f"'{self._path}'") from None

    def write(self, data: bytes) -> None:
        """Write bytes."""
        with self.stream() as stream:
            stream.write(data)

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
            raise cannot_write(error, f"'{self._path}'") from None


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


# ---- the table of tools ----

TOOLS = {
    "opt": Tool("stablehlo-opt", takes_passes=True),
    "translate": Tool("stablehlo-translate"),
    "fold": Tool("stablehlo-fold", most_inputs=2),
    "split": Tool("stablehlo-split"),
    "tv": Tool("stablehlo-tv", takes_passes=True, most_inputs=2, failure=2),
    "reduce": Tool("stablehlo-reduce"),
    "fuzz": Tool("stablehlo-fuzz", most_inputs=1000),
    "triage": Tool("stablehlo-triage"),
}

opt = partial(main_of, TOOLS["opt"].run)
translate = partial(main_of, TOOLS["translate"].run)
fold = partial(main_of, TOOLS["fold"].run)
split = partial(main_of, TOOLS["split"].run)
tv = partial(main_of, TOOLS["tv"].run)
reduce = partial(main_of, TOOLS["reduce"].run)
fuzz = partial(main_of, TOOLS["fuzz"].run)
triage = partial(main_of, TOOLS["triage"].run)
