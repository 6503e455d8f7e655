"""Helpers of the text tests."""

from __future__ import annotations

from io import StringIO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.text.printer import TextPrinter


def parsed(text: str, allow_unregistered: bool = False, name: str = "-") -> ModuleOp:
    ctx = Context(allow_unregistered)
    register_dialects(ctx)
    return parse_module(text, ctx, name)


def printed(
    module: ModuleOp,
    *,
    generic: bool = False,
    debuginfo: bool = False,
    local_scope: bool = False,
    keep_names: bool = False,
) -> str:
    stream = StringIO()
    printer = TextPrinter(
        stream, generic=generic, debuginfo=debuginfo, local_scope=local_scope, keep_names=keep_names
    )
    printer.print_op(module)
    return stream.getvalue()
