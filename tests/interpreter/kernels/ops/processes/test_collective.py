"""Ops in which the processes of a group take part: the specification's examples."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import evaluate
from tests.interpreter.parallel.grids import ADD, CHANNEL, PAIR, PARTITIONS, REPLICAS, grid_program, run


def test_all_gather_concatenates_in_the_order_of_the_group():
    results = run(
        *("all_gather", "tensor<2x1xi64>", "tensor<2x2xi64>"),
        "all_gather_dim = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>",
        REPLICAS,
        [[[1], [2]], [[3], [4]]],
    )
    for result in results:
        np.testing.assert_array_equal(result, [[3, 1], [4, 2]])


def test_all_gather_across_replicas_and_partitions_and_by_flattened_ids():
    values = [[1], [2], [3], [4]]
    grid = "[@p, @p], [@p, @p]"
    together = run(
        *("all_gather", "tensor<1xi64>", "tensor<4xi64>"),
        f"all_gather_dim = 0 : i64, {PAIR}, {CHANNEL}",
        grid,
        values,
    )
    # Replicas run fastest: (0, 0), (1, 0), (0, 1), (1, 1).
    np.testing.assert_array_equal(together, [[1, 3, 2, 4]] * 4)
    flat = run(
        *("all_gather", "tensor<1xi64>", "tensor<2xi64>"),
        f"all_gather_dim = 0 : i64, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, {CHANNEL}, "
        "use_global_device_ids",
        grid,
        values,
    )
    np.testing.assert_array_equal(flat, [[1, 4], [2, 3], [2, 3], [1, 4]])


def test_all_reduce_adds():
    results = run("all_reduce", "tensor<2xi64>", "tensor<2xi64>", PAIR, REPLICAS, [[1, 2], [10, 20]], ADD)
    np.testing.assert_array_equal(results, [[11, 22]] * 2)


def test_all_reduce_within_each_partition():
    grid = "[@p, @p], [@p, @p]"
    results = run("all_reduce", "tensor<i64>", "tensor<i64>", PAIR, grid, [1, 10, 2, 20], ADD)
    np.testing.assert_array_equal(results, [3, 30, 3, 30])


def test_reduce_scatter_gives_each_process_its_part():
    attributes = f"scatter_dimension = 0 : i64, {PAIR}"
    results = run(
        "reduce_scatter",
        "tensor<4xi64>",
        "tensor<2xi64>",
        attributes,
        REPLICAS,
        [[1, 2, 3, 4], [5, 6, 7, 8]],
        ADD,
    )
    np.testing.assert_array_equal(results, [[6, 8], [10, 12]])


def test_all_to_all_across_partitions():
    attributes = (
        f"split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, {PAIR}, {CHANNEL}"
    )
    values = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 10, 11, 12], [13, 14, 15, 16]]]
    results = run("all_to_all", "tensor<2x4xi64>", "tensor<4x2xi64>", attributes, PARTITIONS, values)
    np.testing.assert_array_equal(results[0], [[1, 2], [5, 6], [9, 10], [13, 14]])
    np.testing.assert_array_equal(results[1], [[3, 4], [7, 8], [11, 12], [15, 16]])


def test_collective_reduce_saves_the_result_on_the_root_and_zero_elsewhere():
    results = run(
        "collective_reduce",
        "tensor<2xi64>",
        "tensor<2xi64>",
        PAIR,
        "[@p], [@p], [@p]",
        [[1, 2], [3, 4], [5, 6]],
        ADD,
    )
    np.testing.assert_array_equal(results, [[4, 6], [0, 0], [0, 0]])


def test_replica_groups_as_axes_of_a_mesh():
    mesh = '#stablehlo.mesh<axes = [<name = "x", size = 2>, <name = "y", size = 2>]>'
    attributes = (
        f"replica_groups = #stablehlo.replica_group_mesh_axes<mesh = {mesh}, "
        'axes = [#stablehlo.axis_ref<name = "x">]>'
    )
    results = run(
        "all_reduce", "tensor<i64>", "tensor<i64>", attributes, "[@p], [@p], [@p], [@p]", [1, 10, 2, 20], ADD
    )
    np.testing.assert_array_equal(results, [3, 30, 3, 30])


def test_collective_reduce_by_flattened_ids_and_within_each_partition():
    results = run(
        "collective_reduce", "tensor<i64>", "tensor<i64>", PAIR, "[@p, @p], [@p, @p]", [1, 2, 4, 8], ADD
    )
    np.testing.assert_array_equal(results, [5, 10, 0, 0])
    flat = f"{PAIR}, {CHANNEL}, use_global_device_ids"
    results = run("collective_reduce", "tensor<i64>", "tensor<i64>", flat, PARTITIONS, [1, 2], ADD)
    np.testing.assert_array_equal(results, [3, 0])


def test_cross_replica_sum():
    results = run("cross-replica-sum", "tensor<2xi64>", "tensor<2xi64>", PAIR, REPLICAS, [[1, 2], [10, 20]])
    np.testing.assert_array_equal(results, [[11, 22]] * 2)


@pytest.mark.parametrize("op", ["all_reduce", "reduce_scatter"])
def test_computations_that_read_from_outside_are_those_of_each_process(op: str) -> None:
    """Each one adds its own number of the replica once more."""
    attributes = PAIR + (", scatter_dimension = 0 : i64" if op == "reduce_scatter" else "")
    result = "tensor<2xi64>" if op == "all_reduce" else "tensor<1xi64>"
    functions = f"""func.func @p(%x: tensor<2xi64>) -> {result} {{
      %id = stablehlo.replica_id : tensor<ui32>
      %k = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>
      %y = "stablehlo.{op}"(%x) ({{
      ^bb0(%l: tensor<i64>, %r: tensor<i64>):
        %s = stablehlo.add %l, %r : tensor<i64>
        %t = stablehlo.add %s, %k : tensor<i64>
        stablehlo.return %t : tensor<i64>
      }}) {{{attributes}}} : (tensor<2xi64>) -> {result}
      return %y : {result}
    }}"""
    text = grid_program(functions, REPLICAS, ["tensor<2xi64>"] * 2, [result] * 2)
    first, second = evaluate(text, np.array([1, 2]), np.array([10, 20]))
    if op == "all_reduce":
        assert (first.tolist(), second.tolist()) == ([11, 22], [12, 23])
    else:
        assert (first.tolist(), second.tolist()) == ([11], [23])
