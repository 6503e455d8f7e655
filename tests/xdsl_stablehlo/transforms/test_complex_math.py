"""Complex functions written in real ops: each part within 3 ULP of the exact one, with the signs of zeros."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.exact import errors
from tests.helpers.oracle import Array
from tests.helpers.programs import context, parse
from xdsl_stablehlo import verify_module
from xdsl_stablehlo.transforms.elementary import StablehloComplexMathExpanderPass

from .legalized import evaluated, spread

CHLO = ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "square")
STABLEHLO = ("exponential", "log", "log_plus_one", "sqrt")
COUNT = 250


def numbers(name: str, part: type[np.floating]) -> Array:
    """Of all sizes, and on the unit circle, where logarithms cancel; no poles."""
    rng = np.random.default_rng(sum(name.encode()))
    x, y = spread(rng, COUNT, part), spread(rng, COUNT, part)
    turn = rng.uniform(-4, 4, COUNT // 4)
    x[: COUNT // 4], y[: COUNT // 4] = np.cos(turn), np.sin(turn)
    z = np.empty(COUNT, np.complex64 if part is np.float32 else np.complex128)
    z.real, z.imag = x, y
    return z[~((np.abs(z) == 1) & ((x == 0) | (y == 0))) & (z != 0)]


@pytest.mark.parametrize("element_type", ["complex<f32>", "complex<f64>"])
@pytest.mark.parametrize("name", [f"chlo.{n}" for n in CHLO] + [f"stablehlo.{n}" for n in STABLEHLO])
def test_both_parts_are_within_three_units(name: str, element_type: str) -> None:
    z = numbers(name, np.float32 if element_type == "complex<f32>" else np.float64)
    result = evaluated(name, element_type, z)
    off = errors(name.partition(".")[2], result, z).max(axis=1)
    assert off.max() <= 3, f"{name} of {z[off.argmax()]} is {result[off.argmax()]}"


INF = np.inf
POINTS = {
    "chlo.asin": [
        (complex(INF, INF), complex(np.pi / 4, INF)),
        (complex(-INF, -1), complex(-np.pi / 2, -INF)),
    ],
    "chlo.acos": [(complex(1, 0), complex(0, -0.0)), (complex(-INF, INF), complex(3 * np.pi / 4, -INF))],
    "chlo.atanh": [(complex(1, 0), complex(INF, 0)), (complex(INF, -INF), complex(0, -np.pi / 2))],
    "chlo.asinh": [(complex(-0.0, 0), complex(-0.0, 0))],
    "chlo.square": [(complex(-1e300, 1e300), complex(0, -INF))],
    "stablehlo.log": [
        (complex(-0.0, 0), complex(-INF, np.pi)),
        (complex(INF, -INF), complex(INF, -np.pi / 4)),
    ],
    "stablehlo.log_plus_one": [(complex(-1, 0), complex(-INF, 0)), (complex(-0.0, 0), complex(-0.0, 0))],
    "stablehlo.sqrt": [(complex(-INF, -1), complex(0, -INF)), (complex(3, INF), complex(INF, INF))],
    "stablehlo.exponential": [(complex(-INF, 1), complex(0, 0)), (complex(INF, 0), complex(INF, 0))],
}
"""From C17, annex G.6."""


@pytest.mark.parametrize("name", POINTS)
def test_poles_zeros_and_infinities(name: str) -> None:
    points = np.array([z for z, _ in POINTS[name]])
    expected = np.array([w for _, w in POINTS[name]])
    np.testing.assert_array_equal(evaluated(name, "complex<f64>", points), expected)


def test_an_op_that_asks_for_an_accuracy_stays() -> None:
    module = parse("""
func.func @main(%z: tensor<?xcomplex<f32>>) -> (tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>) {
  %0 = stablehlo.sqrt %z : tensor<?xcomplex<f32>>
  %1 = "stablehlo.sqrt"(%z) {result_accuracy =
    #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
  } : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  return %0, %1 : tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>
}""")
    StablehloComplexMathExpanderPass().apply(context(), module)
    verify_module(module)
    rest = [
        op for op in module.walk() if op.name == "stablehlo.sqrt" and "complex" in str(op.results[0].type)
    ]
    assert len(rest) == 1
    assert "result_accuracy" in rest[0].properties
