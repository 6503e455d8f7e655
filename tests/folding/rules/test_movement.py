"""Rules about ops that move elements, proved by exhaustion of small shapes (`movement_cases.py`).

That a result is right is seen for all values at once, because they are distinct numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest
from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.facts import boxes, layouts
from xdsl_stablehlo.folding.facts.boxes import known_box
from xdsl_stablehlo.folding.facts.known import Known
from xdsl_stablehlo.folding.facts.layouts import Box, whole
from xdsl_stablehlo.folding.rules.conditions import constant_like
from xdsl_stablehlo.folding.rules.engine import Form, Outcome, Rule, limited_to, operand
from xdsl_stablehlo.folding.rules.families import RULES, movement, updates
from xdsl_stablehlo.interpreter.errors import EvaluationError

from ...helpers.programs import parse
from . import movement_cases, update_cases
from .moves import Cases, check_all
from .proofs import PROOFS, Proof

pytestmark = pytest.mark.prove

MINE = [
    name
    for name, rule in RULES.items()
    if {rule.when.__module__, rule.gives.__module__} & {movement.__name__, updates.__name__}
]


@pytest.mark.parametrize("rule", MINE)
def test_rules_are_applied_and_right(rule: str) -> None:
    with limited_to(*[RULES[name] for name in MINE]):
        applied = sum([proof.applied()[rule] for proof in PROOFS[rule]])
    assert applied > 0


# ---- every proof notices a rule that is wrong ----


def instead(other: Rule) -> list[Rule]:
    """All rules, with another one in the place of the one of its name."""
    return [other if rule.name == other.name else rule for rule in RULES.values()]


def first_element(known: Known, op: Any) -> Outcome:
    """Of what need not be uniform."""
    array = known.array(op.operands[0])
    return None if array is None else constant_like(op.results[0], array[(0,) * array.ndim])


def where_it_begins(known: Known, op: Any) -> Outcome:
    """Only the first of the slices that are possible is asked for."""
    found = known_box(known, op.operand, whole(tuple(op.result.type.get_shape())))
    return None if found is None or not found.size else constant_like(op.result, found[(0,) * found.ndim])


def copies_of(index: int) -> Callable[[Known, Any], Outcome]:
    """Of one of the operands, whatever the others are."""

    def gives(known: Known, op: Any) -> Outcome:
        scalar = movement.scalar_of(known, op.operands[index])
        return (
            None
            if scalar is None
            else movement.outcome(known, op, movement.Moved("broadcast_in_dim", scalar))
        )

    return gives


def any_clamp(known: Known, op: Any) -> Outcome:
    """Whatever its bounds are."""
    clamp: Any = known.definition(op.operands[-1], "clamp")
    operands = tuple(op.operands)
    return None if clamp is None else Form((*operands[:-1], clamp.operand), partial(updates.with_starts, op))


def side_by_side(known: Known, op: Any) -> Outcome:
    """Whether or not there is a gap."""
    owner = known.resolved(op.operands[0]).owner
    first = cast(Operation, owner).operands[0]
    return first if first.type == op.results[0].type else None


def in_another_order(known: Known, op: Any) -> Outcome:
    """Constants first."""
    operands = sorted(op.operands, key=known.is_known, reverse=True)
    return Form(tuple(operands), partial(hlo.ConcatenateOp, dimension=op.dimension))


def reads_an_update(known: Known, op: Any) -> bool:
    """Wherever it is."""
    return known.definition(op.operand, "dynamic_update_slice") is not None


def always(*_: Any) -> bool:
    return True


def never(*_: Any) -> bool:
    return False


def types_are_one(_: Known, op: Any) -> bool:
    return op.operands[0].type == op.results[0].type


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("moves-nothing", {"when": types_are_one}),
    ("copies-of-scalar", {"gives": first_element}),
    ("known-wherever", {"gives": where_it_begins}),
    ("adjacent-slices", {"gives": side_by_side}),
    ("copies-of-scalar", {"gives": copies_of(0)}),
    ("copies-of-scalar", {"gives": copies_of(1)}),
    ("copies-of-scalar", {"ops": ("dynamic_update_slice",), "when": always, "gives": operand(0)}),
    ("updates-nothing", {"when": always}),
    ("updated-with-itself", {"when": always}),
    (
        "read-what-was-written",
        {"when": reads_an_update},
    ),
    ("clamped-start", {"gives": any_clamp}),
    ("scatter-keeps-the-old", {"when": always}),
    ("scatter-outside", {"when": always}),
    ("scatter-of-the-same", {"when": always}),
    ("scatter-adds-zero", {"when": always}),
    ("sorts-one", {"when": always}),
    ("constant-neighbours", {"gives": in_another_order}),
    ("equal-neighbours", {"gives": in_another_order}),
]


OTHERWISE = {"box-of-value", "known-elements", "merged-movement", "size-set-already"}
"""Broken in parts below; what sets another size than that of the result is undefined (`test_dynamism.py`)."""


def test_every_rule_is_broken_once() -> None:
    assert set(MINE) <= PROOFS.keys(), update_cases
    assert {*OTHERWISE, *[rule for rule, _ in WRONG]} == set(MINE)
    assert set(WRONG_MERGES) == set(movement.MERGED)


@pytest.mark.parametrize(("rule", "wrong"), WRONG, ids=[rule for rule, _ in WRONG])
def test_a_wrong_rule_is_noticed(rule: str, wrong: dict[str, Any]) -> None:
    with limited_to(*instead(replace(RULES[rule], **wrong))):
        assert any(map(fails, PROOFS[rule]))


def unclamped(known: Known, start: SSAValue, most: int) -> tuple[int, int]:
    """A start that is taken as it is."""
    found = known.integers(start) if most else None
    return (0, most) if found is None else (found.low, found.high)


def not_contained(box: Box, place: Box) -> Box:
    """Indices that need not be inside."""
    return tuple([range(len(r)) for r in box])


def at_zero(*_: Any) -> tuple[int, int]:
    return 0, 0


def the_inner(_: range, inner: range) -> range:
    return inner


@pytest.mark.parametrize("rule", ["box-of-value", "known-elements"])
@pytest.mark.parametrize(
    ("cases", "name", "wrong"),
    [
        (movement_cases.slices_of_updates, "clamped", unclamped),
        (movement_cases.dynamic_slices_at_known_starts, "clamped", unclamped),
        (movement_cases.slices_of_slices_at_unknown_starts, "clamped", at_zero),
        (movement_cases.slices_of_slices, "within", the_inner),
        (movement_cases.slices_of_concatenations, "positions_in", not_contained),
        (movement_cases.slices_of_paddings, "are_apart", always),
    ],
)
def test_wrong_boxes_are_noticed(
    rule: str, cases: Cases, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where boxes are followed, and where elements are looked for."""
    for module in (layouts, boxes):
        monkeypatch.setattr(module, name, wrong, raising=False)
    proofs = [proof for proof in PROOFS[rule] if proof.cases is cases]
    only_elements = rule == "known-elements"
    with limited_to(*instead(replace(RULES["box-of-value"], **{"when": never} if only_elements else {}))):
        noticed = any(map(fails, proofs))
    assert noticed or not proofs or (only_elements and name in ("within", "positions_in"))


def test_slices_of_unknown_sizes_stay_side_by_side() -> None:
    i, t = "tensor<1xi64>", "tensor<?xf32>"
    module = parse(f"""func.func @main(%x: {t}, %start: {i}, %limit: {i}, %strides: {i}) -> {t} {{
      %part = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : ({t}, {i}, {i}, {i}) -> {t}
      %both = stablehlo.concatenate %part, %part, dim = 0 : ({t}, {t}) -> {t}
      return %both : {t}
    }}""")
    before = print_module(module)
    fold_module(module)
    assert print_module(module) == before


WRONG_MERGES: dict[
    tuple[str, str], Callable[[Known, movement.Moved, movement.Moved], movement.Moved | None]
] = {
    ("broadcast_in_dim", "broadcast_in_dim"): lambda _, a, b: a,
    ("broadcast_in_dim", "slice"): lambda _, a, b: a,
    ("broadcast_in_dim", "reverse"): lambda _, a, b: a,
    ("broadcast_in_dim", "transpose"): lambda _, a, b: a,
    ("broadcast_in_dim", "reshape"): lambda _, a, b: a._replace(how=tuple(range(len(a.how)))),
    ("pad", "pad"): lambda _, a, b: a._replace(
        how=(a.how[0], *[tuple(map(int.__add__, *pair)) for pair in zip(a.how[1:3], b.how[1:3])], a.how[3])
    ),
    ("reshape", "reshape"): lambda _, a, b: movement.Moved("reverse", a.operand, (0,)),
    ("reverse", "reverse"): lambda _, a, b: b._replace(operand=a.operand, how=tuple({*a.how, *b.how})),
    ("transpose", "transpose"): lambda _, a, b: a._replace(how=tuple([b.how[d] for d in a.how])),
}


@pytest.mark.parametrize("ops", sorted(movement.MERGED))
def test_a_wrong_merge_is_noticed(ops: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(movement.MERGED, ops, WRONG_MERGES[ops])
    assert any(map(fails, PROOFS["merged-movement"]))


def fails(proof: Proof) -> bool:
    """Whether a proof finds that something is wrong."""
    try:
        check_all(proof.cases, proof.starts, at_once=40)
    except (AssertionError, EvaluationError, VerifyException):
        return True
    return False
