"""Tuples, tokens and barriers (spec: after_all, get_tuple_element, optimization_barrier, tuple)."""

from __future__ import annotations

from functools import partial

from xdsl_stablehlo.dialects.stablehlo import (
    AfterAllOp,
    CreateTokenOp,
    GetTupleElementOp,
    OptimizationBarrierOp,
    TupleOp,
)

from ...support.values import Token, Value
from ...table import VIEW, register


def eval_tuple(*val: Value) -> tuple[Value, ...]:
    """The tuple of the operands."""
    return val


def eval_get_tuple_element(operand: tuple[Value, ...], *, index: int) -> Value:
    """Element `index` of a tuple."""
    return operand[index]


def eval_after_all(*_: Token) -> Token:
    """A token that depends on all the others."""
    return Token()


def eval_optimization_barrier(*operand: Value) -> tuple[Value, ...]:
    """The operands as they are."""
    return operand


register(TupleOp, lambda op: eval_tuple, cost=VIEW, storage=True)
register(
    GetTupleElementOp,
    lambda op: partial(eval_get_tuple_element, index=op.index.value.data),
    cost=VIEW,
    storage=True,
)
register(AfterAllOp, lambda op: eval_after_all, effects=True)
register(CreateTokenOp, lambda op: eval_after_all, effects=True)
register(OptimizationBarrierOp, lambda op: eval_optimization_barrier, storage=True)
