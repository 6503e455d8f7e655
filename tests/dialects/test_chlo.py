"""CHLO: what its ops reject, what they infer, how they are built and printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from xdsl.dialects.builtin import (
    ComplexType,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    TensorType,
    UnrankedTensorType,
    f32,
    f64,
    i1,
    i8,
    i32,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.traits import Commutative, ConstantLike, is_side_effect_free, is_speculatable
from xdsl.utils.exceptions import ParseError, VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.dialects.quant import UniformQuantizedType
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

from ..helpers.oracle import reprinted, verifies
from ..helpers.programs import function, parse
from .cases import UNKNOWN, tensor, value

F32, F64, I32 = "tensor<2xf32>", "tensor<2xf64>", "tensor<2xi32>"


def test_all_ops_are_there():
    assert len(list(chlo.Chlo.operations)) == 51


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
UNARY = [
    chlo.AcosOp,
    chlo.AcoshOp,
    chlo.AsinOp,
    chlo.AsinhOp,
    chlo.AtanOp,
    chlo.AtanhOp,
    chlo.BesselI1eOp,
    chlo.ConjOp,
    chlo.CoshOp,
    chlo.DigammaOp,
    chlo.ErfInvOp,
    chlo.ErfOp,
    chlo.ErfcOp,
    chlo.LgammaOp,
    chlo.SinhOp,
    chlo.SquareOp,
    chlo.TanOp,
]
PREDICATES = [chlo.IsInfOp, chlo.IsNegInfOp, chlo.IsPosInfOp]
BINARY = [chlo.NextAfterOp, chlo.PolygammaOp, chlo.ZetaOp]

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


def one_like(operand: SSAValue) -> HloOp:
    return chlo.ConstantLikeOp(FloatAttr(1.0, f64), operand)


def top_3(operand: SSAValue) -> HloOp:
    return chlo.TopKOp(operand, 3)


def any_top_3(operand: SSAValue) -> HloOp:
    return chlo.TopKOp(operand, 3, is_stable=False)


VECTOR, INTEGERS = tensor(f32, 2), tensor(i32, 2)
BUILT: list[tuple[Callable[..., HloOp], list[Attribute], list[Attribute]]] = [
    *((op, [VECTOR, VECTOR], [VECTOR]) for op in (*COMPATIBLE, *SAME, *BINARY)),
    *((op, [INTEGERS, INTEGERS], [INTEGERS]) for op in (*LOGICAL, chlo.MulhiOp)),
    *((op, [VECTOR], [VECTOR]) for op in UNARY),
    *((op, [VECTOR], [tensor(i1, 2)]) for op in PREDICATES),
    *((op, [UnrankedTensorType(f32)], [UnrankedTensorType(i1)]) for op in PREDICATES),
    (chlo.AsinAcosKernelOp, [tensor(ComplexType(f32), 2)], [tensor(ComplexType(f32), 2)]),
    (chlo.BroadcastComplexOp, [VECTOR, tensor(f32, 3, 1)], [tensor(ComplexType(f32), 3, 2)]),
    (less, [VECTOR, tensor(f32)], [tensor(i1, 2)]),
    (chlo.BroadcastSelectOp, [tensor(i1), VECTOR, tensor(f32, 3, 1)], [tensor(f32, 3, 2)]),
    (one_like, [tensor(i32, 2, UNKNOWN)], [tensor(f64, 2, UNKNOWN)]),
    (one_like, [UnrankedTensorType(i32)], [UnrankedTensorType(f64)]),
    (top_3, [tensor(f32, 2, 5)], [tensor(f32, 2, 3), tensor(i32, 2, 3)]),
    (
        any_top_3,
        [tensor(f32, UNKNOWN, UNKNOWN, bounds=(4, 5))],
        [tensor(f32, UNKNOWN, 3, bounds=(4, UNKNOWN)), tensor(i32, UNKNOWN, 3, bounds=(4, UNKNOWN))],
    ),
    (top_3, [UnrankedTensorType(f32)], [UnrankedTensorType(f32), UnrankedTensorType(i32)]),
]


@pytest.mark.parametrize(("build", "operands", "results"), BUILT)
def test_builders_infer_result_types(
    build: Callable[..., HloOp], operands: list[Attribute], results: list[Attribute]
):
    op = build(*map(value, operands))
    op.verify()
    assert list(op.result_types) == results
    assert list(infer_return_types(op) or ()) == results
    assert is_speculatable(op)
    assert is_side_effect_free(op)


def generic(op: str, inputs: Sequence[str], outputs: Sequence[str], attributes: str = "") -> str:
    """A program of one op in generic form."""
    operands = ", ".join(f"%a{i}" for i in range(len(inputs)))
    results = ", ".join(f"%r{i}" for i in range(len(outputs)))
    properties = f" <{{{attributes}}}>" if attributes else ""
    line = (
        f'{results} = "chlo.{op}"({operands}){properties} : ({", ".join(inputs)}) -> ({", ".join(outputs)})'
    )
    return function(line, inputs, outputs)


ELEMENTS = "requires compatible element types for all operands and results"
SAME_ELEMENTS = "requires the same element type for all operands and results"
TYPES = "requires compatible types for all operands and results"
INFERRED = "incompatible with return type(s) of operation"
LESS = "comparison_direction = #chlo<comparison_direction LT>"
REJECTED = [
    *((op.name[5:], [F32, F32], [F64], "", ELEMENTS) for op in COMPATIBLE),
    *((op.name[5:], [F32, F32], [F64], "", SAME_ELEMENTS) for op in SAME),
    *((op.name[5:], [I32, I32], ["tensor<2xi64>"], "", INFERRED) for op in LOGICAL),
    *((op.name[5:], [F32], [F64], "", TYPES) for op in UNARY),
    *((op.name[5:], [F32], ["tensor<3xi1>"], "", "must have the same shape and base type") for op in PREDICATES),
    *((op.name[5:], [F32, F64], [F32], "", TYPES) for op in BINARY),
    ("broadcast_add", ["tensor<2xf32>", "tensor<3x1xf32>"], ["tensor<2x2xf32>"], "", INFERRED),
    ("broadcast_complex", [F32, F64], ["tensor<2xcomplex<f32>>"], "", "mismatched operand types"),
    ("broadcast_compare", [F32, F32], ["tensor<3xi1>"], LESS, INFERRED),
    ("broadcast_select", ["tensor<2xi1>", F32, F64], [F32], "", "mismatched operand types"),
    ("constant_like", [F32], [F64], "value = 1.0 : f32", "value's type doesn't match element return type"),
    ("top_k", ["tensor<f32>"], ["tensor<f32>", "tensor<i32>"], "k = 1 : i64", "operand's rank must be at least 1"),
    ("top_k", ["tensor<4xf32>"], ["tensor<8xf32>", "tensor<8xi32>"], "k = 8 : i64",
     "operand's last dimension must be at least 8"),
    ("erf", [I32], [I32], "", "operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "outputs", "attributes", "message"), REJECTED)
def test_rejected(op: str, inputs: list[str], outputs: list[str], attributes: str, message: str):
    text = generic(op, inputs, outputs, attributes)
    with pytest.raises(VerifyException) as raised:
        parse(text)
    assert message in str(raised.value)
    assert message in (verifies(text) or "")


def test_mulhi_takes_no_booleans():
    flags = "tensor<4xi1>"
    with pytest.raises(
        VerifyException, match="operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values"
    ):
        parse(generic("mulhi", [flags, flags], [flags]))


def test_broadcast_add_keeps_the_first_quantized_type():
    lhs, rhs = (tensor(UniformQuantizedType(i8, f32, scale), 2) for scale in (1.0, 2.0))
    assert chlo.BroadcastAddOp(value(lhs), value(rhs)).result.type == lhs


def test_commutative_ops():
    names = ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
    commutative = {op.name for op in chlo.Chlo.operations if op.has_trait(Commutative)}
    assert commutative == {*(f"chlo.broadcast_{name}" for name in names), "chlo.mulhi"}


def test_constant_is_constant_like():
    op = chlo.ConstantOp(DenseIntOrFPElementsAttr.from_list(TensorType(i32, [2]), [1, 2]))
    op.verify()
    assert op.has_trait(ConstantLike)
    assert op.fold() == (op.value,)
    assert infer_return_types(op) == (tensor(i32, 2),)


LHS, RHS, SIZES, OUT = "tensor<19x17x5xf32>", "tensor<3x19x5x7xf32>", "tensor<3xi64>", "tensor<19x17x7xf32>"
KEPT = {"lb": "0", "rb": "1", "lc": "2", "rc": "2", "ragged": "1", "group": "0"}


def ragged(inputs: Sequence[str] = (LHS, RHS, SIZES), output: str = OUT, **changes: str) -> str:
    """A ragged_dot whose ragged dimension is kept, with some dimension numbers changed."""
    numbers = KEPT | changes
    attribute = (
        "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [{lb}], "
        "rhs_batching_dimensions = [{rb}], lhs_contracting_dimensions = [{lc}], rhs_contracting_dimensions = [{rc}], "
        "lhs_ragged_dimensions = [{ragged}], rhs_group_dimensions = [{group}]>"
    ).format(**numbers)
    return generic("ragged_dot", inputs, [output], attribute)


NO_GROUPS = {"rb": "0", "rc": "1", "group": ""}
CONTRACTED = {**NO_GROUPS, "ragged": "2"}
PLAIN = "tensor<19x5x7xf32>"


@pytest.mark.parametrize(
    "text",
    [
        ragged(),
        ragged([LHS, RHS, "tensor<19x3xi64>"]),
        ragged([LHS, PLAIN, SIZES], "tensor<3x19x17x7xf32>", **CONTRACTED),
        ragged([LHS, PLAIN, SIZES], OUT, **{**NO_GROUPS, "ragged": "0"}),
    ],
)
def test_ragged_dot_in_its_three_modes(text: str):
    assert verifies(text) is None
    assert print_module(parse(text)).strip() == reprinted(text).strip().replace("%arg", "%a").replace(
        "%0", "%r0"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ragged(rc="3"), "contracting dimension sizes must match"),
        (ragged(ragged="0, 1"), "There must be exactly one ragged dimension in the lhs"),
        (ragged(ragged="3"), "Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, 3). got: 3."),
        (ragged(group="4"), "Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, 4). got: 4."),
        (
            ragged(group="1"),
            "has duplicated dimension from rhs_group_dimensions and rhs_batching_dimensions: 1",
        ),
        (
            ragged(group="2"),
            "has duplicated dimension from rhs_group_dimensions and rhs_contracting_dimensions: 2",
        ),
        (
            ragged(group=""),
            "There must be exactly one group dimension in the rhs when the lhs ragged dimension is",
        ),
        (ragged(ragged="2"), "There must be zero group dimensions in the rhs when the ragged dimension is"),
        (ragged([LHS, RHS, "tensor<2xi64>"]), "rhs group dimension is expected to have size=2, got 3"),
        (ragged([LHS, RHS, "tensor<1x1x3xi64>"]), "expected group_sizes to have rank 2, got 3"),
        (
            ragged([LHS, RHS, "tensor<11x3xi64>"]),
            "group_sizes is expected to have shape [19, 3], got [11, 3]",
        ),
        (
            ragged(output="tensor<19x7x17xf32>"),
            "inferred shape '[19, 17, 7]' is incompatible with return type",
        ),
    ],
)
def test_ragged_dot_rejected(text: str, message: str):
    with pytest.raises(VerifyException) as raised:
        parse(text)
    assert message in str(raised.value)
    assert message in (verifies(text) or "")


def step(carry: Attribute, *slices: Attribute, output: bool = True) -> Region:
    """The body of a scan with one carry: it returns the slice and the carry."""
    block = Block(arg_types=[*slices, carry])
    block.add_op(hlo.ReturnOp([*block.args[: len(slices) if output else 0], block.args[-1]]))
    return Region(block)


def test_scan_infers_outputs_and_carries():
    operand, init = value(tensor(f32, 4, 3)), value(tensor(f64))
    op = chlo.ScanOp([operand], [init], 1, step(tensor(f64), tensor(f32, 4)))
    op.verify()
    assert [v.type for v in op.outputs] == [tensor(f32, 4, 3)]
    assert [v.type for v in op.carries] == [tensor(f64)]


SCAN = """%r0, %r1 = chlo.scan(%a0) inits (%a1) dimension=0 attributes {is_reverse = true} {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<f32>):
    stablehlo.return %input, %carry : tensor<3xf32>, tensor<f32>
  } : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>)"""
SCAN_TYPES = ["tensor<4x3xf32>", "tensor<f32>"]


def test_scan_is_read_and_printed():
    text = function(SCAN, SCAN_TYPES, SCAN_TYPES)
    printed = print_module(parse(text))
    assert "chlo.scan(%a0) inits (%a1) dimension=0  attributes {is_reverse = true} {" in printed
    assert print_module(parse(printed)) == printed
    assert print_module(parse(print_module(parse(text), generic=True))) == printed


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("dimension=0", "dimension=2", "scan dimension of operand 0 is out of bounds"),
        ("{is_reverse = true}", "{scan_dim_size = 5 : i64}", "invalid scan dimension size of operand 0"),
        ("%input: tensor<3xf32>, %carry", "%carry", "expects 2 arguments in the body, but got 1"),
        ("%carry: tensor<f32>", "%carry: tensor<1xf32>", "operand and body argument 1 are incompatible"),
        ("%input: tensor<3xf32>", "%input: tensor<4xf32>", "operand and body argument 0 are incompatible"),
    ],
)
def test_scan_rejected(old: str, new: str, message: str):
    # The body returns constants, so that its arguments can be anything.
    constants = (
        "    %x = stablehlo.constant dense<0.0> : tensor<3xf32>\n"
        "    %y = stablehlo.constant dense<0.0> : tensor<f32>\n    stablehlo.return %x, %y"
    )
    text = SCAN.replace("    stablehlo.return %input, %carry", constants).replace(old, new)
    with pytest.raises(VerifyException, match=message):
        parse(function(text, SCAN_TYPES, SCAN_TYPES))


@pytest.mark.parametrize(
    ("line", "inputs", "outputs"),
    [
        (f"%r0 = chlo.erf %a0 : {F32} -> {F32}", [F32], [F32]),
        (f"%r0 = chlo.next_after %a0, %a0 : {F32}, {F32} -> {F32}", [F32], [F32]),
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
        ("%r0 = chlo.constant dense<[1, 2]> : tensor<2xi32>", [], [I32]),
        (f'%r0 = "chlo.constant_like"(%a0) <{{value = 1 : i32}}> : ({F32}) -> {I32}', [F32], [I32]),
        (f"%r0, %r1 = chlo.top_k(%a0, k = 1) {{x = 1 : i32}} : {F32} -> (tensor<1xf32>, tensor<1xi32>)", [F32],
         ["tensor<1xf32>", "tensor<1xi32>"]),
    ],
)  # fmt: skip
def test_prints_as_cpp(line: str, inputs: list[str], outputs: list[str]):
    text = reprinted(function(line, inputs, outputs))
    assert print_module(parse(text)).strip() == text.strip()


def test_top_k_that_is_not_stable():
    line = f"%r0, %r1 = chlo.top_k(%a0, k = 1, is_stable = false) : {F32} -> (tensor<1xf32>, tensor<1xi32>)"
    assert line in print_module(parse(function(line, [F32], ["tensor<1xf32>", "tensor<1xi32>"])))


def test_unknown_enum_case():
    with pytest.raises(ParseError, match="ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT"):
        parse(
            generic(
                "broadcast_compare",
                [F32, F32],
                ["tensor<2xi1>"],
                "comparison_direction = #chlo<comparison_direction XX>",
            )
        )
