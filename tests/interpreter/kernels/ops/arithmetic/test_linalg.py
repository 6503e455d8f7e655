"""cholesky, triangular_solve and fft: the specification's examples, residuals, and the definition of the transform."""

from __future__ import annotations

from itertools import product
from typing import Any, cast

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects.builtin import BFloat16Type, ComplexType, Float8E8M0FNUType, f16, f32, f64
from xdsl.ir import Attribute

from tests.helpers.programs import function, parse
from xdsl_stablehlo.dialects.stablehlo import CholeskyOp
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.linalg import (
    eval_cholesky,
    eval_fft,
    eval_triangular_solve,
    indefinite,
)
from xdsl_stablehlo.interpreter.kernels.support.table import every_kernel
from xdsl_stablehlo.values.element_types import Array, dtype_of, format_of_dtype

C64, C128 = ComplexType(f32), ComplexType(f64)


def random(shape: tuple[int, ...], dtype: type | np.dtype[np.generic], seed: int = 0) -> Array:
    rng = np.random.default_rng(seed)
    values = rng.uniform(-1, 1, shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.uniform(-1, 1, shape)
    return values.astype(dtype)


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("element_type", [f16, BFloat16Type(), f32, f64, C64, C128])
def test_cholesky_of_a_batch_multiplies_back(element_type: Attribute, lower: bool):
    dtype = dtype_of(element_type)
    factors = np.tril(random((2, 3, 4, 4), np.complex128 if dtype.kind == "c" else np.float64)) + 2 * np.eye(
        4
    )
    a = (factors @ np.conj(np.swapaxes(factors, -1, -2))).astype(dtype)
    result = eval_cholesky(a, lower=lower, element_type=element_type)
    assert result.dtype == dtype
    wide = result.astype(np.complex128)
    np.testing.assert_array_equal(wide, np.tril(wide) if lower else np.triu(wide))
    adjoint = np.conj(np.swapaxes(wide, -1, -2))
    tolerance = {2: 8e-2, 4: 5e-6, 8: 1e-13}[dtype.itemsize // (2 if dtype.kind == "c" else 1)]
    np.testing.assert_allclose(
        wide @ adjoint if lower else adjoint @ wide, a.astype(np.complex128), atol=tolerance
    )


@pytest.mark.parametrize("lower", [True, False])
def test_cholesky_reads_one_triangle(lower: bool):
    a = np.array([[4.0, 2.0], [2.0, 5.0]])
    spoiled = np.where(np.tri(2, dtype=bool) == lower, a, 99.0)
    spoiled[[0, 1], [0, 1]] = 4.0, 5.0
    expected = np.array([[2.0, 0.0], [1.0, 2.0]])
    result = eval_cholesky(spoiled, lower=lower, element_type=f64)
    np.testing.assert_array_equal(result, expected if lower else expected.T)


def test_cholesky_of_an_indefinite_matrix_is_nan_in_its_batch_alone():
    a = np.array([[[1.0, 2.0], [2.0, 1.0]], [[4.0, 0.0], [0.0, 9.0]]], np.float32)
    result = eval_cholesky(a, lower=True, element_type=f32)
    np.testing.assert_array_equal(np.isnan(result[0]), [[True, False], [True, True]])
    np.testing.assert_array_equal(result[1], [[2, 0], [0, 3]])


def test_cholesky_of_nothing():
    assert eval_cholesky(np.zeros((0, 0), np.float32), lower=True, element_type=f32).shape == (0, 0)


def solved(a: Array, b: Array, left: bool, lower: bool, unit: bool, transpose: str) -> Array:
    """The residual op(a) x - b of a solution, in double precision."""
    x = eval_triangular_solve(
        a,
        b,
        left_side=left,
        lower=lower,
        unit_diagonal=unit,
        transpose_a=transpose,
        element_type=format_of_dtype(b.dtype).type,
    )
    assert x.dtype == b.dtype
    assert x.shape == b.shape
    matrix = np.tril(a) if lower else np.triu(a)
    if unit:
        matrix = matrix - matrix * np.eye(a.shape[-1]) + np.eye(a.shape[-1])
    if transpose != "NO_TRANSPOSE":
        matrix = np.swapaxes(matrix, -1, -2)
    if transpose == "ADJOINT":
        matrix = np.conj(matrix)
    return matrix @ x - b if left else x @ matrix - b


@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
@pytest.mark.parametrize(
    ("left", "lower", "unit", "transpose"),
    list(product([True, False], [True, False], [True, False], ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])),
)
def test_triangular_solve_every_option_on_a_batch(
    dtype: Any, left: bool, lower: bool, unit: bool, transpose: str
):
    a = random((2, 3, 4, 4), dtype) + 3 * np.eye(4)
    b = random((2, 3, 4, 5) if left else (2, 3, 5, 4), dtype, 1)
    np.testing.assert_allclose(solved(a, b, left, lower, unit, transpose), 0, atol=1e-12)


@pytest.mark.parametrize(
    ("dtype", "tolerance"),
    [(np.float32, 1e-6), (np.complex64, 1e-6), (np.float16, 5e-3), (ml_dtypes.bfloat16, 5e-2)],
)
def test_triangular_solve_rounds_once_to_the_element_type(dtype: Any, tolerance: float):
    a = (random((4, 4), np.dtype(dtype)).astype(np.complex64).real + 3 * np.eye(4)).astype(dtype)
    b = random((4, 2), np.dtype(dtype), 1)
    residual = solved(a, b, True, True, False, "NO_TRANSPOSE")
    np.testing.assert_allclose(np.abs(residual.astype(np.complex128)), 0, atol=tolerance)


def test_triangular_solve_unit_diagonal_does_not_read_the_diagonal():
    a, b = np.array([[np.nan, 7.0], [3.0, np.nan]]), np.array([[1.0], [5.0]])
    options: dict[str, Any] = {
        "left_side": True,
        "lower": True,
        "unit_diagonal": True,
        "transpose_a": "NO_TRANSPOSE",
    }
    np.testing.assert_array_equal(eval_triangular_solve(a, b, **options, element_type=f64), [[1.0], [2.0]])


def test_triangular_solve_divides_by_zero_as_ieee_754():
    a, b = np.array([[0.0]]), np.array([[1.0, -1.0, 0.0]])
    options: dict[str, Any] = {
        "left_side": True,
        "lower": True,
        "unit_diagonal": False,
        "transpose_a": "NO_TRANSPOSE",
    }
    with np.errstate(all="ignore"):
        result = eval_triangular_solve(a, b, **options, element_type=f64)
    np.testing.assert_array_equal(result, [[np.inf, -np.inf, np.nan]])


def transform(rows: Array, sign: int) -> Array:
    """The discrete Fourier transform of the last dimension by its definition."""
    n = rows.shape[-1]
    k = cast(Array, np.arange(n))
    return rows.astype(np.complex128) @ np.exp(sign * 2j * np.pi * np.outer(k, k) / n)


@pytest.mark.parametrize("element_type", [C64, C128])
@pytest.mark.parametrize("shape", [(1,), (5,), (3, 8), (2, 3, 7)])
def test_fft_and_ifft_of_one_dimension_are_the_definition(element_type: Attribute, shape: tuple[int, ...]):
    x = random(shape, dtype_of(element_type))
    tolerance = 1e-6 if element_type == C64 else 1e-13
    length = shape[-1:]
    forward = eval_fft(x, fft_type="FFT", fft_length=length, element_type=element_type)
    assert forward.dtype == x.dtype
    np.testing.assert_allclose(forward, transform(x, -1), atol=tolerance)
    backward = eval_fft(x, fft_type="IFFT", fft_length=length, element_type=element_type)
    np.testing.assert_allclose(backward, transform(x, 1) / shape[-1], atol=tolerance)


def test_fft_of_three_dimensions_is_one_after_the_other():
    x = random((2, 3, 4, 5), np.complex128)
    expected = x
    for axis in (3, 2, 1):
        expected = np.moveaxis(transform(np.moveaxis(expected, axis, -1), -1), -1, axis)
    result = eval_fft(x, fft_type="FFT", fft_length=(3, 4, 5), element_type=C128)
    np.testing.assert_allclose(result, expected, atol=1e-12)


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_rfft_is_the_first_half_of_the_fft(n: int):
    x = random((3, n), np.float32)
    result = eval_fft(x, fft_type="RFFT", fft_length=(n,), element_type=C64)
    assert result.shape == (3, n // 2 + 1)
    np.testing.assert_allclose(result, transform(x, -1)[:, : n // 2 + 1], atol=1e-6)


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_irfft_is_the_inverse_of_rfft(n: int):
    x = random((3, n), np.float64)
    spectrum = transform(x, -1)[:, : n // 2 + 1]
    result = eval_fft(spectrum, fft_type="IRFFT", fft_length=(n,), element_type=f64)
    assert result.dtype == np.float64
    np.testing.assert_allclose(result, x, atol=1e-14)


def test_irfft_of_two_dimensions():
    x = random((2, 4, 6), np.float64)
    spectrum = eval_fft(x, fft_type="RFFT", fft_length=(4, 6), element_type=C128)
    np.testing.assert_allclose(
        eval_fft(spectrum, fft_type="IRFFT", fft_length=(4, 6), element_type=f64), x, atol=1e-14
    )


@pytest.mark.parametrize(
    ("fft_type", "operand", "length", "shape"),
    [
        ("FFT", (2, 0), (0,), (2, 0)),
        ("RFFT", (0, 4), (4,), (0, 3)),
        ("RFFT", (2, 0), (0,), (2, 0)),
        ("IRFFT", (0, 3), (4,), (0, 4)),
        ("IRFFT", (2, 1), (0,), (2, 0)),
    ],
)
def test_fft_of_nothing(
    fft_type: str, operand: tuple[int, ...], length: tuple[int, ...], shape: tuple[int, ...]
):
    x = np.zeros(operand, np.float32 if fft_type == "RFFT" else np.complex64)
    element_type = f32 if fft_type == "IRFFT" else C64
    assert eval_fft(x, fft_type=fft_type, fft_length=length, element_type=element_type).shape == shape


@pytest.mark.parametrize(
    ("a", "reason"),
    [
        ([[4.0, 2.0], [2.0, 5.0]], None),
        ([[4.0, 2.0], [1.0, 5.0]], "not Hermitian"),
        ([[1.0, 2.0], [2.0, 1.0]], "not positive-definite"),
    ],
)
def test_cholesky_is_undefined_where_the_specification_says_so(a: list[list[float]], reason: str | None):
    matrix = "tensor<2x2xf64>"
    body = f'%r0 = "stablehlo.cholesky"(%a0) {{lower = false}} : ({matrix}) -> {matrix}'
    op = next(op for op in parse(function(body, [matrix], [matrix])).walk() if isinstance(op, CholeskyOp))
    entry = every_kernel()[CholeskyOp]
    assert entry.undefined is not None
    assert entry.undefined_result is not None
    said = entry.undefined(op, np.array(a)) or entry.undefined_result(entry.make(op)(np.array(a)))
    assert said is None if reason is None else reason in cast(str, said)


@pytest.mark.parametrize("element_type", [f32, f64, Float8E8M0FNUType(), ComplexType(f64)])
def test_an_indefinite_matrix_shows_on_the_diagonal_of_its_factor(element_type: Attribute):
    """The zeros beside the diagonal are NaN in the one type that has none: these say nothing."""
    dtype = dtype_of(element_type)
    matrices = np.array([[[4, 1], [1, 4]], [[1, 2], [2, 1]]]).astype(dtype)
    factors = [eval_cholesky(matrix, lower=True, element_type=element_type) for matrix in matrices]
    assert [indefinite(factor) for factor in factors] == [None, "a matrix is not positive-definite"]
