"""Programs that `jax.export` wrote, with the locations of their source: read, written again, evaluated."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any, cast

import numpy as np
import pytest

from xdsl_stablehlo import verify_module
from xdsl_stablehlo.bytecode.format import open_file
from xdsl_stablehlo.bytecode.writer import write_bytecode
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    CODECS,
    artifact_version,
    read_portable_artifact,
    read_vhlo,
    serialize_portable_artifact,
)

from ..helpers.programs import context
from .jax_programs import PROGRAMS

NAMES = [
    "polynomial",
    "softmax",
    "scan_recurrence",
    "embedding_lookup",
    "sorting",
    "segment_sum",
    "comparisons",
]


@cache
def exported(name: str) -> bytes:
    """The artifact that `jax.export` makes of a program."""
    jax: Any = importlib.import_module("jax")
    export: Any = importlib.import_module("jax.export")
    function, arguments = PROGRAMS[name]
    return bytes(export.export(jax.jit(function))(*arguments).mlir_module_serialized)


@pytest.mark.parametrize("name", NAMES)
def test_an_exported_program_is_written_again_byte_by_byte(name: str):
    data = exported(name)
    module = read_vhlo(data, context())
    assert write_bytecode(module, CODECS, open_file(data).producer) == data


@pytest.mark.parametrize("name", NAMES)
def test_an_exported_program_goes_through_stablehlo(name: str):
    """Those with custom calls keep a record of use lists that C++, which knows no newer form of them, does not."""
    data = exported(name)
    module = read_portable_artifact(data, context())
    verify_module(module)
    assert serialize_portable_artifact(module, str(artifact_version(data))) == data


def test_an_exported_program_is_evaluated():
    function, arguments = PROGRAMS["softmax"]
    (result,) = eval_module(read_portable_artifact(exported("softmax"), context()), arguments)
    np.testing.assert_allclose(np.asarray(result), cast(Any, np.asarray(function(*arguments))), rtol=1e-5)
