"""Files and folders that a reader can take in: at most 600 lines, at most twelve entries."""

from __future__ import annotations

import ast
from pathlib import Path

from .imports import ROOT

FILE_LINES = 600
EYE_LEVEL = 12
"""How many entries of a folder a reader takes in at once."""

UNCOUNTED = {"__init__.py", "__pycache__", "py.typed"}
PRODUCT = ("xdsl_stablehlo", "interpreter", "folding")
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


def _rooms() -> dict[str, list[str]]:
    """The entries of every folder of the product, but for what every package has."""
    roots = [ROOT / name for name in PRODUCT]
    folders = [
        folder
        for root in roots
        for folder in (root, *(path for path in root.rglob("*") if path.is_dir()))
        if not folder.is_symlink() and not _is_link(folder) and folder.name != "__pycache__"
    ]
    return {
        str(folder.relative_to(ROOT)): sorted({path.name for path in folder.iterdir()} - UNCOUNTED)
        for folder in folders
    }


def test_a_folder_is_taken_in_at_once() -> None:
    rooms = _rooms()
    assert {name: entries for name, entries in rooms.items() if len(entries) > EYE_LEVEL} == {}
    assert len(rooms) > 40


def test_a_folder_says_what_is_in_it() -> None:
    silent = [
        name
        for name, entries in _rooms().items()
        if any(entry.endswith(".py") for entry in entries)
        and not ast.get_docstring(ast.parse((ROOT / name / "__init__.py").read_text()))
    ]
    assert silent == []
