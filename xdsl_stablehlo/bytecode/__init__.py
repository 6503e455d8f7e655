"""MLIR bytecode: the format, which knows no dialect's history.

`xdsl_stablehlo.transforms.vhlo.artifacts` reads and writes portable artifacts; its names are offered here, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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


def __getattr__(name: str) -> Any:
    """Versions are imported when they are asked for: they are written in terms of this package."""
    if name not in __all__:  # a module of this package, for one
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from xdsl_stablehlo.transforms.vhlo import artifacts

    return getattr(artifacts, name)
