"""`stablehlo-fold`: what is written in which format, the table, and what a user can get wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import jax as _jax
import numpy as np
import pytest
from xdsl.rewriter import Rewriter

from tests.helpers.programs import named, parse
from xdsl_stablehlo.bytecode.writer import write_bytecode
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.folding import FoldReport
from xdsl_stablehlo.folding.fold import driver
from xdsl_stablehlo.folding.report.sizes import ProgramSize
from xdsl_stablehlo.interpreter.execution.meter import RUN
from xdsl_stablehlo.tools.driver import TOOLS, run_tool
from xdsl_stablehlo.transforms.vhlo.artifacts import CODECS, artifact_version, serialize_portable_artifact

run = TOOLS["fold"].run

PROGRAMS = named(__file__)

jax: Any = cast(Any, _jax)

MODEL = PROGRAMS["model"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the model in all formats but that of JAX, and its weights."""
    monkeypatch.chdir(tmp_path)
    module = parse(MODEL)
    (tmp_path / "model.mlir").write_text(MODEL)
    (tmp_path / "model.mlir.bc").write_bytes(serialize_portable_artifact(module, "1.3.0"))
    (tmp_path / "plain.bc").write_bytes(write_bytecode(module, CODECS))
    np.savez(tmp_path / "weights.npz", w=np.array([[-1, 2], [3, -4]], np.float32))
    return tmp_path


def test_a_file_of_jax_export_stays_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def model(params: Any, x: Any) -> Any:
        return x * jax.numpy.abs(params["w"]) + jax.numpy.arange(2.0)

    w = np.array([[-1, 2], [3, -4]], np.float32)
    exported = jax.export.export(jax.jit(model))({"w": w}, w)
    (folder / "model.jax_export").write_bytes(exported.serialize())
    assert run_tool(run, ["model.jax_export", "weights.npz", "-o", "out.jax_export"]) == 0
    assert "bound 1 argument" in capsys.readouterr().out
    loaded = jax.export.deserialize(bytearray((folder / "out.jax_export").read_bytes()))
    np.testing.assert_array_equal(loaded.call(w), model({"w": w}, w))
    assert run_tool(run, ["model.jax_export", "-o", "out.bc"]) == 0
    assert artifact_version((folder / "out.bc").read_bytes()) == artifact_version(
        exported.mlir_module_serialized
    )


@pytest.mark.parametrize(
    ("tool", "asked"),
    [
        ("fold", "--prove"),
        ("fold", "--verify-fold=prove"),
        ("fold", "--verify-fold"),
        ("opt", "--verify-fold=prove"),
        ("opt", "--verify-fold"),
    ],
)
def test_a_wrong_fold_is_an_error_and_nothing_is_written(
    folder: Path, tool: str, asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a folder that takes the sum of a value with itself for the difference."""
    folds = driver.ModuleFolder.run

    def folds_wrongly(self: driver.ModuleFolder) -> FoldReport:
        report = folds(self)
        for op in list(self.module.walk()):
            if isinstance(op, hlo.AddOp):
                Rewriter.replace_op(op, hlo.SubtractOp(op.lhs, op.rhs))
        return report

    monkeypatch.setattr(driver.ModuleFolder, "run", folds_wrongly)
    passes = ["--stablehlo-constant-fold"] if tool == "opt" else []
    assert run_tool(TOOLS[tool].run, ["model.mlir", *passes, asked, "-o", "out.mlir"]) == 1
    message = "error: folding changed what the module computes: @main"
    assert capsys.readouterr().err.startswith(message)
    assert not (folder / "out.mlir").exists()


def test_the_work_of_a_call() -> None:
    def work(body: str) -> int:
        text = f"func.func @main(%x: tensor<9xf32>, %p: tensor<i1>) {{ {body} return }}"
        callee = """
        func.func private @g(%x: tensor<9xf32>) { %y = stablehlo.sine %x : tensor<9xf32> return }"""
        return ProgramSize.of(parse(text + callee)).work - RUN

    def loop(count: int) -> int:
        return work(f"""
        %z = stablehlo.constant dense<0> : tensor<i32>
        %o = stablehlo.constant dense<1> : tensor<i32>
        %n = stablehlo.constant dense<{count}> : tensor<i32>
        %w = stablehlo.while(%i = %z) : tensor<i32> cond {{
          %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %t : tensor<i1>
        }} do {{
          %m = stablehlo.add %i, %o : tensor<i32>
          stablehlo.return %m : tensor<i32>
        }}""")

    sine, cosine = (work(f"%y = stablehlo.{op} %x : tensor<9xf32>") for op in ("sine", "cosine"))
    assert sine == cosine > 0
    assert work("func.call @g(%x) : (tensor<9xf32>) -> ()") > sine
    assert (loop(12) - loop(2)) == 10 * (loop(3) - loop(2)) > 0
    branches = PROGRAMS["branches"]
    more = work(branches.format("%k = stablehlo.cosine %x : tensor<9xf32>")) - work(branches.format(""))
    assert more == cosine
