"""Random programs, to test compilers with: valid, defined, and the same for the same seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from .api import FuzzedProgram, fuzz
    from .generator import FuzzOptions
else:
    __getattr__ = members_on_demand(
        __name__, {"api": ["FuzzedProgram", "fuzz"], "generator": ["FuzzOptions"]}
    )

__all__ = ["FuzzOptions", "FuzzedProgram", "fuzz"]
