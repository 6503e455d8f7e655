"""async_start and async_done: what they reject, what they give."""

from __future__ import annotations

from xdsl.dialects.builtin import f32
from xdsl.ir import Block, Region

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import tensor, value
from xdsl_stablehlo.dialects.stablehlo import FutureType

T, TOKEN, FUTURE = "tensor<2xf32>", "!stablehlo.token", "!stablehlo.future<tensor<2xf32>>"


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
