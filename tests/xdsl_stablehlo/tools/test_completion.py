"""Tab in the shells that are there, and what `--help` and completion know of passes without importing them.

Also the order in which passes are listed, and what is said of a name that is none of a pass.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from docs.pass_options import table
from tests.helpers.clock import wait_until
from xdsl_stablehlo.programs import registry
from xdsl_stablehlo.tools.command_line.completion import SHELLS, continuations
from xdsl_stablehlo.tools.command_line.passes import (
    LEFT_OUT,
    OF_MLIR,
    OURS,
    PATH,
    PassEntry,
    PassOption,
    all_pass_names,
    by_origin,
)
from xdsl_stablehlo.tools.command_line.reading import Flag
from xdsl_stablehlo.tools.driver import TOOLS, run_tool

run = TOOLS["opt"].run
run_translate = TOOLS["translate"].run

DOCUMENTED = Path(__file__).parents[3] / "docs" / "passes.md"
FLAGS = (Flag("o", "", "FILE"), Flag("passes", "", "PIPELINE", ("p",)), Flag("inline-all", ""))
PASSES = {
    "fold": PassEntry(
        "",
        {
            "verify": PassOption("verify", "true|false", "false", ""),
            "limit": PassOption("limit", "int from 0", "1", ""),
        },
    ),
    "inline": PassEntry("", {}),
}


def test_the_table_of_passes_is_made_from_the_passes():
    assert Path(PATH).read_text() == table(), "python -m docs.pass_options"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("opt --", ["fold", "inline ", "inline-all ", "o=", "passes="]),
        ("opt --inl", ["ine ", "ine-all "]),
        ("opt -p inline,f", ["old"]),
        ("opt -p 'fold{", ["limit=", "verify="]),
        ("opt -p 'fold{limit=3 v", ["erify="]),
        ("opt -p 'fold{limit=3},in", ["line"]),
        ("opt -p 'fold{limit=3}", []),
        ("opt --passes='builtin.module(fo", ["ld"]),
        ("opt --fold=verify=", ["false", "true"]),
        ("opt --fold='limit=3 verify=f", ["alse"]),
        ("opt --fold=limit=", []),
        ("opt --nonsense=a", []),
        ("opt -o a", []),
        ("opt --inline a", []),
    ],
)
def test_what_can_follow(line: str, expected: list[str]):
    assert list(continuations(line, FLAGS, PASSES)) == expected


FIRST_LINES = {
    "--split-i\t--verify-d\ta.ml\t": ["--split-input-file", "--verify-diagnostics", "a.mlir"],
    "bash": 'eval "$(stablehlo-opt --completion=bash)"',
    "zsh": 'autoload -Uz compinit; compinit -u -D; eval "$(stablehlo-opt --completion=zsh)"',
    "fish": "stablehlo-opt --completion=fish | source",
}
COMMANDS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
LINES = {
    "--split-i\t--verify-d\ta.ml\t": ["--split-input-file", "--verify-diagnostics", "a.mlir"],
    "--stablehlo-constant-f\t=verif\tt\t": ["--stablehlo-constant-fold=verify=true"],
    "-p 'stablehlo-bind-arg\t{npz=a.npz},stablehlo-constant-f\t{exactn\trou\t}'": [
        "-p",
        "stablehlo-bind-arguments{npz=a.npz},stablehlo-constant-fold{exactness=rounded}",
    ],
}
"""What is typed, and the arguments that come of it. Fish puts a space behind what a Tab has completed."""


def typed(shell: str, line: str, folder: Path) -> list[str]:
    """The arguments that a tool gets when a line is typed in an interactive shell that completes its arguments."""
    tool = folder / "stablehlo-opt"
    call = f'exec {shlex.quote(sys.executable)} -m xdsl_stablehlo opt "$@"'
    tool.write_text(
        f'#!/bin/sh\ncase "$1" in --complet*) {call};; esac\nprintf "%s\\n" "$@" > got && mv got all\n'
    )
    tool.chmod(0o755)
    (folder / "a.mlir").touch()
    path = f"{folder}:{os.environ['PATH']}"
    root = str(Path(__file__).parents[3])
    environment = os.environ | {"PATH": path, "PYTHONPATH": root, "HOME": str(folder), "TERM": "dumb"}
    terminal = [sys.executable, "-c", "import pty, sys; pty.spawn(sys.argv[1:])", *COMMANDS[shell]]
    shown = folder / "shown"
    with (
        shown.open("wb") as screen,
        subprocess.Popen(
            terminal,
            stdin=subprocess.PIPE,
            stdout=screen,
            cwd=folder,
            env=environment,
            start_new_session=True,
        ) as process,
    ):
        assert process.stdin is not None
        try:
            process.stdin.write(f"{FIRST_LINES[shell]}\nstablehlo-opt {line}\nexit\n".encode())
            process.stdin.flush()
            return arguments_in(folder / "all", shown, process)
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def arguments_in(path: Path, shown: Path, process: subprocess.Popen[bytes]) -> list[str]:
    """The lines of a file that is still to come; `shown` has what the shell shows."""
    wait_until(lambda: path.exists() or process.poll() is not None)
    assert path.exists(), shown.read_text(errors="replace")
    return path.read_text().splitlines()


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        (shell, line)
        for shell in SHELLS
        if shutil.which(shell)
        for line in (list(LINES)[:1] if shell == "fish" else LINES)
    ],
)
def test_tab_completes_in_shells(shell: str, line: str, tmp_path: Path):
    assert typed(shell, line, tmp_path) == LINES[line]


@pytest.mark.parametrize("tool", [run, run_translate])
def test_a_shell_that_is_not_known(capsys: pytest.CaptureFixture[str], tool: Callable[[Sequence[str]], int]):
    assert run_tool(tool, ["--completion=bsh"]) == 1
    assert "did you mean 'bash'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("pipeline", "expected"),
    [
        ("inline,stablehlo-constant-fold{growth-buget=1}", "did you mean 'growth-budget'?"),
        ("builtin.module(func.func(stablehlo-constnt-fold))", "did you mean 'stablehlo-constant-fold'?"),
        ("stablehlo-constant-fold{exactness=rouded}", "exactness must be one of exact, rounded, libm"),
    ],
)
def test_what_is_meant_in_a_pipeline(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, pipeline: str, expected: str
):
    (tmp_path / "a.mlir").write_text("module {}")
    assert run_tool(run, ["-p", pipeline, str(tmp_path / "a.mlir")]) == 1
    assert expected in capsys.readouterr().err


def test_help_has_options_with_their_limits_and_defaults(capsys: pytest.CaptureFixture[str]):
    assert run_tool(run, ["--help"]) == 0
    lines = " ".join(capsys.readouterr().out.split())
    assert "growth-budget=<int from 0> Bytes of constants" in lines
    assert "that folding frees; default 16777216" in lines
    assert "exactness=<exact|rounded|libm>" in lines


def said_of(argument: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run_tool(run, [argument]) == 1
    return capsys.readouterr().err.strip()


@pytest.mark.parametrize("name", LEFT_OUT)
def test_passes_that_are_left_out_are_named_as_such(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    about = f"upstream's passes for {LEFT_OUT[name]} are left out (docs/passes.md)"
    assert said_of(f"--{name}", capsys) == f"error: unknown option '--{name}': {about}"
    pipeline = f"--pass-pipeline=builtin.module(func.func({name}))"
    assert said_of(pipeline, capsys) == f"error: '{name}' is not a pass: {about}"
    assert f"`{name}`" in DOCUMENTED.read_text()
    assert name not in registry.PASSES


def test_passes_of_stablehlo_are_listed_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_tool(run, ["--list-passes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    headings = [line for line in lines if line.startswith("passes ") and line.endswith(":")]
    assert headings == [
        "passes of StableHLO:",
        "passes of this project:",
        "passes for any program:",
        "passes of xDSL, of plugins and of loaded files:",
    ]
    listed = [line.split()[0][2:].partition("=")[0] for line in lines if line.startswith("  --")]
    assert listed == [name for _, names in by_origin(all_pass_names()) for name in names]
    assert set(listed) == set(all_pass_names())
    assert {*OURS, *OF_MLIR} <= set(listed)
