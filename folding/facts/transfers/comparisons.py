"""Comparisons decided by facts about both sides, and selections by a predicate."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from xdsl.ir import Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection, ComparisonType

from ..lattice import (
    ASCENDING,
    Elements,
    FloatKinds,
    IntegerFact,
    IntegerKind,
    Interval,
    join,
    known_kinds,
    span,
)
from ..transfer import kind_of, transfer

BOOLEANS = IntegerKind(1, False)

EVERYWHERE = Interval(-1, 2 * len(ASCENDING))
"""Where NaNs are in the total order: below and above all numbers."""


def known_truth(truth: bool | None) -> IntegerFact:
    """What is known of a boolean."""
    return BOOLEANS.everything() if truth is None else BOOLEANS.between(truth, truth)


@transfer("compare")
def compare(op: hlo.CompareOp, _: int, operands: Sequence[Elements]) -> Elements:
    direction, kind = op.comparison_direction.data, kind_of(op.lhs)
    if kind is not None:
        a, b = [span(each, kind) or Interval() for each in operands]
        return known_truth(decided(direction, a, b))
    lhs, rhs = map(known_kinds, operands)
    total = op.compare_type is not None and op.compare_type.data is ComparisonType.TOTALORDER
    return known_truth(decided_floats(direction, lhs, rhs, total))


def decided(direction: ComparisonDirection, a: Interval, b: Interval) -> bool | None:
    """Whether a comparison holds for all numbers of two intervals, or for none."""
    holds, fails = [getattr(operator, each.lower())(a, b) for each in (direction, direction.negated)]
    return True if holds else False if fails else None


def decided_floats(
    direction: ComparisonDirection, lhs: FloatKinds, rhs: FloatKinds, total: bool
) -> bool | None:
    """As `decided`, for kinds of floats; `total` is IEEE 754's total order."""
    unequal = direction is ComparisonDirection.NE
    if not total and FloatKinds.NAN in (lhs, rhs):
        return unequal
    if not total:
        lhs, rhs = _with_one_zero(lhs), _with_one_zero(rhs)
    a, b = [EVERYWHERE if total and FloatKinds.NAN in side else span(side, None) for side in (lhs, rhs)]
    if a is None or b is None:
        return None
    differ = not lhs & rhs and direction in (ComparisonDirection.EQ, ComparisonDirection.NE)
    truth = unequal if differ else decided(direction, a, b)
    # Of a NaN, nothing holds but that it is not equal.
    return truth if total or truth is unequal or FloatKinds.NAN not in lhs | rhs else None


def _with_one_zero(kinds: FloatKinds) -> FloatKinds:
    """Both zeros are one number."""
    zero = FloatKinds.ZERO if kinds & FloatKinds.NEGATIVE_ZERO else FloatKinds(0)
    return kinds & ~FloatKinds.NEGATIVE_ZERO | zero


@transfer("is_finite")
def is_finite(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    kinds = known_kinds(operands[0])
    some = kinds & FloatKinds.FINITE
    return known_truth(None if some and some != kinds else bool(some))


@transfer("select")
def select(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    chosen, on_true, on_false = operands
    if isinstance(chosen, IntegerFact) and chosen.value is not None:
        return on_true if chosen.value else on_false
    return join(on_true, on_false, kind_of(op.results[0]))
