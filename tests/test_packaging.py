"""What an installation contains: the list in `pyproject.toml` names every package there is."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_package_is_installed() -> None:
    """An explicit list, because the two folders at the top are mapped, and links are not followed everywhere."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    found: set[str] = set()
    for folder in ("xdsl_stablehlo", "interpreter", "folding"):
        prefix = ("xdsl_stablehlo",) if folder == "xdsl_stablehlo" else ("xdsl_stablehlo", folder)
        for init in (ROOT / folder).rglob("__init__.py"):
            found.add(".".join((*prefix, *init.parent.relative_to(ROOT / folder).parts)))
    assert sorted(setuptools["packages"]) == sorted(found)
