"""cholesky, fft, triangular_solve: what the ops reject, infer and print."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ComplexType, f32
from xdsl.ir import Attribute
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, check_rejected, tensor, value
from xdsl_stablehlo.dialects.stablehlo import FftType, HloOp, Transpose, infer_return_types

SQUARE, WIDE, COMPLEX = "tensor<2x2xf32>", "tensor<2x3xf32>", "tensor<3x9xcomplex<f32>>"
MISMATCH = "incompatible with return type(s) of operation"


def fft(kind: str, *length: int) -> str:
    return f"fft_type = #stablehlo<fft_type {kind}>, fft_length = array<i64: {', '.join(map(str, length))}>"


def solve(left_side: bool = True, transpose: str = "NO_TRANSPOSE") -> str:
    return (
        f"left_side = {str(left_side).lower()}, lower = true, unit_diagonal = true, "
        f"transpose_a = #stablehlo<transpose {transpose}>"
    )


REJECTED = [
    Case("cholesky_c1", "cholesky", [SQUARE], ["tensor<2x2xf64>"], "", "requires compatible element types"),
    Case("cholesky_c1_shape", "cholesky", [SQUARE], ["tensor<2x1xf32>"], "", MISMATCH),
    Case("cholesky_c2", "cholesky", ["tensor<2xf32>"], ["tensor<2xf32>"], "",
         "argument 'a' must have rank >= 2, got shape 2."),
    Case("cholesky_c3", "cholesky", [WIDE], [WIDE], "",
         "minor dimensions of 'a' must have equal size, got shape 2, 3."),
    Case("fft_c1", "fft", [COMPLEX], [COMPLEX], fft("FFT", 3, 9, 1),
         "operand rank must not be less than fft rank of 3 for operand of type 'tensor<3x9xcomplex<f32>>'."),
    Case("fft_c2_rfft", "fft", [COMPLEX], [COMPLEX], fft("RFFT", 9), "RFFT requires f32 or f64 input type"),
    Case("fft_c2_fft", "fft", [WIDE], [WIDE], fft("FFT", 3), "FFT/IFFT/IRFFT take a complex tensor as input"),
    Case("fft_c2_result", "fft", [COMPLEX], ["tensor<3x9xcomplex<f64>>"], fft("FFT", 9), MISMATCH),
    Case("fft_c3", "fft", ["tensor<1x1x3x9xcomplex<f32>>"], ["tensor<1x1x3x9xcomplex<f32>>"], fft("FFT", 1, 1, 3, 9),
         "rank must be between 1 and 3, but got 4."),
    Case("fft_c4", "fft", ["tensor<3x9xf32>"], ["tensor<3x5xcomplex<f32>>"], fft("RFFT", 3, 8),
         "RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, 9 but wanted 3, 8."),
    Case("fft_c5", "fft", [COMPLEX], ["tensor<3x15xf32>"], fft("IRFFT", 15),
         "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: 9 but fft_length is 15."),
    Case("fft_c5_inner", "fft", [COMPLEX], ["tensor<3x16xf32>"], fft("IRFFT", 4, 16),
         "IRFFT requires non-final dimensions to be compatible with fft_length. Got: 3, 9 but wanted 4, 16, and "
         "3 != 4."),
    Case("fft_c5_result", "fft", [COMPLEX], ["tensor<3x9xf32>"], fft("IRFFT", 16), MISMATCH),
    Case("triangular_solve_c1", "triangular_solve", [SQUARE, "tensor<2x2xf64>"], ["tensor<2x2xf64>"], solve(),
         "requires compatible element types for all operands and results"),
    Case("triangular_solve_c2", "triangular_solve", ["tensor<2xf32>", SQUARE], [SQUARE], solve(),
         "operand 'a' must have rank >= 2, but got 'tensor<2xf32>'"),
    Case("triangular_solve_c2_rank", "triangular_solve", [SQUARE, "tensor<1x2x2xf32>"], ["tensor<1x2x2xf32>"], solve(),
         "operands must have equal rank, but got 'tensor<2x2xf32>' and 'tensor<1x2x2xf32>'"),
    Case("triangular_solve_c3_square", "triangular_solve", [WIDE, WIDE], [WIDE], solve(),
         "two minor dimensions of operand 'a' must be compatible, but got 'tensor<2x3xf32>'"),
    Case("triangular_solve_c3_left", "triangular_solve", [SQUARE, "tensor<3x2xf32>"], ["tensor<3x2xf32>"], solve(),
         "shared dimension of operands 'a' and 'b' must be compatible"),
    Case("triangular_solve_c3_right", "triangular_solve", [SQUARE, WIDE], [WIDE], solve(left_side=False),
         "shared dimension of operands 'a' and 'b' must be compatible"),
    Case("triangular_solve_c3_batch", "triangular_solve", ["tensor<3x2x2xf32>", "tensor<1x2x2xf32>"],
         ["tensor<1x2x2xf32>"], solve(), "batch dimensions of the operands must be compatible"),
    Case("triangular_solve_i6", "triangular_solve", [SQUARE, SQUARE], [SQUARE], solve(transpose="TRANSPOSE_INVALID"),
         "Invalid transpose option value for triangular solve"),
    Case("triangular_solve_c4", "triangular_solve", [SQUARE, SQUARE], [WIDE], solve(), MISMATCH),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


C = ComplexType(f32)
INFERRED: list[tuple[HloOp, Attribute]] = [
    (hlo.CholeskyOp(value(tensor(f32, 3, 2, 2)), lower=True), tensor(f32, 3, 2, 2)),
    (hlo.FftOp(value(tensor(C, 3, 9)), FftType.IFFT, [9]), tensor(C, 3, 9)),
    (hlo.FftOp(value(tensor(f32, 3, 9)), FftType.RFFT, [9]), tensor(C, 3, 5)),
    (hlo.FftOp(value(tensor(f32, 3, 0)), FftType.RFFT, [0]), tensor(C, 3, 0)),
    (hlo.FftOp(value(tensor(C, 3, 9)), FftType.IRFFT, [16]), tensor(f32, 3, 16)),
    (hlo.FftOp(value(tensor(C, 3, 9)), FftType.IRFFT, [3, 17]), tensor(f32, 3, 17)),
    (
        hlo.FftOp(value(tensor(f32, UNKNOWN, 9, bounds=(4, UNKNOWN))), FftType.RFFT, [9]),
        tensor(C, UNKNOWN, 5, bounds=(4, UNKNOWN)),
    ),
    (
        hlo.TriangularSolveOp(
            value(tensor(f32, 2, 2)), value(tensor(f32, 2, 5)), True, False, False, Transpose.ADJOINT
        ),
        tensor(f32, 2, 5),
    ),
]


@pytest.mark.parametrize(("op", "result"), INFERRED, ids=lambda x: x.name if isinstance(x, HloOp) else "")
def test_builders_infer_result_types(op: HloOp, result: Attribute):
    op.verify()
    assert op.result_types == (result,)
    assert infer_return_types(op) == (result,)


def test_a_promised_unit_diagonal_is_not_speculatable():
    a, b = value(tensor(f32, 2, 2)), value(tensor(f32, 2, 2))
    for unit in (False, True):
        op = hlo.TriangularSolveOp(a, b, True, True, unit, Transpose.NO_TRANSPOSE)
        assert is_speculatable(op) is not unit


PRINTED = [
    function("%r0 = stablehlo.cholesky %a0, lower = true : tensor<2x2xf32>", [SQUARE], [SQUARE]),
    function("%r0 = stablehlo.cholesky %a0 : tensor<2x2xf32>", [SQUARE], [SQUARE]),
    function(
        "%r0 = stablehlo.fft %a0, type = IRFFT, length = [16] : "
        "(tensor<3x9xcomplex<f32>>) -> tensor<3x16xf32>",
        [COMPLEX],
        ["tensor<3x16xf32>"],
    ),
    Case("triangular_solve_c0", "triangular_solve", [SQUARE, SQUARE], [SQUARE], solve(), "").text(),
]


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
