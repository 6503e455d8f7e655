"""Files and functions that a reader can take in: files of at most 500 lines, functions of at most 40."""

from __future__ import annotations

import ast
from pathlib import Path

from .imports import ROOT

FILE_LINES = 500
FUNCTION_LINES = 40
LONGEST_FUNCTION = 60
EYE_LEVEL = 12
"""How many entries of a folder a reader takes in at once."""

LONG_FUNCTIONS = {
    "interpreter/execution/executor.py run": 49,
    "tests/dialects/test_hostile.py mutations": 42,
    "tests/interpreter/test_convolution.py test_convolution_random_layouts_and_windows": 46,
}
"""The few functions that may be longer, with their lines, at most `LONGEST_FUNCTION`."""

FOLDERS = ("xdsl_stablehlo", "interpreter", "folding", "tests", "benchmarks", "docs", "examples")


def _texts() -> dict[str, str]:
    """Every Python file of the project, by its path."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths if not _is_link(path)}


def _is_link(path: Path) -> bool:
    """Whether it is in one of the links for type checkers."""
    return any(parent.is_symlink() for parent in path.parents)


def _functions(text: str) -> dict[str, int]:
    """The lines of each function, signature and docstring included; the longest of those of one name."""
    found: dict[str, int] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            found[node.name] = max(lines, found.get(node.name, 0))
    return found


def test_files_are_short() -> None:
    lines = {name: text.count("\n") for name, text in _texts().items()}
    assert {name: n for name, n in lines.items() if n > FILE_LINES} == {}


def test_functions_are_short() -> None:
    lines = {f"{name} {f}": n for name, text in _texts().items() for f, n in _functions(text).items()}
    assert {name: n for name, n in lines.items() if n > FUNCTION_LINES} == LONG_FUNCTIONS
    assert max(LONG_FUNCTIONS.values()) <= LONGEST_FUNCTION


def test_the_interpreter_is_taken_in_at_once() -> None:
    names = [path.name for path in (ROOT / "interpreter").iterdir() if path.name != "__pycache__"]
    assert len(names) <= EYE_LEVEL, sorted(names)
