"""Translation validation: whether one program gives what the specification lets another one give."""

from __future__ import annotations

from .api import PassVerdicts, assert_refines, validate, validate_passes
from .verdicts import Counterexample, FloatTolerance, Kind, ValidationOptions, Verdict

__all__ = [
    "Counterexample",
    "FloatTolerance",
    "Kind",
    "PassVerdicts",
    "ValidationOptions",
    "Verdict",
    "assert_refines",
    "validate",
    "validate_passes",
]
