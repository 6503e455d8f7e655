"""The table of kernels with every family in it."""

from __future__ import annotations

from . import (
    batch_norm,
    check,
    chlo,
    chlo_structured,
    collective,
    control_flow,
    convolution,
    data_movement,
    dot,
    dynamism,
    elementwise,
    indexing,
    linalg,
    misc,
    probe,
    quantization,
    random,
    reduction,
    scatter,
    sort,
    transfer,
    windows,
)
from .table import KERNELS

FAMILIES = (
    batch_norm,
    check,
    chlo,
    chlo_structured,
    collective,
    control_flow,
    convolution,
    data_movement,
    dot,
    dynamism,
    elementwise,
    indexing,
    linalg,
    misc,
    probe,
    quantization,
    random,
    reduction,
    scatter,
    sort,
    transfer,
    windows,
)
"""Each registers its ops when it is imported."""

__all__ = ["FAMILIES", "KERNELS"]
