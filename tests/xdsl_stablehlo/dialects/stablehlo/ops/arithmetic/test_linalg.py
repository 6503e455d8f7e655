"""cholesky, fft, triangular_solve: what the ops reject, infer and print."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ComplexType, f32
from xdsl.ir import Attribute
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, tensor, value
from xdsl_stablehlo.dialects.stablehlo import FftType, HloOp, Transpose, infer_return_types

SQUARE, WIDE, COMPLEX = "tensor<2x2xf32>", "tensor<2x3xf32>", "tensor<3x9xcomplex<f32>>"


def solve(left_side: bool = True, transpose: str = "NO_TRANSPOSE") -> str:
    return (
        f"left_side = {str(left_side).lower()}, lower = true, unit_diagonal = true, "
        f"transpose_a = #stablehlo<transpose {transpose}>"
    )


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
