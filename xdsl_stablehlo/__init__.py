"""StableHLO in xDSL: dialects, text, an interpreter on NumPy, and a constant folder that says why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .ir.environment import import_in_default_environment

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp

__version__ = "0.1.0"
__all__ = [
    "__version__",
    "load_ipython_extension",
    "parse_module",
    "print_module",
    "register_dialects",
    "verify_module",
]

import_in_default_environment(__name__)


def load_ipython_extension(shell: Any) -> None:
    """Let notebooks show a module as its text and an error as its message, without a traceback.

    `%load_ext xdsl_stablehlo` calls this with IPython's shell.
    """
    from xdsl_stablehlo.text.notebooks import extend

    extend(shell)


def register_dialects(ctx: Context) -> None:
    """Register builtin, func and every dialect of this project in `ctx`, each loaded on first use.

    Examples:
        >>> from xdsl.context import Context
        >>> ctx = Context()
        >>> register_dialects(ctx)
        >>> ctx.get_op("stablehlo.add").__name__
        'AddOp'
    """
    from xdsl_stablehlo.programs.registry import register_all_dialects

    register_all_dialects(ctx)


def parse_module(text: str, ctx: Context, name: str = "<input>", *, verify: bool = False) -> ModuleOp:
    """The module that `text` (MLIR assembly, custom or generic form) spells; `name` is the file name in locations.

    Raises `xdsl.utils.exceptions.ParseError` with the source position where the text is not MLIR; with `verify`, what
    `verify_module` raises.

    Examples:
        >>> module = parse_module("func.func @main(%x: tensor<2xf32>) { return }", ctx)
        >>> [op.name for op in module.walk()]
        ['builtin.module', 'func.func', 'func.return']
    """
    from xdsl_stablehlo.text import parse_module

    module = parse_module(text, ctx, name)
    if verify:
        verify_module(module)
    return module


def print_module(module: ModuleOp, generic: bool = False) -> str:
    """The text of `module`, bit-exact: what `parse_module` and MLIR read back as the same module.

    Examples:
        >>> print(print_module(module))
        module {
          func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
            %i = stablehlo.iota dim = 0 : tensor<2xf32>
            %two = stablehlo.add %i, %i : tensor<2xf32>
            %r = stablehlo.multiply %x, %two : tensor<2xf32>
            return %r : tensor<2xf32>
          }
        }
    """
    from xdsl_stablehlo.text import print_module

    return print_module(module, generic)


def verify_module(module: ModuleOp) -> None:
    """Check every op of `module`.

    Raises `xdsl.utils.exceptions.VerifyException` with one line: position, op, what does not hold, spec label.

    Examples:
        >>> wrong = parse_module("func.func @main() { %i = stablehlo.iota dim = 1 : tensor<2xf32> return }", ctx)
        >>> verify_module(wrong)
        Traceback (most recent call last):
            ...
        xdsl.utils.exceptions.VerifyException: ...
    """
    from xdsl_stablehlo.programs.verification import verify_module

    verify_module(module)
