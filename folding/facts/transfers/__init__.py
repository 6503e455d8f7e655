"""Transfer functions, family by family: from facts about operands to facts about results."""

from ..transfer import TRANSFERS
from . import comparisons, conversions, floats, integers, movement, reductions

__all__ = ["TRANSFERS", "comparisons", "conversions", "floats", "integers", "movement", "reductions"]
