"""What only the weights decide is computed once, when they are loaded: a program in two, setup and main.

It stands on the folder, whose driver, effects and trip counts it asks, and on the interpreter's estimates.
"""

from __future__ import annotations

from .api import Split, SplitOptions, split
from .report import Reason, SplitReport

__all__ = ["Reason", "Split", "SplitOptions", "SplitReport", "split"]
