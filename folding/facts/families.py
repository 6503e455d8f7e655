"""Transfer functions, family by family: from facts about operands to facts about results."""

from . import conversions, conversions as comparisons, floats, integers, reductions, reductions as movement
from .transfer import TRANSFERS

__all__ = ["TRANSFERS", "comparisons", "conversions", "floats", "integers", "movement", "reductions"]
