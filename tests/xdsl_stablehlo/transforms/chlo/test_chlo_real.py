"""CHLO's inverse and hyperbolic functions of real numbers: within 3 ULP, NaN outside of the domain."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.every_input import every
from tests.helpers.exact import errors
from tests.helpers.oracle import dtype_named
from tests.helpers.programs import assert_same
from tests.helpers.tiers import sampled
from tests.xdsl_stablehlo.transforms.legalized import evaluated, spread

DOMAINS = {
    **{"acos": (-1.0, 1.0), "asin": (-1.0, 1.0), "atanh": (-1.0, 1.0), "acosh": (1.0, np.inf)},
    **dict.fromkeys(["asinh", "atan", "cosh", "sinh"], (-np.inf, np.inf)),
}
NUMPY = {"acos": "arccos", "asin": "arcsin", "atan": "arctan", "acosh": "arccosh", "asinh": "arcsinh"} | {
    "atanh": "arctanh"
}


@sampled("count", 50, 1000)
@pytest.mark.parametrize("element_type", ["f32", "f64"])
@pytest.mark.parametrize("name", DOMAINS)
def test_within_three_units(name: str, element_type: str, count: int) -> None:
    low, high = DOMAINS[name]
    x = spread(np.random.default_rng(sum(name.encode())), count, dtype_named(element_type).type)
    result = evaluated(f"chlo.{name}", element_type, x)
    inside = (x >= low) & (x <= high)
    assert np.isnan(result[~inside]).all()
    inside &= (name != "atanh") | (np.abs(x) != 1)
    off = errors(name, result[inside], x[inside]).max(axis=1)
    assert off.max() <= 3, f"{name} of {x[inside][off.argmax()]} is {result[inside][off.argmax()]}"


@pytest.mark.parametrize("element_type", ["f16", "bf16", "f8E5M2", "f8E4M3FN"])
@pytest.mark.parametrize("name", DOMAINS)
def test_every_narrow_number_is_the_rounded_value(name: str, element_type: str) -> None:
    x = every(element_type)
    result = evaluated(f"chlo.{name}", element_type, x)
    with np.errstate(all="ignore"):
        expected = getattr(np, NUMPY.get(name, name))(x.astype(np.float64)).astype(np.float32)
        assert_same(result, expected.astype(x.dtype), 1)


@pytest.mark.parametrize(
    ("name", "x", "expected"),
    [
        ("acos", [1.0, -1.0], [0.0, np.pi]),
        ("atanh", [1.0, -1.0, -0.0], [np.inf, -np.inf, -0.0]),
        ("asinh", [np.inf, -np.inf, -0.0], [np.inf, -np.inf, -0.0]),
        ("acosh", [np.inf, 1.0, np.nan], [np.inf, 0.0, np.nan]),
        ("sinh", [np.inf, -np.inf, -0.0, np.nan], [np.inf, -np.inf, -0.0, np.nan]),
        ("cosh", [np.inf, -np.inf, -0.0, np.nan], [np.inf, np.inf, 1.0, np.nan]),
        ("atan", [np.inf, -0.0], [np.pi / 2, -0.0]),
    ],
)
def test_ends(name: str, x: list[float], expected: list[float]) -> None:
    assert_same(evaluated(f"chlo.{name}", "f64", np.array(x)), np.array(expected))
