"""Transfer functions of all families: from facts about operands to facts about results."""

from . import conversions, floats, integers, reductions
from .transfer import TRANSFERS, transfer_of

__all__ = ["TRANSFERS", "conversions", "floats", "integers", "reductions", "transfer_of"]
