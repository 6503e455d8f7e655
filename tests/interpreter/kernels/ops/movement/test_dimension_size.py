"""get_dimension_size and set_dimension_size."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import evaluate, function
from xdsl_stablehlo.interpreter import EvaluationError


def test_get_dimension_size_of_what_is_there_at_run_time():
    body = "%r0 = stablehlo.get_dimension_size %a0, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>"
    (result,) = evaluate(function(body, ["tensor<2x?xf32>"], ["tensor<i32>"]), np.zeros((2, 7), "f4"))
    assert result.dtype == np.int32
    assert result.item() == 7


def test_set_dimension_size_keeps_the_first_elements():
    bounded = "tensor<?xi32, #stablehlo.bounds<4>>"
    body = f"%r0 = stablehlo.set_dimension_size %a0, %a1, dim = 0 : (tensor<4xi32>, tensor<i32>) -> {bounded}"
    program = function(body, ["tensor<4xi32>", "tensor<i32>"], [bounded])
    (result,) = evaluate(program, np.arange(4, dtype="i4"), np.array(3, "i4"))
    np.testing.assert_array_equal(result, [0, 1, 2])
    for size in (5, -1):
        with pytest.raises(EvaluationError, match=f"dimension 0 of size 4 to {size}"):
            evaluate(program, np.arange(4, dtype="i4"), np.array(size, "i4"))
