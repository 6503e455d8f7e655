"""Programs as bytes, folded."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.utils.exceptions import VerifyException

from tests.helpers.programs import named
from xdsl_stablehlo import parse_module, print_module, register_dialects
from xdsl_stablehlo.bytecode.format import BytecodeError
from xdsl_stablehlo.bytecode.writer import write_bytecode
from xdsl_stablehlo.folding import BindingError, FoldOptions, fold_bytes
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    CODECS,
    artifact_version,
    read_portable_artifact,
    read_vhlo,
    serialize_portable_artifact,
)

PROGRAMS = named(__file__)

PROGRAM = PROGRAMS["program"]
FOLDED = PROGRAMS["folded"]
W = np.array([5, 7], np.float32)


@pytest.fixture
def ctx() -> Context:
    made = Context()
    register_dialects(made)
    return made


@pytest.mark.parametrize("version", ["0.9.0", "1.0.0", "1.12.2"])
def test_an_artifact_keeps_its_version(version: str, ctx: Context) -> None:
    artifact = serialize_portable_artifact(parse_module(PROGRAM, ctx), version)
    folded = fold_bytes(artifact, bind={"0": W})
    assert str(artifact_version(folded)) == version
    module = read_portable_artifact(folded, ctx)
    assert print_module(module).replace("%x", "%arg0").replace("%r", "%0") == FOLDED
    assert fold_bytes(folded) == folded


@pytest.mark.parametrize("version", [3, 6])
def test_bytecode_keeps_its_version(version: int, ctx: Context) -> None:
    data = write_bytecode(parse_module(PROGRAM, ctx), CODECS, "somebody", version)
    folded = fold_bytes(data, bind={"0": W})
    assert folded[:14] == data[:14]
    assert artifact_version(folded) is None
    assert "stablehlo.add" not in print_module(read_vhlo(folded, ctx))
    kept = fold_bytes(data, FoldOptions(should_fold=lambda op: False), bind={"0": W})
    assert "stablehlo.add" in print_module(read_vhlo(kept, ctx))


def test_what_does_not_fold_is_not_written_again(ctx: Context) -> None:
    text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
    artifact = serialize_portable_artifact(parse_module(text, ctx), "1.0.0")
    assert fold_bytes(memoryview(artifact)) == artifact
    assert fold_bytes(artifact, bind={"0": W}) != artifact


def test_properties_that_a_writer_did_not_know_are_not_written(ctx: Context) -> None:
    top = PROGRAMS["properties that a writer did not know are not written"]
    module = parse_module(top, ctx)
    older = write_bytecode(module, CODECS, older={"chlo.top_k"})
    newer = write_bytecode(module, CODECS)
    assert older != newer
    assert fold_bytes(older) == older
    assert fold_bytes(newer) == newer


def test_what_is_no_program(ctx: Context) -> None:
    with pytest.raises(BytecodeError, match="neither a portable artifact nor MLIR bytecode"):
        fold_bytes(b"module {}")
    with pytest.raises(BindingError, match="@main has no argument 'v'"):
        fold_bytes(serialize_portable_artifact(parse_module(PROGRAM, ctx)), bind={"v": W})
    wrong = PROGRAM.replace("dim = 0", "dim = 1")
    with pytest.raises(VerifyException, match="iota"):
        fold_bytes(write_bytecode(parse_module(wrong, ctx), CODECS))
