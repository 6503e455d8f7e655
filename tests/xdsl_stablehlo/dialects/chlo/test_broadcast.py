"""CHLO's ops that broadcast: what they reject, infer and print."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from xdsl.dialects.builtin import ComplexType, UnrankedTensorType, f32, f64, i1, i8, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, check_printed, tensor, value
from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType
from xdsl_stablehlo.dialects.stablehlo import HloOp

from .cases import check_built, check_rejected, generic

F32, F64, I32 = "tensor<2xf32>", "tensor<2xf64>", "tensor<2xi32>"
COMPATIBLE = [chlo.BroadcastAddOp, chlo.BroadcastMaxOp, chlo.BroadcastMinOp]
SAME = [
    chlo.BroadcastAtan2Op,
    chlo.BroadcastDivOp,
    chlo.BroadcastMulOp,
    chlo.BroadcastNextAfterOp,
    chlo.BroadcastPolygammaOp,
    chlo.BroadcastPowOp,
    chlo.BroadcastRemOp,
    chlo.BroadcastShiftLeftOp,
    chlo.BroadcastShiftRightArithmeticOp,
    chlo.BroadcastShiftRightLogicalOp,
    chlo.BroadcastSubOp,
    chlo.BroadcastZetaOp,
]
LOGICAL = [chlo.BroadcastAndOp, chlo.BroadcastOrOp, chlo.BroadcastXorOp]
BROADCASTS = [
    # NumPy's rule on sizes that are known.
    ((4,), (2, 4), (2, 4)),
    ((3, 1), (1, 4), (3, 4)),
    ((), (2, 0), (2, 0)),
    ((1,), (0,), (0,)),
    # An unknown size is what the other one says, if that is above 1 (MLIR's getBroadcastedShape).
    ((UNKNOWN,), (4,), (4,)),
    ((UNKNOWN,), (1,), (UNKNOWN,)),
    ((UNKNOWN,), (0,), (UNKNOWN,)),
    ((UNKNOWN,), (UNKNOWN, UNKNOWN), (UNKNOWN, UNKNOWN)),
    ((0,), (UNKNOWN, 1), (UNKNOWN, 0)),
]


@pytest.mark.parametrize(("lhs", "rhs", "result"), BROADCASTS)
def test_broadcast_as_numpy(lhs: Sequence[int], rhs: Sequence[int], result: Sequence[int]):
    for a, b in ((lhs, rhs), (rhs, lhs)):
        op = chlo.BroadcastAddOp(value(tensor(f32, *a)), value(tensor(f32, *b)))
        op.verify()
        assert op.result.type == tensor(f32, *result)


@pytest.mark.parametrize(
    ("lhs", "rhs", "result"),
    [
        (tensor(f32, UNKNOWN, bounds=(4,)), tensor(f32, 2, 1), tensor(f32, 2, UNKNOWN, bounds=(UNKNOWN, 4))),
        (
            tensor(f32, UNKNOWN, bounds=(4,)),
            tensor(f32, UNKNOWN, bounds=(4,)),
            tensor(f32, UNKNOWN, bounds=(4,)),
        ),
    ],
)
def test_broadcast_with_bounds(lhs: Attribute, rhs: Attribute, result: Attribute):
    assert chlo.BroadcastAddOp(value(lhs), value(rhs)).result.type == result


@pytest.mark.parametrize(
    ("lhs", "rhs", "message"),
    [
        (tensor(f32, 10), tensor(f32, 5), "incompatible shapes for broadcasting 10 and 5"),
        (
            tensor(f32, UNKNOWN, bounds=(5,)),
            tensor(f32, 5),
            "cannot mix bounded and static dimensions in broadcast",
        ),
        (tensor(f32, 5), tensor(f64, 5), "mismatched operand types"),
    ],
)
def test_broadcasts_that_cannot_be(lhs: Attribute, rhs: Attribute, message: str):
    with pytest.raises(VerifyException, match=message):
        chlo.BroadcastAddOp(value(lhs), value(rhs))


@pytest.mark.parametrize(
    ("lhs", "rhs", "dimensions", "result"),
    [
        (tensor(f32, 3), tensor(f32, 3, 4), [0], tensor(f32, 3, 4)),
        (tensor(f32, 3, 4), tensor(f32, 1), [1], tensor(f32, 3, 4)),
        (tensor(f32, UNKNOWN), tensor(f32, 3, 4), [1], tensor(f32, 3, 4)),
        # What does not fit is left to the lowering, as upstream does it.
        (tensor(f32, 3), tensor(f32, 3, 4), [0, 1], UnrankedTensorType(f32)),
        (tensor(f32, 3), tensor(f32, 3, 4), [2], UnrankedTensorType(f32)),
        (tensor(f32, 3), tensor(f32, 3, 4), [1], UnrankedTensorType(f32)),
        (UnrankedTensorType(f32), tensor(f32, 3, 4), [1], UnrankedTensorType(f32)),
    ],
)
def test_broadcast_dimensions(lhs: Attribute, rhs: Attribute, dimensions: list[int], result: Attribute):
    assert chlo.BroadcastAddOp(value(lhs), value(rhs), dimensions).result.type == result


def less(lhs: SSAValue, rhs: SSAValue) -> HloOp:
    return chlo.BroadcastCompareOp(lhs, rhs, hlo.ComparisonDirection.LT, hlo.ComparisonType.FLOAT)


VECTOR, INTEGERS = tensor(f32, 2), tensor(i32, 2)
BUILT: list[tuple[Callable[..., HloOp], list[Attribute], list[Attribute]]] = [
    *((op, [VECTOR, VECTOR], [VECTOR]) for op in (*COMPATIBLE, *SAME)),
    *((op, [INTEGERS, INTEGERS], [INTEGERS]) for op in LOGICAL),
    (chlo.BroadcastComplexOp, [VECTOR, tensor(f32, 3, 1)], [tensor(ComplexType(f32), 3, 2)]),
    (less, [VECTOR, tensor(f32)], [tensor(i1, 2)]),
    (chlo.BroadcastSelectOp, [tensor(i1), VECTOR, tensor(f32, 3, 1)], [tensor(f32, 3, 2)]),
]


@pytest.mark.parametrize(("build", "operands", "results"), BUILT)
def test_builders_infer_result_types(
    build: Callable[..., HloOp], operands: list[Attribute], results: list[Attribute]
):
    check_built(build, operands, results)


ELEMENTS = "requires compatible element types for all operands and results"
SAME_ELEMENTS = "requires the same element type for all operands and results"
INFERRED = "incompatible with return type(s) of operation"
LESS = "comparison_direction = #chlo<comparison_direction LT>"
REJECTED = [
    *((op.name[5:], [F32, F32], [F64], "", ELEMENTS) for op in COMPATIBLE),
    *((op.name[5:], [F32, F32], [F64], "", SAME_ELEMENTS) for op in SAME),
    *((op.name[5:], [I32, I32], ["tensor<2xi64>"], "", INFERRED) for op in LOGICAL),
    ("broadcast_add", ["tensor<2xf32>", "tensor<3x1xf32>"], ["tensor<2x2xf32>"], "", INFERRED),
    ("broadcast_complex", [F32, F64], ["tensor<2xcomplex<f32>>"], "", "mismatched operand types"),
    ("broadcast_compare", [F32, F32], ["tensor<3xi1>"], LESS, INFERRED),
    ("broadcast_select", ["tensor<2xi1>", F32, F64], [F32], "", "mismatched operand types"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "outputs", "attributes", "message"), REJECTED)
def test_rejected(op: str, inputs: list[str], outputs: list[str], attributes: str, message: str):
    check_rejected(generic(op, inputs, outputs, attributes), message)


def test_broadcast_add_keeps_the_first_quantized_type():
    lhs, rhs = (tensor(UniformQuantizedType(i8, f32, scale), 2) for scale in (1.0, 2.0))
    assert chlo.BroadcastAddOp(value(lhs), value(rhs)).result.type == lhs


PRINTED = [
    (f"%r0 = chlo.broadcast_add %a0, %a1 : ({F32}, tensor<f32>) -> {F32}", [F32, "tensor<f32>"], [F32]),
    (
        "%r0 = chlo.broadcast_add %a0, %a1 {broadcast_dimensions = array<i64>, x = 1 : i32} : "
        f"({F32}, tensor<f32>) -> {F32}",
        [F32, "tensor<f32>"],
        [F32],
    ),
    (
        "%r0 = chlo.broadcast_compare %a0, %a0 {compare_type = #chlo<comparison_type TOTALORDER>, "
        f"comparison_direction = #chlo<comparison_direction GE>}} : ({F32}, {F32}) -> tensor<2xi1>",
        [F32],
        ["tensor<2xi1>"],
    ),
    (
        f"%r0 = chlo.broadcast_select %a0, %a1, %a1 : (tensor<i1>, {F32}, {F32}) -> {F32}",
        ["tensor<i1>", F32],
        [F32],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "inputs", "outputs"), PRINTED)
def test_prints_as_cpp(line: str, inputs: list[str], outputs: list[str]):
    check_printed(function(line, inputs, outputs))
