"""Facts about other values that follow from a condition, inside of a branch where it holds or does not hold."""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection
from xdsl_stablehlo.values.element_types import Array

from ..tuning import IMPLIED
from .known import Carried, Known
from .transfer import kind_of


class Supposed(NamedTuple):
    """The facts that hold in a branch."""

    values: dict[SSAValue, Array]
    """Scalars that are constant there."""
    facts: Carried


def implied(known: Known, condition: SSAValue, holds: bool) -> Supposed:
    """The facts that follow if a scalar `condition` holds, or if it does not."""
    supposed = Supposed({}, {})
    pending = [(condition, holds)]
    while pending and len(supposed.values) < IMPLIED:
        value, truth = pending.pop()
        value = known.resolved(value)
        if known.is_known(value):
            continue
        supposed.values[value] = np.asarray(truth)
        op = value.owner
        if StableHLO.is_op(op, "stablehlo.not"):
            pending.append((cast(Operation, op).operands[0], not truth))
        elif StableHLO.is_op(op, "stablehlo.and" if truth else "stablehlo.or"):
            pending += [(operand, truth) for operand in cast(Operation, op).operands]
        elif StableHLO.is_op(op, "stablehlo.compare"):
            _compared(known, cast("hlo.CompareOp", op), truth, supposed)
    return supposed


def _compared(known: Known, op: hlo.CompareOp, truth: bool, supposed: Supposed) -> None:
    """The facts about both sides that follow from a comparison of integers."""
    kind = kind_of(op.lhs)
    if kind is None:
        return
    direction = op.comparison_direction.data
    direction = direction if truth else direction.negated
    lhs, rhs = known.resolved(op.lhs), known.resolved(op.rhs)
    if direction in (ComparisonDirection.GT, ComparisonDirection.GE):
        lhs, rhs = rhs, lhs
    a, b = known.integers(lhs) or kind.everything(), known.integers(rhs) or kind.everything()
    if direction is ComparisonDirection.EQ:
        below = above = kind.meet(a, b)
    elif direction is ComparisonDirection.NE:
        below, above = kind.without(a, b.value), kind.without(b, a.value)
    else:
        apart = int(direction in (ComparisonDirection.LT, ComparisonDirection.GT))
        below = kind.meet(a, kind.between(kind.least, b.high - apart))
        above = kind.meet(b, kind.between(a.low + apart, kind.most))
    for side, other, fact in ((lhs, rhs, below), (rhs, lhs, above)):
        if not known.is_known(side):
            supposed.facts[side] = fact
            array = known.array(other) if direction is ComparisonDirection.EQ else None
            if array is not None:
                supposed.values[side] = array
