"""The permitted results of reductions and of sums of products, whatever the order in which they are computed.

A sum of n terms, in any tree, with or without fused products, differs from the exact one by at most
((1 + u)**n - 1) * sum(|terms|), where u is the unit of the last place. The interpreter's kernels compute the exact sum,
the sum of magnitudes and the number of terms in float64: they are linear, so that these are the same op on other
operands. Sums that are exact in every order (of small whole numbers) stay one number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import TensorType, f64
from xdsl.ir import Attribute, Block, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import ScatterDims
from xdsl_stablehlo.interpreter.kernels.support.contraction import units_of
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import is_replacement, known_reducer
from xdsl_stablehlo.interpreter.kernels.support.table import kernel_of
from xdsl_stablehlo.interpreter.kernels.support.values import as_array, detached_copy
from xdsl_stablehlo.interpreter.numerics import arithmetic_of
from xdsl_stablehlo.ir.guards import is_array_attr, is_tensor_type
from xdsl_stablehlo.values.element_types import (
    Array,
    FloatFormat,
    IntegerFormat,
    Unary,
    dtype_of,
    format_of,
    holds_integers,
    is_complex,
)

from .choices.schedules import (
    COLLISION,
    NOT_UNIQUE,
    REDUCTION,
    REDUCTIONS,
    has_equal,
    neutral_of,
    sizes_combined,
    targets_of,
)
from .elementwise import OVERFLOW, OpSite, excepted
from .enclosures import NO_NUMBER, ends_where
from .spans import (
    Freedom,
    FreeReason,
    Span,
    by_parts,
    complex_span,
    elements_at,
    greatest,
    hull,
    least,
    numbers,
    rounded_span,
)

BF16_UNIT = 2.0**-7
FAR = 900
"""The exponent of two up to which terms are summed in float64, which ends at 1024."""
SMALLEST = 2.0**-1074
"""The smallest number of float64."""

PRODUCTS = (hlo.DotGeneralOp, hlo.DotOp, hlo.ConvolutionOp, hlo.DynamicConvOp, hlo.EinsumOp)
"""Sums of products of two operands."""

SpanRule: TypeAlias = "Callable[..., Sequence[Span] | None]"
"""Gives the results of an op from its site, the op, and the spans of its operands; None where nothing is known."""


# ---- the op on float64 ----


def _in_f64(op: Operation, reducer: type[Operation] | None = None) -> Operation:
    """The op with float64 in place of its element types, but that of indices.

    `reducer` is the op of its region, if it has one: the region of the copy is this op alone.
    """
    scalar = TensorType(f64, [])
    indices = op.scatter_indices if isinstance(op, hlo.ScatterOp) else None

    def wide(t: Attribute) -> Attribute:
        return TensorType(f64, t.get_shape()) if is_tensor_type(t) else t

    operands = [value.type if value is indices else wide(value.type) for value in op.operands]
    copy = detached_copy(op, operands, list(map(wide, op.result_types)))
    if reducer is not None:
        block = Block(arg_types=[scalar, scalar])
        combined = reducer.create(operands=block.args, result_types=[scalar])
        old = copy.regions[0].detach_block(copy.regions[0].block)
        assert old.last_op is not None
        block.add_ops([combined, type(old.last_op).create(operands=combined.results)])
        copy.regions[0].add_block(block)
    return copy


Summation: TypeAlias = "Callable[[Sequence[Array]], Array]"
"""Sums of terms, or of products of pairs of them, in float64."""


def _linear(
    site: OpSite, op: Operation, indices: Array | None = None, init: Unary | None = None
) -> Summation:
    """An op in float64 whose result is a sum of its elements, or of products of those of two operands.

    The `indices` of a scatter come second; `init` changes the init value of a reduction.
    """
    prepared = site.compiler.prepare(op)

    def compute(operands: Sequence[Array]) -> Array:
        given = list(operands)
        if indices is not None:
            given.insert(1, indices)
        if init is not None:
            given[1] = init(given[1])
        return as_array(prepared.run([*given])[0]).astype(np.float64)

    return compute


# ---- sums ----


def _products(site: OpSite, op: Operation, operands: Sequence[Span]) -> list[Span] | None:
    """dot_general, convolution and their kin; None for integers or a padding that are not known."""
    is_integer = holds_integers(dtype_of(site.element_type))
    if not all(x.is_known() for x in (operands if is_integer else operands[2:])):
        return None
    if is_integer:
        return [_integer_products(site, op, operands)]
    product, sizes = _linear(site, _in_f64(op)), [x.lo for x in operands[2:]]
    low = 2 * BF16_UNIT if site.tier.low_precision and not _is_precise(op) else 0.0

    def compute(sides: Sequence[Array]) -> Array:
        """The sum of several products, of which the left sides come first."""
        half = len(sides) // 2
        each = zip(sides[:half], sides[half:], strict=True)
        return np.asarray(sum([product([a, b, *sizes]) for a, b in each]))

    def of_floats(*sides: Span) -> Span:
        return bounded_sum(site, compute, sides, is_product=True, more=low)

    if not is_complex(site.element_type):
        return [of_floats(*operands[:2])]
    (a, b), (c, d) = operands[0].parts(), operands[1].parts()
    return [excepted(site, complex_span(of_floats(a, b, c, -d), of_floats(a, b, d, c)), [])]


def _integer_products(site: OpSite, op: Operation, operands: Sequence[Span]) -> Span:
    """Products and sums of known integers.

    Those that overflow in some order may have any value, in the tier that says so.
    """
    span, target = Span.of(*site.exact([operand.lo for operand in operands])), format_of(site.element_type)
    if not site.tier.overflow or not isinstance(target, IntegerFormat) or target.width == 1:
        return span
    terms = [np.abs(x.lo.astype(np.float64)) for x in operands[:2]]
    most = _linear(site, _in_f64(op))([*terms, *[x.lo for x in operands[2:]]])
    return site.freed(span, most > target.most, Freedom.ALLOWED, OVERFLOW)


def _is_precise(op: Operation) -> bool:
    """Whether all operands of a product have a precision that is not DEFAULT."""
    config = op.get_attr_or_prop("precision_config")
    stated = list(config) if is_array_attr(config) else []
    default = hlo.PrecisionAttr(hlo.Precision.DEFAULT)
    return op.get_attr_or_prop("algorithm") is not None or (bool(stated) and default not in stated)


def bounded_sum(
    site: OpSite, compute: Summation, terms: Sequence[Span], is_product: bool = False, more: float = 0.0
) -> Span:
    """The bounds of a sum over all orders; `more` is a relative error that each term may have besides."""
    known = site.part
    odd = [~(np.isfinite(x.lo) & np.isfinite(x.hi)) | x.nan | (x.free > 0) for x in terms]
    lows = [np.where(o, 0.0, x.lo) for o, x in zip(odd, terms, strict=True)]
    highs = [np.where(o, 0.0, x.hi) for o, x in zip(odd, terms, strict=True)]
    # Zeros are added without rounding.
    count = compute([((lo != 0) | (hi != 0)).astype(np.float64) for lo, hi in zip(lows, highs, strict=True)])
    scales = _scales([*lows, *highs], is_product)
    lows, highs = [[x * s for x, s in zip(ends, scales, strict=True)] for ends in (lows, highs)]
    factors = (scales[0], scales[-1]) if is_product else (scales[0],)
    is_scaled = min(factors) < 1
    middles = [lo + (hi - lo) / 2 for lo, hi in zip(lows, highs, strict=True)]
    sizes = [greatest(np.abs(lo), np.abs(hi)) for lo, hi in zip(lows, highs, strict=True)]
    fixed = all(bool((lo == hi).all()) for lo, hi in zip(lows, highs, strict=True))
    value, size = compute(middles), compute(sizes)
    unit = 2.0 ** (1 - known.precision)
    additions = count if is_product else np.maximum(count - 1, 0)
    error = size * (np.expm1(additions * np.log1p(unit)) + more)
    if is_product:
        error = error + count * prod(factors, start=known.smallest)
    if is_scaled:  # numbers that float64 loses if they are made smaller
        error = error + count * SMALLEST * max(float(x.max(initial=1.0)) for x in sizes)
    # What float64 itself may have lost, of the values and of the widths of their intervals.
    error = error + size * (4 * count + 8) * 2.0**-53
    if not fixed:
        error = error + np.maximum(size - compute([np.abs(x) for x in middles]), 0.0)
    exact = np.zeros(value.shape, np.bool_)
    if fixed and not more:
        # One term has no order; a product of two numbers of few digits is exact in float64, and is rounded once.
        exact = (count <= 1) & (not is_product or 2 * known.precision <= 53)
        unit_of_all = _unit_of(middles, is_product)
        if unit_of_all >= known.smallest and not is_scaled:
            exact = exact | (size < unit_of_all * 2.0**known.precision)
        error = np.where(exact, 0.0, error)
    upper = size * (1 + unit) ** additions + error
    low, high = value - error, value + error
    # Partial sums of one sign may overflow in some order.
    largest = prod(factors, start=known.largest)
    positive, negative = (upper + value) / 2, (upper - value) / 2
    over, under = positive > largest, negative > largest
    low, high = np.where(under & ~exact, -np.inf, low), np.where(over & ~exact, np.inf, high)
    nan = over & under
    zero = (low == 0) & (high == 0)
    if zero.any():
        minus = _reached(compute, [np.signbit(x) for x in lows], is_product)
        low = np.where(zero & (minus > 0), -0.0, low)
        high = np.where(zero, 0.0, high)
    result = rounded_span(known, (_unscaled(low, factors), _unscaled(high, factors)), nan)
    # Numbers that vanish are added to zeros, of which an init value may be one.
    result = replace(result, hi=np.where(result.hi == 0, 0.0, result.hi))
    if any(o.any() for o in odd):
        result = _with_odd(compute, terms, odd, result, is_product)
    return result


def _unscaled(values: Array, factors: Sequence[float]) -> Array:
    for factor in factors:
        values = values / factor
    return values


def _scales(ends: Sequence[Array], is_product: bool) -> list[float]:
    """Powers of two by which the operands, of which first the lower ends come, do not overflow in float64."""
    half = len(ends) // 2
    tops = [max(float(np.abs(x).max(initial=0.0)) for x in (ends[i], ends[i + half])) for i in range(half)]
    spare = FAR // 2 if is_product else FAR
    sides = [max(tops[: half // 2]), max(tops[half // 2 :])] if is_product else [max(tops)] * 2
    powers = [2.0 ** min(0, spare - int(np.frexp(top)[1])) for top in sides]
    return [powers[2 * i >= half] for i in range(half)] if is_product else [powers[0]] * half


def _unit_of(operands: Sequence[Array], is_product: bool) -> float:
    """A power of two of which all terms of a sum are multiples."""
    each = [float(np.min(units_of(x[x != 0]), initial=np.inf)) for x in operands]
    if not is_product:
        return min(each)
    half = len(each) // 2
    return float(np.prod([unit for unit in (min(each[:half]), min(each[half:])) if unit < np.inf]))


def _reached(compute: Summation, marks: Sequence[Array], is_product: bool) -> Array:
    """The number of marked elements in each sum; of a product, on both sides."""
    given = [mask.astype(np.float64) for mask in marks]
    if not is_product:
        return compute(given)
    half, ones = len(given) // 2, [np.ones(mask.shape) for mask in marks]
    return compute([*given[:half], *ones[half:]]) + compute([*ones[:half], *given[half:]])


def _with_odd(
    compute: Summation, terms: Sequence[Span], odd: Sequence[Array], result: Span, is_product: bool
) -> Span:
    """A sum some of whose terms are infinite, NaN, or free."""

    def reached(masks: Sequence[Array]) -> Array:
        return _reached(compute, masks, is_product) > 0

    # Finite terms, which may overflow in some order, only count with their signs.
    given = compute([np.where(np.isfinite(x.lo), np.sign(x.lo), x.lo) for x in terms])
    # The padding of a convolution is in no operand, and zero times infinity is NaN.
    where = reached(odd) | np.isnan(given)
    known = [x.fixed() & (x.free == 0) for x in terms]
    sure = where & ~reached([o & ~k for o, k in zip(odd, known, strict=True)])
    if not all(bool(k.all()) for k in known):
        sure = sure & ~reached([~k for k in known])
    low = np.where(where, np.where(sure, given, -np.inf), result.lo)
    high = np.where(where, np.where(sure, given, np.inf), result.hi)
    # An infinite term, and others of the opposite sign that overflow in some order.
    nan = np.where(where, ~sure | np.isnan(given) | np.isinf(result.lo) | np.isinf(result.hi), result.nan)
    made = numbers(low, high, nan)
    return made.freed_by(terms, reached)


# ---- reductions ----


def _reduction(site: OpSite, op: Operation, operands: Sequence[Span]) -> list[Span] | None:
    """reduce, reduce_window and scatter by one known op; None for other bodies, which the kernel may know."""
    block, indices = op.regions[0].block, None
    known = known_reducer(block)
    if len(op.results) != 1:
        return None
    if isinstance(op, hlo.ScatterOp):
        is_replaced, unique = is_replacement(block), bool(op.unique_indices.value.data)
        if known is None and not is_replaced:
            return None
        old, places, new = operands
        if not places.is_known():
            return [site.open("indices that depend on rounding", old.shape)]
        dims = ScatterDims.of(op.scatter_dimension_numbers)
        targets, updates = targets_of(places.lo, new.shape, old.shape, dims)
        if (unique or is_replaced) and has_equal(targets):
            freedom = (Freedom.UNDEFINED, NOT_UNIQUE) if unique else (Freedom.ALLOWED, COLLISION)
            return [site.free(old.shape, *freedom)]
        if is_replaced:
            source = np.arange(old.lo.size).reshape(old.shape)
            source.reshape(-1)[targets] = source.size + updates
            return [elements_at(source, [old, new])]
        operands, indices = (old, new), places.lo
    if known is None:
        return None
    name, element_type = known
    made = _Reduction(site, op, element_type, indices)
    if is_complex(element_type) and not made.adds:
        return [site.open(f"{name} of complex numbers", made.shape)]
    if holds_integers(dtype_of(element_type)):
        return made.of_integers(operands)
    return [by_parts(made.of_floats, *operands)]


@dataclass(frozen=True)
class _Reduction:
    """A reduction by one known op. The operands are elements and an init value; of a scatter, elements and updates."""

    site: OpSite
    op: Operation
    element_type: Attribute
    indices: Array | None
    """The indices of a scatter."""

    @property
    def combiner(self) -> type[Operation]:
        """The class of the known op."""
        return type(next(iter(self.op.regions[0].block.ops)))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the result."""
        return ranked(self.op.results[0]).get_shape()

    @property
    def adds(self) -> bool:
        return self.combiner is hlo.AddOp

    @property
    def selects(self) -> bool:
        """Whether the result does not depend on how often an element comes, as that of minimum."""
        entry = kernel_of(self.combiner)
        return entry is not None and entry.idempotent

    def linear(self, reducer: type[Operation], times: int = 1) -> Summation:
        """The reduction by an op in float64, with the init value so many times."""
        init = None if times == 1 else partial(times_combined, reducer, f64, times=times)
        return _linear(self.site, _in_f64(self.op, reducer), self.indices, init)

    def amount(self, operand: Span) -> int | None:
        """The number of init values; None if it may have any number."""
        sizes = sizes_combined(self.op, operand.shape)
        return None if self.site.amount is None or sizes is None else self.site.amount(sizes)

    def is_extra(self, init: Span, element_type: Attribute) -> bool:
        """Whether more or fewer init values, of which there may be any number, change a result."""
        if self.indices is not None:
            return False
        neutral = neutral_of(self.combiner, element_type)
        wide = neutral if init.is_integer else np.float64(neutral)
        return not init.is_known() or not bool(init.lo == wide or wide != wide)

    def of_integers(self, operands: Sequence[Span]) -> list[Span] | None:
        """The result for known integers; None for others."""
        site, known = self.site, format_of(self.element_type)
        if not all(x.is_known() for x in operands):
            return None
        values = [x.lo for x in operands]
        if self.indices is not None:
            return [Span.of(*site.exact([values[0], self.indices, values[1]]))]
        elements, init = values
        (given,) = site.exact(values)
        result, amount = Span.of(given), self.amount(operands[0])
        if not self.is_extra(operands[1], self.element_type):
            return [result]
        if amount is not None:
            times = times_combined(self.combiner, self.element_type, init, amount)
            return [Span.of(*site.exact([elements, times]))]
        if self.selects:
            without = site.exact([elements, neutral_of(self.combiner, self.element_type)])
            return [hull(result, Span.of(*without))]
        number = site.reasons.number(FreeReason(Freedom.ALLOWED, REDUCTION))
        if not self.adds or not isinstance(known, IntegerFormat) or known.width == 1:
            return [result.freed(True, number)]
        # Between none and one for each element: more of them are no implementation's.
        wide = given.astype(np.float64)
        ends = [wide + n * float(init) for n in (-1, elements.size + 1)]
        low, high = np.minimum(*ends), np.maximum(*ends)
        fits = (low >= known.least) & (high <= known.most)
        low, high = [np.where(fits, x, wide).astype(known.native).astype(known.dtype) for x in (low, high)]
        return [replace(result, lo=low, hi=high).freed(~fits, number)]

    def of_floats(self, *operands: Span) -> Span:
        """The result for floats, or for one part of complex numbers."""
        site, known = self.site, self.site.part
        if not known.has_infinity or not known.signed:
            return site.open(f"sums of {self.element_type}", self.shape)
        init = operands[1]
        amount = self.amount(operands[0]) if self.is_extra(init, known.type) else 1
        times = 1 if amount is None else amount
        if self.selects:
            return self._extremes(operands, amount)
        sums = self.linear(hlo.AddOp, times)
        if self.adds:
            result = bounded_sum(site, sums, operands)
        else:
            result = _product(known, sums, self.linear(self.combiner, times), operands)
        if amount is not None:
            return result
        if not self.adds or not bool(np.isfinite(init.lo) & np.isfinite(init.hi)):
            return site.freed(result, True, Freedom.ALLOWED, REDUCTION)
        most = operands[0].lo.size + 2
        spare = [n * x for n in (-1.0, float(most)) for x in init.ends]
        margin = 1 + 2 * most * 2.0 ** (1 - known.precision)
        low = result.lo + min(0.0, float(min(spare)) * margin)
        high = result.hi + max(0.0, float(max(spare)) * margin)
        made = rounded_span(known, (np.nextafter(low, -np.inf), np.nextafter(high, np.inf)), result.nan)
        return replace(made, free=result.free)

    def _extremes(self, operands: Sequence[Span], amount: int | None) -> Span:
        """The minimum or maximum, with or without init values."""
        compute, marks = self.linear(self.combiner, 1 if amount is None else amount), self.linear(hlo.AddOp)
        given = [([x.lo for x in operands], [x.hi for x in operands])]
        if amount is None:
            nothing = neutral_of(self.combiner, f64)
            given.append(([operands[0].lo, nothing], [operands[0].hi, nothing]))
        lows, highs = zip(*[(compute(low), compute(high)) for low, high in given], strict=True)
        nan = marks([x.nan.astype(np.float64) for x in operands]) > 0
        only = np.logical_and.reduce([np.isnan(x) for x in lows])
        result = numbers(*ends_where(only, NO_NUMBER, (least(*lows), greatest(*highs))), nan)
        return result.freed_by(operands, lambda masks: marks([x.astype(np.float64) for x in masks]) > 0)


def times_combined(reducer: type[Operation], element_type: Attribute, init: Array, times: int) -> Array:
    """An element combined with itself by a known reducer, so that it comes so many times."""
    arithmetic = arithmetic_of(element_type)
    combine = arithmetic.named(reducer.name.partition(".")[2])
    result = neutral_of(reducer, element_type)
    power = init.astype(arithmetic.dtype)
    while times:
        result = combine(result, power) if times % 2 else result
        power, times = combine(power, power), times // 2
    return np.asarray(result)


def _product(known: FloatFormat, sums: Summation, multiply: Summation, factors: Sequence[Span]) -> Span:
    """A product of numbers in intervals, some of whose partial products may overflow or vanish."""

    def some(masks: Sequence[Array]) -> Array:
        return np.asarray(sums([mask.astype(np.float64) for mask in masks]) > 0)

    ends = [[np.where(np.isnan(end), 1.0, end) for end in (x.lo, x.hi)] for x in factors]
    largest = [greatest(np.abs(lo), np.abs(hi)) for lo, hi in ends]
    smallest = [np.where((lo <= 0) & (hi >= 0), 0.0, least(np.abs(lo), np.abs(hi))) for lo, hi in ends]
    up, down = _logarithms(sums, largest, 1), _logarithms(sums, smallest, -1)
    overflows = (up > np.log2(known.largest) - 1) | some([np.isinf(x) for x in largest])
    vanishes = (down > -known.least_exponent - 1) | some([x == 0 for x in smallest])
    # Products of whole numbers are whole, and those of one number and ones have no order.
    count = sums([(x != 1).astype(np.float64) + (y != 1) for x, y in zip(smallest, largest, strict=True)])
    whole = ~some([(lo != hi) | (lo != np.rint(lo)) for lo, hi in ends]) & (up < known.precision)
    unit = 2.0 ** (1 - known.precision)
    error = np.where((count <= 2) | whole, 0.0, np.expm1(count / 2 * np.log1p(unit) + 2.0**-50))
    low, high = [
        multiply([np.where(np.isfinite(x) & (x > 0), x, 1.0) for x in some_]) for some_ in (smallest, largest)
    ]
    # A product that overflows on the way does so in float64, too, but not its logarithm.
    low = np.where(overflows, np.exp2(_logarithms(sums, smallest, 1) - down - 2.0**-20), low) / (1 + error)
    low = np.where(vanishes, 0.0, low)
    # What is added by rounding to the smallest number is multiplied by the other factors.
    lost = np.where(vanishes, sums([np.ones(x.shape) for x in factors]) * known.smallest * np.exp2(up), 0.0)
    high = np.where(overflows, np.inf, (high + lost) * (1 + error))
    low = np.where(some([np.isinf(x) for x in smallest]), np.inf, low)
    high = np.where(some([x == 0 for x in largest]), 0.0, high)
    only = some([np.isnan(x.lo) for x in factors]) | (low > high)
    sign = multiply([np.where(np.signbit(hi), -1.0, 1.0) for _, hi in ends])
    both = some([np.signbit(lo) != np.signbit(hi) for lo, hi in ends])
    ends = np.where(both | (sign < 0), -high, low), np.where(both | (sign > 0), high, -low)
    result = rounded_span(
        known, ends_where(only, NO_NUMBER, ends), (overflows & vanishes) | some([x.nan for x in factors])
    )
    return result.freed_by(factors, some)


def _logarithms(sums: Summation, sizes: Sequence[Array], sign: int) -> Array:
    """The sums of the positive logarithms, or of the negative ones, of numbers that are not zero."""
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = [np.log2(np.abs(np.where(x == 0, 1.0, x))) * sign for x in sizes]
    return sums([np.where(np.isfinite(x) & (x > 0), x, 0.0) for x in logs])


RULES: Mapping[type[Operation], SpanRule] = {
    **dict.fromkeys(PRODUCTS, _products),
    **dict.fromkeys((*REDUCTIONS, hlo.ScatterOp), _reduction),
}
"""The rules of ops that sum or combine elements."""
