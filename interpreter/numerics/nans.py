"""One NaN: every NaN that is computed is the positive quiet one of its type, without a payload.

IEEE 754 leaves open which NaN an operation gives: x86 makes negative ones, ARM positive ones, and of two operands that
are NaN either may be passed on. NaNs that are only moved keep their bits, as do those whose sign is changed (abs,
negate).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from xdsl_stablehlo.values.element_types import (
    Array,
    DType,
    FloatFormat,
    NaN,
    format_of_dtype,
    holds_complex,
    pairs,
    parts,
)
from xdsl_stablehlo.values.storage import broadcast, varying_part


@cache
def nan_bits(dtype: DType) -> int | None:
    """The NaN that computations give, as an integer; None for a type that has no other NaN, or none."""
    known = format_of_dtype(dtype)
    if not isinstance(known, FloatFormat) or not known.signed:
        return None
    if known.nan is NaN.IEEE:
        return known.largest_bits + 1 | 1 << known.fraction_bits - 1
    return known.largest_bits + 1 if known.nan is NaN.ALL_ONES else None


SMALL = 1 << 14
"""Of as many elements NumPy finds the index of the greatest one faster than the greatest one."""


def one_nan(values: Array) -> Array:
    """Floats or complex numbers with every NaN replaced by the one that computations give."""
    if not values.size:
        return values
    varying = varying_part(values)
    if values.dtype.char in "fd":
        greatest = varying.item(varying.argmax()) if varying.size < SMALL else varying.max()
        if greatest == greatest:  # which is NaN if one of them is
            return values
    elif holds_complex(values.dtype):
        real, imaginary = parts(varying)
        both = one_nan(real), one_nan(imaginary)
        if both[0] is real and both[1] is imaginary:
            return values
        return broadcast(pairs(*both), values.shape)
    bits = nan_bits(values.dtype)
    if bits is None:
        return values
    unsigned = f"u{values.dtype.itemsize}"
    if values.dtype.itemsize >= 4:
        is_nan = np.isnan(varying)
    else:
        known = format_of_dtype(values.dtype)
        assert isinstance(known, FloatFormat)
        largest = known.largest_bits + (known.nan is NaN.IEEE)
        sign = 1 << 8 * values.dtype.itemsize - 1
        # NaNs are the greatest bits: of those without a sign as signed integers, with one as unsigned ones.
        positive = varying.view(unsigned.replace("u", "i")).max()
        if positive <= largest and varying.view(unsigned).max() <= (sign | largest):
            return values
        is_nan = np.left_shift(varying.view(unsigned), 1) > np.array(largest << 1, unsigned)
    fixed = np.where(is_nan, np.array(bits, unsigned), varying.view(unsigned)).view(values.dtype)
    return broadcast(fixed, values.shape)
