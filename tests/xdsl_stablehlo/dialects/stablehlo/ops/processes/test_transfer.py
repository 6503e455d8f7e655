"""send, recv, infeed, outfeed: what they reject, what they give."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32
from xdsl.traits import is_side_effect_free

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import parse
from tests.xdsl_stablehlo.dialects.cases import Case, check_rejected, tensor, value
from xdsl_stablehlo.dialects.stablehlo import ChannelHandleAttr, TokenType

T, TOKEN, FUTURE = "tensor<2xf32>", "!stablehlo.token", "!stablehlo.future<tensor<2xf32>>"


def channel(kind: int, pairs: str = "", shape: str = "1x2") -> str:
    """A channel of a type, with pairs of processes."""
    handle = f"channel_handle = #stablehlo.channel_handle<handle = 1, type = {kind}>"
    return f"{handle}, source_target_pairs = dense<{pairs}> : tensor<{shape}xi64>" if pairs else handle


def transfer(op: str, label: str, message: str, attributes: str, unknown: bool = False) -> Case:
    """A case of send or recv."""
    types = ([T, TOKEN], [TOKEN]) if op == "send" else ([TOKEN], [T, TOKEN])
    return Case(f"{op}_{label}", op, *types, attributes, message, unknown=unknown)


PAIRS = [
    ("c1", "of shape (N, 2), but got (1, 3)", channel(1, "[[0, 1, 2]]", "1x3")),
    ("c2", "duplicate sources not allowed.", channel(1, "[[0, 1], [0, 2]]", "2x2")),
    ("c3", "duplicate targets not allowed.", channel(1, "[[0, 2], [1, 2]]", "2x2")),
    ("c4", "replica ids in source_target_pairs must be >= 0.", channel(1, "[[0, -1]]")),
]
REJECTED = [
    *(transfer(op, *case, unknown=True) for op in ("send", "recv") for case in PAIRS),
    transfer("send", "c5", "channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false", channel(2)),
    transfer("send", "c5_host", "channel_type should be DEVICE_TO_HOST when is_host_transfer is true",
             f"{channel(1)}, is_host_transfer = true"),
    transfer("recv", "c5", "channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false", channel(3)),
    transfer("recv", "c5_host", "channel_type should be HOST_TO_DEVICE when is_host_transfer is true",
             f"{channel(2)}, is_host_transfer = true"),
    Case("infeed_c1", "infeed", [TOKEN], [], "", "result is expected to be at least of size 1, but got 0"),
    Case("infeed_c2", "infeed", [TOKEN], [TOKEN, TOKEN], "", "are expected to be of tensor type, but got"),
    Case("infeed_c3", "infeed", [TOKEN], [T, T], "", "is expected to be of token type, but got 'tensor<2xf32>'"),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


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
