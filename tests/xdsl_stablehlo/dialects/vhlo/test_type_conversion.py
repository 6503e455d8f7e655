"""Types of VHLO that StableHLO cannot have."""

from __future__ import annotations

from typing import Any

import pytest
from xdsl.dialects.builtin import IntAttr, f32, i8

from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType
from xdsl_stablehlo.dialects.vhlo.vhlo_types import UnsupportedError, from_vhlo, to_vhlo


def test_a_storage_range_that_the_storage_type_does_not_have():
    quantized: Any = to_vhlo(UniformQuantizedType(i8, f32, 0.5, 0))
    parameters = [IntAttr(-7680) if p == IntAttr(-128) else p for p in quantized.parameters]
    assert parameters != list(quantized.parameters)
    with pytest.raises(UnsupportedError, match="illegal storage type minimum: -7680"):
        from_vhlo(quantized.new(parameters))
