"""MLIR text in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp

JOIN_ABOVE = 1 << 20
"""Texts of more characters are put together piece by piece, so that they exist once and not twice."""


def parse_module(text: str, ctx: Context, name: str = "<input>") -> ModuleOp:
    """See `xdsl_stablehlo.parse_module`."""
    from .parser import TextParser

    return TextParser(ctx, text, name).parse_module()


def print_module(module: ModuleOp, generic: bool = False) -> str:
    """See `xdsl_stablehlo.print_module`."""
    from .printer import TextPrinter

    pieces = Pieces()
    TextPrinter(pieces, generic=generic).print_op(module)
    pieces.write("\n")
    return pieces.join()


class Pieces:
    """A stream that keeps what is written to it."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._size = 0

    def write(self, text: str) -> None:
        self._size += len(text)
        self._pieces.append(text)

    def join(self) -> str:
        """All that was written, which is given up with it."""
        pieces = self._pieces
        self._pieces = []
        if self._size <= JOIN_ABOVE:
            return "".join(pieces)
        pieces.reverse()
        text = ""
        while pieces:
            text += pieces.pop()
        return text
