"""Transfer functions: from facts about the operands of an op to facts about its results.

Each family registers its own. They are total (an op without one gives nothing), monotone, and sound: each is proved in
`tests/folding/facts`, by exhaustion of small types and by z3 for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import Any, TypeAlias, TypeVar

from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import HloOp
from xdsl_stablehlo.interpreter.kernels.support.table import kernel_of
from xdsl_stablehlo.ir.guards import is_tensor_type

from .lattice import Elements, IntegerKind, join, kind_of_integers, known_kinds

Transfer: TypeAlias = "Callable[[Any, int, Sequence[Elements]], Elements]"
"""From an op, the index of one of its results, and the facts about its operands, to the fact about that result."""

TRANSFERS: dict[str, Transfer] = {}
"""By the name of the op; those that move elements have none of their own."""

T = TypeVar("T", bound=Transfer)


OF_INTEGERS: set[str] = set()
"""The names of ops about whose results nothing is known unless they are integers."""


def transfer(*names: str, of_integers: bool = False) -> Callable[[T], T]:
    """Register a transfer function for StableHLO's ops of these names; with `of_integers` for integer results alone."""

    def register(function: T) -> T:
        full = [f"stablehlo.{name}" for name in names]
        TRANSFERS.update(dict.fromkeys(full, function))
        OF_INTEGERS.update(full if of_integers else ())
        return function

    return register


def transfer_of(kind: type[Operation]) -> Transfer | None:
    """The transfer function of an op class; None for ops about whose results nothing is said."""
    return TRANSFERS.get(kind.name) or (_moved if operands_moved(kind) is not None else None)


@cache
def operands_moved(kind: type[Operation]) -> slice | None:
    """The operands whose elements are those of the results of ops of StableHLO that only move elements."""
    entry = kernel_of(kind) if issubclass(kind, HloOp) else None
    return None if entry is None else entry.moves


def _moved(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    kind = kind_of(op.results[0])
    return reduce(lambda a, b: join(a, b, kind), operands[operands_moved(type(op)) or slice(None)])


def kind_of(value: SSAValue) -> IntegerKind | None:
    """The kind of integers that a tensor has as elements, None for other types."""
    return kind_of_integers(kind.element_type) if is_tensor_type(kind := value.type) else None


FunctionT = TypeVar("FunctionT", bound="Callable[..., Elements]")

ON_INTEGERS: dict[str, Callable[..., Elements]] = {}
ON_FLOATS: dict[str, Callable[..., Elements]] = {}
"""Functions for elementwise ops on one kind of elements, by the name of the op."""


def on_integers(*names: str) -> Callable[[FunctionT], FunctionT]:
    """Register `function(kind, *operands)` for elementwise ops on integers, all operands and the result of one kind."""
    return _elementwise(ON_INTEGERS, names)


def on_floats(*names: str) -> Callable[[FunctionT], FunctionT]:
    """Register `function(op, *operands)` for elementwise ops whose operands and result are floats of one type."""
    return _elementwise(ON_FLOATS, names)


def _elementwise(
    functions: dict[str, Callable[..., Elements]], names: Sequence[str]
) -> Callable[[FunctionT], FunctionT]:
    def register(function: FunctionT) -> FunctionT:
        full = [f"stablehlo.{name}" for name in names]
        functions.update(dict.fromkeys(full, function))
        transfer(*names)(_by_kind)
        return function

    return register


def _by_kind(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    """The fact that the function for the kind of elements of an op gives; None where there is none."""
    kind = kind_of(op.results[0])
    function = (ON_FLOATS if kind is None else ON_INTEGERS).get(op.name)
    if function is None:
        return None
    return (
        function(op, *map(known_kinds, operands))
        if kind is None
        else function(kind, *map(kind.known, operands))
    )
