"""dot_general, dot and einsum: what they reject, what they infer, how they are printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute
from xdsl.traits import is_speculatable
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import DotDimensionNumbersAttr

LHS, RHS, OUT = "tensor<2x3x4xf32>", "tensor<2x4x5xf32>", "tensor<2x3x5xf32>"


def numbers(lb: str = "0", rb: str = "0", lc: str = "2", rc: str = "1") -> str:
    """Dimension numbers: batching and contracting dimensions of both sides."""
    return (
        f"dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [{lb}], rhs_batching_dimensions = [{rb}], "
        f"lhs_contracting_dimensions = [{lc}], rhs_contracting_dimensions = [{rc}]>"
    )


def algorithm(types: str = "f32", lhs: int = 1, rhs: int = 1, operations: int = 1) -> str:
    """A dot algorithm on one type."""
    return (
        f"algorithm = #stablehlo.dot_algorithm<lhs_precision_type = {types}, rhs_precision_type = {types}, "
        f"accumulation_type = f32, lhs_component_count = {lhs}, rhs_component_count = {rhs}, "
        f"num_primitive_operations = {operations}, allow_imprecise_accumulation = false>"
    )


def q(shape: str, t: str) -> str:
    """A quantized tensor."""
    return f"tensor<{shape}x!quant.uniform<{t}>>"


I8 = "i8:f32, 1.0:0"
QL, QR, QO = q("2x3x4", "i8:f32, 1.0:17"), q("2x4x5", I8), q("2x3x5", "i32:f32, 1.0:5")
AXIS = q("2x4x5", "i8:f32:2, {1.0, 1.0, 1.0, 1.0, 1.0}")
OUT_AXIS = q("2x3x5", "i32:f32:2, {1.0, 1.0, 1.0, 1.0, 1.0}")


@pytest.mark.parametrize(
    ("lhs", "rhs", "out"),
    [(QL, QR, QO), (QL, AXIS, OUT_AXIS), (LHS, QR, OUT), (LHS, "tensor<2x4x5xi8>", OUT)],
)
def test_accepted(lhs: str, rhs: str, out: str):
    parse(Case("dot_general", "dot_general", [lhs, rhs], [out], numbers(), "").text())


BATCHED = DotDimensionNumbersAttr([0], [0], [2], [1])


@pytest.mark.parametrize(
    ("lhs", "rhs", "result"),
    [
        (tensor(f32, 2, 3, 4), tensor(f32, 2, 4, 5), tensor(f32, 2, 3, 5)),
        (tensor(f32, UNKNOWN, 3, 4), tensor(f32, 2, UNKNOWN, UNKNOWN), tensor(f32, 2, 3, UNKNOWN)),
        (
            tensor(f32, UNKNOWN, UNKNOWN, 4, bounds=(7, 3, UNKNOWN)),
            tensor(f32, UNKNOWN, 4, 5, bounds=(6, UNKNOWN, UNKNOWN)),
            tensor(f32, UNKNOWN, UNKNOWN, 5, bounds=(6, 3, UNKNOWN)),
        ),
    ],
)
def test_dot_general_infers_its_shape(lhs: Attribute, rhs: Attribute, result: Attribute):
    op = hlo.DotGeneralOp(value(lhs), value(rhs), BATCHED)
    op.verify()
    assert op.result.type == result


@pytest.mark.parametrize(
    ("lhs", "rhs", "result"),
    [
        (tensor(f32, 3), tensor(f32, 3), tensor(f32)),
        (tensor(f32, 2, 3), tensor(f32, 3), tensor(f32, 2)),
        (tensor(f32, 3), tensor(f32, 3, UNKNOWN), tensor(f32, UNKNOWN)),
        (tensor(f32, 2, 3), tensor(f32, 3, 4), tensor(f32, 2, 4)),
    ],
)
def test_dot_infers_its_shape(lhs: Attribute, rhs: Attribute, result: Attribute):
    op = hlo.DotOp(value(lhs), value(rhs))
    op.verify()
    assert op.result.type == result


@pytest.mark.parametrize("rhs", [tensor(f32, 4), tensor(f32), tensor(f32, 3, 1, 1)])
def test_dot_rejects_other_ranks_and_sizes(rhs: Attribute):
    with pytest.raises(VerifyException, match="expected both lhs/rhs ranks to be either 1 or 2"):
        hlo.DotOp(value(tensor(f32, 3)), value(rhs))


@pytest.mark.parametrize(
    ("lhs", "rhs", "result", "expected"),
    [
        (tensor(f32, 2, 3, 4), tensor(f32, 2, 4, 5), tensor(f32, 2, 3, 5), True),
        (tensor(f32, 2, UNKNOWN, 4), tensor(f32, 2, 4, 5), tensor(f32, 2, UNKNOWN, 5), True),
        (tensor(f32, 2, UNKNOWN, 4), tensor(f32, 2, 4, 5), tensor(f32, 2, 3, 5), False),
        (tensor(f32, 2, 3, 4), tensor(f32, 2, 4, UNKNOWN), tensor(f32, 2, 3, 5), False),
        (tensor(f32, UNKNOWN, 3, 4), tensor(f32, 2, 4, 5), tensor(f32, UNKNOWN, 3, 5), False),
        (tensor(f32, 2, 3, 4), tensor(f32, 2, UNKNOWN, 5), tensor(f32, 2, 3, 5), False),
    ],
)
def test_paired_sizes_must_be_known_to_speculate(
    lhs: Attribute, rhs: Attribute, result: Attribute, expected: bool
):
    assert is_speculatable(hlo.DotGeneralOp(value(lhs), value(rhs), BATCHED, result_type=result)) == expected


TYPES = f"({LHS}, {RHS}) -> {OUT}"
DIMS = "batching_dims = [0] x [0], contracting_dims = [2] x [1]"
TEXT_ALGORITHM = algorithm().replace("#stablehlo.dot_algorithm", "")


@pytest.mark.parametrize(
    "line",
    [
        f"%r0 = stablehlo.dot_general %a0, %a1, {DIMS} : {TYPES}",
        f"%r0 = stablehlo.dot_general %a0, %a1, {DIMS}, precision = [DEFAULT, HIGHEST] {{x = 1 : i32}} : {TYPES}",
        f"%r0 = stablehlo.dot_general %a0, %a1, {DIMS}, {TEXT_ALGORITHM} : {TYPES}",
        f"%r0 = stablehlo.dot_general %a0, %a1, {DIMS}, precision = [DEFAULT, DEFAULT], {TEXT_ALGORITHM} : {TYPES}",
    ],
)
def test_dot_general_prints_as_cpp(line: str):
    text = function(line, [LHS, RHS], [OUT])
    assert print_module(parse(reprinted(text))).strip() == reprinted(text).strip()


@pytest.mark.parametrize(
    "line",
    [
        "%r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : ",
        "%r0 = stablehlo.dot %a0, %a1 : ",
        "%r0 = stablehlo.dot %a0, %a1, precision = [HIGH] {x = 1 : i32} : ",
    ],
)
def test_dot_prints_as_cpp(line: str):
    a, b, c = "tensor<2x3xf32>", "tensor<3x4xf32>", "tensor<2x4xf32>"
    text = function(f"{line}({a}, {b}) -> {c}", [a, b], [c])
    assert print_module(parse(reprinted(text))).strip() == reprinted(text).strip()


@pytest.mark.parametrize(
    "line",
    [
        '%r0 = stablehlo.einsum %a0, %a0, config = "i,i->i" : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
        '%r0 = stablehlo.unary_einsum %a0, config = "i->i" : (tensor<2xf32>) -> tensor<2xf32>',
    ],
)
def test_einsum_prints_as_cpp(line: str):
    check_printed(function(line, ["tensor<2xf32>"], ["tensor<2xf32>"]))
