"""Transfer functions of all families: from facts about operands to facts about results."""

from . import arithmetic, conversions, reductions
from .transfer import TRANSFERS, transfer_of

__all__ = ["TRANSFERS", "arithmetic", "conversions", "reductions", "transfer_of"]
