"""CHLO's functions of one or two numbers: what they reject, infer and print."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from xdsl.dialects.builtin import ComplexType, UnrankedTensorType, f32, i1, i32
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import check_printed, tensor
from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.dialects.stablehlo import HloOp

from .cases import check_built, check_rejected, generic

F32, F64, I32 = "tensor<2xf32>", "tensor<2xf64>", "tensor<2xi32>"
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
VECTOR, INTEGERS = tensor(f32, 2), tensor(i32, 2)
BUILT: list[tuple[Callable[..., HloOp], list[Attribute], list[Attribute]]] = [
    *((op, [VECTOR, VECTOR], [VECTOR]) for op in BINARY),
    (chlo.MulhiOp, [INTEGERS, INTEGERS], [INTEGERS]),
    *((op, [VECTOR], [VECTOR]) for op in UNARY),
    *((op, [VECTOR], [tensor(i1, 2)]) for op in PREDICATES),
    *((op, [UnrankedTensorType(f32)], [UnrankedTensorType(i1)]) for op in PREDICATES),
    (chlo.AsinAcosKernelOp, [tensor(ComplexType(f32), 2)], [tensor(ComplexType(f32), 2)]),
]


@pytest.mark.parametrize(("build", "operands", "results"), BUILT)
def test_builders_infer_result_types(
    build: Callable[..., HloOp], operands: list[Attribute], results: list[Attribute]
):
    check_built(build, operands, results)


TYPES = "requires compatible types for all operands and results"
REJECTED = [
    *((op.name[5:], [F32], [F64], "", TYPES) for op in UNARY),
    *((op.name[5:], [F32], ["tensor<3xi1>"], "", "must have the same shape and base type") for op in PREDICATES),
    *((op.name[5:], [F32, F64], [F32], "", TYPES) for op in BINARY),
    ("erf", [I32], [I32], "", "operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "outputs", "attributes", "message"), REJECTED)
def test_rejected(op: str, inputs: list[str], outputs: list[str], attributes: str, message: str):
    check_rejected(generic(op, inputs, outputs, attributes), message)


def test_mulhi_takes_no_booleans():
    flags = "tensor<4xi1>"
    with pytest.raises(
        VerifyException, match="operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values"
    ):
        parse(generic("mulhi", [flags, flags], [flags]))


PRINTED = [
    (f"%r0 = chlo.erf %a0 : {F32} -> {F32}", [F32], [F32]),
    (f"%r0 = chlo.next_after %a0, %a0 : {F32}, {F32} -> {F32}", [F32], [F32]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "inputs", "outputs"), PRINTED)
def test_prints_as_cpp(line: str, inputs: list[str], outputs: list[str]):
    check_printed(function(line, inputs, outputs))
