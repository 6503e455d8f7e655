"""The quantized types as Python has them (spec: Quantized types); `cases/quant.mlir` has their text."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import IntegerType, Signedness, f32
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

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
