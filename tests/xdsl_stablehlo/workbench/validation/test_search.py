"""Wrong rewrites that few arguments show: the search finds them, always the same, with the work that it may do."""

from __future__ import annotations

import numpy as np
import pytest

from tests.campaigns.validated_pairs import PAIRS
from tests.helpers.clock import Clock
from tests.helpers.programs import function, parse
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.workbench.validation import Counterexample, Kind, ValidationOptions, validate
from xdsl_stablehlo.workbench.validation.proofs import answer

from .support import verdict

I32, I64, F32, BOOL = "tensor<i32>", "tensor<i64>", "tensor<f32>", "tensor<i1>"
WRONG = f"%one = stablehlo.constant dense<1> : {I32} %wrong = stablehlo.add %a0, %one : {I32}"


def unless(condition: str) -> str:
    """The first argument, but one more where `%p` holds."""
    return f"{WRONG} {condition} %r0 = stablehlo.select %p, %wrong, %a0 : {BOOL}, {I32}"


def is_equal(to: int) -> str:
    return f"""%c = stablehlo.constant dense<{to}> : {I32}
    %p = stablehlo.compare EQ, %a0, %c : ({I32}, {I32}) -> {BOOL}"""


HIDDEN = {
    "at a constant": unless(is_equal(123456)),
    "beside a constant": unless(is_equal(123456)).replace("EQ", "GT"),
    "at the least integer": unless(
        f"%n = stablehlo.negate %a0 : {I32} %z = stablehlo.constant dense<0> : {I32}"
        f"%q = stablehlo.and %n, %a0 : {I32} %p = stablehlo.compare LT, %q, %z : ({I32}, {I32}) -> {BOOL}"
    ),
    "where arguments are equal": unless(f"%p = stablehlo.compare EQ, %a0, %a1 : ({I32}, {I32}) -> {BOOL}"),
    "where a product wraps around": unless(
        f"""%m = stablehlo.multiply %a0, %a1 : {I32} %d = stablehlo.divide %m, %a1 : {I32}
        %z = stablehlo.constant dense<0> : {I32} %y = stablehlo.maximum %a1, %one : {I32}
        %n = stablehlo.multiply %a0, %y : {I32} %e = stablehlo.divide %n, %y : {I32}
        %p = stablehlo.compare NE, %e, %a0 : ({I32}, {I32}) -> {BOOL}"""
    ),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_few_integers_show(name: str):
    found = verdict(
        f"%r0 = stablehlo.add %a0, %z : {I32}".join((f"%z = stablehlo.constant dense<0> : {I32} ", "")),
        HIDDEN[name],
        [I32, I32],
        [I32],
    )
    assert found.is_refuted


def branches(wrong: int) -> str:
    """Adds `wrong` behind two conditions of which the second is only asked where the first holds."""
    return f"""%c = stablehlo.constant dense<1000> : {I32} %d = stablehlo.constant dense<77> : {I32}
    %w = stablehlo.constant dense<{wrong}> : {I32}
    %p = stablehlo.compare GT, %a0, %c : ({I32}, {I32}) -> {BOOL}
    %r0 = "stablehlo.if"(%p) ({{
      %s = stablehlo.subtract %a1, %d : {I32}
      %q = stablehlo.compare EQ, %s, %d : ({I32}, {I32}) -> {BOOL}
      %i = "stablehlo.if"(%q) ({{
        %x = stablehlo.add %a0, %w : {I32}
        stablehlo.return %x : {I32}
      }}, {{
        stablehlo.return %a0 : {I32}
      }}) : ({BOOL}) -> {I32}
      stablehlo.return %i : {I32}
    }}, {{
      stablehlo.return %a1 : {I32}
    }}) : ({BOOL}) -> {I32}"""


def test_what_is_reached_by_few_arguments_is_tried_again_and_changed():
    found = verdict(branches(0), branches(1), [I32, I32], [I32], inputs=3000)
    assert found.is_refuted
    assert found.counterexample is not None
    first, second = found.counterexample.arguments
    assert int(first) > 1000
    assert int(second) == 154


def test_starts_that_should_be_clamped():
    """A slice of 2 of 8 elements begins at 6 at most."""
    kind, part = "tensor<8xf32>", "tensor<2xf32>"
    before = f"%r0 = stablehlo.dynamic_slice %a0, %a1, sizes = [2] : ({kind}, {I64}) -> {part}"
    after = f"""%l = stablehlo.constant dense<0> : {I64} %h = stablehlo.constant dense<7> : {I64}
    %i = stablehlo.clamp %l, %a1, %h : {I64} %two = stablehlo.constant dense<2> : {I64}
    %j = stablehlo.minimum %i, %two : {I64}
    %r0 = stablehlo.dynamic_slice %a0, %j, sizes = [2] : ({kind}, {I64}) -> {part}"""
    assert verdict(before, after.replace("dense<2>", "dense<5>"), [kind, I64], [part]).is_refuted
    assert not verdict(before, after.replace("dense<2>", "dense<9>"), [kind, I64], [part]).is_refuted


@pytest.mark.parametrize(
    ("element", "before", "after"),
    [
        ("f32", "compare EQ, %a0, %a0", "compare TRUE"),
        ("f32", "compare EQ, %a0, %a1", "compare EQ, %a0, %a1, TOTALORDER"),
    ],
)
def test_what_nan_shows(element: str, before: str, after: str):
    kind = f"tensor<{element}>"
    types = f" : ({kind}, {kind}) -> {BOOL}"
    texts = [
        f"%r0 = stablehlo.{body}{types}"
        if "TRUE" not in body
        else f"%r0 = stablehlo.constant dense<true> : {BOOL}"
        for body in (before, after)
    ]
    assert verdict(texts[0], texts[1], [kind, kind], [BOOL]).is_refuted


def test_few_arguments_are_all_tried():
    kind = "tensor<i8>"
    found = verdict(
        f"""%n = stablehlo.not %a0 : {kind} %o = stablehlo.constant dense<1> : {kind}
        %r0 = stablehlo.add %n, %o : {kind}""",
        f"%r0 = stablehlo.negate %a0 : {kind}",
        [kind],
        [kind],
        proofs=False,
    )
    assert (found.kind, found.inputs, found.reason) == (Kind.PROVED, 256, "all 256 arguments were tried")


def test_counterexamples_are_small_and_the_same_each_time():
    """Of 64 elements one is enough: element 40, whose constant is another."""
    kind = "tensor<64xi32>"
    values = list(range(64))
    before = f"%c = stablehlo.constant dense<{values}> : {kind} %r0 = stablehlo.multiply %a0, %c : {kind}"
    values[40] += 1
    after = f"%c = stablehlo.constant dense<{values}> : {kind} %r0 = stablehlo.multiply %a0, %c : {kind}"
    found = [verdict(before, after, [kind], [kind]) for _ in range(2)]
    assert found[0].to_json() == found[1].to_json()
    assert found[0].counterexample is not None
    (argument,) = found[0].counterexample.arguments
    assert np.flatnonzero(argument.array).tolist() == [40]
    assert "result 0 at [40] is" in found[0].counterexample.difference


def through(inner: str, outer: str) -> str:
    """The argument as `inner` elements, and back."""
    there, back = f"tensor<4x{inner}>", f"tensor<4x{outer}>"
    return (
        f"%c = stablehlo.convert %a0 : ({back}) -> {there} %r0 = stablehlo.convert %c : ({there}) -> {back}"
    )


@pytest.mark.parametrize(
    ("element", "before", "after", "smallest"),
    [
        ("i32", through("i8", "i32"), through("i16", "i32"), {128, -128}),
        ("f32", "%r0 = stablehlo.floor %a0 : tensor<4xf32>", through("f64", "f32"), {0.5, -0.5}),
    ],
)
def test_what_stays_of_a_counterexample_is_simple(
    element: str, before: str, after: str, smallest: set[float]
):
    """The least integer that has another sign in eight bits, and a float with a fraction."""
    found = verdict(before, after, [f"tensor<4x{element}>"], [f"tensor<4x{element}>"]).counterexample
    assert found is not None
    (argument,) = found.arguments
    assert len(np.flatnonzero(argument.array)) == 1
    assert argument.array.sum() in smallest


def test_loops_without_end_end():
    kind = I32
    loop = f"""%r0 = stablehlo.while(%i = %a0) : {kind}
    cond {{
      %t = stablehlo.constant dense<true> : {BOOL}
      stablehlo.return %t : {BOOL}
    }} do {{
      stablehlo.return %i : {kind}
    }}"""
    found = verdict(loop, "%r0 = stablehlo.negate %a0 : tensor<i32>", [kind], [kind])
    assert found.kind is Kind.CANNOT
    assert "iterations that are allowed" in found.reason


SWAPPED = [f"%r0 = stablehlo.add %a{i}, %a{1 - i} : {I32}" for i in (0, 1)]


def test_work_bounds_the_search() -> None:
    """Two evaluations for each arguments, of a tenth of a millisecond each and what the op takes."""
    inputs = [
        verdict(SWAPPED[0], SWAPPED[1], [I32, I32], [I32], proofs=False, work_budget=work).inputs
        for work in (0, 10**6, 10**7, 1 << 35)
    ]
    assert inputs[0] == 0
    assert 2 <= inputs[1] <= 5
    assert 10 * inputs[1] - 10 <= inputs[2] <= 10 * inputs[1] + 10
    assert inputs[3] > 200


def test_seconds_bound_the_search_where_somebody_says_so(clock: Clock) -> None:
    clock.step = 0.01
    assert 0 < verdict(SWAPPED[0], SWAPPED[1], [I32, I32], [I32], proofs=False, seconds=1.0).inputs < 50
    assert verdict(SWAPPED[0], SWAPPED[1], [I32, I32], [I32], proofs=False).inputs > 200


def test_sizes_that_disagree_are_undefined():
    """An add of tensors of other sizes has no result that could be given."""
    kind = "tensor<?xi32>"
    before, after = [f"%r0 = stablehlo.add %a{i}, %a{1 - i} : {kind}" for i in (0, 1)]
    assert verdict(before, after, [kind, kind], [kind]).kind is Kind.PROVED
    found = verdict(before, after, [kind, kind], [kind], proofs=False)
    assert found.kind is Kind.NOT_REFUTED


def test_a_failure_only_after_is_a_difference():
    kind = "tensor<?xi32>"
    before = f"%r0 = stablehlo.add %a0, %a0 : {kind}"
    after = f"%r0 = stablehlo.add %a0, %a1 : {kind}"
    found = verdict(before, after, [kind, kind], [kind])
    assert found.is_refuted


def test_a_function_that_returns_something_else_is_not_compared():
    """MLIR lets a function end with another dialect's terminator, of any operands."""
    text = "func.func @main(%a: tensor<i64>) { stablehlo.return %a : tensor<i64> }"
    (found,) = validate(parse(text), parse(text), proofs=False)
    assert (found.kind, found.reason) == (
        Kind.CANNOT,
        "before: it ends with 'stablehlo.return', and not with 'func.return'",
    )


def test_arguments_may_be_bound_dropped_and_put_in_another_order():
    types = [I32, I32, I32]
    before = parse(
        function(
            f"%s = stablehlo.subtract %a0, %a1 : {I32} %r0 = stablehlo.add %s, %a2 : {I32}", types, [I32]
        )
    )
    after = parse(
        function(
            f"""%c = stablehlo.constant dense<5> : {I32} %s = stablehlo.subtract %a1, %c : {I32}
            %r0 = stablehlo.add %s, %a0 : {I32}""",
            types[:2],
            [I32],
        )
    )
    bound = {1: Tensor.of(np.int32(5))}
    (found,) = validate(before, after, arguments=[2, 0], bound=bound)
    assert found.kind is Kind.NOT_REFUTED
    (wrong,) = validate(before, after, arguments=[2, 0], bound={1: Tensor.of(np.int32(6))})
    assert wrong.is_refuted
    assert isinstance(wrong.counterexample, Counterexample)
    assert int(wrong.counterexample.arguments[1]) == 6


def test_results_may_be_put_in_another_order():
    before = parse(function("", [I32, F32], [I32, F32], ["%a0", "%a1"]))
    after = parse(function("", [I32, F32], [F32, I32], ["%a1", "%a0"]))
    (found,) = validate(before, after, results=[1, 0])
    assert found.kind is Kind.NOT_REFUTED
    (without,) = validate(before, after)
    assert without.kind is Kind.CANNOT
    assert without.reason == f"result 0 is of type {I32} before and {F32} after"


def test_products_of_large_constants_are_no_arguments():
    """The product of the constants is infinite."""
    constants = "".join(f"%{name} = stablehlo.constant dense<1.0e300> : tensor<f64> " for name in "ab")
    body = f"{constants}%d = stablehlo.divide %a, %b : tensor<f64> %r0 = stablehlo.add %d, %a0 : tensor<f64>"
    found = verdict(body, body, ["tensor<f64>"], ["tensor<f64>"], proofs=False)
    assert found.kind is Kind.NOT_REFUTED


@pytest.mark.prove
def test_arguments_of_z3_are_the_same_whatever_it_was_asked_before():
    pairs = [[functions_of(parse(text))["main"] for text in (c.before, c.after)] for c in PAIRS if c.change]
    asked = [pair for pair in pairs[:: len(pairs) // 12] if pair[0].function_type == pair[1].function_type]
    answers = [str(answer(pair[0], pair[1], ValidationOptions())) for pair in asked]
    assert sum("candidate=(" in each for each in answers) > 3
    again = [str(answer(pair[0], pair[1], ValidationOptions())) for pair in reversed(asked)]
    assert again == answers[::-1]
