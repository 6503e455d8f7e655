"""`stablehlo-opt` at the door: artifacts as what they mean, files of `jax.export` in and out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from xdsl_stablehlo.jax.private import enable_x64
from xdsl_stablehlo.tools.driver import TOOLS, run_tool

from .functions import export, jax, jnp

run = TOOLS["opt"].run

WEIGHTS = {"w": np.full((4, 3), 2, np.float32), "b": np.arange(3, dtype=np.float32)}
X = np.ones((2, 4), np.float32)
FOLD = "--stablehlo-constant-fold"

Opt = Callable[..., tuple[int, str, str]]


def affine(params: Any, x: Any, unused: Any) -> Any:
    return {"y": x @ params["w"] + jnp.exp(params["b"]) * jnp.sum(jnp.arange(4.0))}


@pytest.fixture
def exported(tmp_path: Path) -> Any:
    made = export.export(jax.jit(affine))(WEIGHTS, X, X)
    (tmp_path / "m.jax_export").write_bytes(made.serialize())
    (tmp_path / "m.mlir.bc").write_bytes(made.mlir_module_serialized)
    arrays: dict[str, Any] = {f"params/{name}": array for name, array in WEIGHTS.items()}
    np.savez(tmp_path / "w.npz", **arrays)
    return made


@pytest.fixture
def opt(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Opt:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run_tool(run, arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.mark.usefixtures("exported")
@pytest.mark.parametrize(
    ("passes", "dialect"),
    [
        ([], "vhlo"),
        ([FOLD], "stablehlo"),
        (["--cse"], "stablehlo"),
        (["--vhlo-to-version=target=1.0.0"], "vhlo"),
        (["--stablehlo-deserialize", FOLD], "stablehlo"),
    ],
)
@pytest.mark.parametrize("name", ["m.mlir.bc", "m.jax_export"])
def test_an_artifact_is_what_it_means_to_passes(
    opt: Opt, passes: Sequence[str], dialect: str, name: str
) -> None:
    code, out, _ = opt(*passes, name)
    assert code == 0
    assert (" = stablehlo.dot_general" in out) == (dialect == "stablehlo")
    assert ('"vhlo.dot_general' in out) == (dialect == "vhlo")
    assert ("stablehlo.iota" in out) == (dialect == "stablehlo" and FOLD not in passes)


def test_files_of_jax_export_are_written_back(opt: Opt, exported: Any) -> None:
    assert opt(FOLD, "m.jax_export", "-o", "n.jax_export") == (0, "", "")
    again = export.deserialize(bytearray(Path("n.jax_export").read_bytes()))
    assert again.in_tree == exported.in_tree
    np.testing.assert_allclose(again.call(WEIGHTS, X, X)["y"], exported.call(WEIGHTS, X, X)["y"], rtol=1e-6)


def test_bound_arguments_are_not_passed_any_more(opt: Opt, exported: Any) -> None:
    assert opt("--stablehlo-bind-arguments=npz=w.npz", FOLD, "m.jax_export", "-o", "n.jax_export")[0] == 0
    again = export.deserialize(bytearray(Path("n.jax_export").read_bytes()))
    np.testing.assert_allclose(again.call(X, X)["y"], exported.call(WEIGHTS, X, X)["y"], rtol=1e-6)
    assert "position" not in opt("n.jax_export")[1]


def test_a_program_that_comes_from_elsewhere(opt: Opt) -> None:
    Path("a.mlir").write_text(
        "func.func @main(%a: tensor<2xf64>) -> tensor<2xf64> {\n"
        "  %0 = stablehlo.add %a, %a : tensor<2xf64>\n  return %0 : tensor<2xf64>\n}"
    )
    assert opt("a.mlir", "-o", "n.jax_export") == (0, "", "")
    again = export.deserialize(bytearray(Path("n.jax_export").read_bytes()))
    with enable_x64(True):
        assert again.call(np.array([1.0, 2.0]))[0].tolist() == [2.0, 4.0]


@pytest.mark.usefixtures("exported")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func.func @f() { return }", "error: the module has no function @main\n"),
        (
            "func.func @main(%a: tensor<?xf32>) { return }",
            "error: argument 0 of @main is of type 'tensor<?xf32>', which needs `like`\n",
        ),
        (
            "func.func @main(%a: tensor<!quant.uniform<i8:f32, 1.0>>) { return }",
            "error: argument 0 of @main is of type 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>', "
            "which JAX does not have\n",
        ),
    ],
)
def test_what_jax_cannot_call(opt: Opt, text: str, message: str) -> None:
    Path("a.mlir").write_text(text)
    assert opt("a.mlir", "-o", "n.jax_export")[::2] == (1, message + NOT_WRITTEN)


NOT_WRITTEN = "error: 'n.jax_export' is not written: not every program could be\n"


@pytest.mark.usefixtures("exported")
def test_one_program_in_a_file(opt: Opt) -> None:
    message = "error: 'n.jax_export' holds one program: not with --split-input-file\n"
    assert opt("m.jax_export", "--split-input-file", "-o", "n.jax_export") == (1, "", message)


@pytest.mark.usefixtures("exported")
def test_without_jax(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['jax'] = None\n"
        "from xdsl_stablehlo.tools.driver import opt\n"
        f"sys.argv = ['stablehlo-opt', 'm.jax_export', '{FOLD}'] + sys.argv[1:]; opt()"
    )

    def run_without(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-c", code, *arguments]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return ran.returncode, ran.stderr

    assert run_without() == (0, "")
    needs = "error: writing .jax_export files needs 'jax': pip install 'xdsl-stablehlo[jax]'\n"
    assert run_without("-o", "n.jax_export") == (1, needs)
    assert not (tmp_path / "n.jax_export").exists()
