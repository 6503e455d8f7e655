"""An op that its decomposition computes (spec: composite)."""

from __future__ import annotations

from collections.abc import Callable

from xdsl_stablehlo.dialects.stablehlo import CompositeOp

from ...support.values import Value
from ...table import Cost, register


def eval_composite(*inputs: Value, callees: tuple[Callable[..., tuple[Value, ...]]]) -> tuple[Value, ...]:
    """What the decomposition, the only one of `callees`, returns."""
    return callees[0](*inputs)


register(
    CompositeOp,
    lambda op: eval_composite,
    cost=Cost(3_000, 0),
    callees=lambda op: (op.decomposition.string_value(),),
    storage=True,
)
