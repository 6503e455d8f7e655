"""`stablehlo-fold`: what is written in which format, the table, and what a user can get wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import jax as _jax
import numpy as np
import pytest

from tests.helpers.programs import named, parse
from tests.xdsl_stablehlo.text.programs import printed
from xdsl_stablehlo.bytecode.writer import write_bytecode
from xdsl_stablehlo.folding.report.sizes import ProgramSize
from xdsl_stablehlo.interpreter.execution.meter import RUN
from xdsl_stablehlo.tools.driver import run_tool
from xdsl_stablehlo.tools.programs import Chunk, load_program, new_context
from xdsl_stablehlo.tools.stablehlo_fold import run
from xdsl_stablehlo.transforms.vhlo.artifacts import CODECS, artifact_version, serialize_portable_artifact

PROGRAMS = named(__file__)

jax: Any = cast(Any, _jax)

MODEL = PROGRAMS["model"]
FOLDED = PROGRAMS["folded"]


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


def text_in(path: Path) -> str:
    """The program in a file, without its names."""
    data = path.read_bytes()
    return (
        printed(load_program(Chunk(data if data[:2] == b"ML" else data.decode(), "-"), new_context())) + "\n"
    )


@pytest.mark.parametrize("model", ["model.mlir", "model.mlir.bc", "plain.bc"])
def test_every_format_is_folded_with_its_weights(
    folder: Path, capsys: pytest.CaptureFixture[str], model: str
) -> None:
    assert run_tool(run, [model, "weights.npz", "-o", f"out-{model}"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"{model}: folded 3 ops into 2 constants in ")
    assert out[1:3] == ["bound 1 argument, 16 B, from weights.npz: w", ""]
    table = [line.split() for line in out[3:]]
    for row in (
        ["before", "after"],
        ["stablehlo.abs", "1", "0"],
        ["stablehlo.add", "2", "1"],
        ["all", "ops", "5", "4"],
        ["constants", "0", "B", "32", "B"],
    ):
        assert row in table
    assert ["2", "ops", "wait", "for"] in [row[:4] for row in table]
    written = folder / f"out-{model}"
    assert text_in(written) == FOLDED
    version = artifact_version(written.read_bytes())
    assert str(version) == ("1.3.0" if model == "model.mlir.bc" else "None")


def test_formats_by_their_names(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_tool(run, ["model.mlir.bc", "weights.npz", "-o", "out.mlir"]) == 0
    assert parse((folder / "out.mlir").read_text())
    assert run_tool(run, ["model.mlir", "weights.npz", "-o", "out.bc"]) == 0
    assert artifact_version((folder / "out.bc").read_bytes()) is not None
    capsys.readouterr()
    assert run_tool(run, ["plain.bc", "weights.npz"]) == 0
    captured = capsys.readouterr()
    assert printed(parse(captured.out)) + "\n" == text_in(folder / "out.mlir")
    assert captured.err.startswith("plain.bc: folded 3 ops")


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
    ("arguments", "message"),
    [
        ([], "a model is needed: stablehlo-fold"),
        (["none.mlir"], "cannot open input file 'none.mlir'"),
        (["model.mlir", "none.npz"], "cannot read arrays from none.npz"),
        (["plain.bc", "other.npz"], "cannot bind what is in 'other.npz': @main has no argument 'v'"),
        (["model.mlir", "weights.npz", "more.npz"], "at most 2 inputs, not 3"),
        (["model.mlir", "--options=exactness=foo"], "stablehlo-constant-fold: exactness must be one of"),
        (["model.mlir", "--options=exactnes=libm"], "stablehlo-constant-fold: no such option exactnes"),
    ],
)
def test_what_is_wrong_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    np.savez(folder / "other.npz", v=np.zeros(2, np.float32))
    assert run_tool(run, [*arguments, "-o", "out.mlir"]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith(f"error: {message}")
    assert captured.err.count("\n") == 1
    assert captured.out == ""
    assert not (folder / "out.mlir").exists()


def test_reports_and_options(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--fold-report=r.json", "--fold-report-html=r.html", "--verify-fold"]
    assert run_tool(run, ["model.mlir", *options, "--options=fold-op-element-limit=1", "-o", "out.mlir"]) == 0
    assert "fold-op-element-limit" in capsys.readouterr().out
    assert (folder / "r.json").exists()
    assert (folder / "r.html").exists()


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
