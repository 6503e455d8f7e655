"""The quantized types: text as MLIR prints it, and what is refused with its words (spec: Quantized types)."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import IntegerType, Signedness, f32
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_stablehlo import register_dialects
from xdsl_stablehlo.dialects.base.quant import (
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
    UniformQuantizedType,
)

i8 = IntegerType(8)


def read(text: str) -> object:
    ctx = Context()
    register_dialects(ctx)
    return Parser(ctx, text).parse_type()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!quant.uniform<i8<-128:127>:f32, 0.1:3>", "!quant.uniform<i8:f32, 1.000000e-01:3>"),
        ("!quant.uniform<i8:f32, 0.1234567890123>", "!quant.uniform<i8:f32, 0.12345678901230001>"),
        ("!quant.uniform<u8:f32, 0.1:3>", "!quant.uniform<u8:f32, 1.000000e-01:3>"),
        ("!quant.uniform<ui8:f32, 0.1:3>", "!quant.uniform<ui8:f32, 1.000000e-01:3>"),
        ("!quant.uniform<si8:f32, 0.1>", "!quant.uniform<si8:f32, 1.000000e-01>"),
        ("!quant.uniform<u8<0:254>:f64, 0.1:-3>", "!quant.uniform<u8<0:254>:f64, 1.000000e-01:-3>"),
        ("!quant.uniform<i32:f32, 3.0>", "!quant.uniform<i32:f32, 3.000000e+00>"),
        ("!quant.uniform<f8E5M2:f32, 0.5>", "!quant.uniform<f8E5M2:f32, 5.000000e-01>"),
        ("!quant<uniform<i8:f32, 0.5>>", "!quant.uniform<i8:f32, 5.000000e-01>"),
        (
            "!quant.uniform<i8<-127:127>:f32:1, {0.1:3, 0.2}>",
            "!quant.uniform<i8<-127:127>:f32:1, {1.000000e-01:3,2.000000e-01}>",
        ),
        (
            "!quant.uniform<i8:f32:{0:4,1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>",
            "!quant.uniform<i8:f32:{0:4, 1:2}, {{2.000000e+00:120, 3.000000e+00:127}, {4.000000e+00, 5.000000e+00}}>",
        ),
        ("!quant.uniform<i8:f32:{}, {1.0}>", "!quant.uniform<i8:f32:{}, {1.000000e+00}>"),
    ],
)
def test_text(text: str, expected: str):
    assert str(read(text)) == expected
    assert read(expected) == read(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("!quant.uniform<i8:f32, 1:3>", "unexpected decimal integer literal for a floating point value"),
        (
            "!quant.uniform<i8:f32, 0.0>",
            "scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]",
        ),
        ("!quant.uniform<i8:f32, -1.0>", "scale -1.000000e+00 out of expressed type range"),
        ("!quant.uniform<i8:f16, 70000.0>", "out of expressed type range [5.960464e-08, 6.550400e+04]"),
        ("!quant.uniform<i8<-200:3>:f32, 1.0>", "illegal storage type minimum: -200"),
        ("!quant.uniform<i8<0:200>:f32, 1.0>", "illegal storage type maximum: 200"),
        ("!quant.uniform<i8<3:-3>:f32, 1.0>", "illegal storage min and storage max: (3:-3)"),
        ("!quant.uniform<i40:f32, 1.0>", "illegal storage type size: 40"),
        ("!quant.uniform<x8:f32, 1.0>", "illegal storage type prefix"),
        ("!quant.uniform<i8:i32, 1.0>", "expressed type must be floating point"),
        ("!quant.uniform<i8:f32:-1, {1.0}>", "illegal quantized dimension: -1"),
        ("!quant.uniform<i8:f32:1, {{1.0}}>", "one list of scales"),
        ("!quant.uniform<i8:f32:1, {}>", "float literal"),
        ("!quant.uniform<i8:f32:{-1:2}, {1.0}>", "illegal quantized dimension: -1"),
        ("!quant.uniform<i8:f32:{0:0}, {1.0}>", "illegal block size: 0"),
        ("!quant.uniform<i8:f32:{0:1,1:1}, {{1.0}, {1.0, 2.0}}>", "inconsistent ranks"),
    ],
)
def test_refused(text: str, message: str):
    with pytest.raises(ParseError) as caught:
        read(text)
    assert message in caught.value.msg


def test_one_scale():
    t = UniformQuantizedType(i8, f32, 0.5, 3, signed=False)
    assert (t.scale, t.zero_point, t.scales, t.zero_points) == (0.5, 3, (0.5,), (3,))
    assert (t.storage_min, t.storage_max, t.signed) == (0, 255, False)
    assert t.stored_as == IntegerType(8, Signedness.UNSIGNED)
    assert UniformQuantizedType(i8, f32, 0.5).stored_as == i8


def test_a_scale_for_each_index():
    t = UniformQuantizedPerAxisType(i8, f32, 1, [0.5, 0.25], storage_range=(-127, 127))
    assert (t.axis, t.scales, t.zero_points, t.storage_min) == (1, (0.5, 0.25), (0, 0), -127)
    with pytest.raises(VerifyException, match="illegal number of scales and zeroPoints: 2, 1"):
        UniformQuantizedPerAxisType(i8, f32, 1, [0.5, 0.25], [1])


def test_a_scale_for_each_block():
    t = UniformQuantizedSubChannelType(i8, f32, [(0, 4), (1, 2)], (1, 2), [0.5, 0.25], [1, 2])
    assert t.block_sizes == ((0, 4), (1, 2))
    assert t.scales_shape == (1, 2)
    assert str(t) == "!quant.uniform<i8:f32:{0:4, 1:2}, {{5.000000e-01:1, 2.500000e-01:2}}>"


def test_types_are_equal_where_all_parameters_are() -> None:
    """Those that the kinds of quantized types share count, too."""
    types = (
        "i8:f32, 1.0:17",
        "u8:f32, 1.0:17",
        "i16:f32, 1.0:17",
        "i8:f16, 1.0:17",
        "i8<-127:127>:f32, 1.0:17",
    )
    assert len({read(f"!quant.uniform<{each}>") for each in types}) == len(types)
    assert read(f"!quant.uniform<{types[0]}>") == read(f"!quant.uniform<{types[0]}>")
