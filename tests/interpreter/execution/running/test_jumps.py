"""Functions of several blocks: jumps, limits, and the place of an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.helpers.programs import evaluate, parse
from xdsl_stablehlo.interpreter import EvaluationError, LimitExceeded, Limits, eval_module

NESTED = """func.func @main(%n: tensor<i32>, %m: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  cf.br ^outer(%zero, %zero, %one : tensor<i32>, tensor<i32>, tensor<i32>)
^outer(%i: tensor<i32>, %a: tensor<i32>, %b: tensor<i32>):
  %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p0 = tensor.extract %p[] : tensor<i1>
  cf.cond_br %p0, ^inner(%zero, %a, %b : tensor<i32>, tensor<i32>, tensor<i32>), ^end
^inner(%j: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
  %q = stablehlo.compare LT, %j, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q0 = tensor.extract %q[] : tensor<i1>
  cf.cond_br %q0, ^body, ^next
^body:
  %k = stablehlo.add %j, %one : tensor<i32>
  %s = stablehlo.add %c, %d : tensor<i32>
  cf.br ^inner(%k, %d, %s : tensor<i32>, tensor<i32>, tensor<i32>)
^next:
  %l = stablehlo.add %i, %one : tensor<i32>
  cf.br ^outer(%l, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>)
^end:
  return %a, %b : tensor<i32>, tensor<i32>
}"""
"""n * m steps of Fibonacci's numbers, from 0 and 1."""


def run(text: str, *arguments: int, **limits: Any) -> list[int]:
    given = eval_module(parse(text), list(map(np.int32, arguments)), limits=Limits(**limits))
    return [int(each.get()) for each in given]


def test_loops_in_loops() -> None:
    assert run(NESTED, 3, 4) == [144, 233]
    assert run(NESTED, 0, 4) == run(NESTED, 4, 0) == [0, 1]


def test_the_iterations_of_each_loop_are_counted_anew() -> None:
    assert run(NESTED, 3, 4, iterations=4) == [144, 233]
    with pytest.raises(LimitExceeded, match="takes more than the 3 iterations"):
        run(NESTED, 3, 4, iterations=3)


@pytest.mark.parametrize(
    "limits", [{"work": 1_000_000}, {"steps": 1_000}, {"iterations": 1_000}, {"seconds": 0.01}]
)
def test_limits_end_a_loop_without_ops(limits: dict[str, Any]) -> None:
    text = """func.func @main() {
      cf.br ^forever
    ^forever:
      cf.br ^forever
    }"""
    with pytest.raises(LimitExceeded, match=r"<input>:4:7: 'cf.br' op takes more than"):
        run(text, **limits)


def test_values_that_jumps_hand_on_are_exchanged_at_once() -> None:
    text = """func.func @main(%x: tensor<i32>, %y: tensor<i32>, %p: i1) -> tensor<i32> {
      %again = arith.constant true
      cf.br ^swap(%x, %y, %p : tensor<i32>, tensor<i32>, i1)
    ^swap(%a: tensor<i32>, %b: tensor<i32>, %q: i1):
      %no = arith.xori %q, %again : i1
      cf.cond_br %q, ^swap(%b, %a, %no : tensor<i32>, tensor<i32>, i1), ^end
    ^end:
      %r = stablehlo.subtract %a, %b : tensor<i32>
      return %r : tensor<i32>
    }"""
    for p, wanted in ((True, -4), (False, 4)):
        (given,) = eval_module(parse(text), [np.int32(7), np.int32(3), p])
        assert int(given.get()) == wanted


def test_an_assertion_fails_with_its_message() -> None:
    text = """func.func @main(%p: i1) {
      cf.cond_br %p, ^good, ^bad
    ^bad:
      cf.assert %p, "all is lost"
      cf.br ^good
    ^good:
      return
    }"""
    assert eval_module(parse(text), [True]) == ()
    with pytest.raises(EvaluationError, match=r"<input>:4:7: 'cf.assert' op all is lost"):
        eval_module(parse(text), [False])


def test_what_a_block_overwrites_is_its_own() -> None:
    """A slice is written to in place only where no other block reads the tensor."""
    text = """func.func @main(%x: tensor<3xi32>, %n: tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %nine = stablehlo.constant dense<9> : tensor<1xi32>
      %y = stablehlo.add %x, %x : tensor<3xi32>
      cf.br ^head(%zero, %y : tensor<i32>, tensor<3xi32>)
    ^head(%i: tensor<i32>, %t: tensor<3xi32>):
      %u = stablehlo.dynamic_update_slice %t, %nine, %i : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
      %k = stablehlo.add %i, %one : tensor<i32>
      %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %q = tensor.extract %p[] : tensor<i1>
      cf.cond_br %q, ^head(%k, %u : tensor<i32>, tensor<3xi32>), ^end
    ^end:
      return %y, %u : tensor<3xi32>, tensor<3xi32>
    }"""
    first, last = evaluate(text, np.array([1, 2, 3], np.int32), np.int32(2))
    assert (first.tolist(), last.tolist()) == ([2, 4, 6], [9, 9, 6])
