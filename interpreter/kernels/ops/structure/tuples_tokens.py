"""Tuples, tokens and barriers (spec: after_all, get_tuple_element, optimization_barrier, tuple)."""

from __future__ import annotations

from xdsl_stablehlo.dialects import stablehlo as hlo

from ...support.table import VIEW, register
from ...support.values import Token, Value


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


register(hlo.TupleOp, eval_tuple, cost=VIEW, storage=True)
register(hlo.GetTupleElementOp, eval_get_tuple_element, cost=VIEW, storage=True)
register(hlo.AfterAllOp, eval_after_all, effects=True)
register(hlo.CreateTokenOp, eval_after_all, effects=True)
register(hlo.OptimizationBarrierOp, eval_optimization_barrier, storage=True)
