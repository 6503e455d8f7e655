"""Collectives that run beside other ops: async_start and async_done (spec: async_start, async_done)."""

from __future__ import annotations

from xdsl_stablehlo.dialects.stablehlo import AsyncDoneOp, AsyncStartOp

from ...support.values import Future, RegionBody, Value
from ...table import register


def eval_async_start(*operands: Value, body: RegionBody) -> Future:
    """The future of what `body` gives; it runs at once, as the specification allows."""
    return Future(*body(*operands))


def eval_async_done(operand: Future) -> Value:
    """What the future holds."""
    return operand.value


register(AsyncStartOp, lambda op: eval_async_start, regions=("body",), effects=True)
register(AsyncDoneOp, lambda op: eval_async_done, effects=True, storage=True)
