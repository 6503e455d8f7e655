"""Factorisations, triangular systems and Fourier transforms (spec: cholesky, triangular_solve, fft).

Everything is computed in f64 or complex<f64> and rounded once to the type that is declared: f32 and the smaller types
come out correctly rounded nearly always, f64 as accurate as LAPACK and pocketfft are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from xdsl.dialects.builtin import ComplexType, f64
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo import CholeskyOp, FftOp, TriangularSolveOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.values.element_types import Array, dtype_of, holds_complex, round_to

from ....numerics import Arithmetic, arithmetic_of
from ...support.fourier import transform
from ...support.table import XLA_MATRICES, Cost, Exactness, XlaCost, register


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
    rest = np.tril(wide) if lower else np.conj(np.swapaxes(np.triu(wide), -1, -2))
    multiply = _arithmetic_of(wide).multiply
    factor = np.zeros_like(wide)
    is_positive = np.ones(wide.shape[:-2], np.bool_)
    for i in range(wide.shape[-1]):
        square = np.real(rest[..., i, i])
        is_positive &= square > 0
        pivot = np.sqrt(np.where(square > 0, square, np.nan))[..., None]
        column = rest[..., i + 1 :, i] / pivot
        factor[..., i : i + 1, i], factor[..., i + 1 :, i] = pivot, column
        rest[..., i + 1 :, i + 1 :] -= multiply(column[..., :, None], np.conj(column[..., None, :]))
    factor = np.where(is_positive[..., None, None], factor, np.tril(np.full_like(factor, np.nan)))
    return _rounded(factor if lower else np.conj(np.swapaxes(factor, -1, -2)), element_type)


def _arithmetic_of(wide: Array) -> Arithmetic:
    return arithmetic_of(ComplexType(f64) if holds_complex(wide.dtype) else f64)


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
    numbers = _arithmetic_of(right)
    for i in range(size) if lower else range(size - 1, -1, -1):
        row = right[..., i, None, :]
        if not unit_diagonal:
            row[...] = numbers.divide(row, matrix[..., i, i, None, None])
        unknown = slice(i + 1, size) if lower else slice(0, i)
        right[..., unknown, :] -= numbers.multiply(matrix[..., unknown, i, None], row)
    return _rounded(right if left_side else np.swapaxes(right, -1, -2), element_type)


def eval_fft(operand: Array, *, fft_type: str, fft_length: Sequence[int], element_type: Attribute) -> Array:
    """The discrete Fourier transform over the last `len(fft_length)` dimensions, computed in f64.

    `fft_type` is FFT, IFFT, RFFT or IRFFT; `element_type` is the result's. The inverse kinds divide by the product of
    `fft_length`; IRFFT reads the first half of a Hermitian spectrum.
    """
    axes = tuple(range(operand.ndim - len(fft_length), operand.ndim))
    wide = _widened(operand)
    if 0 in operand.shape or 0 in fft_length:
        half = fft_length[-1] // 2 + 1 if fft_length[-1] else 0
        last = {"RFFT": half, "IRFFT": fft_length[-1]}.get(fft_type, operand.shape[-1])
        return np.zeros((*operand.shape[:-1], last), dtype_of(element_type))
    inverse = fft_type in ("IFFT", "IRFFT")
    numbers = wide.astype(np.complex128)
    *others, last = axes
    for axis in others if fft_type == "IRFFT" else ():
        numbers = transform(numbers, axis, inverse)
    if fft_type == "IRFFT":
        numbers = _whole_spectrum(numbers, fft_length[-1])
    numbers = transform(numbers, last, inverse)
    if fft_type == "IRFFT":
        return _rounded(np.real(numbers), element_type)
    if fft_type == "RFFT":
        numbers = numbers[..., : fft_length[-1] // 2 + 1]
    for axis in reversed(others):
        numbers = transform(numbers, axis, inverse)
    return _rounded(numbers, element_type)


def _whole_spectrum(half: Array, size: int) -> Array:
    """The Hermitian spectrum of `size` elements whose first half is given."""
    half = half[..., : size // 2 + 1]
    half[..., 0] = np.real(half[..., 0])
    if size % 2 == 0:
        half[..., -1] = np.real(half[..., -1])
    return np.concatenate((half, np.conj(half[..., (size - 1) // 2 : 0 : -1])), -1)


def _fft_work(op: FftOp) -> int:
    lengths = sum(max(1, length.bit_length()) for length in ints(op.fft_length))
    return lengths * prod(ranked(op.operand).get_shape())


STEP, SOLVED = 12_000, 4_000
"""Nanoseconds for each row that is eliminated in a factorisation, and in a triangular system, of all in a batch."""


def _cholesky_work(op: CholeskyOp) -> int:
    *batch, size, _ = ranked(op.a).get_shape()
    return STEP * size + prod(batch) * size**3


def _solve_work(op: TriangularSolveOp) -> int:
    size = ranked(op.a).get_shape()[-1]
    return SOLVED * size + prod(ranked(op.b).get_shape()) * (5 + size) // 4


register(
    CholeskyOp,
    eval_cholesky,
    cost=Cost(15_000, 1, work=_cholesky_work),
    xla=XLA_MATRICES,
    exactness=Exactness.ROUNDED,
    undefined=undefined_cholesky,
    undefined_result=indefinite,
)
register(
    TriangularSolveOp,
    eval_triangular_solve,
    cost=Cost(30_000, 1, work=_solve_work),
    xla=XLA_MATRICES,
    exactness=Exactness.ROUNDED,
)
register(
    FftOp,
    eval_fft,
    cost=Cost(100_000, 6, work=_fft_work),
    xla=XlaCost(0, 0.45, "fft", 20),
    exactness=Exactness.ROUNDED,
)
