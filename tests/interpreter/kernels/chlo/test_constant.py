"""constant and constant_like."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ComplexType, FloatData, StringAttr, f32
from xdsl.dialects.complex import ComplexNumberAttr

from xdsl_stablehlo.interpreter.kernels.chlo.elementwise import splat_value


def test_constant_like_complex_numbers_and_others() -> None:
    number = ComplexNumberAttr(FloatData(1.0), FloatData(-2.0), ComplexType(f32))
    assert splat_value(number).tolist() == 1 - 2j
    with pytest.raises(ValueError, match="holds no dense elements"):
        splat_value(StringAttr("1"))
