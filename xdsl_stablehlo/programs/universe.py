"""The `xdsl.universe` plugin: the project's dialects and passes for xDSL's own tools.

xDSL's tools refuse to start if two plugins register the same name (xdsl-jax also has a `stablehlo` dialect), so names
of other plugins are left out here; our passes then convert their ops (`adoption`). `stablehlo-opt` always has all.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.metadata import entry_points
from types import ModuleType
from typing import Self

from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect
from xdsl.passes import ModulePass
from xdsl.transforms import get_all_passes
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
def _errors_in_lines(owner: str = "") -> Generator[None]:
    """Raises `PassError` for an error that is about a program, or about an option of the pass `owner`."""
    try:
        yield
    except (DiagnosticException, ValueError) as error:
        from .verification import diagnostics_of_error

        found = diagnostics_of_error(error)
        if owner:
            found = [replace(each, message=f"{owner}: {each.message}") for each in found]
        raise PassError("\n".join(map(str, found))) from error


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
                try:
                    return super().from_spec(spec)
                except ValueError as error:
                    with _errors_in_lines(name):
                        raise ValueError(f"{_wrong_option(kind, spec, error)}{error}") from None

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


def _wrong_option(kind: type[ModulePass], spec: ArgSpec, error: ValueError) -> str:
    """The option that xDSL's error does not name: the one that gives the same error without the others."""
    for name, value in spec.parameters.items():
        try:
            kind.from_spec(ArgSpec(spec.name, {name: value}))
        except ValueError as alone:
            if str(alone) == str(error) and name not in str(error):
                return f"{name}: "
    return ""


def _others() -> Universe:
    """The dialects and passes of other plugins, including xDSL's own; a plugin that does not load is ignored."""
    found: list[Universe] = []
    for plugin in entry_points(group=_GROUP):
        # Its own users will hear from xDSL of one that does not load.
        with suppress(Exception):
            universe = Universe() if plugin.name == _OURS else plugin.load()
            found += [universe] if isinstance(universe, Universe) else []
    return _joined(found)


def _joined(universes: Iterable[Universe]) -> Universe:
    """The dialects and passes of all; later ones take precedence."""
    found = Universe()
    for universe in universes:
        found.all_dialects.update(universe.all_dialects)
        found.all_passes.update(universe.all_passes)
    return found


OTHERS = _others()
"""The dialects and passes of other plugins, which our tools have, too."""

STABLEHLO_UNIVERSE = Universe(
    all_dialects={name: dialect_factory(name) for name in DIALECTS if name not in OTHERS.all_dialects},
    all_passes={name: adopting_factory(name) for name in PASSES if name not in OTHERS.all_passes},
)


# ---- what our tools have besides ----


class LoadError(Exception):
    """A file of a user that cannot be run, in one line."""


def added() -> Universe:
    """The dialects and passes of xDSL, of plugins, and of the files that were loaded; later ones take precedence."""
    of_xdsl = Universe(all_dialects=get_all_dialects(), all_passes=get_all_passes())
    return _joined([of_xdsl, OTHERS, *_LOADED.values()])


_LOADED: dict[str, Universe] = {}
"""The dialects and passes that files of users define, by path."""


def load_files(paths: Sequence[str]) -> None:
    """Run Python files, once each, whose dialects, passes and universes the tools have from now on.

    Other effects of a file remain: it may register custom calls and kernels. Raises `LoadError` for a file that
    cannot be run.
    """
    for path in paths:
        if path in _LOADED:
            continue
        found = _universe_of(_module_of(path))
        taken = [name for name in (*found.all_dialects, *found.all_passes) if name in (*DIALECTS, *PASSES)]
        if taken:
            raise LoadError(f"'{path}' defines '{taken[0]}', which is a name of this project")
        _LOADED[path] = found


def _module_of(path: str) -> ModuleType:
    """The module in a file. Its name is that of the file."""
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if not path.endswith(".py") or spec is None or spec.loader is None:
        raise LoadError(f"'{path}' is not a Python file")
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module  # where annotations of classes are looked up
    try:
        spec.loader.exec_module(module)
    except OSError as error:
        raise LoadError(f"cannot open '{path}': {error.strerror or error}") from None
    except Exception as error:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == spec.origin
        ]
        at = f"{path}:{lines[-1]}" if lines else path
        raise LoadError(f"{at}: {type(error).__name__}: {error}") from None
    return module


def _universe_of(module: ModuleType) -> Universe:
    """The dialects and passes that a module defines, and those of its universes."""
    found: list[Universe] = []
    for value in vars(module).values():
        if isinstance(value, Universe):
            found.append(value)
        elif isinstance(value, Dialect):
            found.append(Universe(all_dialects={value.name: lambda dialect=value: dialect}))
        elif (
            isinstance(value, type) and issubclass(value, ModulePass) and value.__module__ == module.__name__
        ):
            found.append(Universe(all_passes={value.name: lambda kind=value: kind}))
    return _joined(found)
