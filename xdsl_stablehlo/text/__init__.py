"""MLIR text in and out.

Imports `ir` and `values`; `read` is above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.runtime import deep_recursion, no_collections

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp

LARGE = 1 << 16
"""Pieces of text above this many characters are not collected but joined at once."""


@default_environment()
def parse_module(text: str, ctx: Context, name: str = "<input>") -> ModuleOp:
    """See `xdsl_stablehlo.parse_module`."""
    from xdsl.utils.exceptions import ParseError

    from .locations import made_readable
    from .read.parser import TextParser

    with deep_recursion(), no_collections():
        try:
            parser = TextParser(ctx, text, name)
            try:
                return parser.parse_module()
            except RecursionError:
                failure = "regions are nested too deeply"
            except MemoryError:
                failure = "there is no memory to read on"
            parser.raise_error(failure)
        except ParseError as error:
            raise made_readable(error) from None


@default_environment()
def print_module(module: ModuleOp, generic: bool = False) -> str:
    """See `xdsl_stablehlo.print_module`."""
    from .printer import TextPrinter

    pieces = Pieces()
    with deep_recursion(), no_collections():
        TextPrinter(pieces, generic=generic).print_op(module)
    pieces.write("\n")
    return pieces.join()


class Pieces:
    """A stream that keeps what is written to it. A large text is in memory once: what is large extends it in place."""

    def __init__(self) -> None:
        self._text = ""
        self._pieces: list[str] = []

    def write(self, text: str) -> None:
        self._pieces.append(text)
        if len(text) > LARGE:
            self._text = self.join()

    def join(self) -> str:
        """All that was written, which is given up with it."""
        text, self._text = self._text, ""
        pieces, self._pieces = self._pieces, []
        large = pieces.pop() if pieces and len(pieces[-1]) > LARGE else ""
        # CPython extends a text in place where one local variable is all that refers to it.
        text += "".join(pieces)
        text += large
        return text
