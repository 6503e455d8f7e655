"""The tools as processes: closed, full and broken streams, and files that survive what goes wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.clock import wait_until
from tests.helpers.programs import named
from tests.helpers.terminal import Terminal, visible

PROGRAMS = named(__file__)

BIN = Path(sys.executable).parent
GOOD = PROGRAMS["good"]
FOREVER = PROGRAMS["forever"]

CLOSED = [
    ("stablehlo-opt <&-", "error: cannot open standard input: Bad file descriptor"),
    ("stablehlo-opt good.mlir >&-", "error: cannot write to standard output: Bad file descriptor"),
    ("stablehlo-opt --help >/dev/full", "error: cannot write to standard output: No space left on device"),
    ("stablehlo-opt good.mlir -o full >/dev/full", "error: cannot write 'full': No space left on device"),
    (
        "stablehlo-translate --interpret good.mlir >/dev/full",
        "error: cannot write to standard output: No space left on device",
    ),
    ("stablehlo-translate --version >&-", "error: cannot write to standard output: Bad file descriptor"),
    ("stablehlo-opt nowhere.mlir 2>&-", ""),
    ("stablehlo-opt nowhere.mlir 2>/dev/full", ""),
]


def shell(command: str, folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
    return subprocess.Popen(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def heeding(number: signal.Signals) -> str:
    """What makes the command after it end by a signal: whoever runs the tests may ignore it, and a child would, too."""
    run = f"import os, signal, sys; signal.signal({int(number)}, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])"
    return f"exec python -c '{run}'"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_streams_that_are_closed_or_full_are_one_line(tmp_path: Path):
    (tmp_path / "good.mlir").write_text(GOOD)
    # Not /dev/full by its name, which broken code that runs as root would replace for the whole machine.
    (tmp_path / "full").symlink_to("/dev/stdout")
    processes = [shell(command, tmp_path) for command, _ in CLOSED]
    for process, (command, message) in zip(processes, CLOSED, strict=True):
        out, err = process.communicate()
        assert (process.returncode, out, err.rstrip("\n")) == (1, "", message), command


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path):
    (tmp_path / "good.mlir").write_text(GOOD)
    process = shell("stablehlo-opt good.mlir | true; echo ${PIPESTATUS[0]}", tmp_path)
    assert process.communicate() == ("141\n", "")


def test_a_fold_is_not_lost_with_its_report(tmp_path: Path):
    (tmp_path / "good.mlir").write_text(GOOD)
    fold = "stablehlo-opt good.mlir -p stablehlo-constant-fold{print-report}"
    for process in [shell(f"{fold} {ending}", tmp_path) for ending in ("2>/dev/full", "2>&-")]:
        out, _ = process.communicate()
        assert process.returncode == 0
        assert "stablehlo.constant dense<7>" in out
    unread = shell(
        "PYTHONUNBUFFERED=1 stablehlo-fold good.mlir -o out.mlir | true; echo ${PIPESTATUS[0]}", tmp_path
    )
    assert unread.communicate() == ("141\n", "")
    assert "stablehlo.constant dense<7>" in (tmp_path / "out.mlir").read_text()


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)],
)
def test_who_ends_a_run_leaves_the_output_as_it_was(tmp_path: Path, number: signal.Signals, code: int):
    (tmp_path / "in.mlir").write_text(f"{GOOD}// -----\n{FOREVER}")
    (tmp_path / "out.mlir").write_text("old")
    process = shell(
        f"{heeding(number)} stablehlo-translate --interpret --split-input-file in.mlir -o out.mlir", tmp_path
    )
    # Until the first result is written.
    wait_until(lambda: len(os.listdir(tmp_path)) > 2 or process.poll() is not None)
    process.send_signal(number)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (code, "", "")
    assert (tmp_path / "out.mlir").read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["in.mlir", "out.mlir"]


def test_a_hangup_that_nohup_ignores_stays_ignored(tmp_path: Path):
    os.mkfifo(tmp_path / "in.mlir")
    process = shell("trap '' HUP; exec stablehlo-opt in.mlir", tmp_path)
    with open(tmp_path / "in.mlir", "w") as text:
        process.send_signal(signal.SIGHUP)
        text.write(GOOD)
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert "dense<7>" in out


NEVER_ENDS = PROGRAMS["never ends"]


def fold_on(terminal: Terminal, folder: Path) -> subprocess.Popen[str]:
    """`stablehlo-opt` folding for ever with standard error on a terminal."""
    (folder / "in.mlir").write_text(NEVER_ENDS)
    most = 10**18
    limits = f"loop-limit={most} work-budget={most} op-work-limit={most}"
    run = f"stablehlo-opt in.mlir -p 'stablehlo-constant-fold{{{limits}}}'"
    return shell(f"{heeding(signal.SIGINT)} {run} 2>{terminal.name}", folder)


def test_a_long_fold_says_on_a_terminal_how_far_it_is_and_leaves_it_clean(tmp_path: Path):
    with Terminal() as terminal:
        process = fold_on(terminal, tmp_path)
        written = terminal.read_until("\rfolding ")
        process.send_signal(signal.SIGINT)
        process.communicate()
        written += terminal.read()
    assert process.returncode == 130
    assert visible(written) == ""
