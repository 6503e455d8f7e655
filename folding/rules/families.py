"""All rules."""

from __future__ import annotations

from . import equations, movement, reductions, updates
from .engine import RULES, rules_for

__all__ = ["RULES", "equations", "movement", "reductions", "rules_for", "updates"]
