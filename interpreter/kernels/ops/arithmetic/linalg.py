"""Factorisations, triangular systems and Fourier transforms (spec: cholesky, triangular_solve, fft).

Everything is computed in f64 or complex<f64> and rounded once to the type that is declared: f32 and the smaller types
come out correctly rounded nearly always, f64 as accurate as LAPACK and pocketfft are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo import CholeskyOp, FftOp, TriangularSolveOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.values.element_types import Array, dtype_of, holds_complex, round_to

from ...table import Cost, Exactness, register


def _widened(operand: Array) -> Array:
    return operand.astype(np.complex128 if holds_complex(operand.dtype) else np.float64)


def _rounded(values: Array, element_type: Attribute) -> Array:
    if holds_complex(values.dtype):
        return values.astype(dtype_of(element_type))
    return round_to(values, element_type)


def eval_cholesky(a: Array, *, lower: bool, element_type: Attribute) -> Array:
    """The Cholesky factor of each matrix `a[..., :, :]`: `lower` says which, and which triangle of `a` is read.

    The other triangle of the result is zero. A matrix that is not positive-definite, for which the specification
    leaves the behaviour undefined, gives NaN in the factor's triangle, as XLA does.
    """
    wide = _widened(a)
    factor = np.empty_like(wide)
    for index in np.ndindex(wide.shape[:-2]):
        try:
            factor[index] = np.linalg.cholesky(wide[index], upper=not lower)
        except np.linalg.LinAlgError:
            nothing = np.full_like(wide[index], np.nan)
            factor[index] = np.tril(nothing) if lower else np.triu(nothing)
    return _rounded(factor, element_type)


def undefined_cholesky(op: CholeskyOp, a: Array) -> str | None:
    """Why the specification leaves the factorisation of `a` undefined, or None; see `indefinite`."""
    wide = _widened(a)
    with np.errstate(all="ignore"):
        adjoint = np.conj(np.swapaxes(wide, -1, -2))
        symmetric = np.allclose(wide, adjoint, rtol=1e-5, atol=0.0)
    return None if symmetric else "a matrix is not Hermitian"


def indefinite(factor: Array) -> str | None:
    """Why `factor` is that of a matrix without one: a NaN anywhere in it makes one on its diagonal."""
    with np.errstate(all="ignore"):
        diagonal = np.isnan(_widened(np.diagonal(factor, axis1=-2, axis2=-1)))
    return "a matrix is not positive-definite" if diagonal.any() else None


def eval_triangular_solve(
    a: Array,
    b: Array,
    *,
    left_side: bool,
    lower: bool,
    unit_diagonal: bool,
    transpose_a: str,
    element_type: Attribute,
) -> Array:
    """The solution x of op(a) x = b (or x op(a) = b), matrix by matrix, by substitution.

    `transpose_a` is NO_TRANSPOSE, TRANSPOSE or ADJOINT. Only the triangle that `lower` names is read, and not the
    diagonal if `unit_diagonal`. A zero on the diagonal divides as IEEE 754 says.
    """
    matrix, right = _widened(a), _widened(b)
    transposed = transpose_a != "NO_TRANSPOSE"
    if transpose_a == "ADJOINT":
        matrix = np.conj(matrix)
    # x op(a) = b is op(a)^T x^T = b^T.
    if transposed == left_side:
        matrix = np.swapaxes(matrix, -1, -2)
        lower = not lower
    if not left_side:
        right = np.swapaxes(right, -1, -2)
    size = matrix.shape[-1]
    solution = np.zeros_like(right)
    for i in range(size) if lower else range(size - 1, -1, -1):
        known = slice(0, i) if lower else slice(i + 1, size)
        row = right[..., i, :] - (matrix[..., i, None, known] @ solution[..., known, :])[..., 0, :]
        solution[..., i, :] = row if unit_diagonal else row / matrix[..., i, i, None]
    if not left_side:
        solution = np.swapaxes(solution, -1, -2)
    return _rounded(solution, element_type)


def eval_fft(operand: Array, *, fft_type: str, fft_length: Sequence[int], element_type: Attribute) -> Array:
    """The discrete Fourier transform over the last `len(fft_length)` dimensions.

    `fft_type` is FFT, IFFT, RFFT or IRFFT; `element_type` is the result's. The inverse kinds divide by the product of
    `fft_length`; IRFFT reads the first half of a Hermitian spectrum.
    """
    axes = tuple(range(operand.ndim - len(fft_length), operand.ndim))
    wide = _widened(operand)
    if 0 in operand.shape or 0 in fft_length:
        half = fft_length[-1] // 2 + 1 if fft_length[-1] else 0
        last = {"RFFT": half, "IRFFT": fft_length[-1]}.get(fft_type, operand.shape[-1])
        return np.zeros((*operand.shape[:-1], last), dtype_of(element_type))
    if fft_type == "IRFFT":
        return _rounded(np.fft.irfftn(wide, s=fft_length, axes=axes), element_type)
    transform = {"FFT": np.fft.fftn, "IFFT": np.fft.ifftn, "RFFT": np.fft.rfftn}[fft_type]
    return _rounded(transform(wide, axes=axes), element_type)


def _fft_work(op: FftOp) -> int:
    lengths = sum(max(1, length.bit_length()) for length in ints(op.fft_length))
    return lengths * prod(ranked(op.operand).get_shape())


FACTORISED = 150_000
"""Additional elementary operations for each matrix of a batch that is factorised."""


def _cholesky_work(op: CholeskyOp) -> int:
    *batch, size, _ = ranked(op.a).get_shape()
    return prod(batch) * (FACTORISED + size**3 // 3)


def _solve_work(op: TriangularSolveOp) -> int:
    return prod(ranked(op.b).get_shape()) * (50 + ranked(op.a).get_shape()[-1] // 2)


register(
    CholeskyOp,
    eval_cholesky,
    cost=Cost(15_000, 1, work=_cholesky_work),
    exactness=Exactness.ROUNDED,
    undefined=undefined_cholesky,
    undefined_result=indefinite,
)
register(
    TriangularSolveOp,
    eval_triangular_solve,
    cost=Cost(30_000, 1, work=_solve_work),
    exactness=Exactness.ROUNDED,
)
register(FftOp, eval_fft, cost=Cost(40_000, 1, work=_fft_work), exactness=Exactness.LIBM)
