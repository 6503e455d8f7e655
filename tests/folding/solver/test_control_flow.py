"""Branches and loops that are nested deep, and what regions return. Small programs: `cases/{branches,loops}.mlir`."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import Block, Operation, Region

from tests.folding.support import fold, main
from tests.helpers.programs import parse
from xdsl_stablehlo import verify_module
from xdsl_stablehlo.dialects.stablehlo import ReturnOp
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.folding.facts.known import Known
from xdsl_stablehlo.folding.facts.trip_count import Counter
from xdsl_stablehlo.folding.solver.analysis import Solver
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


def delays(depth: int) -> str:
    """Loops inside loops. In each, a number changes, and three more are what the one before them was."""
    text, changed = f"%last = stablehlo.not %x : {SCALAR}", "%last"
    for i in reversed(range(depth)):
        text = f"""
        %q{i}:4 = stablehlo.while(%a{i} = %zero, %b{i} = %zero, %c{i} = %zero, %d{i} = %zero)
          : {SCALAR}, {SCALAR}, {SCALAR}, {SCALAR}
        cond {{
          %p{i} = stablehlo.compare LT, %a{i}, %x : ({SCALAR}, {SCALAR}) -> tensor<i1>
          stablehlo.return %p{i} : tensor<i1>
        }} do {{
          {text}
          %n{i} = stablehlo.add %a{i}, {changed} : {SCALAR}
          stablehlo.return %n{i}, %a{i}, %b{i}, %c{i} : {SCALAR}, {SCALAR}, {SCALAR}, {SCALAR}
        }}"""
        changed = f"%q{i}#3"
    return main(f"%zero = stablehlo.constant dense<0> : {SCALAR}\n{text}", SCALAR, f"%x: {SCALAR}", "%q0#3")


def test_loops_inside_of_loops_take_a_sum_of_walks_no_product(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each walk finds one more number that changes. An inner loop knows what it found when the outer one was walked."""
    walks = list[int]()
    visit = Solver.visit

    def counting(frame: Solver, op: Operation) -> object:
        walks[-1] += op.name == "stablehlo.not"
        return visit(frame, op)

    monkeypatch.setattr(Solver, "visit", counting)
    for depth in (1, 2, 3):
        walks.append(0)
        fold_module(parse(delays(depth)))
    first, second, third = walks
    assert first > 4
    assert second - first <= first
    assert third - second <= first


def test_what_regions_return() -> None:
    assert returned_by(Region()) is None
    assert returned_by(Region(Block())) is None
    block = Block(arg_types=[TensorType(i32, ())])
    block.add_op(ReturnOp(block.args))
    assert returned_by(Region(block)) == tuple(block.args)
    first = Block(arg_types=[TensorType(i32, ())])
    first.add_op(ReturnOp(first.args))
    assert returned_by(Region([first, Block()])) is None


@pytest.mark.parametrize(
    "effect", ["", '"stablehlo.custom_call"() {call_target_name = "x", has_side_effect = true} : () -> ()']
)
@pytest.mark.parametrize("predicate", ["%true", "%p"])
def test_regions_may_be_nested_hundreds_of_levels_deep(predicate: str, effect: str) -> None:
    depth = 400
    opened = [f'%r{i} = "stablehlo.if"({predicate}) ({{' for i in range(depth)]
    closed = "}, { stablehlo.return %x : tensor<i32> }) : (tensor<i1>) -> tensor<i32>"
    returned = [f"{closed}\nstablehlo.return %r{i} : tensor<i32>" for i in reversed(range(1, depth))]
    program = f"""
func.func @main(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {{
  %true = stablehlo.constant dense<true> : tensor<i1>
  %c = stablehlo.constant dense<21> : tensor<i32>
  {" ".join(opened)}
  %v = stablehlo.add %c, %c : tensor<i32>
  {effect}
  stablehlo.return %v : tensor<i32>
  {" ".join(returned)}
  {closed}
  return %r0 : tensor<i32>
}}"""
    for simplify in (False, True):
        report = fold_module(parse(program), options=FoldOptions(simplify=simplify))
        assert report.folded["stablehlo.add"].count == 1
        # The constant, what has effects, each `if`. Inside of the first one the branches of the others are known.
        left = 0 if predicate == "%true" else 1 if simplify else depth
        assert report.ops_after == 1 + bool(effect) + left


def test_a_value_that_counts_and_does_not_count_in_turn_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def in_turn(*_: object) -> dict[int, Counter]:
        asked.append(1)
        return {0: Counter((0, 9), (0, 10), None, 1)} if len(asked) % 2 else {}

    monkeypatch.setattr(Known, "counters", in_turn)
    module = parse(nest(1, "%inner = stablehlo.add %a0, %k : tensor<i32>"))
    fold_module(module, FoldOptions())
    assert 2 < len(asked) < 10
    verify_module(module)
