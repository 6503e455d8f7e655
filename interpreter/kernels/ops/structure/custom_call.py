"""Calls to what the program does not define (spec: custom_call); their targets are in the folder `custom_calls`."""

from __future__ import annotations

from collections.abc import Callable

from xdsl_stablehlo.dialects.stablehlo import CompositeOp, CustomCallOp

from ...custom_calls.registry import entry_of_call
from ...support.table import Cost, register, register_made
from ...support.values import Value

register_made(
    CustomCallOp, lambda op: entry_of_call(op).make(op), effects=True, storage=True, each=entry_of_call
)


def eval_composite(*inputs: Value, callees: tuple[Callable[..., tuple[Value, ...]]]) -> tuple[Value, ...]:
    """The results of the decomposition, the only one of `callees`."""
    return callees[0](*inputs)


register(
    CompositeOp,
    eval_composite,
    cost=Cost(3_000, 0),
    callees=lambda op: (op.decomposition.string_value(),),
    storage=True,
)
