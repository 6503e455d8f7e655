"""Comparisons decided by what is known of both sides, and what is chosen by a predicate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.ir import Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection, ComparisonType

from ..lattice import Elements, FloatKinds, IntegerFact, IntegerKind, join
from ..transfer import kind_of, transfer

BOOLEANS = IntegerKind(1, False)

ASCENDING = (
    *(FloatKinds.NEGATIVE_INFINITY, FloatKinds.NEGATIVE_NORMAL, FloatKinds.NEGATIVE_SUBNORMAL),
    *(
        FloatKinds.NEGATIVE_ZERO,
        FloatKinds.ZERO,
        FloatKinds.SUBNORMAL,
        FloatKinds.NORMAL,
        FloatKinds.INFINITY,
    ),
)
"""Kinds of numbers in their total order."""

SINGLE = FloatKinds.INFINITE | FloatKinds.ZERO | FloatKinds.NEGATIVE_ZERO
"""Kinds of one number each."""


class Span(NamedTuple):
    """Where the numbers on one side of a comparison lie, by any measure that keeps their order."""

    low: int
    high: int


def known_truth(truth: bool | None) -> IntegerFact:
    """What is known of a boolean."""
    return BOOLEANS.everything() if truth is None else BOOLEANS.between(truth, truth)


@transfer("compare")
def compare(op: hlo.CompareOp, _: int, operands: Sequence[Elements]) -> Elements:
    direction, kind = op.comparison_direction.data, kind_of(op.lhs)
    if kind is not None:
        a, b = [each if isinstance(each, IntegerFact) else kind.everything() for each in operands]
        differ = bool(a.ones & b.zeros | a.zeros & b.ones)
        return known_truth(decided(direction, Span(*a[:2]), Span(*b[:2]), differ))
    lhs, rhs = [each if isinstance(each, FloatKinds) else FloatKinds.ANY for each in operands]
    total = op.compare_type is not None and op.compare_type.data is ComparisonType.TOTALORDER
    return known_truth(decided_floats(direction, lhs, rhs, total))


def decided(direction: ComparisonDirection, a: Span, b: Span, differ: bool = False) -> bool | None:
    """Whether a comparison holds for all numbers of two spans, or for none; `differ` says that none are equal."""
    if direction in (ComparisonDirection.EQ, ComparisonDirection.NE):
        equal = direction is ComparisonDirection.EQ
        if differ or a.high < b.low or b.high < a.low:
            return not equal
        return equal if a.low == a.high == b.low == b.high else None
    if direction in (ComparisonDirection.GT, ComparisonDirection.LE):
        a, b = b, a
    # LE and GE hold where the comparison the other way round, GT or LT, does not.
    less = direction in (ComparisonDirection.LT, ComparisonDirection.GT)
    return less if a.high < b.low else not less if a.low >= b.high else None


def decided_floats(
    direction: ComparisonDirection, lhs: FloatKinds, rhs: FloatKinds, total: bool
) -> bool | None:
    """As `decided`, for kinds of floats; `total` is IEEE 754's total order."""
    unequal = direction is ComparisonDirection.NE
    if not total and FloatKinds.NAN in (lhs, rhs):
        return unequal
    if not total:
        lhs, rhs = _with_one_zero(lhs), _with_one_zero(rhs)
    a, b = _span(lhs, total), _span(rhs, total)
    truth = None if a is None or b is None else decided(direction, a, b, not lhs & rhs)
    # Of a NaN, nothing holds but that it is not equal.
    return truth if total or truth is unequal or FloatKinds.NAN not in lhs | rhs else None


def _with_one_zero(kinds: FloatKinds) -> FloatKinds:
    """Both zeros are one number."""
    zero = FloatKinds.ZERO if kinds & FloatKinds.NEGATIVE_ZERO else FloatKinds(0)
    return kinds & ~FloatKinds.NEGATIVE_ZERO | zero


def _span(kinds: FloatKinds, total: bool) -> Span | None:
    """Where numbers of these kinds lie: a kind of one number at an even place, others up to the odd one behind it."""
    if total and FloatKinds.NAN in kinds:
        return Span(0, 2 * len(ASCENDING) + 2)
    places = [(2 * place, kind) for place, kind in enumerate(ASCENDING, 1) if kind in kinds]
    if not places:
        return None
    last, kind = places[-1]
    return Span(places[0][0], last + (kind not in SINGLE))


@transfer("is_finite")
def is_finite(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    kinds = operands[0] if isinstance(operands[0], FloatKinds) else FloatKinds.ANY
    some = kinds & FloatKinds.FINITE
    return known_truth(None if some and some != kinds else bool(some))


@transfer("select")
def select(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    chosen, on_true, on_false = operands
    if isinstance(chosen, IntegerFact) and chosen.value is not None:
        return on_true if chosen.value else on_false
    return join(on_true, on_false, kind_of(op.results[0]))
