"""async_start and async_done: what they reject, what they give."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32
from xdsl.ir import Block, Region

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import Case, check_rejected, tensor, value
from xdsl_stablehlo.dialects.stablehlo import FutureType

T, TOKEN, FUTURE = "tensor<2xf32>", "!stablehlo.token", "!stablehlo.future<tensor<2xf32>>"


def starts(label: str, message: str, body: str, result: str = FUTURE, operand: str = T) -> Case:
    """A case of async_start."""
    return Case(
        f"async_start_{label}", "async_start", [operand], [result], "", message, regions=body, unknown=True
    )


def asynchronous(lines: str, returned: str = "%y", t: str = T) -> str:
    """The body of an async_start."""
    return f'{{^bb0(%x: {T}):\n  {lines}\n  "stablehlo.return"({returned}) : ({t}) -> ()\n}}'


PERMUTE = (
    '%y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}>'
    f" : ({T}) -> {T}"
)

REJECTED = [
    Case("async_done_c1", "async_done", [FUTURE], ["tensor<3xf32>"], "", "inferred type(s)", unknown=True),
    starts("c1", "must contain exactly one operation and a return",
           asynchronous(f"{PERMUTE}\n{PERMUTE.replace('%y', '%z')}")),
    starts("c2", "must contain a collective or slice operation", asynchronous(f"%y = stablehlo.abs %x : {T}")),
    starts("c3", "operand type 'tensor<3xf32>' at index 0 must match region argument type 'tensor<2xf32>'",
           asynchronous(PERMUTE), operand="tensor<3xf32>"),
    starts("c4", "inferred type(s)", asynchronous(PERMUTE), "!stablehlo.future<tensor<3xf32>>"),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


def test_async_ops_pass_a_future():
    block = Block(arg_types=[tensor(f32, 2)])
    permute = hlo.CollectivePermuteOp(block.args[0], [[0, 1]])
    block.add_ops([permute, hlo.ReturnOp([permute])])
    start = hlo.AsyncStartOp([value(tensor(f32, 2))], Region(block))
    done = hlo.AsyncDoneOp(start)
    start.verify()
    done.verify()
    assert str(start.result.type) == "!stablehlo.future<tensor<2xf32>>"
    assert isinstance(start.result.type, FutureType)
    assert done.result.type == tensor(f32, 2)
