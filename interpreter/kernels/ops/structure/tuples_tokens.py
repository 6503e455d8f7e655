"""Tuples, tokens and barriers (spec: after_all, get_tuple_element, optimization_barrier, tuple)."""

from __future__ import annotations

from xdsl_stablehlo.dialects import stablehlo as hlo

from ...support.values import Token, Value
from ...table import VIEW, of_properties, register


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


register(hlo.TupleOp, lambda op: eval_tuple, cost=VIEW, storage=True)
register(hlo.GetTupleElementOp, of_properties(eval_get_tuple_element), cost=VIEW, storage=True)
register(hlo.AfterAllOp, lambda op: eval_after_all, effects=True)
register(hlo.CreateTokenOp, lambda op: eval_after_all, effects=True)
register(hlo.OptimizationBarrierOp, lambda op: eval_optimization_barrier, storage=True)
