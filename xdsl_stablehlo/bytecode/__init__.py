"""Portable artifacts: MLIR bytecode and the versions of StableHLO.

The format is in `primitives`, `coding`, `reader`, `ir_reader`, `numbering`, `writer` and `ir_writer`, and knows nothing
of VHLO; `api` puts the two together, and what it offers is offered here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xdsl_stablehlo.dialects.vhlo.version import Compatibility
    from xdsl_stablehlo.transforms.vhlo_errors import LegalizationError, VersionError

    from .api import (
        artifact_version,
        get_current_version,
        get_minimum_version,
        get_version_from_compatibility_requirement,
        read_portable_artifact,
        serialize_portable_artifact,
    )
    from .numbering import UnwritableError
    from .primitives import BytecodeError

_HOMES = {
    "BytecodeError": "xdsl_stablehlo.bytecode.primitives",
    "Compatibility": "xdsl_stablehlo.dialects.vhlo.version",
    "LegalizationError": "xdsl_stablehlo.transforms.vhlo_errors",
    "UnwritableError": "xdsl_stablehlo.bytecode.numbering",
    "VersionError": "xdsl_stablehlo.transforms.vhlo_errors",
}

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
    """VHLO is imported when it is asked for: it is itself written in terms of this package."""
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(_HOMES.get(name, f"{__name__}.api")), name)
