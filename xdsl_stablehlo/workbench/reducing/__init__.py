"""The smallest program that still shows something: delta debugging of StableHLO programs."""

from __future__ import annotations

from .program import count_ops
from .runners import Command, Crashes, Interesting, WorkerError, read_program
from .search import NotInterestingError, Reduced, Shown, reduce_program

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
