"""Integer arithmetic on facts: all facts about types of 1, 2 and 4 bits, and some about 8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest

from tests.helpers.tiers import one_of
from xdsl_stablehlo.folding.facts.families import TRANSFERS
from xdsl_stablehlo.folding.facts.lattice import Elements, IntegerFact, Interval

from .exhaustion import (
    Elementwise,
    NotMonotone,
    Proof,
    Unsound,
    all_facts,
    holds,
    kind_named,
    numbers,
    some_facts,
)

UNARY = ("abs", "count_leading_zeros", "negate", "not", "popcnt", "sign")
BINARY = (
    *("add", "and", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder", "shift_left"),
    *("shift_right_arithmetic", "shift_right_logical", "subtract", "xor"),
)
ON_BOOLEANS = ("add", "and", "maximum", "minimum", "multiply", "not", "or", "xor")
SIGNED_ONLY = ("abs", "sign")
ALL = {**dict.fromkeys(UNARY, 1), **dict.fromkeys(BINARY, 2), "clamp": 3}
"""The ops, and how many operands they have."""


def proof_of(name: str, element: str) -> Proof:
    """Of an op whose operands and result have one type."""
    arity, kind = ALL[name], kind_named(element)
    if kind.width == 8:
        facts = some_facts(kind, 60)
    else:
        facts = some_facts(kind, 30) if kind.width == 4 and arity == 3 else all_facts(kind)
    return Proof(Elementwise(name, (element,) * arity, element), [facts] * arity)


def cases(*elements: str) -> list[tuple[str, str]]:
    return [
        (name, element)
        for name in ALL
        for element in elements
        if not (element == "i1" and name not in ON_BOOLEANS)
        and not (element[0] == "u" and name in SIGNED_ONLY)
        and not (element.endswith("8") and name == "clamp")
    ]


@pytest.mark.parametrize("element", ["i1", "i2", "ui2", "i4", "ui4"])
def test_a_part_of_a_fact_is_as_narrow_as_can_be(element: str) -> None:
    """Bounds are numbers that are possible, and none is lost; None only where there are none."""
    kind = kind_named(element)
    for fact in all_facts(kind):
        for low in numbers(kind):
            for high in numbers(kind):
                inside = [n for n in range(low, high + 1) if holds(kind, fact, n)]
                part = kind.part(fact, low, high)
                if part is None:
                    assert not inside
                    continue
                assert (part.low, part.high) == (inside[0], inside[-1])
                assert all(holds(kind, part, n) for n in inside)
                assert all(holds(kind, fact, n) for n in numbers(kind) if holds(kind, part, n))


@pytest.mark.parametrize("element", ["i2", "ui2", "i4", "ui4"])
def test_numbers_between_two_wrap_around(element: str) -> None:
    kind = kind_named(element)
    size = kind.mask + 1
    for low in range(-2 * size, 2 * size):
        for high in range(low, low + size + 2):
            fact = kind.between(low, high)
            assert all(holds(kind, fact, kind.number(n)) for n in range(low, high + 1))


PRECISE = {
    **dict.fromkeys(
        ("abs", "clamp", "count_leading_zeros", "maximum", "minimum", "negate", "not", "sign"), 1.0
    ),
    "divide": 0.98,
    **dict.fromkeys(("add", "and", "or", "subtract"), 0.8),
    **dict.fromkeys(("remainder", "xor"), 0.7),
    **dict.fromkeys(("multiply", "shift_left", "shift_right_arithmetic", "shift_right_logical"), 0.4),
    "popcnt": 0.3,
    "power": 0.15,
}
"""At least this share of the intervals of 4 bits is as narrow as can be."""


@pytest.mark.parametrize(
    ("name", "element"), one_of(10, cases("i1", "i2", "ui2", "i4", "ui4", "i8", "ui8"), rows=True)
)
def test_a_fact_about_a_result_holds(name: str, element: str) -> None:
    proof = proof_of(name, element)
    assert proof.check()
    assert proof.check_monotone()
    if element in ("i4", "ui4"):
        assert proof.precision() >= PRECISE[name]


def test_intervals_are_as_wide_as_what_is_computed_from_their_numbers() -> None:
    ranges = [range(low, high + 1) for low in range(-3, 4) for high in range(low, 4)]
    intervals = [(numbers, Interval(numbers[0], numbers[-1])) for numbers in ranges]
    for x, a in intervals:
        computed = [(~a, [~n for n in x]), (abs(a), [abs(n) for n in x])]
        for y, b in intervals:
            computed += [(a + b, [n + m for n in x for m in y]), (a * b, [n * m for n in x for m in y])]
            assert (a < b, a <= b) == (x[-1] < y[0], x[-1] <= y[0])
        for found, expected in computed:
            assert (found.low, found.high) == (min(expected), max(expected))


LESS_SAID = ("power", "remainder", "shift_right_arithmetic")
"""Ops of which a fact says less than an evaluation, even for known numbers."""


@pytest.mark.parametrize(
    ("name", "element"), [case for case in cases("i1", "i4", "ui4") if case[0] not in LESS_SAID]
)
def test_of_known_numbers_the_result_is_known(name: str, element: str) -> None:
    op, kind = Elementwise(name, (element,) * ALL[name], element), kind_named(element)
    for given, result in zip(product(*op.spaces), op.table.reshape(-1).tolist(), strict=True):
        assert op.transfer([kind.between(n, n) for n in given]) == kind.between(result, result), given


@pytest.mark.parametrize("low", [0, 1, 5])
def test_what_is_not_negative_bounds_an_and(low: int) -> None:
    op, kind = Elementwise("and", ("i8", "i8"), "i8"), kind_named("i8")
    for given in ([kind.between(low, 10), kind.everything()], [kind.everything(), kind.between(low, 10)]):
        said = op.transfer(given)
        assert said is not None
        assert (said.low, said.high) == (0, 10)


@pytest.mark.parametrize("element", ["i1", "i2", "ui2", "ui3"])
def test_a_fact_without_a_number(element: str) -> None:
    kind = kind_named(element)
    for fact in all_facts(kind):
        every = {n for n in numbers(kind) if fact.allows(n)}
        for number in (None, *numbers(kind)):
            found = kind.without(fact, number)
            is_end = number in (fact.low, fact.high) and len(every) > 1
            assert {n for n in numbers(kind) if found.allows(n)} == (every - {number} if is_end else every)


BREAKS: dict[str, Callable[[IntegerFact, int], IntegerFact]] = {
    "low": lambda fact, bit: fact._replace(low=fact.low + (fact.low < fact.high)),
    "high": lambda fact, bit: fact._replace(high=fact.high - (fact.low < fact.high)),
    "zeros": lambda fact, bit: fact._replace(zeros=fact.zeros | bit),
    "ones": lambda fact, bit: fact._replace(ones=fact.ones | bit),
}


@pytest.mark.parametrize("field", BREAKS)
@pytest.mark.parametrize(("name", "element"), cases("ui2") + [(name, "i2") for name in SIGNED_ONLY])
def test_a_fact_that_says_one_too_much_is_found(
    name: str, element: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mask = kind_named(element).mask
    right = TRANSFERS[f"stablehlo.{name}"]

    def broken(op: Any, i: int, operands: Sequence[Elements]) -> Elements:
        fact = right(op, i, operands)
        assert isinstance(fact, IntegerFact)
        unknown = mask & ~(fact.zeros | fact.ones)
        return BREAKS[field](fact, unknown & -unknown)

    monkeypatch.setitem(TRANSFERS, f"stablehlo.{name}", broken)
    with pytest.raises(Unsound):
        proof_of(name, element).check()


def test_a_fact_that_grows_with_what_is_known_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = kind_named("i2")

    def broken(op: Any, i: int, operands: Sequence[Elements]) -> Elements:
        return kind.everything() if operands[0] == kind.between(1, 1) else operands[0]

    monkeypatch.setitem(TRANSFERS, "stablehlo.abs", broken)
    with pytest.raises(NotMonotone):
        proof_of("abs", "i2").check_monotone()
