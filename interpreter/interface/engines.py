"""Engines evaluate whole programs in the place of this interpreter.

An installed package offers an engine as an entry point of the group `stablehlo.engines`: a class without arguments that
implements `Engine`. `xla` is the one of `xdsl_stablehlo.jax`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol, TypeAlias

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp

from xdsl_stablehlo.values.element_types import Array

from .errors import EvaluationError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "stablehlo.engines"

Compiled: TypeAlias = Callable[[Sequence[Array]], Sequence[Array]]
"""Computes the results of `@main` of its arguments. Raises `EngineError`."""


class EngineError(EvaluationError):
    """An engine that is missing, or does not run a program: one line."""


class Engine(Protocol):
    """Evaluates programs of StableHLO on arrays of static shapes.

    Bits may differ where the specification leaves them open, and in arithmetic on floats.
    """

    @property
    def device(self) -> str:
        """The device, for messages: `cpu`."""
        ...

    def compile(self, module: ModuleOp) -> Compiled:
        """Compile `@main` of a module, which is not changed. Raises `EngineError`."""
        ...


def engine_names() -> list[str]:
    """The names of all installed engines."""
    return sorted(_offered())


@cache
def engine_named(name: str) -> Engine:
    """The engine `name`. Raises `EngineError` if it is missing or cannot be imported."""
    offer = _offered().get(name)
    if offer is None:
        raise EngineError(
            f"there is no engine '{name}'; installed are: {', '.join(engine_names()) or 'none'}"
        )
    try:
        return offer.load()()
    except ImportError as error:
        raise EngineError(f"the engine '{name}' cannot be loaded: {error}") from None


def whole_program(func: FuncOp, functions: Mapping[str, FuncOp]) -> ModuleOp:
    """A module whose `@main` is a copy of `func`, with copies of the other `functions` and ops of its module."""
    around = func.parent_op()
    beside = [op for op in around.ops if not isinstance(op, FuncOp)] if isinstance(around, ModuleOp) else []
    main = func.clone()
    main.properties["sym_name"] = StringAttr("main")
    main.properties.pop("sym_visibility", None)
    others = [other for other in functions.values() if other is not func and other.sym_name.data != "main"]
    attributes = around.attributes if isinstance(around, ModuleOp) else {}
    return ModuleOp([op.clone() for op in (*beside, *others)] + [main], dict(attributes))


def _offered() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # it takes longer than to import all of the interpreter

    return {point.name: point for point in entry_points(group=GROUP)}
