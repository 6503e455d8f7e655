"""What documents name is there: modules, members and files of the project, and the commands of its packages."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
DOCUMENTS = [*PAGES, *sorted((ROOT / "docs").glob("*.md"))]

FOLDERS = "benchmarks|docs|examples|filecheck|folding|interpreter|tests|xdsl_stablehlo"
UPSTREAM = ("tests/math", ".mlir")
"""Files of openxla/stablehlo, which docs/deviations.md names as they are called there."""


def is_there(name: str) -> bool:
    """Whether a dotted name is that of a module, or of a member of one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_names_are_there(document: Path) -> None:
    text = document.read_text()
    names = set(re.findall(r"(?<![\w./])xdsl_stablehlo(?:\.[A-Za-z_]\w*)+(?![\w/(]*\.(?:py|md|mlir))", text))
    assert sorted(name for name in names if not is_there(name)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_are_there(document: Path) -> None:
    text = document.read_text()
    named = set(re.findall(rf"`((?:{FOLDERS})/[\w/.-]*\w)`", text))
    missing = [name for name in named if not (ROOT / name).exists() and not (ROOT / f"{name}.py").exists()]
    assert sorted(name for name in missing if not name.endswith(UPSTREAM)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_are_there(document: Path) -> None:
    commands = set(
        re.findall(r"python -m ((?:tests|benchmarks|docs|xdsl_stablehlo)(?:\.\w+)*)", document.read_text())
    )
    assert sorted(name for name in commands if find_spec(name) is None) == []
