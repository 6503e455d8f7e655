"""Constants and tables of the array arithmetic, computed from `decimal` numbers of 60 digits when first used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal, localcontext
from functools import cache
from typing import NamedTuple

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from . import decimals


class TwoFold(NamedTuple):
    """Numbers as sums of two float64 numbers, the first of which is the sum rounded."""

    high: Array
    low: Array


def two_fold(numbers: Iterable[Decimal]) -> TwoFold:
    """The nearest sums of two float64 numbers."""
    numbers = list(numbers)
    high = [float(number) for number in numbers]
    low = [float(number - Decimal(first)) for number, first in zip(numbers, high, strict=True)]
    return TwoFold(np.array(high), np.array(low))


BITS = 192
"""Bits behind the point of the integers that long tables are computed with: `Decimal` takes ten times as long."""


def _fixed(number: Decimal) -> int:
    return int((number * (1 << BITS)).to_integral_value())


def _two_fold_of_fixed(numbers: Sequence[int]) -> TwoFold:
    """`two_fold` of multiples of 2**-BITS."""
    scale = 2.0**-BITS
    high = [float(number) for number in numbers]  # rounded to nearest
    low = [float(number - int(first)) for number, first in zip(numbers, high, strict=True)]
    return TwoFold(np.array(high) * scale, np.array(low) * scale)


def in_parts(number: Decimal, first: int, second: int) -> tuple[float, float, float]:
    """A number as multiples of 2**-first and 2**-second, and a rest."""
    upper = (number * 2**first).to_integral_value() / 2**first
    middle = ((number - upper) * 2**second).to_integral_value() / 2**second
    return float(upper), float(middle), float(number - upper - middle)


EXP_BITS = 12
LOG_BITS = 11
TURN_BITS = 11
ATAN_BITS = 8


@cache
def exponentials() -> TwoFold:
    """2**(j / 2**EXP_BITS)."""
    with localcontext(decimals.digits(60)):
        step = _fixed((Decimal(2).ln() / 2**EXP_BITS).exp())
    numbers = [1 << BITS]
    while len(numbers) < 1 << EXP_BITS:
        numbers.append(numbers[-1] * step >> BITS)
    return _two_fold_of_fixed(numbers)


@cache
def exponential_errors() -> Array:
    """The relative errors of the first numbers of `exponentials`."""
    return exponentials().low / exponentials().high


@cache
def exp_step() -> tuple[float, float, float]:
    """log(2) / 2**EXP_BITS in parts, of which the first two have exact products with integers below 2**23."""
    with localcontext(decimals.digits(60)):
        return in_parts(Decimal(2).ln() / 2**EXP_BITS, 42, 72)


@cache
def log2() -> tuple[float, float, float]:
    """log(2) in parts, of which the first two have exact products with exponents."""
    with localcontext(decimals.digits(60)):
        return in_parts(Decimal(2).ln(), 41, 82)


@cache
def logarithms() -> TwoFold:
    """-log(n / 2**LOG_BITS) for the n with sqrt(1/2) < 2**LOG_BITS / n < sqrt(2), by n; 0 for others."""
    unit = 1 << LOG_BITS
    numbers = [0] * (2 * unit)
    for n in range(unit + 1, unit * 3 // 2):
        numbers[n] = numbers[n - 1] - _growth(n)
    for n in range(unit, unit * 7 // 10, -1):
        numbers[n - 1] = numbers[n] + _growth(n)
    return _two_fold_of_fixed(numbers)


def _growth(n: int) -> int:
    """log(n / (n - 1)) = 2 atanh(1 / (2 n - 1)), as a series."""
    odd = 2 * n - 1
    power = total = (2 << BITS) // odd
    k = 1
    while power:
        power //= odd * odd
        k += 2
        total += power // k
    return total


@cache
def turns() -> tuple[TwoFold, TwoFold]:
    """The sines and the cosines of j / 2**TURN_BITS of a turn."""
    quarter = 1 << TURN_BITS - 2
    with localcontext(decimals.digits(60)):
        sine, cosine = map(_fixed, decimals.sin_cos(decimals.half_pi() / quarter))
    sines, cosines = [0], [1 << BITS]
    for _ in range(quarter // 2):
        s, c = sines[-1], cosines[-1]
        sines.append(s * cosine + c * sine >> BITS)
        cosines.append(c * cosine - s * sine >> BITS)
    # The second half of the quarter mirrors the first, so that the zero there is exact.
    rising = sines + cosines[-2::-1]
    half = rising[:-1] + rising[:0:-1]
    wave = half + [-s for s in half]
    return _two_fold_of_fixed(wave), _two_fold_of_fixed(wave[quarter:] + wave[:quarter])


@cache
def arctangents() -> TwoFold:
    """The angles whose tangents are n / 2**ATAN_BITS, up to 1."""
    unit = 1 << ATAN_BITS
    with localcontext(decimals.digits(60)):
        numbers = [Decimal(0)]
        for n in range(unit):
            numbers.append(numbers[-1] + decimals.atan2(Decimal(unit), Decimal(unit * unit + n * (n + 1)))[0])
        return two_fold(numbers)


@cache
def turn_step() -> tuple[float, float, float]:
    """A 2**-TURN_BITS of a turn in parts, of which the first two have exact products with integers below 2**23."""
    with localcontext(decimals.digits(60)):
        return in_parts(2 * decimals.pi() / 2**TURN_BITS, 38, 68)


@cache
def right_angle() -> TwoFold:
    """pi / 2."""
    with localcontext(decimals.digits(60)):
        return two_fold([decimals.half_pi()])


ERF_TERMS, ERF_WIDE_TERMS = 23, 12


@cache
def erf_series() -> TwoFold:
    """The coefficients of erf(x) / x as a series in x**2."""
    with localcontext(decimals.digits(60)):
        numbers = [2 / decimals.pi().sqrt()]
        for n in range(1, ERF_TERMS):
            numbers.append(-numbers[-1] * (2 * n - 1) / (n * (2 * n + 1)))
        return two_fold(numbers)


ERFC_STEPS, ERFC_LAST, ERFC_TERMS, ERFC_WIDE_TERMS = 16, 28, 22, 11


@cache
def scaled_erfc_series() -> TwoFold:
    """The Taylor coefficients of exp(x**2) erfc(x) at each k / `ERFC_STEPS`, one row for each k, from 1/2 on.

    Computed from the differential equation g' = 2 x g - 2 / sqrt(pi). Recursion to smaller k is stable; digits are lost
    within a row, but enough are left."""
    rows: list[list[Decimal]] = []
    with localcontext(decimals.digits(220)):
        last = Decimal(ERFC_LAST)
        constant, value = 2 / decimals.pi().sqrt(), decimals.scaled_erfc(last)
        for k in range(ERFC_LAST * ERFC_STEPS, ERFC_STEPS // 2 - 1, -1):
            place = Decimal(k) / ERFC_STEPS
            row = [value, 2 * place * value - constant]
            while len(row) < 50:
                row.append(2 * (place * row[-1] + row[-2]) / len(row))
            rows.append(row[:ERFC_TERMS])
            value = Decimal(0)
            for coefficient in reversed(row):
                value = coefficient - value / ERFC_STEPS
        numbers = two_fold(number for row in reversed(rows) for number in row)
    shape = (-1, ERFC_TERMS)
    return TwoFold(*[np.ascontiguousarray(part.reshape(shape).T) for part in numbers])


CHUNK_BITS, CHUNKS = 24, 9
LEAST_SHIFT = -140


@cache
def turn_chunks() -> Array:
    """The fraction of 2**s / (2 pi), for s from `LEAST_SHIFT` to 1000, in rows of
    integers of `CHUNK_BITS` bits."""
    precision = 1000 + CHUNK_BITS * CHUNKS
    with localcontext(decimals.digits(400)):
        bits = int(Decimal(2) ** precision / (2 * decimals.pi()))
    width = CHUNK_BITS * CHUNKS
    rows: list[list[int]] = []
    for shift in range(LEAST_SHIFT, 1001):
        kept = (bits >> precision - width - shift) & ((1 << width) - 1)
        rows.append([kept >> CHUNK_BITS * k & ((1 << CHUNK_BITS) - 1) for k in reversed(range(CHUNKS))])
    return np.array(rows, np.float64)
