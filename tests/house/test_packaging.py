"""The contents of an installation."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.end_to_end.environments import ROWS
from xdsl_stablehlo import __version__
from xdsl_stablehlo.tools import driver
from xdsl_stablehlo.tools.driver import TOOLS, main_of

ROOT = Path(__file__).parents[2]


def test_every_package_is_installed() -> None:
    """Setuptools finds packages through the links to the two folders at the top, where each has an `__init__.py`."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert setuptools["packages"] == {"find": {"include": ["xdsl_stablehlo*"]}}
    for name in ("folding", "interpreter"):
        assert (ROOT / "xdsl_stablehlo" / name).samefile(ROOT / name)
    folders = {
        file.parent
        for top in ("xdsl_stablehlo", "interpreter", "folding")
        for file in (ROOT / top).rglob("*.py")
    }
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []
    for package, files in setuptools["package-data"].items():
        assert [file for file in files if not (ROOT / package.replace(".", "/") / file).is_file()] == []


def test_the_version_is_said_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"]["dynamic"] == ["readme", "version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "xdsl_stablehlo.__version__"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)


def test_the_source_distribution_has_what_a_checkout_has() -> None:
    manifest = (ROOT / "MANIFEST.in").read_text()
    for name in ("CHANGELOG.md", "SECURITY.md", "CITATION.cff", "constraints.txt"):
        assert name in manifest
        assert (ROOT / name).is_file()
    for folder in ("benchmarks", "docs", "examples", "filecheck", "tests"):
        assert f"graft {folder}\n" in manifest


def test_constraints_are_within_what_is_asked_for() -> None:
    pinned = dict(
        line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line
    )
    assert {"xdsl", "numpy", "ml_dtypes", "jax", "pytest", "ruff", "pyright"} <= pinned.keys()
    assert pinned["xdsl"].startswith("0.75.")
    assert pinned["jax"].startswith("0.12.")


def test_the_page_has_the_environments_that_are_tried() -> None:
    """`make compat ROWS=all WRITE=--write` writes the rows; one of a Python that was not there is left out."""
    page = (ROOT / "docs" / "install.md").read_text()
    rows = dict(re.findall(r"^\| ([a-z][\w.-]+) \| (3\.\d+) \|", page, re.MULTILINE))
    assert rows == {name: row.python for name, row in ROWS.items() if name != "python-3.14"}


def test_every_tool_is_a_command() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    front = {
        "stablehlo": "xdsl_stablehlo.__main__:main",
        "stablehlo-lsp-server": "xdsl_stablehlo.lsp.command:main",
    }
    assert scripts == front | {tool.name: f"{driver.__name__}:{name}" for name, tool in TOOLS.items()}
    assert [name for name in TOOLS if getattr(driver, name).args != (TOOLS[name].run,)] == []


@pytest.mark.parametrize("page", ["README.md", "docs/install.md", "docs/tools.md"])
def test_every_tool_is_on_a_page(page: str) -> None:
    text = (ROOT / page).read_text()
    assert [name for name in TOOLS if f"stablehlo-{name}" not in text] == []


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_completes(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [f"stablehlo-{name}", "--completion=bash"])
    with pytest.raises(SystemExit) as ended:
        main_of(TOOLS[name].run)
    assert not ended.value.code
    assert f"stablehlo-{name}" in capsys.readouterr().out
