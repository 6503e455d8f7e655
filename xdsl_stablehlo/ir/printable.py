"""Text for messages: of a program, escaped and not too long; and what may have been meant."""

from __future__ import annotations

from collections.abc import Iterable


def printable(text: str) -> str:
    r"""`text` with each unprintable character as the hex of its UTF-8 bytes, `\1B`.

    Otherwise text from a program could forge lines of a message and control the terminal.
    """
    return text if text.isprintable() else "".join([c if c.isprintable() else _escaped(c) for c in text])


def _escaped(character: str) -> str:
    errors = "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass"
    return "".join([f"\\{byte:02X}" for byte in character.encode("utf-8", errors)])


LONGEST_MESSAGE = 2_000
"""Characters that a reader may be asked to look at."""


def abridged(message: str) -> str:
    """`message` without its middle where it is longer than anybody reads."""
    half = LONGEST_MESSAGE // 2
    return message if len(message) <= LONGEST_MESSAGE else f"{message[:half]} ... {message[-half:]}"


def first_line(error: Exception) -> str:
    """The first line of an error's message; the name of its class if there is none."""
    lines = (line.strip() for line in str(error).splitlines())
    return next(filter(None, lines), type(error).__name__)


def kind_and_first_line(error: Exception) -> str:
    """`ValueError: the first line`; the class alone if there is no message."""
    kind, line = type(error).__name__, first_line(error)
    return kind if line == kind else f"{kind}: {line}"


def nearest(name: str, names: Iterable[str], dashes: str = "") -> str:
    """The end of an error about a name that is not known: the nearest known name.

    Of several as near, it is the one that begins like the name for longest: `ad` is rather `add` than `pad`.
    """
    import difflib  # costs a millisecond, which `--help` need not wait for

    def likeness(known: str) -> tuple[float, int]:
        matcher = difflib.SequenceMatcher(None, known, name)
        return matcher.ratio(), matcher.get_matching_blocks()[0].size

    close = max(difflib.get_close_matches(name, list(names), 8, 0.7), key=likeness, default="")
    return f": did you mean '{dashes if len(close) > 1 else '-'}{close}'?" if close else ""


def counted(count: int, noun: str) -> str:
    """A number of things, with the noun in the plural where there is not one."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


class Readable:
    """An object that is shown as its `str`: `repr` is the first line of it, and notebooks show all lines."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {abridged(str(self).splitlines()[0])}>"

    def _repr_html_(self) -> str:
        return in_notebooks(str(self))


class UserError(Exception):
    """A fault of a program or a value of a user. The message says all: notebooks show only that."""


class Lines(str):
    """Text that prompts and notebooks show in its lines."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def in_notebooks(text: str) -> str:
    """Text as HTML."""
    from html import escape

    return f"<pre>{escape(text)}</pre>"
