"""Complex numbers as pairs of floats."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from xdsl_stablehlo.values.element_types import Array


def parts(numbers: Array) -> tuple[Array, Array]:
    """The real and the imaginary parts, as views."""
    pair = cast(Any, numbers)
    return pair.real, pair.imag


def pairs(real: Array, imag: Array) -> Array:
    """Complex numbers of the parts, which are both float32 or both float64."""
    dtype = np.complex64 if real.dtype == np.float32 else np.complex128
    numbers = np.empty(np.broadcast_shapes(real.shape, imag.shape), dtype)
    numbers.real = real
    numbers.imag = imag
    return numbers
