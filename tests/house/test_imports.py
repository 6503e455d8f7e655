"""The import graph of the project has no circles, and its arrows point down (`python -m tests.house` prints it)."""

from __future__ import annotations

import pytest

from .imports import LEVELS, Arrow, arrows, circles, folder, late, modules, upward

CIRCLES = {
    "interpreter.execution.limits",
}
"""One module of each circle that is not yet undone."""

UPWARD = {
    "interpreter.kernels.async_ops -> interpreter.execution.executor",
    "interpreter.kernels.concatenate_pad -> interpreter.execution.limits",
    "interpreter.kernels.chlo.scan -> interpreter.execution.executor",
    "interpreter.kernels.collective -> interpreter.execution.executor",
    "interpreter.kernels.control_flow -> interpreter.execution.executor",
    "interpreter.kernels.control_flow -> interpreter.execution.limits",
    "interpreter.kernels.control_flow -> interpreter.execution.scalar_tier",
    "interpreter.kernels.data_movement -> interpreter.execution.limits",
    "interpreter.kernels.reducer_bodies -> interpreter.execution.executor",
    "interpreter.kernels.reduction -> interpreter.execution.executor",
    "interpreter.kernels.scatter -> interpreter.execution.executor",
    "interpreter.kernels.sort -> interpreter.execution.executor",
    "interpreter.kernels.windows -> interpreter.execution.executor",
}
"""Arrows against the order that are not yet turned."""

LATE: set[str] = set()
"""Imports inside functions that are not yet at the top of their file."""


def _shown(found: list[Arrow]) -> set[str]:
    """Arrows as the lists above spell them."""
    return {f"{_short(arrow.source)} -> {_short(arrow.target)}" for arrow in found}


def _short(module: str) -> str:
    return module.removeprefix("xdsl_stablehlo").removeprefix(".")


def test_there_are_no_circles() -> None:
    """The list only shrinks: an entry that is in no circle any more is taken out."""
    groups = [{_short(module) for module in group} for group in circles()]
    assert [sorted(group) for group in groups if not group & CIRCLES] == []
    assert CIRCLES - {module for group in groups for module in group} == set()


@pytest.mark.parametrize(("found", "known"), [(upward(), UPWARD), (late(), LATE)], ids=["upward", "late"])
def test_arrows_point_down_and_are_seen(found: list[Arrow], known: set[str]) -> None:
    """Both lists only shrink: what is mended is taken out."""
    assert sorted(_shown(found) - known) == []
    assert sorted(known - _shown(found)) == []


def test_every_module_has_a_place() -> None:
    placed = {name for level in LEVELS for name in level}
    assert sorted(module for module in modules() if folder(module) not in placed) == []


def test_the_graph_is_seen() -> None:
    """The tests above look at real modules: they would pass on an empty graph."""
    assert "tools.driver -> verification" in _shown(list(arrows()))
    assert {folder(arrow.source) for arrow in arrows()} >= {
        "dialects",
        "text",
        "interpreter.kernels",
        "folding",
    }
