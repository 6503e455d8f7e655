"""Rules about ops that move elements, proved by exhaustion of small shapes (`movement_cases.py`).

That a result is right is seen for all values at once, because they are distinct numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.facts import boxes
from xdsl_stablehlo.folding.facts.boxes import Box, known_box, whole
from xdsl_stablehlo.folding.facts.known import Known, View
from xdsl_stablehlo.folding.rules.conditions import constant_like
from xdsl_stablehlo.folding.rules.engine import Form, Outcome, Rule, limited_to, operand
from xdsl_stablehlo.folding.rules.families import RULES, movement, updates
from xdsl_stablehlo.interpreter.interface.errors import EvaluationError
from xdsl_stablehlo.values.element_types import Array

from ...helpers.programs import parse
from . import movement_cases, update_cases as update_cases
from .moves import Cases, check_all
from .proofs import Proof, is_about_movement, proofs_of

pytestmark = [pytest.mark.prove, pytest.mark.long, pytest.mark.xdist_group("movement")]
"""One worker runs all cases once, for all of the tests."""

MINE = [name for name, rule in RULES.items() if is_about_movement(rule)]


@pytest.mark.parametrize("rule", MINE)
def test_rules_are_applied_and_right(rule: str) -> None:
    assert proofs_of(rule) != []


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
        return None if scalar is None else movement.copies_of(scalar, op.results[0])

    return gives


def any_clamp(known: Known, op: Any) -> Outcome:
    """Whatever its bounds are."""
    clamp = known.definition(op.operands[-1], hlo.ClampOp)
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
    return known.definition(op.operand, hlo.DynamicUpdateSliceOp) is not None


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
    ("read-what-was-written", {"when": reads_an_update}),
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
    assert {*OTHERWISE, *[rule for rule, _ in WRONG]} == set(MINE)
    assert {*WRONG_MERGES, *SAID_ELSEWHERE} == set(movement.AS_ONE)


@pytest.mark.parametrize(("rule", "wrong"), WRONG, ids=[rule for rule, _ in WRONG])
def test_a_wrong_rule_is_noticed(rule: str, wrong: dict[str, Any]) -> None:
    proofs = proofs_of(rule)
    with limited_to(*instead(replace(RULES[rule], **wrong))):
        assert any(map(fails, proofs))


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


def from_the_start(view: View, shape: tuple[int, ...]) -> Box | None:
    """Wherever the view begins."""
    return whole(view.shape) if len(view.shape) == len(shape) else None


def in_one_dimension(index: Array, dimension: int) -> range | None:
    """Whatever the indices are."""
    return range(index.shape[dimension])


@pytest.mark.parametrize("rule", ["box-of-value", "known-elements"])
@pytest.mark.parametrize(
    ("cases", "name", "wrong"),
    [
        (movement_cases.slices_of_updates, "clamped", unclamped),
        (movement_cases.dynamic_slices_at_known_starts, "clamped", at_zero),
        (movement_cases.slices_of_slices_at_unknown_starts, "clamped", at_zero),
        (movement_cases.slices_of_slices, "_within", the_inner),
        (movement_cases.slices_of_slices, "box_of_view", from_the_start),
        (movement_cases.gathers_of_elements, "_in_a_row", in_one_dimension),
        (movement_cases.slices_of_concatenations, "positions_in", not_contained),
        (movement_cases.slices_of_paddings, "are_apart", always),
    ],
)
def test_wrong_boxes_are_noticed(
    rule: str, cases: Cases, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where boxes are followed, and where elements are looked for."""
    proofs = [proof for proof in proofs_of(rule) if proof.cases is cases]
    monkeypatch.setattr(boxes, name, wrong)
    only_elements = rule == "known-elements"
    with limited_to(*instead(replace(RULES["box-of-value"], **{"when": never} if only_elements else {}))):
        noticed = any(map(fails, proofs))
    assert noticed or not proofs or (only_elements and name not in ("clamped", "are_apart"))


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


def transposed_back(view: View, shape: tuple[int, ...], _: AnyTensorType) -> movement.Build | None:
    dims = movement.dimensions_in(view, shape)
    return (
        None if dims is None or len(dims) != len(view.shape) else lambda read: hlo.TransposeOp(read[0], dims)
    )


def in_the_first_dimensions(view: View, shape: tuple[int, ...], result: AnyTensorType) -> movement.Build:
    return lambda read: hlo.BroadcastInDimOp(read[0], [*range(len(shape))], result)


def all_turned(view: View, shape: tuple[int, ...], _: AnyTensorType) -> movement.Build:
    return lambda read: hlo.ReverseOp(read[0], [*range(len(shape))])


WRONG_MERGES: dict[str, Callable[[View, tuple[int, ...], AnyTensorType], movement.Build | None]] = {
    "stablehlo.broadcast_in_dim": in_the_first_dimensions,
    "stablehlo.reverse": all_turned,
    "stablehlo.transpose": transposed_back,
}


SAID_ELSEWHERE = ("stablehlo.broadcast", "stablehlo.reshape")
"""Broadcasts are merged by the row of `broadcast_in_dim`; all reshapes of one tensor to one type are the same."""


def same_shape(view: View | None, shape: tuple[int, ...]) -> bool:
    return view is not None and view.shape == shape


@pytest.mark.parametrize("rule", ["moves-nothing", "merged-movement"])
def test_elements_that_are_elsewhere_are_noticed(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    proofs = proofs_of(rule)
    monkeypatch.setattr(movement, "is_all", same_shape)
    with limited_to(RULES[rule]):
        assert any(map(fails, proofs))


@pytest.mark.parametrize("op", sorted(WRONG_MERGES))
def test_a_wrong_merge_is_noticed(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    proofs = proofs_of("merged-movement")
    monkeypatch.setitem(movement.AS_ONE, op, WRONG_MERGES[op])
    assert any(map(fails, proofs))


def padded_whatever_was_cut(_: Known, first: Any, then: Any) -> Outcome:
    """Also where the second adds where the first cut off."""
    pads = [(ints(op.edge_padding_low), ints(op.edge_padding_high)) for op in (first, then)]
    low, high = [[a + b for a, b in zip(one, other)] for one, other in zip(*pads)]
    gaps = ints(first.interior_padding)

    def build(read: Sequence[SSAValue]) -> hlo.HloOp:
        return hlo.PadOp(read[0], read[1], low, high, gaps)

    return Form((first.operand, first.padding_value), build)


def test_a_wrong_merge_of_paddings_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    proofs = proofs_of("merged-movement")
    monkeypatch.setattr(movement, "_padded_once", padded_whatever_was_cut)
    assert any(map(fails, proofs))


def fails(proof: Proof) -> bool:
    """Whether a proof finds that something is wrong."""
    try:
        check_all(proof.cases, proof.starts, at_once=40)
    except (AssertionError, EvaluationError, VerifyException):
        return True
    return False
