"""The text of a report as a terminal shows it: as wide as it is, headings in bold where that can be seen."""

from __future__ import annotations

import os
import re
from typing import TextIO

from .progress import columns_of, terminal_of

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
    pieces, indent = list[str](), " " * min(len(line) - len(line.lstrip(" ")) + 4, columns // 2)
    while len(line) > columns:
        at = line.rfind(" ", len(indent) + 1, columns + 1)
        at = columns if at < 0 else at
        pieces.append(line[:at])
        line = indent + line[at:].lstrip(" ")
    return [*pieces, line]
