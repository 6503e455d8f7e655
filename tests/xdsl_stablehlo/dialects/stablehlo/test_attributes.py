"""Attributes as Python has them; `cases/attributes.mlir` has their text, and what they reject."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ArrayAttr, StringAttr, SymbolRefAttr, f32
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo


def test_a_mesh_that_is_a_symbol_is_not_looked_up_by_the_attribute():
    axes: ArrayAttr[Attribute] = ArrayAttr([hlo.AxisRefAttr("x", hlo.SubAxisInfoAttr(2, 4))])
    attribute = hlo.ReplicaGroupMeshAxesAttr(SymbolRefAttr("mesh"), axes)
    assert 'mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)4>]' in str(attribute)
    with pytest.raises(VerifyException, match="mesh must be a FlatSymbolRefAttr or MeshAttr"):
        hlo.ReplicaGroupMeshAxesAttr(StringAttr("mesh"), axes)


def test_parameters_are_made_of_python_values():
    numbers = hlo.GatherDimensionNumbersAttr([1], (), (), (), [0], 1)
    assert str(numbers) == "#stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>"
    accuracy = hlo.ResultAccuracyAttr(1e-5, 0, 2, hlo.ResultAccuracyMode.TOLERANCE)
    assert accuracy.atol.type.name == "f64"
    algorithm = hlo.DotAlgorithmAttr(f32, f32, f32, 1, 1, 1, False)
    assert algorithm.num_primitive_operations.value.data == 1
