"""`stablehlo-split`, and `stablehlo-translate --args-safetensors` for what it computes."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np
import pytest

from xdsl_stablehlo.tools.driver import run_tool
from xdsl_stablehlo.tools.stablehlo_split import run
from xdsl_stablehlo.tools.stablehlo_translate import run as translate

PROGRAM = """
func.func @main(%x: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.exponential %w : tensor<2xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("model.mlir").write_text(PROGRAM)
    np.savez("w.npz", w=np.array([0, 1], np.float32))
    np.savez("x.npz", np.array([2, 3], np.float32))
    return tmp_path


def test_from_a_program_to_its_results(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reports = ["--report=r.json", "--report-html=r.html"]
    assert run_tool(run, ["--setup-arguments=w", "-o", "model", *reports, "model.mlir"]) == 0
    assert "1 derived value and 0 passed on: 8 bytes for 8" in capsys.readouterr().err
    assert Path("r.json").read_text().startswith("{")
    page = Path("r.html").read_text()
    assert "stablehlo-split --setup-arguments=w, xdsl-stablehlo" in page
    assert 'aria-label="What setup computes and main reads: 8 B for 8 B of weights"' in page
    sizes = ["--limit=16MiB", "--shard-bytes=1GB"]
    assert run_tool(run, ["--run", "model", "--weights=w.npz", "-o", "d.safetensors", *sizes]) == 0
    assert capsys.readouterr().err == "1 computed, 0 passed on, 0 kept: 8 bytes\n"
    given = ["--interpret", "model/main.mlir.bc", "--args-safetensors=d.safetensors"]
    assert run_tool(translate, [*given, "--args-npz=x.npz"]) == 0
    by_name = capsys.readouterr().out
    assert run_tool(translate, [*given, "--args=[dense<[2.0, 3.0]> : tensor<2xf32>]"]) == 0
    assert capsys.readouterr().out == by_name
    whole = "--args=[dense<[2.0, 3.0]> : tensor<2xf32>, dense<[0.0, 1.0]> : tensor<2xf32>]"
    assert run_tool(translate, ["--interpret", "model.mlir", whole]) == 0
    assert capsys.readouterr().out == by_name


def test_weights_of_another_setup_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.mlir").write_text(PROGRAM.replace("exponential", "abs"))
    for name in ("model", "other"):
        assert run_tool(run, ["--setup-arguments=w", "-o", name, f"{name}.mlir"]) == 0
    assert run_tool(run, ["--run", "other", "--weights=w.npz", "-o", "d.safetensors"]) == 0
    capsys.readouterr()
    given = ["--interpret", "model/main.mlir.bc", "--args-safetensors=d.safetensors", "--args-npz=x.npz"]
    assert run_tool(translate, given) == 1
    assert capsys.readouterr().err == (
        "error: d.safetensors was not computed by the setup of this program: run stablehlo-split --run again\n"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (["-o", "m", "model.mlir"], "--setup-arguments is needed"),
        (["--setup-arguments=w", "model.mlir"], "-o is needed"),
        (["--setup-arguments=", "-o", "m", "model.mlir"], "--setup-arguments names no argument"),
        (["--setup-arguments=v", "-o", "m", "model.mlir"], "@main has no argument 'v'"),
        (["--setup-arguments=w", "-o", "m", "--growth=-1", "model.mlir"], "a number from 0 on is needed"),
        (["--setup-arguments=w", "-o", "m", "--since=d", "model.mlir"], "--since is for --run"),
        (["--run", "m", "--weights=w.npz", "--growth=1", "-o", "d"], "--growth is not for --run"),
        (["--run", "m", "-o", "d.npz"], "--weights is needed"),
        (["--run", "--weights=w.npz", "-o", "d.npz"], "--run needs the folder of a split"),
        (["--run", "m", "--weights=w.npz", "-o", "d.npz"], "cannot read the split in 'm'"),
        (["--setup-arguments=w", "-o", "model.mlir", "model.mlir"], "cannot write 'model.mlir'"),
    ],
)
def test_mistakes_are_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], line: list[str], message: str
) -> None:
    assert run_tool(run, line) == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_full_disk_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_tool(run, ["--setup-arguments=w", "-o", "model", "model.mlir"]) == 0
    capsys.readouterr()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert run_tool(run, ["--run", "model", "--weights=w.npz", "-o", "d.safetensors"]) == 1
    assert capsys.readouterr().err == "error: cannot write 'd.safetensors': No space left on device\n"
    assert not Path("d.safetensors").exists()
    assert run_tool(run, ["--run", "model", "--weights=w.npz", "-o", "d.safetensors"]) == 0


def test_what_is_no_program_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.mlir").write_text("func.func @main(")
    assert run_tool(run, ["--setup-arguments=w", "-o", "m", "bad.mlir"]) == 1
    assert "bad.mlir:1:" in capsys.readouterr().err
