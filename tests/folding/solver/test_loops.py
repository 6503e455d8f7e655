"""Loops that are walked in the hope that what they carry does not change, and branches that stay."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import Block, Region

from tests.folding.support import fold, main
from xdsl_stablehlo.dialects.stablehlo import ReturnOp
from xdsl_stablehlo.folding.solver.control_flow import returned_by

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


def test_what_regions_return() -> None:
    assert returned_by(Region()) is None
    assert returned_by(Region(Block())) is None
    block = Block(arg_types=[TensorType(i32, ())])
    block.add_op(ReturnOp(block.args))
    assert returned_by(Region(block)) == tuple(block.args)
    first = Block(arg_types=[TensorType(i32, ())])
    first.add_op(ReturnOp(first.args))
    assert returned_by(Region([first, Block()])) is None
