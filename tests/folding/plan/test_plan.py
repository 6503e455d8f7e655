"""Which known values become constants, which stay, and why; what pays for a constant above the limits."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.ir import Operation, SSAValue

from tests.folding.support import Folded, fold, main
from tests.helpers.programs import named, parse
from xdsl_stablehlo.folding import FoldOptions
from xdsl_stablehlo.folding.plan.cost import ConstantCost, Growth
from xdsl_stablehlo.folding.terms.effects import Effects
from xdsl_stablehlo.interpreter.kernels.support.values import Token, Value
from xdsl_stablehlo.values.element_types import Array

PROGRAMS = named(__file__)

V4 = "tensor<4xi32>"


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


TUPLES = PROGRAMS["tuples"]


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


def test_what_is_forced_is_neither_limited_nor_paid_for() -> None:
    def force(op: Operation) -> bool:
        return op.name == "stablehlo.iota"

    text = main(f"%r = stablehlo.iota dim = 0 : {V4}", V4)
    assert fold(text, fold_op_element_limit=2).reasons() == {"stablehlo.iota": "element-limit"}
    assert fold(text, fold_op_element_limit=2, growth_budget=0, should_fold=force).ops() == [
        "stablehlo.constant"
    ]


# ---- order ----


def test_constants_are_made_where_the_values_were() -> None:
    text = PROGRAMS["constants are made where the values were"]
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


# ---- constants larger than the ops that compute them ----


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


def test_what_nobody_looked_to_the_end_of_is_not_short() -> None:
    module = parse(positions(64, "3"))
    (op,) = [op for op in module.walk() if op.name == "stablehlo.multiply"]
    known: dict[SSAValue, Value] = {op.operands[1]: np.broadcast_to(np.int32(3), (64,))}
    known |= {each: np.arange(64, dtype=np.int32) for each in (op.operands[0], op.results[0])}
    for steps, folds in ((100, False), (1, True)):
        growth = Growth(FoldOptions(), steps_left=steps)
        read: dict[SSAValue, list[Operation]] = {op.results[0]: [op]}
        cost = ConstantCost(growth, known, lambda value: value, read, Effects({}), lambda _: 0)
        assert (cost.materialize(op, op.results[0]) is None) is folds


@pytest.mark.parametrize(("additions", "stay"), [(63, 64), (64, 0)])
def test_long_chains_are_not_short(additions: int, stay: int) -> None:
    """With the table 64 ops may stand for a larger constant.

    Doubled so often the table is all zeros, which is known once it is evaluated: then the last addition goes, too.
    """
    t = "tensor<20000xi32>"
    chain = "\n".join([f"%v{n + 1} = stablehlo.add %v{n}, %v{n} : {t}" for n in range(additions)])
    body = f"%v0 = stablehlo.iota dim = 0 : {t}\n{chain}\n%r = stablehlo.add %v{additions}, %x : {t}"
    assert fold(main(body, t, f"%x: {t}")).ops().count("stablehlo.add") == stay


def test_a_small_constant_is_weighed_also_where_a_large_equal_one_is_made() -> None:
    """The result %a is a constant of 40,000 bytes; for %b one row is enough, which is larger than its ops."""
    folded = fold(PROGRAMS["a small constant is weighed also where a large equal one is made"])
    assert folded.reasons() == {"stablehlo.shift_left": "expansion", "stablehlo.iota": "expansion"}
    assert [made.bytes for made in folded.report.constants] == [40_000]
