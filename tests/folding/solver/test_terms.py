"""Terms: what rules make is looked at the moment it is made, and folding twice changes nothing."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from tests.folding.support import fold, main, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import ConstantAnalysis, fold_module
from xdsl_stablehlo.folding.solver import terms
from xdsl_stablehlo.programs.verification import verify_module

CHAIN = main(
    "%c = stablehlo.constant dense<3> : tensor<4xi32>\n%0 = stablehlo.add %x, %c : tensor<4xi32>\n"
    + "\n".join(f"%{i + 1} = stablehlo.add %{i}, %c : tensor<4xi32>" for i in range(9))
    + "\n%r = stablehlo.negate %9 : tensor<4xi32>",
    "tensor<4xi32>",
    "%x: tensor<4xi32>",
)


def readers(module: ModuleOp) -> list[list[Operation]]:
    return [[use.operation for use in result.uses] for op in module.walk() for result in op.results]


def test_a_chain_of_any_length_is_one_op() -> None:
    folded = fold(CHAIN)
    assert folded.ops() == ["stablehlo.constant", "stablehlo.subtract"]
    assert "dense<-30>" in folded.text


def test_looking_at_a_program_does_not_touch_it() -> None:
    module = parse(CHAIN)
    before, text = readers(module), print_module(module)
    analysis = ConstantAnalysis(module)
    last = [op for op in module.walk() if op.name == "stablehlo.negate"]
    assert analysis.value(last[0].results[0]) is None
    assert (readers(module), print_module(module)) == (before, text)


def test_the_bound_of_rules_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "MOST_TERMS", 0)
    module = parse(CHAIN)
    report = fold_module(module)
    verify_module(module)
    assert report.bounded > 0
    assert "rules stopped at their bound" in report.to_text()
    assert report.to_dict()["bounded"] == report.bounded


def test_what_a_case_decides_is_known_under_every_name() -> None:
    """The index of the outer `case` is a clamp that rules take for the value that the inner one asks about."""
    i32 = "tensor<i32>"
    text = main(
        f"""
        %low = stablehlo.constant dense<-1> : {i32}
        %high = stablehlo.constant dense<5> : {i32}
        %s = stablehlo.sign %x : {i32}
        %a = stablehlo.clamp %low, %s, %high : {i32}
        %r = "stablehlo.case"(%a) ({{
          %b = stablehlo.clamp %low, %s, %high : {i32}
          %0 = "stablehlo.case"(%b) ({{
            %1 = stablehlo.or %high, %s : {i32}
            stablehlo.return %1 : {i32}
          }}, {{ stablehlo.return %x : {i32} }}) : ({i32}) -> {i32}
          stablehlo.return %0 : {i32}
        }}, {{ stablehlo.return %x : {i32} }}) : ({i32}) -> {i32}
        """,
        i32,
        f"%x: {i32}",
    )
    assert fold(text).ops().count("stablehlo.case") == 1


def test_a_call_without_effects_for_its_arguments_goes() -> None:
    """The callee prints in a loop that does not run for what this call passes."""
    i32 = "tensor<i32>"
    text = f"""
    func.func private @f(%n: {i32}, %x: {i32}) -> {i32} {{
      %zero = stablehlo.constant dense<0> : {i32}
      %one = stablehlo.constant dense<1> : {i32}
      %r = "stablehlo.while"(%zero) ({{
      ^bb0(%i: {i32}):
        %p = stablehlo.compare LT, %i, %n : ({i32}, {i32}) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      }}, {{
      ^bb0(%i: {i32}):
        stablehlo.custom_call @print(%x) {{has_side_effect = true}} : ({i32}) -> ()
        %j = stablehlo.add %i, %one : {i32}
        stablehlo.return %j : {i32}
      }}) : ({i32}) -> {i32}
      return %r : {i32}
    }}
    """ + main(
        f"""
        %c = stablehlo.constant dense<0> : {i32}
        %r = func.call @f(%x, %x) : ({i32}, {i32}) -> {i32}
        %u = func.call @f(%c, %x) : ({i32}, {i32}) -> {i32}
        """,
        i32,
        f"%x: {i32}",
    )
    assert fold(text, check=False).ops("main").count("func.call") == 1


def test_a_loop_of_which_only_dead_code_reads_the_unknown_is_evaluated() -> None:
    i32 = "tensor<i32>"
    text = main(
        f"""
        %zero = stablehlo.constant dense<0> : {i32}
        %one = stablehlo.constant dense<1> : {i32}
        %three = stablehlo.constant dense<3> : {i32}
        %r:2 = "stablehlo.while"(%zero, %one) ({{
        ^bb0(%i: {i32}, %a: {i32}):
          %p = stablehlo.compare LT, %i, %three : ({i32}, {i32}) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        }}, {{
        ^bb0(%i: {i32}, %a: {i32}):
          %dead = stablehlo.multiply %x, %a : {i32}
          %gone = stablehlo.multiply %dead, %zero : {i32}
          %j = stablehlo.add %i, %one : {i32}
          %t = stablehlo.add %a, %a : {i32}
          %b = stablehlo.add %t, %gone : {i32}
          stablehlo.return %j, %b : {i32}, {i32}
        }}) : ({i32}, {i32}) -> ({i32}, {i32})
        """,
        i32,
        f"%x: {i32}",
        "%r#1",
    )
    folded = fold(text)
    assert [array.item() for array in folded.constants()] == [8]


def test_what_only_computed_an_argument_goes_with_it() -> None:
    """The first argument of `@g` is constant and unread once it is in the body: what computed it is large and stays
    for nobody."""
    big = "tensor<100000xf32>"
    text = f"""
    func.func private @g(%a: {big}, %x: {big}) -> {big} {{
      %0 = stablehlo.slice %a [0:1] : ({big}) -> tensor<1xf32>
      %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<1xf32>) -> {big}
      %2 = stablehlo.add %1, %x : {big}
      return %2 : {big}
    }}
    """ + main(
        f"""
        %i = stablehlo.iota dim = 0 : {big}
        %c = stablehlo.cosine %i : {big}
        %0 = func.call @g(%c, %x) : ({big}, {big}) -> {big}
        %r = func.call @g(%c, %0) : ({big}, {big}) -> {big}
        """,
        big,
        f"%x: {big}",
    )
    folded = fold(text)
    assert not {"stablehlo.iota", "stablehlo.cosine"} & set(folded.ops("main"))
