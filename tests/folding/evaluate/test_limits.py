"""Limits, budgets, classes and hooks: what the user decides."""

from __future__ import annotations

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


def weights(count: int, extra_reader: bool = False) -> str:
    numbers = ", ".join([f"{i}.5" for i in range(count)])
    returned = ", %w" if extra_reader else ""
    types = f"tensor<{count}xbf16>" + (f", tensor<{count}xf32>" if extra_reader else "")
    return f"""
    func.func @main() -> ({types}) {{
      %w = stablehlo.constant dense<[{numbers}]> : tensor<{count}xf32>
      %r = stablehlo.reverse %w, dims = [0] : tensor<{count}xf32>
      %b = stablehlo.convert %r : (tensor<{count}xf32>) -> tensor<{count}xbf16>
      return %b{returned} : {types}
    }}
    """


def test_a_fold_that_frees_what_it_adds_is_exempt_from_the_limit() -> None:
    folded = fold(weights(20), fold_op_element_limit=10)
    assert folded.ops() == ["stablehlo.constant"]
    assert folded.report.bytes_after == 40


def test_a_constant_that_stays_pays_for_nothing() -> None:
    folded = fold(weights(20, extra_reader=True), fold_op_element_limit=10)
    assert folded.ops() == ["stablehlo.constant", "stablehlo.reverse", "stablehlo.convert"]
    assert folded.reasons() == {"stablehlo.reverse": "element-limit", "stablehlo.convert": "element-limit"}


def test_growth_is_counted_for_the_module_as_a_whole() -> None:
    lines = "\n".join([f"%i{n} = stablehlo.iota dim = 0 : tensor<{10 + n}xi32>" for n in range(4)])
    types = ", ".join([f"tensor<{10 + n}xi32>" for n in range(4)])
    text = f"func.func @main() -> ({types}) {{\n{lines}\nreturn %i0, %i1, %i2, %i3 : {types}\n}}"
    folded = fold(text, twice=False, growth_budget=100)
    # The last two take 52 and 48 bytes.
    assert folded.ops().count("stablehlo.constant") == 2
    assert folded.report.bytes_after - folded.report.bytes_before == 100
    assert set(folded.reasons().values()) == {"growth-budget"}


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


def test_values_on_the_way_are_limited_in_bytes() -> None:
    text = main(
        """
        %i = stablehlo.iota dim = 0 : tensor<1000x10xi32>
        %j = stablehlo.iota dim = 1 : tensor<1000x10xi32>
        %a = stablehlo.add %i, %j : tensor<1000x10xi32>
        %r = stablehlo.slice %a [0:1, 0:1] : (tensor<1000x10xi32>) -> tensor<1x1xi32>
        """,
        "tensor<1x1xi32>",
    )
    reasons = {"stablehlo.add": "memory", "stablehlo.iota": "expansion"}
    assert fold(text, value_bytes_limit=10_000).reasons() == reasons
    assert fold(text, value_bytes_limit=40_000).ops() == ["stablehlo.constant"]


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
    def wrong(x: Any) -> Any:
        return x[:1]

    folded = fold(CUSTOM, check=False, custom_calls={"mine": wrong})
    assert folded.reasons() == {"stablehlo.custom_call": "failed"}


def test_constants_of_a_function_that_goes_pay_as_well() -> None:
    text = """
    func.func private @weights() -> tensor<4xi32> {
      %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
      return %w : tensor<4xi32>
    }
    func.func @main() -> tensor<4xi32> {
      %w = func.call @weights() : () -> tensor<4xi32>
      %r = stablehlo.add %w, %w : tensor<4xi32>
      return %r : tensor<4xi32>
    }
    """
    folded = fold(text, fold_op_element_limit=2)
    assert folded.ops() == ["stablehlo.constant"]
    assert folded.report.functions_removed == ["weights"]


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
