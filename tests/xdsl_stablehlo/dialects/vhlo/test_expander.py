"""`stablehlo-compatibility-expander`: newer ops in older ones' terms, with the values of the interpreter."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import context, evaluate, named, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.vhlo.versions import Version
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.text.locations import FileLineColRange
from xdsl_stablehlo.transforms.compatibility_expander import expand_for, plain_locations
from xdsl_stablehlo.values.elements import array_of

PROGRAMS = named(__file__)

TAN = PROGRAMS["tan"]
BASE = Version(1, 0)
GATHER = PROGRAMS["gather"]
SCATTER = PROGRAMS["scatter"]


def expanded(program: str, *args: np.ndarray, target: Version = BASE):
    module = parse(program)
    expand_for(module, target)
    verify_module(module)
    return module, eval_module(module, args)


@pytest.mark.parametrize("kind", ["f32", "f64", "complex<f32>"])
def test_tan(kind: str):
    dtype = {"f32": np.float32, "f64": np.float64, "complex<f32>": np.complex64}[kind]
    argument = np.array([0.5, -1.0, 1.25]).astype(dtype)
    if kind == "complex<f32>":
        argument += np.complex64(0.5j)
    module, (result,) = expanded(TAN.format(kind), argument)
    assert "stablehlo.tan " not in print_module(module)
    np.testing.assert_allclose(np.asarray(result), np.tan(argument), rtol=1e-5)


def test_tan_of_quantized_elements():
    """tan(2 * (q - 1)) / 2 + 1, rounded to the nearest; with sine and cosine as integers it would be 0 / 0."""
    storage = np.array([1, 2, 0], np.int8)
    _, (result,) = expanded(TAN.format("!quant.uniform<i8:f32, 2.0:1>"), storage)
    expected = np.rint(np.tan(2.0 * (storage.astype(np.float64) - 1)) / 2 + 1)
    np.testing.assert_array_equal(result.array, expected)


def test_tan_stays_where_the_version_has_it():
    module, _ = expanded(TAN.format("f32"), np.zeros(3, np.float32), target=Version(1, 4))
    assert "stablehlo.tan " in print_module(module)


def test_gather_with_batching_dimensions():
    operand = np.arange(120, dtype=np.int32).reshape(3, 2, 4, 5)
    indices = np.random.default_rng(0).integers(0, 2, (4, 3, 2))
    indices[..., 1] = 0
    module, (result,) = expanded(GATHER, operand, indices)
    assert "operand_batching_dims" not in print_module(module)
    np.testing.assert_array_equal(np.asarray(result), np.asarray(evaluate(GATHER, operand, indices)[0]))


def test_scatter_with_batching_dimensions():
    args = (np.zeros((3, 4), np.int32), np.array([3, 0, 2], np.int8), np.array([1, 2, 3], np.int32))
    module, (result,) = expanded(SCATTER, *args)
    assert "input_batching_dims" not in print_module(module)
    assert np.asarray(result).tolist() == [[0, 0, 0, 1], [2, 0, 0, 0], [0, 0, 3, 0]]


@pytest.mark.parametrize(
    ("axes", "ids", "groups"),
    [
        ('#stablehlo.axis_ref<name = "x">', "", [[0, 3], [1, 4], [2, 5]]),
        ('#stablehlo.axis_ref<name = "y">', "", [[0, 1, 2], [3, 4, 5]]),
        ('#stablehlo.axis_ref<name = "y">, #stablehlo.axis_ref<name = "x">', "", [[0, 3, 1, 4, 2, 5]]),
        (
            '#stablehlo.axis_ref<name = "y">',
            ", device_ids = dense<[5, 4, 3, 2, 1, 0]> : tensor<6xi64>",
            [[5, 4, 3], [2, 1, 0]],
        ),
    ],
)
def test_replica_groups_of_a_mesh(axes: str, ids: str, groups: list[list[int]]):
    axis = '#stablehlo.mesh_axis<name = "{}", size = {}>'
    mesh = f"#stablehlo.mesh<axes = [{axis.format('x', 2)}, {axis.format('y', 3)}]"
    module = parse(
        f"""func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {{
          %0 = "stablehlo.all_reduce"(%a) <{{replica_groups = #stablehlo.replica_group_mesh_axes<
            mesh = {mesh}{ids}>, axes = [{axes}]>}}> ({{
          ^bb0(%x: tensor<f32>, %y: tensor<f32>):
            stablehlo.return %x : tensor<f32>
          }}) : (tensor<4xf32>) -> tensor<4xf32>
          return %0 : tensor<4xf32>
        }}"""
    )
    expand_for(module, Version(1, 15))
    found = next(op for op in module.walk() if op.name == "stablehlo.all_reduce").properties["replica_groups"]
    assert array_of(found).tolist() == groups


def test_ranges_of_files_become_points():
    module = parse(
        """func.func @f() {
          return loc(callsite("g"("a.py":1:2 to :9) at fused["b.py":3:4 to 5:6, unknown]))
        }"""
    )
    module = parse(print_module(module))
    location = next(op for op in module.walk() if op.name == "func.return").location
    plain = plain_locations()(location)
    assert not _ranges(plain)
    expand_for(module, Version(1, 8))
    assert not any(_ranges(op.location) for op in module.walk())
    assert context().get_optional_dialect("vhlo") is not None


def _ranges(location: object) -> bool:
    if isinstance(location, FileLineColRange):
        return True
    parts = getattr(location, "parameters", ()) or getattr(location, "data", ())
    return not isinstance(parts, str | int) and any(map(_ranges, parts))
