"""Arithmetic on sizes in StableHLO: the values; what has no form there is in `cases/shape_legalize.mlir`."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.oracle import oracle
from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.transforms.shapes.shape_legalize_to_stablehlo import ShapeLegalizeToStablehloPass

S, N = "tensor<3xi32>", "tensor<3xindex>"


def legalized(body: str, result: str) -> str:
    """What becomes of a function of `%s: tensor<3xi32>`, the same as indices being `%n`, that returns `%r`."""
    module = parse(f"""func.func @main(%s: {S}, %x: tensor<2x5xf32>) -> {result} {{
      %n = arith.index_cast %s : {S} to {N}
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      {body}
      return %r : {result}
    }}""")
    ShapeLegalizeToStablehloPass().apply(context(), module)
    verify_module(module)
    return print_module(module)


@pytest.mark.parametrize(
    ("body", "result", "expected"),
    [
        (
            f"%e = shape.num_elements %n : {N} -> index\n%f = tensor.from_elements %e : tensor<1xindex>\n"
            "%r = arith.index_cast %f : tensor<1xindex> to tensor<1xi32>",
            "tensor<1xi32>",
            [24],
        ),
        (
            "%e = shape.shape_of %x : tensor<2x5xf32> -> tensor<2xindex>\n"
            "%r = arith.index_cast %e : tensor<2xindex> to tensor<2xi64>",
            "tensor<2xi64>",
            [2, 5],
        ),
        (
            "%e = shape.const_shape [6, 1, 1, 4] : tensor<4xindex>\n"
            f"%f = shape.broadcast %n, %e : {N}, tensor<4xindex> -> tensor<4xindex>\n"
            "%r = arith.index_cast %f : tensor<4xindex> to tensor<4xi32>",
            "tensor<4xi32>",
            [6, 2, 3, 4],
        ),
        (
            f"%e = tensor.extract %n[%c1] : {N}\n%d = tensor.dim %x, %c1 : tensor<2x5xf32>\n"
            "%p = arith.muli %e, %d : index\n%f = tensor.from_elements %p, %c1, %e : tensor<3xindex>\n"
            f"%r = arith.index_cast %f : {N} to {S}",
            S,
            [15, 1, 3],
        ),
        (
            "%w = stablehlo.constant dense<[7, 8]> : tensor<2xi64>\n"
            "%e = arith.index_cast %w : tensor<2xi64> to tensor<2xindex>\n"
            "%r = arith.index_cast %e : tensor<2xindex> to tensor<2xi32>",
            "tensor<2xi32>",
            [7, 8],
        ),
        (
            "%e = arith.constant dense<1> : tensor<i32>\n%f = shape.shape_of %e : tensor<i32> -> tensor<0xindex>\n"
            "%r = arith.index_cast %f : tensor<0xindex> to tensor<0xi32>",
            "tensor<0xi32>",
            [],
        ),
    ],
)
def test_sizes_are_the_same_in_stablehlo(body: str, result: str, expected: list[int]) -> None:
    after = legalized(body, result)
    for other in ("shape.", "tensor.", "index_cast", "unrealized", "muli"):
        assert other not in after.replace("tensor<", "")
    inputs = [np.array([2, 3, 4], np.int32), np.zeros((2, 5), np.float32)]
    (evaluated,) = eval_module(parse(after), inputs)
    assert np.asarray(evaluated.array).tolist() == expected
    if expected:
        assert np.asarray(oracle(after, *inputs)[0]).tolist() == expected


def test_casts_of_tensors_are_checked_and_those_of_scalars_are_ops_of_xdsl() -> None:
    text = "func.func @main(%x: tensor<2xindex>, %y: i32) {\n  {}\n  return\n}"
    cast = (
        "%z = arith.index_cast %x : tensor<2xindex> to tensor<2xi64>\n%w = arith.index_cast %y : i32 to index"
    )
    module = parse(text.replace("{}", cast, 1))
    verify_module(module)
    assert "arith.index_cast %x : tensor<2xindex> to tensor<2xi64>" in print_module(module)
    wrong = text.replace("{}", "%z = arith.index_cast %x : tensor<2xindex> to tensor<3xi64>", 1)
    with pytest.raises(Exception, match="are cast incompatible"):
        verify_module(parse(wrong))
