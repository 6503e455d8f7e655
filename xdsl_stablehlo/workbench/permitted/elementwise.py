"""The permitted results of elementwise ops, from spans of their operands.

`RULES` has a row for each kind of op on floats and complex numbers. Ops on integers and booleans are exact: the kernels
of the interpreter compute them for known operands, and here is what can be said of others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import TypeAlias

import numpy as np
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.kernels.support.values import as_array
from xdsl_stablehlo.interpreter.numerics import arithmetic_of
from xdsl_stablehlo.interpreter.numerics.arithmetic import ORDERED, total_order_key
from xdsl_stablehlo.ir.guards import is_complex_type
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

from . import enclosures
from .choices.behaviours import DIVISION, EXCEPTION, OUT_OF_RANGE
from .choices.implementations import Open
from .enclosures import MONOTONE, NEVER, ROUNDING, SMALLEST, Tier
from .spans import (
    Ends,
    Freedom,
    FreeReason,
    Reasons,
    Span,
    complex_span,
    flushed,
    free,
    greatest,
    hull,
    integers,
    numbers,
    rounded_span,
    unknown,
)

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

    def number(self, reason: FreeReason) -> int:
        """The number of a reason."""
        return self.reasons.number(reason)

    def open(self, why: str, shape: tuple[int, ...]) -> Span:
        """A first result that cannot be judged."""
        return free(shape, self.element_type, self.number(unknown(f"{self.op.name}: {why}")))

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


SpanRule: TypeAlias = "Callable[[OpSite, Sequence[Span]], Span]"


def _ends(span: Span) -> Ends:
    return span.lo, span.hi


def anywhere(masks: Sequence[Array]) -> Array:
    """Where one of several masks holds, which broadcast together."""
    return reduce(np.logical_or, masks, NEVER)


def _made(site: OpSite, ends: Ends, nan: Array | bool, operands: Sequence[Span]) -> Span:
    """Rounded results, which are NaN where an operand is, and free where an operand is."""
    known = site.part
    only, may = anywhere([np.isnan(x.lo) for x in operands]), anywhere([x.nan for x in operands])
    low, high = [np.where(only, np.nan, end) for end in ends]
    result = rounded_span(known, (low, high), np.asarray(nan) | may).also_free(operands)
    if not known.has_infinity:
        with np.errstate(invalid="ignore"):
            beyond = (np.abs(ends[0]) > known.largest) | (np.abs(ends[1]) > known.largest) | may | nan
        if beyond.any():
            result = result.freed(beyond, site.number(FreeReason(Freedom.UNDEFINED, BEYOND)))
    return result


def _binary(compute: Callable[[Ends, Ends], tuple[Ends, Array]]) -> SpanRule:
    def rule(site: OpSite, operands: Sequence[Span]) -> Span:
        a, b = operands
        ends, nan = compute(_ends(a), _ends(b))
        return _made(site, ends, nan, operands)

    return rule


def _unary(compute: Callable[[OpSite, Ends], tuple[Ends, Array]]) -> SpanRule:
    def rule(site: OpSite, operands: Sequence[Span]) -> Span:
        ends, nan = compute(site, _ends(operands[0]))
        return _made(site, ends, nan, operands)

    return rule


def _function(compute: Callable[[Ends, formats.FloatFormat, Tier], tuple[Ends, Array]]) -> SpanRule:
    return _unary(lambda site, ends: compute(ends, site.part, site.tier))


def _monotone(site: OpSite, ends: Ends) -> tuple[Ends, Array]:
    return enclosures.monotone(MONOTONE[type(site.op)], ends, site.part, site.tier)


def _to_whole(site: OpSite, ends: Ends) -> tuple[Ends, Array]:
    name = ROUNDING[type(site.op)]
    return (enclosures.value_of(name, ends[0]), enclosures.value_of(name, ends[1])), NEVER


def _root(_: OpSite, ends: Ends) -> tuple[Ends, Array]:
    nan = np.asarray(ends[0]) < 0
    none = np.asarray(ends[1]) < 0
    low = enclosures.root_of(np.where(nan, -0.0, ends[0]))[0]
    high = enclosures.root_of(np.where(none, np.nan, ends[1]))[1]
    return (np.where(none, np.nan, low), high), nan


def _power(site: OpSite, operands: Sequence[Span]) -> Span:
    a, b = operands
    ends, nan = enclosures.enclose_power(_ends(a), _ends(b), site.part, site.tier)
    # 1 to any power is 1, and so is anything to the power 0: NaN, too.
    one = (a.fixed() & (a.lo == 1)) | ((b.lo == 0) & (b.hi == 0))
    may = np.asarray(nan) | ((a.nan | b.nan) & ~one)
    return rounded_span(site.part, ends, may).also_free(operands)


def _arctangent(site: OpSite, operands: Sequence[Span]) -> Span:
    a, b = operands
    ends, nan = enclosures.arctangent(_ends(a), _ends(b), site.part, site.tier)
    return _made(site, ends, nan, operands)


def _reduce_precision(site: OpSite, operands: Sequence[Span]) -> Span:
    (operand,) = operands
    ends = [site.exact([end])[0].astype(np.float64) for end in _ends(operand)]
    only = np.isnan(operand.lo) & np.isnan(ends[0])
    low, high = [np.where(only, np.nan, end) for end in ends]
    return numbers(low, high, operand.nan).also_free(operands)


def permit_clamp(site: OpSite, operands: Sequence[Span]) -> Span:
    """`minimum(maximum(operand, min), max)`, whose bounds may be scalars."""
    low, operand, high = operands
    if operand.is_integer:
        order = arithmetic_of(site.element_type)
        ends = [order.clamp(*x) for x in ((low.lo, operand.lo, high.lo), (low.hi, operand.hi, high.hi))]
        return integers(*ends).also_free(operands)
    inner, _ = enclosures.enclose_maximum(_ends(operand), _ends(low))
    ends, _ = enclosures.enclose_minimum(inner, _ends(high))
    return _made(site, ends, False, operands)


RULES: Mapping[type[Operation], SpanRule] = {
    hlo.AddOp: _binary(enclosures.enclose_add),
    hlo.SubtractOp: _binary(enclosures.enclose_subtract),
    hlo.MulOp: _binary(enclosures.enclose_multiply),
    hlo.DivOp: _binary(enclosures.enclose_divide),
    hlo.RemOp: _binary(enclosures.enclose_remainder),
    hlo.MaxOp: _binary(enclosures.enclose_maximum),
    hlo.MinOp: _binary(enclosures.enclose_minimum),
    hlo.PowOp: _power,
    hlo.Atan2Op: _arctangent,
    hlo.NegOp: _unary(lambda _, ends: (enclosures.negated(ends), NEVER)),
    hlo.AbsOp: _unary(lambda _, ends: (enclosures.enclose_absolute(ends), NEVER)),
    hlo.SqrtOp: _unary(_root),
    hlo.RsqrtOp: _function(enclosures.reciprocal_root),
    hlo.SineOp: _function(partial(enclosures.wave, "sine")),
    hlo.CosineOp: _function(partial(enclosures.wave, "cosine")),
    hlo.TanOp: _function(enclosures.tangent),
    hlo.ReducePrecisionOp: _reduce_precision,
    **dict.fromkeys(MONOTONE, _unary(_monotone)),
    **dict.fromkeys(ROUNDING, _unary(_to_whole)),
}
"""The ops on floats whose results are floats of the same type."""


# ---- complex numbers ----


def _of_parts(site: OpSite, operands: Sequence[Span]) -> Span:
    """An op that works on real and imaginary parts alike."""
    rule = RULES[type(site.op)]
    real, imaginary = zip(*[operand.parts() for operand in operands], strict=True)
    return complex_span(rule(site, real), rule(site, imaginary))


def _complex_product(site: OpSite, operands: Sequence[Span]) -> Span:
    """(ac - bd) + (ad + bc)i, with each product and each sum rounded, or a part of them not rounded."""
    (a, b), (c, d) = [operand.parts() for operand in operands]
    multiply, add, subtract = RULES[hlo.MulOp], RULES[hlo.AddOp], RULES[hlo.SubtractOp]
    real = subtract(site, [multiply(site, [a, c]), multiply(site, [b, d])])
    imaginary = add(site, [multiply(site, [a, d]), multiply(site, [b, c])])
    return excepted(site, complex_span(real, imaginary), operands)


def excepted(site: OpSite, result: Span, operands: Sequence[Span]) -> Span:
    """A complex result, or one of a special function, that is free where it or an operand may not be finite."""
    arrays = [end for x in (result, *operands) if not x.is_integer for end in _ends(x)]
    where = anywhere([~np.isfinite(x) for x in arrays if x.shape in (result.shape, ())])
    return result.freed(where, site.number(FreeReason(Freedom.ALLOWED, EXCEPTION)) if np.any(where) else 0)


def near(site: OpSite, ulps: float, operands: Sequence[Span]) -> Span:
    """A function of known operands that no rule knows: what the interpreter gives, and numbers near to it."""
    (given,) = site.exact([operand.lo for operand in operands])
    known, wide = site.part, given.astype(np.complex128 if formats.holds_complex(given.dtype) else np.float64)
    more = max(ulps, site.tier.ulps(known))

    def around(part: Array, size: Array) -> Span:
        step = np.where(np.isfinite(size), size, 0) * (more * 2.0 ** (1 - known.precision))
        step = step + SMALLEST * known.smallest
        return rounded_span(known, (part - step, part + step), np.isnan(part))

    if formats.holds_complex(given.dtype):
        parts = Span.of(wide).parts()
        size = greatest(*[np.abs(part.lo) for part in parts])
        result = complex_span(around(parts[0].lo, size), around(parts[1].lo, size))
    else:
        result = around(wide, np.abs(wide))
    result = flushed(result, known) if site.tier.flush else result
    return excepted(site, result.also_free(operands), operands)


def _complex(_: OpSite, operands: Sequence[Span]) -> Span:
    return complex_span(operands[0], operands[1])


OF_COMPLEX: Mapping[type[Operation], SpanRule] = {
    **dict.fromkeys((hlo.AddOp, hlo.SubtractOp, hlo.NegOp), _of_parts),
    hlo.MulOp: _complex_product,
    hlo.RealOp: lambda _, operands: operands[0].parts()[0],
    hlo.ImagOp: lambda _, operands: operands[0].parts()[1],
}
"""The ops on complex numbers that have a rule; `near` knows the others, for known operands."""


# ---- comparisons, selections, conversions ----


def _decided(certain: Array, possible: Array) -> Span:
    return integers(np.asarray(certain, np.bool_), np.asarray(possible, np.bool_))


def permit_compare(site: OpSite, operands: Sequence[Span]) -> Span:
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
        keys = [integers(*[total_order_key(end, 64, True) for end in _ends(x)]) for x in operands]
        result = _compared(direction, *keys)
        nan = a.nan | b.nan
        result = _decided(result.lo & ~nan, result.hi | nan)
    else:
        result = _compared(direction, a, b)
    return result.also_free(operands)


def _compared(direction: str, a: Span, b: Span) -> Span:
    order = ORDERED[direction]
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


def permit_select(_: OpSite, operands: Sequence[Span]) -> Span:
    """One of two values, or both where the predicate is not decided."""
    pred, on_true, on_false = operands

    def chosen(where: Array, one: Array, other: Array) -> Array:
        return np.where(where, one, other).astype(one.dtype, copy=False)

    names = ("lo", "hi", "nan", "free")
    picked = Span(*[chosen(pred.lo, getattr(on_true, n), getattr(on_false, n)) for n in names])
    vague = pred.lo != pred.hi
    if vague.any():
        both = hull(on_true, on_false)
        picked = Span(*[chosen(vague, getattr(both, n), getattr(picked, n)) for n in names])
    # Not free because of the operand that is not selected.
    return picked.also_free([pred])


def permit_is_finite(_: OpSite, operands: Sequence[Span]) -> Span:
    """Whether elements are finite."""
    (operand,) = operands
    ends = [np.isfinite(end) for end in _ends(operand)]
    certain = ends[0] & ends[1] & ~operand.nan
    possible = (ends[0] | ends[1] | (operand.lo < operand.hi)) & ~np.isnan(operand.lo)
    return _decided(certain, possible).also_free(operands)


def permit_convert(site: OpSite, operands: Sequence[Span]) -> Span:
    """Elements as elements of another type (spec: convert)."""
    (operand,) = operands
    target = formats.format_of(site.element_type)
    if formats.holds_complex(operand.lo.dtype):
        parts = operand.parts()
        if formats.is_complex(site.element_type):
            return complex_span(*[_made(site, _ends(x), False, [x]) for x in parts])
        operand = parts[0]
    if isinstance(target, formats.IntegerFormat):
        if target.width == 1:
            zero = operand.lo.dtype.type(0)
            certain = (operand.lo > zero) | (operand.hi < zero)
            possible = (operand.lo != zero) | (operand.hi != zero)
            if not operand.is_integer:
                certain = certain & ~operand.nan | np.isnan(operand.lo)
                possible = possible | operand.nan
            return _decided(certain, possible).also_free([operand])
        return _to_integers(site, operand, target)
    if operand.is_integer:
        made = [_as_floats(x) for x in _ends(operand)]
        result = _made(site, (made[0][0], made[1][1]), False, [])
        result = result.also_free([operand])
    else:
        result = _made(site, _ends(operand), False, [operand])
    if not formats.is_complex(site.element_type):
        return result
    return complex_span(result, Span.of(np.zeros(result.shape)))


def _as_floats(values: Array) -> Ends:
    """Ends around integers."""
    wide = values.astype(np.int64 if values.dtype.itemsize < 8 else values.dtype)
    floats = wide.astype(np.float64)
    rest = wide.astype(np.longdouble) - floats.astype(np.longdouble)
    return enclosures.outward(floats, np.sign(rest).astype(np.float64))


def _to_integers(site: OpSite, operand: Span, target: formats.IntegerFormat) -> Span:
    if operand.is_integer:
        ends = [site.exact([end])[0] for end in _ends(operand)]
        wide = [end.astype(np.longdouble) for end in _ends(operand)]
        fits = (wide[0] >= target.least) & (wide[1] <= target.most)
        reason = unknown("stablehlo.convert: integers that depend on rounding wrap around")
        result = integers(*ends).also_free([operand])
        result = result.freed(~fits & ~operand.fixed(), site.number(reason) if not fits.all() else 0)
        if site.tier.overflow and not fits.all():
            result = result.freed(~fits, site.number(FreeReason(Freedom.ALLOWED, OVERFLOW)))
        return result
    low, high = np.trunc(operand.lo), np.trunc(operand.hi)
    inside = (low >= float(target.least)) & (high < float(target.most + 1)) & ~operand.nan
    ends = [np.where(inside, end, 0).astype(np.int64 if target.signed else np.uint64) for end in (low, high)]
    cast = [end.astype(target.native).astype(target.dtype, copy=False) for end in ends]
    result = integers(*cast).also_free([operand])
    if inside.all():
        return result
    return result.freed(~inside, site.number(FreeReason(Freedom.UNDEFINED, OUT_OF_RANGE)))


OF_ANY: Mapping[type[Operation], SpanRule] = {
    hlo.ClampOp: permit_clamp,
    hlo.CompareOp: permit_compare,
    hlo.ComplexOp: _complex,
    hlo.ConvertOp: permit_convert,
    hlo.IsFiniteOp: permit_is_finite,
    hlo.SelectOp: permit_select,
}
"""The ops whose operands are of several kinds."""


# ---- integers ----


_IN_WIDE: Mapping[type[Operation], Callable[..., Array]] = {
    hlo.AddOp: np.add,
    hlo.SubtractOp: np.subtract,
    hlo.MulOp: np.multiply,
    hlo.NegOp: np.negative,
    hlo.AbsOp: np.absolute,
    hlo.PowOp: np.power,
}

_BOTH_ENDS = (hlo.AndOp, hlo.OrOp, hlo.AddOp, hlo.MulOp, hlo.MaxOp, hlo.MinOp)
"""The ops on booleans that grow with both operands; of integers, only maximum and minimum do."""


def of_integers(site: OpSite, operands: Sequence[Span]) -> Span:
    """An elementwise op on integers or booleans. Raises `EvaluationError` as its kernel."""
    op = site.op
    fixed = ~anywhere([~operand.fixed() for operand in operands])
    (result,) = site.exact([operand.lo for operand in operands])
    span = Span.of(result)
    if not fixed.all():
        is_bool = operands[0].lo.dtype == np.bool_
        if isinstance(op, hlo.MaxOp | hlo.MinOp) or (is_bool and isinstance(op, _BOTH_ENDS)):
            (high,) = site.exact([operand.hi for operand in operands])
            span = integers(result, high)
        elif is_bool:
            span = integers(result & fixed, result | ~fixed)
        else:
            span = span.freed(~fixed, site.number(unknown(f"{op.name}: integers that depend on rounding")))
    compute = _IN_WIDE.get(type(op))
    target = formats.format_of(site.element_type)
    if isinstance(op, hlo.DivOp | hlo.RemOp) and isinstance(target, formats.IntegerFormat):
        lhs, rhs = [operand.lo for operand in operands]
        wrong = rhs == rhs.dtype.type(0)
        if target.signed:
            wrong = wrong | ((rhs == rhs.dtype.type(-1)) & (lhs == lhs.dtype.type(target.least)))
        if wrong.any():
            span = span.freed(wrong, site.number(FreeReason(Freedom.UNDEFINED, DIVISION)))
    if (
        site.tier.overflow
        and compute is not None
        and isinstance(target, formats.IntegerFormat)
        and target.width > 1
    ):
        wide = compute(*[operand.lo.astype(np.longdouble) for operand in operands])
        over = (wide > target.most) | (wide < target.least)
        if over.any():
            span = span.freed(over, site.number(FreeReason(Freedom.ALLOWED, OVERFLOW)))
    return span.also_free(operands)
