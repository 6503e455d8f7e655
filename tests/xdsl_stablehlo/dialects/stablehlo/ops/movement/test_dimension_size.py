"""get_dimension_size and set_dimension_size: what they reject, what they infer, how they are printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, f32, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import HloOp

T = "tensor<2x3xf32>"


def size(*values: int) -> SSAValue:
    """An i32 scalar, a constant if it is given."""
    if not values:
        return value(tensor(i32))
    return hlo.ConstantOp(DenseIntOrFPElementsAttr.from_list(TensorType(i32, []), values)).output


@pytest.mark.parametrize(
    ("operand", "length", "result"),
    [
        (tensor(f32, 4, 2), size(), tensor(f32, UNKNOWN, 2, bounds=(4, UNKNOWN))),
        (tensor(f32, 4, 2), size(4), tensor(f32, 4, 2)),
        (tensor(f32, 4, 2), size(3), tensor(f32, UNKNOWN, 2, bounds=(4, UNKNOWN))),
        (tensor(f32, UNKNOWN, 2), size(), tensor(f32, UNKNOWN, 2)),
        (tensor(f32, UNKNOWN, UNKNOWN, bounds=(4, 5)), size(4), tensor(f32, 4, UNKNOWN, bounds=(UNKNOWN, 5))),
    ],
)
def test_set_dimension_size_bounds_what_it_makes_unknown(
    operand: Attribute, length: SSAValue, result: Attribute
):
    op = hlo.SetDimensionSizeOp(value(operand), length, 0)
    op.verify()
    assert op.result.type == result


STATIC, ANY = tensor(f32, 2, 3), tensor(f32, UNKNOWN, UNKNOWN)
SPECULATED: list[tuple[HloOp, bool]] = [
    (hlo.GetDimensionSizeOp(value(ANY), 1), True),
    (hlo.SetDimensionSizeOp(value(STATIC), size(), 0, tensor(f32, UNKNOWN, 3)), True),
    (hlo.SetDimensionSizeOp(value(STATIC), size(), 0, STATIC), False),
    (hlo.SetDimensionSizeOp(value(ANY), size(2), 0, STATIC), False),
]


@pytest.mark.parametrize(("op", "expected"), SPECULATED)
def test_speculatable_when_shapes_are_known(op: HloOp, expected: bool):
    assert is_speculatable(op) == expected


PRINTED = [
    (f"%r0 = stablehlo.get_dimension_size %a0, dim = 1 : ({T}) -> tensor<i32>", [T], ["tensor<i32>"]),
    (
        f"%r0 = stablehlo.set_dimension_size %a0, %a1, dim = 1 : ({T}, tensor<i32>) -> "
        "tensor<2x?xf32, #stablehlo.bounds<?, 3>>",
        [T, "tensor<i32>"],
        ["tensor<2x?xf32, #stablehlo.bounds<?, 3>>"],
    ),
]


@pytest.mark.parametrize(("line", "inputs", "outputs"), PRINTED)
def test_prints_as_cpp(line: str, inputs: list[str], outputs: list[str]):
    text = reprinted(function(line, inputs, outputs))
    assert print_module(parse(text)).strip() == text.strip()
