"""if, case, while, return: what they reject, what they infer, how they are printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f32, i1, i32
from xdsl.ir import Attribute, Block, Region
from xdsl.traits import is_speculatable
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import reprinted
from tests.helpers.programs import function, named, parse
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, tensor, value
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import infer_return_types

PROGRAMS = named(__file__)

F32, PRED, INDEX = "tensor<2xf32>", "tensor<i1>", "tensor<i32>"


I32, I32_3, I64 = "tensor<2xi32>", "tensor<3xi32>", "tensor<2xi64>"


def returning(*types: Attribute) -> Region:
    """A region that returns values of these types."""
    values = [value(t) for t in types]
    return Region(Block([*(v.owner for v in values if not isinstance(v.owner, Block)), hlo.ReturnOp(values)]))


BOUNDED = tensor(f32, UNKNOWN, bounds=(3,))


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        (tensor(f32, 2), tensor(f32, UNKNOWN), tensor(f32, UNKNOWN)),
        (BOUNDED, tensor(f32, 2), BOUNDED),
        (BOUNDED, tensor(f32, UNKNOWN, bounds=(5,)), tensor(f32, UNKNOWN, bounds=(5,))),
        (BOUNDED, tensor(f32, UNKNOWN), tensor(f32, UNKNOWN)),
        (hlo.TokenType(), hlo.TokenType(), hlo.TokenType()),
    ],
)
def test_branches_infer_what_all_of_them_know(first: Attribute, second: Attribute, result: Attribute):
    for op in (
        hlo.IfOp(value(tensor(i1)), returning(first), returning(second)),
        hlo.CaseOp(value(tensor(i32)), [returning(first), returning(second)]),
    ):
        op.verify()
        assert list(op.result_types) == [result]
        assert infer_return_types(op) == (result,)


def test_an_empty_branch_is_reported():
    with pytest.raises(VerifyException, match="expect non-empty region"):
        hlo.IfOp(value(tensor(i1)), Region(), returning())


def test_a_selector_of_rank_1_is_reported():
    with pytest.raises(VerifyException, match="operand should be rank 0 tensor but got rank 1"):
        hlo.CaseOp(value(tensor(i32, 1)), [returning()])


def test_speculatable_as_the_ops_inside():
    outer = value(tensor(f32))
    first, second = (Region(Block([hlo.ReturnOp([outer])])) for _ in range(2))
    assert is_speculatable(hlo.IfOp(value(tensor(i1)), first, second))
    assert not is_speculatable(hlo.IfOp(value(tensor(i1)), returning(tensor(f32)), returning(tensor(f32))))


WHILE = PROGRAMS["while"]
EMPTY_WHILE = PROGRAMS["empty while"]
IF = PROGRAMS["if"]


@pytest.mark.parametrize(
    "text",
    [
        function(WHILE, [INDEX, F32], [F32], ["%w#1"]),
        function(EMPTY_WHILE),
        function(IF, [PRED, F32], [F32]),
    ],
)
def test_prints_as_cpp(text: str):
    assert print_module(parse(reprinted(text))).strip() == reprinted(text).strip()
