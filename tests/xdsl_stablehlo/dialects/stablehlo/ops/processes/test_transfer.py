"""send, recv, infeed, outfeed: what they reject, what they give."""

from __future__ import annotations

from xdsl.dialects.builtin import f32
from xdsl.traits import is_side_effect_free

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import tensor, value
from xdsl_stablehlo.dialects.stablehlo import ChannelHandleAttr, TokenType

T, TOKEN, FUTURE = "tensor<2xf32>", "!stablehlo.token", "!stablehlo.future<tensor<2xf32>>"


def test_builders():
    token = value(TokenType())
    operand = value(tensor(f32, 2))
    ops = [
        hlo.SendOp([operand], token, ChannelHandleAttr(1, 2), is_host_transfer=True),
        hlo.RecvOp(
            token, ChannelHandleAttr(1, 1), [tensor(f32, 2), TokenType()], source_target_pairs=[[0, 1]]
        ),
        hlo.InfeedOp(token, [tensor(f32, 2), TokenType()], infeed_config="x"),
        hlo.OutfeedOp([operand], token),
    ]
    for op in ops:
        op.verify()
        assert op.result_types[-1] == TokenType()
        assert not is_side_effect_free(op)
