"""The pass `strip-debuginfo`: no locations."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class StripDebuginfoPass(ModulePass):
    """Makes every location of ops and block arguments unknown."""

    name = "strip-debuginfo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        unknown = UnknownLoc()
        for inner in op.walk():
            inner.location = unknown
            for region in inner.regions:
                for block in region.blocks:
                    for argument in block.args:
                        argument.location = unknown
