"""`stablehlo-reduce`: commands, crashes, files, and what a user can get wrong."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from tests.helpers.clock import AT_ONCE, PATIENCE, wait_until
from tests.helpers.programs import evaluate, named, parse
from xdsl_stablehlo.dialects.stablehlo import NegOp
from xdsl_stablehlo.programs.registry import PASSES
from xdsl_stablehlo.tools.driver import TOOLS, run_tool
from xdsl_stablehlo.tools.stablehlo_tv import Refuted
from xdsl_stablehlo.workbench.reducing import reduce_program

run = TOOLS["reduce"].run

PROGRAMS = named(__file__)

PROGRAM = PROGRAMS["program"]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "a.mlir"
    path.write_text(PROGRAM)
    return path


def script(folder: Path, text: str) -> str:
    """The command that runs a script of the shell."""
    path = folder / "test.sh"
    path.write_text(text)
    return f"sh '{path}'"


def test_what_takes_too_long_is_not_interesting(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    endless = script(program.parent, "while true; do sleep 1; done")
    arguments = [f"--test={endless}", f"--timeout={AT_ONCE}", "--jobs=1", str(program)]
    assert run_tool(run, arguments) == 1
    assert "not interesting before" in capsys.readouterr().err


@pytest.mark.usefixtures("control_c_ends")
def test_ctrl_c_leaves_the_smallest_program_so_far(program: Path) -> None:
    command = script(program.parent, 'sleep 0.1; grep -q stablehlo.tanh "$1"')
    tool = [sys.executable, "-m", "xdsl_stablehlo", "reduce", f"--test={command}", "--jobs=1"]
    output = program.parent / "a.reduced.mlir"
    with subprocess.Popen([*tool, str(program)], stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: output.exists() or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
    assert "stablehlo.tanh" in output.read_text()
    assert sorted(os.listdir(program.parent)) == ["a.mlir", "a.reduced.mlir", "test.sh"]


@dataclass(frozen=True)
class NegateIsNothing(ModulePass):
    """A pass that is wrong: `-x` becomes `x`."""

    name = "negate-is-nothing"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            if isinstance(inner, NegOp):
                inner.result.replace_all_uses_with(inner.operand)


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> Refuted:
    monkeypatch.setattr(
        "xdsl_stablehlo.transforms.small_passes.NegateIsNothing", NegateIsNothing, raising=False
    )
    monkeypatch.setitem(PASSES, NegateIsNothing.name, "transforms.small_passes:NegateIsNothing")
    return Refuted(f"inline,{NegateIsNothing.name}")


def test_a_pass_is_refuted(wrong: Refuted) -> None:
    found = reduce_program(parse(PROGRAM), wrong, arguments=wrong.arguments)
    assert re.findall(r"stablehlo\.\w+", found.text) == ["stablehlo.negate"]


def test_the_arguments_for_which_a_pass_is_refuted(wrong: Refuted) -> None:
    """With them, what is negated is a number."""
    ((name, (argument,)),) = wrong.arguments(PROGRAM).items()
    assert name == "main"
    before, after = (
        evaluate(text, argument) for text in (PROGRAM, PROGRAM.replace("return %c", "return %b"))
    )
    differ = np.signbit(before[0]) != np.signbit(after[0])
    assert np.any(differ & ~np.isnan(before[0]))


def test_a_pass_that_is_not_refuted_has_no_arguments() -> None:
    assert Refuted("inline").arguments(PROGRAM) == {}


COUNTED = PROGRAMS["counted"]


@pytest.mark.prove
@pytest.mark.long
@pytest.mark.parametrize("file", [False, True])
def test_arguments_become_constants(tmp_path: Path, file: bool) -> None:
    """The command evaluates the program as it is: 2 * 6 * 8 is 96."""
    program = tmp_path / "a.mlir"
    program.write_text(COUNTED)
    np.savez(tmp_path / "a.npz", np.array([6, 1], "i4"), np.array([-8, 1], "i4"))
    interpret = f"'{sys.executable}' -m xdsl_stablehlo translate --interpret"
    command = script(tmp_path, f'grep -q stablehlo.abs "$1" && {interpret} "$1" | grep -q 96')
    text = "[dense<[6, 1]> : tensor<2xi32>, dense<[-8, 1]> : tensor<2xi32>]"
    given = f"--args-npz={tmp_path / 'a.npz'}" if file else f"--args={text}"
    assert run_tool(run, [f"--test={command}", given, "--jobs=2", str(program)]) == 0
    left = (tmp_path / "a.reduced.mlir").read_text()
    assert re.findall(r"stablehlo\.\w+", left) == ["stablehlo.constant", "stablehlo.abs"]
