"""The permitted results of elementwise ops, from spans of their operands.

Ops on floats are those of `Enclosures`, and exact ones that grow or fall with their operands. Ops on integers and
booleans are exact: the kernels of the interpreter compute them for known operands, and here is what can be said of
others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce

import numpy as np
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import as_array
from xdsl_stablehlo.interpreter.numerics import arithmetic_of
from xdsl_stablehlo.ir.guards import is_complex_type
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

from . import spans
from .choices.behaviours import DIVISION, EXCEPTION, OUT_OF_RANGE, divides_integers, undefined_quotients
from .choices.implementations import Open
from .choices.rounding import SPECIAL_ULPS
from .enclosures import F64, NEVER, NO_NUMBER, SMALLEST, Enclosed, Enclosures, Tier, ends_where, outward
from .spans import Ends, Freedom, FreeReason, Reasons, Span, unknown

OVERFLOW = Open(
    "integer overflow",
    "error conditions are still possible, e.g. through integer overflows [...] Unless explicitly called out, all these "
    "errors result in implementation-defined behavior; spec: Errors",
)
BEYOND = Open(
    "a float beyond the largest of a type without infinities",
    "if the source value can be exactly represented in the destination type, the result value is that exact "
    "representation. Otherwise, the behavior is TBD; spec: convert",
)


@dataclass(frozen=True)
class OpSite:
    """An op that is evaluated, with what its rule needs besides the operands."""

    op: Operation
    tier: Tier
    reasons: Reasons
    compiler: Compiler
    amount: Callable[[Sequence[int]], int] | None = None
    """The number of init values for a reduction of dimensions of some sizes; None for any number."""

    @property
    def element_type(self) -> Attribute:
        """The element type of the first result."""
        return element_type_of(self.op.results[0].type)

    @property
    def part(self) -> formats.FloatFormat:
        """The format of the floats in the first result."""
        return float_part(self.element_type)

    @property
    def entry(self) -> Entry:
        """The row of the op in the table of kernels."""
        entry = entry_of(self.op)
        assert entry is not None
        return entry

    @property
    def enclosures(self) -> Enclosures:
        """The ops on intervals, for the floats in the first result."""
        return Enclosures(self.part, self.tier)

    def freed(self, span: Span, where: Array | np.bool_ | bool, freedom: Freedom, choice: Open) -> Span:
        """A span with some elements free for a reason, which is noted if there are any."""
        return span.freed(where, self.reasons.number(FreeReason(freedom, choice))) if np.any(where) else span

    def vague(self, span: Span, where: Array, why: str) -> Span:
        """A span some of whose elements cannot be judged."""
        return self.freed(span, where, *unknown(f"{self.op.name}: {why}"))

    def free(self, shape: tuple[int, ...], freedom: Freedom, choice: Open) -> Span:
        """A first result that may be anything."""
        return spans.free(shape, self.element_type, self.reasons.number(FreeReason(freedom, choice)))

    def open(self, why: str, shape: tuple[int, ...]) -> Span:
        """A first result that cannot be judged."""
        return self.free(shape, *unknown(f"{self.op.name}: {why}"))

    def exact(self, operands: Sequence[Array]) -> tuple[Array, ...]:
        """The results of the interpreter, one if the op has no regions, for elements as `Span` holds them."""
        types = [element_type_of(value.type) for value in self.op.operands]
        given = [x.astype(formats.dtype_of(t), copy=False) for x, t in zip(operands, types)]
        if not self.op.regions:
            # Of any shape, which is not that of the type in the body of a map.
            return (as_array(self.compiler.kernel(self.op)[0](*given)),)
        run = self.compiler.prepare(self.op).run([*given, *operands[len(types) :]])
        return tuple([as_array(value) for value in run])


def float_part(element_type: Attribute) -> formats.FloatFormat:
    """The format of a float type, or of the parts of a complex one."""
    known = formats.format_of(element_type.element_type if is_complex_type(element_type) else element_type)
    assert isinstance(known, formats.FloatFormat)
    return known


def anywhere(masks: Sequence[Array]) -> Array:
    """Where one of several masks holds, which broadcast together."""
    return reduce(np.logical_or, masks, NEVER)


# ---- floats ----


def rounded_result(site: OpSite, made: Enclosed, operands: Sequence[Span]) -> Span:
    """Rounded results, which are NaN where an operand is, and free where an operand is."""
    known, (ends, nan) = site.part, made
    only, may = anywhere([np.isnan(x.lo) for x in operands]), anywhere([nan, *[x.nan for x in operands]])
    result = spans.rounded_span(known, ends_where(only, NO_NUMBER, ends), may).also_free(operands)
    if known.has_infinity:
        return result
    with np.errstate(invalid="ignore"):
        beyond = (np.abs(ends[0]) > known.largest) | (np.abs(ends[1]) > known.largest) | may
    return site.freed(result, beyond, Freedom.UNDEFINED, BEYOND)


def computed(site: OpSite, compute: Callable[..., Enclosed], *operands: Span) -> Span:
    """The rounded results of one of the `Enclosures`."""
    return rounded_result(site, compute(*[x.ends for x in operands]), operands)


def _at_ends(site: OpSite, operands: Sequence[Span]) -> Span:
    """An exact op that grows or falls with each operand: its values at the ends."""
    arithmetic = arithmetic_of(site.element_type) if operands[0].is_integer else F64
    compute, signs = arithmetic.named(site.op.name.partition(".")[2]), site.entry.monotone
    low, high = [
        np.asarray(compute(*[x.lo if sign == way else x.hi for x, sign in zip(operands, signs, strict=True)]))
        for way in (1, -1)
    ]
    if operands[0].is_integer:
        return spans.integers(low, high).also_free(operands)
    return rounded_result(site, ((low, high), NEVER), operands)


def _power(site: OpSite, operands: Sequence[Span]) -> Span:
    a, b = operands
    ends, nan = site.enclosures.power(a.ends, b.ends)
    # 1 to any power is 1, and so is anything to the power 0: NaN, too.
    one = (a.fixed() & (a.lo == 1)) | ((b.lo == 0) & (b.hi == 0))
    return spans.rounded_span(site.part, ends, nan | ((a.nan | b.nan) & ~one)).also_free(operands)


def _reduce_precision(site: OpSite, operands: Sequence[Span]) -> Span:
    (operand,) = operands
    low, high = [site.exact([end])[0].astype(np.float64) for end in operand.ends]
    ends = ends_where(np.isnan(operand.lo) & np.isnan(low), NO_NUMBER, (low, high))
    return spans.numbers(*ends, operand.nan).also_free(operands)


def _of_floats(site: OpSite, operands: Sequence[Span]) -> Span | None:
    """An op on floats whose results are floats of the same type; None if it has no rule."""
    op = site.op
    if type(op) in (hlo.PowOp, hlo.ReducePrecisionOp):
        return (_power if type(op) is hlo.PowOp else _reduce_precision)(site, operands)
    compute = site.enclosures.of(op)
    if compute is None and site.entry.monotone and op.name.startswith("stablehlo."):
        if not site.entry.is_function(op):
            return _at_ends(site, operands)
        compute = partial(site.enclosures.growing, F64.named(op.name.partition(".")[2]))
    return None if compute is None else computed(site, compute, *operands)


# ---- complex numbers ----


def _of_complex(site: OpSite, operands: Sequence[Span]) -> Span | None:
    """An op on complex numbers; None if it has no rule."""
    parts, rules = [operand.parts() for operand in operands], site.enclosures
    match site.op:
        case hlo.RealOp():
            return parts[0][0]
        case hlo.ImagOp():
            return parts[0][1]
        case hlo.NegOp() | hlo.AddOp() | hlo.SubtractOp() if compute := rules.of(site.op):
            return spans.by_parts(partial(computed, site, compute), *operands)
        case hlo.MulOp():
            # Each product and each sum is rounded, or a part of them is not.
            (a, b), (c, d) = parts
            ac, bd, ad, bc = [computed(site, rules.multiply, *x) for x in ((a, c), (b, d), (a, d), (b, c))]
            real, imaginary = computed(site, rules.subtract, ac, bd), computed(site, rules.add, ad, bc)
            return excepted(site, spans.complex_span(real, imaginary), operands)
        case _:
            return None


def excepted(site: OpSite, result: Span, operands: Sequence[Span]) -> Span:
    """A complex result, or one of a special function, that is free where it or an operand may not be finite."""
    arrays = [end for x in (result, *operands) if not x.is_integer for end in x.ends]
    where = anywhere([~np.isfinite(x) for x in arrays if x.shape in (result.shape, ())])
    return site.freed(result, where, Freedom.ALLOWED, EXCEPTION)


def _near(site: OpSite, operands: Sequence[Span]) -> Span:
    """A function of known operands that no rule knows: what the interpreter gives, and numbers near to it."""
    known, ulps = site.part, 0 if site.op.name.startswith("stablehlo.") else SPECIAL_ULPS
    given = Span.of(*site.exact([operand.lo for operand in operands]))
    each = given.parts() if formats.holds_complex(given.lo.dtype) else (given,)
    size = spans.greatest(*[np.abs(x.lo) for x in each])
    step = np.where(np.isfinite(size), size, 0) * (
        max(ulps, site.tier.ulps(known)) * 2.0 ** (1 - known.precision)
    )
    step = step + SMALLEST * known.smallest
    result = spans.by_parts(lambda x: spans.around(known, x.lo, step, np.isnan(x.lo)), given)
    result = spans.flushed(result, known) if site.tier.flush else result
    return excepted(site, result.also_free(operands), operands)


# ---- comparisons, selections, conversions ----


def _decided(certain: Array, possible: Array) -> Span:
    return spans.integers(np.asarray(certain, np.bool_), np.asarray(possible, np.bool_))


def _compare(site: OpSite, operands: Sequence[Span]) -> Span:
    """Booleans that may be both where the order of the operands depends on rounding."""
    op = site.op
    assert isinstance(op, hlo.CompareOp)
    direction = op.comparison_direction.data.value
    total = op.compare_type is not None and op.compare_type.data.value == "TOTALORDER"
    a, b = operands
    if formats.holds_complex(a.lo.dtype):
        each = [_compared(direction, x, y) for x, y in zip(a.parts(), b.parts(), strict=True)]
        join = np.logical_and if direction == "EQ" else np.logical_or
        result = _decided(join(each[0].lo, each[1].lo), join(each[0].hi, each[1].hi))
    elif total and not a.is_integer:
        keys = [spans.integers(*map(F64.order_key, x.ends)) for x in operands]
        result = _compared(direction, *keys)
        nan = a.nan | b.nan
        result = _decided(result.lo & ~nan, result.hi | nan)
    else:
        result = _compared(direction, a, b)
    return result.also_free(operands)


def _compared(direction: str, a: Span, b: Span) -> Span:
    order = F64.comparison(direction)
    never = np.isnan(a.lo) | np.isnan(b.lo) if not a.is_integer else NEVER
    if direction in ("EQ", "NE"):
        meet = (a.lo <= b.hi) & (b.lo <= a.hi)
        same = (a.lo == a.hi) & (b.lo == b.hi) & (a.lo == b.lo) & ~a.nan & ~b.nan
        return _decided(same, meet & ~never) if direction == "EQ" else _decided(~meet | never, ~same)
    if direction in ("GT", "GE"):
        certain, possible = order(a.lo, b.hi), order(a.hi, b.lo)
    else:
        certain, possible = order(a.hi, b.lo), order(a.lo, b.hi)
    return _decided(certain & ~a.nan & ~b.nan, possible & ~never)


def _select(_: OpSite, operands: Sequence[Span]) -> Span:
    """One of two values, or both where the predicate is not decided."""
    pred, on_true, on_false = operands
    picked = on_true.moved_with([on_false], lambda x: np.where(pred.lo, *x))
    vague = pred.lo != pred.hi
    if vague.any():
        picked = spans.hull(on_true, on_false).moved_with([picked], lambda x: np.where(vague, *x))
    # Not free because of the operand that is not selected.
    return picked.also_free([pred])


def _is_finite(_: OpSite, operands: Sequence[Span]) -> Span:
    (operand,) = operands
    ends = [np.isfinite(end) for end in operand.ends]
    certain = ends[0] & ends[1] & ~operand.nan
    possible = (ends[0] | ends[1] | (operand.lo < operand.hi)) & ~np.isnan(operand.lo)
    return _decided(certain, possible).also_free(operands)


def _convert(site: OpSite, operands: Sequence[Span]) -> Span:
    """Elements as elements of another type (spec: convert)."""
    (operand,) = operands
    target = formats.format_of(site.element_type)

    def of_floats(floats: Span) -> Span:
        return rounded_result(site, (floats.ends, NEVER), [floats])

    if formats.holds_complex(operand.lo.dtype):
        if formats.is_complex(site.element_type):
            return spans.by_parts(of_floats, operand)
        operand = operand.parts()[0]
    if isinstance(target, formats.IntegerFormat):
        return _to_booleans(operand) if target.width == 1 else _to_integers(site, operand, target)
    if operand.is_integer:
        ends = _as_floats(operand.lo)[0], _as_floats(operand.hi)[1]
        result = rounded_result(site, (ends, NEVER), []).also_free([operand])
    else:
        result = of_floats(operand)
    if not formats.is_complex(site.element_type):
        return result
    return spans.complex_span(result, Span.of(np.zeros(result.shape)))


def _as_floats(values: Array) -> Ends:
    """Ends around integers."""
    wide = values.astype(np.int64 if values.dtype.itemsize < 8 else values.dtype)
    floats = wide.astype(np.float64)
    rest = wide.astype(np.longdouble) - floats.astype(np.longdouble)
    return outward(floats, np.sign(rest).astype(np.float64))


def _to_booleans(operand: Span) -> Span:
    zero = operand.lo.dtype.type(0)
    certain = (operand.lo > zero) | (operand.hi < zero)
    possible = (operand.lo != zero) | (operand.hi != zero) | operand.nan
    if not operand.is_integer:
        certain = certain & ~operand.nan | np.isnan(operand.lo)
    return _decided(certain, possible).also_free([operand])


def _to_integers(site: OpSite, operand: Span, target: formats.IntegerFormat) -> Span:
    if operand.is_integer:
        ends = [site.exact([end])[0] for end in operand.ends]
        wide = [end.astype(np.longdouble) for end in operand.ends]
        fits = (wide[0] >= target.least) & (wide[1] <= target.most)
        reason = unknown(f"{site.op.name}: integers that depend on rounding wrap around")
        result = spans.integers(*ends).also_free([operand])
        if not fits.all():
            result = result.freed(~fits & ~operand.fixed(), site.reasons.number(reason))
        return site.freed(result, ~fits, Freedom.ALLOWED, OVERFLOW) if site.tier.overflow else result
    low, high = np.trunc(operand.lo), np.trunc(operand.hi)
    inside = (low >= float(target.least)) & (high < float(target.most + 1)) & ~operand.nan
    ends = [np.where(inside, end, 0).astype(np.int64 if target.signed else np.uint64) for end in (low, high)]
    cast = [end.astype(target.native).astype(target.dtype, copy=False) for end in ends]
    result = spans.integers(*cast).also_free([operand])
    return site.freed(result, ~inside, Freedom.UNDEFINED, OUT_OF_RANGE)


# ---- integers ----


_IN_WIDE: Mapping[type[Operation], Callable[..., Array]] = {
    hlo.AddOp: np.add,
    hlo.SubtractOp: np.subtract,
    hlo.MulOp: np.multiply,
    hlo.NegOp: np.negative,
    hlo.AbsOp: np.absolute,
    hlo.PowOp: np.power,
}
"""The ops on integers that may overflow, in a wider type."""


def _grows(entry: Entry, is_bool: bool) -> bool:
    """Whether an op on booleans, or one on integers that never overflows, grows with both operands."""
    grows = entry.monotone == (1, 1)
    return grows or entry.absorbing is not None if is_bool else grows and entry.idempotent


def _of_integers(site: OpSite, operands: Sequence[Span]) -> Span:
    """An elementwise op on integers or booleans. Raises `EvaluationError` as its kernel."""
    op, target = site.op, formats.format_of(site.element_type)
    fixed = ~anywhere([~operand.fixed() for operand in operands])
    (result,) = site.exact([operand.lo for operand in operands])
    span = Span.of(result)
    if not fixed.all():
        is_bool = operands[0].lo.dtype == np.bool_
        if _grows(site.entry, is_bool):
            span = spans.integers(result, *site.exact([operand.hi for operand in operands]))
        elif is_bool:
            span = spans.integers(result & fixed, result | ~fixed)
        else:
            span = site.vague(span, ~fixed, "integers that depend on rounding")
    if divides_integers(op):
        where = undefined_quotients(*[operand.lo for operand in operands])
        span = site.freed(span, where, Freedom.UNDEFINED, DIVISION)
    compute = _IN_WIDE.get(type(op))
    if site.tier.overflow and compute and isinstance(target, formats.IntegerFormat) and target.width > 1:
        wide = compute(*[operand.lo.astype(np.longdouble) for operand in operands])
        over = (wide > target.most) | (wide < target.least)
        span = site.freed(span, over, Freedom.ALLOWED, OVERFLOW)
    return span.also_free(operands)


# ---- any op ----


_OF_ANY: Mapping[type[Operation], Callable[[OpSite, Sequence[Span]], Span]] = {
    hlo.ClampOp: _at_ends,
    hlo.CompareOp: _compare,
    hlo.ComplexOp: lambda _, operands: spans.complex_span(*operands),
    hlo.ConvertOp: _convert,
    hlo.IsFiniteOp: _is_finite,
    hlo.SelectOp: _select,
}
"""The ops whose operands are of several kinds."""


def elementwise_result(site: OpSite, operands: Sequence[Span]) -> Span | None:
    """The result of an elementwise op; None where nothing is known of it."""
    op = site.op
    if type(op) in _OF_ANY:
        return _OF_ANY[type(op)](site, operands)
    if operands[0].is_integer:
        return _of_integers(site, operands) if op.name.startswith("stablehlo.") else None
    if formats.holds_integers(formats.dtype_of(site.element_type)):
        return None
    is_float = formats.is_float(element_type_of(op.operands[0].type))
    found = _of_floats(site, operands) if is_float else _of_complex(site, operands)
    if found is not None or not site.entry.is_function(op) or not all(x.is_known() for x in operands):
        return found
    return _near(site, operands)
