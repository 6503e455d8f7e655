"""`stablehlo-translate` from its command line to its output and exit code."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.helpers.clock import Clock
from tests.helpers.programs import named
from tests.helpers.terminal import Terminal, visible
from xdsl_stablehlo.tools import interpret
from xdsl_stablehlo.tools.driver import TOOLS, run_tool

run = TOOLS["translate"].run

PROGRAMS = named(__file__)

Captured = pytest.CaptureFixture[str]

ADD = PROGRAMS["add"]


def translate(captured: Captured, *arguments: str | Path) -> tuple[int, str, str]:
    """The exit code, what is printed, and what is complained about."""
    code = run_tool(run, [str(argument) for argument in arguments])
    out, err = captured.readouterr()
    return code, out, err


@pytest.fixture
def add(tmp_path: Path) -> Path:
    path = tmp_path / "add.mlir"
    path.write_text(ADD)
    return path


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "program.mlir"
    path.write_text(text)
    return path


def test_artifacts_are_of_the_current_version_by_default(
    add: Path, capsysbinary: pytest.CaptureFixture[bytes]
):
    written: list[bytes] = []
    for arguments in ([], ["--target=current"], ["--target=1.0.0"]):
        assert run_tool(run, ["--serialize", *arguments, str(add)]) == 0
        written.append(capsysbinary.readouterr().out)
    assert written[0] == written[1] != written[2]


def test_help_and_version(capsys: Captured):
    code, out, _ = translate(capsys, "--help")
    assert code == 0
    assert "--args-npz" in out
    code, out, _ = translate(capsys, "--version")
    assert code == 0
    assert "StableHLO 1." in out


def test_a_long_run_says_where_it_is(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch):
    program = PROGRAMS["a long run says where it is"]
    path = written(tmp_path, program)
    # Once before, so that the time is not that of importing.
    translate(capsys, "--interpret", "--args=[dense<1> : tensor<i32>]", path)
    with Terminal(400) as terminal, open(terminal.name, "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr(interpret, "PROGRESS_AFTER", 0.05)
        code, out, _ = translate(capsys, "--interpret", "--args=[dense<1000000> : tensor<i32>]", path)
        shown = terminal.read()
        monkeypatch.setattr(interpret, "PROGRESS_AFTER", 60.0)
        translate(capsys, "--interpret", "--args=[dense<1> : tensor<i32>]", path)
        assert terminal.read() == ""
    assert (code, out) == (0, "tensor<i32> {0}\n")
    assert "interpreting for " in shown
    assert "'stablehlo." in shown
    assert visible(shown) == ""


FOREVER = PROGRAMS["forever"]


def test_an_evaluation_ends_where_the_flags_say(tmp_path: Path, capsys: Captured, clock: Clock):
    clock.step = 0.05
    forever = written(tmp_path, FOREVER)
    for flag, said in (
        ("--max-seconds=0.1", "takes more than the 0.1 seconds that are allowed"),
        ("--max-steps=1e4", "takes more than the 10000 steps that are allowed"),
    ):
        code, out, err = translate(capsys, "--interpret", flag, forever)
        assert (code, out, err.count("\n")) == (1, "", 3)
        assert f"program.mlir:3:8: error: 'stablehlo.while' op {said}" in err

    large = written(
        tmp_path,
        "func.func @main() -> tensor<4096xf32> { %x = stablehlo.iota dim = 0 : tensor<4096xf32> "
        "%y = stablehlo.sine %x : tensor<4096xf32> return %y : tensor<4096xf32> }",
    )
    code, _, err = translate(capsys, "--interpret", "--max-bytes=20000", large)
    assert (code, err.count("\n")) == (1, 3)
    assert "20000 are allowed" in err
    # Two results of 16 KiB.
    assert translate(capsys, "--interpret", "--max-bytes=32KiB", "--max-steps=2", large)[0] == 0
    assert translate(capsys, "--interpret", "--max-bytes=32KiB", "--max-steps=1", large)[0] == 1

    for flag in ("max-seconds", "max-bytes", "max-steps"):
        for wrong in ("", "-1", "ten", "1e999", "4XB", "nan", "\u0661"):
            code, out, err = translate(capsys, "--interpret", f"--{flag}={wrong}", large)
            assert (code, out, err.count("\n")) == (1, "", 1)
            assert f"'{wrong}' is not a value for --{flag}" in err
