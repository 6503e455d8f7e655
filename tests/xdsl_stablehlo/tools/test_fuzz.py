"""`stablehlo-fuzz`: programs on standard output or in a folder, and what a user can get wrong."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.programs import parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.tools.driver import TOOLS, run_tool
from xdsl_stablehlo.workbench.fuzzing import FuzzOptions, fuzz

run = TOOLS["fuzz"].run
translate = TOOLS["translate"].run
triage = TOOLS["triage"].run


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
    assert "func.func public @main()" in print_module(alone)


def test_a_corpus_is_kept_and_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--guided", "--size=2", "--types=i32", "-o", str(tmp_path / "corpus")]
    assert run_tool(run, [*flags, "--count=25"]) == 0
    first = capsys.readouterr()
    assert first.out.startswith("25 programs: ")
    assert first.err.startswith("25 programs: ")
    files = sorted((tmp_path / "corpus" / "programs").iterdir())
    assert len(files) > 10
    assert "Ops and element types" in (tmp_path / "corpus" / "index.html").read_text()
    assert run_tool(run, [*flags, "--count=20"]) == 0
    assert capsys.readouterr() == first
    assert sorted((tmp_path / "corpus" / "programs").iterdir()) == files
    more = [str(tmp_path / "corpus" / "programs"), "--guided", "-o", str(tmp_path / "more"), "--count=0"]
    assert run_tool(run, [*more, "--against=ours"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == f"ours: {len(files) // 2} allowed"


def test_wrong_results_are_handed_to_triage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A command that answers with zeros is wrong; what is printed finds out about it."""
    (tmp_path / "wrong.py").write_text(
        "import sys, numpy as np\nstored = np.load(sys.argv[1])\n"
        "np.savez(sys.argv[2], *[np.zeros_like(stored[name]) for name in stored.files])"
    )
    command = f"{sys.executable} {tmp_path / 'wrong.py'} {{arguments}} {{results}} {{program}}"
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "one.mlir").write_text(
        "func.func @main(%x: tensor<i32>) -> tensor<i32> {\n  return %x : tensor<i32>\n}"
    )
    np.savez(tmp_path / "given" / "one.npz", np.asarray(7, np.int32))
    flags = [f"--against=mine={command}", "--count=0", "-o", str(tmp_path / "corpus")]
    assert run_tool(run, ["--guided", str(tmp_path / "given"), *flags]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[1:3] == [
        "mine: 1 wrong",
        "1 kind of wrong results; make them small and find their causes:",
    ]
    words = shlex.split(printed[3])
    assert words[0] == "stablehlo-triage"
    assert run_tool(triage, [*words[1:], "--jobs=1"]) == 1
    assert (tmp_path / "corpus" / "report" / "index.html").exists()
