"""Elementwise ops: what they reject, what they infer, how they are built and printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ComplexType, f32, f64, i1, i8, i32
from xdsl.ir import Attribute
from xdsl.traits import Commutative, is_side_effect_free, is_speculatable
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, check_printed, tensor, value
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

F32, F64, I32, I64 = "tensor<2xf32>", "tensor<2xf64>", "tensor<2xi32>", "tensor<2xi64>"
COMPLEX = "tensor<2xcomplex<f32>>"


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
