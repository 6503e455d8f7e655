"""Splits a program in two: setup computes once the values that depend on weights alone, main the rest at each call.

Imports the folder's parts and below; nothing but `jax` and `tools` imports it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from .api import Split, SplitOptions, split
    from .report import Reason, SplitReport
    from .running import SETUP_HASH, setup_hash
else:
    __getattr__ = members_on_demand(
        __name__,
        {
            "api": ["Split", "SplitOptions", "split"],
            "report": ["Reason", "SplitReport"],
            "running": ["SETUP_HASH", "setup_hash"],
        },
    )

__all__ = ["SETUP_HASH", "Reason", "Split", "SplitOptions", "SplitReport", "setup_hash", "split"]
