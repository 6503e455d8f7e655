"""Numbers of operands, results, successors and regions, and what is said of others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from xdsl.dialects.builtin import DenseArrayBase, f32, i32
from xdsl.dialects.cf import BranchOp
from xdsl.dialects.func import ReturnOp
from xdsl.dialects.test import TestOp as AnyOp
from xdsl.ir import Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.chlo import ScanOp
from xdsl_stablehlo.ir.counts import miscounted


def made(op_class: type[Operation], operands: int, results: int, sizes: Sequence[int] = ()) -> Operation:
    values = AnyOp(result_types=[f32] * operands).results
    properties = {"operandSegmentSizes": DenseArrayBase.from_list(i32, sizes)} if sizes else {}
    return op_class.create(operands=values, result_types=[f32] * results, properties=properties)


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (made(hlo.AddOp, 2, 1), None),
        (made(hlo.AddOp, 0, 1), "0 operands where 2 are expected"),
        (made(hlo.AddOp, 2, 2), "2 results where 1 are expected"),
        (made(hlo.DynamicSliceOp, 1, 1), None),
        (made(hlo.DynamicSliceOp, 0, 1), "0 operands where at least 1 are expected"),
        (made(hlo.ReduceOp, 3, 1), "3 operands where a multiple of 2 are expected"),
        (made(hlo.ReduceOp, 4, 2), "0 regions where 1 are expected"),
        (made(ScanOp, 2, 0, [1, 2]), "2 operands where operandSegmentSizes has 3"),
        (made(BranchOp, 0, 0), "0 successors where 1 are expected"),
        (made(ReturnOp, 5, 0), None),
    ],
    ids=lambda value: value.name if isinstance(value, Operation) else None,
)
def test_miscounted(op: Operation, expected: str | None):
    assert miscounted(op) == expected
