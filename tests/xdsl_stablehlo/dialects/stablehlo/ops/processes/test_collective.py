"""Collectives: what they reject, what they infer."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32, i8, i32
from xdsl.ir import Attribute
from xdsl.traits import is_speculatable

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, tensor, value
from tests.xdsl_stablehlo.dialects.stablehlo.ops.combining.test_reduction import adder
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import ChannelHandleAttr, HloOp

T, F64 = "tensor<8x4xf32>", "tensor<8x4xf64>"


SEEN, UNSEEN = "replica id #1 seen more than once", "replica id #3 not seen in replica groups"
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
