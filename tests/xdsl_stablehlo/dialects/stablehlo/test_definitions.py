"""What the definitions demand before any shape function is asked: kinds of operands, results, attributes."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import IntegerType, TensorType, f32, i32
from xdsl.ir import Attribute
from xdsl.traits import Commutative
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import Case, check_rejected, value
from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.dialects.stablehlo import hlo_types

F32, MATRIX = "tensor<2xf32>", "tensor<2x3xf32>"
BOTH_BOUNDED = "tensor<?x?xf32, #stablehlo.bounds<5, 5>>"

REJECTED_KINDS = [
    Case("operand", "cosine", ["tensor<2xi32>"], ["tensor<2xi32>"], "",
         "operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements "
         "or per-tensor integer quantized values, but got 'tensor<2xi32>'"),
    Case("second_operand", "pad", [F32, F32], [F32],
         "edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>",
         "operand #1 must be 0D tensor of"),
    Case("variadic_operand", "after_all", [F32], ["!stablehlo.token"], "", "operand #0 must be variadic of token"),
    Case("result", "is_finite", [F32], ["tensor<2xi8>"], "", "result #0 must be ranked tensor of bool values"),
    Case("integer_width", "add", ["tensor<2xi3>"] * 2, ["tensor<2xi3>"], "", "operand #0 must be ranked tensor of"),
    Case("signed_integer", "add", ["tensor<2xsi8>"] * 2, ["tensor<2xsi8>"], "", "operand #0 must be ranked tensor of"),
    Case("tf32", "add", ["tensor<2xtf32>"] * 2, ["tensor<2xtf32>"], "", "operand #0 must be ranked tensor of"),
    Case("unranked", "add", ["tensor<*xf32>"] * 2, ["tensor<*xf32>"], "", "operand #0 must be ranked tensor of"),
    Case("not_a_tensor", "abs", ["f32"], ["f32"], "", "operand #0 must be ranked tensor of"),
    Case("dynamic_iota", "iota", [], ["tensor<?xf32>"], "iota_dimension = 0 : i64",
         "result #0 must be statically shaped tensor of"),
    Case("two_bounds", "reshape", [F32], [BOTH_BOUNDED], "",
         "result #0 must be statically shaped or single bounded dimension tensor"),
    Case("missing_attribute", "iota", [], [F32], "", "requires attribute 'iota_dimension'"),
    Case("attribute_type", "iota", [], [F32], "iota_dimension = 0 : i32",
         "attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute"),
    Case("array_type", "reverse", [F32], [F32], "dimensions = array<i32: 0>",
         "nvalid attribute `dimensions`",
         ours="attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute"),
    Case("storage_range", "negate", ["tensor<2x!quant.uniform<i8:f32, 1.0:300>>"],
         ["tensor<2x!quant.uniform<i8:f32, 1.0:300>>"], "", "operand #0 must be ranked tensor of"),
    Case("signed_storage", "negate", ["tensor<2x!quant.uniform<si8:f32, 1.0>>"],
         ["tensor<2x!quant.uniform<si8:f32, 1.0>>"], "", "operand #0 must be ranked tensor of"),
    Case("axis_rank", "add", ["tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>"] * 2,
         ["tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>"], "", "operand #0 must be ranked tensor of"),
    Case("axis_size", "add", ["tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>"] * 2,
         ["tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>"], "", "operand #0 must be ranked tensor of"),
    Case("regions", "sort", [F32], [F32], "", "requires one region"),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED_KINDS, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


def test_xdsl_itself_reports_the_same():
    op = hlo.CosineOp(value(TensorType(i32, [2])))
    with pytest.raises(VerifyException, match=r"^'stablehlo.cosine' op operand #0 must be ranked tensor of"):
        op.verify()


KINDS: list[tuple[hlo_types.TypeConstraint, Attribute, bool]] = [
    (hlo_types.HLO_Tuple, hlo.TokenType(), False),
    (hlo_types.HLO_TensorOrToken, hlo.TokenType(), True),
    (hlo_types.HLO_IntTensor, TensorType(IntegerType(10), []), False),
    (hlo_types.HLO_StaticDimensionTensor, TensorType(i32, [3]), True),
    (hlo_types.HLO_StaticDimensionTensor, TensorType(i32, [3, 1]), False),
    (hlo_types.HLO_ScalarTensor, TensorType(f32, []), True),
    (hlo_types.HLO_ScalarTensor, TensorType(f32, [1]), False),
]


@pytest.mark.parametrize(("constraint", "t", "accepted"), KINDS)
def test_kinds(constraint: hlo_types.TypeConstraint, t: Attribute, accepted: bool):
    assert constraint.accepts(t) is accepted


def test_all_chlo_ops_are_there():
    assert len(list(chlo.Chlo.operations)) == 51


def test_commutative_chlo_ops():
    names = ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
    commutative = {op.name for op in chlo.Chlo.operations if op.has_trait(Commutative)}
    assert commutative == {*(f"chlo.broadcast_{name}" for name in names), "chlo.mulhi"}
