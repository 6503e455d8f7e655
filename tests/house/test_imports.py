"""The import graph of the project has no circles, and its arrows point down (`python -m tests.house` prints it)."""

from __future__ import annotations

from .imports import Arrow, arrows, circles, folder, late, unplaced, upward


def _shown(found: list[Arrow]) -> list[str]:
    return [f"{arrow.source} -> {arrow.target} (line {arrow.line})" for arrow in found]


def test_there_are_no_circles() -> None:
    assert circles() == []


def test_arrows_point_down() -> None:
    assert _shown(upward()) == []


def test_imports_are_at_the_top_of_files() -> None:
    assert _shown(late()) == []


def test_every_folder_has_a_place() -> None:
    assert unplaced() == set()


def test_the_graph_is_seen() -> None:
    """The tests above look at real modules: they would pass on an empty graph."""
    pairs = {(arrow.source, arrow.target) for arrow in arrows()}
    assert ("xdsl_stablehlo.tools.programs", "xdsl_stablehlo.programs.verification") in pairs
    assert {folder(arrow.source) for arrow in arrows()} >= {
        "dialects",
        "text",
        "interpreter.kernels",
        "folding",
    }


PUBLIC = {
    f"xdsl_stablehlo{name}"
    for name in (
        *("", ".dialects.chlo", ".dialects.interpreter", ".dialects.stablehlo", ".folding", ".interpreter"),
        *(".text", ".values.element_types", ".values.elements", ".values.storage"),
    )
}
"""What the workbench may use as another project would."""

REACHED_INTO = 49
"""The number of other modules of the core that the workbench may import."""


def test_the_workbench_reaches_into_few_modules() -> None:
    workbench = "xdsl_stablehlo.workbench"
    targets = {arrow.target for arrow in arrows() if arrow.source.startswith(workbench)}
    inside = {target for target in targets if not target.startswith(workbench)} - PUBLIC
    assert len(inside) <= REACHED_INTO, sorted(inside)
