"""MLIR bytecode: the format, which knows no dialect's history.

`xdsl_stablehlo.transforms.vhlo.artifacts` reads and writes portable artifacts; its names are offered here, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from xdsl_stablehlo.transforms.vhlo.artifacts import (
        BytecodeError,
        Compatibility,
        LegalizationError,
        UnwritableError,
        VersionError,
        artifact_version,
        get_current_version,
        get_minimum_version,
        get_version_from_compatibility_requirement,
        read_portable_artifact,
        serialize_portable_artifact,
    )

__all__ = [
    "BytecodeError",
    "Compatibility",
    "LegalizationError",
    "UnwritableError",
    "VersionError",
    "artifact_version",
    "get_current_version",
    "get_minimum_version",
    "get_version_from_compatibility_requirement",
    "read_portable_artifact",
    "serialize_portable_artifact",
]


# Versions are imported when they are asked for: they are written in terms of this package.
__getattr__ = members_on_demand(__name__, {".transforms.vhlo.artifacts": __all__})
