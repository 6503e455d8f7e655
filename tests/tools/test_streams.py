"""The tools as processes: closed, full and broken streams, and files that survive what goes wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent
GOOD = """func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<7> : tensor<i32>
  return %c : tensor<i32>
}
"""

CLOSED = [
    ("stablehlo-opt <&-", "error: cannot open standard input: Bad file descriptor"),
    ("stablehlo-opt good.mlir >&-", "error: cannot write to standard output: Bad file descriptor"),
    ("stablehlo-opt --help >/dev/full", "error: cannot write to standard output: No space left on device"),
    ("stablehlo-opt good.mlir -o /dev/full", "error: cannot write '/dev/full': No space left on device"),
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_streams_that_are_closed_or_full_are_one_line(tmp_path: Path):
    (tmp_path / "good.mlir").write_text(GOOD)
    for command, message in CLOSED:
        process = shell(command, tmp_path)
        out, err = process.communicate()
        assert (process.returncode, out, err.rstrip("\n")) == (1, "", message), command


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path):
    (tmp_path / "good.mlir").write_text(GOOD)
    process = shell("stablehlo-opt good.mlir | true; echo ${PIPESTATUS[0]}", tmp_path)
    assert process.communicate() == ("141\n", "")


def test_ctrl_c_leaves_the_output_as_it_was(tmp_path: Path):
    os.mkfifo(tmp_path / "in.mlir")
    (tmp_path / "out.mlir").write_text("old")
    command = "exec stablehlo-opt --split-input-file in.mlir -o out.mlir"
    process = shell(command, tmp_path)
    with open(tmp_path / "in.mlir", "w") as text:  # which waits for the reader
        text.write(f"{GOOD}// -----\n")
        text.flush()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "", "")
    assert (tmp_path / "out.mlir").read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["in.mlir", "out.mlir"]
