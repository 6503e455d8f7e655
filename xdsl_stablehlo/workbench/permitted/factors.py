"""The permitted results of Cholesky decompositions and of triangular systems.

`cholesky` by its recursion on intervals: each element of the factor is a given one minus a sum of products, in any
order, divided by a pivot, or multiplied by its reciprocal.

`triangular_solve` by the error of any substitution, also in blocks, with products of blocks that are inverted. Let W be
the inverse of the comparison matrix of A, which has the magnitudes of the diagonal, and the negative ones of the other
elements. Every such solution differs from the exact one by at most g * W |A| W |b|, where g is the error of so many
roundings (N. Higham, Accuracy and Stability of Numerical Algorithms, chapter 8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from xdsl.ir import Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.values.element_types import Array, holds_complex, parts

from .choices.behaviours import TRIANGLE, UNIT_DIAGONAL
from .choices.implementations import Open
from .decompositions import roundings
from .elementwise import OpSite
from .spans import (
    Ends,
    Freedom,
    FreeReason,
    Span,
    complex_span,
    free,
    hull,
    reasons_of,
    rounded_span,
    unknown,
)

NOT_POSITIVE = Open(
    "the factor of a matrix that is not Hermitian and positive-definite",
    "If there exists i where the input matrix is not an Hermitian positive-definite matrix, then the behavior is "
    "undefined; spec: cholesky",
)
F64 = 2.0**-52
"""The unit of the computation of bounds."""

NEAR_HERMITIAN = 1e-5
"""The relative difference of the two triangles of a matrix that is taken for a Hermitian one."""


def _all_free(site: OpSite, shape: tuple[int, ...], reason: FreeReason) -> Span:
    return free(shape, site.element_type, site.number(reason))


def _freed_by(site: OpSite, operands: Sequence[Span], shape: tuple[int, ...]) -> Span | None:
    """A free result if an element of an operand is free, which may decide every result."""
    numbers = reasons_of(operands)
    return free(shape, site.element_type, numbers[0]) if numbers else None


def _swapped(span: Span) -> Span:
    return span.moved(lambda x: np.swapaxes(x, -1, -2))


def _conjugate(span: Span) -> Span:
    if not holds_complex(span.lo.dtype):
        return span
    real, imaginary = span.parts()
    return complex_span(real, Span(-imaginary.hi, -imaginary.lo, imaginary.nan, imaginary.free))


def _is_finite(span: Span) -> bool:
    return bool(np.isfinite(span.lo).all() and np.isfinite(span.hi).all() and not span.nan.any())


# ---- cholesky ----

_Parts = list[Ends]
"""The ends of the real part, and of the imaginary part of complex numbers."""


def _parts_of(span: Span) -> _Parts:
    spans = span.parts() if holds_complex(span.lo.dtype) else (span,)
    return [(x.lo, x.hi) for x in spans]


def _product(a: Ends, b: Ends) -> tuple[Array, Array, Array]:
    """The ends of products, and the largest magnitudes."""
    corners = [x * y for x in a for y in b]
    low, high = np.minimum.reduce(corners), np.maximum.reduce(corners)
    return low, high, np.maximum(np.abs(low), np.abs(high))


def _less_products(site: OpSite, given: Ends, pairs: Sequence[tuple[Ends, Ends]]) -> Ends:
    """`given` minus the sums of products along the last axis, rounded in any order."""
    low, high = given
    size, terms = np.maximum(np.abs(low), np.abs(high)), 0
    for a, b in pairs:
        least, most, larger = _product(a, b)
        low, high = low - most.sum(-1), high - least.sum(-1)
        size, terms = size + larger.sum(-1), terms + larger.shape[-1]
    if not terms:
        return low, high
    error = size * (roundings(site, terms + 1) + (4 * terms + 8) * F64) + terms * site.part.smallest
    return low - error, high + error


def _rounded(site: OpSite, ends: Ends, count: int) -> Ends:
    """Ends with the error of so many roundings, the type's neighbours and both zeros."""
    error = [np.abs(end) * (roundings(site, count) + 4 * F64) + site.part.smallest for end in ends]
    made = rounded_span(site.part, (ends[0] - error[0], ends[1] + error[1]))
    return made.lo, made.hi


def _times_conjugate(a: _Parts, b: _Parts) -> list[list[tuple[Ends, Ends]]]:
    """The products in each part of a times the conjugate of b."""
    if len(a) == 1:
        return [[(a[0], b[0])]]
    opposite = (-a[0][1], -a[0][0])
    return [[(a[0], b[0]), (a[1], b[1])], [(a[1], b[0]), (opposite, b[1])]]


def _cholesky(site: OpSite, op: Operation, operands: Sequence[Span]) -> list[Span]:
    assert isinstance(op, hlo.CholeskyOp)
    (a,) = operands
    shape, lower = a.shape, bool(op.lower.value.data)
    if (given := _freed_by(site, operands, shape)) is not None:
        return [given]
    adjoint = _conjugate(_swapped(a))
    undefined = FreeReason(Freedom.UNDEFINED, NOT_POSITIVE)
    with np.errstate(all="ignore"):
        same = np.allclose(a.lo, adjoint.lo, rtol=NEAR_HERMITIAN, atol=0.0)
    if not _is_finite(a) or not (same or not a.is_known()):
        return [_all_free(site, shape, undefined)]
    matrix = _parts_of(hull(a, adjoint))
    size = shape[-1]
    factor = [(np.zeros(shape), np.zeros(shape)) for _ in matrix]

    def rows(of: _Parts, which: slice, until: int) -> _Parts:
        return [(x[..., which, :until], y[..., which, :until]) for x, y in of]

    for j in range(size):
        here, below = slice(j, j + 1), slice(j + 1, size)
        column = [(x[..., j:, j], y[..., j:, j]) for x, y in matrix]
        pairs = _times_conjugate(rows(factor, slice(j, size), j), rows(factor, here, j))
        made = [_less_products(site, g, p) for g, p in zip(column, pairs, strict=True)]
        low, high = made[0][0][..., :1], made[0][1][..., :1]
        if (high <= 0).any():
            return [_all_free(site, shape, undefined)]
        if (low <= 0).any():
            why = unknown("stablehlo.cholesky: whether the matrix is positive-definite depends on rounding")
            return [_all_free(site, shape, why)]
        pivot = _rounded(site, (np.sqrt(low), np.sqrt(high)), 1)
        if not (pivot[0] > 0).all():
            return [site.open("a pivot that may vanish", shape)]
        inverse = 1 / pivot[1], 1 / pivot[0]
        for (lows, highs), ends in zip(factor, made, strict=True):
            least, most, _ = _product((ends[0][..., 1:], ends[1][..., 1:]), inverse)
            lows[..., below, j], highs[..., below, j] = _rounded(site, (least, most), 3)
        factor[0][0][..., here, j], factor[0][1][..., here, j] = pivot
        if len(factor) > 1:
            factor[1][0][..., here, j] = -0.0
    spans = [rounded_span(site.part, ends) for ends in factor]
    result = complex_span(*spans) if len(spans) > 1 else spans[0]
    if not lower:
        result = _conjugate(_swapped(result))
    ones = np.ones(shape, np.bool_)
    other = np.triu(ones, 1) if lower else np.tril(ones, -1)
    return [result.freed(other, site.number(FreeReason(Freedom.ALLOWED, TRIANGLE)))]


# ---- triangular systems ----


def _middle(span: Span) -> tuple[Array, Array, Array]:
    """The middles, the distances to the ends, and the largest magnitudes."""
    middle = span.lo + (span.hi - span.lo) / 2
    radius = np.abs(span.hi - span.lo) * (1 + 4 * F64)
    return middle, radius, np.abs(middle) + radius


def _solved(matrix: Array, right: Array) -> Array:
    """The solution of a lower triangular system."""
    result = np.zeros(right.shape, np.result_type(matrix, right))
    for i in range(matrix.shape[-1]):
        known = np.einsum("...j,...jk->...k", matrix[..., i, :i], result[..., :i, :])
        result[..., i, :] = (right[..., i, :] - known) / matrix[..., i, i, None]
    return result


def _triangular(site: OpSite, op: Operation, operands: Sequence[Span]) -> list[Span]:
    assert isinstance(op, hlo.TriangularSolveOp)
    a, b = operands
    shape, lower = b.shape, bool(op.lower.value.data)
    left, unit = bool(op.left_side.value.data), bool(op.unit_diagonal.value.data)
    triangle = np.tril(np.ones(a.shape, np.bool_)) if lower else np.triu(np.ones(a.shape, np.bool_))
    diagonal = np.broadcast_to(np.eye(a.shape[-1], dtype=np.bool_), a.shape)
    if unit and bool((diagonal & ~(a.fixed() & (a.lo == 1))).any()):
        return [_all_free(site, shape, FreeReason(Freedom.UNDEFINED, UNIT_DIAGONAL))]
    read = a.moved(lambda x: np.where(triangle, x, np.zeros((), x.dtype)))
    if (given := _freed_by(site, (read, b), shape)) is not None:
        return [given]
    if not _is_finite(read) or not _is_finite(b):
        return [site.open("operands that are not finite", shape)]
    transpose = op.transpose_a.data.value
    matrix = _conjugate(read) if transpose == "ADJOINT" else read
    # x op(a) = b is op(a)^T x^T = b^T.
    if (transpose != "NO_TRANSPOSE") == left:
        matrix, lower = _swapped(matrix), not lower
    right = b if left else _swapped(b)
    if not lower:
        matrix, right = matrix.moved(lambda x: x[..., ::-1, ::-1]), right.moved(lambda x: x[..., ::-1, :])
    result = _solution(site, matrix, right)
    if result is None:
        return [site.open("a matrix that may be singular", shape)]
    if not lower:
        result = result.moved(lambda x: x[..., ::-1, :])
    return [result if left else _swapped(result)]


def _solution(site: OpSite, matrix: Span, right: Span) -> Span | None:
    """The solutions of a lower triangular system; None if it may be singular."""
    (a, of_a, most_a), (b, of_b, most_b) = _middle(matrix), _middle(right)
    size = a.shape[-1]
    smallest = np.abs(np.einsum("...ii->...i", a)) - np.einsum("...ii->...i", of_a)
    if not (smallest > 0).all():
        return None
    comparison = -most_a
    np.einsum("...ii->...i", comparison)[...] = smallest
    slack = 1 + 8 * (size + 2) * F64
    inverse = _solved(comparison, np.broadcast_to(np.eye(size), a.shape)) * slack
    exact = _solved(a, b)
    sizes = inverse @ (most_a @ (inverse @ most_b)) * slack
    # Complex products and quotients are several roundings.
    more = 4 if holds_complex(exact.dtype) else 1
    error = sizes * (roundings(site, more * (2 * size + 4)) + 8 * (size + 2) * F64)
    error = error + inverse @ (of_b + of_a @ np.abs(exact)) * slack
    lost = 8 * (size + 2) * site.part.smallest
    error = error + lost * inverse.sum(-1)[..., None] * (
        1 + most_b.sum(-2, keepdims=True) + sizes.max(initial=0)
    )
    over = ~(sizes + error <= site.part.largest)

    def around(part: Array) -> Span:
        low, high = np.where(over, -np.inf, part - error), np.where(over, np.inf, part + error)
        return rounded_span(site.part, (low, high), over)

    if holds_complex(exact.dtype):
        return complex_span(*map(around, parts(exact)))
    return around(exact)


FACTORS: Mapping[type[Operation], Any] = {hlo.CholeskyOp: _cholesky, hlo.TriangularSolveOp: _triangular}
"""The results of each op, from its site, itself, and the spans of its operands."""
