"""Neovim's own client, headless, if it is installed: what its user is told is what the server says."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.clock import PATIENCE
from tests.helpers.programs import named
from tests.helpers.tiers import sampled

PROGRAMS = named(str(Path(__file__).with_name("test_server.py")))
NEOVIM = shutil.which("nvim")
SCRIPT = Path(__file__).parent / "neovim.lua"


# An editor is no package of Python: `.ci/run` installs it, and other sessions with the server need none.
@pytest.mark.skipif(NEOVIM is None, reason="needs nvim")
@sampled("edits", 20, 200)
def test_a_session_in_neovim(tmp_path: Path, edits: int) -> None:
    """Every third edit breaks the program: then there is an error, and none after the next edit."""
    program, answers, server = tmp_path / "program.mlir", tmp_path / "answers.json", tmp_path / "server"
    program.write_text(PROGRAMS["given"])
    server.write_text(f"#!{sys.executable}\nfrom xdsl_stablehlo.lsp.command import main\nmain()\n")
    server.chmod(0o755)
    done = subprocess.run(
        [str(NEOVIM), "--headless", "--clean", "-u", "NONE", "-S", str(SCRIPT), str(program)],
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "SERVER": str(server), "EDITS": str(edits),
             "ANSWERS": str(answers), "PYTHONPATH": str(Path(__file__).parents[3]),
             "PATIENCE": str(int(PATIENCE * 1000))},
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = json.loads(answers.read_text())
    assert said["errors"] == [int(number % 3 == 1) for number in range(1, edits + 1)]
    assert "The cosine of each element" in said["hover"]
    assert said["definition"] == PROGRAMS["given"].split("\n").index("  %angle = stablehlo.cosine %iota : !T")
    assert said["formatted"] == PROGRAMS["given"]
    assert said["symbols"] == ["!T", "@main", "@helper"]
