"""`stablehlo-tv` from its command line to its lines and exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.programs import function
from xdsl_stablehlo.tools.driver import run_tool
from xdsl_stablehlo.tools.stablehlo_tv import run

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


def test_exit_codes(tmp_path: Path, folders: tuple[Path, Path], capsys: Captured):
    before, after = folders
    code, lines, _ = validated(capsys, before / "same.mlir", after / "same.mlir")
    assert (code, lines) == (0, ["@main: proved: both functions apply the same ops to the same values"])
    code, lines, _ = validated(capsys, "--disable-proofs", before / "same.mlir", after / "same.mlir")
    assert (code, lines[0].partition(" (")[0]) == (0, "@main: not refuted")
    code, lines, _ = validated(capsys, before / "wrong.mlir", after / "wrong.mlir")
    assert code == 1
    assert lines == ["@main: refuted: for (dense<0> : tensor<i32>): result 0 is 3 before and -3 after"]
    other = tmp_path / "other.mlir"
    other.write_text(function("", ["tensor<i64>"], ["tensor<i64>"], ["%a0"]))
    code, lines, _ = validated(capsys, before / "same.mlir", other)
    assert code == 2
    assert lines == ["@main: cannot: argument 0 is of type tensor<i32> before and tensor<i64> after"]


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


def test_json(folders: tuple[Path, Path], capsys: Captured):
    code, lines, _ = validated(capsys, "--json", folders[0] / "wrong.mlir", folders[1] / "wrong.mlir")
    assert code == 1
    (found,) = map(json.loads, lines)
    assert (found["function"], found["verdict"]) == ("main", "refuted")
    assert found["arguments"] == ["dense<0> : tensor<i32>"]
    assert (found["before"], found["after"]) == (["dense<3> : tensor<i32>"], ["dense<-3> : tensor<i32>"])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["one.mlir"], "error: 2 input(s) needed, not 1"),
        (["--floats=some", "a", "b"], "error: --floats: 'some' is not bits, rounding or ulp=N"),
        (["--inputs=-1", "a", "b"], "error: '-1' is not a value for --inputs"),
        (["--work-budget=much", "a", "b"], "error: 'much' is not a value for --work-budget"),
        (["--seconds=soon", "a", "b"], "error: 'soon' is not a value for --seconds"),
        (["--arguments=x", "a", "b"], "error: 'x' is not a list of numbers for --arguments"),
        (["--bind=dense<3> : tensor<i32>", "a", "b"], "error: 'dense<3> : tensor<i32>' does not begin with"),
        (["/nowhere", "b"], "error: cannot open input file '/nowhere'"),
        (["--shard=2/2", "."], "error: 2 input(s) needed"),
        (["--shard=2/2", ".", "."], "error: '2/2' is not a value for --shard: 0/8 to 7/8 are 8 parts"),
        (["--shard=1", ".", "."], "error: '1' is not a value for --shard"),
        (["--jobs=0", ".", "."], "error: '0' is not a value for --jobs"),
        (["--keep=/dev/null/x", ".", "."], "error: cannot write into '/dev/null/x': Not a directory"),
        (["--jobs=2", "a", "b"], "error: --jobs is for folders, and 'a' is none"),
        (["--passes=nothing", "a"], "error: 'nothing' is not a pass"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[str], complaint: str, capsys: Captured):
    code, lines, complaints = validated(capsys, *arguments)
    assert (code, lines) == (2, [])
    assert complaints.startswith(complaint)
    assert complaints.count("\n") == 1


def test_arguments_from_the_command_line(tmp_path: Path, capsys: Captured):
    paths = tmp_path / "a.mlir", tmp_path / "b.mlir"
    paths[0].write_text(function(f"%r0 = stablehlo.subtract %a0, %a1 : {INT}", [INT, INT], [INT]))
    paths[1].write_text(function(f"%r0 = stablehlo.subtract %a1, %a0 : {INT}", [INT, INT], [INT]))
    assert validated(capsys, *paths)[0] == 1
    assert validated(capsys, "--arguments=1,0", *paths)[0] == 0
    paths[1].write_text(program(7))
    assert validated(capsys, "--bind=0=dense<7> : tensor<i32>", *paths)[0] == 0
    assert validated(capsys, "--bind=0=dense<8> : tensor<i32>", *paths)[0] == 1
