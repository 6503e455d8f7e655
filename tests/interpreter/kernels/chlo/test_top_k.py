"""top_k."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.helpers.oracle import dtype_named
from tests.helpers.programs import evaluate, function, type_of, ulp_distance
from xdsl_stablehlo.interpreter import EvaluationError


@pytest.mark.parametrize(
    ("kind", "rows", "values", "indices"),
    [
        (
            "f32",
            [[1, np.nan, 3, 3], [-0.0, 0.0, -np.inf, -1]],
            [[np.nan, 3, 3], [0.0, -0.0, -1]],
            [[1, 2, 3], [1, 0, 3]],
        ),
        ("i8", [[-128, 127, 5, 127]], [[127, 127, 5]], [[1, 3, 2]]),
        ("ui8", [[255, 0, 128, 1]], [[255, 128, 1]], [[0, 2, 3]]),
        ("i1", [[False, True, False, True]], [[True, True, False]], [[1, 3, 0]]),
        ("i4", [[-8, 7, 0, -1]], [[7, 0, -1]], [[1, 2, 3]]),
        ("bf16", [[2.0, -1.0, 4.0, 4.0]], [[4.0, 4.0, 2.0]], [[2, 3, 0]]),
    ],
)
def test_top_k(kind: str, rows: list[Any], values: list[Any], indices: list[Any]) -> None:
    operand = np.array(rows).astype(dtype_named(kind))
    size = len(rows)
    types = type_of(operand, kind), f"tensor<{size}x3x{kind}>", f"tensor<{size}x3xi32>"
    body = f"%r:2 = chlo.top_k(%a0, k = 3) : {types[0]} -> ({types[1]}, {types[2]})"
    program = function(body, types[:1], types[1:], ["%r#0", "%r#1"])
    largest, where = evaluate(program, operand)
    expected = np.array(values).astype(dtype_named(kind))
    assert ulp_distance(largest, expected).max() == 0
    np.testing.assert_array_equal(where, indices)


def test_fewer_elements_than_are_asked_for() -> None:
    """The specification of the op demands k elements; with unknown sizes that is only seen when it runs."""
    types = "tensor<?xf32>", "tensor<?xf32>", "tensor<?xi32>"
    body = f"%r:2 = chlo.top_k(%a0, k = 3) : {types[0]} -> ({types[1]}, {types[2]})"
    program = function(body, types[:1], types[1:], ["%r#0", "%r#1"])
    with pytest.raises(
        EvaluationError, match=r"last dimension must be at least 3, for operands of the shapes \[2\]"
    ):
        evaluate(program, np.array([1, 2], np.float32))
