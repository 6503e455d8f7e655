"""Files and folders that a reader can take in: at most 600 lines, at most twelve entries; programs are files."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from .imports import ROOT, modules

FILE_LINES = 600
EYE_LEVEL = 12
"""How many entries of a folder a reader takes in at once."""

MLIR = re.compile(
    r"\b(stablehlo|chlo|vhlo|func|sdy|mpmd|shape|arith|interpreter|check)\.\w+ *[(%@\"]|tensor<|^ *%\w+.* =",
    re.MULTILINE,
)
MLIR_LINES = 9_000
"""At most so many lines of tests are inside of strings that have MLIR in them."""

UNCOUNTED = {"__init__.py", "__main__.py", "__pycache__", "py.typed", "Output", ".ipynb_checkpoints"}
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


def lines_of_code(text: str) -> tuple[int, int]:
    """The number of lines of code without blanks, comments and docstrings, and how many of them are imports."""
    tree = ast.parse(text)
    blank = {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENDMARKER,
    }
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in blank:
            lines.update(range(token.start[0], token.end[0] + 1))
    imports: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imports.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines), len(imports)


def figures() -> str:
    """The size of the house in one line: modules, lines, share of imports, entries at eye level."""
    texts = [path.read_text() for path in modules().values()]
    code = [lines_of_code(text) for text in texts]
    total = sum(lines for lines, _ in code)
    rooms = _rooms(PRODUCT)
    entries = ", ".join(f"{name} {len(rooms[name])}" for name in PRODUCT)
    return (
        f"{len(texts)} modules, median {median(lines for lines, _ in code):.0f} lines of code; "
        f"{sum(text.count(chr(10)) for text in texts)} lines, {total} of code, "
        f"{100 * sum(imports for _, imports in code) / total:.1f}% of it imports; "
        f"entries of folders: at most {max(map(len, rooms.values()))} ({entries})"
    )


def test_lines_of_code_are_counted() -> None:
    text = '"""A module."""\n\nimport ast  # why\n\n# A comment.\nX = (\n    1,\n\n)\n"""A constant."""\n'
    assert lines_of_code(text) == (4, 1)


def lines_of_mlir(text: str) -> int:
    """How many lines of a module are inside of strings that have MLIR in them, docstrings left out."""
    lines: set[int] = set()
    parts: set[ast.expr] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.JoinedStr(values=values):
                parts.update(values)
                said = "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in values)
            case ast.Expr(value=ast.Constant() as documented):
                parts.add(documented)
                continue
            case ast.Constant(value=str(said)) if node not in parts:
                pass
            case _:
                continue
        if MLIR.search(said):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def test_programs_are_files() -> None:
    counts = {path: lines_of_mlir(path.read_text()) for path in (ROOT / "tests").rglob("*.py")}
    largest = sorted(counts, key=lambda path: -counts[path])[:10]
    assert sum(counts.values()) <= MLIR_LINES, [
        f"{path.relative_to(ROOT)}: {counts[path]}" for path in largest
    ]


def test_lines_of_mlir_are_counted() -> None:
    text = '"""func.func @f()"""\nA = """func.func @f() {\n  return\n}"""\nB = f"%r = stablehlo.{A} %x"\nC = "add"\n'
    assert lines_of_mlir(text) == 4
