"""`stablehlo-tv` from its command line to its lines and exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.programs import function
from xdsl_stablehlo.tools.driver import TOOLS, run_tool

run = TOOLS["tv"].run

Captured = pytest.CaptureFixture[str]
INT = "tensor<i32>"


def program(constant: int, swapped: bool = False) -> str:
    """A constant minus the first argument, or that the other way round."""
    operands = "%a0, %c" if swapped else "%c, %a0"
    body = f"%c = stablehlo.constant dense<{constant}> : {INT} %r0 = stablehlo.subtract {operands} : {INT}"
    return function(body, [INT], [INT])


def validated(captured: Captured, *arguments: str | Path) -> tuple[int, list[str], str]:
    """The exit code, the lines that are printed, and what is complained about."""
    code = run_tool(run, [str(argument) for argument in arguments])
    out, err = captured.readouterr()
    return code, out.splitlines(), err


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders with a program each that is the same, one that is wrong, one that nobody can read, and arguments."""
    paths = tmp_path / "before", tmp_path / "after"
    for path, wrong in zip(paths, (False, True), strict=True):
        path.mkdir()
        (path / "same.mlir").write_text(program(3))
        (path / "wrong.mlir").write_text(program(3, wrong))
        (path / "unread.mlir").write_text("func.func @main(" if wrong else program(3))
    (paths[0] / "gone.mlir").write_text(program(3))
    (paths[0] / "same.npz").write_bytes(b"arguments")
    return paths


def test_folders_go_on_behind_what_cannot_be_read(folders: tuple[Path, Path], capsys: Captured):
    code, lines, _ = validated(capsys, *folders)
    assert code == 1
    assert [line.split(": ")[:2] for line in lines] == [
        ["gone.mlir", "cannot"],
        ["same.mlir", "@main"],
        ["unread.mlir", "cannot"],
        ["wrong.mlir", "@main"],
    ]
    assert lines[0].endswith(f"there is no '{folders[1] / 'gone.mlir'}'")
    assert str(folders[1] / "unread.mlir") in lines[2]


def test_shards_and_processes_say_the_same_as_one(
    tmp_path: Path, folders: tuple[Path, Path], capsys: Captured
):
    expected = validated(capsys, *folders)
    kept = f"--keep={tmp_path / 'kept'}"
    shards = [validated(capsys, kept, f"--shard={i}/2", *folders)[1] for i in range(2)]
    assert sorted([*shards[0], *shards[1]]) == sorted(expected[1])
    for flags in ([kept], ["--jobs=2"]):
        assert validated(capsys, *flags, *folders) == expected


def test_kept_results_are_for_the_same_programs_and_options(
    tmp_path: Path, folders: tuple[Path, Path], capsys: Captured
):
    kept = tmp_path / "kept"
    expected = validated(capsys, f"--keep={kept}", *folders)
    assert len(list(kept.iterdir())) == 4
    assert validated(capsys, f"--keep={kept}", "--disable-proofs", *folders) != expected
    (folders[1] / "gone.mlir").write_text(program(3))
    (folders[1] / "wrong.mlir").write_text(program(3))
    (folders[1] / "unread.mlir").write_text(program(3))
    code, lines, _ = validated(capsys, f"--keep={kept}", *folders)
    assert (code, len(lines)) == (0, 4)


def test_a_program_that_ends_the_process_is_not_validated(tmp_path: Path, capsys: Captured):
    """A custom call that leaves the process, in a loaded file."""
    (tmp_path / "before").mkdir()
    (tmp_path / "before" / "ends.mlir").write_text(
        function(f"%r0 = stablehlo.custom_call @leave(%a0) : ({INT}) -> {INT}", [INT], [INT])
    )
    (tmp_path / "before" / "same.mlir").write_text(program(3))
    loaded = tmp_path / "leaving.py"
    loaded.write_text(
        "import os\nfrom dataclasses import dataclass\nfrom xdsl.passes import ModulePass\n"
        "@dataclass(frozen=True)\nclass Leaves(ModulePass):\n"
        "    name = 'leaves'\n    def apply(self, ctx, op):\n"
        "        if 'leave' in str(op):\n            os._exit(9)\n"
    )
    code, lines, _ = validated(capsys, "--jobs=1", f"--load={loaded}", "--passes=leaves", tmp_path / "before")
    assert code == 2
    assert lines[0] == "ends.mlir: cannot: the process ended with exit code 9"
    assert lines[1].startswith("same.mlir: leaves: @main: proved")
