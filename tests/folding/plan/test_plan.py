"""Which known values become constants, which stay, and why; what pays for a constant above the limits."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.ir import Operation, SSAValue

from tests.folding.support import Folded, fold, main, values
from tests.helpers.programs import parse
from xdsl_stablehlo.folding import FoldOptions
from xdsl_stablehlo.folding.plan.cost import Credits, Ledger
from xdsl_stablehlo.interpreter.kernels.support.values import Token, Value
from xdsl_stablehlo.values.element_types import Array

V4 = "tensor<4xi32>"


def weights_in(function: str, visibility: str = "private ") -> str:
    """A function of a constant of 4 elements, none of which is another one."""
    return f"""
    func.func {visibility}@{function}() -> {V4} {{
      %w = stablehlo.constant dense<[1, 2, 3, 4]> : {V4}
      return %w : {V4}
    }}"""


# ---- uses ----


def message_of(folded: Folded, op: str) -> str:
    (kept,) = [kept for kept in folded.report.kept if kept.op == op]
    return kept.reason


def test_what_no_constant_can_hold() -> None:
    text = main("%r = stablehlo.custom_call @mine() : () -> !stablehlo.token", "!stablehlo.token")
    folded = fold(text, check=False, custom_calls={"mine": Token})
    assert folded.reasons() == {"stablehlo.custom_call": "uses"}
    reason = "gives a '!stablehlo.token', which no constant can hold"
    assert message_of(folded, "stablehlo.custom_call") == reason


TUPLES = """
func.func @main() -> tuple<tensor<2xi32>, TYPE> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %s = stablehlo.constant dense<[2]> : tensor<1xi64>
  %d = stablehlo.dynamic_reshape %c, %s : (tensor<2xi32>, tensor<1xi64>) -> tensor<?xi32>
  %n = stablehlo.add %c, %c : tensor<2xi32>
  %r = stablehlo.custom_call @pair(%n, SECOND) : (tensor<2xi32>, TYPE) -> tuple<tensor<2xi32>, TYPE>
  return %r : tuple<tensor<2xi32>, TYPE>
}
"""


@pytest.mark.parametrize(
    ("second", "kind", "code"), [("%c", "tensor<2xi32>", None), ("%d", "tensor<?xi32>", "uses")]
)
def test_tuples_whose_elements_are_all_constants(second: str, kind: str, code: str | None) -> None:
    """A tuple that is given becomes a tuple of constants, if each of them has the type that is declared."""

    def pair(a: Array, b: Array) -> tuple[tuple[Array, Array]]:
        return ((a, b),)

    text = TUPLES.replace("SECOND", second).replace("TYPE", kind)
    folded = fold(text, check=False, custom_calls={"pair": pair})
    if code is None:
        made = [name for name in folded.ops() if name != "stablehlo.custom_call"]
        assert made == ["stablehlo.constant", "stablehlo.constant", "stablehlo.tuple"]
        assert "dense<[2, 4]>" in folded.text
    else:
        assert folded.reasons()["stablehlo.custom_call"] == code
        assert (
            message_of(folded, "stablehlo.custom_call")
            == "gives a tuple with elements that are not constants"
        )


# ---- payment ----


def test_a_call_that_gives_the_constant_itself_pays_for_it() -> None:
    text = f"""
    func.func @main() -> {V4} {{
      %w = func.call @weights() : () -> {V4}
      return %w : {V4}
    }}"""
    folded = fold(weights_in("weights") + text, fold_op_element_limit=2)
    assert folded.ops() == ["stablehlo.constant"]
    assert folded.report.functions_removed == ["weights"]


@pytest.mark.parametrize(("limit", "folds"), [(4, True), (3, False)])
def test_a_constant_pays_up_to_its_bytes(limit: int, folds: bool) -> None:
    """16 bytes pay for 16 bytes, not for 32."""
    text = main(
        f"""
        %w = stablehlo.constant dense<[1, 2, 3, 4]> : {V4}
        %r = stablehlo.convert %w : ({V4}) -> tensor<4xi64>
        """,
        "tensor<4xi64>",
    )
    folded = fold(text, fold_op_element_limit=limit)
    assert (folded.ops() == ["stablehlo.constant"]) is folds
    same = fold(text.replace("i64", "ui32"), fold_op_element_limit=limit)
    assert same.ops() == ["stablehlo.constant"]


def test_several_constants_pay_together() -> None:
    text = main(
        """
        %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
        %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
        %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
        """,
        V4,
    )
    assert fold(text, fold_op_element_limit=2).ops() == ["stablehlo.constant"]
    # One of them is read elsewhere, so that only the other one goes.
    kept = text.replace(f"-> {V4} {{", f"-> ({V4}, tensor<2xi32>) {{").replace(
        f"%r : {V4}", f"%r, %b : {V4}, tensor<2xi32>"
    )
    assert "stablehlo.concatenate" in fold(kept, fold_op_element_limit=2).ops()


def test_what_is_left_of_a_constant_pays_for_another_one() -> None:
    """Eight bytes of 16 are spent, and so are the others; a third constant finds nothing left."""
    kinds = enumerate(("i16", "ui16", "f16"))
    halves = "\n".join([f"%r{i} = stablehlo.convert %w : ({V4}) -> tensor<4x{kind}>" for i, kind in kinds])
    text = f"""
    func.func @main() -> (RESULTS) {{
      %w = stablehlo.constant dense<[1, 2, 3, 4]> : {V4}
      {halves}
      return VALUES : RESULTS
    }}"""

    def folded(*kinds: str) -> list[str]:
        values = ", ".join([f"%r{i}" for i in range(len(kinds))])
        results = ", ".join([f"tensor<4x{kind}>" for kind in kinds])
        return fold(text.replace("VALUES", values).replace("RESULTS", results), fold_op_element_limit=2).ops()

    assert folded("i16") == ["stablehlo.constant"]
    assert folded("i16", "ui16") == ["stablehlo.constant"] * 2
    assert "stablehlo.convert" in folded("i16", "ui16", "f16")


def test_plans_are_made_again_without_what_turned_out_to_stay() -> None:
    """Each constant seems to pay for a result, until it is found to be read by what cannot be paid for."""
    lines: list[str] = []
    for i in range(3):
        lines += [
            f"%w{i} = stablehlo.constant dense<[1, 2, 3, {4 + i}]> : {V4}",
            f"%a{i} = stablehlo.add %w{i}, %w{i} : {V4}",
            f"%b{i} = stablehlo.convert %w{i} : ({V4}) -> tensor<4xi64>",
        ]
    names = ", ".join([f"%b{i}, %a{i}" for i in range(3)])
    types = ", ".join([f"tensor<4xi64>, {V4}"] * 3)
    text = f"func.func @main() -> ({types}) {{\n" + "\n".join(lines) + f"\nreturn {names} : {types}\n}}"
    folded = fold(text, fold_op_element_limit=2)
    assert folded.ops().count("stablehlo.add") == 3
    assert folded.ops().count("stablehlo.convert") == 3
    assert folded.report.bytes_after == folded.report.bytes_before == 48


def test_growth_is_paid_for_as_well() -> None:
    """The constant fits the element limit, but the module may not grow: what it frees pays for it."""
    text = main(
        f"""
        %w = stablehlo.constant dense<[1, 2, 3, 4]> : {V4}
        %r = stablehlo.add %w, %w : {V4}
        """,
        V4,
    )
    assert fold(text, growth_budget=0, twice=False).ops() == ["stablehlo.constant"]
    longer = main(f"%i = stablehlo.iota dim = 0 : {V4}\n%r = stablehlo.add %i, %i : {V4}", V4)
    assert set(fold(longer, growth_budget=15, twice=False).reasons().values()) == {"growth-budget"}
    assert fold(longer, growth_budget=16, twice=False).ops() == ["stablehlo.constant"]


def test_splats_are_exempt_from_the_element_limit_and_count_as_one_element() -> None:
    text = main(
        """
        %c = stablehlo.constant dense<3> : tensor<i32>
        %r = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<100xi32>
        """,
        "tensor<100xi32>",
    )
    assert fold(text, fold_op_element_limit=1, growth_budget=4, twice=False).ops() == ["stablehlo.constant"]
    assert set(fold(text, growth_budget=3, twice=False).ops()) == {"stablehlo.constant"}


def test_what_is_forced_is_neither_limited_nor_paid_for() -> None:
    def force(op: Operation) -> bool:
        return op.name == "stablehlo.iota"

    text = main(f"%r = stablehlo.iota dim = 0 : {V4}", V4)
    assert fold(text, fold_op_element_limit=2).reasons() == {"stablehlo.iota": "element-limit"}
    assert fold(text, fold_op_element_limit=2, growth_budget=0, should_fold=force).ops() == [
        "stablehlo.constant"
    ]


def test_the_messages_of_the_limits_say_the_numbers() -> None:
    text = main("%r = stablehlo.iota dim = 0 : tensor<9xi32>", "tensor<9xi32>")
    assert message_of(fold(text, fold_op_element_limit=8), "stablehlo.iota") == (
        "has 9 elements, fold-op-element-limit is 8"
    )
    assert message_of(fold(text, growth_budget=35), "stablehlo.iota") == (
        "adds 36 bytes to a module that may grow by 35"
    )


# ---- order ----


def test_constants_are_made_where_the_values_were() -> None:
    text = f"""
    func.func @main(%x: {V4}) -> {V4} {{
      %a = stablehlo.constant dense<[1, 2, 3, 4]> : {V4}
      %0 = stablehlo.add %x, %x : {V4}
      %b = stablehlo.add %a, %a : {V4}
      %1 = stablehlo.add %0, %b : {V4}
      %c = stablehlo.add %b, %b : {V4}
      %2 = stablehlo.add %1, %c : {V4}
      return %2 : {V4}
    }}"""
    folded = fold(text, simplify=False)
    assert folded.ops() == [
        "stablehlo.add",
        "stablehlo.constant",
        "stablehlo.add",
        "stablehlo.constant",
        "stablehlo.add",
    ]
    assert [constant.op for constant in folded.report.constants] == ["stablehlo.add", "stablehlo.add"]
    # The op of the first constant went into the second one, too.
    constants = folded.report.constants
    assert [(constant.folded, constant.shared) for constant in constants] == [(1, 1), (2, 1)]
    assert (folded.report.folded_ops, folded.report.shared_ops) == (2, 1)


def test_several_results_become_constants_in_order() -> None:
    text = f"""
    func.func @main() -> ({V4}, {V4}) {{
      %k = stablehlo.constant dense<[2, 1, 4, 3]> : {V4}
      %v = stablehlo.iota dim = 0 : {V4}
      %r:2 = "stablehlo.sort"(%k, %v) <{{dimension = 0 : i64}}> ({{
      ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
        %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      }}) : ({V4}, {V4}) -> ({V4}, {V4})
      return %r#0, %r#1 : {V4}, {V4}
    }}"""
    folded = fold(text)
    assert [values(array) for array in folded.constants()] == [[1, 2, 3, 4], [1, 0, 3, 2]]
    assert folded.text.index("[1, 2, 3, 4]") < folded.text.index("[1, 0, 3, 2]")
    assert fold(text.replace("%r#0, %r#1", "%r#1, %r#0")).text.index("[1, 2, 3, 4]") > 0


# ---- what fewer ops say ----


def positions(count: int, step: str) -> str:
    """Positions times a step, added to an argument: two ops and a constant, of 64 bytes each, or `4 * count` bytes."""
    t = f"tensor<{count}xi32>"
    return main(
        f"""
        %i = stablehlo.iota dim = 0 : {t}
        %s = stablehlo.constant dense<{step}> : {t}
        %p = stablehlo.multiply %i, %s : {t}
        %r = stablehlo.add %p, %x : {t}
        """,
        t,
        f"%x: {t}",
    )


def test_positions_times_something_stored_become_a_constant() -> None:
    steps = ", ".join(["3", "5"] * 32)
    assert "stablehlo.iota" not in fold(positions(64, f"[{steps}]")).ops()


def test_what_nobody_looked_to_the_end_of_is_not_short() -> None:
    module = parse(positions(64, "3"))
    (op,) = [op for op in module.walk() if op.name == "stablehlo.multiply"]
    known: dict[SSAValue, Value] = {op.operands[1]: np.broadcast_to(np.int32(3), (64,))}
    known |= {each: np.arange(64, dtype=np.int32) for each in (op.operands[0], op.results[0])}
    for steps, folds in ((100, False), (1, True)):
        ledger = Ledger(FoldOptions(), steps_left=steps)
        credits = Credits(ledger, known, lambda value: value, set(), lambda _: False, lambda _: 0)
        assert (credits.materialize(op, op.results[0]) is None) is folds


@pytest.mark.parametrize("classes", [8, 16, 24, 64])
def test_one_hot_rows_fold_the_same_the_second_time(classes: int) -> None:
    """Whatever becomes of the positions: up to 16 they are no larger than an op, and beyond than the ops around."""
    t = f"tensor<32x{classes}xi32>"
    folded = fold(
        main(
            f"""
            %i = stablehlo.iota dim = 0 : tensor<{classes}xi32>
            %positions = stablehlo.broadcast_in_dim %i, dims = [1] : (tensor<{classes}xi32>) -> {t}
            %r = stablehlo.add %positions, %x : {t}
            """,
            t,
            f"%x: {t}",
        )
    )
    # 24 of them are one constant of 96 bytes, less than the two ops, and then 3,072 bytes are not said by small ops.
    assert ("stablehlo.broadcast_in_dim" in folded.ops()) is (classes != 24)


def test_rows_that_a_decision_asked_for_fold_the_same_as_others() -> None:
    """The table is evaluated for %p: what is made of it afterwards is worth a constant as much as what was before."""
    table, rows = "tensor<128x64xf32>", "tensor<1x128x64xf32>"
    fold(
        main(
            f"""
            %i = stablehlo.iota dim = 0 : {table}
            %j = stablehlo.iota dim = 1 : {table}
            %angle = stablehlo.multiply %i, %j : {table}
            %table = stablehlo.cosine %angle : {table}
            %before = stablehlo.broadcast_in_dim %table, dims = [1, 2] : ({table}) -> {rows}
            %a = stablehlo.subtract %x, %before : {rows}
            %corner = stablehlo.slice %table [0:1, 0:1] : ({table}) -> tensor<1x1xf32>
            %one = stablehlo.reshape %corner : (tensor<1x1xf32>) -> tensor<f32>
            %half = stablehlo.constant dense<0.5> : tensor<f32>
            %p = stablehlo.compare LT, %one, %half : (tensor<f32>, tensor<f32>) -> tensor<i1>
            %b = "stablehlo.if"(%p) ({{ stablehlo.return %x : {rows} }}, {{ stablehlo.return %a : {rows} }})
              : (tensor<i1>) -> {rows}
            %after = stablehlo.broadcast_in_dim %table, dims = [1, 2] : ({table}) -> {rows}
            %r = stablehlo.subtract %b, %after : {rows}
            """,
            rows,
            f"%x: {rows}",
        )
    )
