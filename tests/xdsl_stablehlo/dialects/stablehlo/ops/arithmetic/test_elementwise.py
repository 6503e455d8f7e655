"""Elementwise ops: what they reject, what they infer, how they are built and printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ComplexType, f32, f64, i1, i8, i32
from xdsl.ir import Attribute
from xdsl.traits import Commutative, is_side_effect_free, is_speculatable
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, check_rejected, tensor, value
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

FLOAT_UNARY = (
    "cbrt",
    "ceil",
    "cosine",
    "exponential",
    "exponential_minus_one",
    "floor",
    "log",
    "log_plus_one",
    "logistic",
    "negate",
    "round_nearest_afz",
    "round_nearest_even",
    "rsqrt",
    "sign",
    "sine",
    "sqrt",
    "tan",
    "tanh",
)
INTEGER_UNARY = ("count_leading_zeros", "not", "popcnt")
FLOAT_BINARY = ("atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract")
INTEGER_BINARY = ("and", "or", "shift_left", "shift_right_arithmetic", "shift_right_logical", "xor")

COMPATIBLE = "requires compatible types for all operands and results"
F32, F64, I32, I64 = "tensor<2xf32>", "tensor<2xf64>", "tensor<2xi32>", "tensor<2xi64>"
COMPLEX = "tensor<2xcomplex<f32>>"


def quantized(text: str) -> str:
    """A tensor of two rows, quantized as `text` says."""
    return f"tensor<2x3x!quant.uniform<{text}>>"


PER_TENSOR = quantized("i8:f32, 1.0:17")
AXIS_0 = quantized("i8:f32:0, {1.0:17, 2.0}")
AXIS_1 = quantized("i8:f32:1, {1.0:17, 2.0, 3.0}")
GT = "comparison_direction = #stablehlo<comparison_direction GT>"
SAME_SHAPE = "requires the same shape for all operands and results"
MISMATCH = "incompatible with return type(s) of operation"

REJECTED = [
    *(Case(f"{op}_c1", op, [F32], [F64], "", COMPATIBLE) for op in FLOAT_UNARY),
    *(Case(f"{op}_c1", op, [I32], [I64], "", COMPATIBLE) for op in INTEGER_UNARY),
    *(Case(f"{op}_c1", op, [F32, F64], [F32], "", COMPATIBLE) for op in FLOAT_BINARY),
    *(Case(f"{op}_c1", op, [I32, I64], [I32], "", COMPATIBLE) for op in INTEGER_BINARY),
    Case("abs_c1", "abs", [F32], ["tensor<3xf32>"], "", "must have the same shape and base type"),
    Case("abs_c2", "abs", [COMPLEX], [F64], "", MISMATCH),
    Case("add_c1", "add", [F32, F64], [F32], "", "op requires the same element type for all operands and results"),
    Case("add_c1_shape", "add", [F32, F32], ["tensor<3xf32>"], "", SAME_SHAPE),
    Case("add_c2", "add", [PER_TENSOR, "tensor<2x3xf32>"], [PER_TENSOR], "", "either quantized or non-quantized"),
    Case("add_c3", "add", [PER_TENSOR, quantized("i4:f32, 1.0:1")], [PER_TENSOR], "", "quantization storage types"),
    Case("add_c4", "add", [PER_TENSOR, quantized("i8:bf16, 1.0:17")], [PER_TENSOR], "", "expressed types"),
    Case("add_c5", "add", [PER_TENSOR, AXIS_0], [PER_TENSOR], "", "is not per_axis quantized but lhs or rhs are"),
    Case("add_c5_result", "add", [PER_TENSOR, PER_TENSOR], [AXIS_0], "", "result per_axis quantized but none"),
    Case("add_c6", "add", [AXIS_1, AXIS_0], [AXIS_0], "", "quantization_dimension of lhs and result are not same"),
    Case("add_c7", "add", [AXIS_0, AXIS_1], [AXIS_0], "", "quantization_dimension of rhs and result are not same"),
    Case("bitcast_convert_c1_rank", "bitcast_convert", ["tensor<4xf64>"], ["tensor<4xf32>"], "",
         "rank of smaller element type (1) should be 1 more than rank of larger element type (1)"),
    Case("bitcast_convert_c1_bits", "bitcast_convert", ["tensor<4xf64>"], ["tensor<4x4xf32>"], "",
         "but 32 * 4 != 64."),
    Case("bitcast_convert_c1_shape", "bitcast_convert", ["tensor<4xf32>"], ["tensor<5xi32>"], "",
         "shapes must match except for the innermost dimension"),
    Case("bitcast_convert_c2", "bitcast_convert", ["tensor<4xf64>"], ["tensor<4xcomplex<f32>>"], "",
         "cannot convert between real and complex types"),
    Case("clamp_c1", "clamp", ["tensor<3xf32>", F32, F32], [F32], "",
         "is not scalar and is not compatible to operand shape", ours="min shape [3] is not scalar"),
    Case("clamp_c2", "clamp", ["tensor<f32>", F32, "tensor<1xf32>"], [F32], "",
         "is not scalar and is not compatible to operand shape", ours="max shape [1] is not scalar"),
    Case("clamp_c3", "clamp", [F64, F32, F32], [F32], "", "requires compatible element types"),
    Case("clamp_c4", "clamp", [F32, F32, F32], ["tensor<3xf32>"], "", MISMATCH),
    Case("compare_c1", "compare", [F32, F64], ["tensor<2xi1>"], GT, "compatible element types for all operands"),
    Case("compare_c2", "compare", [F32, F32], ["tensor<3xi1>"], GT, "must have the same shape and base type"),
    Case("complex_c1", "complex", [F32, F64], [COMPLEX], "", "requires the same element type for all operands"),
    Case("complex_c2", "complex", [F32, F32], ["tensor<3xcomplex<f32>>"], "", SAME_SHAPE),
    Case("complex_c3", "complex", [F64, F64], [COMPLEX], "", MISMATCH),
    Case("convert_c1", "convert", [F32], ["tensor<3xf64>"], "", SAME_SHAPE),
    Case("imag_c1", "imag", [COMPLEX], ["tensor<3xf32>"], "", "must have the same shape and base type"),
    Case("imag_c2", "imag", [COMPLEX], [F64], "", MISMATCH),
    Case("is_finite_c1", "is_finite", [F32], ["tensor<3xi1>"], "", "must have the same shape and base type"),
    Case("real_c1", "real", [COMPLEX], ["tensor<3xf32>"], "", "must have the same shape and base type"),
    Case("real_c2", "real", [F32], [F64], "", MISMATCH),
    Case("reduce_precision_c1", "reduce_precision", [F32], [F64], "exponent_bits = 5 : i32, mantissa_bits = 10 : i32",
         COMPATIBLE),
    Case("reduce_precision_c2", "reduce_precision", [F32], [F32], "exponent_bits = 0 : i32, mantissa_bits = 10 : i32",
         "'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive"),
    Case("reduce_precision_c3", "reduce_precision", [F32], [F32], "exponent_bits = 5 : i32, mantissa_bits = -1 : i32",
         "'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative"),
    Case("select_c1", "select", ["tensor<3xi1>", F32, F32], [F32], "", "requires the same shape for all operands"),
    Case("select_c2", "select", ["tensor<i1>", F32, F64], [F32], "", "compatible types for non-predicate operands"),
    Case("select_c2_result", "select", ["tensor<i1>", F32, F32], [F64], "", MISMATCH),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


INFERRED = [
    # Sizes that one operand knows, and bounds: the most specific type (Base.cpp, inferMostSpecificType).
    (tensor(f32, UNKNOWN, 2), tensor(f32, 3, UNKNOWN), tensor(f32, 3, 2)),
    (tensor(f32, UNKNOWN, bounds=(5,)), tensor(f32, UNKNOWN, bounds=(4,)), tensor(f32, UNKNOWN, bounds=(4,))),
    (tensor(f32, UNKNOWN, bounds=(5,)), tensor(f32, 3), tensor(f32, 3)),
    (tensor(f32, UNKNOWN, bounds=(5,)), tensor(f32, UNKNOWN), tensor(f32, UNKNOWN, bounds=(5,))),
    (tensor(f32, UNKNOWN), tensor(f32, UNKNOWN), tensor(f32, UNKNOWN)),
]


@pytest.mark.parametrize(("lhs", "rhs", "result"), INFERRED)
def test_add_infers_what_both_operands_know(lhs: Attribute, rhs: Attribute, result: Attribute):
    assert hlo.AddOp(value(lhs), value(rhs)).result.type == result


def test_add_rejects_a_size_beyond_the_bound():
    with pytest.raises(VerifyException, match="Mismatched dimension size 6 and bound 5 in dimension 0"):
        hlo.AddOp(value(tensor(f32, UNKNOWN, bounds=(5,))), value(tensor(f32, 6)))


A = B = tensor(f32, 2)
COMPLEX_TENSOR = tensor(ComplexType(f32), 2)
BUILT: list[tuple[HloOp, Attribute]] = [
    (hlo.AbsOp(value(COMPLEX_TENSOR)), A),
    (hlo.RealOp(value(tensor(ComplexType(f64), 2))), tensor(f64, 2)),
    (hlo.ImagOp(value(A)), A),
    (hlo.ComplexOp(value(A), value(B)), COMPLEX_TENSOR),
    (hlo.IsFiniteOp(value(A)), tensor(i1, 2)),
    (hlo.ConvertOp(value(tensor(i32, 2)), f64), tensor(f64, 2)),
    (hlo.ConvertOp(value(tensor(i32, 2)), A), A),
    (hlo.ReducePrecisionOp(value(A), 5, 10), A),
    (hlo.CompareOp(value(A), value(B), hlo.ComparisonDirection.LT), tensor(i1, 2)),
    (hlo.ClampOp(value(tensor(f32)), value(A), value(tensor(f32))), A),
    (hlo.SelectOp(value(tensor(i1)), value(tensor(f32, UNKNOWN)), value(A)), A),
    (hlo.TanhOp(value(A)), A),
]


@pytest.mark.parametrize(("op", "result"), BUILT, ids=lambda x: x.name if isinstance(x, HloOp) else "")
def test_builders_infer_result_types(op: HloOp, result: Attribute):
    op.verify()
    assert op.result_types == (result,)
    assert infer_return_types(op) in (None, (result,))


def test_add_infers_the_first_quantized_type():
    lhs, rhs = (tensor(UniformQuantizedType(i8, f32, scale), 2) for scale in (1.0, 2.0))
    assert hlo.AddOp(value(lhs), value(rhs)).result.type == lhs


def test_traits():
    dynamic, static = value(tensor(f32, UNKNOWN)), value(tensor(f32, 2))
    assert is_speculatable(hlo.AddOp(static, static))
    assert not is_speculatable(hlo.AddOp(static, dynamic))
    assert is_speculatable(hlo.AbsOp(dynamic))
    assert not is_speculatable(hlo.AbsOp(dynamic, tensor(f32, 2)))
    assert is_side_effect_free(hlo.AddOp(dynamic, static))
    commutative = {op.name for op in hlo.StableHLO.operations if op.has_trait(Commutative)}
    names = ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
    assert commutative == {f"stablehlo.{name}" for name in names}


PRINTED = [
    function("%r0 = stablehlo.abs %a0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>", [COMPLEX], [F32]),
    function("%r0 = stablehlo.add %a0, %a1 : tensor<2xf32>", [F32, F32], [F32]),
    function(
        "%r0 = stablehlo.add %a0, %a1 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>",
        [F32, "tensor<?xf32>"],
        [F32],
    ),
    function("%r0 = stablehlo.complex %a0, %a1 : tensor<2xcomplex<f32>>", [F32, F32], [COMPLEX]),
    function(
        "%r0 = stablehlo.compare  LT, %a0, %a1,  TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
        [F32, F32],
        ["tensor<2xi1>"],
    ),
    function("%r0 = stablehlo.reduce_precision %a0, format = e5m10 : tensor<2xf32>", [F32], [F32]),
    function(
        "%r0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<2xf32>", ["tensor<i1>", F32, F32], [F32]
    ),
    function(
        "%r0 = stablehlo.select %a0, %a1, %a2 : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>",
        ["tensor<i1>", F32, "tensor<?xf32>"],
        [F32],
    ),
    function("%r0 = stablehlo.clamp %a0, %a0, %a0 {mhlo.x = 1 : i32} : tensor<2xf32>", [F32], [F32]),
    function(
        '%r0 = "stablehlo.tanh"(%a0) <{result_accuracy = #stablehlo.result_accuracy<mode = '
        "#stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<2xf32>) -> tensor<2xf32>",
        [F32],
        [F32],
    ),
]


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
