"""The passes between StableHLO, VHLO and VHLO's versions."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo.dialects.vhlo.versions import CURRENT, TargetMissing, VersionError, checked_target

from .from_stablehlo import vhlo_module
from .rebuild import replace_body
from .to_stablehlo import legalize_to_stablehlo
from .to_version import convert_to_version


@dataclass(frozen=True)
class StablehloLegalizeToVhloPass(ModulePass):
    """Convert StableHLO to the current version of VHLO."""

    name = "stablehlo-legalize-to-vhlo"
    allow_other_dialects: bool = False
    """Keep ops of other dialects as they are."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        replace_body(op, vhlo_module(op, self.allow_other_dialects).detach_region(0))


@dataclass(frozen=True)
class VhloLegalizeToStablehloPass(ModulePass):
    """Convert VHLO to StableHLO; older versions of ops are made current ones first."""

    name = "vhlo-legalize-to-stablehlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        convert_to_version(op, CURRENT)
        legalize_to_stablehlo(op, ctx)


@dataclass(frozen=True)
class VhloToVersionPass(ModulePass):
    """Convert VHLO to the version `target`, up or down; refused where the target cannot say what the program says."""

    name = "vhlo-to-version"
    target: str = ""
    """`x.y.z` or `current`."""
    as_upstream: bool = False
    """Leave the ops in bodies of ops that have an older form as they are, as C++ does."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if not self.target:
            raise TargetMissing(op)
        try:
            target = checked_target(self.target)
        except ValueError as error:
            raise PassFailedException(str(error)) from None
        try:
            convert_to_version(op, target, self.as_upstream)
        except VersionError as error:
            error.also = ((op, f"failed to convert VHLO to v{target}"),)
            raise


@dataclass(frozen=True)
class StablehloDeserializePass(ModulePass):
    """Brings VHLO to the current version and from there to StableHLO."""

    name = "stablehlo-deserialize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        VhloToVersionPass("current").apply(ctx, op)
        VhloLegalizeToStablehloPass().apply(ctx, op)
