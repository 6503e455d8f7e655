"""send, recv, infeed, outfeed: what they reject, what they give."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32
from xdsl.traits import is_side_effect_free

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import parse
from tests.xdsl_stablehlo.dialects.cases import Case, tensor, value
from xdsl_stablehlo.dialects.stablehlo import ChannelHandleAttr, TokenType

T, TOKEN, FUTURE = "tensor<2xf32>", "!stablehlo.token", "!stablehlo.future<tensor<2xf32>>"


def channel(kind: int, pairs: str = "", shape: str = "1x2") -> str:
    """A channel of a type, with pairs of processes."""
    handle = f"channel_handle = #stablehlo.channel_handle<handle = 1, type = {kind}>"
    return f"{handle}, source_target_pairs = dense<{pairs}> : tensor<{shape}xi64>" if pairs else handle


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("[[0], [1]]", "layout-attribute size must be 1"),
        ("[0]", "expected to have elements of type array, but got 0 : i64"),
        ('[["x"]]', "leaf elements are expected to be of type integer"),
    ],
)
def test_infeed_layouts(layout: str, message: str):
    case = Case("infeed", "infeed", [TOKEN], [T, TOKEN], f"layout = {layout}", message)
    with pytest.raises(Exception, match=message):
        parse(case.text())


def test_recv_needs_a_token_at_the_end():
    case = Case("recv", "recv", [TOKEN], [T], channel(1), "")
    with pytest.raises(Exception, match="last element of result types is expected to be of token type"):
        parse(case.text())


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
