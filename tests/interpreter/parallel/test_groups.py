"""Groups of processes along the axes of a mesh."""

from __future__ import annotations

import pytest

from tests.helpers.programs import context
from xdsl_stablehlo import parse_module
from xdsl_stablehlo.dialects.stablehlo import AllReduceOp
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.parallel.groups import replica_groups_of

from .grids import ADD, collective


def axes(mesh: str, *references: str) -> tuple[tuple[int, ...], ...]:
    """The groups of axes of a mesh as the interpreter reads them."""
    return groups(f"#stablehlo.replica_group_mesh_axes<mesh = {mesh}, axes = [{', '.join(references)}]>")


def groups(attribute: str) -> tuple[tuple[int, ...], ...]:
    """The groups of an attribute as the interpreter reads it."""
    text = f"""module {{
  func.func private @mesh() attributes
    {{mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>, <name = "y", size = 3>]>}}
  {collective("all_reduce", "tensor<i64>", "tensor<i64>", f"replica_groups = {attribute}", ADD)}
}}"""
    module = parse_module(text, context())
    op = next(op for op in module.walk() if isinstance(op, AllReduceOp))
    return replica_groups_of(op, op.replica_groups)


EIGHT = '#stablehlo.mesh<axes = [<name = "x", size = 8>]>'


def test_groups_along_the_axes_of_a_mesh():
    x, y = '#stablehlo.axis_ref<name = "x">', '#stablehlo.axis_ref<name = "y">'
    assert axes("@mesh", x) == ((0, 3), (1, 4), (2, 5))
    assert axes("@mesh", y) == ((0, 1, 2), (3, 4, 5))
    assert axes("@mesh", y, x) == ((0, 3, 1, 4, 2, 5),)
    devices = "device_ids = dense<[3, 2, 1, 0]> : tensor<4xi64>"
    assert axes(f'#stablehlo.mesh<axes = [<name = "x", size = 4>], {devices}>', x) == ((3, 2, 1, 0),)


def test_groups_along_a_part_of_an_axis():
    low = '#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>'
    high = '#stablehlo.axis_ref<name = "x", sub_axis_info = (4)2>'
    middle = '#stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>'
    assert axes(EIGHT, low) == ((0, 4), (1, 5), (2, 6), (3, 7))
    assert axes(EIGHT, high) == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert axes(EIGHT, middle, low) == ((0, 4, 2, 6), (1, 5, 3, 7))


def test_numbers_of_groups_and_devices_are_not_spelled_out():
    assert groups("dense<-1> : tensor<4294967296x2xi64>") == ((),)
    mesh = '#stablehlo.mesh<axes = [<name = "x", size = 1099511627776>]>'
    with pytest.raises(EvaluationError, match="a mesh of 1099511627776 devices"):
        axes(mesh, '#stablehlo.axis_ref<name = "x">')


def test_a_mesh_that_is_not_there_is_reported():
    with pytest.raises(EvaluationError, match="cannot find the mesh @nowhere"):
        axes("@nowhere", '#stablehlo.axis_ref<name = "x">')
