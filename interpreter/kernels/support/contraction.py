"""Batched matrix products in every element type: what dot_general and convolution come down to."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array, dtype_of, holds_integers, is_native, round_to

from ...numerics import arithmetic_of, convert
from ..table import Exactness

_EXACT_IN_F64 = 1 << 53

_OF_SINGLES, _OF_DOUBLES, _OF_WIDE_INTEGERS = 32, 16, 2
"""Additions and multiplications a nanosecond: BLAS on f32, on f64, which narrower types are computed in, and NumPy on
integers of 32 bits and more, whose products may not be exact in f64."""


def product_work(operations: int, element_type: Attribute) -> int:
    """Nanoseconds of a product of so many additions and multiplications, rounded up."""
    dtype = dtype_of(element_type)
    rate = _OF_SINGLES if dtype == np.float32 or dtype == np.complex64 else _OF_DOUBLES
    if holds_integers(dtype) and dtype.itemsize >= 4:
        rate = _OF_WIDE_INTEGERS
    return -(-operations // rate)


_IN_ORDER, _FEW = 64, 1 << 16
"""Sums of up to so many products are taken in order, as long as there are no more products than `_FEW` in all."""


def matrix_product(lhs: Array, rhs: Array, element_type: Attribute) -> Array:
    """`lhs[..., M, K] @ rhs[..., K, N]` with sums of `element_type`; batch dimensions broadcast.

    Integers wrap around, booleans are or-ed together, floats are summed in at least f32 and rounded once.
    """
    dtype = dtype_of(element_type)
    if dtype == np.bool_:
        return np.matmul(lhs.astype(np.float32), rhs.astype(np.float32)) > 0
    if holds_integers(dtype):
        return _integer_product(lhs, rhs, element_type)
    if dtype.itemsize >= 4 and lhs.shape[-1] <= _IN_ORDER and lhs.size * rhs.shape[-1] <= _FEW:
        return _product_in_order(lhs.astype(dtype, copy=False), rhs.astype(dtype, copy=False), element_type)
    if dtype.itemsize >= 4:
        return np.matmul(lhs.astype(dtype, copy=False), rhs.astype(dtype, copy=False))
    # Products of 16-bit and smaller floats are exact in f64, and so is nearly every sum of them.
    return round_to(np.matmul(lhs.astype(np.float64), rhs.astype(np.float64)), element_type)


def _product_in_order(lhs: Array, rhs: Array, element_type: Attribute) -> Array:
    """One product after the other, each sum rounded: the bits of the reference interpreter, for a few."""
    numbers = arithmetic_of(element_type)
    total = np.zeros((), lhs.dtype)
    for k in range(lhs.shape[-1]):
        total = numbers.add(total, numbers.multiply(lhs[..., k, None], rhs[..., k, None, :]))
    shape = np.broadcast_shapes(lhs.shape[:-2], rhs.shape[:-2])
    return np.broadcast_to(total, (*shape, lhs.shape[-2], rhs.shape[-1]))


def _integer_product(lhs: Array, rhs: Array, element_type: Attribute) -> Array:
    """Through f64 where that is exact, because BLAS has no integers; wrapped at the end."""
    largest = _magnitude(lhs) * _magnitude(rhs) * lhs.shape[-1]
    if largest < _EXACT_IN_F64:
        exact = np.matmul(lhs.astype(np.float64), rhs.astype(np.float64)).astype(np.int64)
    else:
        exact = np.matmul(lhs.astype(np.int64), rhs.astype(np.int64))
    return convert(exact, i64, element_type)


def _magnitude(array: Array) -> int:
    """The largest absolute value among integers."""
    if not array.size:
        return 0
    if array.dtype == np.bool_ or not is_native(array.dtype):
        array = array.astype(np.int64)
    return max(-int(array.min()), int(array.max()))


def exactness_of_sums(op: Operation) -> Exactness:
    """Sums of floats are rounded, in a free order."""
    exact = holds_integers(dtype_of(ranked(op.results[0]).element_type))
    return Exactness.EXACT if exact else Exactness.ROUNDED
