"""The size of one dimension as a value: get_dimension_size and set_dimension_size (spec: get_dimension_size)."""

from __future__ import annotations

import numpy as np

from xdsl_stablehlo.dialects.stablehlo import GetDimensionSizeOp, SetDimensionSizeOp
from xdsl_stablehlo.values.element_types import Array

from ....errors import EvaluationError
from ...table import of_properties, register


def eval_get_dimension_size(operand: Array, *, dimension: int) -> Array:
    """The size of `dimension` as a 32-bit integer."""
    return np.asarray(operand.shape[dimension], np.int32)


def eval_set_dimension_size(operand: Array, size: Array, *, dimension: int) -> Array:
    """`operand` cut to the first `size` elements along `dimension`: a view.

    Raises `EvaluationError` for a size that is negative or larger than there is.
    """
    wanted, available = int(size), operand.shape[dimension]
    if not 0 <= wanted <= available:
        raise EvaluationError(f"cannot set dimension {dimension} of size {available} to {wanted}")
    return operand[(slice(None),) * dimension + (slice(wanted),)]


register(GetDimensionSizeOp, of_properties(eval_get_dimension_size), storage=True)
register(SetDimensionSizeOp, of_properties(eval_set_dimension_size), storage=True)
