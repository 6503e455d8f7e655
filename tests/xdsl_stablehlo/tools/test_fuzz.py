"""`stablehlo-fuzz`: programs on standard output or in a folder, and what a user can get wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.programs import parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.tools.driver import run_tool
from xdsl_stablehlo.tools.stablehlo_fuzz import run
from xdsl_stablehlo.tools.stablehlo_translate import run as translate
from xdsl_stablehlo.workbench.fuzzing import FuzzOptions, fuzz


def test_programs_are_printed_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_tool(run, ["--seed=3", "--count=2", "--size=5", "--types=f32,i32"]) == 0
    options = FuzzOptions(size=5, types=("f32", "i32"))
    texts = [f"// seed {seed}\n{fuzz(seed, options).text}" for seed in (3, 4)]
    assert capsys.readouterr().out == "// -----\n".join(texts)


def test_a_folder_holds_programs_and_arguments_that_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_tool(run, ["--count=6", "-o", str(tmp_path / "new")]) == 0
    for seed in range(6):
        files = [str(tmp_path / "new" / f"seed-{seed}{suffix}") for suffix in (".npz", ".mlir")]
        assert run_tool(translate, ["--interpret", f"--args-npz={files[0]}", files[1]]) == 0
        assert parse(Path(files[1]).read_text())
    assert capsys.readouterr().err == ""


def test_shards_and_processes_make_the_same_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def printed(*flags: str) -> str:
        assert run_tool(run, ["--seed=3", "--count=8", "--size=5", *flags]) == 0
        return capsys.readouterr().out

    expected, kept = printed(), f"--keep={tmp_path / 'kept'}"
    shards = [printed(kept, f"--shard={i}/2") for i in range(2)]
    texts = [text for shard in shards for text in shard.split("// -----\n")]
    assert sorted(texts) == sorted(expected.split("// -----\n"))
    assert len(list((tmp_path / "kept").iterdir())) == 8
    assert printed(kept) == expected
    assert printed("--jobs=2") == expected


def test_arguments_as_constants(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_tool(run, ["--seed=8", "--constants"]) == 0
    made, alone = fuzz(8), parse(capsys.readouterr().out)
    assert made.arguments
    pairs = zip(eval_module(alone), eval_module(made.module, made.arguments), strict=True)
    assert all(a.array.tobytes() == b.array.tobytes() for a, b in pairs)
    assert "%v" in print_module(alone)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seed=-1"], "error: '-1' is not a value for --seed: "),
        (["--types=f99"], "error: 'f99' is not a type: there are "),
        (["--special=often"], "error: 'often' is not a value for --special: "),
        (["a.mlir"], "error: there is no input: 'a.mlir'"),
        (["-o", "/dev/null/x"], "error: cannot write into '/dev/null/x': Not a directory"),
    ],
)
def test_mistakes_are_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert run_tool(run, arguments) == 1
    said = capsys.readouterr().err
    assert said.startswith(message)
    assert said.count("\n") == 1
