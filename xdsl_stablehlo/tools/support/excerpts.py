"""The line of a program that an error is about, and a caret under the place."""

from __future__ import annotations

from itertools import islice

from xdsl_stablehlo.ir.printable import printable

WIDEST = 100
"""Characters of a line that are shown; of longer ones, those around the place."""

_CUT = "..."


def source_line(text: str, name: str, number: int) -> str | None:
    """Line `number`, from 1 on, of a program's text, or of its file where that is gone; None where there is none."""
    if text:
        start = 0
        for _ in range(number - 1):
            start = text.find("\n", start) + 1
            if not start:
                return None
        end = text.find("\n", start)
        return text[start : None if end < 0 else end]
    try:
        with open(name, encoding="utf-8", errors="surrogateescape") as file:
            return next(islice(file, number - 1, None), None)
    except (OSError, ValueError):
        return None


def excerpt(line: str, column: int) -> list[str]:
    """A line, with a caret under its character `column`, from 1 on; nothing for a line that is blank there."""
    before, after = (
        printable(line[: column - 1].expandtabs(1)),
        printable(line[column - 1 :].rstrip().expandtabs(1)),
    )
    if not before.strip() and not after:
        return []
    if len(before) > WIDEST // 2 and len(before) + len(after) > WIDEST:
        before = _CUT + before[len(_CUT) - WIDEST // 2 :]
    room = WIDEST - len(before)
    if len(after) > room:
        after = after[: room - len(_CUT)] + _CUT
    return [before + after, " " * len(before) + "^"]
