"""MHLO's functions among StableHLO's ops: they parse, print, evaluate as CHLO's, and fold."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import evaluate, function, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.chlo.mhlo import Mhlo, MhloFunction, MhloTopKOp

NAMES = [op.name.removeprefix("mhlo.") for op in Mhlo.operations if issubclass(op, MhloFunction)]


@pytest.mark.parametrize("name", NAMES)
def test_gives_the_values_of_chlo(name: str) -> None:
    def text(dialect: str) -> str:
        spelled = "%a0 : tensor<3xf32>" if dialect == "mhlo" else "%a0 : tensor<3xf32> -> tensor<3xf32>"
        return function(f"%r0 = {dialect}.{name} {spelled}", ["tensor<3xf32>"], ["tensor<3xf32>"])

    x = np.array([0.25, 0.5, 0.75 if name == "erf_inv" else 1.5], np.float32)
    assert f"mhlo.{name} %" in print_module(parse(text("mhlo")))
    np.testing.assert_array_equal(evaluate(text("mhlo"), x)[0], evaluate(text("chlo"), x)[0])


@pytest.mark.parametrize(
    ("largest", "expected", "places"), [("", [5.0, 3.0], [3, 0]), (", largest=false", [-2.0, 1.0], [2, 1])]
)
def test_top_k(largest: str, expected: list[float], places: list[int]) -> None:
    kinds = ["tensor<2xf32>", "tensor<2xi32>"]
    op = f"mhlo.topk(%a0, k=2{largest}) : tensor<4xf32> -> ({', '.join(kinds)})"
    text = function(f"%r0, %r1 = {op}", ["tensor<4xf32>"], kinds)
    (found,) = [op for op in parse(text).walk() if isinstance(op, MhloTopKOp)]
    assert print_module(parse(text)) == print_module(parse(print_module(parse(text))))
    again = MhloTopKOp(found.operand, 2, largest=not largest)
    assert again.result_types == found.result_types
    assert again.properties == found.properties
    got = evaluate(text, np.array([3.0, 1.0, -2.0, 5.0], np.float32))
    assert [each.tolist() for each in got] == [expected, places]
