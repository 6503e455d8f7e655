"""All rules."""

from __future__ import annotations

from . import bounds, chains, equations, movement, reductions, updates
from .engine import RULES, rules_for

__all__ = ["RULES", "bounds", "chains", "equations", "movement", "reductions", "rules_for", "updates"]
