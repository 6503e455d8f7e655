"""Loops that are walked in the hope that what they carry does not change, and branches that stay."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import Block, Region

from tests.folding.support import fold, keep, main, values
from tests.helpers.programs import parse
from xdsl_stablehlo.dialects.stablehlo import ConstantOp, ReturnOp
from xdsl_stablehlo.folding.solver.control_flow import returned_by
from xdsl_stablehlo.values.elements import array_of

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


def counting(body: str, returned: str, result: str = "%q#1") -> str:
    """A loop that counts to `%n` and carries `%a` to `%d`, which begin as `%x`, with `%e` to `%h` from `body`."""
    names = [f"%{name}: {SCALAR}" for name in "iabcd"]
    types = ", ".join([SCALAR] * 5)
    return main(
        f"""
        %zero = stablehlo.constant dense<0> : {SCALAR}
        %one = stablehlo.constant dense<1> : {SCALAR}
        %q:5 = "stablehlo.while"(%zero, %x, %x, %x, %x) ({{
        ^bb0({", ".join(names)}):
          %p = stablehlo.compare LT, %i, %n : ({SCALAR}, {SCALAR}) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        }}, {{
        ^bb0({", ".join(names)}):
          %j = stablehlo.add %i, %one : {SCALAR}
          {body}
          stablehlo.return %j, {returned} : {types}
        }}) : ({types}) -> ({types})
        """,
        SCALAR,
        f"%n: {SCALAR}, %x: {SCALAR}",
        result,
    )


LIVE = f"%e = stablehlo.multiply %a, %i : {SCALAR}"


@pytest.mark.parametrize(
    ("body", "returned", "left"),
    [
        (f"%f = stablehlo.xor %b, %a : {SCALAR}", "%e, %f, %c, %d", "%e, %b, %c, %d"),
        # Two that only compute each other.
        (
            f"%f = stablehlo.xor %c, %a : {SCALAR} %g = stablehlo.or %b, %c : {SCALAR}",
            "%e, %f, %g, %d",
            "%e, %b, %c, %d",
        ),
        # One that is the other in the next iteration.
        (f"%f = stablehlo.xor %b, %a : {SCALAR}", "%e, %f, %b, %d", "%e, %b, %c, %d"),
        # A constant is returned in the place of what is known, and what is not read goes all the same.
        (
            f"%f = stablehlo.xor %b, %a : {SCALAR} %g = stablehlo.add %one, %one : {SCALAR}",
            "%g, %f, %c, %d",
            "%g, %b, %c, %d",
        ),
        # Read inside of a region that is itself not read.
        (
            f"""%p = stablehlo.compare LT, %b, %a : ({SCALAR}, {SCALAR}) -> tensor<i1>
            %f = "stablehlo.if"(%p) ({{ stablehlo.return %c : {SCALAR} }}, {{ stablehlo.return %d : {SCALAR} }})
            : (tensor<i1>) -> {SCALAR}""",
            "%e, %f, %f, %d",
            "%e, %b, %c, %d",
        ),
    ],
)
def test_carried_values_that_nobody_reads_are_handed_on(body: str, returned: str, left: str) -> None:
    folded = fold(counting(LIVE + "\n" + body, returned))
    loop = folded.op("stablehlo.while")
    block = loop.regions[1].block
    last = block.last_op
    assert last is not None
    names = dict(zip("iabcd", block.args))
    for value, name in zip(list(last.operands)[1:], left.replace("%", "").split(", ")):
        assert name not in names or value is names[name], f"{name} of {left} in\n{folded.text}"
    assert not {"stablehlo.xor", "stablehlo.or", "stablehlo.if"} & set(folded.ops())


@pytest.mark.parametrize(
    ("body", "returned"),
    [
        # It becomes the live one in the next iteration, and in the one after that.
        (f"%f = stablehlo.xor %b, %i : {SCALAR}", "%b, %f, %c, %d"),
        (f"%f = stablehlo.xor %c, %i : {SCALAR}", "%b, %c, %f, %d"),
        # Something that has effects reads it, or that a branch with effects reads.
        (
            f"""%f = stablehlo.xor %b, %i : {SCALAR}
            stablehlo.custom_call @print(%b) {{has_side_effect = true}} : ({SCALAR}) -> ()""",
            "%e, %f, %c, %d",
        ),
        (
            f"""%f = stablehlo.xor %b, %i : {SCALAR}
            %p = stablehlo.compare LT, %a, %i : ({SCALAR}, {SCALAR}) -> tensor<i1>
            %g = "stablehlo.if"(%p) ({{
              stablehlo.custom_call @print(%b) {{has_side_effect = true}} : ({SCALAR}) -> ()
              stablehlo.return %c : {SCALAR} }}, {{ stablehlo.return %d : {SCALAR} }})
            : (tensor<i1>) -> {SCALAR}""",
            "%e, %f, %c, %d",
        ),
    ],
)
def test_carried_values_that_somebody_reads_are_computed(body: str, returned: str) -> None:
    folded = fold(counting(LIVE + "\n" + body, returned), check="custom_call" not in body)
    assert "stablehlo.xor" in folded.ops()


def test_a_carried_value_that_the_condition_reads_is_computed() -> None:
    text = counting(f"{LIVE}\n%f = stablehlo.xor %b, %i : {SCALAR}", "%e, %f, %c, %d")
    assert (
        "stablehlo.xor" in fold(text.replace("compare LT, %i, %n", "compare LT, %b, %n"), check=False).ops()
    )


def powers(count: int, body: str = "", bound: str = "%count") -> str:
    """`%x` times 1, 2, ... `count`, with `body` inside of the loop."""
    return main(
        f"""
        %zero = stablehlo.constant dense<0> : {SCALAR}
        %one = stablehlo.constant dense<1> : {SCALAR}
        %count = stablehlo.constant dense<{count}> : {SCALAR}
        %q:2 = "stablehlo.while"(%zero, %x) ({{
        ^bb0(%i: {SCALAR}, %a: {SCALAR}):
          %p = stablehlo.compare LT, %i, {bound} : ({SCALAR}, {SCALAR}) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        }}, {{
        ^bb0(%i: {SCALAR}, %a: {SCALAR}):
          %j = stablehlo.add %i, %one : {SCALAR}
          {body}
          %b = stablehlo.multiply %a, %j : {SCALAR}
          stablehlo.return %j, %b : {SCALAR}, {SCALAR}
        }}) : ({SCALAR}, {SCALAR}) -> ({SCALAR}, {SCALAR})
        """,
        SCALAR,
        f"%x: {SCALAR}",
        "%q#1",
    )


@pytest.mark.parametrize(
    ("count", "limit", "copies"), [(3, 6, 3), (3, 5, 0), (2, 4, 2), (20, 40, 20), (3, 0, 0)]
)
def test_a_loop_with_counted_iterations_becomes_copies_of_its_body(
    count: int, limit: int, copies: int
) -> None:
    """The body has two ops. What they compute of the counter alone is known then; integer chains are merged."""
    folded = fold(powers(count), unroll_limit=limit)
    assert folded.ops().count("stablehlo.while") == (copies == 0)
    assert ("loop-unrolled" in folded.report.rules()) == (copies > 0)
    if copies:
        assert folded.ops() == ["stablehlo.constant", "stablehlo.multiply"]


def test_effects_of_copies_are_in_the_order_of_iterations() -> None:
    body = f"stablehlo.custom_call @print(%i) {{has_side_effect = true}} : ({SCALAR}) -> ()"
    folded = fold(powers(3, body), check=False, unroll_limit=100)
    printed = [op.operands[0].owner for op in folded.module.walk() if op.name == "stablehlo.custom_call"]
    assert [array_of(op.value).item() for op in printed if isinstance(op, ConstantOp)] == [0, 1, 2]


def test_loops_in_loops_are_unrolled_as_long_as_they_are_short() -> None:
    inner = f"""%r:2 = "stablehlo.while"(%zero, %a) ({{
        ^bb0(%k: {SCALAR}, %c: {SCALAR}):
          %t = stablehlo.compare LT, %k, %count : ({SCALAR}, {SCALAR}) -> tensor<i1>
          stablehlo.return %t : tensor<i1>
        }}, {{
        ^bb0(%k: {SCALAR}, %c: {SCALAR}):
          %l = stablehlo.add %k, %one : {SCALAR}
          %d = stablehlo.xor %c, %i : {SCALAR}
          %e = stablehlo.add %d, %j : {SCALAR}
          stablehlo.return %l, %e : {SCALAR}, {SCALAR}
        }}) : ({SCALAR}, {SCALAR}) -> ({SCALAR}, {SCALAR})"""
    text = powers(3, inner).replace("multiply %a, %j", "multiply %r#1, %j")
    assert fold(text, unroll_limit=1000).ops().count("stablehlo.while") == 0
    assert fold(text, unroll_limit=20).ops().count("stablehlo.while") == 1
    assert fold(text, unroll_limit=8).ops().count("stablehlo.while") == 2


@pytest.mark.parametrize("changed", ["%a", "%x"])
def test_a_loop_whose_iterations_are_not_counted_stays(changed: str) -> None:
    assert "stablehlo.while" in fold(powers(3, bound=changed), check=False, unroll_limit=1000).ops()


def test_what_was_hoped_of_the_loop_around_does_not_count_iterations() -> None:
    """In the first iteration of the loop around, the inner one would run twice: it runs as often as `%i` says."""
    inner = f"""%u = stablehlo.add %i, %two : {SCALAR}
        %r:2 = "stablehlo.while"(%zero, %a) ({{
        ^bb0(%k: {SCALAR}, %c: {SCALAR}):
          %t = stablehlo.compare LT, %k, %u : ({SCALAR}, {SCALAR}) -> tensor<i1>
          stablehlo.return %t : tensor<i1>
        }}, {{
        ^bb0(%k: {SCALAR}, %c: {SCALAR}):
          %l = stablehlo.add %k, %one : {SCALAR}
          %d = stablehlo.multiply %c, %x : {SCALAR}
          stablehlo.return %l, %d : {SCALAR}, {SCALAR}
        }}) : ({SCALAR}, {SCALAR}) -> ({SCALAR}, {SCALAR})"""
    text = powers(30, inner).replace("multiply %a, %j", "multiply %r#1, %j")
    text = text.replace("%zero = ", f"%two = stablehlo.constant dense<2> : {SCALAR}\n%zero = ", 1)
    assert fold(text, unroll_limit=60).ops().count("stablehlo.while") == 2


def test_a_hook_keeps_a_loop_from_being_unrolled() -> None:
    assert "stablehlo.while" in fold(powers(3), unroll_limit=100, should_fold=keep("while")).ops()


def tripling(body: str, returned: str, result: str, asked: str = "%a") -> str:
    """A loop that carries `%a` from 1 on, times 3 until it is not below 100, `%b` from 2 on, and `%c` from `%x` on."""
    names = [f"%{name}: {SCALAR}" for name in "abc"]
    types = ", ".join([SCALAR] * 3)
    return main(
        f"""
        %one = stablehlo.constant dense<1> : {SCALAR}
        %two = stablehlo.constant dense<2> : {SCALAR}
        %three = stablehlo.constant dense<3> : {SCALAR}
        %hundred = stablehlo.constant dense<100> : {SCALAR}
        %q:3 = "stablehlo.while"(%one, %two, %x) ({{
        ^bb0({", ".join(names)}):
          %p = stablehlo.compare LT, {asked}, %hundred : ({SCALAR}, {SCALAR}) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        }}, {{
        ^bb0({", ".join(names)}):
          %e = stablehlo.multiply %a, %three : {SCALAR}
          {body}
          stablehlo.return {returned} : {types}
        }}) : ({types}) -> ({types})
        """,
        SCALAR,
        f"%x: {SCALAR}",
        result,
    )


NEXT_C = f"%g = stablehlo.add %c, %a : {SCALAR}"
NEXT_B = f"%f = stablehlo.add %b, %a : {SCALAR}"
"""2 + 1 + 3 + 9 + 27 + 81 = 123 in the end."""


@pytest.mark.parametrize(
    ("body", "returned", "result", "expected"),
    [
        # What starts unknown is in the way of nothing: 3 ** 5 is the first power that is not below 100.
        (NEXT_C, "%e, %b, %g", "%q#0", 243),
        (NEXT_B + NEXT_C, "%e, %f, %g", "%q#1", 123),
        # What becomes unknown in the second iteration, or in the third.
        (NEXT_C, "%e, %c, %g", "%q#0", 243),
        (f"{NEXT_C} %f = stablehlo.add %b, %c : {SCALAR}", "%e, %f, %g", "%q#0", 243),
        # What is read by what may be evaluated, in a region, too: 2, 1, 3, 9, 27, 81.
        (
            f"""%p = stablehlo.compare LT, %a, %b : ({SCALAR}, {SCALAR}) -> tensor<i1>
            %f = "stablehlo.if"(%p) ({{ stablehlo.return %three : {SCALAR} }}, {{ stablehlo.return %a : {SCALAR} }})
            : (tensor<i1>) -> {SCALAR}""",
            "%e, %f, %x",
            "%q#1",
            81,
        ),
        # What is undefined, if nobody reads it.
        (
            f"%z = stablehlo.subtract %a, %a : {SCALAR} %f = stablehlo.divide %b, %z : {SCALAR}",
            "%e, %f, %x",
            "%q#0",
            243,
        ),
    ],
)
def test_a_loop_is_cut_into_what_nothing_unknown_reaches_and_the_rest(
    body: str, returned: str, result: str, expected: int
) -> None:
    folded = fold(tripling(body, returned, result), check="divide" not in body)
    assert folded.ops() == ["stablehlo.constant"]
    assert values(folded.constants()[0]) == expected


def test_what_is_known_of_a_loop_is_a_constant_where_the_rest_is_read() -> None:
    text = tripling(NEXT_B + NEXT_C, "%e, %f, %g", "%s").replace(
        "return %s",
        f"%t = stablehlo.add %q#1, %one : {SCALAR} %s = stablehlo.multiply %q#2, %t : {SCALAR} return %s",
    )
    folded = fold(text)
    factor = folded.op("stablehlo.while").parent_block()
    assert factor is not None
    (product,) = [op for op in factor.ops if op.name == "stablehlo.multiply"]
    owner = product.operands[1].owner
    assert isinstance(owner, ConstantOp)
    assert values(array_of(owner.value)) == 124


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        # The condition asks for what is unknown, or becomes so.
        (NEXT_C, "%c"),
        (f"{NEXT_C} %f = stablehlo.add %b, %c : {SCALAR}", "%b"),
        # What is asked for is computed from what is unknown.
        (f"%e = stablehlo.multiply %a, %c : {SCALAR} {NEXT_C}", "%a"),
        # Something has effects, reads what is unknown or not, or is chance.
        (f"{NEXT_C} stablehlo.custom_call @print(%c) {{has_side_effect = true}} : ({SCALAR}) -> ()", "%a"),
        (f"{NEXT_C} stablehlo.custom_call @print(%a) {{has_side_effect = true}} : ({SCALAR}) -> ()", "%a"),
        (
            f"""%no = stablehlo.constant dense<> : tensor<0xi64>
            %g = stablehlo.rng %one, %three, %no, distribution = UNIFORM
            : ({SCALAR}, {SCALAR}, tensor<0xi64>) -> {SCALAR}""",
            "%a",
        ),
        (f"%g = stablehlo.custom_call @unheard_of(%a) : ({SCALAR}) -> {SCALAR}", "%a"),
    ],
)
def test_a_loop_that_something_unknown_decides_or_that_has_effects_stays(body: str, asked: str) -> None:
    own = [name for name in "efg" if f"%{name} = " in body]
    returned = ", ".join(
        f"%{new}" if new in own or new == "e" else f"%{old}" for old, new in zip("abc", "efg")
    )
    text = tripling(body, returned, "%q#0", asked)
    if "e" in own:
        text = text.replace(f"%e = stablehlo.multiply %a, %three : {SCALAR}", "")
    before, folded = parse(text), fold(text, check=False)
    kept = {op.name for op in before.walk()} & {"stablehlo.custom_call", "stablehlo.rng", "stablehlo.while"}
    assert kept <= set(folded.ops())


def test_a_hook_keeps_what_a_loop_computes() -> None:
    """What nobody reads need not be evaluated; what is read is not, where the hook keeps an op that it comes from."""
    body = f"%f = stablehlo.add %b, %a : {SCALAR} {NEXT_C}"
    for result, kept in (("%q#0", False), ("%q#1", True)):
        folded = fold(tripling(body, "%e, %f, %g", result), should_fold=keep("add"))
        assert ("stablehlo.while" in folded.ops()) == kept


def test_what_a_loop_ends_with_is_computed_if_it_turns_out_not_to_be_known() -> None:
    """That the loop has an effect turns out only when it is evaluated; until then nobody seems to read its results."""
    text = tripling(f"check.expect_eq %a, %a : {SCALAR}", "%e, %hundred, %x", "%q#1")
    folded = fold(text.replace("(%one, %two, %x)", "(%one, %two, %three)"), samples=1)
    assert "check.expect_eq" in folded.ops()
    last = folded.op("stablehlo.while").regions[1].block.last_op
    assert last is not None
    owner = last.operands[1].owner
    assert isinstance(owner, ConstantOp)
    assert values(array_of(owner.value)) == 100


def test_what_a_loop_begins_with_and_hands_on_as_the_same_constant_is_known() -> None:
    """Though the loop itself cannot be evaluated, and what reads it was decided before that turned out."""
    body = f"check.expect_eq %a, %a : {SCALAR}\n{NEXT_B}\n%same = stablehlo.constant dense<100> : {SCALAR}"
    loop = tripling(body, "%e, %f, %same", "%w").replace("(%one, %two, %x)", "(%one, %two, %hundred)")
    either = f"""%p = stablehlo.compare LT, %x, %one : ({SCALAR}, {SCALAR}) -> tensor<i1>
    %w = "stablehlo.if"(%p) ({{
      stablehlo.return %hundred : {SCALAR}
    }}, {{
      stablehlo.return %q#2 : {SCALAR}
    }}) : (tensor<i1>) -> {SCALAR}
    """
    folded = fold(loop.replace("return %w", either + "return %w"), samples=1)
    assert "check.expect_eq" in folded.ops()
    assert "stablehlo.if" not in folded.ops()
