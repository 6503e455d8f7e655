"""Spans: for each element of a tensor, an interval that contains every value that the specification permits.

Floats of every type are held as float64, which represents all of them, and the order is IEEE 754's: -0 is below +0. A
complex number is two such intervals. An element that may be NaN is marked; one that can only be NaN has NaN as both
ends. An element that is *free* may be anything, for a reason with the sentence of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import reduce
from typing import NamedTuple, TypeAlias, overload

import numpy as np
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.numerics import arithmetic_of
from xdsl_stablehlo.values.element_types import (
    Array,
    FloatFormat,
    format_of_dtype,
    holds_complex,
    holds_integers,
    pairs,
    parts,
)

from .choices.implementations import Open


class Freedom(Enum):
    """Why an element may be anything."""

    ALLOWED = "allowed"
    """The specification leaves the choice to the implementation."""
    UNDEFINED = "undefined"
    """The specification does not define the result."""
    OPEN = "open"
    """The arbiter does not know which results are permitted."""


class FreeReason(NamedTuple):
    """Why elements are free."""

    freedom: Freedom
    choice: Open

    def __str__(self) -> str:
        return str(self.choice) if self.choice.sentence else self.choice.name


def unknown(why: str) -> FreeReason:
    """The reason for elements that the arbiter cannot judge."""
    return FreeReason(Freedom.OPEN, Open(why, ""))


@dataclass
class Reasons:
    """The reasons that one evaluation met. `Span.free` holds their numbers, from 1 on."""

    known: list[FreeReason] = field(default_factory=list[FreeReason])

    def number(self, reason: FreeReason) -> int:
        """The number of a reason, which is added if it is new."""
        if reason not in self.known:
            self.known.append(reason)
        return self.known.index(reason) + 1


ELEMENT = np.dtype([("lo", "f8"), ("hi", "f8"), ("nan", "?"), ("free", "i2")])
"""The memory for one element of a span; complex numbers take more."""


Ends: TypeAlias = "tuple[Array, Array]"
"""The lower and the upper ends of intervals; those of real numbers in float64."""


@dataclass(frozen=True)
class Span:
    """The permitted values of each element of a tensor; all four arrays have its shape."""

    lo: Array
    hi: Array
    nan: Array
    """Where NaN is permitted."""
    free: Array
    """0, or the number of the reason for which anything is permitted."""

    @staticmethod
    def of(array: Array) -> Span:
        """The span of known elements."""
        array = np.asarray(array)
        if holds_integers(array.dtype):
            return Span(array, array, _none(array.shape, np.bool_), _none(array.shape, np.int16))
        wide = array.astype(np.complex128 if holds_complex(array.dtype) else np.float64)
        return Span(wide, wide, np.isnan(wide), _none(wide.shape, np.int16))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.lo.shape

    @property
    def ends(self) -> Ends:
        """The lower and the upper ends."""
        return self.lo, self.hi

    @property
    def is_integer(self) -> bool:
        """Whether the elements are integers or booleans."""
        return holds_integers(self.lo.dtype)

    @property
    def magnitude(self) -> Array:
        """The largest absolute values."""
        return greatest(np.abs(self.lo), np.abs(self.hi))

    def __neg__(self) -> Span:
        """The span of opposite numbers."""
        return Span(-self.hi, -self.lo, self.nan, self.free)

    def is_known(self) -> bool:
        """Whether each element has one value only, and none is free."""
        return not self.free.any() and bool(self.fixed().all())

    def fixed(self) -> Array:
        """Where an element has one value only, disregarding whether it is free."""
        if self.is_integer:
            return np.asarray(self.lo == self.hi)
        if holds_complex(self.lo.dtype):
            return np.logical_and(*[part.fixed() for part in self.parts()])
        same = (self.lo == self.hi) & (np.signbit(self.lo) == np.signbit(self.hi)) & ~self.nan
        return np.asarray(same | np.isnan(self.lo))

    def parts(self) -> tuple[Span, Span]:
        """The spans of the real and the imaginary parts. A complex number is marked as NaN if one of them may be."""
        lows, highs = parts(self.lo), parts(self.hi)
        real, imaginary = [
            Span(lo, hi, self.nan & (np.isnan(lo) | ~np.isnan(self.lo)), self.free)
            for lo, hi in zip(lows, highs, strict=True)
        ]
        return real, imaginary

    def moved(self, move: Callable[[Array], Array]) -> Span:
        """The span with each of its arrays moved in the same way."""
        return Span(move(self.lo), move(self.hi), move(self.nan), move(self.free))

    def moved_with(self, others: Sequence[Span], move: Callable[[Sequence[Array]], Array]) -> Span:
        """The span whose arrays `move` gives for those of this span and of others."""
        each = zip(*[(x.lo, x.hi, x.nan, x.free) for x in (self, *others)], strict=True)
        return Span(*map(move, each))

    def freed(self, where: Array | np.bool_ | bool, number: int) -> Span:
        """The span with some elements free for a reason."""
        free = np.where(where, np.int16(number), self.free)
        return Span(self.lo, self.hi, self.nan, np.maximum(free, self.free))

    def freed_by(self, operands: Sequence[Span], reached: Callable[[list[Array]], Array]) -> Span:
        """The span with elements free that free elements of operands reach, given masks of these elements."""
        result = self
        for number in reasons_of(operands):
            result = result.freed(reached([operand.free == number for operand in operands]), number)
        return result

    def also_free(self, operands: Sequence[Span]) -> Span:
        """The span with elements free wherever one of the operands, of the same shape or a scalar, is free."""
        free = reduce(np.maximum, [operand.free for operand in operands], self.free)
        return Span(self.lo, self.hi, self.nan, free)


SpanValue: TypeAlias = "Span | tuple[SpanValue, ...] | None"
"""The span of a tensor, the parts of a tuple, or None for a token."""


def _none(shape: tuple[int, ...], kind: type[np.generic]) -> Array:
    return np.broadcast_to(np.zeros((), kind), shape)


def complex_span(real: Span, imaginary: Span) -> Span:
    """The span of complex numbers with these parts."""
    return Span(
        pairs(real.lo, imaginary.lo),
        pairs(real.hi, imaginary.hi),
        real.nan | imaginary.nan,
        np.maximum(real.free, imaginary.free),
    )


@overload
def by_parts(function: Callable[[Span], Span], span: Span, /) -> Span: ...
@overload
def by_parts(function: Callable[..., Span], *spans: Span) -> Span: ...
def by_parts(function: Callable[..., Span], *spans: Span) -> Span:
    """A function of spans of floats; for spans of complex numbers, of their real and of their imaginary parts."""
    if not holds_complex(spans[0].lo.dtype):
        return function(*spans)
    real, imaginary = zip(*[span.parts() for span in spans], strict=True)
    return complex_span(function(*real), function(*imaginary))


def elements_at(places: Array, spans: Sequence[Span]) -> Span:
    """Elements of spans, by their positions in all of these one after the other."""
    first, *others = spans
    return first.moved_with(others, lambda arrays: np.concatenate([x.reshape(-1) for x in arrays])[places])


def numbers(lo: Array, hi: Array, nan: Array | bool = False) -> Span:
    """The span of floats between two arrays of float64; a NaN at one end only counts as "may be NaN"."""
    lo, hi = np.broadcast_arrays(lo, hi)
    lost = np.isnan(lo) | np.isnan(hi)
    if lost.any():
        lo, hi = np.where(np.isnan(lo), hi, lo), np.where(np.isnan(hi), lo, hi)
    marked = np.asarray(lost | nan)
    return Span(lo, hi, np.broadcast_to(marked, lo.shape), _none(lo.shape, np.int16))


def integers(lo: Array, hi: Array) -> Span:
    """The span of integers between two arrays."""
    lo, hi = np.broadcast_arrays(lo, hi)
    return Span(lo, hi, _none(lo.shape, np.bool_), _none(lo.shape, np.int16))


def free(shape: tuple[int, ...], element_type: Attribute, number: int) -> Span:
    """A tensor of elements that may be anything: a view of one."""
    element = Span.of(np.zeros((), arithmetic_of(element_type).dtype)).freed(True, number)
    return element.moved(lambda array: np.broadcast_to(array, shape))


def least(*arrays: Array) -> Array:
    """The smallest numbers of several arrays of float64, of which -0 is below +0; NaN only if all are NaN."""
    result = arrays[0]
    for array in arrays[1:]:
        smaller = np.fmin(result, array)
        zeros = (smaller == 0) & (((result == 0) & np.signbit(result)) | ((array == 0) & np.signbit(array)))
        result = np.where(zeros, -0.0, smaller)
    return result


def greatest(*arrays: Array) -> Array:
    """The largest numbers, as `least`."""
    return -least(*[-array for array in arrays])


def hull(one: Span, other: Span) -> Span:
    """The smallest span that contains both."""
    if holds_complex(one.lo.dtype):
        return by_parts(hull, one, other)
    order = arithmetic_of(format_of_dtype(one.lo.dtype).type)
    smaller, larger = (order.minimum, order.maximum) if one.is_integer else (least, greatest)
    ends = smaller(one.lo, other.lo), larger(one.hi, other.hi)
    return Span(*ends, one.nan | other.nan, np.maximum(one.free, other.free))


def contains(span: Span, given: Array) -> Array:
    """Where elements that were computed are permitted."""
    if holds_complex(given.dtype):
        each = zip(span.parts(), parts(given), strict=True)
        inside = np.logical_and(*[contains(part, x) for part, x in each])
        return np.asarray(inside | (span.free > 0))
    if span.is_integer:
        return np.asarray(((given >= span.lo) & (given <= span.hi)) | (span.free > 0))
    wide = given.astype(np.float64)
    with np.errstate(invalid="ignore"):
        above = (wide > span.lo) | ((wide == span.lo) & (np.signbit(wide) <= np.signbit(span.lo)))
        below = (wide < span.hi) | ((wide == span.hi) & (np.signbit(wide) >= np.signbit(span.hi)))
    return np.asarray((above & below) | (np.isnan(wide) & span.nan) | (span.free > 0))


def may_overflow_alike(one: Span, other: Span) -> Array:
    """Where a float may overflow or not, and both spans have a value in common."""
    if one.is_integer or other.is_integer or one.shape != other.shape:
        return np.zeros(one.shape, np.bool_)
    beyond = (np.isinf(one.lo) | np.isinf(one.hi) | one.nan) & ~one.fixed() & (one.free == 0)
    common = (one.lo <= other.hi) & (other.lo <= one.hi) | (one.nan & other.nan)
    return np.asarray(beyond & common)


def reasons_of(spans: Iterable[Span]) -> list[int]:
    """The numbers of the reasons for which elements of spans are free."""
    return sorted({int(number) for span in spans for number in np.unique(span.free) if number})


def span_leaves(values: Iterable[SpanValue]) -> list[Span]:
    """The spans in values, also in tuples; complex numbers as two spans."""
    found: list[Span] = []
    for value in values:
        if isinstance(value, tuple):
            found += span_leaves(value)
        elif isinstance(value, Span):
            found += value.parts() if holds_complex(value.lo.dtype) else [value]
    return found


def passed_on(op: Operation, operands: Sequence[SpanValue]) -> Sequence[SpanValue] | None:
    """The results of an op that only passes its operands on, or puts and takes them in tuples; None for any other."""
    if type(op) is hlo.TupleOp:
        return [tuple(operands)]
    if type(op) is hlo.OptimizationBarrierOp:
        return operands
    if operands and isinstance(operands[0], tuple) and isinstance(op, hlo.GetTupleElementOp):
        return [operands[0][op.index.value.data]]
    return None


# ---- rounding ----


def flushed_ends(ends: Ends, known: FloatFormat) -> Ends:
    """Ends that contain the zero of the same sign, too, for each number below the smallest normal one of a type."""
    (low, high), normal = ends, 2.0**known.least_exponent
    return np.where((low > 0) & (low < normal), 0.0, low), np.where((high < 0) & (high > -normal), -0.0, high)


def flushed(span: Span, known: FloatFormat) -> Span:
    """The span where each number below the smallest normal one of a type may be zero."""
    return by_parts(lambda part: Span(*flushed_ends(part.ends, known), part.nan, part.free), span)


def around(known: FloatFormat, values: Array, error: Array, nan: Array | bool = False) -> Span:
    """The elements of a type that differ from `values` by no more than `error`, to which either end may be rounded."""
    return rounded_span(known, (values - error, values + error), nan)


def rounded_span(known: FloatFormat, ends: Ends, nan: Array | bool = False) -> Span:
    """The elements of a type to which the numbers between `ends` may be rounded: either neighbour is permitted.

    What the nearest element would overflow to is fixed, though: IEEE 754 says when a number becomes infinite.
    """
    low, high = np.broadcast_arrays(*ends)
    return numbers(_outward(known, low, -1), _outward(known, high, 1), nan)


def _outward(known: FloatFormat, values: Array, sign: int) -> Array:
    nearest = known.from_f64(np.asarray(values))
    wide = nearest.astype(np.float64)
    beyond = (wide > values) if sign < 0 else (wide < values)
    beyond = beyond & np.isfinite(wide) & (np.abs(values) <= known.largest)
    if not beyond.any():
        return wide
    arithmetic = arithmetic_of(known.type)
    target = np.broadcast_to(np.asarray(sign * known.largest).astype(known.dtype), nearest.shape)
    return np.where(beyond, np.asarray(arithmetic.next_after(nearest, target)).astype(np.float64), wide)
