"""Limits, budgets, classes and hooks: what the user decides."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import numpy as np
from xdsl.ir import Operation

from tests.folding.support import fold, main, values
from tests.helpers.counting import with_peak
from tests.helpers.programs import parse
from xdsl_stablehlo.folding import fold_module


def iota_sum(size: int) -> str:
    return main(
        f"%i = stablehlo.iota dim = 0 : tensor<{size}xi32>\n%r = stablehlo.add %i, %i : tensor<{size}xi32>",
        f"tensor<{size}xi32>",
    )


def test_work_is_estimated_before_it_is_done() -> None:
    text = main(
        """
        %i = stablehlo.iota dim = 0 : tensor<1000x1000xf32>
        %d = stablehlo.dot_general %i, %i, contracting_dims = [1] x [0] :
            (tensor<1000x1000xf32>, tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
        %r = stablehlo.slice %d [0:1, 0:1] : (tensor<1000x1000xf32>) -> tensor<1x1xf32>
        """,
        "tensor<1x1xf32>",
    )
    folded = fold(text, check=False, op_work_limit=10**7)
    assert folded.reasons()["stablehlo.dot_general"] == "op-work-limit"
    (kept,) = [kept for kept in folded.report.explained() if kept.op == "stablehlo.dot_general"]
    assert kept.work >= 10**7
    assert "stablehlo.dot_general" not in folded.report.folded


def test_hook_keeps_and_forces() -> None:
    def keep(op: Operation) -> bool | None:
        return False if op.name == "stablehlo.add" else None

    def force(op: Operation) -> bool | None:
        return True if op.name == "stablehlo.add" else None

    assert fold(iota_sum(4), should_fold=keep).reasons() == {"stablehlo.add": "hook"}
    assert fold(iota_sum(100), fold_op_element_limit=8, should_fold=force).ops() == ["stablehlo.constant"]


CUSTOM = main(
    """
    %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %r = stablehlo.custom_call @mine(%c) : (tensor<2xf32>) -> tensor<2xf32>
    """,
    "tensor<2xf32>",
)


def test_custom_calls_stay_unless_the_user_evaluates_them() -> None:
    assert set(fold(CUSTOM, check=False).reasons()) == {"stablehlo.custom_call"}

    def mine(x: Any) -> Any:
        return np.asarray(x * 3, np.float32)

    folded = fold(CUSTOM, check=False, custom_calls={"mine": mine})
    assert values(folded.constants()[0]) == [3.0, 6.0]


def test_custom_call_that_gives_something_else_is_a_reason() -> None:
    folded = fold(CUSTOM, check=False, custom_calls={"mine": itemgetter(slice(1))})
    assert folded.reasons() == {"stablehlo.custom_call": "failed"}


def test_large_values_on_the_way_are_let_go() -> None:
    lines = "\n".join([f"%v{i + 1} = stablehlo.add %v{i}, %v0 : tensor<1000x1000xi32>" for i in range(30)])
    text = main(
        f"""
        %z = stablehlo.constant dense<0> : tensor<i32>
        %i = stablehlo.iota dim = 0 : tensor<1000x1000xi32>
        %j = stablehlo.iota dim = 1 : tensor<1000x1000xi32>
        %v0 = stablehlo.add %i, %j : tensor<1000x1000xi32>
        {lines}
        %r = stablehlo.reduce(%v30 init: %z) applies stablehlo.maximum across dimensions = [0, 1] :
            (tensor<1000x1000xi32>, tensor<i32>) -> tensor<i32>
        """,
        "tensor<i32>",
    )
    module = parse(text)
    report, peak = with_peak(lambda: fold_module(module))
    assert report.folded_ops == 35, "with the op in the body of the reduction"
    assert peak < 5 * 4_000_000
    assert values(fold(text).constants()[0]) == 31 * 1998
