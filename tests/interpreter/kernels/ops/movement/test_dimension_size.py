"""get_dimension_size and set_dimension_size."""

from __future__ import annotations

import numpy as np

from tests.helpers.programs import evaluate, function


def test_get_dimension_size_of_what_is_there_at_run_time():
    body = "%r0 = stablehlo.get_dimension_size %a0, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>"
    (result,) = evaluate(function(body, ["tensor<2x?xf32>"], ["tensor<i32>"]), np.zeros((2, 7), "f4"))
    assert result.dtype == np.int32
    assert result.item() == 7
