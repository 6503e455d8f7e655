"""Splits a program in two: setup computes once the values that depend on weights alone, main the rest at each call.

Imports the folder's parts and below; nothing but `jax` and `tools` imports it.
"""

from __future__ import annotations

from .api import Split, SplitOptions, split
from .report import Reason, SplitReport

__all__ = ["Reason", "Split", "SplitOptions", "SplitReport", "split"]
