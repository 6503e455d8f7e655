"""Files and folders that a reader can take in: at most 600 lines, at most twelve entries; programs are files.

No figure of the house is above its bound (`figures.py`; `python -m tests.house` prints them).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

from . import figures
from .figures import MLIR_LINES, lines_of_code, lines_of_mlir
from .imports import ROOT

FILE_LINES = 600
EYE_LEVEL = 12
"""How many entries of a folder a reader takes in at once."""

UNCOUNTED = {"__init__.py", "__main__.py", "cases", "__pycache__", "py.typed", "Output", ".ipynb_checkpoints"}
PRODUCT = ("xdsl_stablehlo", "interpreter", "folding")
BESIDE = ("tests", "filecheck", "docs", "benchmarks", "examples")
EXCEPTIONS = {
    "benchmarks": "commands of their own, `python -m benchmarks.NAME`, each with what it measures beside it",
    "docs": "pages have the addresses that others link to; `mkdocs.yml` groups them",
    "benchmarks/probes": "one program in each file, and the table of them",
    "tests/folding/rules": "each file of cases is beside the proofs that it is for",
    "tests/xdsl_stablehlo/workbench/validation/pairs": "a folder or a list for each kind of rewrite",
}
"""Folders outside of the product in which more entries are what a reader wants, and why."""

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


def _rooms(roots: Iterable[str]) -> dict[str, list[str]]:
    """The entries of every folder of these, but for what every package has."""
    folders = [
        folder
        for root in [ROOT / name for name in roots]
        for folder in (root, *(path for path in root.rglob("*") if path.is_dir()))
        if not folder.is_symlink() and not _is_link(folder) and not UNCOUNTED & {*folder.parts}
    ]
    return {
        str(folder.relative_to(ROOT)): sorted(
            {path.name for path in folder.iterdir() if not path.is_symlink()} - UNCOUNTED
        )
        for folder in folders
    }


def test_a_folder_is_taken_in_at_once() -> None:
    rooms = _rooms(PRODUCT)
    assert {name: entries for name, entries in rooms.items() if len(entries) > EYE_LEVEL} == {}
    assert len(rooms) > 40


def test_a_folder_beside_the_product_is_taken_in_at_once() -> None:
    """A folder of cases alone, one program in each file, is a list, and may be long."""
    rooms = _rooms(BESIDE)
    crowded = {name: entries for name, entries in rooms.items() if len(entries) > EYE_LEVEL}
    listed = {name for name, entries in crowded.items() if all(entry.endswith(".mlir") for entry in entries)}
    assert {
        name: entries for name, entries in crowded.items() if name not in listed | EXCEPTIONS.keys()
    } == {}
    assert EXCEPTIONS.keys() <= crowded.keys() - listed, "an exception that is none any more"
    assert len(rooms) > 60


def test_a_folder_says_what_is_in_it() -> None:
    silent = [
        name
        for name, entries in _rooms(PRODUCT).items()
        if any(entry.endswith(".py") for entry in entries)
        and not ast.get_docstring(ast.parse((ROOT / name / "__init__.py").read_text()))
    ]
    assert silent == []


def test_lines_of_code_are_counted() -> None:
    text = '"""A module."""\n\nimport ast  # why\n\n# A comment.\nX = (\n    1,\n\n)\n"""A constant."""\n'
    assert lines_of_code(text) == (4, 1)


def test_programs_are_files() -> None:
    texts = {path: path.read_text() for path in (ROOT / "tests").rglob("*.py")}
    assert sum(text.count("\n") for text in texts.values()) <= figures.TEST_LINES
    counts = {path: lines_of_mlir(text) for path, text in texts.items()}
    largest = sorted(counts, key=lambda path: -counts[path])[:10]
    assert sum(counts.values()) <= MLIR_LINES, [
        f"{path.relative_to(ROOT)}: {counts[path]}" for path in largest
    ]


def test_lines_of_mlir_are_counted() -> None:
    text = '"""func.func @f()"""\nA = """func.func @f() {\n  return\n}"""\nB = f"%r = stablehlo.{A} %x"\nC = "add"\n'
    assert lines_of_mlir(text) == 4


def test_rooms_keep_to_their_lines() -> None:
    lines = figures.lines()
    assert {room: count for room, count in lines.items() if room and count > figures.LINES[room]} == {}
    assert lines.keys() - {""} == figures.LINES.keys()


def test_the_house_keeps_to_its_lines() -> None:
    core = {room: count for room, count in figures.lines().items() if room not in figures.OUTSIDE_THE_CORE}
    assert sum(core.values()) <= figures.CORE
    assert sum(figures.lines().values()) <= figures.TOTAL


def test_few_files_know_many_ops() -> None:
    known = figures.ops_known()
    many = [module for module, ops in known.items() if len(ops) >= figures.MANY_OPS]
    assert len(many) <= figures.FILES_WITH_MANY_OPS, many
    files = {op: sum(op in ops for ops in known.values()) for op in figures.FILES_OF}
    assert {op: count for op, count in files.items() if count > figures.FILES_OF[op]} == {}
    assert {"add", "scatter", "while"} <= known[f"{figures.PACKAGE}.dialects.stablehlo"]


def test_types_are_said_by_accessors() -> None:
    assert {what: n for what, n in figures.counts().items() if n > figures.COUNTS[what]} == {}


def test_docstrings_are_statements() -> None:
    assert len(figures.riddles()) <= figures.BEGUN_SO, figures.riddles()
