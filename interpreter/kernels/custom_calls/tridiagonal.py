"""`tridiagonal_solve_perturbed_ffi`: JAX's solver on CPU of tridiagonal systems that may be singular.

LAPACK's xLAGTF and xLAGTS in one, for several right hand sides, as `jaxlib/tridiagonal_solve_perturbed.h` has them:
Gaussian elimination with row exchanges, in which pivots that would overflow are moved away from zero.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array, ComplexFormat, FloatFormat, format_of_dtype

from ..table import Cost, Exactness
from .registry import register_known

Number: TypeAlias = Any
"""A scalar of NumPy, of the type of the matrix."""


class Eliminated(NamedTuple):
    """What elimination leaves."""

    upper: Array
    """The factor U, n x 3: the diagonal, and the two above it."""
    right: Array
    """The right hand sides."""
    largest: Number
    """The largest magnitude in U."""


class _FloatLimits(NamedTuple):
    """Of the real numbers that a type has, or has parts of."""

    epsilon: Number
    """The distance from 1 to the next number."""
    least: Number
    """The smallest normal number; its inverse is finite."""


def _limits(dtype: np.dtype[Any]) -> _FloatLimits:
    known = format_of_dtype(dtype)
    part = known.part if isinstance(known, ComplexFormat) else known
    assert isinstance(part, FloatFormat)
    number = part.dtype.type
    return _FloatLimits(number(2.0 ** (1 - part.precision)), number(2.0**part.least_exponent))


def solve_perturbed(lower: Array, diagonal: Array, upper: Array, right: Array) -> Array:
    """The solution of a tridiagonal system of n equations, `right` being n x k.

    `lower[0]` and `upper[-1]` do not count.
    """
    size, epsilon = len(diagonal), _limits(diagonal.dtype).epsilon
    if size == 0:
        return right
    if size == 1:
        pivot, row = perturbed(epsilon * abs(diagonal[0]), diagonal[0], right[0])
        return (row / pivot)[None]
    factor, solved, largest = _eliminate(lower, diagonal, upper, right)
    for k in range(size - 1, -1, -1):
        row = solved[k]
        for ahead in (1, 2):
            if k + ahead < size:
                row = row - factor[k, ahead] * solved[k + ahead]
        pivot, row = perturbed(epsilon * largest, factor[k, 0], row)
        solved[k] = row * (diagonal.dtype.type(1) / pivot)
    return solved


def _eliminate(lower: Array, diagonal: Array, upper: Array, right: Array) -> Eliminated:
    size = len(diagonal)
    factor = np.zeros((size, 3), diagonal.dtype)
    factor[0, :2] = diagonal[0], upper[0]
    solved = right.copy()
    largest = abs(factor[0, :2]).max()
    scale = abs(factor[0, 0]) + abs(factor[0, 1])
    for k in range(size - 1):
        below, middle = lower[k + 1], diagonal[k + 1]
        beyond = upper[k + 1] if k < size - 2 else diagonal.dtype.type(0)
        next_scale = abs(below) + abs(middle) + abs(beyond)
        first = abs(factor[k, 0]) / scale if factor[k, 0] != 0 else scale * 0
        if below == 0:
            factor[k + 1, :2] = middle, upper[k + 1]
            scale = next_scale
        elif abs(below) / next_scale <= first:
            ratio = below / factor[k, 0]
            factor[k + 1, :2] = middle - ratio * factor[k, 1], upper[k + 1]
            solved[k + 1] -= ratio * solved[k]
            scale = next_scale
        else:
            ratio, over = factor[k, 0] / below, factor[k, 1]
            factor[k] = below, middle, beyond
            factor[k + 1, :2] = over - ratio * middle, -ratio * beyond
            solved[k], solved[k + 1] = solved[k + 1].copy(), solved[k] - ratio * solved[k + 1]
            scale = abs(factor[k + 1, 0]) + abs(factor[k + 1, 1])
        if k < size - 2:
            largest = max(largest, abs(factor[k]).max())
    return Eliminated(factor, solved, max(largest, abs(factor[-1, 0])))


def perturbed(perturb: Number, pivot: Number, row: Array) -> tuple[Number, Array]:
    """A pivot and a right hand side, changed so that neither their quotient nor the pivot's inverse overflows.

    `perturb` is the least by which a pivot is moved, away from zero.
    """
    least = _limits(row.dtype).least
    factor = abs(row).max(initial=0)
    step = np.copysign(max(abs(perturb), least), pivot.real)
    while abs(pivot) < 1:
        tiny = abs(pivot) < least
        if tiny and pivot != 0 and factor * least <= abs(pivot):
            return pivot / least, row / least
        if not tiny and factor <= abs(pivot) / least:
            return pivot, row
        pivot, step = pivot + step, step * 2
    return pivot, row


def eval_tridiagonal_solve(lower: Array, diagonal: Array, upper: Array, right: Array) -> tuple[Array]:
    """The solutions for a batch of matrices."""
    solved = np.empty(right.shape, right.dtype)
    for index in np.ndindex(diagonal.shape[:-1]):
        solved[index] = solve_perturbed(lower[index], diagonal[index], upper[index], right[index])
    return (solved,)


register_known(
    "tridiagonal_solve_perturbed_ffi",
    lambda _: eval_tridiagonal_solve,
    cost=Cost(60_000, 40_000, work=lambda op: prod(ranked(op.inputs[1]).get_shape())),
    exactness=Exactness.LIBM,
)
