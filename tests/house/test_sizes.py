"""Files that a reader can take in: at most 600 lines."""

from __future__ import annotations

from pathlib import Path

from .imports import ROOT

FILE_LINES = 600
EYE_LEVEL = 12
"""How many entries of a folder a reader takes in at once."""

FOLDERS = ("xdsl_stablehlo", "interpreter", "folding", "tests", "benchmarks", "docs", "examples")


def _texts() -> dict[str, str]:
    """Every Python file of the project, by its path."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths if not _is_link(path)}


def _is_link(path: Path) -> bool:
    """Whether it is in one of the links for type checkers."""
    return any(parent.is_symlink() for parent in path.parents)


def test_files_are_short() -> None:
    lines = {name: text.count("\n") for name, text in _texts().items()}
    assert {name: n for name, n in lines.items() if n > FILE_LINES} == {}


def test_the_interpreter_is_taken_in_at_once() -> None:
    names = [path.name for path in (ROOT / "interpreter").iterdir() if path.name != "__pycache__"]
    assert len(names) <= EYE_LEVEL, sorted(names)
