"""Is a rewrite right: whether one program gives what the specification lets another one give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from .api import PassVerdicts, assert_refines, validate, validate_passes
    from .verdicts import Counterexample, FloatTolerance, Kind, ValidationOptions, Verdict
else:
    __getattr__ = members_on_demand(
        __name__,
        {
            "api": ["PassVerdicts", "assert_refines", "validate", "validate_passes"],
            "verdicts": ["Counterexample", "FloatTolerance", "Kind", "ValidationOptions", "Verdict"],
        },
    )

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
