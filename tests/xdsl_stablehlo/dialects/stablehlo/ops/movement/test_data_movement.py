"""Data movement: what the ops reject, infer and print."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, check_rejected, tensor, value
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

F32, SCALAR, MATRIX = "tensor<2xf32>", "tensor<f32>", "tensor<2x3xf32>"
MISMATCH = "incompatible with return type(s) of operation"


def dims(name: str, *values: int) -> str:
    return f"{name} = array<i64{': ' if values else ''}{', '.join(map(str, values))}>"


def quantized(shape: str, text: str) -> str:
    return f"tensor<{shape}x!quant.uniform<{text}>>"


Q_ROW = quantized("1x2", "i8:f32:0, {0.5:1}")
REJECTED = [
    Case("iota_c1", "iota", [], [F32], "iota_dimension = 1 : i64", "iota dimension cannot go beyond the output rank."),
    Case("iota_c1_negative", "iota", [], [F32], "iota_dimension = -1 : i64",
         "'iota_dimension' failed to satisfy constraint"),
    Case("iota_c1_scalar", "iota", [], [SCALAR], "iota_dimension = 0 : i64", "does not support scalars."),
    Case("broadcast_in_dim_c1", "broadcast_in_dim", [F32], ["tensor<2xf64>"], dims("broadcast_dimensions", 0),
         "requires compatible element types for all operands and results"),
    Case("broadcast_in_dim_c1_scale", "broadcast_in_dim", [quantized("1", "i8:f32, 0.5:1")],
         [quantized("3", "i8:f32, 0.25:1")], dims("broadcast_dimensions", 0),
         "expect same quantization scale and zero_point"),
    Case("broadcast_in_dim_c2", "broadcast_in_dim", [F32], [MATRIX], dims("broadcast_dimensions", 0, 1),
         "broadcast_dimensions size (2) does not match operand rank (1)"),
    Case("broadcast_in_dim_c3", "broadcast_in_dim", [F32], [MATRIX], dims("broadcast_dimensions", 2),
         "broadcast_dimensions contains invalid value 2 for result with rank 2"),
    Case("broadcast_in_dim_c3_negative", "broadcast_in_dim", [F32], [MATRIX], dims("broadcast_dimensions", -1),
         "broadcast_dimensions contains invalid value -1 for result with rank 2"),
    Case("broadcast_in_dim_c4", "broadcast_in_dim", [MATRIX], [MATRIX], dims("broadcast_dimensions", 1, 1),
         "broadcast_dimensions should not have duplicates"),
    Case("broadcast_in_dim_c5", "broadcast_in_dim", [F32], [MATRIX], dims("broadcast_dimensions", 1),
         "size of operand dimension 0 (2) is not equal to 1 or size of result dimension 1 (3)"),
    Case("broadcast_in_dim_c6", "broadcast_in_dim", [Q_ROW], [quantized("2x2", "i8:f32:1, {0.5:1, 0.5:1}")],
         dims("broadcast_dimensions", 0, 1),
         "result quantization_dimension 1 not same as broadcast_dimensions[0] = 0"),
    Case("broadcast_in_dim_c6_scale", "broadcast_in_dim", [Q_ROW], [quantized("2x2", "i8:f32:0, {0.5:1, 0.25:1}")],
         dims("broadcast_dimensions", 0, 1),
         "mismatch result scale 1 (2.500000e-01) and operand scale 0 (5.000000e-01)"),
    Case("broadcast_in_dim_c6_zero_point", "broadcast_in_dim", [Q_ROW],
         [quantized("2x2", "i8:f32:0, {0.5:1, 0.5:2}")], dims("broadcast_dimensions", 0, 1),
         "mismatch result zero_point 1 (2) and operand zero_point 0 (1)"),
    Case("reshape_c1", "reshape", [F32], ["tensor<2xf64>"], "", "requires compatible element types"),
    Case("reshape_c2", "reshape", [MATRIX], ["tensor<7xf32>"], "",
         "number of output elements (7) doesn't match expected number of elements (6)"),
    Case("reshape_c3", "reshape", [quantized("2x3", "i8:f32:1, {0.5:1, 0.5:1, 0.5:1}")],
         [quantized("3x2", "i8:f32:1, {0.5:1, 0.5:1}")], "", "expect same quantization dimension size"),
    Case("reshape_c3_before", "reshape", [quantized("2x3", "i8:f32:1, {0.5:1, 0.5:1, 0.5:1}")],
         [quantized("3x2", "i8:f32:0, {0.5:1, 0.5:1, 0.5:1}")], "",
         "product of dimensions before quantization dimension must match between operand and result for 2 and 1"),
    Case("transpose_c1", "transpose", [F32], ["tensor<2xf64>"], dims("permutation", 0),
         "requires compatible element types"),
    Case("transpose_c2", "transpose", [MATRIX], [MATRIX], dims("permutation", 0, 0),
         "attribute permutation must be a permutation of [0, 1] but got 0, 0"),
    Case("transpose_c2_size", "transpose", [MATRIX], [MATRIX], dims("permutation", 0),
         "TransposeOp operand rank 2 does not match permutation size 1"),
    Case("transpose_c3", "transpose", [MATRIX], [MATRIX], dims("permutation", 1, 0), MISMATCH),
    Case("transpose_c4", "transpose", [quantized("2x2", "i8:f32:0, {0.5:1, 0.5:1}")],
         [quantized("2x2", "i8:f32:0, {0.5:1, 0.5:1}")], dims("permutation", 1, 0),
         "operand quantization_dimension 0 is not same as permutation[0] = 1"),
    Case("reverse_c1", "reverse", [F32], ["tensor<3xf32>"], dims("dimensions", 0), MISMATCH),
    Case("reverse_c1_element", "reverse", [F32], ["tensor<2xf64>"], dims("dimensions", 0),
         "requires the same element type"),
    Case("reverse_c2", "reverse", [F32], [F32], dims("dimensions", 0, 0), "dimensions should be unique. Got: 0, 0"),
    Case("reverse_c3", "reverse", [F32], [F32], dims("dimensions", 1),
         "all dimensions should be between [0, 1). Got dimension: 1."),
    Case("reverse_c3_negative", "reverse", [F32], [F32], dims("dimensions", -1),
         "all dimensions should be non-negative. Got dimension: -1."),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


BOUNDED = tensor(f32, UNKNOWN, 2, bounds=(5, UNKNOWN))
INFERRED: list[tuple[HloOp, Attribute]] = [
    (hlo.BroadcastOp(value(tensor(f32, 2)), [3, 4]), tensor(f32, 3, 4, 2)),
    (hlo.TransposeOp(value(BOUNDED), [1, 0]), tensor(f32, 2, UNKNOWN, bounds=(UNKNOWN, 5))),
    (hlo.ReverseOp(value(BOUNDED), [0]), BOUNDED),
]


@pytest.mark.parametrize(("op", "result"), INFERRED, ids=lambda x: x.name if isinstance(x, HloOp) else "")
def test_builders_infer_result_types(op: HloOp, result: Attribute):
    op.verify()
    assert op.result_types == (result,)
    assert infer_return_types(op) == (result,)


PRINTED = [
    function("%r0 = stablehlo.iota dim = 1 : tensor<2x3xf32>", [], [MATRIX]),
    function("%r0 = stablehlo.broadcast %a0, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf32>", [F32],
         ["tensor<3x2xf32>"]),
    function("%r0 = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<2xf32>", [SCALAR], [F32]),
    function("%r0 = stablehlo.reshape %a0 : (tensor<2x3xf32>) -> tensor<6xf32>", [MATRIX], ["tensor<6xf32>"]),
    function("%r0 = stablehlo.transpose %a0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>", [MATRIX],
         ["tensor<3x2xf32>"]),
    function("%r0 = stablehlo.reverse %a0, dims = [0] : tensor<2xf32>", [F32], [F32]),
]  # fmt: skip


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
