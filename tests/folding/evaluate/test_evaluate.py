"""Whether one op may be evaluated: what regions and functions run, sizes that nobody knows, hooks and limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.ir import Operation

from tests.folding.support import Folded, fold, main, values
from tests.helpers.clock import Clock
from tests.helpers.programs import parse
from xdsl_stablehlo.folding import FoldOptions, fold_op
from xdsl_stablehlo.folding.evaluate.work import WorkBudget
from xdsl_stablehlo.folding.terms.reasons import Code
from xdsl_stablehlo.folding.tuning import CHEAP_LOOK, FREE_VISITS, VISIT
from xdsl_stablehlo.interpreter.execution.type_facts import facts_of
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness
from xdsl_stablehlo.values.element_types import Array

I32 = "tensor<i32>"


def only_reason(folded: Folded, op: str) -> tuple[str, str]:
    """Code and message of the one op of this name that stayed."""
    (kept,) = [kept for kept in folded.report.kept if kept.op == op]
    return kept.code, kept.reason


# ---- inside regions and functions ----


def called(body: str, result: str, argument: str = "1") -> str:
    """`main` calls a function of one known argument that runs `body`."""
    return f"""
    func.func private @f(%x: {I32}) -> {result} {{
      {body}
      return %r : {result}
    }}
    func.func @main() -> {result} {{
      %c = stablehlo.constant dense<{argument}> : {I32}
      %r = func.call @f(%c) : ({I32}) -> {result}
      return %r : {result}
    }}"""


def test_what_is_forced_may_be_of_any_size_inside_of_functions_too() -> None:
    def force(_: Operation) -> bool:
        return True

    text = called(
        "%i = stablehlo.iota dim = 0 : tensor<10xi32>\n%j = stablehlo.add %i, %i : tensor<10xi32>\n"
        "%s = stablehlo.slice %j [3:4] : (tensor<10xi32>) -> tensor<1xi32>\n"
        "%r = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>",
        I32,
    )
    assert fold(text, value_bytes_limit=39, should_fold=force).constants()[0] == 6


def test_what_is_forced_may_be_of_any_exactness() -> None:
    def force(op: Operation) -> bool | None:
        return True if op.name == "stablehlo.sine" else None

    text = main(
        "%c = stablehlo.constant dense<2.0> : tensor<f32>\n%s = stablehlo.sine %c : tensor<f32>\n"
        "%r = stablehlo.cosine %s : tensor<f32>",
        "tensor<f32>",
    )
    assert fold(text, exactness=Exactness.EXACT).reasons() == {"stablehlo.sine": "exactness"}
    folded = fold(text, exactness=Exactness.EXACT, should_fold=force)
    assert folded.reasons() == {"stablehlo.cosine": "exactness"}
    assert folded.ops() == ["stablehlo.constant", "stablehlo.cosine"]


def test_a_hook_keeps_calls() -> None:
    def keep_calls(op: Operation) -> bool | None:
        return False if op.name == "func.call" else None

    folded = fold(called(f"%r = stablehlo.add %x, %x : {I32}", I32), should_fold=keep_calls)
    assert only_reason(folded, "func.call") == ("hook", "is kept by the should_fold hook")


# ---- sizes ----


def test_a_result_of_unknown_size() -> None:
    text = main("%r = stablehlo.custom_call @mine() : () -> tensor<?xi32>", "tensor<?xi32>")
    folded = fold(text, check=False, custom_calls={"mine": lambda: np.arange(3, dtype=np.int32)})
    assert only_reason(folded, "stablehlo.custom_call") == (
        "dynamic-size",
        "has a result of unknown size 'tensor<?xi32>'",
    )


def test_elements_and_bytes_of_types() -> None:
    module = parse("func.func private @f(tensor<3x4xf64>, tensor<?x4xf32>, tensor<i8>, !stablehlo.token)")
    (func,) = module.ops
    types: Any = func.properties["function_type"]
    dense, dynamic, scalar, token = types.inputs.data
    assert [facts_of(t).elements for t in (dense, dynamic, scalar, token)] == [12, None, 1, 0]
    assert [facts_of(t).bytes for t in (dense, dynamic, scalar, token)] == [96, None, 1, 0]


# ---- budgets ----


def budget(**options: Any) -> WorkBudget:
    return WorkBudget(FoldOptions(**options))


def test_a_budget_counts_what_it_allows() -> None:
    work = budget(op_work_limit=100, work_budget=150)
    assert work.refuse(100) is None
    assert work.done == 100
    refused = work.refuse(101)
    assert refused is not None
    assert (refused.code, refused.work) == (Code.OP_WORK_LIMIT, 101)
    assert refused.message == "takes an estimated 101 ns, op-work-limit is 100"
    refused = work.refuse_all(151)
    assert refused is not None
    assert (refused.code, refused.work) == (Code.WORK_BUDGET, 151)
    assert refused.message == "takes an estimated 151 ns, work-budget is 150"
    assert work.done == 100
    # As much as there are ops: a second fold, with a budget of its own, would not stop where this one does.
    assert work.refuse(100) is None
    assert not work.is_spent()


def test_looks_beyond_those_of_each_op_are_counted() -> None:
    work = WorkBudget(FoldOptions(work_budget=150), ops=2)
    work.charge(2 * FREE_VISITS * VISIT + 150)
    assert not work.is_spent()
    assert not work.exceeded
    work.charge(1)
    assert work.is_spent()
    assert work.exceeded


def test_what_decisions_take_is_shared_if_it_is_not_little() -> None:
    whole = 2 * CHEAP_LOOK + 2
    work = budget(work_budget=whole)
    for _ in range(3):
        assert work.may_decide(CHEAP_LOOK)
        work.count(CHEAP_LOOK)
        work.share(CHEAP_LOOK)
    assert not work.may_decide(whole + 1)
    assert not work.exceeded  # nor in a fold of its own
    for allowed in (True, True, False):
        assert work.may_decide(CHEAP_LOOK + 1) is allowed
        if allowed:
            work.count(CHEAP_LOOK + 1)
            work.share(CHEAP_LOOK + 1)
    assert work.exceeded
    careful = WorkBudget(FoldOptions(work_budget=whole), careful=True)
    assert careful.may_decide(CHEAP_LOOK)
    assert not careful.may_decide(CHEAP_LOOK + 1)
    assert not careful.exceeded


def test_what_is_free_is_counted_all_the_same() -> None:
    work = budget(op_work_limit=100, work_budget=150)
    assert work.refuse(1000, free=True) is None
    assert work.done == 1000


def test_a_budget_knows_the_time(clock: Clock) -> None:
    clock.step = 0.001
    late = budget(seconds=0.0)
    refused = late.refuse(1)
    assert refused is not None
    assert (refused.code, refused.work) == (Code.SECONDS, 1)
    assert refused.message == "is not evaluated: the 0 seconds that folding may take are over"
    assert late.refuse(1, free=True) is not None
    assert late.done == 0
    assert late.is_spent()
    assert not budget(seconds=1.0).is_spent()


# ---- evaluators of the user's ----


def custom(kind: str = "tensor<2xf32>") -> str:
    return main(
        f"%c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
        f"%r = stablehlo.custom_call @mine(%c) : (tensor<2xf32>) -> {kind}",
        kind,
    )


def test_an_evaluator_that_fails_is_a_reason() -> None:
    def mine(_: Any) -> Any:
        raise KeyError("which")

    folded = fold(custom(), check=False, custom_calls={"mine": mine})
    code, message = only_reason(folded, "stablehlo.custom_call")
    assert code == "failed"
    assert message == "fails to evaluate: KeyError: 'which'"


def test_evaluation_is_counted() -> None:
    def mine(x: Array) -> Array:
        return x + 1

    folded = fold(custom(), check=False, twice=False, custom_calls={"mine": mine})
    kind = folded.report.folded["stablehlo.custom_call"]
    assert (kind.count, kind.bytes) == (1, 8)
    assert kind.seconds > 0


def test_one_op_with_tuples_and_sizes() -> None:
    module = parse(
        "func.func @main(%t: tuple<tensor<i32>, tensor<2xf32>>, %x: tensor<2xf32>, %s: tensor<1xi64>) {\n"
        "%0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tensor<2xf32>>) -> tensor<2xf32>\n"
        "%1 = stablehlo.tuple %x : tuple<tensor<2xf32>>\n"
        "%2 = stablehlo.dynamic_reshape %x, %s : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>\n"
        "%3 = stablehlo.add %x, %x : tensor<2xf32>\nreturn }"
    )
    (func,) = module.ops
    get, make, reshape, add, _ = func.regions[0].block.ops
    found = fold_op(get, [(np.int32(1), np.array([3, 4], np.float32))])
    assert found is not None
    assert values(found[0].array) == [3.0, 4.0]
    # What gives a tuple has no tensor to give.
    assert fold_op(make, [[1.0, 2.0]]) is None
    found = fold_op(reshape, [[1.0, 2.0], [2]])
    assert found is not None
    assert str(found[0].type) == "tensor<2xf32>"
    with pytest.raises(ValueError, match=r"shorter|longer"):
        fold_op(add, [[1.0, 2.0]])
    assert fold_op(add) is None
