"""StableHLO to VHLO and back, between the versions of VHLO, and the artifacts that hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from .artifacts import (
        PRODUCER,
        artifact_version,
        get_current_version,
        origin,
        read_portable_artifact,
        serialize_portable_artifact,
    )

__all__ = [
    "PRODUCER",
    "artifact_version",
    "get_current_version",
    "origin",
    "read_portable_artifact",
    "serialize_portable_artifact",
]

__getattr__ = members_on_demand(__name__, {"artifacts": __all__})
