"""The README is true: its links lead somewhere, the pictures are those of today. Its code runs with the pages'."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.picture import CUT, PICTURE, cut, picture
from setup import readme
from xdsl_stablehlo.programs.registry import PASSES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
RELATIVE = re.compile(r"\]\((?!https?:)([^)#]+)")


def test_linked_files_exist() -> None:
    links = RELATIVE.findall(README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"`make (\w+)", README))
    assert {"fold", "test"} <= targets
    assert [target for target in targets if f"\n{target}:" not in makefile] == []


def test_passes_exist() -> None:
    asked = re.findall(r"`(?:xdsl-opt -p |stablehlo-opt --)([\w-]+)", README)
    assert asked
    assert [name for name in asked if name not in PASSES] == []


def test_the_picture_is_what_folding_gives() -> None:
    assert PICTURE.read_text() == picture()


@pytest.mark.prove
def test_the_cut_is_what_splitting_gives() -> None:
    """It runs the code of the page in JAX."""
    assert CUT.read_text() == cut()


def test_the_readme_of_the_metadata_has_no_dead_links() -> None:
    without = readme(README, None)
    assert RELATIVE.findall(without) == []
    assert "![" not in without
    assert "Documentation (`docs/index.md`)" in without

    linked = readme(README, "https://example.org/us/it/")
    assert RELATIVE.findall(linked) == []
    assert "[Documentation](https://example.org/us/it/blob/main/docs/index.md)" in linked
    assert "](https://example.org/us/it/raw/main/docs/picture.svg)" in linked
