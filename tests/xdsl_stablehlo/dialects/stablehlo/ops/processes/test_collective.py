"""Collectives: what they reject, what they infer."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32, i8, i32
from xdsl.ir import Attribute
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, Case, check_rejected, tensor, value
from tests.xdsl_stablehlo.dialects.stablehlo.ops.combining.test_reduction import ADDS, ONE, adder
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import ChannelHandleAttr, HloOp

T, F64 = "tensor<8x4xf32>", "tensor<8x4xf64>"
INFERRED = "incompatible with return type(s) of operation"


def groups(elements: str = "[[0, 1], [2, 3]]", shape: str = "2x2") -> str:
    """Replica groups."""
    return f"replica_groups = dense<{elements}> : tensor<{shape}xi64>"


TWICE = groups("[[0, 1], [1, 2]]")
GAP = groups("[[0, 1], [2, 4]]")
FLAT = groups("[0, 1]", "2")
GLOBAL = "channel_handle = #stablehlo.channel_handle<handle = {}, type = 0>, use_global_device_ids"
SEEN, UNSEEN = "replica id #1 seen more than once", "replica id #3 not seen in replica groups"
RANK_2 = "replica groups should be a rank 2 tensor"
POSITIVE = "channel_id must be positive when useGlobalDeviceIds is set but got: 0"
DOUBLE = ADDS.replace("f32", "f64")


def gathers(
    name: str, message: str, attributes: str, source: str = T, result: str = "tensor<8x8xf32>"
) -> Case:
    """A case of all_gather along dimension 1."""
    given = f"all_gather_dim = 1 : i64, {attributes}"
    return Case(f"all_gather_{name}", "all_gather", [source], [result], given, message)


def scatters(
    name: str,
    message: str,
    attributes: str = groups(),
    result: str = "tensor<4x4xf32>",
    body: str = ADDS,
    dim: int = 0,
) -> Case:
    """A case of reduce_scatter."""
    given = f"scatter_dimension = {dim} : i64, {attributes}"
    return Case(f"reduce_scatter_{name}", "reduce_scatter", [T], [result], given, message, regions=body)


def exchanges(
    name: str,
    message: str,
    split: int = 0,
    concat: int = 1,
    attributes: str = groups(),
    result: str = "tensor<4x8xf32>",
    unknown: bool = False,
) -> Case:
    """A case of all_to_all with two parts."""
    dims = f"split_dimension = {split} : i64, concat_dimension = {concat} : i64"
    given = f"{dims}, split_count = 2 : i64, {attributes}"
    return Case(f"all_to_all_{name}", "all_to_all", [T], [result], given, message, unknown=unknown)


def reduces(name: str, message: str, attributes: str, result: str = T, body: str = ADDS) -> Case:
    """A case of all_reduce."""
    return Case(f"all_reduce_{name}", "all_reduce", [T], [result], attributes, message, regions=body)


def collects(
    name: str, message: str, attributes: str, inputs: list[str], outputs: list[str], body: str = ADDS
) -> Case:
    """A case of collective_reduce."""
    op = "collective_reduce"
    return Case(f"{op}_{name}", op, inputs, outputs, attributes, message, regions=body, unknown=True)


ROOT = "tensor<1xi32>"
DYNAMIC_ROOT = f"{groups()}, has_dynamic_root"

REJECTED = [
    Case("all_gather_c1", "all_gather", [T], [T], f"all_gather_dim = 2 : i64, {groups()}",
         "all_gather_dim must be a valid index of operand"),
    gathers("c2", SEEN, TWICE),
    gathers("c4", UNSEEN, GAP),
    gathers("c4_invalid", "Invalid replica id -1", groups("[[0, 1], [2, -1]]")),
    gathers("c5", "channel_id cannot be negative when useGlobalDeviceIds is set", f"{groups()}, {GLOBAL.format(-1)}"),
    gathers("c5_empty", "the replica groups cannot be empty", f"{groups('', '0x2')}, {GLOBAL.format(1)}"),
    gathers("c6", "expected to be a multiple of operand gather dimension size 4", groups(), result="tensor<8x7xf32>"),
    gathers("c6_shape", "should have the same shape except for the dimension size", groups(), result="tensor<7x8xf32>"),
    gathers("c6_rank", "operand and result must have the same rank", groups(), result="tensor<8x4x2xf32>"),
    gathers("c6_element", "same element type for operand and result at index 0", groups(), result="tensor<8x8xf64>"),
    reduces("c1", SEEN, TWICE),
    reduces("c3", UNSEEN, GAP),
    reduces("c4", POSITIVE, f"{groups()}, {GLOBAL.format(0)}"),
    reduces("c5", "must take 2 parameters, but takes 1", groups(), body=ONE),
    reduces("c6", INFERRED, groups(), result="tensor<8x5xf32>"),
    reduces("c7", INFERRED, groups(), result=F64),
    exchanges("c1", "AllToAll split_dimension 2 is out-of-bounds for input rank 2", split=2),
    Case("all_to_all_c2", "all_to_all", ["tensor<7x4xf32>"], ["tensor<4x8xf32>"],
         f"split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, {groups()}",
         "split dimension has size 7, expected to be a multiple of split_count 2"),
    exchanges("c3", "AllToAll concat_dimension 2 is out-of-bounds for input rank 2", concat=2),
    Case("all_to_all_c4", "all_to_all", [T], [T],
         f"split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 0 : i64, {groups()}",
         "attribute 'split_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is"),
    exchanges("c5", SEEN, attributes=TWICE),
    exchanges("c7", UNSEEN, attributes=GAP),
    exchanges("c8", "group size of replica_groups must be 2", attributes=groups("[[0, 1, 2, 3]]", "1x4")),
    # The oracle divides by the number of groups.
    exchanges("c8_empty", "group size of replica_groups must be 2", attributes=groups("", "0x2"), unknown=True),
    exchanges("c9", INFERRED, result="tensor<4x4xf32>"),
    exchanges("c9_element", "same element type for operand and result at index 0", result="tensor<4x8xf64>"),
    scatters("c2", "scatter dim should be less than operand/result rank", dim=2, result=T),
    scatters("c3", SEEN, TWICE),
    scatters("c5", UNSEEN, GAP),
    scatters("c6", POSITIVE, f"{groups()}, {GLOBAL.format(0)}"),
    scatters("c7", "must take 2 parameters, but takes 1", body=ONE),
    scatters("c8", "expected to be a multiple of result scatter dimension size 3", result="tensor<3x4xf32>"),
    scatters("c8_rank", "operand and result should have same rank", result="tensor<4xf32>"),
    scatters("c8_shape", "should be same for operand (4) and result (5)", result="tensor<4x5xf32>"),
    scatters("c9", "result element-type is expected to be 'f64', but got 'f32'", body=DOUBLE),
    Case("collective_broadcast_c1", "collective_broadcast", [T], [T], TWICE, SEEN),
    Case("collective_broadcast_c2", "collective_broadcast", [T], [T], groups("[[0, -1]]", "1x2"),
         "replica_groups values must be positive, but was given -1"),
    Case("collective_broadcast_c3", "collective_broadcast", [], [], groups(), "requires at least one data operand",
         unknown=True),
    Case("collective_broadcast_c4", "collective_broadcast", [T], [], DYNAMIC_ROOT, "requires at least two operands",
         unknown=True),
    Case("collective_broadcast_c4_root", "collective_broadcast", [T, "tensor<1xi64>"], [T], DYNAMIC_ROOT,
         "must be a rank-1 i32 tensor, but got 'tensor<1xi64>'", unknown=True),
    Case("collective_broadcast_c4_roots", "collective_broadcast", [T, T, ROOT], [T, T], DYNAMIC_ROOT,
         "must have the same number of elements as data operands (2), but got 1", unknown=True),
    Case("collective_broadcast_c5", "collective_broadcast", [T, T], [T], groups(), INFERRED, unknown=True),
    Case("collective_permute_c1", "collective_permute", [T], [T],
         "source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>", "of shape (N, 2), but got (1, 3)"),
    Case("collective_permute_c2", "collective_permute", [T], [T],
         "source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>", "duplicate sources not allowed."),
    Case("collective_permute_c3", "collective_permute", [T], [T],
         "source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>", "duplicate targets not allowed."),
    Case("collective_permute_c4", "collective_permute", [T], [T],
         "source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>", "in source_target_pairs must be >= 0."),
    Case("collective_permute_c5", "collective_permute", [T], [F64],
         "source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>", "requires the same element type for all operands"),
    collects("c1", SEEN, TWICE, [T], [T]),
    collects("c2", UNSEEN, GAP, [T], [T]),
    collects("c3", INFERRED, groups(), [T], ["tensor<8x5xf32>"]),
    collects("c3_root", "be a rank-1 i32 tensor, but got 'tensor<1xi64>'", DYNAMIC_ROOT, [T, "tensor<1xi64>"], [T]),
    collects("c3_roots", "must have the same number of elements as data operands (2), but got 1", DYNAMIC_ROOT,
             [T, T, ROOT], [T, T]),
    collects("c4", "must take 2 parameters, but takes 1", groups(), [T], [T], ONE),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


@pytest.mark.parametrize("op", ["all_gather", "collective_broadcast"])
def test_groups_have_two_dimensions(op: str):
    attributes = f"all_gather_dim = 1 : i64, {FLAT}" if op == "all_gather" else FLAT
    with pytest.raises(Exception, match=RANK_2):
        parse(Case(op, op, [T], [T], attributes, "").text())


def test_a_mesh_symbol_must_be_there():
    mesh = 'replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>'
    with pytest.raises(Exception, match="mesh symbol 'mesh' not found"):
        parse(Case("all_reduce", "all_reduce", [T], [T], mesh, "", regions=ADDS).text())


SCALAR = tensor(f32)


@pytest.mark.parametrize(
    ("op", "results"),
    [
        (hlo.AllReduceOp([value(tensor(i8, 2))], [[0, 1]], adder(tensor(i32))), [tensor(i32, 2)]),
        (
            hlo.CollectiveReduceOp(
                [value(tensor(f32, 2)), value(tensor(i32, 1))], [[0, 1]], adder(SCALAR), has_dynamic_root=True
            ),
            [tensor(f32, 2)],
        ),
        (hlo.AllToAllOp([value(tensor(f32, 8, 4))], 0, 1, 2, [[0, 1]]), [tensor(f32, 4, 8)]),
        (
            hlo.AllToAllOp([value(tensor(f32, UNKNOWN, 4, bounds=(8, UNKNOWN)))], 0, 0, 2, [[0, 1]]),
            [tensor(f32, UNKNOWN, 4, bounds=(8, UNKNOWN))],
        ),
        (
            hlo.AllToAllOp([value(tensor(f32, UNKNOWN, UNKNOWN, bounds=(8, 4)))], 0, 1, 2, [[0, 1]]),
            [tensor(f32, UNKNOWN, UNKNOWN, bounds=(4, 8))],
        ),
        (hlo.CollectiveBroadcastOp([value(tensor(f32, 2))], [[0, 1]]), [tensor(f32, 2)]),
        (hlo.CollectivePermuteOp(value(tensor(f32, 2)), [[0, 1]]), [tensor(f32, 2)]),
        (hlo.CrossReplicaSumOp(value(tensor(f32, 2)), [[0, 1]]), [tensor(f32, 2)]),
        (hlo.AllGatherOp([value(tensor(f32, 2, 4))], 1, [[0, 1]], [tensor(f32, 2, 8)]), [tensor(f32, 2, 8)]),
        (
            hlo.ReduceScatterOp(
                value(tensor(f32, 8)),
                0,
                [[0, 1]],
                adder(SCALAR),
                tensor(f32, 4),
                channel_handle=ChannelHandleAttr(1, 0),
                use_global_device_ids=True,
            ),
            [tensor(f32, 4)],
        ),
    ],
)
def test_builders(op: HloOp, results: list[Attribute]):
    op.verify()
    assert list(op.result_types) == results


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (hlo.AllGatherOp([value(tensor(f32, 2, 4))], 1, [[0, 1]], [tensor(f32, 2, 8)]), False),
        (hlo.AllGatherOp([value(tensor(f32, 2, 4))], 1, [[0, 1]], [tensor(f32, 2, UNKNOWN)]), True),
        (hlo.AllGatherOp([value(tensor(f32, UNKNOWN, 4))], 1, [[0, 1]], [tensor(f32, 2, UNKNOWN)]), False),
        (hlo.AllToAllOp([value(tensor(f32, 8, 4))], 0, 1, 2, [[0, 1]]), False),
        (hlo.AllReduceOp([value(tensor(f32, UNKNOWN))], [[0, 1]], adder(SCALAR)), True),
    ],
)
def test_sizes_that_depend_on_the_number_of_processes_are_not_speculated_on(op: HloOp, expected: bool):
    assert is_speculatable(op) == expected


def test_ids_print_as_cpp():
    lines = "%r0 = stablehlo.replica_id : tensor<ui32>\n  %r1 = stablehlo.partition_id {x = 1 : i32} : tensor<ui32>"
    text = reprinted(function(lines, [], ["tensor<ui32>", "tensor<ui32>"]))
    assert print_module(parse(text)).strip() == text.strip()
