"""Splits a program in two: setup computes once the values that depend on weights alone, main the rest at each call.

Uses the folder's driver, effects and trip counts, and the interpreter's estimates of work.
"""

from __future__ import annotations

from .api import Split, SplitOptions, split
from .report import Reason, SplitReport

__all__ = ["Reason", "Split", "SplitOptions", "SplitReport", "split"]
