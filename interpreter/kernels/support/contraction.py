"""Batched matrix products in every element type: what dot_general and convolution come down to.

No bit of a result depends on the order in which BLAS adds or on how its threads round, and so on the machine:

- A few products are added one after the other, each sum rounded, as the reference interpreter does.
- For floats of at most 32 bits the result is the exact sum of the exact products, rounded once, if that is finite.
  BLAS computes it in f64, in which these products are exact. Where the error that any order of summation may make
  decides how the sum is rounded, which is rare, it is computed with more digits.
- In f64 products of large matrices are computed from slices of their numbers, with so few bits that BLAS's sums are
  exact in any order. Others are rounded, and added in the order of `sums`.
"""

from __future__ import annotations

from itertools import product
from math import fsum, prod, sqrt
from typing import NamedTuple

import numpy as np
from xdsl.dialects.builtin import f32, f64, i64
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.ir.guards import is_complex_type
from xdsl_stablehlo.values.element_types import (
    Array,
    dtype_of,
    holds_complex,
    holds_integers,
    is_native,
    pairs,
    parts,
    round_to,
)
from xdsl_stablehlo.values.storage import nearest_axis

from ...numerics import arithmetic_of, convert
from ...rounded import FAST
from .sums import combined_in_order
from .table import Exactness

_EXACT_IN_F64 = 1 << 53

_OF_SINGLES, _OF_DOUBLES, _OF_WIDE_INTEGERS = 40, 3, 2
"""Additions and multiplications a nanosecond: of floats of at most 32 bits and of narrow integers, by BLAS in f64; of
f64, by BLAS in slices (6) or by elementwise functions (1); of integers of 32 bits and more, whose products may not be
exact in f64."""


def product_work(operations: int, element_type: Attribute) -> int:
    """Nanoseconds of a product of so many additions and multiplications, rounded up."""
    dtype = dtype_of(element_type)
    rate = _OF_SINGLES
    if holds_integers(dtype):
        rate = _OF_WIDE_INTEGERS if dtype.itemsize >= 4 else _OF_SINGLES
    elif dtype.itemsize == 8 and not holds_complex(dtype):
        rate = _OF_DOUBLES
    elif dtype.itemsize == 16:
        rate, operations = _OF_DOUBLES, 4 * operations
    return -(-operations // rate)


_IN_ORDER, _FEW = 64, 1 << 16
"""Sums of up to so many products are taken in order, if a matrix has no more products than `_FEW` in all."""

_OUTPUTS, _ROWS = 1 << 17, 128
"""Elements of a result that are computed together, and the least number of rows: BLAS is slow with fewer."""

_TERMS = 1 << 18
"""Products that are computed together before they are added: rows of them are long, and they fit the cache."""

_NARROW = 16
"""Fewer rows, columns or matrices of a batch than so many are narrow."""

_LONG = 512
"""Sums of so many products are added along rows in memory, shorter ones side by side."""


def matrix_product(lhs: Array, rhs: Array, element_type: Attribute) -> Array:
    """`lhs[..., M, K] @ rhs[..., K, N]` with sums of `element_type`; batch dimensions broadcast.

    Integers wrap around, booleans are or-ed together.
    """
    dtype = dtype_of(element_type)
    if FAST.get() and not holds_integers(dtype):
        wide = dtype if dtype.itemsize >= 4 else np.dtype(np.float64)
        product = np.matmul(lhs.astype(wide, copy=False), rhs.astype(wide, copy=False))
        product = product if wide == dtype else round_to(product, element_type)
        if np.isfinite(product).all():
            return product
    if dtype == np.bool_:
        return np.matmul(lhs.astype(np.float32), rhs.astype(np.float32)) > 0
    if holds_integers(dtype):
        return _integer_product(lhs, rhs, element_type)
    if dtype.itemsize >= 4:
        lhs, rhs = lhs.astype(dtype, copy=False), rhs.astype(dtype, copy=False)
    batch = np.broadcast_shapes(lhs.shape[:-2], rhs.shape[:-2])
    (height, inner), width = lhs.shape[-2:], rhs.shape[-1]
    left, right = [
        np.broadcast_to(x, (*batch, *x.shape[-2:])).reshape(prod(batch), *x.shape[-2:]) for x in (lhs, rhs)
    ]
    few = dtype.itemsize >= 4 and inner <= _IN_ORDER and height * inner * width <= _FEW
    compute = _product_in_order if few else _float_product
    together = max(1, _OUTPUTS // max(1, height * width))
    groups = [slice(start, start + together) for start in range(0, max(1, len(left)), together)]
    results = [compute(left[group], right[group], element_type) for group in groups]
    result = results[0] if len(results) == 1 else np.concatenate(results)
    return result.reshape(*batch, height, width)


# The functions below take and give arrays [B, M, K], [B, K, N] and [B, M, N].


def _product_in_order(lhs: Array, rhs: Array, element_type: Attribute) -> Array:
    """One product after the other, each sum rounded: the bits of the reference interpreter, for a few."""
    (batch, height, inner), width = lhs.shape, rhs.shape[2]
    numbers = arithmetic_of(element_type)
    if batch < _NARROW:
        total = np.zeros((batch, height, width), lhs.dtype)
        for k in range(inner):
            total = numbers.add(total, numbers.multiply(lhs[..., k, None], rhs[..., k, None, :]))
        return total
    # The matrices of a batch side by side: NumPy is slow where the last dimension is short.
    result = np.empty((batch, height, width), lhs.dtype)
    for part in _steps(batch, _IN_CACHE // max(1, height * width)):
        left = np.ascontiguousarray(lhs[part].transpose(2, 1, 0))[:, :, None]
        right = np.ascontiguousarray(rhs[part].transpose(1, 2, 0))[:, None]
        total = np.zeros((height, width, left.shape[-1]), lhs.dtype)
        for x, y in zip(left, right, strict=True):
            total = numbers.add(total, numbers.multiply(x, y))
        result[part] = total.transpose(2, 0, 1)
    return result


def _steps(count: int, size: int) -> list[slice]:
    """Slices of at most so many of `count` places."""
    return [slice(start, start + max(1, size)) for start in range(0, count, max(1, size))]


def _float_product(lhs: Array, rhs: Array, element_type: Attribute) -> Array:
    if not lhs.shape[-1] or not lhs.size or not rhs.size:
        return np.zeros((*lhs.shape[:2], rhs.shape[2]), dtype_of(element_type))
    wide = f64 if np.float64 in (lhs.dtype, rhs.dtype) else element_type
    (_, height, inner), width = lhs.shape, rhs.shape[2]
    if wide == f64 or lhs.dtype == np.complex128:
        sliced = min(height, width) >= _SLICED_SIDE and inner <= _SLICED_TERMS
        product = (_product_in_slices if sliced else _product_in_tree)(lhs, rhs, wide)
        return round_to(product, element_type) if wide == f64 else product
    if lhs.dtype != np.complex64:
        return _exact_product(lhs, rhs, element_type)
    if height < min(_NARROW, width):
        return _float_product(rhs.swapaxes(1, 2), lhs.swapaxes(1, 2), element_type).swapaxes(1, 2)
    assert is_complex_type(element_type)
    product = _exact_product(*_of_parts(lhs, rhs), element_type.element_type)
    return np.ascontiguousarray(product).view(lhs.dtype)


def _of_parts(lhs: Array, rhs: Array) -> tuple[Array, Array]:
    """Matrices of real numbers whose product has the parts of the complex one side by side."""
    batch, inner, width = rhs.shape
    part = np.dtype(f"f{lhs.itemsize // 2}")
    columns = np.empty((batch, width, 2, inner), lhs.dtype)
    columns[:, :, 0] = np.conj(rhs.swapaxes(1, 2))
    columns[:, :, 1] = pairs(*reversed(parts(rhs.swapaxes(1, 2))))
    left = np.ascontiguousarray(lhs).view(part)
    return left, columns.reshape(batch, 2 * width, inner).view(part).swapaxes(1, 2)


def _product_in_tree(lhs: Array, rhs: Array, element_type: Attribute) -> Array:
    """Rounded products, added to 0 in the order of `sums`."""
    numbers = arithmetic_of(element_type)
    dtype = dtype_of(element_type)
    left, right = lhs.astype(dtype, copy=False), rhs.astype(dtype, copy=False).swapaxes(1, 2)
    if left.shape[1] < right.shape[1]:
        return _product_in_tree(rhs.swapaxes(1, 2), lhs.swapaxes(1, 2), element_type).swapaxes(1, 2)
    (batch, height, inner), width = left.shape, right.shape[1]
    result = np.empty((batch, height, width), dtype)
    # Terms have the dimension of sums last in memory, or first and the rows last.
    along_sums = inner >= _LONG and nearest_axis(left) == 2
    right = np.ascontiguousarray(right) if along_sums else right
    columns = min(width, max(1, _TERMS // inner))
    rows = min(height, max(1, _TERMS // (inner * columns)))
    size = max(1, _TERMS // (inner * rows * columns))
    for part in product(_steps(batch, size), _steps(height, rows), _steps(width, columns)):
        x, y = left[part[0], part[1]], right[part[0], part[2]]
        if along_sums:
            terms, axis = numbers.multiply(x[:, None], y[:, :, None]), 3
        else:
            x, y = [_last_nearest(np.moveaxis(operand, 2, 0)) for operand in (x, y)]
            terms, axis = numbers.multiply(x[:, :, None], y[..., None]), 0
        result[part] = _added(terms, axis, element_type).swapaxes(1, 2)
    return result


def _added(terms: Array, axis: int, element_type: Attribute) -> Array:
    """The sums of rounded terms along an axis."""
    numbers = arithmetic_of(element_type)
    return combined_in_order(numbers.add, terms, (axis,), np.zeros((), numbers.dtype))


def _add_at(result: Array, lhs: Array, rhs: Array, places: Array, element_type: Attribute) -> None:
    """Write what `_product_in_tree` gives to some flat places of the product of `lhs` and `rhs`."""
    multiply, dtype = arithmetic_of(element_type).multiply, dtype_of(element_type)
    most = max(1, _TERMS // lhs.shape[2])
    for at in [places[first : first + most] for first in range(0, len(places), most)]:
        index, rows, columns = np.unravel_index(at, result.shape)
        left, right = lhs[index, rows], rhs[index, :, columns]
        terms = multiply(left.astype(dtype, copy=False), right.astype(dtype, copy=False))
        result[index, rows, columns] = _added(terms, 1, element_type)


def _last_nearest(array: Array) -> Array:
    """The array, with neighbours along the last axis next to each other in memory."""
    return array if nearest_axis(array) == array.ndim - 1 else np.ascontiguousarray(array)


# Products of f64 in slices of so few bits that BLAS makes no error (Ozaki, Ogita, Oishi, Rump, "Error-free
# transformations of matrix multiplication by using fast routines of matrix multiplication", 2012).


_SLICED_SIDE, _SLICED_TERMS = 16, 1 << 14
"""The fewest rows and columns, and the most products of a sum, for which slices are the faster way."""

_SAFE = 2.0**300
"""Products of numbers between 1 / `_SAFE` and `_SAFE`, and of their last digits, are normal numbers."""


def _product_in_slices(lhs: Array, rhs: Array, element_type: Attribute) -> Array:
    """Sums of products, as exact as in any order; where that is not sure, those of `_product_in_tree`."""
    dtype = dtype_of(element_type)
    left, right = lhs.astype(dtype, copy=False), rhs.astype(dtype, copy=False)
    (batch, height, inner), width = left.shape, right.shape[2]
    result = np.empty((batch, height, width), dtype)
    step = max(_ROWS, _OUTPUTS // (4 * batch * max(inner, width)))
    if holds_complex(dtype):
        real_left, real_right = _of_parts(left, right)
    else:
        real_left, real_right = left, right
    bits = (53 - (3 * real_left.shape[2] - 1).bit_length()) // 2
    slices = _Slices.of(real_right, bits, axis=1)
    for start in range(0, height, step):
        part = slice(start, start + step)
        values, sure = _sliced(_Slices.of(real_left[:, part], bits, axis=2), slices, bits)
        if holds_complex(dtype):
            values, sure = values.view(dtype), sure[:, :, ::2] & sure[:, :, 1::2]
        _add_at(values, left[:, part], right, np.flatnonzero(~sure), element_type)
        result[:, part] = values
    return result


class _Slices(NamedTuple):
    """Numbers as sums of three integers of a few bits times powers of two that decrease from one to the next."""

    parts: list[Array]
    sizes: Array
    """Bounds of the magnitudes in each row, or column."""
    fits: Array
    """Which rows, or columns, are of numbers that are neither very large nor very small; others are 0 in `parts`."""

    @staticmethod
    def of(values: Array, bits: int, axis: int) -> _Slices:
        """Slices of matrices whose rows (axis 2), or columns (axis 1), are vectors."""
        magnitudes = np.abs(values)
        largest = magnitudes.max(axis, keepdims=True)
        least = magnitudes.min(axis, keepdims=True, where=values != 0, initial=1.0)
        fits = (largest < _SAFE) & (least > 1 / _SAFE)
        rest = values if fits.all() else np.where(fits, values, 0.0)
        exponents = np.frexp(np.where(fits, largest, 1.0))[1]
        sizes = np.where(largest == 0, 0.0, np.ldexp(1.0, exponents))
        parts: list[Array] = []
        for _ in range(3):
            # Beside a number whose last digit is this unit, a sum is rounded to whole units.
            whole = np.ldexp(1.5, exponents + (52 - bits))
            part = rest + whole
            part -= whole
            parts.append(part)
            rest, exponents = rest - part, exponents - (bits + 1)
        return _Slices(parts, sizes, fits)


def _sliced(left: _Slices, right: _Slices, bits: int) -> tuple[Array, Array]:
    """The products of matrices, and where they are as exact as any order of summation."""
    (a, b, c), (x, y, z) = left.parts, right.parts
    # All of these are exact: a sum is of at most three products of slices, of one unit, for each term.
    first = np.matmul(a, x)
    second = np.matmul(a, y) + np.matmul(b, x)
    third = np.matmul(a, z) + np.matmul(b, y) + np.matmul(c, x)
    high, low = _two_sum(first, second)
    values = high + (low + third) + 0.0  # a sum of -0 is +0
    # Of each term four products are left out, which are below 2**-(3 * bits + 3) of both bounds. Of n terms that is
    # less than n / 4 * 2**-53 times the sum of their magnitudes, if this is not smaller than `enough`.
    enough = 1.1 * 2.0 ** (54 - 3 * bits) * left.sizes * right.sizes
    sure = np.abs(high) >= enough
    if not sure.all():
        sure |= np.matmul(np.abs(a), np.abs(x)) >= enough
    return values, sure & left.fits & right.fits


# Exact sums of products of narrow floats, rounded once.


def _exact_product(lhs: Array, rhs: Array, element_type: Attribute) -> Array:
    """The exact sums of products of floats of at most 32 bits, rounded once; a sum of 0 is +0.

    Where that is beyond the largest number, another sum may be finite in every order: that of `_product_in_tree` is
    taken if it is.
    """
    left, right = [x.astype(np.float32, copy=False) for x in (lhs, rhs)]
    if left.shape[1] < min(_NARROW, right.shape[2]):
        return _exact_product(right.swapaxes(1, 2), left.swapaxes(1, 2), element_type).swapaxes(1, 2)
    if right.shape[2] < _NARROW:
        right = np.ascontiguousarray(right.swapaxes(1, 2)).swapaxes(1, 2)
    (batch, height, _), width = left.shape, right.shape[2]
    longest = _longest(left, 2) * _longest(right, 1)
    step = max(_ROWS, _OUTPUTS // (batch * max(right.shape[1:] if width >= _NARROW else (width,))))
    if height > step:
        right = right.astype(np.float64)
    result = np.empty((batch, height, width), dtype_of(element_type))
    for rows in _steps(height, step):
        result[:, rows] = _exact_rows(left[:, rows], right, longest, element_type)
    beyond = ~np.isfinite(result)
    if beyond.any():
        beyond &= np.isfinite(left).all(2, keepdims=True) & np.isfinite(right).all(1, keepdims=True)
        others = result.copy()
        _add_at(others, left, right, np.flatnonzero(beyond), element_type)
        result = np.where(np.isfinite(others), others, result)
    return result


def _sums_in_f64(left: Array, right: Array) -> tuple[Array, int]:
    """The product of matrices by BLAS in f64, and the most terms and sums that are added to a sum of it."""
    (batch, height, inner), width = left.shape, right.shape[2]
    terms, rows = inner, height
    if width < _NARROW:
        # Little is done with each number: it is converted when it is in the cache, and neighbours in memory together.
        if nearest_axis(left) == 1:
            rows = min(height, _IN_CACHE // _NARROW)
            terms = min(inner, max(1, _IN_CACHE // rows))
        else:
            terms = min(inner, _IN_CACHE)
            rows = min(height, max(1, _IN_CACHE // terms))
    sums = np.empty((batch, height, width))
    for index in _steps(batch, _IN_CACHE // (terms * rows)):
        columns = (
            right[index] if terms < inner and rows >= height else right[index].astype(np.float64, copy=False)
        )
        for row, at in product(_steps(height, rows), _steps(inner, terms)):
            factors = left[index, row, at].astype(np.float64), columns[:, at].astype(np.float64, copy=False)
            if at.start:
                sums[index, row] += np.matmul(*factors)
            else:
                np.matmul(*factors, out=sums[index, row])
    sums += 0.0  # a sum of -0 is +0
    return sums, min(terms, inner) + -(-inner // terms)


def _exact_rows(left: Array, right: Array, longest: float, element_type: Attribute) -> Array:
    """As `_exact_product`; `longest` bounds the product of the lengths of a row of `left` and a column of `right`."""
    # Whatever the order, a sum of n rounded terms is off by n / (1 - n u) u times the sum of their magnitudes (Higham,
    # "Accuracy and Stability of Numerical Algorithms", 4.2), which Cauchy and Schwarz bound. Threads of BLAS round as
    # the process did when it started them, in any direction: u is 2**-52.
    sums, additions = _sums_in_f64(left, right)
    part_of_error = 1.01 * (additions + 4) * 2.0**-52
    error = part_of_error * longest
    values, shape = sums.reshape(-1), sums.shape
    result = np.empty(values.shape, dtype_of(element_type))
    doubtful = (
        _round_within(values, error, result, element_type) if np.isfinite(error) else np.arange(len(values))
    )
    for bound in (_exact_in_f64, _by_magnitudes):
        if len(doubtful) > max(_MANY, len(values) // _SHARE):
            factors = left.astype(np.float64, copy=False), right.astype(np.float64, copy=False)
            error = bound(*factors, part_of_error).reshape(-1)[doubtful]
            doubtful = _settle(values[doubtful], error, doubtful, result, element_type)
    step = max(1, _TERMS // left.shape[2])
    for start in range(0, len(doubtful), step):
        places = doubtful[start : start + step]
        index, rows, columns = np.unravel_index(places, shape)
        terms = left[index, rows].astype(np.float64) * right[index, :, columns]
        result[places] = _exact_sums(terms, element_type)
    return np.reshape(result, shape)


_MANY, _SHARE = 64, 256
"""If more doubtful elements than so many, and than that share of all, are left, a better bound is computed for all."""

_IN_CACHE = 1 << 15
"""Elements of an operand or a result that are converted, or rounded, together."""


def _settle(values: Array, error: Array, places: Array, result: Array, element_type: Attribute) -> Array:
    """Round values that are off by `error` to these places of `result`; returns those that remain doubtful."""
    rounded = np.empty(len(values), result.dtype)
    doubtful = _round_within(values, error, rounded, element_type)
    result[places] = rounded
    return places[doubtful]


def _round_within(values: Array, error: Array | float, result: Array, element_type: Attribute) -> Array:
    """Round `values` into `result`, and return the positions where a number within `error` may be rounded otherwise.

    `error` is finite, or has an element for each value.
    """
    bits = f"u{result.dtype.itemsize}"
    doubtful: list[Array] = []
    for part in _steps(len(values), _IN_CACHE):
        value, within = values[part], error[part] if isinstance(error, np.ndarray) else error
        if element_type == f32:
            low, high = result[part], np.empty(len(value), np.float32)
            np.subtract(value, within, out=low, casting="same_kind")
            np.add(value, within, out=high, casting="same_kind")
        else:
            low, high = round_to(value - within, element_type), round_to(value + within, element_type)
            result[part] = low
        differs = low.view(bits) != high.view(bits)
        if isinstance(error, np.ndarray):
            differs |= ~(np.isfinite(within) & np.isfinite(value))
        doubtful.append(np.flatnonzero(differs) + part.start)
    return np.concatenate(doubtful)


# Better bounds of the errors of a product.


def _longest(vectors: Array, axis: int) -> float:
    """A bound of the lengths of the rows (axis 2), or columns (axis 1), of matrices of float32."""
    subscripts = "bij,bij->bi" if axis == 2 else "bij,bij->bj"
    before = (slice(None),) * axis
    # The squares are added in f32, with an error below 1 %, or in f64 if they may be lost or infinite in f32.
    for dtype in (np.float32, np.float64):
        blocks = [vectors[(*before, at)] for at in _steps(vectors.shape[axis], 1 << 16)]
        sums = [np.einsum(subscripts, x, x, dtype=dtype).astype(np.float64) for x in blocks]
        largest = float(np.max(sum(sums[1:], sums[0])))
        if 2.0**-100 < largest < np.inf:
            break
    return 1.01 * sqrt(largest)


def _exact_in_f64(left: Array, right: Array, _: float) -> Array:
    """0 where all terms are multiples of one unit that is large enough for f64 to add them without an error."""
    ratios: list[Array] = []
    for x, axis in ((left, 2), (right, 1)):
        finite = np.isfinite(x)
        largest = np.max(np.where(finite, np.abs(x), 0.0), axis=axis, keepdims=True)
        units = units_of(np.where(finite, x, 1.0))
        least = np.min(units, axis=axis, where=x != 0, initial=np.inf, keepdims=True)
        ratios.append(np.where(finite.all(axis, keepdims=True), largest / least, np.inf))
    return np.where(left.shape[2] * ratios[0] * ratios[1] < _EXACT_IN_F64, 0.0, np.inf)


def _by_magnitudes(left: Array, right: Array, part_of_error: float) -> Array:
    """Where one factor of each product is 0, nothing is lost."""
    return part_of_error * np.matmul(np.abs(left), np.abs(right))


def units_of(values: Array) -> Array:
    """The power of two of the last binary digit that is not 0, of each float64 that is finite and not 0."""
    bits = values.view(np.int64)
    magnitudes = np.abs(values)
    without_last = np.abs((bits & (bits - 1)).view(np.float64))
    return np.where(bits & ((1 << 52) - 1), magnitudes - without_last, magnitudes)


def _exact_sums(terms: Array, element_type: Attribute) -> Array:
    """The exact sum of each row of terms, rounded once."""
    # By halves, so that each term takes part in a few additions only.
    total, additions = terms, 2
    while half := total.shape[1] // 2:
        added, rest = total[:, :half] + total[:, half : 2 * half], total[:, 2 * half :]
        total, additions = np.concatenate((added, rest), axis=1) if rest.size else added, additions + 1
    values = total[:, 0] + 0.0
    error = 1.01 * additions * 2.0**-53 * np.abs(terms).sum(axis=1)
    result = np.empty(len(terms), dtype_of(element_type))
    rows = _settle(values, error, np.arange(len(terms)), result, element_type)
    infinite = ~np.isfinite(values)
    result[infinite] = round_to(values[infinite], element_type)
    rows = rows[~infinite[rows]]
    if len(rows) > _MANY:
        rows = _sum_twice(terms, rows, result, element_type)
    # Python's `fsum` rounds to f64 correctly. What that has lost decides only between the two numbers next to a tie.
    nearest = np.array([fsum(row) for row in terms[rows].tolist()])
    low, high = [round_to(np.nextafter(nearest, towards), element_type) for towards in (-np.inf, np.inf)]
    lost = np.zeros(len(rows))
    for i in np.flatnonzero(low != high):
        lost[i] = fsum((*terms[rows[i]].tolist(), -nearest[i]))
    result[rows] = round_to(_to_odd(nearest, lost), element_type)
    return result


def _sum_twice(terms: Array, rows: Array, result: Array, element_type: Attribute) -> Array:
    """Write sums of these rows that are as exact as in twice the digits, and return the rows that remain doubtful.

    What each addition loses is a float, and is added up apart (Ogita, Rump and Oishi, "Accurate sum and dot product").
    """
    total = terms[rows]
    lost, magnitude = np.zeros(len(rows)), np.zeros(len(rows))
    while half := total.shape[1] // 2:
        added, rest = _two_sum(total[:, :half], total[:, half : 2 * half])
        lost, magnitude = lost + rest.sum(axis=1), magnitude + np.abs(rest).sum(axis=1)
        total = np.concatenate((added, total[:, 2 * half :]), axis=1)
    value, rest = _two_sum(total[:, 0] + 0.0, lost)
    error = 1.01 * (terms.shape[1] + 64) * 2.0**-53 * magnitude
    low, high = [round_to(_to_odd(value, x), element_type) for x in (rest - error, rest + error)]
    bits = f"u{low.dtype.itemsize}"
    certain = (low.view(bits) == high.view(bits)) & (error + np.abs(rest) < 0.25 * np.spacing(np.abs(value)))
    certain |= magnitude == 0
    result[rows] = low
    return rows[~certain]


def _two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """The rounded sum, and what rounding lost (Knuth)."""
    total = a + b
    rest = total - a
    return total, (a - (total - rest)) + (b - rest)


def _to_odd(value: Array, rest: Array) -> Array:
    """`value + rest` rounded to odd, where `value` is the sum rounded to nearest.

    What is rounded once more, to a narrower type, stays right.
    """
    bits = value.view(np.int64)
    inwards = (rest < 0) == (value > 0)
    odd = np.where(bits & 1, bits, np.where(inwards, bits - 1, bits + 1)).view(np.float64)
    return np.where(rest == 0, value, odd)


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
    """Sums of floats are rounded."""
    exact = holds_integers(dtype_of(ranked(op.results[0]).element_type))
    return Exactness.EXACT if exact else Exactness.ROUNDED
