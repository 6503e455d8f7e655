"""Changes that `%load_ext xdsl_stablehlo` makes in IPython: modules are shown as text, errors as their message."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import DiagnosticException, ParseError

from xdsl_stablehlo.ir.printable import UserError, in_notebooks
from xdsl_stablehlo.text import print_module

ERRORS = (DiagnosticException, ParseError, UserError)
"""Errors whose message says what is wrong, and where. Verification and evaluation raise a `DiagnosticException`."""


def extend(shell: Any) -> None:
    """Change what IPython's `shell` shows."""
    formatters = shell.display_formatter.formatters
    formatters["text/html"].for_type(ModuleOp, _to_html)
    formatters["text/plain"].for_type(ModuleOp, _show)
    shell.set_custom_exc(ERRORS, _show_message)


def _to_html(module: ModuleOp) -> str:
    return in_notebooks(print_module(module))


def _show(module: ModuleOp, printer: Any, cycle: bool) -> None:
    printer.text(print_module(module))


def _show_message(
    shell: Any,
    kind: type[Exception],
    error: Exception,
    traceback: TracebackType | None,
    tb_offset: int | None = None,
) -> None:
    """Show the message alone; `%tb` shows the rest."""
    shell.showtraceback((kind, error, traceback), exception_only=True)
