"""Values between processes, and between a process and its host: examples, and partners that never come."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import evaluate
from tests.interpreter.parallel.grids import PAIR, PARTITIONS, REPLICAS, TOKEN, failure_of, grid_program, run
from xdsl_stablehlo.dialects.stablehlo import PartitionIdOp, ReplicaIdOp
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.kernels.support.table import every_kernel


def test_collective_broadcast_from_the_first_and_zero_outside_of_groups():
    attributes = "replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>"
    results = run(
        "collective_broadcast",
        "tensor<2xi64>",
        "tensor<2xi64>",
        attributes,
        "[@p], [@p], [@p]",
        [[1, 2], [3, 4], [5, 6]],
    )
    np.testing.assert_array_equal(results, [[0, 0], [5, 6], [5, 6]])


def test_collective_permute_in_a_ring_and_zero_for_no_target():
    pairs = "source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>"
    results = run("collective_permute", "tensor<i64>", "tensor<i64>", pairs, "[@p], [@p], [@p]", [1, 2, 3])
    np.testing.assert_array_equal(results, [3, 1, 2])
    pairs = "source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>"
    results = run("collective_permute", "tensor<i64>", "tensor<i64>", pairs, "[@p], [@p], [@p]", [1, 2, 3])
    np.testing.assert_array_equal(results, [0, 1, 0])


def test_ids_of_processes():
    function = """func.func @p() -> (tensor<ui32>, tensor<ui32>) {
    %r = stablehlo.replica_id : tensor<ui32>
    %q = stablehlo.partition_id : tensor<ui32>
    return %r, %q : tensor<ui32>, tensor<ui32>
  }"""
    results = evaluate(grid_program(function, "[@p, @p], [@p, @p]", [], ["tensor<ui32>"] * 8))
    np.testing.assert_array_equal(results, [0, 0, 0, 1, 1, 0, 1, 1])


SEND_RECV = f"""func.func @send(%x: tensor<i64>) -> {TOKEN} {{
    %t = stablehlo.create_token : {TOKEN}
    %u = "stablehlo.send"(%x, %t) {{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>,
      is_host_transfer = true}} : (tensor<i64>, {TOKEN}) -> {TOKEN}
    return %u : {TOKEN}
  }}
  func.func @recv() -> (tensor<i64>, {TOKEN}) {{
    %t = stablehlo.create_token : {TOKEN}
    %r:2 = "stablehlo.recv"(%t) {{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>,
      is_host_transfer = true}} : ({TOKEN}) -> (tensor<i64>, {TOKEN})
    return %r#0, %r#1 : tensor<i64>, {TOKEN}
  }}"""


def test_send_and_recv():
    program = f"""module {{
  {SEND_RECV}
  func.func @main(%x: tensor<i64>) -> tensor<i64> {{
    %r:3 = "interpreter.run_parallel"(%x) {{programs = [[@send], [@recv]]}}
      : (tensor<i64>) -> ({TOKEN}, tensor<i64>, {TOKEN})
    return %r#1 : tensor<i64>
  }}
}}"""
    (result,) = evaluate(program, np.array(7))
    assert result.item() == 7


def test_infeed_gives_the_results_of_its_functions_in_order():
    functions = f"""func.func @first() -> tensor<i64> {{
    %c = stablehlo.constant dense<1> : tensor<i64>
    return %c : tensor<i64>
  }}
  func.func @second() -> tensor<i64> {{
    %c = stablehlo.constant dense<2> : tensor<i64>
    return %c : tensor<i64>
  }}
  func.func @p() -> (tensor<i64>, tensor<i64>) {{
    %t = stablehlo.create_token : {TOKEN}
    %a:2 = "stablehlo.infeed"(%t) : ({TOKEN}) -> (tensor<i64>, {TOKEN})
    %b:2 = "stablehlo.infeed"(%a#1) : ({TOKEN}) -> (tensor<i64>, {TOKEN})
    %u = "stablehlo.outfeed"(%a#0, %b#1) : (tensor<i64>, {TOKEN}) -> {TOKEN}
    return %a#0, %b#0 : tensor<i64>, tensor<i64>
  }}"""
    results = ["tensor<i64>", "tensor<i64>"]
    np.testing.assert_array_equal(
        evaluate(grid_program(functions, "[@p]", [], results, "@first, @second")), [1, 2]
    )
    with pytest.raises(EvaluationError, match="infeed that has no more data"):
        evaluate(grid_program(functions, "[@p]", [], results, "@first"))


def test_a_receiver_without_a_sender_is_reported():
    program = grid_program(SEND_RECV, "[@recv]", [], ["tensor<i64>", TOKEN])
    assert "process (0, 0) waits for data on channel 1" in str(failure_of(program))


def test_data_that_nobody_receives_is_reported():
    program = grid_program(SEND_RECV, "[@send]", ["tensor<i64>"], [TOKEN])
    assert "data sent on channel 1 is never received" in str(failure_of(program, np.array(1)))


def test_collective_broadcast_with_a_root_for_each_operand():
    types = "tensor<i64>, tensor<i64>, tensor<2xi32>"
    function = f"""func.func @p(%x: tensor<i64>, %y: tensor<i64>, %root: tensor<2xi32>) -> (tensor<i64>, tensor<i64>) {{
    %r:2 = "stablehlo.collective_broadcast"(%x, %y, %root) {{{PAIR}, has_dynamic_root}} :
      ({types}) -> (tensor<i64>, tensor<i64>)
    return %r#0, %r#1 : tensor<i64>, tensor<i64>
  }}"""
    text = grid_program(function, REPLICAS, types.split(", ") * 2, ["tensor<i64>"] * 4)
    root = np.array([1, 0], "i4")
    results = evaluate(text, *[np.array(1), np.array(2), root, np.array(3), np.array(4), root])
    np.testing.assert_array_equal(results, [3, 2, 3, 2])


def test_zero_of_a_quantized_tensor_is_its_zero_point():
    element = "tensor<!quant.uniform<i8:f32, 1.0:7>>"
    function = f"""func.func @p(%x: tensor<i8>) -> tensor<i8> {{
    %q = stablehlo.bitcast_convert %x : (tensor<i8>) -> {element}
    %r = "stablehlo.collective_permute"(%q) {{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}}
      : ({element}) -> {element}
    %y = stablehlo.bitcast_convert %r : ({element}) -> tensor<i8>
    return %y : tensor<i8>
  }}"""
    text = grid_program(function, REPLICAS, ["tensor<i8>"] * 2, ["tensor<i8>"] * 2)
    np.testing.assert_array_equal(evaluate(text, np.array(50, "i1"), np.array(60, "i1")), [7, 50])


def test_what_a_process_is_called_is_no_constant():
    for op_class in (ReplicaIdOp, PartitionIdOp):
        undefined = every_kernel()[op_class].undefined
        assert undefined is not None
        assert "depends on the process" in str(undefined(op_class()))


def test_send_and_recv_between_devices_follow_their_pairs():
    handle = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
    pairs = f"{handle}, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>"
    function = f"""func.func @p(%x: tensor<i64>) -> tensor<i64> {{
    %t = stablehlo.create_token : {TOKEN}
    %u = "stablehlo.send"(%x, %t) {{{pairs}}} : (tensor<i64>, {TOKEN}) -> {TOKEN}
    %r:2 = "stablehlo.recv"(%u) {{{pairs}}} : ({TOKEN}) -> (tensor<i64>, {TOKEN})
    return %r#0 : tensor<i64>
  }}"""
    for grid in (REPLICAS, PARTITIONS):
        text = grid_program(function, grid, ["tensor<i64>"] * 2, ["tensor<i64>"] * 2)
        np.testing.assert_array_equal(evaluate(text, np.array(7), np.array(8)), [8, 7])
    text = grid_program(function, "[@p], [@p], [@p]", ["tensor<i64>"] * 3, ["tensor<i64>"] * 3)
    error = failure_of(text, np.array(7), np.array(8), np.array(9))
    assert "nothing is sent to process (2, 0) on channel 1" in str(error)


def test_quantized_values_travel_as_they_are_stored():
    """Integers that float32 does not hold come back to the bit from a channel, an infeed and a future."""
    kind = "tensor<2x!quant.uniform<i32:f32, 1.0>>"
    stored = [16777217, -16777219]
    send_recv = SEND_RECV.replace("tensor<i64>", kind)
    program = f"""module {{
  {send_recv}
  func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {{
    %q = stablehlo.bitcast_convert %x : (tensor<2xi32>) -> {kind}
    %r:3 = "interpreter.run_parallel"(%q) {{programs = [[@send], [@recv]]}}
     : ({kind}) -> ({TOKEN}, {kind}, {TOKEN})
    %s = stablehlo.bitcast_convert %r#1 : ({kind}) -> tensor<2xi32>
    return %s : tensor<2xi32>
  }}
}}"""
    assert evaluate(program, np.array(stored, np.int32))[0].tolist() == stored
    functions = f"""func.func @first() -> {kind} {{
    %c = stablehlo.constant dense<{stored}> : tensor<2xi32>
    %q = stablehlo.bitcast_convert %c : (tensor<2xi32>) -> {kind}
    return %q : {kind}
  }}
  func.func @p() -> tensor<2xi32> {{
    %t = stablehlo.create_token : {TOKEN}
    %a:2 = "stablehlo.infeed"(%t) : ({TOKEN}) -> ({kind}, {TOKEN})
    %u = "stablehlo.outfeed"(%a#0, %a#1) : ({kind}, {TOKEN}) -> {TOKEN}
    %f = "stablehlo.async_start"(%a#0) ({{ ^bb0(%x: {kind}):
      %g = "stablehlo.all_gather"(%x) <{{all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>}}>
        : ({kind}) -> {kind}
      stablehlo.return %g : {kind}
    }}) : ({kind}) -> !stablehlo.future<{kind}>
    %d = "stablehlo.async_done"(%f) : (!stablehlo.future<{kind}>) -> {kind}
    %s = stablehlo.bitcast_convert %d : ({kind}) -> tensor<2xi32>
    return %s : tensor<2xi32>
  }}"""
    (result,) = evaluate(grid_program(functions, "[@p]", [], ["tensor<2xi32>"], "@first"))
    assert result.tolist() == stored
