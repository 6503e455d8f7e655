"""What fails when it is evaluated, late: the module is as it was, or only what failed stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import itemgetter
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from tests.folding.support import main
from tests.helpers.programs import named, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding import ConstantAnalysis, FoldOptions, Progress, constant_value, fold_module
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of

PROGRAMS = named(__file__)

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


def widened(operand: Array) -> Array:
    return operand.astype(np.float64)


def twice(operand: Array) -> tuple[Array, Array]:
    return operand, operand


def nothing(_: Array) -> None:
    return None


FAILING = main(PROGRAMS["failing"], "tensor<2xf32>")


@pytest.mark.parametrize(
    "mine",
    [
        raising(ValueError("no")),
        raising(MemoryError()),
        raising(RecursionError()),
        raising(StopIteration()),
        itemgetter(slice(3)),
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

    text = main(PROGRAMS["an array that its giver changes later is what it was"], "tensor<2xf32>")
    module = parse(text)
    fold_module(module, options=calls(mine=mine))
    shared[:] = 7
    (constant,) = [op for op in module.walk() if isinstance(op, ConstantOp)]
    assert sorted(array_of(constant.value).tolist()) == [1, 2]


DECISIONS = PROGRAMS["decisions"]
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
