"""Programs on a grid of processes: the specification's examples, and meetings that cannot happen."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import numpy as np
import pytest

from tests.helpers.programs import context, evaluate, parse
from xdsl_stablehlo import parse_module
from xdsl_stablehlo.dialects.stablehlo import AllReduceOp, PartitionIdOp, ReplicaIdOp
from xdsl_stablehlo.element_types import Array
from xdsl_stablehlo.interpreter import EvaluationError, eval_module
from xdsl_stablehlo.interpreter.errors import LimitExceeded
from xdsl_stablehlo.interpreter.execution.limits import Limits
from xdsl_stablehlo.interpreter.kernels.families import KERNELS
from xdsl_stablehlo.interpreter.parallel.grid import ProcessGrid, ProcessId, current_process, run_grid
from xdsl_stablehlo.interpreter.parallel.groups import replica_groups_of


def grid_program(
    functions: str, programs: str, arguments: Sequence[str], results: Sequence[str], infeed: str = ""
) -> str:
    """A module whose `main` passes its arguments to `interpreter.run_parallel` and returns what that gives."""
    parameters = ", ".join(f"%a{i}: {t}" for i, t in enumerate(arguments))
    operands = ", ".join(f"%a{i}" for i in range(len(arguments)))
    values = ", ".join(f"%r#{i}" for i in range(len(results))) if len(results) > 1 else "%r"
    names = f"%r:{len(results)} = " if len(results) > 1 else "%r = " if results else ""
    queue = f"infeed = [{infeed}], " if infeed else ""
    return f"""module {{
  {functions}
  func.func @main({parameters}) -> ({", ".join(results)}) {{
    {names}"interpreter.run_parallel"({operands}) {{{queue}programs = [{programs}]}}
      : ({", ".join(arguments)}) -> ({", ".join(results)})
    return {f"{values} : {', '.join(results)}" if results else ""}
  }}
}}"""


def collective(op: str, operand: str, result: str, attributes: str, region: str = "") -> str:
    return f"""func.func @p(%x: {operand}) -> {result} {{
    %y = "stablehlo.{op}"(%x) {region} {{{attributes}}} : ({operand}) -> {result}
    return %y : {result}
  }}"""


ADD = """({
    ^bb0(%l: tensor<i64>, %r: tensor<i64>):
      %s = stablehlo.add %l, %r : tensor<i64>
      stablehlo.return %s : tensor<i64>
  })"""
PAIR = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"


def run(
    op: str,
    operand: str,
    result: str,
    attributes: str,
    programs: str,
    values: Sequence[object],
    region: str = "",
) -> list[Array]:
    count = programs.count("@p")
    text = grid_program(
        collective(op, operand, result, attributes, region), programs, [operand] * count, [result] * count
    )
    return list(evaluate(text, *[np.array(v, "i8") for v in values]))


REPLICAS, PARTITIONS = "[@p], [@p]", "[@p, @p]"


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


def test_ids_of_processes():
    function = """func.func @p() -> (tensor<ui32>, tensor<ui32>) {
    %r = stablehlo.replica_id : tensor<ui32>
    %q = stablehlo.partition_id : tensor<ui32>
    return %r, %q : tensor<ui32>, tensor<ui32>
  }"""
    results = evaluate(grid_program(function, "[@p, @p], [@p, @p]", [], ["tensor<ui32>"] * 8))
    np.testing.assert_array_equal(results, [0, 0, 0, 1, 1, 0, 1, 1])


TOKEN = "!stablehlo.token"
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


def within(seconds: float, program: str, *args: object) -> EvaluationError:
    """The error that evaluating ends with, which it must do soon."""
    start = time.monotonic()
    with pytest.raises(EvaluationError) as caught:
        evaluate(program, *args)
    assert time.monotonic() - start < seconds
    return caught.value


def test_a_meeting_that_one_process_never_comes_to_is_reported():
    function = (
        collective("all_reduce", "tensor<i64>", "tensor<i64>", PAIR, ADD)
        + """
  func.func @q(%x: tensor<i64>) -> tensor<i64> {
    return %x : tensor<i64>
  }"""
    )
    error = within(
        5,
        grid_program(function, "[@p], [@q]", ["tensor<i64>"] * 2, ["tensor<i64>"] * 2),
        np.array(1),
        np.array(2),
    )
    assert "process (0, 0) waits in all_reduce on channel 0 for (1, 0)" in str(error)


def test_a_receiver_without_a_sender_is_reported():
    program = grid_program(SEND_RECV, "[@recv]", [], ["tensor<i64>", TOKEN])
    assert "process (0, 0) waits for data on channel 1" in str(within(5, program))


def test_data_that_nobody_receives_is_reported():
    program = grid_program(SEND_RECV, "[@send]", ["tensor<i64>"], [TOKEN])
    assert "data sent on channel 1 is never received" in str(within(5, program, np.array(1)))


def test_a_process_in_no_group_is_reported():
    attributes = "replica_groups = dense<[[0]]> : tensor<1x1xi64>"
    function = collective("all_reduce", "tensor<i64>", "tensor<i64>", attributes, ADD)
    text = grid_program(function, "[@p], [@p]", ["tensor<i64>"] * 2, ["tensor<i64>"] * 2)
    assert "process (1, 0) is in no process group" in str(within(5, text, np.array(1), np.array(2)))


def test_the_failure_of_one_process_ends_the_others_and_is_the_one_that_is_reported():
    grid = ProcessGrid(2, 1)

    def waits() -> tuple[object, ...]:
        me = current_process()
        me.grid.rendezvous(me.id, me.grid.group(tuple(me.grid.ids())), "all_reduce", 0, ())
        return ()

    def fails() -> tuple[object, ...]:
        raise EvaluationError("is broken")

    with pytest.raises(EvaluationError, match=r"^is broken$"):
        run_grid(grid, [waits, fails])


def test_a_bug_in_a_process_is_not_taken_for_an_error_of_the_program():
    def crashes() -> tuple[object, ...]:
        raise AssertionError("bug")

    with pytest.raises(AssertionError, match="bug"):
        run_grid(ProcessGrid(1, 1), [crashes])


def test_meetings_of_the_same_group_follow_each_other():
    grid = ProcessGrid(3, 1)
    group = grid.group(tuple(grid.ids()))

    def many() -> tuple[object, ...]:
        me = current_process()
        sums: list[int] = []
        for i in range(50):
            meeting = grid.rendezvous(me.id, group, "all_gather", 0, (np.array(i * me.id.replica),))
            sums.append(sum(int(array) for (array,) in meeting.parts))
        return tuple(sums)

    assert run_grid(grid, [many] * 3) == [tuple(range(0, 150, 3))] * 3
    assert threading.active_count() < 50


def test_outside_of_a_grid_there_is_one_process():
    program = """func.func @main() -> tensor<ui32> {
    %r = stablehlo.replica_id : tensor<ui32>
    return %r : tensor<ui32>
  }"""
    assert evaluate(program)[0].item() == 0


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


def test_an_asynchronous_op_gives_its_value_when_it_is_done():
    function = f"""func.func @p(%x: tensor<2xi64>) -> tensor<2xi64> {{
    %f = "stablehlo.async_start"(%x) ({{
    ^bb0(%y: tensor<2xi64>):
      %s = "stablehlo.all_reduce"(%y) {ADD} {{{PAIR}}} : (tensor<2xi64>) -> tensor<2xi64>
      stablehlo.return %s : tensor<2xi64>
    }}) : (tensor<2xi64>) -> !stablehlo.future<tensor<2xi64>>
    %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xi64>>) -> tensor<2xi64>
    return %r : tensor<2xi64>
  }}"""
    text = grid_program(function, REPLICAS, ["tensor<2xi64>"] * 2, ["tensor<2xi64>"] * 2)
    np.testing.assert_array_equal(evaluate(text, np.array([1, 2]), np.array([10, 20])), [[11, 22]] * 2)


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


def test_a_process_that_cannot_start_is_reported(monkeypatch: pytest.MonkeyPatch):
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def only_once(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    def waits() -> tuple[object, ...]:
        me = current_process()
        me.grid.rendezvous(me.id, me.grid.group(tuple(me.grid.ids())), "all_reduce", 0, ())
        return ()

    monkeypatch.setattr(threading.Thread, "start", only_once)
    with pytest.raises(EvaluationError, match=r"cannot start process \(1, 0\): can't start new thread"):
        run_grid(ProcessGrid(2, 1), [waits, waits])


def test_what_a_process_is_called_is_no_constant():
    for op_class in (ReplicaIdOp, PartitionIdOp):
        undefined = KERNELS[op_class].undefined
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
    error = within(5, text, np.array(7), np.array(8), np.array(9))
    assert "nothing is sent to process (2, 0) on channel 1" in str(error)


def test_a_meeting_is_split_and_reduced_once_for_all_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """500 processes meet in as many steps, not in their square."""
    splits: list[int] = []
    cross_replica = ProcessGrid.cross_replica

    def counted(self: ProcessGrid, groups: list[list[int]]) -> list[tuple[ProcessId, ...]]:
        splits.append(len(groups))
        return cross_replica(self, groups)

    monkeypatch.setattr(ProcessGrid, "cross_replica", counted)
    count = 500
    attributes = f"replica_groups = dense<[{list(range(count))}]> : tensor<1x{count}xi64>"
    function = collective("all_reduce", "tensor<i64>", "tensor<i64>", attributes, ADD)
    text = grid_program(
        function, ", ".join(["[@p]"] * count), ["tensor<i64>"] * count, ["tensor<i64>"] * count
    )
    limits = Limits(seconds=100)
    results = eval_module(parse(text), [np.array(i) for i in range(count)], limits=limits)
    assert {int(np.asarray(result)) for result in results} == {count * (count - 1) // 2}
    assert splits == [1]
    # The all_reduce of each process, one addition of each but the first, and run_parallel.
    assert limits.taken == count + (count - 1) + 1


def test_a_grid_of_too_many_processes_starts_none() -> None:
    function = "func.func @p() { return }"
    text = grid_program(function, ", ".join(["[@p]"] * 5000), [], [])
    assert "asks for 5000 x 1 processes; at most 4096 are run" in str(within(20, text))


def test_steps_of_every_process_count() -> None:
    loop = """func.func @p() {
      %x = stablehlo.constant dense<0> : tensor<i64>
      %r = stablehlo.while(%i = %x) : tensor<i64> cond {
        %again = stablehlo.compare GE, %i, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %again : tensor<i1>
      } do {
        stablehlo.return %i : tensor<i64>
      }
      return
    }"""
    module = parse(grid_program(loop, "[@p], [@p]", [], []))
    for limits in (Limits(steps=1000), Limits(seconds=0.1), Limits(work=1_000_000)):
        with pytest.raises(LimitExceeded, match=r"'stablehlo.while' op takes more than the"):
            eval_module(module, [], limits=limits)
