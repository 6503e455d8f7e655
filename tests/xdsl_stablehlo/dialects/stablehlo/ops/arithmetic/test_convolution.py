"""convolution and dynamic_conv: what they reject, what they infer, how they are printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32
from xdsl.traits import is_speculatable
from xdsl.utils.exceptions import ParseError

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_rejected, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import ConvDimensionNumbersAttr

LHS, RHS, OUT = "tensor<4x8x9x6xf32>", "tensor<3x3x6x12xf32>", "tensor<4x6x7x12xf32>"
DIMS = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
RAW = (
    "raw input_batch_dimension = {ib}, input_feature_dimension = {if_}, input_spatial_dimensions = [{is_}], "
    "kernel_input_feature_dimension = {ki}, kernel_output_feature_dimension = {ko}, "
    "kernel_spatial_dimensions = [{ks}], "
    "output_batch_dimension = {ob}, output_feature_dimension = {of}, output_spatial_dimensions = [{os}]"
)


def raw(**changes: str) -> str:
    """Dimension numbers with some of them changed."""
    numbers = {
        "ib": "0",
        "if_": "3",
        "is_": "1, 2",
        "ki": "2",
        "ko": "3",
        "ks": "0, 1",
        "ob": "0",
        "of": "3",
        "os": "1, 2",
    }
    return RAW.format(**(numbers | changes))


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


def positive(label: str, what: str, name: str) -> Case:
    """A list with a zero."""
    message = f"expects window to have positive {what} for 1-th window dimension, but got 0."
    return window(label, message, f"{name} = array<i64: 1, 0>")


def q(shape: str, t: str) -> str:
    """A quantized tensor."""
    return f"tensor<{shape}x!quant.uniform<{t}>>"


SCALES = ", ".join(["1.0"] * 12)
QL, QR, QO = q("4x8x9x6", "i8:f32, 1.0:1"), q("3x3x6x12", "i8:f32, 1.0"), q("4x6x7x12", "i32:f32, 1.0")
PER_AXIS = q("3x3x6x12", f"i8:f32:3, {{{SCALES}}}")
OUT_AXIS = q("4x6x7x12", f"i32:f32:3, {{{SCALES}}}")
THREE = "precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]"
SPATIAL = "expects the same size for input, kernel and output spatial-dimensions"
RANGE = "expects input, kernel, and output dimension-numbers to be in-range [0, 4)."
ONE_D = "[b, 0, f]x[0, i, o]->[b, 0, f]"

REJECTED = [
    *both("c1", "expects convolution arguments to have same number of dimensions.", rhs="tensor<3x6x12xf32>"),
    size("c2", "window-strides", "window_strides", "1"),
    positive("c3", "stride", "window_strides"),
    window("c4", "expects the shape of padding-attribute to be {N, 2}, but got {2}.",
           "padding = dense<0> : tensor<2xi64>"),
    window("c4_size", "expects padding-entries to have same dimension-size", "padding = dense<0> : tensor<3x2xi64>"),
    size("c5", "base-dilation factors", "lhs_dilation", "1, 1, 1"),
    positive("c6", "base dilation factor", "lhs_dilation"),
    size("c7", "window-dilation factors", "rhs_dilation", "1"),
    positive("c8", "window dilation factor", "rhs_dilation"),
    size("c9", "window-reversal", "window_reversal", "false", "i1"),
    *both("c10", "expects input batch dimension (4) to be divisible by batch_group_count.", attributes(batches=3)),
    *both("c11", "expects input feature dimension (6) to be a multiple of feature_group_count.",
          attributes(features=4)),
    *both("c12", "expects convolution arguments to have 3 dimensions. Got: 4",
          attributes(raw(is_="1", ks="0", os="1"))),
    *both("c13", "expects input dimension-numbers to be unique, got {0, 3, 0, 2}.", attributes(raw(is_="0, 2"))),
    *both("c13_range", RANGE, attributes(raw(ib="4"))),
    *both("c13_rank", "expects convolution arguments to have >= 2 dimensions.",
          lhs="tensor<4xf32>", rhs="tensor<4xf32>"),
    *both("c14", "= kernel input feature dimension (5). Got feature_group_count = 1.", rhs="tensor<3x3x5x12xf32>"),
    *both("c15", "expects output feature dimension size (13) to be a multiple of batch_group_count.",
          attributes(batches=2), rhs="tensor<3x3x6x13xf32>"),
    *both("c16", "expects kernel output feature dimension (13) to be divisible by feature_group_count.",
          attributes(features=2), rhs="tensor<3x3x3x13xf32>"),
    *both("c17", SPATIAL, attributes(raw(ks="0"))),
    *both("c18", "expects kernel dimension-numbers to be unique, got {2, 3, 0, 0}.", attributes(raw(ks="0, 0"))),
    *both("c18_range", RANGE, attributes(raw(ki="-1"))),
    *both("c19", SPATIAL, attributes(raw(os="1"))),
    *both("c20", "expects output dimension-numbers to be unique, got {0, 3, 2, 2}.", attributes(raw(os="2, 2"))),
    *both("c20_range", RANGE, attributes(raw(of="7"))),
    *both("c21", "attribute 'feature_group_count' failed to satisfy constraint", attributes(features=0)),
    *both("c22", "attribute 'batch_group_count' failed to satisfy constraint", attributes(batches=0)),
    *both("c23", "not to be both greater than 1. Got 2 and 2 resp.", attributes(features=2, batches=2)),
    *both("c24", "expects precision config to be empty or have <= 2 elements, got 3", attributes(rest=f"{THREE}, ")),
    both("c25", "inferred shape '[4, 6, 7, 12]' is incompatible with return type of operation",
         out="tensor<4x6x8x12xf32>")[0],
    both("c26", "inferred shape '[4, 6, 7, 12]' is incompatible", out="tensor<4x6x12xf32>")[0],
    *both("c27", "to have compatible element type. Got: 'f32' and 'f64'", rhs="tensor<3x3x6x12xf64>"),
    both("c28", "rhs should be quantized for quantized operations", lhs=QL, out=QO)[0],
    both("c29", "quantization dimension of rhs should be same with kernel_output_feature_dimension", lhs=QL,
         rhs=q("3x3x6x12", "i8:f32:0, {1.0, 1.0, 1.0}"), out=QO)[0],
    both("c30", "quantization dimension of result should be same with output_feature_dimension", lhs=QL,
         rhs=PER_AXIS, out=q("4x6x7x12", "i32:f32:0, {1.0, 1.0, 1.0, 1.0}"))[0],
    both("c31", "mismatched lhs and rhs quantization storage types", lhs=QL,
         rhs=q("3x3x6x12", "i4:f32, 1.0"), out=QO)[0],
    both("c32", "quantization expressed types", lhs=QL, rhs=QR, out=q("4x6x7x12", "i32:bf16, 1.0"))[0],
    both("c33", "mismatched rhs and result quantization granularity", lhs=QL, rhs=QR, out=OUT_AXIS)[0],
    both("c34", "mismatched rhs quantization expressed type", lhs=LHS.replace("f32", "bf16"), rhs=QR,
         out=OUT.replace("f32", "bf16"))[0],
    Case("dynamic_conv_c4", "dynamic_conv", [LHS, RHS, "tensor<3x2xi64>"], [OUT], attributes(),
         "expects padding to be of shape [2, 2], but got [3, 2]"),
    *both("c28_dynamic", "rhs should be quantized for quantized operations", lhs=QL, out=QO)[1:],
    *both("c31_dynamic", "mismatched lhs and rhs quantization storage types", lhs=QL, rhs=q("3x3x6x12", "i4:f32, 1.0"),
          out=QO)[1:],
    *both("c32_dynamic", "quantization expressed types", lhs=QL, rhs=QR, out=q("4x6x7x12", "i32:bf16, 1.0"))[1:],
    *both("c34_dynamic", "mismatched rhs quantization expressed type", lhs=LHS.replace("f32", "bf16"), rhs=QR,
          out=OUT.replace("f32", "bf16"))[1:],
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


@pytest.mark.parametrize(
    ("label", "rest", "what"),
    [
        ("C2", "window_strides = array<i64: 1>", "window-strides"),
        ("C3", "window_strides = array<i64: 1, 0>", "positive stride for 1-th"),
        ("C5", "lhs_dilation = array<i64: 1>", "base-dilation factors"),
        ("C6", "lhs_dilation = array<i64: 0, 1>", "positive base dilation factor for 0-th"),
        ("C7", "rhs_dilation = array<i64: 1>", "window-dilation factors"),
        ("C8", "rhs_dilation = array<i64: -1, 1>", "positive window dilation factor for 0-th"),
        ("C9", "window_reversal = array<i1: true>", "window-reversal"),
    ],
)
def test_dynamic_conv_checks_its_window_where_the_padding_is_known(label: str, rest: str, what: str):
    op = (
        "%p = stablehlo.constant dense<0> : tensor<2x2xi64>\n  "
        f'%r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{{{attributes(rest=f"{rest}, ")}}}>'
        f" : ({LHS}, {RHS}, tensor<2x2xi64>) -> {OUT}"
    )
    with pytest.raises(Exception, match=rf"{what}.*\({label}\)"):
        parse(function(op, [LHS, RHS], [OUT]))


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


@pytest.mark.parametrize(
    ("shown", "message"),
    [
        ("stride = [1, 1], stride = [1, 1]", "Unexpected keyword stride"),
        ("size = [1, 1]", "Unexpected keyword size"),
        ("pad = [[0, 0], [0]]", "Expected array with 2 elements, got 1 elements instead"),
    ],
)
def test_windows_that_cannot_be_read(shown: str, message: str):
    line = f"%r0 = stablehlo.convolution(%a0, %a1) dim_numbers = {DIMS}, window = {{{shown}}} {{{COUNTS}}} : {TYPES}"
    with pytest.raises(ParseError, match=message):
        parse(function(line, [LHS, RHS], [OUT]))


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
