"""The README is true: its Python runs, its files exist, its commands are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from xdsl_stablehlo.programs.registry import PASSES
from xdsl_stablehlo.tools.stablehlo_opt import TOOL

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", [code for language, code in BLOCKS if language == "python"])
def test_python_runs(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), names)
    printed = capsys.readouterr().out
    of_jax = "xdsl_stablehlo.jax" in code
    assert ("stablehlo.abs" if of_jax else "iota") in printed  # the report names what was folded
    assert names["result"].shape == ((2, 3) if of_jax else (4,))


def test_linked_files_exist() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)", README) if not link.startswith("http")]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"`?make (\w+)", README))
    assert {"fold", "test"} <= targets
    assert [target for target in targets if f"\n{target}:" not in makefile] == []


def test_passes_exist() -> None:
    lines = [line for language, code in BLOCKS if not language for line in code.splitlines()]
    asked = [
        word
        for line in lines
        if line.startswith("stablehlo-opt")
        for word in shlex.split(line)
        if word[:2] == "--"
    ]
    assert asked
    known = {*PASSES, *(flag.name for flag in TOOL.flags)}
    assert [word for word in asked if word[2:].split("=")[0] not in known] == []
