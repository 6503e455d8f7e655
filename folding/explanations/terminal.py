"""The output of folding on standard error: its progress, and a report as wide as the terminal."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from textwrap import wrap
from time import monotonic
from typing import Generic, TextIO, TypeVar

from xdsl_stablehlo.ir.printable import printable

from ..options import Progress
from ..tuning import PROGRESS_AFTER, PROGRESS_BAR, PROGRESS_INTERVAL

Note = TypeVar("Note")

_GAP = re.compile(r"(?<=\S)( {2,})")
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def shown_text(text: str, stream: TextIO) -> str:
    """`text` as it is to be written to `stream`: unchanged where that is no terminal.

    Bold is left out where the environment has `NO_COLOR`, or says that the terminal is `dumb`.
    """
    descriptor = terminal_of(stream)
    if descriptor is None:
        return text
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return fitted_text(text, columns_of(descriptor), not plain)


def fitted_text(text: str, columns: int, bold: bool) -> str:
    """`text` in lines of at most `columns` characters; the first one and those behind empty lines may be bold."""
    shown, heading = list[str](), True
    for line in text.split("\n"):
        pieces = _folded(_squeezed(line, columns), columns)
        shown += [f"{_BOLD}{piece}{_PLAIN}" for piece in pieces] if bold and heading and line else pieces
        heading = not line
    return "\n".join(shown)


def _squeezed(line: str, columns: int) -> str:
    """A row of a table with less space behind its name: the same for all rows, which are equally long."""
    gap, excess = _GAP.search(line), len(line) - columns
    if excess <= 0 or gap is None:
        return line
    spare = min(excess, len(gap[1]) - 1)
    return line[: gap.start()] + line[gap.start() + spare :]


def _folded(line: str, columns: int) -> list[str]:
    """A line in pieces that fit, at spaces where there are any; all but the first begin 4 further in than the line."""
    if len(line) <= columns:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip(" ")) + 4, columns // 2)
    return wrap(
        line,
        columns,
        subsequent_indent=indent,
        expand_tabs=False,
        replace_whitespace=False,
        break_on_hyphens=False,
    )


class ProgressLine(Generic[Note]):
    """A line that says how far some work is, as wide as the terminal allows.

    It is overwritten in place with spaces and carriage returns, which every terminal knows, and the cursor waits at its
    beginning: whatever else is written there replaces it. Where writing fails, nothing more is written.
    """

    def __init__(
        self,
        write: Callable[[str], object],
        columns: Callable[[], int],
        text: Callable[[Note | None, float, int], str],
    ):
        """`write` puts text on the terminal at once and may raise `OSError`; `columns` is the width of the terminal.

        `text` is the line for the latest note, after so many seconds, on a terminal of so many columns.
        """
        self._write, self._columns, self._text = write, columns, text
        self._drawn = 0
        """Characters of the line that is to be seen."""
        self._broken = False

    def draw(self, note: Note | None, seconds: float) -> None:
        """Show how far the work is after so many seconds; None where it has not said yet."""
        columns = self._columns()
        # The last column stays free: some terminals go to the next line with it.
        text = self._text(note, seconds, columns)[: max(0, columns - 1)]
        self._put("\r" + text.ljust(min(self._drawn, columns - 1)) + "\r")
        self._drawn = len(text)

    def erase(self) -> None:
        """Leave the terminal as if there had never been a line."""
        if self._drawn:
            self._put("\r" + " " * min(self._drawn, self._columns() - 1) + "\r")
            self._drawn = 0

    def _put(self, text: str) -> None:
        if self._broken:
            return
        try:
            self._write(text)
        except OSError:
            self._broken = True


def progress_text(progress: Progress | None, seconds: float, columns: int) -> str:
    """The line for folding: `folding  43% [########............] 12 s stablehlo.while`."""
    elapsed = f"{seconds:.0f} s"
    if progress is None:
        return f"folding {elapsed}"
    part = min(1.0, max(0.0, progress.done / progress.planned)) if progress.planned else 0.0
    percent = f"folding {int(100 * part):3}%"
    filled = int(PROGRESS_BAR * part)
    bar = f"[{'#' * filled}{'.' * (PROGRESS_BAR - filled)}]"
    whole = f"{percent} {bar} {elapsed}"
    return f"{whole} {printable(progress.op)}" if len(whole) < columns else f"{percent} {elapsed}"


def shown_progress(
    stream: TextIO | None, after: float = PROGRESS_AFTER
) -> AbstractContextManager[Callable[[Progress], None] | None]:
    """As `shown_line` for folding: gives the hook for `FoldOptions.on_progress`."""
    return shown_line(stream, progress_text, after)


@contextmanager
def shown_line(
    stream: TextIO | None, text: Callable[[Note | None, float, int], str], after: float
) -> Generator[Callable[[Note], None] | None]:
    """While this lasts, show on `stream` how far some work is, from `after` so many seconds on.

    Gives the function that takes notes of the work for `text`; None where `stream` is no terminal.
    """
    descriptor = terminal_of(stream)
    if descriptor is None:
        yield None
        return
    line = ProgressLine(
        lambda said: os.write(descriptor, said.encode(errors="replace")), lambda: columns_of(descriptor), text
    )
    latest: list[Note | None] = [None]
    ended = threading.Event()

    def redraw() -> None:
        started, wait = monotonic(), after
        while not ended.wait(wait):
            line.draw(latest[0], monotonic() - started)
            wait = PROGRESS_INTERVAL

    def note(said: Note) -> None:
        latest[0] = said

    def end() -> None:
        ended.set()
        thread.join()
        line.erase()

    # A thread draws, also while one op takes long, and the work only has to leave a note.
    thread = threading.Thread(target=redraw, daemon=True)
    try:
        thread.start()
    except RuntimeError:  # there is no room for another thread
        yield None
        return
    _SHOWN.add(end)
    try:
        yield note
    finally:
        end()
        _SHOWN.discard(end)


def stop_showing() -> None:
    """Erase all lines: for a process that ends while a thread of it still folds."""
    for end in tuple(_SHOWN):
        end()


_SHOWN: set[Callable[[], None]] = set()
"""Functions that end the lines of this process."""


def terminal_of(stream: TextIO | None) -> int | None:
    """The number of the file behind `stream`, if it is a terminal."""
    try:
        descriptor = None if stream is None else stream.fileno()
    except (OSError, ValueError):  # not a file, or closed
        return None
    return descriptor if descriptor is not None and os.isatty(descriptor) else None


def columns_of(descriptor: int) -> int:
    """The width of the terminal, 80 where it is not known; some terminals say 0."""
    try:
        return os.get_terminal_size(descriptor).columns or 80
    except OSError:
        return 80
