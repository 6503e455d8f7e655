"""The permitted results of batch normalisation, by the decompositions of the specification on spans.

A quotient by a standard deviation may be a product with its reciprocal, in any association, and sums have any order. In
the widest tier, differences may also be distributed over products, as in E[x**2] - E[x]**2 for a variance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from xdsl.ir import Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.values.element_types import Array

from .elementwise import RULES, OpSite
from .spans import Span, greatest, rounded_span, unknown
from .sums import bounded_sum

ASSOCIATED = 12
"""The roundings by which products in another association may differ: 8 ULP of a reciprocal root, and four products."""


def roundings(site: OpSite, count: float) -> float:
    """The relative error of a number of roundings; in the widest tier half of the digits may be lost besides."""
    unit = 2.0 ** (1 - site.part.precision)
    lost = site.tier.ulps(site.part) * unit if site.tier.low_precision else 0.0
    return float(np.expm1(count * np.log1p(unit))) + lost


def magnitude(span: Span) -> Array:
    """The largest absolute values."""
    return greatest(np.abs(span.lo), np.abs(span.hi))


class _Normalisation:
    """The operands and the arithmetic of one op; vectors with an element for each feature are broadcast."""

    def __init__(self, site: OpSite, op: Any, shape: tuple[int, ...]):
        self.site, self.shape = site, shape
        self.feature: int = op.feature_index.value.data
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

    def do(self, kind: type[Operation], *operands: Span) -> Span:
        """An elementwise op."""
        return RULES[kind](self.site, operands)

    def sum(self, span: Span) -> Span:
        """The sum for each feature, broadcast."""
        made = bounded_sum(self.site, self._summed, [span], self.site.part, False)
        return self.along(made)

    def _summed(self, operands: Sequence[Array]) -> Array:
        return np.asarray(operands[0].sum(self.axes))

    def mean(self, span: Span) -> Span:
        """The mean for each feature, broadcast."""
        made = self.do(hlo.DivOp, self.sum(span), self.count)
        return self.around(made, magnitude(made), 2)

    def around(self, span: Span, sizes: Array, count: float) -> Span:
        """A span with the error of so many more roundings of numbers of these sizes."""
        error = np.where(np.isfinite(sizes), sizes * roundings(self.site, count), 0.0)
        made = rounded_span(self.site.part, (span.lo - error, span.hi + error), span.nan)
        return Span(made.lo, made.hi, made.nan, span.free)

    def associated(self, span: Span, *factors: Array) -> Span:
        """A product of factors, in any association; open where a product of two may overflow or vanish."""
        known = self.site.part
        products = [a * b for i, a in enumerate(factors) for b in factors[i + 1 :]]
        risky = np.zeros(span.shape, np.bool_)
        for size in (*products, *factors):
            finite = np.isfinite(size) & (size > 0)
            risky = risky | (finite & ((size > known.largest / 2) | (size < 2.0**known.least_exponent)))
        why = unknown(f"{self.site.op.name}: products that overflow or vanish in some associations")
        made = self.around(span, magnitude(span), ASSOCIATED)
        return made.freed(risky, self.site.number(why) if risky.any() else 0)

    def normalised(self, operand: Span, scale: Span, offset: Span, mean: Span, variance: Span) -> Span:
        """batch_norm_inference (spec: batch_norm_inference), with vectors that are broadcast."""
        centered = self.do(hlo.SubtractOp, operand, mean)
        deviation = self.do(hlo.SqrtOp, self.do(hlo.AddOp, variance, self.epsilon))
        product = self.do(hlo.MulOp, scale, self.do(hlo.DivOp, centered, deviation))
        inverse = 1 / np.abs(deviation.lo)
        product = self.associated(product, magnitude(scale), inverse, magnitude(centered))
        result = self.do(hlo.AddOp, product, offset)
        if not self.site.tier.low_precision:
            return result
        sizes = (magnitude(operand) + magnitude(mean)) * magnitude(scale) * inverse + magnitude(offset)
        return self.around(result, sizes, 4)


def _inference(site: OpSite, op: Operation, operands: Sequence[Span]) -> list[Span]:
    operand, *vectors = operands
    made = _Normalisation(site, op, operand.shape)
    return [made.normalised(operand, *map(made.along, vectors))]


def _training(site: OpSite, op: Operation, operands: Sequence[Span]) -> list[Span]:
    operand, scale, offset = operands
    made = _Normalisation(site, op, operand.shape)
    mean = made.mean(operand)
    centered = made.do(hlo.SubtractOp, operand, mean)
    variance = made.mean(made.do(hlo.MulOp, centered, centered))
    # A square is not negative.
    variance = Span(np.maximum(variance.lo, 0.0), variance.hi, variance.nan, variance.free)
    if site.tier.low_precision:
        squares = made.mean(made.do(hlo.MulOp, operand, operand))
        variance = made.around(variance, magnitude(squares), made.count.hi.max(initial=0) + 4)
    output = made.normalised(operand, made.along(scale), made.along(offset), mean, variance)
    return [output, made.of_features(mean), made.of_features(variance)]


def _gradients(site: OpSite, op: Operation, operands: Sequence[Span]) -> list[Span]:
    operand, scale, mean, variance, gradient = operands
    made = _Normalisation(site, op, operand.shape)
    scale, mean, variance = map(made.along, (scale, mean, variance))
    centered = made.do(hlo.SubtractOp, operand, mean)
    spread = made.do(hlo.AddOp, variance, made.epsilon)
    deviation = made.do(hlo.SqrtOp, spread)
    products = made.do(hlo.MulOp, gradient, centered)
    # The names are those of the specification.
    i2, i3 = made.sum(gradient), made.sum(products)
    i5 = made.do(hlo.DivOp, made.do(hlo.MulOp, i3, centered), spread)
    inverse = 1 / np.abs(spread.lo)
    i5 = made.associated(i5, magnitude(i3), inverse, magnitude(centered))
    i1 = made.do(hlo.MulOp, gradient, made.count)
    i6 = made.do(hlo.SubtractOp, made.do(hlo.SubtractOp, i1, i2), i5)
    factor = made.do(hlo.DivOp, made.do(hlo.DivOp, scale, deviation), made.count)
    inverse = 1 / np.abs(deviation.lo)
    of_operand = made.associated(
        made.do(hlo.MulOp, factor, i6), magnitude(scale), inverse, 1 / made.count.lo, magnitude(i6)
    )
    of_scale = made.sum(made.do(hlo.MulOp, gradient, made.do(hlo.DivOp, centered, deviation)))
    # The deviation may be a factor of the sum.
    sizes = np.broadcast_to(magnitude(products).sum(made.axes, keepdims=True), operand.shape) * inverse
    of_scale = made.around(of_scale, sizes, made.count.hi.max(initial=0) + ASSOCIATED)
    return [of_operand, made.of_features(of_scale), made.of_features(i2)]


NORMALISATIONS: Mapping[type[Operation], Any] = {
    hlo.BatchNormInferenceOp: _inference,
    hlo.BatchNormTrainingOp: _training,
    hlo.BatchNormGradOp: _gradients,
}
"""The results of each op, from its site, itself, and the spans of its operands."""
