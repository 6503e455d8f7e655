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
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_printed, check_rejected, tensor, value
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


def case(name: str, attributes: str, message: str, lhs: str = LHS, rhs: str = RHS, out: str = OUT) -> Case:
    """A case of dot_general."""
    return Case(f"dot_general_{name}", "dot_general", [lhs, rhs], [out], attributes, message)


def q(shape: str, t: str) -> str:
    """A quantized tensor."""
    return f"tensor<{shape}x!quant.uniform<{t}>>"


I8 = "i8:f32, 1.0:0"
QL, QR, QO = q("2x3x4", "i8:f32, 1.0:17"), q("2x4x5", I8), q("2x3x5", "i32:f32, 1.0:5")
AXIS = q("2x4x5", "i8:f32:2, {1.0, 1.0, 1.0, 1.0, 1.0}")
OUT_AXIS = q("2x3x5", "i32:f32:2, {1.0, 1.0, 1.0, 1.0, 1.0}")
THREE = "precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]"
HIGH = "precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]"

REJECTED = [
    case("c1", numbers(lb="0", rb=""), "same number of batching dimensions"),
    case("c2", numbers(lc="2", rc=""), "same number of contracting dimensions"),
    case("c3", numbers(lb="2"), "from lhs_batching_dimensions and lhs_contracting_dimensions: 2"),
    case("c4", numbers(rc="0"), "from rhs_batching_dimensions and rhs_contracting_dimensions: 0"),
    case("c5", numbers(lb="3"), "lhs_batching_dimensions value: 3 is out of range: [0, 3)"),
    case("c6", numbers(lc="-1"), "lhs_contracting_dimensions value: -1 is out of range: [0, 3)"),
    case("c7", numbers(rb="-1"), "rhs_batching_dimensions value: -1 is out of range: [0, 3)"),
    case("c8", numbers(rc="4"), "rhs_contracting_dimensions value: 4 is out of range: [0, 3)"),
    case("c9", numbers(), "batching dimension sizes must match for lhs/rhs", rhs="tensor<3x4x5xf32>"),
    case("c10", numbers(), "contracting dimension sizes must match for lhs/rhs", rhs="tensor<2x3x5xf32>"),
    case("c11", f"{numbers()}, {THREE}", "expects precision config to be empty or have <= 2 elements, got 3"),
    case("c12", numbers(), "inferred shape '[2, 3, 5]' is incompatible with return type of operation "
         "'tensor<2x5x3xf32>'", out="tensor<2x5x3xf32>"),
    case("c14", numbers(), "rhs should be quantized for quantized operations", QL, RHS, QO),
    case("c14_result", numbers(), "is_quantized(lhs)=is_quantized(result) should hold", QL, QR, OUT),
    case("c15", numbers(), "Zero point of rhs should be 0", QL, q("2x4x5", "i8:f32, 1.0:1"), QO),
    case("c15_axis", numbers(), "Zero points of rhs should be 0", QL,
         q("2x4x5", "i8:f32:0, {1.0:1, 1.0}"), q("2x3x5", "i32:f32:0, {1.0, 1.0}")),
    case("c16", numbers(), "should not be in the contracting dimension of rhs", QL,
         q("2x4x5", "i8:f32:1, {1.0, 1.0, 1.0, 1.0}"), QO),
    case("c17", numbers(), "mismatched lhs and rhs quantization storage types", QL, q("2x4x5", "i4:f32, 1.0"), QO),
    case("c18", numbers(), "mismatched lhs, rhs and result quantization expressed types", QL, QR,
         q("2x3x5", "i32:bf16, 1.0")),
    case("c19", numbers(), "mismatched rhs and result quantization granularity", QL, QR, OUT_AXIS),
    case("c20", numbers(), "mismatched rhs quantization expressed type and lhs and result element type",
         "tensor<2x3x4xbf16>", QR, "tensor<2x3x5xbf16>"),
    case("c21", f"{numbers()}, {HIGH}, {algorithm()}", "must specify DEFAULT precision config when algorithm is set."),
    case("c22", f"{numbers()}, {algorithm(lhs=0)}", "lhs component count must be positive"),
    case("c23", f"{numbers()}, {algorithm(rhs=0)}", "rhs component count must be positive"),
    case("c24", f"{numbers()}, {algorithm(operations=0)}", "num primitive operations must be positive"),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


@pytest.mark.parametrize(
    ("lhs", "rhs", "out"),
    [(QL, QR, QO), (QL, AXIS, OUT_AXIS), (LHS, QR, OUT), (LHS, "tensor<2x4x5xi8>", OUT)],
)
def test_accepted(lhs: str, rhs: str, out: str):
    parse(Case("dot_general", "dot_general", [lhs, rhs], [out], numbers(), "").text())


def test_algorithm_that_no_hardware_has():
    text = Case(
        "dot_general", "dot_general", [LHS, RHS], [OUT], f"{numbers()}, {algorithm('f16', 1, 1, 3)}", ""
    ).text()
    with pytest.raises(Exception, match="dot algorithm not known to be supported on any hardware"):
        parse(text)


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
