"""All rules."""

from __future__ import annotations

from . import arithmetic, movement, updates
from .engine import RULES, Form, Rule, rules_for

__all__ = ["RULES", "Form", "Rule", "arithmetic", "movement", "rules_for", "updates"]
