"""The permitted results of ops that the specification defines by other ops: normalisation, and solutions of systems.

Batch normalisation by its decomposition on spans. A quotient by a standard deviation may be a product with its
reciprocal, in any association, and sums have any order. In the widest tier, differences may also be distributed over
products, as in E[x**2] - E[x]**2 for a variance.

`cholesky` by its recursion on intervals: each element of the factor is a given one minus a sum of products, in any
order, divided by a pivot, or multiplied by its reciprocal.

`triangular_solve` by the error of any substitution, also in blocks, with products of blocks that are inverted. Let W be
the inverse of the comparison matrix of A, which has the magnitudes of the diagonal, and the negative ones of the other
elements. Every such solution differs from the exact one by at most g * W |A| W |b|, where g is the error of so many
roundings (N. Higham, Accuracy and Stability of Numerical Algorithms, chapter 8).

Fourier transforms and scattered sums of known numbers by the error of their definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np
from xdsl.ir import Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import known_reducer
from xdsl_stablehlo.values.element_types import Array, FloatFormat, format_of, holds_complex

from .choices.behaviours import TRIANGLE, UNIT_DIAGONAL
from .choices.implementations import Open
from .choices.rounding import transformed_size
from .choices.schedules import neutral_of
from .elementwise import OpSite, computed, excepted
from .enclosures import ALL_NUMBERS, Enclosed, ends_where
from .spans import (
    Ends,
    Freedom,
    FreeReason,
    Span,
    around,
    by_parts,
    complex_span,
    free,
    hull,
    reasons_of,
    rounded_span,
)
from .sums import SpanRule, bounded_sum

# ---- batch normalisation ----

ASSOCIATED = 12
"""The roundings by which products in another association may differ: 8 ULP of a reciprocal root, and four products."""


def roundings(site: OpSite, count: float) -> float:
    """The relative error of a number of roundings; in the widest tier half of the digits may be lost besides."""
    unit = 2.0 ** (1 - site.part.precision)
    lost = site.tier.ulps(site.part) * unit if site.tier.low_precision else 0.0
    return float(np.expm1(count * np.log1p(unit))) + lost


NormOp: TypeAlias = "hlo.BatchNormInferenceOp | hlo.BatchNormTrainingOp | hlo.BatchNormGradOp"


class _Normalisation:
    """The operands and the arithmetic of one op; vectors with an element for each feature are broadcast."""

    def __init__(self, site: OpSite, op: NormOp, shape: tuple[int, ...]):
        self.site, self.shape, self.rules = site, shape, site.enclosures
        self.feature = op.feature_index.value.data
        self.axes = tuple([axis for axis in range(len(shape)) if axis != self.feature])
        size = shape[self.feature]
        self.count = self._constant(int(np.prod(shape)) // size if size else 0)
        self.epsilon = self._constant(float(np.float32(op.epsilon.value.data)))

    def _constant(self, value: float) -> Span:
        wide = np.full(self.shape, float(value))
        return rounded_span(self.site.part, (wide, wide))

    def along(self, vector: Span) -> Span:
        """A vector in the place of the feature dimension."""
        sizes = [1] * len(self.shape)
        sizes[self.feature] = vector.lo.size
        return vector.moved(lambda x: np.broadcast_to(x.reshape(sizes), self.shape))

    def of_features(self, span: Span) -> Span:
        """The vector that `along` broadcasts."""
        place = tuple([slice(None) if axis == self.feature else 0 for axis in range(len(self.shape))])
        return span.moved(lambda x: x[place])

    def do(self, compute: Callable[..., Enclosed], *operands: Span) -> Span:
        """An elementwise op."""
        return computed(self.site, compute, *operands)

    def sum(self, span: Span) -> Span:
        """The sum for each feature, broadcast."""
        return self.along(bounded_sum(self.site, lambda terms: np.asarray(terms[0].sum(self.axes)), [span]))

    def mean(self, span: Span) -> Span:
        """The mean for each feature, broadcast."""
        made = self.do(self.rules.divide, self.sum(span), self.count)
        return self.around(made, made.magnitude, 2)

    def around(self, span: Span, sizes: Array, count: float) -> Span:
        """A span with the error of so many more roundings of numbers of these sizes."""
        error = np.where(np.isfinite(sizes), sizes * roundings(self.site, count), 0.0)
        made = rounded_span(self.site.part, (span.lo - error, span.hi + error), span.nan)
        return replace(made, free=span.free)

    def associated(self, span: Span, *factors: Array) -> Span:
        """A product of factors, in any association; open where a product of two may overflow or vanish."""
        known = self.site.part
        products = [a * b for i, a in enumerate(factors) for b in factors[i + 1 :]]
        risky = np.zeros(span.shape, np.bool_)
        for size in (*products, *factors):
            finite = np.isfinite(size) & (size > 0)
            risky = risky | (finite & ((size > known.largest / 2) | (size < 2.0**known.least_exponent)))
        made = self.around(span, span.magnitude, ASSOCIATED)
        return self.site.vague(made, risky, "products that overflow or vanish in some associations")

    def normalised(self, operand: Span, scale: Span, offset: Span, mean: Span, variance: Span) -> Span:
        """batch_norm_inference (spec: batch_norm_inference), with vectors that are broadcast."""
        centered = self.do(self.rules.subtract, operand, mean)
        deviation = self.do(self.rules.sqrt, self.do(self.rules.add, variance, self.epsilon))
        product = self.do(self.rules.multiply, scale, self.do(self.rules.divide, centered, deviation))
        inverse = 1 / np.abs(deviation.lo)
        product = self.associated(product, scale.magnitude, inverse, centered.magnitude)
        result = self.do(self.rules.add, product, offset)
        if not self.site.tier.low_precision:
            return result
        sizes = (operand.magnitude + mean.magnitude) * scale.magnitude * inverse + offset.magnitude
        return self.around(result, sizes, 4)


def _inference(site: OpSite, op: hlo.BatchNormInferenceOp, operands: Sequence[Span]) -> list[Span]:
    operand, *vectors = operands
    made = _Normalisation(site, op, operand.shape)
    return [made.normalised(operand, *map(made.along, vectors))]


def _training(site: OpSite, op: hlo.BatchNormTrainingOp, operands: Sequence[Span]) -> list[Span]:
    operand, scale, offset = operands
    made = _Normalisation(site, op, operand.shape)
    mean = made.mean(operand)
    centered = made.do(made.rules.subtract, operand, mean)
    variance = made.mean(made.do(made.rules.multiply, centered, centered))
    # A square is not negative.
    variance = replace(variance, lo=np.maximum(variance.lo, 0.0))
    if site.tier.low_precision:
        squares = made.mean(made.do(made.rules.multiply, operand, operand))
        variance = made.around(variance, squares.magnitude, made.count.hi.max(initial=0) + 4)
    output = made.normalised(operand, made.along(scale), made.along(offset), mean, variance)
    return [output, made.of_features(mean), made.of_features(variance)]


def _gradients(site: OpSite, op: hlo.BatchNormGradOp, operands: Sequence[Span]) -> list[Span]:
    operand, scale, mean, variance, gradient = operands
    made = _Normalisation(site, op, operand.shape)
    scale, mean, variance = map(made.along, (scale, mean, variance))
    centered = made.do(made.rules.subtract, operand, mean)
    spread = made.do(made.rules.add, variance, made.epsilon)
    deviation = made.do(made.rules.sqrt, spread)
    products = made.do(made.rules.multiply, gradient, centered)
    # The names are those of the specification.
    i2, i3 = made.sum(gradient), made.sum(products)
    i5 = made.do(made.rules.divide, made.do(made.rules.multiply, i3, centered), spread)
    inverse = 1 / np.abs(spread.lo)
    i5 = made.associated(i5, i3.magnitude, inverse, centered.magnitude)
    i1 = made.do(made.rules.multiply, gradient, made.count)
    i6 = made.do(made.rules.subtract, made.do(made.rules.subtract, i1, i2), i5)
    factor = made.do(made.rules.divide, made.do(made.rules.divide, scale, deviation), made.count)
    inverse = 1 / np.abs(deviation.lo)
    of_operand = made.associated(
        made.do(made.rules.multiply, factor, i6), scale.magnitude, inverse, 1 / made.count.lo, i6.magnitude
    )
    of_scale = made.sum(
        made.do(made.rules.multiply, gradient, made.do(made.rules.divide, centered, deviation))
    )
    # The deviation may be a factor of the sum.
    sizes = np.broadcast_to(products.magnitude.sum(made.axes, keepdims=True), operand.shape) * inverse
    of_scale = made.around(of_scale, sizes, made.count.hi.max(initial=0) + ASSOCIATED)
    return [of_operand, made.of_features(of_scale), made.of_features(i2)]


NOT_POSITIVE = Open(
    "the factor of a matrix that is not Hermitian and positive-definite",
    "If there exists i where the input matrix is not an Hermitian positive-definite matrix, then the behavior is "
    "undefined; spec: cholesky",
)
UNIT = 2.0**-52
"""The unit of the computation of bounds."""

NEAR_HERMITIAN = 1e-5
"""The relative difference of the two triangles of a matrix that is taken for a Hermitian one."""


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
    return complex_span(real, -imaginary)


def _is_finite(span: Span) -> bool:
    return bool(np.isfinite(span.lo).all() and np.isfinite(span.hi).all() and not span.nan.any())


# ---- cholesky ----

_Parts: TypeAlias = "list[Ends]"
"""The ends of the real part, and of the imaginary part of complex numbers."""


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
    error = size * (roundings(site, terms + 1) + (4 * terms + 8) * UNIT) + terms * site.part.smallest
    return low - error, high + error


def _rounded(site: OpSite, ends: Ends, count: int) -> Ends:
    """Ends with the error of so many roundings, the type's neighbours and both zeros."""
    error = [np.abs(end) * (roundings(site, count) + 4 * UNIT) + site.part.smallest for end in ends]
    made = rounded_span(site.part, (ends[0] - error[0], ends[1] + error[1]))
    return made.lo, made.hi


def _times_conjugate(a: _Parts, b: _Parts) -> list[list[tuple[Ends, Ends]]]:
    """The products in each part of a times the conjugate of b."""
    if len(a) == 1:
        return [[(a[0], b[0])]]
    opposite = (-a[0][1], -a[0][0])
    return [[(a[0], b[0]), (a[1], b[1])], [(a[1], b[0]), (opposite, b[1])]]


def _cholesky(site: OpSite, op: hlo.CholeskyOp, operands: Sequence[Span]) -> list[Span]:
    (a,) = operands
    shape, lower = a.shape, bool(op.lower.value.data)
    if (given := _freed_by(site, operands, shape)) is not None:
        return [given]
    adjoint = _conjugate(_swapped(a))
    undefined = partial(site.free, shape, Freedom.UNDEFINED, NOT_POSITIVE)
    with np.errstate(all="ignore"):
        same = np.allclose(a.lo, adjoint.lo, rtol=NEAR_HERMITIAN, atol=0.0)
    if not _is_finite(a) or not (same or not a.is_known()):
        return [undefined()]
    whole = hull(a, adjoint)
    matrix = [x.ends for x in (whole.parts() if holds_complex(a.lo.dtype) else (whole,))]
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
            return [undefined()]
        if (low <= 0).any():
            return [site.open("whether the matrix is positive-definite depends on rounding", shape)]
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
    return [result.freed(other, site.reasons.number(FreeReason(Freedom.ALLOWED, TRIANGLE)))]


# ---- triangular systems ----


def _middle(span: Span) -> tuple[Array, Array, Array]:
    """The middles, the distances to the ends, and the largest magnitudes."""
    middle = span.lo + (span.hi - span.lo) / 2
    radius = np.abs(span.hi - span.lo) * (1 + 4 * UNIT)
    return middle, radius, np.abs(middle) + radius


def _solved(matrix: Array, right: Array) -> Array:
    """The solution of a lower triangular system."""
    result = np.zeros(right.shape, np.result_type(matrix, right))
    for i in range(matrix.shape[-1]):
        known = np.einsum("...j,...jk->...k", matrix[..., i, :i], result[..., :i, :])
        result[..., i, :] = (right[..., i, :] - known) / matrix[..., i, i, None]
    return result


def _triangular(site: OpSite, op: hlo.TriangularSolveOp, operands: Sequence[Span]) -> list[Span]:
    a, b = operands
    shape, lower = b.shape, bool(op.lower.value.data)
    left, unit = bool(op.left_side.value.data), bool(op.unit_diagonal.value.data)
    triangle = np.tril(np.ones(a.shape, np.bool_)) if lower else np.triu(np.ones(a.shape, np.bool_))
    diagonal = np.broadcast_to(np.eye(a.shape[-1], dtype=np.bool_), a.shape)
    if unit and bool((diagonal & ~(a.fixed() & (a.lo == 1))).any()):
        return [site.free(shape, Freedom.UNDEFINED, UNIT_DIAGONAL)]
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
    slack = 1 + 8 * (size + 2) * UNIT
    inverse = _solved(comparison, np.broadcast_to(np.eye(size), a.shape)) * slack
    exact = _solved(a, b)
    sizes = inverse @ (most_a @ (inverse @ most_b)) * slack
    # Complex products and quotients are several roundings.
    more = 4 if holds_complex(exact.dtype) else 1
    error = sizes * (roundings(site, more * (2 * size + 4)) + 8 * (size + 2) * UNIT)
    error = error + inverse @ (of_b + of_a @ np.abs(exact)) * slack
    lost = 8 * (size + 2) * site.part.smallest
    error = error + lost * inverse.sum(-1)[..., None] * (
        1 + most_b.sum(-2, keepdims=True) + sizes.max(initial=0)
    )
    over = ~(sizes + error <= site.part.largest)

    def near(x: Span) -> Span:
        return rounded_span(site.part, ends_where(over, ALL_NUMBERS, (x.lo - error, x.lo + error)), over)

    return by_parts(near, Span.of(exact))


# ---- transforms, and sums that are scattered ----


def _scattered_sums(site: OpSite, op: hlo.SelectAndScatterOp, operands: Sequence[Span]) -> list[Span] | None:
    """select_and_scatter of known floats that adds: within the error of any order; None for other elements."""
    shape, known, reducer = operands[0].shape, format_of(site.element_type), op.scatter.block.first_op
    if not isinstance(known, FloatFormat) or site.compiler.read_inside(op):
        return None
    if not all(x.is_known() for x in operands):
        return [site.open("operands that depend on rounding", shape)]
    is_known = known_reducer(op.scatter.block) is not None
    if reducer is None or not is_known or neutral_of(type(reducer), known.type) != 0:
        return [site.open("scatters with another op than add", shape)]
    operand, source, init = [x.lo for x in operands]
    if init != 0:
        return [site.open("init values that are not 0", shape)]
    value, size = [
        x.astype(np.float64)
        for terms in ((source, init), (np.abs(source), np.abs(init)))
        for x in site.exact([operand, *terms])
    ]
    if not np.isfinite(operand).all() or not np.isfinite(size).all():
        return [site.open("operands that are not finite, or sums that overflow", shape)]
    factor = 2 * np.expm1((source.size + 1) * np.log1p(2.0 ** (1 - known.precision)))
    error = size * factor * (1 + factor)
    low = np.where(value - error == 0, -0.0, value - error)
    return [rounded_span(known, (low, np.where(value + error == 0, 0.0, value + error)))]


def _transformed(site: OpSite, op: hlo.FftOp, operands: Sequence[Span]) -> list[Span] | None:
    """A Fourier transform of known numbers, as exact as the sums of its definition; None for other numbers."""
    if not operands[0].is_known():
        return None
    given, known = operands[0].lo, site.part
    size, terms = transformed_size(op, given), max(given.size, 1)
    step = np.where(np.isfinite(size), size, 0) * (terms + 8) * 2.0 ** (1 - known.precision)

    def near(x: Span) -> Span:
        made = around(known, x.lo, step, x.nan)
        return replace(made, lo=np.where(made.lo == 0, -0.0, made.lo))

    return [excepted(site, by_parts(near, Span.of(*site.exact([given]))), operands)]


RULES: Mapping[type[Operation], SpanRule] = {
    hlo.BatchNormInferenceOp: _inference,
    hlo.BatchNormTrainingOp: _training,
    hlo.BatchNormGradOp: _gradients,
    hlo.CholeskyOp: _cholesky,
    hlo.TriangularSolveOp: _triangular,
    hlo.FftOp: _transformed,
    hlo.SelectAndScatterOp: _scattered_sums,
}
"""The rules of ops that the specification defines by others."""
