"""constant and constant_like."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ComplexType, FloatData, StringAttr, f32
from xdsl.dialects.complex import ComplexNumberAttr

from tests.helpers.oracle import dtype_named
from tests.helpers.programs import evaluate, function
from xdsl_stablehlo.interpreter.kernels.chlo.elementwise import splat_value


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("3.2 : f32", "f32", np.float32(3.2)),
        ("0.1 : f64", "f64", 0.1),
        ("-1 : i8", "i8", -1),
        ("200 : ui8", "ui8", 200),
        ("true", "i1", True),
    ],
)
def test_constant_like(value: str, kind: str, expected: Any) -> None:
    source, target = "tensor<2x3xf32>", f"tensor<2x3x{kind}>"
    body = f'%r0 = "chlo.constant_like"(%a0) {{value = {value}}} : ({source}) -> {target}'
    (result,) = evaluate(function(body, [source], [target]), np.zeros((2, 3), "f4"))
    assert result.dtype == dtype_named(kind)
    assert result.tolist() == np.full((2, 3), expected).tolist()


def test_constant_like_complex_numbers_and_others() -> None:
    number = ComplexNumberAttr(FloatData(1.0), FloatData(-2.0), ComplexType(f32))
    assert splat_value(number).tolist() == 1 - 2j
    with pytest.raises(ValueError, match="holds no dense elements"):
        splat_value(StringAttr("1"))


def test_constant() -> None:
    body = "%r0 = chlo.constant dense<[1, 2, 3]> : tensor<3xi32>"
    assert evaluate(function(body, [], ["tensor<3xi32>"]))[0].tolist() == [1, 2, 3]
