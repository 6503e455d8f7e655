"""StableHLO in xDSL: dialects, text, an interpreter on NumPy, and a constant folder that says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp

__version__ = "0.1.0"
__all__ = ["__version__", "parse_module", "print_module", "register_dialects", "verify_module"]


def register_dialects(ctx: Context) -> None:
    """Register builtin, func and every dialect of this project in `ctx`, each loaded on first use."""
    from xdsl_stablehlo.registry import register_all_dialects

    register_all_dialects(ctx)


def parse_module(text: str, ctx: Context, name: str = "<input>", *, verify: bool = False) -> ModuleOp:
    """The module that `text` (MLIR assembly, custom or generic form) spells; `name` is the file name in locations.

    Raises `xdsl.utils.exceptions.ParseError` with the source position where the text is not MLIR; with `verify`, what
    `verify_module` raises.
    """
    from xdsl_stablehlo.text import parse_module

    module = parse_module(text, ctx, name)
    if verify:
        verify_module(module)
    return module


def print_module(module: ModuleOp, generic: bool = False) -> str:
    """The text of `module`, bit-exact: what `parse_module` and MLIR read back as the same module."""
    from xdsl_stablehlo.text import print_module

    return print_module(module, generic)


def verify_module(module: ModuleOp) -> None:
    """Check every op of `module`.

    Raises `xdsl.utils.exceptions.VerifyException` with one line: position, op, what does not hold, spec label.
    """
    from xdsl_stablehlo.verification import verify_module

    verify_module(module)
