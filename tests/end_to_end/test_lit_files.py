"""The commands of every lit file, in this process and without a shell; `make test` has lit run five of the files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.golden.shell import Shell

ROOT = Path(__file__).parents[2] / "filecheck"


def run_lines(path: Path, scratch: Path) -> list[str]:
    """The lines behind `RUN:`, with the file and the place for results put in."""
    lines = re.findall(r"^// RUN: (.*)$", path.read_text(), re.MULTILINE)
    values = {"%%": "%", "%s": str(path), "%t": str(scratch / path.stem)}
    return [re.sub("%[%st]", lambda found: values[found[0]], line) for line in lines]


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(monkeypatch)


FILES = [path for path in sorted(ROOT.rglob("*.mlir")) if path.parent.name != "Output"]  # which lit writes


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_do_what_the_file_says(path: Path, tmp_path: Path, shell: Shell) -> None:
    lines = run_lines(path, tmp_path)
    assert lines
    for line in lines:
        assert shell.run(line) == 0, f"{line}\n{shell.errors}"


def test_what_a_file_does_not_expect_is_noticed(tmp_path: Path, shell: Shell) -> None:
    text = (ROOT / "vhlo" / "mixed.mlir").read_text()
    path = tmp_path / "mixed.mlir"
    for part, instead in (("// CHECK", "// CHECK: another line\n// CHECK"), ("\nfunc.func", "\nfunc.fun")):
        path.write_text(text.replace(part, instead, 1))
        assert shell.run(run_lines(path, tmp_path)[0]) == 1
        assert "error" in shell.errors
