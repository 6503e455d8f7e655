"""Evaluation in blocks that stay in the processor's cache."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from xdsl_stablehlo.values.element_types import Array

_SIZE = 1 << 13


def blocked(function: Callable[..., Array]) -> Callable[..., Array]:
    """`function` of float64 or of complex128 arrays of one dimension, for arrays that broadcast together.

    A function of a hundred steps is bound by memory on large arrays; block by block its intermediate results stay near.
    """

    @wraps(function)
    def over_blocks(*operands: Array, **options: Any) -> Array:
        arrays = np.broadcast_arrays(*operands)
        dtype = np.result_type(np.float64, *arrays)
        flat = [np.ascontiguousarray(array, dtype).reshape(-1) for array in arrays]
        result = np.empty(flat[0].shape, dtype)
        for start in range(0, len(result), _SIZE):
            part = slice(start, start + _SIZE)
            result[part] = function(*[array[part] for array in flat], **options)
        return result.reshape(arrays[0].shape)

    return over_blocks
