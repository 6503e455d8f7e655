"""The `xdsl.universe` plugin: the project's dialects and passes for xDSL's own tools.

xDSL's tools refuse to start if two plugins register the same name (xdsl-jax also has a `stablehlo` dialect), so names
of other plugins are left out here; our passes then convert their ops (`adoption`). `stablehlo-opt` always has all.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib.metadata import entry_points
from typing import Self

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.universe import Universe
from xdsl.utils.arg_spec import ArgSpec
from xdsl.utils.exceptions import DiagnosticException, PassFailedException

from .registry import DIALECTS, PASSES, dialect_factory, pass_factory, register_all_dialects

__all__ = ["STABLEHLO_UNIVERSE", "register_all_dialects"]

_GROUP = "xdsl.universe"
_OURS = "xdsl-stablehlo"

ADOPTING = ("stablehlo-constant-fold",)
"""Passes that take programs in foreign classes by themselves."""


class PassError(PassFailedException, SystemExit):
    """An error of a pass in a tool of another project. If it is not handled, as in `xdsl-opt`, Python ends the program
    with this line and the exit code 1, without a traceback."""

    def __init__(self, message: str):
        super().__init__(message)
        self.code = message


@contextmanager
def _errors_in_lines() -> Generator[None]:
    """Raises `PassError` for an error that is about a program or an option."""
    try:
        yield
    except (DiagnosticException, ValueError) as error:
        from .verification import diagnostics_of_error

        raise PassError("\n".join(map(str, diagnostics_of_error(error)))) from error


def adopting_factory(name: str) -> Callable[[], type[ModulePass]]:
    """`pass_factory` for the tools of xDSL: the pass also takes programs in classes of other projects (`adoption`), and
    its errors are one line each."""

    def load() -> type[ModulePass]:
        from .foreign import has_foreign_ops

        kind = pass_factory(name)()
        apply_to_ours = kind.apply

        class Adopting(kind):
            @classmethod
            def from_spec(cls, spec: ArgSpec) -> Self:
                with _errors_in_lines():
                    return super().from_spec(spec)

            def apply(self, ctx: Context, op: ModuleOp) -> None:
                with _errors_in_lines():
                    if name in ADOPTING or not has_foreign_ops(op):
                        apply_to_ours(self, ctx, op)
                        return
                    from .adoption import Adoption

                    adoption = Adoption(op, ctx)
                    apply_to_ours(self, ctx, adoption.module)
                    adoption.give_back(op)

        return Adopting

    return load


def _taken() -> tuple[set[str], set[str]]:
    """The names of dialects and of passes that other plugins register; none for a plugin that does not load."""
    dialects: set[str] = set()
    passes: set[str] = set()
    for plugin in entry_points(group=_GROUP):
        if plugin.name == _OURS:
            continue
        try:
            universe = plugin.load()
        except Exception:  # its own users will hear of it from xDSL
            continue
        if isinstance(universe, Universe):
            dialects.update(universe.all_dialects)
            passes.update(universe.all_passes)
    return dialects, passes


_dialects, _passes = _taken()
STABLEHLO_UNIVERSE = Universe(
    all_dialects={name: dialect_factory(name) for name in DIALECTS if name not in _dialects},
    all_passes={name: adopting_factory(name) for name in PASSES if name not in _passes},
)
