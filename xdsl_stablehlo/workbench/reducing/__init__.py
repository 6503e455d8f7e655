"""The smallest program that still shows something: delta debugging of StableHLO programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from .api import NotInterestingError, reduce_program
    from .interest import Command, Crashes
    from .program import count_ops
    from .search import Reduced
    from .specialising import Shown
    from .trial import Interesting, read_program
    from .workers import WorkerError
else:
    __getattr__ = members_on_demand(
        __name__,
        {
            "api": ["NotInterestingError", "reduce_program"],
            "interest": ["Command", "Crashes"],
            "program": ["count_ops"],
            "search": ["Reduced"],
            "specialising": ["Shown"],
            "trial": ["Interesting", "read_program"],
            "workers": ["WorkerError"],
        },
    )

__all__ = [
    "Command",
    "Crashes",
    "Interesting",
    "NotInterestingError",
    "Reduced",
    "Shown",
    "WorkerError",
    "count_ops",
    "read_program",
    "reduce_program",
]
