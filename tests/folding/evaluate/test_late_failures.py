"""What fails when it is evaluated, late: the module is as it was, or only what failed stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from tests.folding.support import main
from tests.helpers.programs import parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding import (
    ConstantAnalysis,
    FoldOptions,
    Progress,
    constant_value,
    fold_module,
)
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of

BIG, BIG_INT = "tensor<5000xf32>", "tensor<5000xi32>"
"""Too large to be evaluated before somebody asks, and small enough to become a constant."""


def calls(**functions: Callable[..., Any]) -> FoldOptions:
    """Options with functions for custom calls, which have no effects."""
    return FoldOptions(custom_calls=functions, assume_no_undeclared_side_effects=True)


def raising(error: BaseException) -> Callable[..., Any]:
    """A function for a custom call that never gives anything."""

    def fail(*_: Array) -> Array:
        raise error

    return fail


def shortened(operand: Array) -> Array:
    return operand[:3]


def widened(operand: Array) -> Array:
    return operand.astype(np.float64)


def twice(operand: Array) -> tuple[Array, Array]:
    return operand, operand


def nothing(_: Array) -> None:
    return None


FAILING = main(
    f"""
    %i = stablehlo.iota dim = 0 : {BIG}
    %f = stablehlo.custom_call @mine(%i) : ({BIG}) -> {BIG}
    %g = stablehlo.sine %f : {BIG}
    %h = stablehlo.slice %g [0:2] : ({BIG}) -> tensor<2xf32>
    %j = stablehlo.slice %i [3:5] : ({BIG}) -> tensor<2xf32>
    %k = stablehlo.add %j, %j : tensor<2xf32>
    %r = stablehlo.add %h, %k : tensor<2xf32>
    """,
    "tensor<2xf32>",
)


@pytest.mark.parametrize(
    "mine",
    [
        raising(ValueError("no")),
        raising(MemoryError()),
        raising(RecursionError()),
        raising(StopIteration()),
        shortened,
        widened,
        twice,
        nothing,
    ],
)
def test_what_fails_when_it_is_evaluated_stays_with_its_readers(mine: Callable[..., Any]) -> None:
    module = parse(FAILING)
    report = fold_module(module, options=calls(mine=mine))
    verify_module(module)
    names = [op.name for op in module.walk()]
    assert names.count("stablehlo.custom_call") == names.count("stablehlo.sine") == 1
    (kept,) = [kept for kept in report.kept if kept.op == "stablehlo.custom_call"]
    assert kept.code == "failed"
    # What is computed beside it becomes a constant all the same.
    assert "dense<[6.000000e+00, 8.000000e+00]>" in print_module(module)
    folded = print_module(module)
    fold_module(module, options=calls(mine=mine))
    assert print_module(module) == folded


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_while_something_is_evaluated_leaves_the_module_as_it_was(
    error: type[BaseException],
) -> None:
    module = parse(FAILING)
    with pytest.raises(error):
        fold_module(module, options=calls(mine=raising(error())))
    assert print_module(module) == print_module(parse(FAILING))
    fold_module(module, options=calls(mine=np.negative))
    assert [op.name for op in module.walk()].count("stablehlo.constant") == 1, "it can be folded afterwards"


def test_what_is_told_of_progress_may_raise() -> None:
    module = parse(FAILING)

    def stop(_: Progress) -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        fold_module(module, options=replace(calls(mine=np.negative), on_progress=stop))
    assert print_module(module) == print_module(parse(FAILING))


@pytest.mark.parametrize("op", ["iota", "sine", "slice", "add"])
def test_a_hook_that_raises_leaves_the_module_as_it_was(op: str) -> None:
    module = parse(FAILING)

    def hook(asked: Operation) -> None:
        if asked.name == f"stablehlo.{op}":
            raise LookupError(op)

    with pytest.raises(LookupError):
        fold_module(module, options=replace(calls(mine=np.negative), should_fold=hook))
    assert print_module(module) == print_module(parse(FAILING))


def test_a_function_may_ask_for_constants_of_another_module_while_it_runs() -> None:
    other = parse(main("%a = stablehlo.constant dense<4.0> : tensor<f32>", "tensor<f32>", returned="%a"))
    asked: list[Any] = []

    def mine(operand: Array) -> Array:
        fold_module(other)
        asked.append(ConstantAnalysis(other))
        return -operand

    module = parse(FAILING)
    fold_module(module, options=calls(mine=mine))
    assert len(asked) == 1
    assert [op.name for op in module.walk()].count("stablehlo.constant") == 1


def test_a_function_that_folds_the_module_it_is_called_from_fails() -> None:
    module = parse(FAILING)

    def mine(operand: Array) -> Array:
        fold_module(module)
        return operand

    report = fold_module(module, options=calls(mine=mine))
    verify_module(module)
    (kept,) = [kept for kept in report.kept if kept.op == "stablehlo.custom_call"]
    assert kept.code == "failed"
    assert "ConcurrentFoldError" in kept.reason


def test_an_array_that_its_giver_changes_later_is_what_it_was() -> None:
    shared = np.zeros(5000, np.float32)

    def mine(_: Array) -> Array:
        shared[:] += 1
        return shared

    text = main(
        f"""
        %i = stablehlo.iota dim = 0 : {BIG}
        %j = stablehlo.negate %i : {BIG}
        %f = stablehlo.custom_call @mine(%i) : ({BIG}) -> {BIG}
        %g = stablehlo.custom_call @mine(%j) : ({BIG}) -> {BIG}
        %x = stablehlo.slice %f [0:1] : ({BIG}) -> tensor<1xf32>
        %y = stablehlo.slice %g [0:1] : ({BIG}) -> tensor<1xf32>
        %r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
        """,
        "tensor<2xf32>",
    )
    module = parse(text)
    fold_module(module, options=calls(mine=mine))
    shared[:] = 7
    (constant,) = [op for op in module.walk() if isinstance(op, ConstantOp)]
    assert sorted(array_of(constant.value).tolist()) == [1, 2]


DECISIONS = f"""func.func @main(%x: tensor<6xf32>)
        -> (tensor<6xf32>, tensor<6xf32>, tensor<i32>, tensor<2xf32>, tensor<i32>) {{
      %i = stablehlo.iota dim = 0 : {BIG_INT}
      %f = stablehlo.custom_call @mine(%i) : ({BIG_INT}) -> {BIG_INT}
      %s = stablehlo.slice %f [2:3] : ({BIG_INT}) -> tensor<1xi32>
      %n = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
      %two = stablehlo.constant dense<2> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %p = stablehlo.compare EQ, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %a = "stablehlo.if"(%p) ({{
        %0 = stablehlo.sine %x : tensor<6xf32>
        stablehlo.return %0 : tensor<6xf32>
      }}, {{ stablehlo.return %x : tensor<6xf32> }}) : (tensor<i1>) -> tensor<6xf32>
      %b = "stablehlo.case"(%n) ({{ stablehlo.return %x : tensor<6xf32> }},
      {{ stablehlo.return %x : tensor<6xf32> }}, {{
        %0 = stablehlo.cosine %x : tensor<6xf32>
        stablehlo.return %0 : tensor<6xf32>
      }}) : (tensor<i32>) -> tensor<6xf32>
      %c = stablehlo.while(%k = %one) : tensor<i32> cond {{
        %t = stablehlo.compare LE, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %t : tensor<i1>
      }} do {{
        %m = stablehlo.multiply %k, %two : tensor<i32>
        stablehlo.return %m : tensor<i32>
      }}
      %d = stablehlo.dynamic_slice %x, %n, sizes = [2] : (tensor<6xf32>, tensor<i32>) -> tensor<2xf32>
      %w = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
      %e = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?xi32>) -> tensor<i32>
      return %a, %b, %c, %d, %e : tensor<6xf32>, tensor<6xf32>, tensor<i32>, tensor<2xf32>, tensor<i32>
    }}"""
"""A predicate, an index, a bound and a shape that come out of something large, or do not come."""


@pytest.mark.parametrize("fails", [True, False])
def test_what_decides_may_fail(fails: bool) -> None:
    module = parse(DECISIONS)
    fold_module(module, options=calls(mine=raising(ValueError()) if fails else np.array))
    verify_module(module)
    names = [op.name.removeprefix("stablehlo.") for op in module.walk()]
    if fails:
        assert {"custom_call", "if", "case", "while", "dynamic_slice", "dynamic_iota"} <= set(names)
    else:
        assert not {"custom_call", "if", "case", "while", "dynamic_iota", "get_dimension_size"} & set(names)
        (func,) = module.ops
        assert isinstance(func, FuncOp)
        last = func.body.block.last_op
        assert last is not None
        known = [array_of(v.owner.value).tolist() for v in last.operands if isinstance(v.owner, ConstantOp)]
        assert known == [4, 2]


# ---- asking without changing ----


def test_asking_for_values_changes_nothing_and_fails_alone() -> None:
    module = parse(FAILING)
    by_name = {op.name: op.results[0] for op in module.walk() if len(op.results) == 1}
    options = calls(mine=raising(MemoryError()))
    analysis = ConstantAnalysis(module, options)
    for name, known in {"iota": True, "custom_call": False, "sine": False, "slice": True}.items():
        value = by_name[f"stablehlo.{name}"]
        assert (analysis.value(value) is not None) is known
        assert (constant_value(value, options) is not None) is known
    assert analysis.value(by_name["stablehlo.add"]) is None
    assert print_module(module) == print_module(parse(FAILING))
    interrupted = ConstantAnalysis(module, calls(mine=raising(KeyboardInterrupt())))
    with pytest.raises(KeyboardInterrupt):
        interrupted.value(by_name["stablehlo.sine"])
    assert interrupted.value(by_name["stablehlo.slice"]) is not None
