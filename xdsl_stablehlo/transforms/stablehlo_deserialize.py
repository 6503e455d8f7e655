"""The pass `stablehlo-deserialize`: the program of a portable artifact of any version as StableHLO."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from .vhlo_legalize_to_stablehlo import VhloLegalizeToStablehloPass
from .vhlo_to_version import VhloToVersionPass


@dataclass(frozen=True)
class StablehloDeserializePass(ModulePass):
    """Brings VHLO to the current version and from there to StableHLO."""

    name = "stablehlo-deserialize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        VhloToVersionPass("current").apply(ctx, op)
        VhloLegalizeToStablehloPass().apply(ctx, op)
