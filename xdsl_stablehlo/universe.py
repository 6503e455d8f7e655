"""The `xdsl.universe` plugin: dialects and passes by name, each imported when it is asked for."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.universe import Universe

STABLEHLO_UNIVERSE = Universe(all_dialects={}, all_passes={})


def register_all_dialects(ctx: Context) -> None:
    """Register builtin, func and every dialect of this project in `ctx`."""
