"""top_k: what it rejects, infers and prints."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from xdsl.dialects.builtin import UnrankedTensorType, f32, i32
from xdsl.ir import Attribute, SSAValue

from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, check_printed, tensor
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.dialects.stablehlo import HloOp

from .cases import check_built, check_rejected, generic

F32, F64, I32 = "tensor<2xf32>", "tensor<2xf64>", "tensor<2xi32>"


def top_3(operand: SSAValue) -> HloOp:
    return chlo.TopKOp(operand, 3)


def any_top_3(operand: SSAValue) -> HloOp:
    return chlo.TopKOp(operand, 3, is_stable=False)


BUILT: list[tuple[Callable[..., HloOp], list[Attribute], list[Attribute]]] = [
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
    check_built(build, operands, results)


REJECTED = [
    ("top_k", ["tensor<f32>"], ["tensor<f32>", "tensor<i32>"], "k = 1 : i64", "operand's rank must be at least 1"),
    ("top_k", ["tensor<4xf32>"], ["tensor<8xf32>", "tensor<8xi32>"], "k = 8 : i64",
     "operand's last dimension must be at least 8"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "outputs", "attributes", "message"), REJECTED)
def test_rejected(op: str, inputs: list[str], outputs: list[str], attributes: str, message: str):
    check_rejected(generic(op, inputs, outputs, attributes), message)


PRINTED = [
    (f"%r0, %r1 = chlo.top_k(%a0, k = 1) {{x = 1 : i32}} : {F32} -> (tensor<1xf32>, tensor<1xi32>)", [F32],
     ["tensor<1xf32>", "tensor<1xi32>"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "inputs", "outputs"), PRINTED)
def test_prints_as_cpp(line: str, inputs: list[str], outputs: list[str]):
    check_printed(function(line, inputs, outputs))


def test_top_k_that_is_not_stable():
    line = f"%r0, %r1 = chlo.top_k(%a0, k = 1, is_stable = false) : {F32} -> (tensor<1xf32>, tensor<1xi32>)"
    assert line in print_module(parse(function(line, [F32], ["tensor<1xf32>", "tensor<1xi32>"])))
