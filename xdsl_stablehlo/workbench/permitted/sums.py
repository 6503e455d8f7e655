"""The permitted results of reductions and of sums of products, whatever the order in which they are computed.

A sum of n terms, in any tree, with or without fused products, differs from the exact one by at most
((1 + u)**n - 1) * sum(|terms|), where u is the unit of the last place. The interpreter's kernels compute the exact sum,
the sum of magnitudes and the number of terms in float64: they are linear, so that these are the same op on other
operands. Sums that are exact in every order (of small whole numbers) stay one number.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TensorType, f64
from xdsl.ir import Attribute, Block, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import ScatterDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.ops.combining.windows import padding_pairs
from xdsl_stablehlo.interpreter.kernels.support.contraction import units_of
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import is_replacement, known_reducer
from xdsl_stablehlo.interpreter.kernels.support.values import as_array, detached_copy
from xdsl_stablehlo.interpreter.numerics import arithmetic_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import (
    Array,
    FloatFormat,
    IntegerFormat,
    format_of,
    is_complex,
    is_float,
)

from .choices.behaviours import EXCEPTION
from .choices.implementations import Open
from .choices.schedules import COLLISION, NOT_UNIQUE, REDUCTION, collide, neutral_of
from .elementwise import OVERFLOW, OpSite, float_part
from .spans import (
    Freedom,
    FreeReason,
    Span,
    complex_span,
    free,
    greatest,
    hull,
    least,
    numbers,
    rounded_span,
)

LOW = Open(
    "precision of a product",
    "DEFAULT: Fastest calculation, but least accurate approximation to the original number; spec: dot_general",
)
BF16_UNIT = 2.0**-7
FAR = 900
"""The exponent of two up to which terms are summed in float64, which ends at 1024."""
SMALLEST = 2.0**-1074
"""The smallest number of float64."""

PRODUCTS = (hlo.DotGeneralOp, hlo.DotOp, hlo.ConvolutionOp, hlo.DynamicConvOp, hlo.EinsumOp)
"""Sums of products of two operands."""

REDUCERS = (hlo.ReduceOp, hlo.ReduceWindowOp, hlo.ScatterOp)
"""Ops whose region combines elements."""


# ---- the op on other elements ----


def of_element_type(
    op: Operation, element_type: Attribute, reducer: type[Operation] | None = None
) -> Operation:
    """The op with `element_type` in place of the element types of floats, integers of its reducer among them.

    `reducer` is the op of its region, if it has one: the region of the copy is this op alone.
    """

    def changed(t: Attribute, wanted: bool) -> Attribute:
        return TensorType(element_type, t.get_shape()) if is_tensor_type(t) and wanted else t

    indices = {id(op.scatter_indices)} if isinstance(op, hlo.ScatterOp) else set[int]()
    operands = [changed(value.type, id(value) not in indices) for value in op.operands]
    copy = detached_copy(op, operands, [changed(t, True) for t in op.result_types])
    if reducer is not None:
        scalar = TensorType(element_type, [])
        block = Block(arg_types=[scalar, scalar])
        if reducer is hlo.ReturnOp:
            block.add_op(hlo.ReturnOp([block.args[1]]))
        else:
            combined = reducer.create(operands=block.args, result_types=[scalar])
            block.add_ops([combined, hlo.ReturnOp([combined.results[0]])])
        copy.regions[0].detach_block(copy.regions[0].block)
        copy.regions[0].add_block(block)
    return copy


Summation: TypeAlias = "Callable[[Sequence[Array]], Array]"
"""Sums of terms, or of products of pairs of them, in float64."""


@dataclass(frozen=True)
class Linear:
    """An op whose result is a sum of its elements, or of products of those of two operands, in float64."""

    site: OpSite
    op: Operation
    fixed: dict[int, Array]
    """The operands that are no terms, by position: indices."""
    inits: int = 1
    """The number of init values that are combined; the op has one."""

    def __call__(self, operands: Sequence[Array]) -> Array:
        given = [self.fixed.get(i, x) for i, x in enumerate(operands)]
        if self.inits != 1:
            name, element_type = cast("tuple[str, Attribute]", known_reducer(self.op.regions[0].block))
            given[1] = times_combined(name, element_type, given[1], self.inits)
        return as_array(self.site.compiler.prepare(self.op).run(list(given))[0]).astype(np.float64)


# ---- sums ----


def products(site: OpSite, operands: Sequence[Span]) -> list[Span] | None:
    """dot_general, convolution and their kin on floats and complex numbers; None if a padding is not known."""
    sizes = [x for x in operands if x.is_integer]
    if not all(x.is_known() for x in sizes):
        return None
    product, given = Linear(site, of_element_type(site.op, f64), {}), [x.lo for x in sizes]
    low = 2 * BF16_UNIT if site.tier.low_precision and not _is_precise(site.op) else 0.0

    def compute(sides: Sequence[Array]) -> Array:
        """The sum of several products, of which the left sides come first."""
        half = len(sides) // 2
        each = zip(sides[:half], sides[half:], strict=True)
        return np.asarray(sum([product([a, b, *given]) for a, b in each]))

    def of_floats(pairs: Sequence[tuple[Span, Span]]) -> Span:
        terms = [*[a for a, _ in pairs], *[b for _, b in pairs]]
        return bounded_sum(site, compute, terms, site.part, True, low)

    left, right = operands[:2]
    if not is_complex(site.element_type):
        return [of_floats([(left, right)])]
    (a, b), (c, d) = left.parts(), right.parts()
    opposite = Span(-d.hi, -d.lo, d.nan, d.free)
    made = complex_span(of_floats([(a, c), (b, opposite)]), of_floats([(a, d), (b, c)]))
    where = ~(np.isfinite(made.lo) & np.isfinite(made.hi))
    return [made.freed(where, site.number(FreeReason(Freedom.ALLOWED, EXCEPTION)) if where.any() else 0)]


def integer_products(site: OpSite, operands: Sequence[Span]) -> list[Span]:
    """Products and sums of known integers. Those that overflow in some order may have any value, in the tier that says
    so."""
    (result,) = site.exact([operand.lo for operand in operands])
    span, target = Span.of(result), format_of(site.element_type)
    if site.tier.overflow and isinstance(target, IntegerFormat) and target.width > 1:
        sizes = [x.lo for x in operands[2:]]
        terms = [np.abs(x.lo.astype(np.float64)) for x in operands[:2]]
        most = Linear(site, of_element_type(site.op, f64), {})([*terms, *sizes])
        over = most > target.most
        if over.any():
            span = span.freed(over, site.number(FreeReason(Freedom.ALLOWED, OVERFLOW)))
    return [span]


def _is_precise(op: Operation) -> bool:
    """Whether all operands of a product have a precision that is not DEFAULT."""
    config: Any = getattr(op, "precision_config", None)
    algorithm: Any = getattr(op, "algorithm", None)
    return algorithm is not None or (
        config is not None and len(config) > 0 and all(each.data.value != "DEFAULT" for each in config)
    )


def bounded_sum(
    site: OpSite,
    compute: Summation,
    operands: Sequence[Span],
    known: FloatFormat,
    is_product: bool,
    more: float = 0.0,
    fixed_at: Container[int] = (),
) -> Span:
    """The bounds of a sum over all orders; `more` is a relative error that each term may have besides.

    The operands that are no terms are `fixed_at` their positions.
    """
    terms = [Span.of(np.zeros(x.shape)) if i in fixed_at else x for i, x in enumerate(operands)]
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
    result = Span(result.lo, np.where(result.hi == 0, 0.0, result.hi), result.nan, result.free)
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


def reduction(site: OpSite, operands: Sequence[Span]) -> list[Span] | None:
    """reduce, reduce_window and scatter by one known op; None for other bodies, which the kernel may know."""
    op = site.op
    region = op.regions[0]
    count = len(op.results)
    if count != 1:
        return None
    if is_replacement(region.block) and isinstance(op, hlo.ScatterOp):
        return [_replaced(site, op, operands)]
    known = known_reducer(region.block)
    if known is None:
        return None
    name, element_type = known
    fixed = {1: operands[1].lo} if isinstance(op, hlo.ScatterOp) else {}
    terms = [x for i, x in enumerate(operands) if i not in fixed]
    if fixed and not operands[1].is_known():
        return [site.open("indices that depend on rounding", _shape_of(site))]
    if isinstance(op, hlo.ScatterOp) and bool(op.unique_indices.value.data) and _collides(op, operands):
        return [
            free(_shape_of(site), site.element_type, site.number(FreeReason(Freedom.UNDEFINED, NOT_UNIQUE)))
        ]
    if is_complex(element_type) and name == "add":
        each = zip(*[x.parts() if i not in fixed else (x, x) for i, x in enumerate(operands)], strict=True)
        part = float_part(element_type).type
        return [complex_span(*[_of_floats(site, x, name, part, fixed) for x in each])]
    if is_complex(element_type):
        return [site.open(f"{name} of complex numbers", _shape_of(site))]
    if not is_float(element_type):
        return _of_integers(site, operands, terms, name, element_type)
    return [_of_floats(site, operands, name, element_type, fixed)]


def _shape_of(site: OpSite) -> tuple[int, ...]:
    return cast(AnyTensorType, site.op.results[0].type).get_shape()


def times_combined(name: str, element_type: Attribute, init: Array, times: int) -> Array:
    """An element combined with itself by a known reducer, so that it comes so many times."""
    arithmetic = arithmetic_of(element_type)
    combine = arithmetic.named(name)
    result = np.asarray(neutral_of(name, arithmetic.dtype))
    power = init.astype(arithmetic.dtype)
    while times:
        result = combine(result, power) if times % 2 else result
        power, times = combine(power, power), times // 2
    return np.asarray(result)


def _amount(site: OpSite, operand: Span) -> int | None:
    """The number of init values of a reduction; None if it may have any number."""
    op = site.op
    if site.amount is None or isinstance(op, hlo.ScatterOp):
        return None
    if isinstance(op, hlo.ReduceOp):
        return site.amount([operand.shape[axis] for axis in ints(op.dimensions)])
    assert isinstance(op, hlo.ReduceWindowOp)
    if any(map(any, padding_pairs(op.padding, len(operand.shape)))):
        return None  # the padding is of init values, too
    return site.amount(ints(op.window_dimensions))


def _extra(site: OpSite, operands: Sequence[Span], name: str, element_type: Attribute) -> bool:
    """Whether more or fewer init values, of which there may be any number, change a result."""
    if isinstance(site.op, hlo.ScatterOp):
        return False
    init = operands[1]
    if not init.is_known():
        return True
    neutral = neutral_of(name, arithmetic_of(element_type).dtype)
    wide = neutral if init.is_integer else np.float64(neutral)
    return not bool(init.lo == wide or (np.isnan(wide) if not init.is_integer else False))


def _of_integers(
    site: OpSite, operands: Sequence[Span], terms: Sequence[Span], name: str, element_type: Attribute
) -> list[Span] | None:
    if not all(x.is_known() for x in terms):
        return None
    (given,) = site.exact([x.lo for x in operands])
    result = Span.of(given)
    if not _extra(site, operands, name, element_type):
        return [result]
    init, amount = operands[1].lo, _amount(site, operands[0])
    if amount is not None:
        (given,) = site.exact([operands[0].lo, times_combined(name, element_type, init, amount)])
        return [Span.of(given)]
    if name in ("minimum", "maximum", "and", "or"):
        neutral = np.asarray(neutral_of(name, init.dtype))
        (without,) = site.exact([operands[0].lo, neutral])
        return [hull(result, Span.of(without))]
    number = site.number(FreeReason(Freedom.ALLOWED, REDUCTION))
    if name != "add" or init.dtype == np.bool_:
        return [result.freed(True, number)]
    # Between none and one for each element: more of them are no implementation's.
    known: Any = format_of(element_type)
    ends = [given.astype(np.float64) + n * float(init) for n in (-1, operands[0].lo.size + 1)]
    low, high = np.minimum(*ends), np.maximum(*ends)
    fits = (low >= known.least) & (high <= known.most)
    wide = [
        np.where(fits, x, given.astype(np.float64)).astype(known.native).astype(known.dtype)
        for x in (low, high)
    ]
    return [Span(wide[0], wide[1], result.nan, result.free).freed(~fits, number)]


def _of_floats(
    site: OpSite, operands: Sequence[Span], name: str, element_type: Attribute, fixed: dict[int, Array]
) -> Span:
    op, known = site.op, format_of(element_type)
    assert isinstance(known, FloatFormat)
    if not known.has_infinity or not known.signed:
        return site.open(f"sums of {element_type}", _shape_of(site))
    is_extra = _extra(site, operands, name, element_type)
    amount = _amount(site, operands[0]) if is_extra else 1
    if name in ("minimum", "maximum"):
        return _extremes(site, operands, name, fixed, amount)
    times = 1 if amount is None else amount
    sums = Linear(site, of_element_type(op, f64, hlo.AddOp), fixed, times)
    if name == "multiply":
        multiply = Linear(site, of_element_type(op, f64, hlo.MulOp), fixed, times)
        result = _product(site, sums, multiply, operands, known)
    else:
        result = bounded_sum(site, sums, operands, known, False, fixed_at=fixed)
    if amount is not None:
        return result
    init = operands[1]
    if name == "multiply" or not bool(np.isfinite(init.lo) & np.isfinite(init.hi)):
        return result.freed(True, site.number(FreeReason(Freedom.ALLOWED, REDUCTION)))
    most = operands[0].lo.size + 2
    spare = [n * x for n in (-1.0, float(most)) for x in (init.lo, init.hi)]
    margin = 1 + 2 * most * 2.0 ** (1 - known.precision)
    low = result.lo + min(0.0, float(min(spare)) * margin)
    high = result.hi + max(0.0, float(max(spare)) * margin)
    made = rounded_span(known, (np.nextafter(low, -np.inf), np.nextafter(high, np.inf)), result.nan)
    return Span(made.lo, made.hi, made.nan, result.free)


def _extremes(
    site: OpSite, operands: Sequence[Span], name: str, fixed: dict[int, Array], amount: int | None
) -> Span:
    """The minimum or maximum, with or without init values."""
    reducer = hlo.MaxOp if name == "maximum" else hlo.MinOp
    compute = Linear(site, of_element_type(site.op, f64, reducer), fixed, 1 if amount is None else amount)
    ends = [compute([getattr(x, end) for x in operands]) for end in ("lo", "hi")]
    if amount is None and not isinstance(site.op, hlo.ScatterOp):
        nothing = np.asarray(-np.inf if name == "maximum" else np.inf)
        ends += [compute([getattr(operands[0], end), nothing]) for end in ("lo", "hi")]
    marks = Linear(site, of_element_type(site.op, f64, hlo.MaxOp), fixed)
    nan = marks([x.nan.astype(np.float64) for x in operands]) > 0
    only = np.logical_and.reduce([np.isnan(x) for x in ends[::2]])
    lows, highs = ends[::2], ends[1::2]
    result = numbers(np.where(only, np.nan, least(*lows)), np.where(only, np.nan, greatest(*highs)), nan)
    return result.freed_by(operands, lambda masks: marks([x.astype(np.float64) for x in masks]) > 0)


def _product(
    site: OpSite, sums: Linear, multiply: Linear, operands: Sequence[Span], known: FloatFormat
) -> Span:
    """A product of numbers in intervals, some of whose partial products may overflow or vanish."""
    spans = [Span.of(np.ones(x.shape)) if i in sums.fixed else x for i, x in enumerate(operands)]

    def some(masks: Sequence[Array]) -> Array:
        return np.asarray(sums([mask.astype(np.float64) for mask in masks]) > 0)

    ends = [[np.where(np.isnan(end), 1.0, end) for end in (x.lo, x.hi)] for x in spans]
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
    lost = np.where(vanishes, sums([np.ones(x.shape) for x in spans]) * known.smallest * np.exp2(up), 0.0)
    high = np.where(overflows, np.inf, (high + lost) * (1 + error))
    low = np.where(some([np.isinf(x) for x in smallest]), np.inf, low)
    high = np.where(some([x == 0 for x in largest]), 0.0, high)
    only = some([np.isnan(x.lo) for x in spans]) | (low > high)
    sign = multiply([np.where(np.signbit(hi), -1.0, 1.0) for _, hi in ends])
    both = some([np.signbit(lo) != np.signbit(hi) for lo, hi in ends])
    first = np.where(only, np.nan, np.where(both | (sign < 0), -high, low))
    last = np.where(only, np.nan, np.where(both | (sign > 0), high, -low))
    result = rounded_span(known, (first, last), (overflows & vanishes) | some([x.nan for x in spans]))
    return result.freed_by(spans, some)


def _logarithms(sums: Linear, sizes: Sequence[Array], sign: int) -> Array:
    """The sums of the positive logarithms, or of the negative ones, of numbers that are not zero."""
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = [np.log2(np.abs(np.where(x == 0, 1.0, x))) * sign for x in sizes]
    return sums([np.where(np.isfinite(x) & (x > 0), x, 0.0) for x in logs])


def _collides(op: hlo.ScatterOp, operands: Sequence[Span]) -> bool:
    """Whether two updates of a scatter have one target."""
    dims = ScatterDims.of(op.scatter_dimension_numbers)
    return collide(operands[1].lo, operands[2].shape, operands[0].shape, dims)


def _replaced(site: OpSite, op: hlo.ScatterOp, operands: Sequence[Span]) -> Span:
    """A scatter that replaces elements: the positions of the updates are moved by the interpreter's kernel."""
    old, indices, new = operands
    if not indices.is_known():
        return site.open("indices that depend on rounding", old.shape)
    if _collides(op, operands):
        choice = NOT_UNIQUE if op.unique_indices.value.data else COLLISION
        freedom = Freedom.UNDEFINED if choice is NOT_UNIQUE else Freedom.ALLOWED
        return free(old.shape, site.element_type, site.number(FreeReason(freedom, choice)))
    places: list[Array] = [np.arange(old.lo.size), np.arange(old.lo.size, old.lo.size + new.lo.size)]
    shaped = [
        places[0].reshape(old.shape).astype(np.float64),
        places[1].reshape(new.shape).astype(np.float64),
    ]
    move = Linear(site, of_element_type(op, f64, hlo.ReturnOp), {1: indices.lo})
    chosen = move([shaped[0], indices.lo, shaped[1]]).astype(np.int64)

    def picked(a: Array, b: Array) -> Array:
        return np.concatenate([a.reshape(-1), b.reshape(-1)])[chosen]

    return Span(*[picked(getattr(old, n), getattr(new, n)) for n in ("lo", "hi", "nan", "free")])
