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
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_rejected, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import GatherDimensionNumbersAttr, HloOp

T, S1, S2, S3 = "tensor<2x3xf32>", "tensor<1xi64>", "tensor<2xi64>", "tensor<3xi64>"
INFERRED = "incompatible with return type(s) of operation"


def q(shape: str, t: str) -> str:
    """A quantized tensor."""
    return f"tensor<{shape}x!quant.uniform<{t}>>"


def broadcasts(
    name: str,
    message: str,
    dims: str = "1, 2",
    rest: str = "",
    source: str = T,
    out: str = "tensor<?x?x?xf32>",
) -> Case:
    """A case of dynamic_broadcast_in_dim to three dimensions."""
    attributes = f"broadcast_dimensions = array<i64: {dims}>{rest}"
    return Case(
        f"dynamic_broadcast_in_dim_{name}",
        "dynamic_broadcast_in_dim",
        [source, S3],
        [out],
        attributes,
        message,
    )


EXPANDING = ", known_expanding_dimensions = array<i64: {}>"
NONEXPANDING = ", known_nonexpanding_dimensions = array<i64: {}>"
AXIS_1 = "i8:f32:{}, {{1.0, 2.0, 3.0}}"


def gathers(
    name: str,
    message: str,
    offset: str = "1, 2",
    collapsed: str = "",
    index_map: str = "0, 1",
    vector: int = 1,
    operand: str = T,
    indices: str = "tensor<5x2xi64>",
    slices: str = S2,
    out: str = "tensor<5x?x?xf32>",
) -> Case:
    """A case of dynamic_gather of slices with two dimensions."""
    numbers = (
        f"dimension_numbers = #stablehlo.gather<offset_dims = [{offset}], collapsed_slice_dims = [{collapsed}], "
        f"start_index_map = [{index_map}], index_vector_dim = {vector}>, indices_are_sorted = false"
    )
    return Case(
        f"dynamic_gather_{name}", "dynamic_gather", [operand, indices, slices], [out], numbers, message
    )


REJECTED = [
    broadcasts("c1", "expects operand and result to have compatible element type.", out="tensor<?x?x?xf64>"),
    broadcasts("c2", "broadcast_dimensions size (1) does not match operand rank (2)", "1"),
    broadcasts("c3", "broadcast_dimensions contains invalid value 3 for result with rank 3", "1, 3"),
    broadcasts("c3_rank", "result rank (1) is less than operand rank (2)", "0, 0", out="tensor<?xf32>"),
    broadcasts("c4", "broadcast_dimensions should not have duplicates", "1, 1"),
    broadcasts("c5", "size of operand dimension 1 (3) is not compatible with size of result dimension 2 (4)",
               out="tensor<?x?x4xf32>"),
    broadcasts("c6", "result quantization_dimension 1 not same as broadcast_dimensions[1] = 2",
               source=q("2x3", AXIS_1.format(1)), out=q("?x2x3", "i8:f32:1, {1.0, 2.0}")),
    broadcasts("c6_scales", "mismatch result scale 1 (2.000000e+00) and operand scale 0 (1.000000e+00)",
               source=q("2x1", "i8:f32:1, {1.0}"), out=q("?x2x3", AXIS_1.format(2))),
    broadcasts("c8", "duplicate expansion hint for at least one operand dimension", rest=EXPANDING.format("0, 0")),
    broadcasts("c8_both", "duplicate expansion hint", rest=EXPANDING.format("0") + NONEXPANDING.format("0, 1")),
    broadcasts("c9", "hint for expanding dimension 2 does not refer to a valid operand", rest=EXPANDING.format("2")),
    broadcasts("c10", "hint for expanding dimension -1 does not refer to a", rest=NONEXPANDING.format("-1")),
    gathers("c1", "is not equal to operand rank (2)", offset="1"),
    gathers("c2", "Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 2]. got: 3.",
            vector=3),
    gathers("c3", "start_index_map size (1) is not equal to size of index dimension (1) of start_indices (2)",
            index_map="0"),
    gathers("c4", "expects offset_dims to be sorted, got: [2, 1]", offset="2, 1"),
    gathers("c4_unique", "expects offset_dims to not repeat, got: [1, 1]", offset="1, 1"),
    gathers("c5", "Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 3). got: 3.",
            offset="1, 3"),
    gathers("c6", "has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0", offset="",
            collapsed="0, 0"),
    gathers("c6_sorted", "expects collapsed_slice_dims to be sorted, got: [1, 0]", offset="", collapsed="1, 0"),
    gathers("c7", "element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.",
            offset="1", collapsed="2"),
    gathers("c9", "has duplicated dimension from start_index_map and operand_batching_dims: 1", index_map="1, 1"),
    gathers("c10", "element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.",
            index_map="0, 2"),
    gathers("c11", "slice_sizes size (3) not equal to operand rank (2)", slices=S3),
    gathers("c13", INFERRED, out="tensor<4x?x?xf32>"),
    gathers("c14", INFERRED, out="tensor<5x?x?xf64>"),
    Case("dynamic_iota_c1", "dynamic_iota", [S2], ["tensor<?x?xf32>"], "iota_dimension = 2 : i64",
         "iota dimension cannot go beyond the output rank."),
    Case("dynamic_pad_c1", "dynamic_pad", [T, "tensor<f64>", S2, S2, S2], ["tensor<?x?xf32>"], "",
         "all of {operand, padding_value, result} have same element type"),
    Case("dynamic_pad_c2", "dynamic_pad", [T, "tensor<f32>", S3, S3, S3], ["tensor<?x?xf32>"], "",
         "padding operands size (3) must match operand rank (2)"),
    Case("dynamic_pad_c2_types", "dynamic_pad", [T, "tensor<f32>", S2, S3, S2], ["tensor<?x?xf32>"], "",
         "all of {edge_padding_low, edge_padding_high, interior_padding} have same type"),
    Case("dynamic_pad_c4", "dynamic_pad", [T, "tensor<f32>", S2, S2, S2], ["tensor<?xf32>"], "",
         "all of {operand, result} have same rank"),
    Case("dynamic_reshape_c1", "dynamic_reshape", [T, S1], ["tensor<?xf64>"], "",
         "expects operand and result to have compatible element type."),
    Case("dynamic_reshape_c1_scales", "dynamic_reshape", [q("4", "i8:f32, 1.0"), S2], [q("2x2", "i8:f32, 2.0")], "",
         "expect same quantization scale and zero_point but got"),
    Case("dynamic_reshape_c2", "dynamic_reshape", [T, S1], ["tensor<7xf32>"], "",
         "number of output elements (7) doesn't match expected number of elements (6)"),
    Case("dynamic_reshape_c3", "dynamic_reshape", [q("2x3", AXIS_1.format(1)), S3], [q("1x3x2", AXIS_1.format(1))], "",
         "product of dimensions before quantization dimension must match between operand and result for 2 and 1"),
    Case("dynamic_reshape_c4", "dynamic_reshape", [T, S2], ["tensor<?xf32>"], "",
         "result should have a rank equal to the number of elements in output_shape"),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


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
