"""Conversions between integers, booleans and floats, and what their bits are as elements of another type.

What does not fit goes where the interpreter takes it: integers wrap around, floats saturate and NaN becomes 0.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, reduce

import numpy as np
from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection, ComparisonType
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.interpreter.numerics import convert, quiet
from xdsl_stablehlo.values.element_types import FloatFormat, format_or_none

from .integers import recast
from .lattice import (
    ASCENDING,
    Elements,
    FloatKinds,
    IntegerFact,
    IntegerKind,
    Interval,
    join,
    kind_of_integers,
    kinds_of,
    known_kinds,
    span,
)
from .transfer import kind_of, transfer

INDICES = IntegerKind(64, True)
NOTHING = FloatKinds(0)


@transfer("convert")
def elements_converted(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    return converted(operands[0], ranked(op.operands[0]).element_type, ranked(op.results[0]).element_type)


def converted(fact: Elements, source: Attribute, target: Attribute) -> Elements:
    """The fact about elements of one type that are converted to another."""
    from_integer, to_integer = kind_of_integers(source), kind_of_integers(target)
    from_float, to_float = float_or_none(source), float_or_none(target)
    if from_integer is not None:
        known = from_integer.known(fact)
        if to_integer is not None:
            return to_boolean(known) if to_integer == BOOLEANS else recast(from_integer, to_integer, known)
        return None if to_float is None else integers_as_floats(known, to_float)
    if from_float is None:
        return None
    kinds = known_kinds(fact)
    if to_integer is not None:
        return floats_as_integers(kinds, from_float, to_integer)
    return None if to_float is None else floats_as_floats(kinds, from_float, to_float)


def float_or_none(element_type: Attribute) -> FloatFormat | None:
    """The format of a float type."""
    known = format_or_none(element_type)
    return known if isinstance(known, FloatFormat) else None


def to_boolean(known: IntegerFact) -> IntegerFact:
    """Everything but zero is true."""
    return known_truth(None if known.value is None and known.allows(0) else known.value != 0)


def overflow(target: FloatFormat) -> FloatKinds:
    """The kinds of results for a number that is too large."""
    if target.has_infinity:
        return FloatKinds.INFINITY
    return FloatKinds.NAN if target.has_nan else FloatKinds.NORMAL


def integers_as_floats(known: IntegerFact, target: FloatFormat) -> FloatKinds:
    """Of all formats 1 is a normal number; f8E8M0FNU has no zero, which becomes the least one, and nothing below."""
    found = NOTHING
    if known.allows(0):
        found |= FloatKinds.ZERO if target.signed else FloatKinds.NORMAL
    beyond = overflow(target)
    if known.high > 0:
        found |= FloatKinds.NORMAL if known.high <= target.largest else FloatKinds.NORMAL | beyond
    if known.low < 0 and not target.signed:
        found |= FloatKinds.NAN
    elif known.low < 0:
        found |= FloatKinds.NEGATIVE_NORMAL
        found |= NOTHING if -known.low <= target.largest else mirrored(beyond)
    return found


def mirrored(kinds: FloatKinds) -> FloatKinds:
    """The kinds of the negated numbers."""
    others = [other for kind, other in zip(ASCENDING, reversed(ASCENDING)) if kind in kinds]
    return reduce(FloatKinds.__or__, others, kinds & FloatKinds.NAN)


def floats_as_integers(kinds: FloatKinds, source: FloatFormat, target: IntegerKind) -> IntegerFact:
    """They lose their fraction, and saturate."""
    zeros = FloatKinds.ZERO | FloatKinds.NEGATIVE_ZERO
    if target == BOOLEANS:
        is_zero = bool(kinds & zeros)
        return known_truth(None if is_zero and kinds & ~zeros else not is_zero)
    largest = int(source.largest)
    spans = {
        FloatKinds.INFINITY: (target.most, target.most),
        FloatKinds.NORMAL: (0, min(largest, target.most)),
        FloatKinds.NEGATIVE_NORMAL: (max(-largest, target.least), 0),
        FloatKinds.NEGATIVE_INFINITY: (target.least, target.least),
    }
    found = [target.between(*span) for kind, span in spans.items() if kind in kinds]
    rest = any(kind in kinds and kind not in spans for kind in FloatKinds)
    return target.any_of(*found, target.between(0, 0) if rest else None)


@lru_cache(1 << 12)
def floats_as_floats(kinds: FloatKinds, source: FloatFormat, target: FloatFormat) -> FloatKinds:
    """The kinds of results for numbers of any of these kinds."""
    becomes = [into for kind, into in _rounded(source, target).items() if kind in kinds]
    return reduce(FloatKinds.__or__, becomes, NOTHING)


@cache
def _rounded(source: FloatFormat, target: FloatFormat) -> dict[FloatKinds, FloatKinds]:
    """For each kind of a format what its numbers may become: what the outermost do, and all that lies between."""
    table: dict[FloatKinds, FloatKinds] = {}
    with quiet():
        for kind, ends in _ends(source):
            numbers = np.array(ends, np.float64).astype(source.dtype)
            results = kinds_of(convert(numbers, source.type, target.type), target)
            if (kinds_of(numbers, source) == kind).all():
                table[kind] = _between(kind, *[FloatKinds(int(result)) for result in results])
    return table


def _ends(source: FloatFormat) -> Iterator[tuple[FloatKinds, tuple[float, float]]]:
    """The first and the last number of each kind, by size."""
    normal = 2.0**source.least_exponent if source.signed else source.smallest
    yield FloatKinds.NAN, (np.nan, -np.nan)
    for kind, first, last in (
        (FloatKinds.ZERO, 0.0, 0.0),
        (FloatKinds.SUBNORMAL, source.smallest, normal - source.smallest),
        (FloatKinds.NORMAL, normal, source.largest),
        (FloatKinds.INFINITY, np.inf, np.inf),
    ):
        yield kind, (first, last)
        yield mirrored(kind), (-first, -last)


def _between(kind: FloatKinds, first: FloatKinds, last: FloatKinds) -> FloatKinds:
    """All that become of a kind whose smallest number becomes `first` and its largest `last`, which may be NaN."""
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


@transfer("real")
def real(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    """A float is its own real part."""
    return operands[0] if ranked(op.operands[0]).element_type == ranked(op.results[0]).element_type else None


@transfer("imag")
def imag(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    """The imaginary part of a float is 0."""
    part = float_or_none(ranked(op.operands[0]).element_type)
    return FloatKinds.ZERO if part is not None and part.signed else None


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
