"""All transfer functions."""

from __future__ import annotations

from ..transfer import TRANSFERS
from . import comparisons, conversions, floats, integers, movement, reductions

__all__ = [
    "TRANSFERS",
    "comparisons",
    "conversions",
    "floats",
    "integers",
    "movement",
    "reductions",
]
