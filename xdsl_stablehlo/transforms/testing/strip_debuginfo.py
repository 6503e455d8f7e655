"""The pass `strip-debuginfo`: no locations."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_stablehlo.text.locations import strip_locations


@dataclass(frozen=True)
class StripDebuginfoPass(ModulePass):
    """Makes every location of ops and block arguments unknown."""

    name = "strip-debuginfo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        strip_locations(op)
