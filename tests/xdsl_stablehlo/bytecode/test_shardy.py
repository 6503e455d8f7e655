"""Artifacts of sharded programs: Shardy stays what it is, between casts where its values meet those of VHLO."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from tests.helpers.programs import context, named, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    BytecodeError,
    read_portable_artifact,
    serialize_portable_artifact,
)

PROGRAMS = named(__file__)

SHARDED = PROGRAMS["sharded"]


def cpp_artifact(text: str, version: str) -> bytes:
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
    hlo: Any = importlib.import_module("jaxlib.mlir.dialects.stablehlo")
    with mlir.make_ir_context():
        return bytes(
            hlo.serialize_portable_artifact(ir.Module.parse(text), version, allow_other_dialects=True)
        )


def test_a_sharded_program_of_cpp_is_read():
    module = read_portable_artifact(cpp_artifact(SHARDED, "1.17.0"), context())
    assert print_module(module) == SHARDED


@pytest.mark.parametrize("version", ["1.11.0", "1.17.0"])
def test_a_sharded_program_is_written_as_by_cpp(version: str):
    program = SHARDED.replace("stablehlo.custom_call @foo(%5)", '"stablehlo.abs"(%5)')
    theirs = cpp_artifact(program, version)
    module = read_portable_artifact(theirs, context())
    assert serialize_portable_artifact(module, version, allow_other_dialects=True) == theirs


OTHERS = PROGRAMS["others"]


def test_other_ops_are_read_and_written_as_by_cpp():
    theirs = cpp_artifact(OTHERS, "1.17.0")
    module = read_portable_artifact(theirs, context())
    assert print_module(module) == OTHERS
    assert serialize_portable_artifact(module, "1.17.0", allow_other_dialects=True) == theirs


def test_how_an_all_reduce_reduces_is_kept():
    text = OTHERS.replace('sdy.all_reduce {"x"}', 'sdy.all_reduce max {"x"}')
    data = serialize_portable_artifact(parse(text), allow_other_dialects=True)
    assert print_module(read_portable_artifact(data, context())) == text


def test_an_op_that_is_not_registered_is_named():
    data = cpp_artifact('module { sdy.mesh @m = <["x"=2]> }', "1.17.0").replace(b"sdy\0", b"sdx\0")
    with pytest.raises(BytecodeError, match=r"'sdx.mesh' op has \d+ properties"):
        read_portable_artifact(data, context())


def test_programs_without_shardings_have_none_of_it():
    assert b"sdy" not in serialize_portable_artifact(
        parse("func.func @f() { return }"), allow_other_dialects=True
    )
