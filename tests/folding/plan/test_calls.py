"""Calls that stay: clones for constant arguments, arguments that go, and what the limits of cloning are."""

from __future__ import annotations

import pytest
from xdsl.dialects.func import CallOp, FuncOp

from tests.folding.support import Folded, fold, main, values

I32 = "tensor<i32>"
V2 = "tensor<2xi32>"

F = f"""
func.func private @f(%x: {I32}, %k: {I32}) -> {I32} {{
  %s = stablehlo.multiply %k, %k : {I32}
  %r = stablehlo.add %x, %s : {I32}
  return %r : {I32}
}}
"""


def calls(*constants: int, more: str = "", function: str = "f", returned: str = "") -> str:
    """`main` calls `f` with an unknown argument and each of these constants."""
    lines = [f"%k{i} = stablehlo.constant dense<{k}> : {I32}" for i, k in enumerate(constants)]
    value = "%x"
    for i in range(len(constants)):
        lines.append(f"%v{i} = func.call @{function}({value}, %k{i}) : ({I32}, {I32}) -> {I32}")
        value = f"%v{i}"
    return main("\n".join([*lines, more]), I32, f"%x: {I32}, %m: {I32}", returned or value)


def functions(folded: Folded) -> list[str]:
    return [func.sym_name.data for func in folded.module.ops if isinstance(func, FuncOp)]


def test_an_argument_that_all_agree_on_goes() -> None:
    folded = fold(F + calls(3, 3))
    assert folded.ops("f") == ["stablehlo.constant", "stablehlo.add"]
    assert folded.ops("main") == ["func.call", "func.call"]
    assert "dense<9>" in folded.text
    assert folded.report.functions_cloned == []


def test_attributes_of_arguments_go_with_them() -> None:
    text = F.replace(f"%x: {I32}, %k: {I32}", f'%x: {I32} {{a.x = "x"}}, %k: {I32} {{a.k = "k"}}')
    folded = fold(text + calls(3))
    assert 'a.x = "x"' in folded.text
    assert "a.k" not in folded.text


def test_only_what_is_the_same_in_all_calls_is_agreed_on() -> None:
    """The first argument differs, the second one is known once, the third one is the same."""
    text = f"""
    func.func private @g(%a: {I32}, %b: {I32}, %c: {I32}) -> {I32} {{
      %0 = stablehlo.add %a, %b : {I32}
      %1 = stablehlo.multiply %0, %c : {I32}
      return %1 : {I32}
    }}
    """ + main(
        f"""
        %k = stablehlo.constant dense<3> : {I32}
        %l = stablehlo.constant dense<4> : {I32}
        %0 = func.call @g(%k, %k, %l) : ({I32}, {I32}, {I32}) -> {I32}
        %1 = func.call @g(%l, %x, %l) : ({I32}, {I32}, {I32}) -> {I32}
        %r = func.call @g(%0, %1, %l) : ({I32}, {I32}, {I32}) -> {I32}
        """,
        I32,
        f"%x: {I32}",
    )
    folded = fold(text, growth_budget=63)  # room for no clone
    assert folded.report.functions_cloned == []
    assert folded.ops("g") == ["stablehlo.constant", "stablehlo.add", "stablehlo.multiply"]
    call = next(op for op in folded.module.walk() if op.name == "func.call")
    assert len(call.operands) == 2


def test_a_known_argument_that_cannot_become_a_constant_stays() -> None:
    text = f"""
    func.func private @f(%x: {V2}, %k: {V2}) -> {V2} {{
      %r = stablehlo.add %x, %k : {V2}
      return %r : {V2}
    }}
    """ + main(
        f"%k = stablehlo.constant dense<[1, 2]> : {V2}\n%r = func.call @f(%x, %k) : ({V2}, {V2}) -> {V2}",
        V2,
        f"%x: {V2}",
    )
    assert fold(text, fold_op_element_limit=2).ops("f") == ["stablehlo.constant", "stablehlo.add"]
    folded = fold(text, fold_op_element_limit=1)
    assert folded.ops("f") == ["stablehlo.add"]
    assert not folded.report.changed


def test_clones_have_names_of_their_own() -> None:
    taken = F.replace("@f", "@f_0").replace("private ", "")
    folded = fold(F + taken + calls(3, 4))
    assert folded.report.functions_cloned == ["f_1", "f_2"]
    assert folded.report.functions_removed == ["f"]
    assert functions(folded) == ["f_1", "f_2", "f_0", "main"]


def test_calls_of_one_group_share_a_clone() -> None:
    folded = fold(F + calls(3, 4, 3, 4, 3))
    assert folded.report.functions_cloned == ["f_0", "f_1"]
    called = [op.callee.string_value() for op in folded.module.walk() if isinstance(op, CallOp)]
    assert called == ["f_0", "f_1", "f_0", "f_1", "f_0"]


@pytest.mark.parametrize(("groups", "cloned"), [(16, 16), (17, 0)])
def test_no_more_clones_than_sixteen(groups: int, cloned: int) -> None:
    squares = [f"%s{i + 1} = stablehlo.multiply %s{i}, %s{i} : {I32}" for i in range(20)]
    text = (
        F.replace("%s =", "%s0 =")
        .replace("%r =", "\n".join([*squares, "%r ="]))
        .replace("%x, %s :", "%x, %s20 :")
    )
    folded = fold(text + calls(*range(2, 2 + groups)), check=False, twice=False)
    assert len(folded.report.functions_cloned) == cloned


@pytest.mark.parametrize(("budget", "cloned"), [(2 * 3 * 64 - 1, 0), (2 * 3 * 64, 2)])
def test_clones_count_against_the_growth_budget(budget: int, cloned: int) -> None:
    """Three ops of 64 bytes each, all copies or none."""
    folded = fold(F + calls(3, 4), twice=False, growth_budget=budget)
    assert len(folded.report.functions_cloned) == cloned


def test_clones_are_no_larger_than_the_function() -> None:
    """Of two ops one folds: two copies are as large as the function, three are larger."""
    assert fold(F + calls(3, 4)).report.functions_cloned == ["f_0", "f_1"]
    assert fold(F + calls(3, 4, 5)).report.functions_cloned == []


def test_a_clone_must_fold_more_than_the_function_does() -> None:
    text = f"""
    func.func private @f(%x: {I32}, %k: {I32}) -> {I32} {{
      %r = stablehlo.add %x, %k : {I32}
      return %r : {I32}
    }}
    """
    assert fold(text + calls(3, 4)).report.functions_cloned == []
    assert fold(F + calls(3, 4)).report.functions_cloned == ["f_0", "f_1"]


@pytest.mark.parametrize(("depth", "cloned"), [(49, 2), (50, 0)])
def test_deeply_nested_functions_are_not_cloned(depth: int, cloned: int) -> None:
    opened = "\n".join([f'%r{i} = "stablehlo.if"(%p) ({{' for i in range(depth)])
    closed = f"}}, {{ stablehlo.return %x : {I32} }}) : (tensor<i1>) -> {I32}"
    returned = [f"{closed}\nstablehlo.return %r{i} : {I32}" for i in reversed(range(1, depth))]
    text = f"""
    func.func private @f(%x: {I32}, %k: {I32}) -> {I32} {{
      %zero = stablehlo.constant dense<0> : {I32}
      %p = stablehlo.compare LT, %k, %zero : ({I32}, {I32}) -> tensor<i1>
      {opened}
      %s = stablehlo.multiply %k, %k : {I32}
      stablehlo.return %s : {I32}
      {" ".join(returned)}
      {closed}
      return %r0 : {I32}
    }}
    """
    folded = fold(text + calls(3, 4), check=False, twice=False)
    assert len(folded.report.functions_cloned) == cloned


def test_a_function_whose_calls_all_go_is_removed_with_what_it_calls() -> None:
    text = f"""
    func.func private @inner(%x: {I32}) -> {I32} {{
      %r = stablehlo.add %x, %x : {I32}
      return %r : {I32}
    }}
    func.func private @outer(%x: {I32}) -> {I32} {{
      %r = func.call @inner(%x) : ({I32}) -> {I32}
      return %r : {I32}
    }}
    func.func private @unused(%x: {I32}) -> {I32} {{
      return %x : {I32}
    }}
    """ + main(f"%c = stablehlo.constant dense<3> : {I32}\n%r = func.call @outer(%c) : ({I32}) -> {I32}", I32)
    folded = fold(text)
    assert values(folded.constants()[0]) == 6
    # What nobody ever called is not what folding has made unused.
    assert functions(folded) == ["unused", "main"]
    assert folded.report.functions_removed == ["outer", "inner"]


def test_declarations_and_unknown_functions_are_not_evaluated() -> None:
    text = f"func.func private @f({I32}, {I32}) -> {I32}\n" + calls(3)
    folded = fold(text, check=False)
    assert folded.reasons() == {"func.call": "no-evaluator"}
    (kept,) = folded.report.explained()
    assert kept.reason == "calls a function without a body"


def test_what_a_call_returns_is_known_although_not_all_its_arguments_are() -> None:
    text = f"""
    func.func private @f(%x: {I32}, %k: {I32}) -> ({I32}, {I32}) {{
      %a = stablehlo.add %x, %k : {I32}
      %b = stablehlo.multiply %k, %k : {I32}
      return %a, %b : {I32}, {I32}
    }}
    """ + main(
        f"""
        %k = stablehlo.constant dense<3> : {I32}
        %l = stablehlo.constant dense<4> : {I32}
        %0:2 = func.call @f(%x, %k) : ({I32}, {I32}) -> ({I32}, {I32})
        %1:2 = func.call @f(%0#0, %l) : ({I32}, {I32}) -> ({I32}, {I32})
        %2 = stablehlo.add %0#1, %1#1 : {I32}
        %r = stablehlo.subtract %1#0, %2 : {I32}
        """,
        I32,
        f"%x: {I32}",
    )
    folded = fold(text, specialize_calls=False)
    assert "dense<25>" in folded.text
    assert "stablehlo.add" not in folded.ops("main")


@pytest.mark.parametrize(("depth", "known"), [(39, True), (40, False)])
def test_calls_are_followed_so_deep(depth: int, known: bool) -> None:
    """The constant goes down through all functions and comes back up, beside an argument that is not known."""
    types = f"({I32}, {I32}) -> ({I32}, {I32})"
    text = main(
        f"%k = stablehlo.constant dense<3> : {I32}\n%l = stablehlo.constant dense<3> : {I32}\n"
        f"%0:2 = func.call @f0(%x, %k) : {types}\n%r = stablehlo.add %0#1, %l : {I32}",
        I32,
        f"%x: {I32}",
    )
    for k in range(depth):
        text += (
            f"func.func @f{k}(%x: {I32}, %a: {I32}) -> ({I32}, {I32}) {{ %b:2 = func.call @f{k + 1}(%x, %a) : {types} "
            f"return %b#0, %b#1 : {I32}, {I32} }}\n"
        )
    text += f"func.func @f{depth}(%x: {I32}, %a: {I32}) -> ({I32}, {I32}) {{ return %x, %a : {I32}, {I32} }}"
    folded = fold(text, check=False, twice=False)
    assert ("stablehlo.add" not in folded.ops("main")) is known


def test_functions_that_only_what_folded_named_go() -> None:
    """And what they called in turn; not public ones, nor those that nobody ever named."""
    text = f"""
    func.func private @inner(%x: {I32}) -> {I32} {{
      %r = stablehlo.add %x, %x : {I32}
      return %r : {I32}
    }}
    func.func private @outer(%x: {I32}) -> {I32} {{
      %r = func.call @inner(%x) : ({I32}) -> {I32}
      return %r : {I32}
    }}
    func.func @public(%x: {I32}) -> {I32} {{
      return %x : {I32}
    }}
    func.func private @never_named(%x: {I32}) -> {I32} {{
      return %x : {I32}
    }}
    func.func @main(%m: {I32}) -> ({I32}, {I32}) {{
      %c = stablehlo.constant dense<3> : {I32}
      %0 = stablehlo.composite "a.b" %c {{decomposition = @outer}} : ({I32}) -> {I32}
      %1 = stablehlo.composite "a.c" %0 {{decomposition = @public}} : ({I32}) -> {I32}
      %2 = stablehlo.add %1, %m : {I32}
      return %0, %2 : {I32}, {I32}
    }}"""
    folded = fold(text)
    assert folded.report.functions_removed == ["outer", "inner"]
    assert functions(folded) == ["public", "never_named", "main"]
    kept = fold(text.replace('"a.b" %c', '"a.b" %m'))
    assert functions(kept) == ["inner", "outer", "public", "never_named", "main"]


def test_a_function_that_only_what_goes_mentions_is_special_to_its_calls() -> None:
    """A composite in a branch that never runs is no caller."""
    branch = f'%z = stablehlo.composite "my.f" %x, %k0 {{decomposition = @f}} : ({I32}, {I32}) -> {I32}'
    body = f"""
    %no = stablehlo.constant dense<false> : tensor<i1>
    %w = "stablehlo.if"(%no) ({{
      {branch}
      stablehlo.return %z : {I32}
    }}, {{
      stablehlo.return %v0 : {I32}
    }}) : (tensor<i1>) -> {I32}"""
    folded = fold(F + calls(3, more=body, returned="%w"))
    assert folded.ops("f") == ["stablehlo.constant", "stablehlo.add"]
    stays = fold(F + calls(3, more=branch, returned="%z"))
    assert "stablehlo.multiply" in stays.ops("f")
