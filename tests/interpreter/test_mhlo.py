"""MHLO's functions among StableHLO's ops: they parse, print, evaluate as CHLO's, and fold."""

from __future__ import annotations

import numpy as np
import pytest

from tests.folding.support import fold, main, values
from tests.helpers.programs import evaluate, function, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.mhlo import Mhlo

NAMES = [op.name.removeprefix("mhlo.") for op in Mhlo.operations]


@pytest.mark.parametrize("name", NAMES)
def test_gives_the_values_of_chlo(name: str) -> None:
    def text(dialect: str) -> str:
        spelled = "%a0 : tensor<3xf32>" if dialect == "mhlo" else "%a0 : tensor<3xf32> -> tensor<3xf32>"
        return function(f"%r0 = {dialect}.{name} {spelled}", ["tensor<3xf32>"], ["tensor<3xf32>"])

    x = np.array([0.25, 0.5, 1.5], np.float32)
    assert f"mhlo.{name} %" in print_module(parse(text("mhlo")))
    np.testing.assert_array_equal(evaluate(text("mhlo"), x)[0], evaluate(text("chlo"), x)[0])


def test_the_error_function_folds() -> None:
    text = main(
        '%c = stablehlo.constant dense<0.5> : tensor<f32>\n%r = "mhlo.erf"(%c) : (tensor<f32>) -> tensor<f32>',
        "tensor<f32>",
    )
    assert abs(float(values(fold(text).constants()[0])) - 0.5204999) < 1e-6
