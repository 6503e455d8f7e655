"""Tuples, tokens and barriers: what the ops reject, infer and print."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import TupleType, f32, i32
from xdsl.ir import Attribute

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function
from tests.xdsl_stablehlo.dialects.cases import check_printed, tensor, value
from xdsl_stablehlo.dialects.stablehlo import HloOp, TokenType, infer_return_types

F32, F64, TOKEN = "tensor<2xf32>", "tensor<2xf64>", "!stablehlo.token"
TUPLE = f"tuple<{F32}, {TOKEN}>"
INFERRED: list[tuple[HloOp, Attribute]] = [
    (hlo.AfterAllOp([value(TokenType())]), TokenType()),
    (hlo.CreateTokenOp(), TokenType()),
    (hlo.TupleOp([value(tensor(f32)), value(TokenType())]), TupleType((tensor(f32), TokenType()))),
    (hlo.GetTupleElementOp(value(TupleType((tensor(f32), tensor(i32)))), 1), tensor(i32)),
    (hlo.OptimizationBarrierOp([value(tensor(f32))]), tensor(f32)),
]


@pytest.mark.parametrize(("op", "result"), INFERRED, ids=lambda x: x.name if isinstance(x, HloOp) else "")
def test_builders_infer_result_types(op: HloOp, result: Attribute):
    op.verify()
    assert op.result_types == (result,)
    assert infer_return_types(op) == (result,)


PRINTED = [
    function("%r0 = stablehlo.after_all %a0, %a0 : !stablehlo.token", [TOKEN], [TOKEN]),
    function("%r0 = stablehlo.after_all : !stablehlo.token", [], [TOKEN]),
    function("%r0 = stablehlo.create_token : !stablehlo.token", [], [TOKEN]),
    function(f"%r0 = stablehlo.tuple %a0, %a1 : {TUPLE}", [F32, TOKEN], [TUPLE]),
    function(f"%r0 = stablehlo.get_tuple_element %a0[0] : ({TUPLE}) -> {F32}", [TUPLE], [F32]),
    function(f"%r:2 = stablehlo.optimization_barrier %a0, %a1 : {F32}, {TOKEN}", [F32, TOKEN]),
    function("stablehlo.optimization_barrier()"),
]


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
