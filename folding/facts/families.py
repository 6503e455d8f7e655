"""All transfer functions."""

from __future__ import annotations

from . import comparisons, conversions, floats, integers, movement, reductions
from .transfer import TRANSFERS

__all__ = ["TRANSFERS", "comparisons", "conversions", "floats", "integers", "movement", "reductions"]
