"""`stablehlo-split`, and `stablehlo-translate --args-safetensors` for what it computes."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np
import pytest

from xdsl_stablehlo.tools.driver import TOOLS, run_tool

run = TOOLS["split"].run

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
