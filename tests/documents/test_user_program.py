"""A program of a user runs, and passes strict type checkers without an ignore."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from . import user_program
from .processes import ROOT, python

PROGRAM = Path(user_program.__file__)


def test_it_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert user_program.main() == [4, 4]
    assert "folded 2 ops into 1 constant" in capsys.readouterr().out
    assert "ignore" not in PROGRAM.read_text()


@pytest.mark.prove
@pytest.mark.parametrize("checker", ["pyright", "mypy"])
def test_types_are_accepted(checker: str, tmp_path: Path) -> None:
    """Outside of the checkout, as a user's program is."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.read_text())
    (tmp_path / "pyrightconfig.json").write_text(
        json.dumps({"typeCheckingMode": "strict", "extraPaths": [str(ROOT)]})
    )
    # Silent about the package itself, as checkers are where it is installed.
    strict = ["--strict", "--follow-imports=silent"]
    options = strict if checker == "mypy" else ["--pythonpath", sys.executable]

    def judged() -> subprocess.CompletedProcess[str]:
        return python(tmp_path, "-m", checker, *options, program.name, MYPYPATH=str(ROOT))

    done = judged()
    assert done.returncode == 0, done.stdout
    program.write_text(program.read_text().replace("-> list[float]", "-> list[str]"))
    assert re.search(r"list\[str\]", judged().stdout, re.IGNORECASE)
