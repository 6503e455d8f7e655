"""Passes on sizes: what is refined, canonicalized, computed or asserted of shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from .static_forms import write_normal_forms
else:
    __getattr__ = members_on_demand(__name__, {"static_forms": ["write_normal_forms"]})

__all__ = ["write_normal_forms"]
