"""Loops that are walked in the hope that what they carry does not change, and branches that stay."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import Block, Region

from xdsl_stablehlo.dialects.stablehlo import ReturnOp
from xdsl_stablehlo.folding.control_flow import returned_by

from .support import fold, keep, main

SCALAR = "tensor<i32>"


def nest(depth: int, body: str) -> str:
    """Loops inside loops, the innermost of which runs `body`; each carries a counter and `%k`, which is 3."""
    opened = [
        f"""%q{i}:2 = "stablehlo.while"(%n, {"%b" + str(i - 1) if i else "%k"}) ({{
        ^bb0(%s{i}: {SCALAR}, %t{i}: {SCALAR}):
          %c{i} = stablehlo.compare LT, %s{i}, %ten : ({SCALAR}, {SCALAR}) -> tensor<i1>
          stablehlo.return %c{i} : tensor<i1>
        }}, {{
        ^bb0(%a{i}: {SCALAR}, %b{i}: {SCALAR}):"""
        for i in range(depth)
    ]
    closed = [
        f"""%m{i} = stablehlo.add %a{i}, {"%q" + str(i + 1) + "#0" if i + 1 < depth else "%inner"} : {SCALAR}
          stablehlo.return %m{i}, %b{i} : {SCALAR}, {SCALAR}
        }}) : ({SCALAR}, {SCALAR}) -> ({SCALAR}, {SCALAR})"""
        for i in reversed(range(depth))
    ]
    return main(
        f"""
        %k = stablehlo.constant dense<3> : {SCALAR}
        %ten = stablehlo.constant dense<10> : {SCALAR}
        {" ".join(opened)}
        {body.replace("LAST", f"%b{depth - 1}")}
        {" ".join(closed)}
        """,
        SCALAR,
        f"%n: {SCALAR}",
        "%q0#0",
    )


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 6])
def test_what_never_changes_is_known_at_any_depth(depth: int) -> None:
    """`%k` is handed on as it is, and an op on it that is inside of all loops folds."""
    folded = fold(nest(depth, f"%inner = stablehlo.multiply LAST, LAST : {SCALAR}"), check=False)
    assert "stablehlo.multiply" not in folded.ops()
    assert "dense<9>" in folded.text


@pytest.mark.parametrize(("depth", "known"), [(1, True), (3, True), (4, False)])
def test_hope_ends_with_the_third_loop(depth: int, known: bool) -> None:
    """What a body computes to be what it was is found out by walking it, which is not done in deeper loops."""
    text = nest(depth, f"%inner = stablehlo.multiply LAST, LAST : {SCALAR}")
    last = f"stablehlo.return %m{depth - 1}, %b{depth - 1} :"
    text = text.replace(
        last,
        f"%same = stablehlo.maximum %b{depth - 1}, %b{depth - 1} : {SCALAR}\n"
        + last.replace(f", %b{depth - 1}", ", %same"),
    )
    folded = fold(text, check=False, simplify=False)
    assert ("stablehlo.multiply" not in folded.ops()) is known
    assert ("dense<9>" in folded.text) is known


def chain(length: int) -> str:
    """A loop in which each carried value takes the one before it: one more walk for each to be refuted."""
    types = ", ".join([SCALAR] * (length + 1))
    cond = ", ".join([f"%c{i}: {SCALAR}" for i in range(length + 1)])
    body = ", ".join([f"%b{i}: {SCALAR}" for i in range(length + 1)])
    return f"""func.func @main(%n: {SCALAR}) -> ({types}) {{
      %k = stablehlo.constant dense<3> : {SCALAR}
      %ten = stablehlo.constant dense<10> : {SCALAR}
      %r:{length + 1} = "stablehlo.while"(%n, {", ".join(["%k"] * length)}) ({{
      ^bb0({cond}):
        %t = stablehlo.compare LT, %c0, %ten : ({SCALAR}, {SCALAR}) -> tensor<i1>
        stablehlo.return %t : tensor<i1>
      }}, {{
      ^bb0({body}):
        %one = stablehlo.add %b0, %k : {SCALAR}
        stablehlo.return %one, {", ".join([f"%b{i}" for i in range(length - 1)])}, %b{length} : {types}
      }}) : ({types}) -> ({types})
      return {", ".join([f"%r#{i}" for i in range(length + 1)])} : {types}
    }}"""


@pytest.mark.parametrize("length", [2, 3, 4, 5, 6])
def test_values_that_follow_one_another_are_refuted_one_by_one(length: int) -> None:
    """All but the last carried value change in time; the last one is handed on as it is."""
    folded = fold(chain(length))
    (loop_op,) = [op for op in folded.module.walk() if op.name == "stablehlo.while"]
    returned = next(op for op in folded.module.walk() if op.name == "func.return").operands
    owners = [value.owner for value in returned]
    assert [owner is loop_op for owner in owners] == [True] * length + [False]


def test_a_branch_without_the_declared_types_stays() -> None:
    text = main(
        """
        %p = stablehlo.constant dense<true> : tensor<i1>
        %r = "stablehlo.if"(%p) ({
          %0 = stablehlo.add %x, %x : tensor<2xi32>
          stablehlo.return %0 : tensor<2xi32>
        }, {
          stablehlo.return %y : tensor<?xi32>
        }) : (tensor<i1>) -> tensor<?xi32>
        """,
        "tensor<?xi32>",
        "%x: tensor<2xi32>, %y: tensor<?xi32>",
    )
    folded = fold(text, check=False)
    assert "stablehlo.if" in folded.ops()
    assert folded.reasons() == {"stablehlo.if": "uses"}
    (kept,) = folded.report.explained()
    assert kept.reason == "has results whose types the branch does not have"


@pytest.mark.parametrize("op", ["if", "case"])
def test_a_hook_keeps_branches(op: str) -> None:
    head = {"if": ("dense<true> : tensor<i1>", "tensor<i1>"), "case": ("dense<0> : tensor<i32>", SCALAR)}[op]
    text = main(
        f"""
        %p = stablehlo.constant {head[0]}
        %r = "stablehlo.{op}"(%p) ({{ %0 = stablehlo.add %x, %x : {SCALAR} stablehlo.return %0 : {SCALAR} }},
          {{ stablehlo.return %x : {SCALAR} }}) : ({head[1]}) -> {SCALAR}
        """,
        SCALAR,
        f"%x: {SCALAR}",
    )
    assert fold(text).ops() == ["stablehlo.add"]
    folded = fold(text, should_fold=keep(op))
    assert f"stablehlo.{op}" in folded.ops()
    assert folded.reasons() == {f"stablehlo.{op}": "hook"}


def test_what_regions_return() -> None:
    assert returned_by(Region()) is None
    assert returned_by(Region(Block())) is None
    block = Block(arg_types=[TensorType(i32, ())])
    block.add_op(ReturnOp(block.args))
    assert returned_by(Region(block)) == tuple(block.args)
    first = Block(arg_types=[TensorType(i32, ())])
    first.add_op(ReturnOp(first.args))
    assert returned_by(Region([first, Block()])) is None
