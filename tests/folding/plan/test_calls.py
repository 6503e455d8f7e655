"""Calls that stay: clones for constant arguments, arguments that go, and what the limits of cloning are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.folding.support import fold, main
from tests.helpers.programs import parse
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.plan.plan import Plan

I32 = "tensor<i32>"

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
    assert len(fold(text + calls(3, 4), check=False, twice=False).report.functions_cloned) == cloned


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
    assert ("stablehlo.add" not in fold(text, check=False, twice=False).ops("main")) is known


LARGE = "tensor<300x300xf32>"


def chain(depth: int) -> str:
    """Functions that call one another, each once, with known results that are too large for constants."""
    functions = [
        f"""
        func.func private @f{i}() -> {LARGE} {{
          %k = call @f{i + 1}() : () -> {LARGE}
          %v = stablehlo.cosine %k : {LARGE}
          %w = stablehlo.sine %v : {LARGE}
          return %w : {LARGE}
        }}"""
        for i in range(depth)
    ]
    return f"""
        func.func @main(%x: {LARGE}) -> {LARGE} {{
          %k = call @f0() : () -> {LARGE}
          %v = stablehlo.cosine %k : {LARGE}
          %r = stablehlo.add %x, %v : {LARGE}
          return %r : {LARGE}
        }}
        {"".join(functions)}
        func.func private @f{depth}() -> {LARGE} {{
          %i = stablehlo.iota dim = 0 : {LARGE}
          %j = stablehlo.iota dim = 1 : {LARGE}
          %k = stablehlo.power %i, %j : {LARGE}
          return %k : {LARGE}
        }}"""


def test_plans_are_tried_once_for_each_function_behind_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made in a function that goes with its call pays for others: each plan asks for all functions behind."""
    tried: list[int] = []
    of = Plan.of

    def counting(*given: Any) -> Plan:
        tried[-1] += 1
        return of(*given)

    monkeypatch.setattr(Plan, "of", counting)
    for depth in (3, 6):
        tried.append(0)
        fold_module(parse(chain(depth)))
    assert 4 * depth < tried[1] <= 4 * tried[0]
