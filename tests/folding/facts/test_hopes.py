"""What rests on something that only seemed to hold, or that holds in one branch or iteration, does not outlive it."""

from __future__ import annotations

import numpy as np
import pytest

from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import eval_module

from ...helpers.programs import parse

I32 = "tensor<i32>"
PAIR = f"({I32}, {I32}) -> tensor<i1>"
CONSTANTS = f"""
  %zero = stablehlo.constant dense<0> : {I32}
  %one = stablehlo.constant dense<1> : {I32}
  %two = stablehlo.constant dense<2> : {I32}
  %five = stablehlo.constant dense<5> : {I32}
  %nine = stablehlo.constant dense<9> : {I32}
  %ten = stablehlo.constant dense<10> : {I32}
  %hundred = stablehlo.constant dense<100> : {I32}
  %ones = stablehlo.constant dense<1> : tensor<1xi32>"""


def unknown_copy(name: str, value: str) -> str:
    """`%name` is `%value`, but no fact about it asks for one about `%value`."""
    return f"""
    %{name}_row = stablehlo.reshape %{value} : ({I32}) -> tensor<1xi32>
    %{name} = stablehlo.einsum %{name}_row, %ones, config = "i,i->" : (tensor<1xi32>, tensor<1xi32>) -> {I32}"""


def while_below(counter: str, bound: str, copied: bool = True) -> str:
    """The condition of a loop, of which no fact tells when it ends if the counter is copied."""
    copy, name = (unknown_copy("e", counter), "e") if copied else ("", counter)
    return f"""cond {{ {copy}
    %p = stablehlo.compare LT, %{name}, %{bound} : {PAIR}
    stablehlo.return %p : tensor<i1>
  }} do {{"""


BRANCH = f"""
func.func @main(%x: {I32}, %n: {I32}) -> {I32} {{ {CONSTANTS}
  %k, %v, %h = stablehlo.while(%i = %x, %a = %nine, %hits = %zero) : {I32}, {I32}, {I32}
  {while_below("i", "n")}
    {unknown_copy("u", "i")}
    %d = stablehlo.negate %u : {I32}
    %p = stablehlo.compare LT, %d, %ten : {PAIR}
    %r = "stablehlo.if"(%p) ({{
      %q = stablehlo.compare GE, %a, %ten : {PAIR}
      %c = stablehlo.convert %q : (tensor<i1>) -> {I32}
      stablehlo.return %c : {I32}
    }}, {{
      stablehlo.return %zero : {I32}
    }}) : (tensor<i1>) -> {I32}
    %h2 = stablehlo.add %hits, %r : {I32}
    %i2 = stablehlo.add %u, %five : {I32}
    stablehlo.return %i2, %d, %h2 : {I32}, {I32}, {I32}
  }}
  return %h : {I32}
}}"""
"""In the branch %d is below 10, but %a is the %d of the iteration before."""

OUTER = f"""
func.func @main(%x: {I32}, %n: {I32}) -> {I32} {{ {CONSTANTS}
  %k, %v, %h = stablehlo.while(%i = %x, %o = %zero, %hits = %zero) : {I32}, {I32}, {I32}
  {while_below("i", "n")}
    {unknown_copy("u", "i")}
    %i2 = stablehlo.add %u, %one : {I32}
    %j, %a3, %t, %g = stablehlo.while(%jj = %x, %a = %zero, %tt = %zero, %gg = %zero) : {I32}, {I32}, {I32}, {I32}
    {while_below("jj", "n")}
      {unknown_copy("u2", "jj")}
      %j2 = stablehlo.add %u2, %one : {I32}
      {unknown_copy("d", "a")}
      %m = stablehlo.minimum %d, %two : {I32}
      %a2 = stablehlo.add %d, %one : {I32}
      %z = stablehlo.compare GE, %o, %one : {PAIR}
      %zz = stablehlo.convert %z : (tensor<i1>) -> {I32}
      {unknown_copy("g2", "gg")}
      %g3 = stablehlo.add %g2, %zz : {I32}
      stablehlo.return %j2, %a2, %m, %g3 : {I32}, {I32}, {I32}, {I32}
    }}
    {unknown_copy("h2", "hits")}
    %h3 = stablehlo.add %h2, %g : {I32}
    stablehlo.return %i2, %t, %h3 : {I32}, {I32}, {I32}
  }}
  return %h : {I32}
}}"""
"""While %a is hoped to stay 0, %m is, and with it what the outer loop carries as %o."""

ONCE = f"""
func.func @main(%x: {I32}, %n: {I32}) -> {I32} {{ {CONSTANTS}
  %k, %b, %r = stablehlo.while(%i = %zero, %bound = %one, %s = %two) : {I32}, {I32}, {I32}
  {while_below("i", "n", copied=False)}
    %i2 = stablehlo.add %i, %one : {I32}
    %bound2 = stablehlo.add %bound, %one : {I32}
    %j, %t = stablehlo.while(%jj = %zero, %tt = %s) : {I32}, {I32}
    {while_below("jj", "bound", copied=False)}
      %j2 = stablehlo.add %jj, %one : {I32}
      %t2 = stablehlo.multiply %tt, %tt : {I32}
      %t3 = stablehlo.add %t2, %x : {I32}
      stablehlo.return %j2, %t3 : {I32}, {I32}
    }}
    stablehlo.return %i2, %bound2, %t : {I32}, {I32}, {I32}
  }}
  return %r : {I32}
}}"""
"""While %bound is hoped to stay 1 the inner loop runs once, with %s for %tt."""

BEYOND = f"""
func.func @main(%x: {I32}, %n: {I32}) -> {I32} {{ {CONSTANTS}
  %start = stablehlo.clamp %zero, %n, %hundred : {I32}
  %k = stablehlo.while(%i = %start) : {I32}
  {while_below("i", "ten", copied=False)}
    %j = stablehlo.add %i, %one : {I32}
    stablehlo.return %j : {I32}
  }}
  %p = stablehlo.compare GT, %k, %ten : {PAIR}
  %r = stablehlo.convert %p : (tensor<i1>) -> {I32}
  return %r : {I32}
}}"""
"""The loop ends with 10, unless it starts beyond that."""


@pytest.mark.parametrize("text", [BRANCH, OUTER, ONCE, BEYOND], ids=["branch", "outer", "once", "beyond"])
def test_it_is_dropped(text: str) -> None:
    module = parse(text)
    fold_module(module)
    for x in (-20, 0):
        for n in (-13, 1, 2, 3, 12):
            arguments = [np.int32(x), np.int32(n)]
            assert eval_module(module, arguments) == eval_module(parse(text), arguments)
