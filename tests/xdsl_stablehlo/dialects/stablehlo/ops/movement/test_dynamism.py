"""Ops whose shapes are operands: what they reject, what they infer, how they are printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, f32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.traits import is_speculatable
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted, verifies
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import GatherDimensionNumbersAttr, HloOp

T, S1, S2, S3 = "tensor<2x3xf32>", "tensor<1xi64>", "tensor<2xi64>", "tensor<3xi64>"
NUMBERS = (
    "dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
    "index_vector_dim = 1>, indices_are_sorted = false"
)
KNOWN: list[tuple[str, dict[str, str], list[str], str, str, str, str]] = [
    ("dynamic_broadcast_in_dim", {"s": "[4, 2, 3]> : tensor<3xi64>"}, [T], "tensor<5x2x3xf32>",
     "broadcast_dimensions = array<i64: 1, 2>", "output shape [4, 2, 3] is incompatible with return type", "C7"),
    ("dynamic_broadcast_in_dim", {"s": "[4, 5, 3]> : tensor<3xi64>"}, [T], "tensor<?x?x?xf32>",
     "broadcast_dimensions = array<i64: 1, 2>", "is not equal to 1 or value of shape at index 1 (5)", "C5"),
    ("dynamic_iota", {"s": "[4, 2]> : tensor<2xi64>"}, [], "tensor<?x3xf32>", "iota_dimension = 0 : i64",
     "output shape [4, 2] is incompatible with return type", "C2"),
    ("dynamic_iota", {"s": "[-1]> : tensor<1xi64>"}, [], "tensor<?xf32>", "iota_dimension = 0 : i64",
     "output shape [-1] is incompatible with return type", "C2"),
    ("dynamic_reshape", {"s": "[7]> : tensor<1xi64>"}, [T], "tensor<?xf32>", "",
     "input has 6 elements, but output_shape has 7", "C2"),
    ("dynamic_reshape", {"s": "[3, 2]> : tensor<2xi64>"}, [T], "tensor<2x3xf32>", "",
     "output shape [3, 2] is incompatible with return type", "C4"),
    ("dynamic_pad", {"l": "1> : tensor<2xi64>", "h": "1> : tensor<2xi64>", "i": "-1> : tensor<2xi64>"},
     [T, "tensor<f32>"], "tensor<?x?xf32>", "", "interior_padding must be non-negative, but got -1, -1", "C3"),
    ("dynamic_pad", {"l": "1> : tensor<2xi64>", "h": "2> : tensor<2xi64>", "i": "1> : tensor<2xi64>"},
     [T, "tensor<f32>"], "tensor<6x7xf32>", "", "expected output dimension at index 1 to equal 8, but got 7", "C4"),
    ("dynamic_gather", {"s": "[2, 3]> : tensor<2xi64>"}, [T, "tensor<5x1xi64>"], "tensor<5x3xf32>", NUMBERS,
     "Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2", "C8"),
    ("dynamic_gather", {"s": "[1, 4]> : tensor<2xi64>"}, [T, "tensor<5x1xi64>"], "tensor<5x4xf32>", NUMBERS,
     "slice size (4) is out of bounds for operand dimension (3) at index 1", "C12"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "constants", "types", "result", "attributes", "message", "label"), KNOWN)
def test_constants_are_checked(
    op: str,
    constants: dict[str, str],
    types: list[str],
    result: str,
    attributes: str,
    message: str,
    label: str,
):
    lines = [f"%{name} = stablehlo.constant dense<{elements}" for name, elements in constants.items()]
    names = [*(f"%a{i}" for i in range(len(types))), *(f"%{name}" for name in constants)]
    operands = [*types, *(elements.split("> : ")[1] for elements in constants.values())]
    properties = f" <{{{attributes}}}>" if attributes else ""
    lines.append(
        f'%r0 = "stablehlo.{op}"({", ".join(names)}){properties} : ({", ".join(operands)}) -> {result}'
    )
    text = function("\n  ".join(lines), types, [result])
    with pytest.raises(VerifyException) as raised:
        parse(text)
    assert message in str(raised.value)
    assert f"({label})" in str(raised.value)
    assert message in (verifies(text) or "")


def test_real_dynamic_slice_needs_an_index_for_each_dimension():
    types = [T, S2, S2, S2]
    text = Case(
        "real_dynamic_slice", "real_dynamic_slice", [T, S3, S3, S3], ["tensor<?x?xf32>"], "", ""
    ).text()
    parse(Case("real_dynamic_slice", "real_dynamic_slice", types, ["tensor<?x?xf32>"], "", "").text())
    with pytest.raises(
        Exception, match=r"mismatched number of operand rank \(2\) and start_indices size \(3\)"
    ):
        parse(text)


def constant(*values: int) -> SSAValue:
    """A constant i64 vector."""
    return hlo.ConstantOp(DenseIntOrFPElementsAttr.from_list(TensorType(i64, [len(values)]), values)).output


GATHER = GatherDimensionNumbersAttr([1], [0], [], [], [0], 1)


@pytest.mark.parametrize(
    ("slices", "result"),
    [(constant(1, 3), tensor(f32, 5, 3)), (value(tensor(i64, 2)), tensor(f32, 5, UNKNOWN))],
)
def test_dynamic_gather_infers_what_is_known_of_its_slices(slices: SSAValue, result: Attribute):
    op = hlo.DynamicGatherOp(value(tensor(f32, 2, 3)), value(tensor(i64, 5, 1)), slices, GATHER)
    op.verify()
    assert op.result.type == result


STATIC, SHAPE, ANY = tensor(f32, 2, 3), value(tensor(i64, 2)), tensor(f32, UNKNOWN, UNKNOWN)
ZEROS = constant(0, 0)
SPECULATED: list[tuple[HloOp, bool]] = [
    (hlo.DynamicIotaOp(SHAPE, 0, ANY), True),
    (hlo.DynamicIotaOp(SHAPE, 0, tensor(f32, 2, UNKNOWN)), False),
    (hlo.DynamicIotaOp(constant(2, 3), 0, tensor(f32, 2, UNKNOWN)), True),
    (hlo.DynamicReshapeOp(value(STATIC), SHAPE, ANY), False),
    (hlo.DynamicReshapeOp(value(STATIC), constant(3, 2), ANY), True),
    (hlo.DynamicReshapeOp(value(ANY), constant(3, 2), ANY), False),
    (hlo.DynamicBroadcastInDimOp(value(tensor(f32, 1, 1)), SHAPE, [0, 1], ANY), True),
    (hlo.DynamicBroadcastInDimOp(value(STATIC), SHAPE, [0, 1], ANY), False),
    (hlo.DynamicBroadcastInDimOp(value(STATIC), constant(2, 3), [0, 1], STATIC), True),
    (hlo.DynamicBroadcastInDimOp(value(ANY), constant(2, 3), [0, 1], ANY), False),
    (hlo.DynamicPadOp(value(STATIC), value(tensor(f32)), ZEROS, ZEROS, ZEROS, ANY), True),
    (hlo.DynamicPadOp(value(STATIC), value(tensor(f32)), SHAPE, ZEROS, ZEROS, ANY), False),
    (hlo.RealDynamicSliceOp(value(STATIC), SHAPE, SHAPE, SHAPE, ANY), False),
]


@pytest.mark.parametrize(("op", "expected"), SPECULATED)
def test_speculatable_when_shapes_are_known(op: HloOp, expected: bool):
    assert is_speculatable(op) == expected


PRINTED = [
    (f"%r0 = stablehlo.dynamic_iota %a0, dim = 1 : ({S2}) -> tensor<?x?xf32>", [S2], ["tensor<?x?xf32>"]),
    (
        f"%r0 = stablehlo.dynamic_reshape %a0, %a1 : ({T}, {S1}) -> tensor<?xf32>",
        [T, S1],
        ["tensor<?xf32>"],
    ),
    (
        "%r0 = stablehlo.dynamic_broadcast_in_dim %a0, %a1, dims = [0, 1] "
        f"{{known_expanding_dimensions = array<i64: 0>, x = 1 : i32}} : ({T}, {S2}) -> tensor<?x?xf32>",
        [T, S2],
        ["tensor<?x?xf32>"],
    ),
    (
        f"%r0 = stablehlo.real_dynamic_slice %a0, %a1, %a1, %a1 : ({T}, {S2}, {S2}, {S2}) -> tensor<?x?xf32>",
        [T, S2],
        ["tensor<?x?xf32>"],
    ),
]


@pytest.mark.parametrize(("line", "inputs", "outputs"), PRINTED)
def test_prints_as_cpp(line: str, inputs: list[str], outputs: list[str]):
    text = reprinted(function(line, inputs, outputs))
    assert print_module(parse(text)).strip() == text.strip()
