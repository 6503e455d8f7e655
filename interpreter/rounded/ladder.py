"""The floats nearest to exact values: formulas in three arithmetics, each for results that the one before left open.

A value is open if it is so near to the middle of two neighbours that the error of the arithmetic may decide between
them. For types below f64 `quick` leaves one of some 2**17 open, `wide` next to none; of f64 `wide` leaves one of 2**37.
`decimals` takes as many digits as it needs. A result that is not open is the only correct one, so it is the same on
every machine, and for one element as for a million.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from functools import cache
from typing import Any, Protocol, TypeAlias, cast

import numpy as np

from xdsl_stablehlo.values.element_types import Array, FloatFormat

from . import compiled, decimals, quick, wide
from .double_double import DD, exact, two_sum
from .functions import Function

_SINGLES, _PAIRS = 1 << 14, 1 << 13
"""The number of elements that fit the cache together with the intermediate results of `quick`, and of `wide`."""
_FEW = 4
"""Up to this many elements are left to `decimals`, which needs no tables and is as fast for so few."""

RealArguments: TypeAlias = tuple[Array, ...]
Attempt: TypeAlias = Callable[[Function, RealArguments, FloatFormat], tuple[Array, Array]]
"""Results for arguments of the formulas, and which of them are open."""


class RoundedFunction(Protocol):
    """A function of the elements of arrays that broadcast together."""

    def __call__(self, target: FloatFormat, *operands: Array, out: Array | None = None) -> Array:
        """Results of the type `target`, which is that of the operands. They may be written to `out`."""
        ...


def evaluate(function: Function, target: FloatFormat, *operands: Array, out: Array | None = None) -> Array:
    """The function of the elements of operands that broadcast together, rounded to nearest, ties to even."""
    if len(operands) == 1 and target.width <= 16 and operands[0].size > 1 << target.width - 4:
        patterns = operands[0].view(f"u{target.dtype.itemsize}")
        return _table(function, target).take(patterns)
    return _evaluated(function, target, *operands, out=out)


@cache
def _table(function: Function, target: FloatFormat) -> Array:
    """The results for all bit patterns."""
    size = target.dtype.itemsize
    return _evaluated(function, target, np.arange(1 << 8 * size, dtype=f"u{size}").view(target.dtype))


def _evaluated(function: Function, target: FloatFormat, *operands: Array, out: Array | None = None) -> Array:
    arrays = operands if len(operands) == 1 else np.broadcast_arrays(*operands)
    flat = [np.ascontiguousarray(array).reshape(-1) for array in arrays]
    into = out if out is not None and out.flags.c_contiguous else np.empty(arrays[0].shape, target.dtype)
    result = into.reshape(-1)
    at = compiled.attempted(function.name, target, flat, result) if result.size > _FEW else None
    if at is None:
        result[:] = settled(function, target, flat)
    elif at.size:
        result[at] = settled(function, target, [array[at] for array in flat])
    return into


def settled(function: Function, target: FloatFormat, flat: Sequence[Array]) -> Array:
    """The function of one-dimensional arrays, by NumPy."""
    result = np.empty(flat[0].shape, target.dtype)
    narrow = target.precision < 53
    attempt = by_decimals if result.size <= _FEW else by_floats if narrow else by_pairs
    open_: list[Array] = []
    block = _SINGLES if narrow else _PAIRS
    for start in range(0, result.size, block):
        part = slice(start, start + block)
        result[part], doubtful = _attempted(attempt, function, target, [array[part] for array in flat])
        if doubtful.any():
            open_.append(np.flatnonzero(doubtful) + start)
    if open_:
        at = np.concatenate(open_)
        for again in (by_pairs, by_decimals) if narrow and at.size > _FEW else (by_decimals,):
            result[at], doubtful = _attempted(again, function, target, [array[at] for array in flat])
            at = at[doubtful]
            if not at.size:
                break
    return result


def _attempted(
    attempt: Attempt, function: Function, target: FloatFormat, operands: list[Array]
) -> tuple[Array, Array]:
    """Results for operands, and which of them are open."""
    numbers = [operand.astype(np.float64) for operand in operands]
    arguments, inside, outside, negative = function.prepared(numbers, target.precision < 53)
    values, doubtful = attempt(function, arguments, target)
    if negative is not None and negative.any():
        values = np.where(negative, -values, values)
    if inside is not None and outside is not None:
        values, doubtful = np.where(inside, values, target.from_f64(outside)), doubtful & inside
    return values, doubtful


def _with_exponent(value: Any) -> tuple[Any, Any]:
    if isinstance(value, tuple):
        number, exponent = cast("tuple[Any, Any]", value)
        return number, exponent
    return value, 0


def by_floats(function: Function, arguments: RealArguments, target: FloatFormat) -> tuple[Array, Array]:
    """In float64, for types of at most 24 digits."""
    values, error = _quick_values(function, arguments), 2.0**-function.quick_bits
    low = target.from_f64(values * (1.0 - error))
    values *= 1.0 + error
    high = target.from_f64(values)
    return low, _bits(low) != _bits(high)


def _quick_values(function: Function, arguments: RealArguments) -> Array:
    formulas = function.formulas(arguments)
    values = np.empty(arguments[0].shape)
    for at, formula in formulas:
        value, exponent = _with_exponent(formula(quick, *[argument[at] for argument in arguments]))
        # An array of exponents is for what may be below 2**-1000, which nothing is here.
        if isinstance(exponent, int) and exponent:
            value = value * 2.0**exponent
        if len(formulas) == 1:
            values = value
        else:
            values[at] = value
    return values


def approximated(function: Function, *operands: Array) -> Array:
    """The function of float64 arrays of one shape, within 2**-quick_bits, if operands and results are such as floats of
    f32 have, or so. Results beyond these numbers are infinite or 0."""
    arguments, inside, outside, negative = function.prepared(operands, True)
    values = _quick_values(function, arguments)
    if negative is not None:
        values = np.where(negative, -values, values)
    return values if inside is None or outside is None else np.where(inside, values, outside)


def by_pairs(function: Function, arguments: RealArguments, target: FloatFormat) -> tuple[Array, Array]:
    shape = arguments[0].shape
    values, exponents, scaled = DD(np.empty(shape), np.empty(shape)), np.zeros(shape, np.int64), False
    for at, formula in function.formulas(arguments):
        value, exponent = _with_exponent(formula(wide, *[exact(argument[at]) for argument in arguments]))
        if isinstance(exponent, int) and abs(exponent) <= 1:
            value = value.scaled(np.asarray(2.0**exponent))
        else:
            exponents[at], scaled = exponent, True
        values.high[at], values.low[at] = value.high, value.low
    rounded = _odd if target.precision < 53 else _nearest if scaled else _sum
    error = np.abs(values.high) * 2.0**-function.wide_bits
    # `low` may be a little more than half a unit of `high` then, which the roundings allow.
    low, high = [
        target.from_f64(rounded(DD(values.high, values.low + e), exponents)) for e in (-error, error)
    ]
    return low, _bits(low) != _bits(high)


def by_decimals(function: Function, arguments: RealArguments, target: FloatFormat) -> tuple[Array, Array]:
    results = np.empty(arguments[0].shape, target.dtype)
    for i, numbers in enumerate(zip(*[argument.tolist() for argument in arguments], strict=True)):
        results[i] = _by_digits(function, numbers, target)
    return results, np.zeros(results.shape, np.bool_)


def _bits(values: Array) -> Array:
    return values.view(f"i{values.dtype.itemsize}")


def _sum(value: DD, exponent: Array) -> Array:
    """The nearest float64 numbers, where no exponent counts."""
    return value.high + value.low


def _nearest(value: DD, exponent: Array) -> Array:
    """value * 2**exponent as the nearest float64 numbers."""
    # Below the normal numbers a result has fewer digits: a sum with 2**52 units of its last place has no others.
    places = np.frexp(value.high)[1] + exponent
    units = np.where(places < -1021, np.copysign(np.ldexp(1.0, 52 - 1074 - exponent), value.high), 0.0)
    high, rest = two_sum(units, value.high)
    return np.ldexp((high + (rest + value.low)) - units, exponent)


def _odd(value: DD, exponent: Array) -> Array:
    """value * 2**exponent as float64 numbers: exact ones, or the one of both neighbours whose last bit is odd.

    To round these to fewer digits is to round the value (Boldo, Melquiond: "When double rounding is odd", 2005)."""
    inexact = value.low != 0
    bits = value.high.view(np.int64) - (inexact & ((value.high < 0) != (value.low < 0)))
    return np.ldexp((bits | inexact).view(np.float64), exponent)


def _by_digits(function: Function, numbers: Sequence[float], target: FloatFormat) -> Array:
    """The function of numbers that are arguments of the formulas."""
    ((_, formula),) = function.formulas([np.array([number]) for number in numbers])
    known = function.exact(*numbers)
    if known is not None:
        return _of_decimal(known, target)
    count = 30
    while True:
        with localcontext(decimals.digits(count + 15)):
            value, exponent = _with_exponent(formula(decimals, *map(Decimal, numbers)))
            value = decimals.scaled(value, exponent)
            error = abs(value).scaleb(-count)
            low, high = [_of_decimal(number, target) for number in (value - error, value + error)]
        if low.tobytes() == high.tobytes():
            return low
        count *= 2
        assert count < 4000, f"{numbers}: nothing that a float can tell apart has so many digits"


def _of_decimal(value: Decimal, target: FloatFormat) -> Array:
    number = float(value)
    if target.precision < 53 and math.isfinite(number) and value != Decimal(number):
        # The neighbour with an odd last bit, as in `_odd`.
        bits = np.array(number).view(np.int64)
        if not bits & 1:
            number = math.nextafter(number, math.inf if value > Decimal(number) else -math.inf)
    return target.from_f64(np.array([number]))[0]
