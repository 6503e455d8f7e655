"""Traps for a folder that evaluates on demand: what fails late, never ends, is read from afar or by several.

Everything is asked through the public doors, and about results: the module computes what it did, or is as it was.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.folding.support import fold, main
from tests.helpers.drawn.whole_programs import random_program
from xdsl_stablehlo.folding.evaluate import work
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness

BIG, BIG_INT = "tensor<5000xf32>", "tensor<5000xi32>"
"""Too large to be evaluated before somebody asks, and small enough to become a constant."""


# ---- barriers, regions and functions ----


@pytest.mark.parametrize("through", [True, False])
def test_a_barrier_between_large_values(through: bool) -> None:
    text = main(
        f"""
        %i = stablehlo.iota dim = 0 : {BIG}
        %s = stablehlo.sine %i : {BIG}
        %b = stablehlo.optimization_barrier %s : {BIG}
        %c = stablehlo.cosine %b : {BIG}
        %r = stablehlo.slice %c [0:2] : ({BIG}) -> tensor<2xf32>
        """,
        "tensor<2xf32>",
    )
    folded = fold(text, fold_barriers=through)
    assert folded.ops() == (
        ["stablehlo.constant"]
        if through
        else ["stablehlo.constant", *(f"stablehlo.{n}" for n in ("optimization_barrier", "cosine", "slice"))]
    )
    if not through:
        assert folded.reasons() == {"stablehlo.optimization_barrier": "barrier"}


def test_values_that_are_read_in_regions() -> None:
    """In the body of a loop that runs as long as its argument says, of a branch, a reduction and a map."""
    text = main(
        f"""
        %i = stablehlo.iota dim = 0 : {BIG}
        %s = stablehlo.sine %i : {BIG}
        %e = stablehlo.slice %s [4:5] : ({BIG}) -> tensor<1xf32>
        %f = stablehlo.reshape %e : (tensor<1xf32>) -> tensor<f32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %w:2 = stablehlo.while(%k = %zero, %v = %x) : tensor<i32>, {BIG} cond {{
          %t = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %t : tensor<i1>
        }} do {{
          %m = stablehlo.add %k, %one : tensor<i32>
          %c = stablehlo.cosine %s : {BIG}
          %a = stablehlo.add %v, %c : {BIG}
          stablehlo.return %m, %a : tensor<i32>, {BIG}
        }}
        %b = "stablehlo.if"(%p) ({{
          %c = stablehlo.cosine %s : {BIG}
          stablehlo.return %c : {BIG}
        }}, {{ stablehlo.return %x : {BIG} }}) : (tensor<i1>) -> {BIG}
        %y = stablehlo.add %w#1, %b : {BIG}
        %r = "stablehlo.reduce"(%y, %f) ({{
        ^bb0(%0: tensor<f32>, %1: tensor<f32>):
          %2 = stablehlo.multiply %1, %f : tensor<f32>
          %3 = stablehlo.add %0, %2 : tensor<f32>
          stablehlo.return %3 : tensor<f32>
        }}) {{dimensions = array<i64: 0>}} : ({BIG}, tensor<f32>) -> tensor<f32>
        """,
        "tensor<f32>",
        f"%x: {BIG}, %n: tensor<i32>, %p: tensor<i1>",
    )
    folded = fold(text)
    assert not {"stablehlo.iota", "stablehlo.sine", "stablehlo.cosine"} & set(folded.ops())


def test_a_value_that_two_functions_read() -> None:
    text = (
        main(
            f"""
            %i = stablehlo.iota dim = 0 : {BIG}
            %s = stablehlo.sine %i : {BIG}
            %a = func.call @f(%s, %x) : ({BIG}, {BIG}) -> {BIG}
            %b = func.call @g(%a, %s) : ({BIG}, {BIG}) -> {BIG}
            %c = func.call @f(%s, %b) : ({BIG}, {BIG}) -> {BIG}
            %r = stablehlo.add %c, %s : {BIG}
            """,
            BIG,
            f"%x: {BIG}",
        )
        + f"""
        func.func private @f(%s: {BIG}, %x: {BIG}) -> {BIG} {{
          %0 = stablehlo.cosine %s : {BIG}
          %1 = stablehlo.add %0, %x : {BIG}
          return %1 : {BIG}
        }}
        func.func private @g(%x: {BIG}, %s: {BIG}) -> {BIG} {{
          %0 = stablehlo.negate %s : {BIG}
          %1 = func.call @f(%0, %x) : ({BIG}, {BIG}) -> {BIG}
          return %1 : {BIG}
        }}"""
    )
    folded = fold(text)
    assert not {"stablehlo.iota", "stablehlo.sine"} & set(folded.ops())


# ---- what may not be spent ----


@pytest.mark.parametrize(
    "limit",
    [
        {"work_budget": 0},
        {"work_budget": 200_000},
        {"op_work_limit": 1},
        {"value_bytes_limit": 1000},
        {"seconds": 0.0},
        {"growth_budget": 0},
        {"fold_op_element_limit": 0},
        {"exactness": Exactness.EXACT},
    ],
)
def test_limits_leave_a_module_that_computes_the_same(limit: dict[str, Any]) -> None:
    text = main(
        f"""
        %i = stablehlo.iota dim = 0 : {BIG}
        %s = stablehlo.sine %i : {BIG}
        %a = stablehlo.add %s, %i : {BIG}
        %t = stablehlo.slice %a [0:3] : ({BIG}) -> tensor<3xf32>
        %u = stablehlo.multiply %a, %x : {BIG}
        %v = stablehlo.slice %u [0:3] : ({BIG}) -> tensor<3xf32>
        %r = stablehlo.add %t, %v : tensor<3xf32>
        """,
        "tensor<3xf32>",
        f"%x: {BIG}",
    )
    fold(text, twice="seconds" not in limit, **limit)


# ---- everything at once ----


@pytest.mark.parametrize("batch", range(4))
def test_programs_of_which_nothing_is_evaluated_at_once(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small values go the way of large ones. What they are is known when rules have been asked: folding again asks
    with it."""
    monkeypatch.setattr(work, "AT_ONCE_BYTES", -1)
    monkeypatch.setattr(work, "AT_ONCE_WORK", -1)
    for seed in range(2000 + 15 * batch, 2015 + 15 * batch):
        fold(random_program(seed), twice=False)
