"""Transfer functions: from what is known of the operands of an op to what is known of its results.

Each family registers its own. They are total (an op without one gives nothing), monotone, and sound: each is proved in
`tests/folding/facts`, by exhaustion of small types and by z3 for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.ir.guards import is_tensor_type

from .lattice import Elements, FloatKinds, IntegerFact, IntegerKind, kind_of_integers

Transfer: TypeAlias = "Callable[[Any, int, Sequence[Elements]], Elements]"
"""From an op, the index of one of its results, and what is known of its operands, to what is known of that result."""

TRANSFERS: dict[str, Transfer] = {}
"""By the name of the op."""

T = TypeVar("T", bound=Transfer)


def transfer(*names: str) -> Callable[[T], T]:
    """Register a transfer function for StableHLO's ops of these names."""

    def register(function: T) -> T:
        TRANSFERS.update({f"stablehlo.{name}": function for name in names})
        return function

    return register


def kind_of(value: SSAValue) -> IntegerKind | None:
    """The kind of integers that a tensor has as elements, None for other types."""
    return kind_of_integers(value.type.element_type) if is_tensor_type(value.type) else None


IntegerFunction: TypeAlias = "Callable[..., IntegerFact]"


def on_integers(*names: str) -> Callable[[IntegerFunction], IntegerFunction]:
    """Register `function(kind, *operands)` for elementwise ops on integers, all operands and the result of one kind."""

    def register(function: IntegerFunction) -> IntegerFunction:
        def run(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
            kind = kind_of(op.results[0])
            if kind is None:
                return None
            known = [each if isinstance(each, IntegerFact) else kind.everything() for each in operands]
            return function(kind, *known)

        for name in names:
            _combine(f"stablehlo.{name}", run)
        return function

    return register


def _combine(name: str, function: Transfer) -> None:
    """Ops on several kinds of elements have a function for each of them."""
    other = TRANSFERS.get(name)
    if other is None:
        TRANSFERS[name] = function
    else:
        TRANSFERS[name] = lambda op, i, operands: function(op, i, operands) or other(op, i, operands)


def on_floats(*names: str) -> Callable[[Callable[..., FloatKinds]], Callable[..., FloatKinds]]:
    """Register `function(op, *operands)` for elementwise ops whose operands and result are floats of one type."""

    def register(function: Callable[..., FloatKinds]) -> Callable[..., FloatKinds]:
        def run(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
            if kind_of(op.results[0]) is not None:
                return None
            return function(
                op, *[each if isinstance(each, FloatKinds) else FloatKinds.ANY for each in operands]
            )

        for name in names:
            _combine(f"stablehlo.{name}", run)
        return function

    return register
