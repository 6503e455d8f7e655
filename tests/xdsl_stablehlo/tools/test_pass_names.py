"""Names of passes: the order in which they are listed, and what is said of one that there is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from xdsl_stablehlo.programs.registry import PASSES
from xdsl_stablehlo.tools import stablehlo_opt
from xdsl_stablehlo.tools.command_line import all_pass_names
from xdsl_stablehlo.tools.command_line.pass_names import LEFT_OUT, OF_MLIR, OURS, grouped
from xdsl_stablehlo.tools.driver import run_tool

DOCUMENTED = Path(__file__).parents[3] / "docs" / "passes.md"


def refused(argument: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run_tool(stablehlo_opt.run, [argument]) == 1
    return capsys.readouterr().err.strip()


@pytest.mark.parametrize("name", LEFT_OUT)
def test_passes_that_are_left_out_are_named_as_such(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    about = f"upstream's passes for {LEFT_OUT[name]} are left out (docs/passes.md)"
    assert refused(f"--{name}", capsys) == f"error: unknown option '--{name}': {about}"
    pipeline = f"--pass-pipeline=builtin.module(func.func({name}))"
    assert refused(pipeline, capsys) == f"error: '{name}' is not a pass: {about}"
    assert f"`{name}`" in DOCUMENTED.read_text()
    assert name not in PASSES


def test_a_pass_that_xdsl_has_under_another_name(capsys: pytest.CaptureFixture[str]) -> None:
    name = "loop-invariant-code-motion"
    assert refused(f"--{name}", capsys) == f"error: unknown option '--{name}': did you mean '--licm'?"
    assert refused(f"-p={name}", capsys) == f"error: '{name}' is not a pass: did you mean 'licm'?"


def test_passes_of_stablehlo_are_listed_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_tool(stablehlo_opt.run, ["--list-passes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    headings = [line for line in lines if line.startswith("passes ") and line.endswith(":")]
    assert headings == [
        "passes of StableHLO:",
        "passes of this project:",
        "passes for any program:",
        "passes of xDSL, of plugins and of loaded files:",
    ]
    listed = [line.split()[0][2:].partition("=")[0] for line in lines if line.startswith("  --")]
    assert listed == [name for _, names in grouped(all_pass_names()) for name in names]
    assert set(listed) == set(all_pass_names())
    assert {*OURS, *OF_MLIR} <= set(listed)
