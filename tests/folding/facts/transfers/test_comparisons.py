"""Comparisons and what depends on booleans: all facts of small types, all pairs of floats of 8 bits."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import (
    Float4E2M1FNType,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E5M2Type,
    Float8E8M0FNUType,
)

from tests.folding.support import main
from tests.helpers.programs import parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection
from xdsl_stablehlo.folding.facts.arithmetic import every_number
from xdsl_stablehlo.folding.facts.conversions import decided_floats
from xdsl_stablehlo.folding.facts.families import TRANSFERS
from xdsl_stablehlo.folding.facts.lattice import Elements, FloatKinds, IntegerFact, kinds_of
from xdsl_stablehlo.interpreter.numerics import arithmetic_of, quiet
from xdsl_stablehlo.values.element_types import float_format

from .exhaustion import Elementwise, Proof, Unsound, all_facts, kind_named, some_facts
from .test_floats import KINDS

DIRECTIONS = tuple(ComparisonDirection)
TYPES = ("i1", "i2", "ui2", "i4", "ui4")
SMALL = (
    *(Float8E5M2Type(), Float8E4M3FNType(), Float8E4M3FNUZType()),
    *(Float8E8M0FNUType(), Float4E2M1FNType()),
)


def comparison(direction: ComparisonDirection, element: str) -> Proof:
    attribute = f"comparison_direction = #stablehlo<comparison_direction {direction.value}>"
    kind = kind_named(element)
    facts = all_facts(kind) if kind.width <= 2 else some_facts(kind, 120)
    return Proof(Elementwise("compare", (element, element), "i1", attribute), [facts, facts])


@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_comparison_of_integers(direction: ComparisonDirection, element: str) -> None:
    proof = comparison(direction, element)
    assert proof.check()
    assert proof.check_monotone()
    if direction not in (ComparisonDirection.EQ, ComparisonDirection.NE):
        assert proof.precision() == 1


@pytest.mark.parametrize("element", TYPES)
def test_a_selection(element: str) -> None:
    kind = kind_named(element)
    facts = all_facts(kind) if kind.width <= 2 else some_facts(kind, 40)
    proof = Proof(
        Elementwise("select", ("i1", element, element), element), [all_facts(kind_named("i1")), facts, facts]
    )
    assert proof.check()
    assert proof.check_monotone()
    assert proof.precision() == 1


@pytest.mark.parametrize("element", ["i8", "ui8", "i1", "ui4"])
@pytest.mark.parametrize("result", ["i2", "ui8", "i1", "i32", "ui4"])
def test_a_conversion(element: str, result: str) -> None:
    """As an op; `test_conversions` has all types."""
    kind = kind_named(element)
    facts = all_facts(kind) if kind.width <= 4 else some_facts(kind, 60)
    proof = Proof(Elementwise("convert", (element,), result), [facts])
    assert proof.check()
    assert proof.check_monotone()


def every_truth(
    direction: ComparisonDirection, lhs: FloatKinds, rhs: FloatKinds, total: bool, truths: Any, kinds: Any
) -> set[bool]:
    """What the comparison gives for all numbers of these kinds."""
    rows, columns = (kinds & int(lhs)) != 0, (kinds & int(rhs)) != 0
    return set(truths[np.ix_(rows, columns)].reshape(-1).tolist())


@pytest.mark.parametrize("element_type", one_of(16, SMALL), ids=str)
@pytest.mark.parametrize("direction", one_of(4, DIRECTIONS))
@pytest.mark.parametrize("total", [False, True])
def test_a_comparison_of_floats(direction: ComparisonDirection, total: bool, element_type: Any) -> None:
    numbers = every_number(element_type)
    compare = arithmetic_of(element_type).comparison(direction.value, "TOTALORDER" if total else "FLOAT")
    grid = np.meshgrid(numbers, numbers, indexing="ij")
    with quiet():
        truths = np.asarray(compare(*[np.ascontiguousarray(side) for side in grid])).astype(bool)
    kinds, r = kinds_of(numbers, float_format(element_type)), Random(0)
    several = [FloatKinds(r.getrandbits(9)) for _ in range(40)]
    some = [*KINDS, FloatKinds.ANY, FloatKinds.NEGATIVE, FloatKinds.POSITIVE, FloatKinds.FINITE, *several]
    for lhs in some:
        for rhs in some:
            found = every_truth(direction, lhs, rhs, total, truths, kinds)
            said = decided_floats(direction, lhs, rhs, total)
            assert said is None or found <= {said}, (lhs, rhs)
            if found:
                for more in (several[0], FloatKinds.NAN):
                    assert decided_floats(direction, lhs | more, rhs, total) in (None, said)
                    assert decided_floats(direction, lhs, rhs | more, total) in (None, said)


@pytest.mark.parametrize("total", [False, True])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_what_is_decided_of_floats_is_all_that_can_be(direction: ComparisonDirection, total: bool) -> None:
    """Of single kinds, on a format that has them all; equal NaNs have equal bits, which kinds do not tell."""
    element_type = Float8E5M2Type()
    numbers = every_number(element_type)
    compare = arithmetic_of(element_type).comparison(direction.value, "TOTALORDER" if total else "FLOAT")
    grid = np.meshgrid(numbers, numbers, indexing="ij")
    truths = np.asarray(compare(*[np.ascontiguousarray(side) for side in grid])).astype(bool)
    kinds = kinds_of(numbers, float_format(element_type))
    for lhs in KINDS:
        for rhs in KINDS:
            found = every_truth(direction, lhs, rhs, total, truths, kinds)
            if len(found) == 1:
                assert decided_floats(direction, lhs, rhs, total) in found


@pytest.mark.parametrize(
    ("kinds", "said"),
    [(kind, kind in FloatKinds.FINITE) for kind in KINDS] + [(FloatKinds.ZERO | FloatKinds.NAN, None)],
)
def test_whether_numbers_are_finite(kinds: FloatKinds, said: bool | None) -> None:
    program = main(
        "%r = stablehlo.is_finite %x : (tensor<f32>) -> tensor<i1>", "tensor<i1>", "%x: tensor<f32>"
    )
    (op,) = [op for op in parse(program).walk() if op.name == "stablehlo.is_finite"]
    fact = TRANSFERS["stablehlo.is_finite"](op, 0, [kinds])
    assert isinstance(fact, IntegerFact)
    assert fact.value == said


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_comparison_that_is_decided_too_early_is_found(
    direction: ComparisonDirection, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, booleans = TRANSFERS["stablehlo.compare"], kind_named("i1")
    for truth in (0, 1):

        def broken(op: Any, i: int, operands: Sequence[Elements], truth: int = truth) -> Elements:
            fact = right(op, i, operands)
            return booleans.between(truth, truth) if fact == booleans.everything() else fact

        monkeypatch.setitem(TRANSFERS, "stablehlo.compare", broken)
        with pytest.raises(Unsound):
            comparison(direction, "i2").check()
