"""Views of an array with other shapes and strides, for every element type."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import as_strided

from ...element_types import Array


def strided_view(array: Array, shape: Sequence[int], strides: Sequence[int]) -> Array:
    """The memory of `array` as an array of another shape and other strides, read-only."""
    if array.dtype.isbuiltin == 1:
        return as_strided(array, shape, strides, writeable=False)
    # NumPy passes strides through the array interface, which has no extension types.
    bits = array.view(np.dtype(f"u{array.dtype.itemsize}"))
    return as_strided(bits, shape, strides, writeable=False).view(array.dtype)


def slices_at_every_start(array: Array, sizes: Sequence[int]) -> Array:
    """Every slice of `sizes` that lies inside of `array`: a view of shape [starts..., sizes...]."""
    starts = [size - window + 1 for size, window in zip(array.shape, sizes, strict=True)]
    return strided_view(array, (*starts, *sizes), (*array.strides, *array.strides))
