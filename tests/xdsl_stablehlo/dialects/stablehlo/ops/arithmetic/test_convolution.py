"""convolution and dynamic_conv: what they reject, what they infer, how they are printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32
from xdsl.traits import is_speculatable
from xdsl.utils.exceptions import ParseError

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import ConvDimensionNumbersAttr

LHS, RHS, OUT = "tensor<4x8x9x6xf32>", "tensor<3x3x6x12xf32>", "tensor<4x6x7x12xf32>"
DIMS = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"


def attributes(dims: str = DIMS, features: int = 1, batches: int = 1, rest: str = "") -> str:
    """The properties of a convolution."""
    return (
        f"{rest}batch_group_count = {batches} : i64, dimension_numbers = #stablehlo.conv<{dims}>, "
        f"feature_group_count = {features} : i64"
    )


def both(
    label: str, message: str, given: str | None = None, lhs: str = LHS, rhs: str = RHS, out: str = OUT
) -> list[Case]:
    """The same case of convolution and of dynamic_conv."""
    given = attributes() if given is None else given
    padding = "tensor<2x2xi64>"
    return [
        Case(f"convolution_{label}", "convolution", [lhs, rhs], [out], given, message),
        Case(f"dynamic_conv_{label}", "dynamic_conv", [lhs, rhs, padding], [out], given, message),
    ]


def window(label: str, message: str, rest: str) -> Case:
    """A case of convolution about its window."""
    return Case(
        f"convolution_{label}", "convolution", [LHS, RHS], [OUT], attributes(rest=f"{rest}, "), message
    )


def size(label: str, what: str, name: str, values: str, element: str = "i64") -> Case:
    """A list that is not as long as the window has dimensions."""
    message = f"expects {what} to have same dimension-size as size of window dimensions (2), but got:"
    return window(label, message, f"{name} = array<{element}: {values}>")


def q(shape: str, t: str) -> str:
    """A quantized tensor."""
    return f"tensor<{shape}x!quant.uniform<{t}>>"


SCALES = ", ".join(["1.0"] * 12)
QL, QR, QO = q("4x8x9x6", "i8:f32, 1.0:1"), q("3x3x6x12", "i8:f32, 1.0"), q("4x6x7x12", "i32:f32, 1.0")
PER_AXIS = q("3x3x6x12", f"i8:f32:3, {{{SCALES}}}")
OUT_AXIS = q("4x6x7x12", f"i32:f32:3, {{{SCALES}}}")


def test_quantized_convolutions_that_fit():
    for lhs, rhs, out in ((QL, QR, QO), (QL, PER_AXIS, OUT_AXIS), (LHS, PER_AXIS, OUT)):
        parse(both("", "", lhs=lhs, rhs=rhs, out=out)[0].text())


NUMBERS = ConvDimensionNumbersAttr(0, 3, [1, 2], 2, 3, [0, 1], 0, 3, [1, 2])


def test_convolution_infers_its_shape():
    op = hlo.ConvolutionOp(
        value(tensor(f32, 4, 8, 9, 6)),
        value(tensor(f32, 3, 3, 3, 12)),
        NUMBERS,
        window_strides=[2, 3],
        padding=[[1, 0], [2, 2]],
        lhs_dilation=[1, 2],
        rhs_dilation=[2, 1],
        window_reversal=[False, True],
        feature_group_count=2,
    )
    op.verify()
    # (1 + 8 + 0 - 5) // 2 + 1 and (2 + 17 + 2 - 3) // 3 + 1
    assert op.result.type == tensor(f32, 4, 3, 7, 12)


def test_convolution_infers_what_unknown_sizes_leave():
    op = hlo.ConvolutionOp(
        value(tensor(f32, UNKNOWN, UNKNOWN, 9, 6)),
        value(tensor(f32, 3, 3, 6, UNKNOWN)),
        NUMBERS,
        batch_group_count=1,
    )
    assert op.result.type == tensor(f32, UNKNOWN, UNKNOWN, 7, UNKNOWN)


@pytest.mark.parametrize(
    ("lhs", "rhs", "out", "batches", "expected"),
    [
        ((4, 8, 9, 6), (3, 3, 6, 12), (4, 6, 7, 12), 1, True),
        ((UNKNOWN, 8, 9, 6), (3, 3, 6, 12), (UNKNOWN, 6, 7, 12), 1, True),
        ((UNKNOWN, 8, 9, 6), (3, 3, 6, 12), (UNKNOWN, 6, 7, 12), 2, False),
        ((UNKNOWN, 8, 9, 6), (3, 3, 6, 12), (4, 6, 7, 12), 1, False),
        ((4, 8, 9, UNKNOWN), (3, 3, 6, 12), (4, 6, 7, 12), 1, False),
        ((4, 8, 9, 6), (3, 3, 6, UNKNOWN), (4, 6, 7, 12), 1, False),
        ((4, 8, 9, 6), (3, 3, 6, UNKNOWN), (4, 6, 7, UNKNOWN), 1, True),
        ((4, 8, 9, 6), (3, 3, 6, UNKNOWN), (2, 6, 7, UNKNOWN), 2, False),
        ((4, UNKNOWN, 9, 6), (3, 3, 6, 12), (4, 6, 7, 12), 1, False),
        ((4, UNKNOWN, 9, 6), (3, 3, 6, 12), (4, UNKNOWN, 7, 12), 1, True),
    ],
)
def test_speculatable_where_no_size_can_contradict(
    lhs: tuple[int, ...], rhs: tuple[int, ...], out: tuple[int, ...], batches: int, expected: bool
):
    op = hlo.ConvolutionOp(
        value(tensor(f32, *lhs)),
        value(tensor(f32, *rhs)),
        NUMBERS,
        batch_group_count=batches,
        result_type=tensor(f32, *out),
    )
    assert is_speculatable(op) == expected


COUNTS = "batch_group_count = 1 : i64, feature_group_count = 1 : i64"
TYPES = f"({LHS}, {RHS}) -> {OUT}"
WINDOWS = (
    "",
    "stride = [1, 1]",
    "pad = [[0, 0], [0, 0]]",
    "stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]",
)


@pytest.mark.parametrize("shown", WINDOWS)
def test_prints_as_cpp(shown: str):
    line = f"%r0 = stablehlo.convolution(%a0, %a1) dim_numbers = {DIMS}, window = {{{shown}}} {{{COUNTS}}} : {TYPES}"
    text = function(line, [LHS, RHS], [OUT])
    printed = print_module(parse(reprinted(text))).strip()
    assert printed == reprinted(text).strip()
    assert f"dim_numbers = {DIMS}, window = {{{shown}}} {{{COUNTS}}} : {TYPES}" in printed


def test_an_attribute_of_the_wrong_kind_is_reported_where_the_dictionary_begins():
    """As in C++: the op is three lines long here, and its attributes are on the third."""
    body = f"""  %0 = stablehlo.convolution(%a0, %a1)
    dim_numbers = {DIMS}, window = {{}}
    {{feature_group_count = 0 : i64, batch_group_count = 1 : i64}} : ({LHS}, {RHS}) -> {OUT}
  return"""
    with pytest.raises(ParseError) as raised:
        parse(function(body, [LHS, RHS]))
    error = raised.value
    assert error.span.input.content[error.span.start] == "{"
    assert error.msg == (
        "'stablehlo.convolution' op attribute 'feature_group_count' failed to satisfy constraint: "
        "64-bit signless integer attribute whose value is positive"
    )
