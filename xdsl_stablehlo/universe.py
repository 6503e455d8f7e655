"""The `xdsl.universe` plugin: the project's dialects and passes for xDSL's own tools.

xDSL's tools refuse to start where two plugins give the same name (xdsl-jax has a `stablehlo` dialect, too), so what
another plugin gives is left out here; passes take its ops for ours (`adoption`). `stablehlo-opt` always has all of it.
"""

from __future__ import annotations

from importlib.metadata import entry_points

from xdsl.universe import Universe

from .registry import DIALECTS, PASSES, adopting_factory, dialect_factory, register_all_dialects

__all__ = ["STABLEHLO_UNIVERSE", "register_all_dialects"]

_GROUP = "xdsl.universe"
_OURS = "xdsl-stablehlo"


def _taken() -> tuple[set[str], set[str]]:
    """The names of dialects and of passes that other plugins give. A plugin that does not load gives none."""
    dialects: set[str] = set()
    passes: set[str] = set()
    for plugin in entry_points(group=_GROUP):
        if plugin.name == _OURS:
            continue
        try:
            universe = plugin.load()
        except Exception:  # its own users will hear of it from xDSL
            continue
        if isinstance(universe, Universe):
            dialects.update(universe.all_dialects)
            passes.update(universe.all_passes)
    return dialects, passes


def _universe() -> Universe:
    dialects, passes = _taken()
    return Universe(
        all_dialects={name: dialect_factory(name) for name in DIALECTS if name not in dialects},
        all_passes={name: adopting_factory(name) for name in PASSES if name not in passes},
    )


STABLEHLO_UNIVERSE = _universe()
