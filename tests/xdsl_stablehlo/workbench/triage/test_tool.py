"""`stablehlo-triage`: a folder of programs, its report, and what a user can get wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from xdsl_stablehlo.tools.command_line.reading import ToolError
from xdsl_stablehlo.tools.driver import TOOLS

run = TOOLS["triage"].run

PROGRAM = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.add %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "programs").mkdir()
    for name in ("a", "b"):
        (tmp_path / "programs" / f"{name}.mlir").write_text(PROGRAM.replace("%x", f"%{name}"))
    return tmp_path


def test_a_folder_is_judged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = [str(folder / "programs"), "--against=ours", "--jobs=1"]
    assert run([*options, "-o", str(folder / "report")]) == 0
    assert capsys.readouterr().out == "ours: 2 allowed\n"
    made = json.loads((folder / "report" / "report.json").read_text())
    assert [each["program"] for each in made["programs"]] == ["a.mlir", "b.mlir"]
    assert made["groups"] == []
    for shard in (0, 1):
        assert run([*options, f"--shard={shard}/2", "-o", str(folder / f"shard{shard}")]) == 0
    results = [p.name for n in (0, 1) for p in (folder / f"shard{n}" / "results").iterdir()]
    assert sorted(results) == sorted(p.name for p in (folder / "report" / "results").iterdir())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "r"], "one folder or file is needed"),
        (["here"], "-o is needed"),
        (["here", "-o", "r"], "there is no program in"),
        (["here", "-o", "r", "--against=iree"], "'iree' is not one of ours, cpp, xla"),
        (["programs", "-o", "r", "--shard=8/8"], "'8/8' is not a value for --shard"),
    ],
)
def test_mistakes_are_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], message: str
) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(ToolError, match=message):
        run(options)


def test_a_program_that_is_not_valid_is_an_error(folder: Path) -> None:
    (folder / "programs" / "c.mlir").write_text("func.func @main(")
    with pytest.raises(ToolError, match=r"c\.mlir"):
        run([str(folder / "programs"), "-o", str(folder / "r")])
