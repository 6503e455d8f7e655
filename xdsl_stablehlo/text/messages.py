"""Errors of a length that a person reads: neither the message nor the line it points into fills a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Span

from xdsl_stablehlo.ir.printable import printable

TextSpan = Span[str] if TYPE_CHECKING else Span  # which is generic from xDSL 0.74 on

LONGEST = 1000
"""A longer message is cut in its middle: its beginning names the op, its end what the specification asks for."""

AROUND = 120
"""So much of a line is shown on either side of the place of an error."""


def readable(message: str) -> str:
    """`message`, not longer than `LONGEST`, and without what would steer a terminal."""
    if len(message) > LONGEST:
        half = LONGEST // 2
        message = f"{message[:half]} ... {message[-half:]}"
    return "\n".join(map(printable, message.split("\n")))


class Place(TextSpan):
    """A span that shows of its first line what stands around it."""

    def print_with_context(self, msg: str | None = None) -> str:
        start, source = self.start, self.input
        first = max(source.get_start_of_line(start), start - AROUND)
        last = min(source.get_end_of_line(start), start + AROUND)
        line = readable(source.content[first:last].removesuffix("\r"))
        indent = " " * (start - first)
        lines = [str(self.get_location()), line, indent + "^" * max(min(self.end, last) - start, 1)]
        if msg is not None:
            lines.append(indent + msg)
        return "\n".join(lines) + "\n"


def made_readable(error: ParseError) -> ParseError:
    """The same error with a readable message and place."""
    error.msg = readable(error.msg)
    error.span = Place(error.span.start, error.span.end, cast("Input[str]", error.span.input))
    return error
