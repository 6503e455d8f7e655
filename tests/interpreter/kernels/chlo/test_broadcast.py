"""CHLO's ops that broadcast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import mpmath
import numpy as np
import pytest

from tests.helpers.oracle import Array
from tests.helpers.programs import evaluate, function, type_of

mp = cast(Any, mpmath)


def polygamma(n: Any, x: Any) -> Any:
    return mp.polygamma(int(n), x)


def broadcast(
    op: str, lhs: Array, rhs: Array, kinds: tuple[str, str], shape: Sequence[int], extra: str = ""
) -> Array:
    types = type_of(lhs, kinds[0]), type_of(rhs, kinds[0])
    result = "tensor<" + "".join(f"{n}x" for n in shape) + kinds[1] + ">"
    body = f"%r0 = chlo.{op} %a0, %a1 {extra} : ({types[0]}, {types[1]}) -> {result}"
    return evaluate(function(body, types, [result]), lhs, rhs)[0]


FLOAT_BROADCASTS: dict[str, Callable[[Array, Array], Array]] = {
    "broadcast_add": np.add,
    "broadcast_atan2": np.arctan2,
    "broadcast_divide": np.divide,
    "broadcast_maximum": np.maximum,
    "broadcast_minimum": np.minimum,
    "broadcast_multiply": np.multiply,
    "broadcast_next_after": np.nextafter,
    "broadcast_power": np.power,
    "broadcast_remainder": np.fmod,
    "broadcast_subtract": np.subtract,
}


@pytest.mark.parametrize("op", FLOAT_BROADCASTS)
def test_broadcasting_floats(op: str) -> None:
    """Small numbers, for which NumPy and libm agree in float64."""
    lhs, rhs = np.array([[1.0, 2.0, 4.0], [0.5, 8.0, 1.0]]), np.array([2.0, 1.0, 3.0])
    expected = FLOAT_BROADCASTS[op](lhs, rhs)
    np.testing.assert_allclose(broadcast(op, lhs, rhs, ("f64", "f64"), (2, 3)), expected, rtol=1e-15)
    column = rhs[:2]
    placed = broadcast(op, column, lhs, ("f64", "f64"), (2, 3), "{broadcast_dimensions = array<i64: 0>}")
    np.testing.assert_allclose(placed, FLOAT_BROADCASTS[op](column[:, None], lhs), rtol=1e-15)


def test_broadcasting_functions() -> None:
    x, q = np.array([[2.0], [4.0]]), np.array([1.0, 2.0])
    zeta = broadcast("broadcast_zeta", x, q, ("f64", "f64"), (2, 2))
    np.testing.assert_allclose(zeta, [[np.pi**2 / 6, np.pi**2 / 6 - 1], [np.pi**4 / 90, np.pi**4 / 90 - 1]])
    polygamma = broadcast("broadcast_polygamma", np.array([1.0]), q, ("f64", "f64"), (2,))
    np.testing.assert_allclose(polygamma, [np.pi**2 / 6, np.pi**2 / 6 - 1])
    pairs = broadcast("broadcast_complex", x, q, ("f64", "complex<f64>"), (2, 2))
    assert pairs.tolist() == [[2 + 1j, 2 + 2j], [4 + 1j, 4 + 2j]]
