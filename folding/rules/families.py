"""All rules."""

from __future__ import annotations

from . import arithmetic
from .engine import RULES, Form, Rule, rules_for

__all__ = ["RULES", "Form", "Rule", "arithmetic", "rules_for"]
