"""Conversions between integers, booleans and floats, and what their bits are as elements of another type.

What does not fit goes where the interpreter takes it: integers wrap around, floats saturate and NaN becomes 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, reduce

import numpy as np
from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection, ComparisonType
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.interpreter.numerics import convert, quiet
from xdsl_stablehlo.values.element_types import Array, FloatFormat, dtype_of, format_or_none

from .arithmetic import recast
from .lattice import (
    ASCENDING,
    BOOLEANS,
    Elements,
    FloatKinds,
    IntegerFact,
    IntegerKind,
    Interval,
    join,
    kind_of_integers,
    kinds_of,
    known_kinds,
    known_truth,
    span,
)
from .transfer import kind_of, transfer

INDICES = IntegerKind(64, True)
NOTHING = FloatKinds(0)


@transfer("convert")
def elements_converted(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    return converted(operands[0], ranked(op.operands[0]).element_type, ranked(op.results[0]).element_type)


def converted(fact: Elements, source: Attribute, target: Attribute) -> Elements:
    """The fact about elements of one type that are converted to another.

    Conversions are monotone: numbers of one sign become what the first and the last of them do, or what lies between.
    """
    if source is target:
        return fact
    from_integer, to_integer = kind_of_integers(source), kind_of_integers(target)
    if to_integer is None and float_or_none(target) is None:
        return None
    if from_integer is not None:
        known = from_integer.known(fact)
        if to_integer is None:
            return _integers_as_floats(known, source, target)
        if to_integer == BOOLEANS:
            return known_truth(None if known.value is None and known.allows(0) else known.value != 0)
        return recast(from_integer, to_integer, known)
    from_float = float_or_none(source)
    return None if from_float is None else _floats_converted(known_kinds(fact), from_float, target)


def float_or_none(element_type: Attribute) -> FloatFormat | None:
    """The format of a float type."""
    known = format_or_none(element_type)
    return known if isinstance(known, FloatFormat) else None


def mirrored(kinds: FloatKinds) -> FloatKinds:
    """The kinds of the negated numbers."""
    others = [other for kind, other in zip(ASCENDING, reversed(ASCENDING)) if kind in kinds]
    return reduce(FloatKinds.__or__, others, kinds & FloatKinds.NAN)


@lru_cache(1 << 12)
def _integers_as_floats(known: IntegerFact, source: Attribute, target: Attribute) -> Elements:
    kind = kind_of_integers(source)
    assert kind is not None
    below, above = kind.part(known, kind.least, -1), kind.part(known, 1, kind.most)
    ends = [(FloatKinds.ZERO, (0, 0))] if known.allows(0) else []
    ends += [] if below is None else [(FloatKinds.NEGATIVE_NORMAL, (below.high, below.low))]
    ends += [] if above is None else [(FloatKinds.NORMAL, (above.low, above.high))]
    wide = np.int64 if kind.signed else np.uint64
    found = [
        _spanned(sign, np.array(pair, wide).astype(dtype_of(source)), source, target) for sign, pair in ends
    ]
    return reduce(lambda a, b: join(a, b, None), found)


@lru_cache(1 << 12)
def _floats_converted(kinds: FloatKinds, source: FloatFormat, target: Attribute) -> Elements:
    found = [fact for kind, fact in _table(source, target).items() if kind in kinds]
    return reduce(lambda a, b: join(a, b, kind_of_integers(target)), found) if found else None


@cache
def _table(source: FloatFormat, target: Attribute) -> dict[FloatKinds, Elements]:
    """For each kind that a format has the fact about its numbers after conversion."""
    normal = 2.0**source.least_exponent if source.signed else source.smallest
    ends = {
        FloatKinds.NAN: (np.nan, -np.nan),
        FloatKinds.ZERO: (0.0, 0.0),
        FloatKinds.SUBNORMAL: (source.smallest, normal - source.smallest),
        FloatKinds.NORMAL: (normal, source.largest),
        FloatKinds.INFINITY: (np.inf, np.inf),
    }
    ends |= {
        mirrored(kind): (-first, -last) for kind, (first, last) in ends.items() if kind is not FloatKinds.NAN
    }
    table: dict[FloatKinds, Elements] = {}
    for kind, pair in ends.items():
        with quiet():
            numbers = np.array(pair, np.float64).astype(source.dtype)
        if (kinds_of(numbers, source) == kind).all():
            table[kind] = _spanned(kind, numbers, source.type, target)
    return table


def _spanned(kind: FloatKinds, ends: Array, source: Attribute, target: Attribute) -> Elements:
    """The fact about numbers of one sign after conversion: `ends` are the smallest and the largest, `kind` a kind of
    that sign. Infinities and numbers that are too large may become NaN."""
    with quiet():
        results = convert(ends, source, target)
    to_integer, to_float = kind_of_integers(target), float_or_none(target)
    if to_integer is not None:
        return to_integer.between(*sorted(map(int, results)))
    assert to_float is not None
    first, last = [FloatKinds(int(each)) for each in kinds_of(results, to_float)]
    found = first | last
    if first == FloatKinds.NAN or first == last:
        return found
    if last == FloatKinds.NAN:
        last = FloatKinds.NEGATIVE_NORMAL if kind & FloatKinds.NEGATIVE else FloatKinds.NORMAL
    start, stop = sorted((ASCENDING.index(first), ASCENDING.index(last)))
    return reduce(FloatKinds.__or__, ASCENDING[start : stop + 1], found)


@transfer("bitcast_convert")
def bitcast_convert(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    return recast_bits(operands[0], ranked(op.operands[0]).element_type, ranked(op.results[0]).element_type)


def recast_bits(fact: Elements, source: Attribute, target: Attribute) -> Elements:
    """The fact about elements with the bits of elements of another type of the same width."""
    from_format, to_format = format_or_none(source), format_or_none(target)
    if from_format is None or to_format is None or from_format.width != to_format.width:
        return None
    unsigned, from_integer = IntegerKind(from_format.width, False), kind_of_integers(source)
    if isinstance(from_format, FloatFormat):
        kinds = known_kinds(fact)
        spans = [unsigned.between(low, high) for kind, low, high in patterns(from_format) if kind in kinds]
        fact, from_integer = unsigned.any_of(*spans), unsigned
    if from_integer is None:
        return None
    known = from_integer.known(fact)
    bits, to_integer = recast(from_integer, unsigned, known), kind_of_integers(target)
    if to_integer is not None:
        return recast(unsigned, to_integer, bits)
    if not isinstance(to_format, FloatFormat):
        return None
    spans = [kind for kind, low, high in patterns(to_format) if unsigned.part(bits, low, high)]
    return reduce(FloatKinds.__or__, spans, NOTHING)


@cache
def patterns(known: FloatFormat) -> tuple[tuple[FloatKinds, int, int], ...]:
    """The first and last bit pattern of each kind of a format, as unsigned numbers."""
    normal, largest = (1 << known.fraction_bits if known.signed else 0), known.largest_bits
    spans = [(FloatKinds.NORMAL, normal, largest)]
    if known.signed:
        spans += [(FloatKinds.ZERO, 0, 0), (FloatKinds.SUBNORMAL, 1, normal - 1)]
    if known.has_infinity:
        spans.append((FloatKinds.INFINITY, largest + 1, largest + 1))
    above, top = largest + 1 + known.has_infinity, (1 << known.width - known.signed) - 1
    if above <= top:
        spans.append((FloatKinds.NAN, above, top))
    sign = 1 << known.width - 1
    if known.signed:
        spans += [
            (mirrored(kind), low | sign, high | sign)
            for kind, low, high in spans
            if kind is not FloatKinds.ZERO or known.has_negative_zero
        ]
    if known.signed and not known.has_negative_zero:
        spans.append((FloatKinds.NAN, sign, sign))
    return tuple([span for span in spans if span[1] <= span[2]])


@transfer("iota", "dynamic_iota")
def iota(op: hlo.IotaOp | hlo.DynamicIotaOp, _: int, operands: Sequence[Elements]) -> Elements:
    """The indices of a dimension, of which integers that are too narrow wrap around."""
    tensor = ranked(op.results[0])
    size = tensor.get_shape()[op.iota_dimension.value.data]
    if size == 0:
        return None
    indices = INDICES.between(0, size - 1 if size > 0 else INDICES.most)
    return converted(indices, i64, tensor.element_type)


@transfer("get_dimension_size")
def get_dimension_size(op: hlo.GetDimensionSizeOp, _: int, operands: Sequence[Elements]) -> Elements:
    size = ranked(op.operand).get_shape()[op.dimension.value.data]
    kind = IntegerKind(32, True)
    return kind.between(*(size, size) if size >= 0 else (0, kind.most))


# ---- comparisons decided by facts about both sides, and selections by a predicate ----


EVERYWHERE = Interval(-1, 2 * len(ASCENDING))
"""The place of NaNs in the total order: below and above all numbers."""


@transfer("compare")
def compare(op: hlo.CompareOp, _: int, operands: Sequence[Elements]) -> Elements:
    direction, kind = op.comparison_direction.data, kind_of(op.lhs)
    if kind is not None:
        a, b = [span(each, kind) or Interval() for each in operands]
        return known_truth(decided(direction, a, b))
    lhs, rhs = map(known_kinds, operands)
    total = op.compare_type is not None and op.compare_type.data is ComparisonType.TOTALORDER
    return known_truth(decided_floats(direction, lhs, rhs, total))


_RELATIONS: Mapping[str, Callable[[Interval, Interval], bool]] = {
    **{"EQ": operator.eq, "NE": operator.ne, "GE": operator.ge},
    **{"GT": operator.gt, "LE": operator.le, "LT": operator.lt},
}


def decided(direction: ComparisonDirection, a: Interval, b: Interval) -> bool | None:
    """Whether a comparison holds for all numbers of two intervals, or for none."""
    holds, fails = [_RELATIONS[each](a, b) for each in (direction, direction.negated)]
    return True if holds else False if fails else None


@lru_cache(1 << 12)
def decided_floats(
    direction: ComparisonDirection, lhs: FloatKinds, rhs: FloatKinds, total: bool
) -> bool | None:
    """The same as `decided`, for kinds of floats; `total` is IEEE 754's total order."""
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


@transfer("select")
def select(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    chosen, on_true, on_false = operands
    if isinstance(chosen, IntegerFact) and chosen.value is not None:
        return on_true if chosen.value else on_false
    return join(on_true, on_false, kind_of(op.results[0]))
