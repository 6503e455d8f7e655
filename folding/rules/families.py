"""All rules."""

from __future__ import annotations

from . import bounds, chains, equations, movement, reductions, updates
from .engine import RULES, Form, Rule, rules_for

__all__ = [
    "RULES",
    "Form",
    "Rule",
    "bounds",
    "chains",
    "equations",
    "movement",
    "reductions",
    "rules_for",
    "updates",
]
