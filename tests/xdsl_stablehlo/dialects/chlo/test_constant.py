"""constant and constant_like: what they reject, infer and print."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    TensorType,
    UnrankedTensorType,
    f64,
    i32,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.traits import ConstantLike

from tests.helpers.programs import function
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, check_printed, tensor
from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types

from .cases import check_built, check_rejected, generic

F32, F64, I32 = "tensor<2xf32>", "tensor<2xf64>", "tensor<2xi32>"


def one_like(operand: SSAValue) -> HloOp:
    return chlo.ConstantLikeOp(FloatAttr(1.0, f64), operand)


BUILT: list[tuple[Callable[..., HloOp], list[Attribute], list[Attribute]]] = [
    (one_like, [tensor(i32, 2, UNKNOWN)], [tensor(f64, 2, UNKNOWN)]),
    (one_like, [UnrankedTensorType(i32)], [UnrankedTensorType(f64)]),
]


@pytest.mark.parametrize(("build", "operands", "results"), BUILT)
def test_builders_infer_result_types(
    build: Callable[..., HloOp], operands: list[Attribute], results: list[Attribute]
):
    check_built(build, operands, results)


REJECTED = [
    ("constant_like", [F32], [F64], "value = 1.0 : f32", "value's type doesn't match element return type"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "outputs", "attributes", "message"), REJECTED)
def test_rejected(op: str, inputs: list[str], outputs: list[str], attributes: str, message: str):
    check_rejected(generic(op, inputs, outputs, attributes), message)


def test_constant_is_constant_like():
    op = chlo.ConstantOp(DenseIntOrFPElementsAttr.from_list(TensorType(i32, [2]), [1, 2]))
    op.verify()
    assert op.has_trait(ConstantLike)
    assert op.fold() == (op.value,)
    assert infer_return_types(op) == (tensor(i32, 2),)


PRINTED: list[tuple[str, list[str], list[str]]] = [
    ("%r0 = chlo.constant dense<[1, 2]> : tensor<2xi32>", [], [I32]),
    (f'%r0 = "chlo.constant_like"(%a0) <{{value = 1 : i32}}> : ({F32}) -> {I32}', [F32], [I32]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "inputs", "outputs"), PRINTED)
def test_prints_as_cpp(line: str, inputs: list[str], outputs: list[str]):
    check_printed(function(line, inputs, outputs))
