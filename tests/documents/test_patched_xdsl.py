"""xDSL with the patch of `docs/upstream`: `xdsl-run` and `constant-fold-interp` know the ops of plugins."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest
import xdsl

from tests.helpers.clock import PATIENCE

from .processes import ROOT, python

PATCH = ROOT / "docs" / "upstream" / "xdsl_interpreter_plugins.patch"
PROGRAM = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %two = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %four = stablehlo.add %two, %two : tensor<2xf32>
  %r = stablehlo.multiply %x, %four : tensor<2xf32>
  func.return %r : tensor<2xf32>
}
"""


@pytest.fixture(name="patched", scope="module")
def _patched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of xDSL to which the patch is applied."""
    assert version("xdsl").startswith("0.75."), "the patch is for the newest xDSL: it has to be made anew"
    folder = tmp_path_factory.mktemp("xdsl")
    shutil.copytree(Path(xdsl.__file__).parent, folder / "xdsl", ignore=shutil.ignore_patterns("__pycache__"))
    with PATCH.open() as patch:
        subprocess.run(["patch", "-p1", "--fuzz=0"], cwd=folder, stdin=patch, check=True, timeout=PATIENCE)
    (folder / "a.mlir").write_text(PROGRAM)
    return folder


def run(folder: Path, *command: str) -> str:
    done = python(folder, "-m", *command, PYTHONPATH=f"{folder}:{ROOT}")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_programs_are_run(patched: Path) -> None:
    out = run(
        patched, "xdsl.tools.xdsl_run", "a.mlir", "--verbose", "--args=dense<[3.0, 0.5]> : tensor<2xf32>"
    )
    assert out == "result: Tensor([6., 2.] : tensor<2xf32>)\n"


def test_ops_are_folded_by_the_interpreter(patched: Path) -> None:
    out = run(patched, "xdsl.tools.xdsl_opt", "-p", "constant-fold-interp,dce", "a.mlir")
    assert "stablehlo.constant dense<[2.000000e+00, 4.000000e+00]>" in out
    assert "stablehlo.add" not in out
    assert "stablehlo.multiply" in out


def test_the_patch_passes_its_own_tests(patched: Path) -> None:
    run(patched, "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "tests")
