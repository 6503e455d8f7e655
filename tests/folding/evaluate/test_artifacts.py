"""Artifacts are folded as they are read: large constants stay views of the file until something new is made of them."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import TensorType, f32

from tests.helpers.programs import context, named, parse
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact, serialize_portable_artifact
from xdsl_stablehlo.values.elements import array_of, attribute_of

PROGRAMS = named(__file__)

PROGRAM = PROGRAMS["program"]


def test_an_artifact_is_folded_and_written_again():
    values = np.arange(65536, dtype=np.float32)
    module = parse(PROGRAM)
    big = next(op for op in module.walk() if isinstance(op, ConstantOp))
    big.properties["value"] = attribute_of(values, TensorType(f32, [65536]))
    data = serialize_portable_artifact(module, "1.0.0")
    read = read_portable_artifact(data, context())
    fold_module(read, FoldOptions(fold_expansions=True))
    constants = [array_of(op.value) for op in read.walk() if isinstance(op, ConstantOp)]
    assert any(np.shares_memory(array, np.frombuffer(data, np.uint8)) for array in constants)
    assert not any(op.name == "stablehlo.reshape" for op in read.walk())
    again = read_portable_artifact(serialize_portable_artifact(read, "1.0.0"), context())
    found = [array_of(op.value) for op in again.walk() if isinstance(op, ConstantOp)]
    assert any(
        array.shape == (256, 256) and np.array_equal(array, values.reshape(256, 256)) for array in found
    )
    assert any(array.size and float(array.flat[0]) == 6.0 for array in found)
