"""MLIR text in and out."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp


def parse_module(text: str, ctx: Context, name: str = "<input>") -> ModuleOp:
    """See `xdsl_stablehlo.parse_module`."""
    from xdsl.parser import Parser

    return Parser(ctx, text, name).parse_module()


def print_module(module: ModuleOp, generic: bool = False) -> str:
    """See `xdsl_stablehlo.print_module`."""
    from xdsl.printer import Printer

    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(module)
    return stream.getvalue() + "\n"
