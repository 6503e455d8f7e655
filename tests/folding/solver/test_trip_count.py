"""Loops that count, against running them: all numbers of small widths, Hypothesis for the others."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import gcd
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from xdsl.ir import SSAValue

from tests.helpers.oracle import dtype_named
from tests.helpers.programs import evaluate, named, parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.dialects.stablehlo import WhileOp
from xdsl_stablehlo.folding.facts.trip_count import CountingLoop, first_within
from xdsl_stablehlo.values.element_types import Array

PROGRAMS = named(__file__)

COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "LT": operator.lt,
    "LE": operator.le,
    "GT": operator.gt,
    "GE": operator.ge,
    "EQ": operator.eq,
    "NE": operator.ne,
}


@dataclass(frozen=True)
class Loop:
    """A loop of a program, and the values that it reads from outside, by name."""

    op: WhileOp
    outside: Mapping[SSAValue, str]

    def counting(self, state: list[Any], **outside: Any) -> CountingLoop:
        """The loop, which begins with `state`."""
        known = dict(zip(self.op.operands, state))
        known.update({value: outside.get(name) for value, name in self.outside.items()})
        return CountingLoop(self.op, known.get)

    def trips(self, state: list[Any], **outside: Any) -> int | None:
        return self.counting(state, **outside).trips()

    def last(self, state: list[Any], **outside: Any) -> list[Any] | None:
        """The last state as Python's numbers."""
        given = self.counting(state, **outside).last()
        if given is None:
            return None
        return [
            given[i].tolist() if i in given else first and first.tolist() for i, first in enumerate(state)
        ]


@cache
def loop(cond: str, body: str, types: tuple[str, ...], outer: str = "i32") -> Loop:
    """The loop that carries `%c0 ...` in `cond` and `%b0 ...` in `body`, and may read `%outside` and `%more`."""
    carried = [f"tensor<{t}>" for t in types]
    lists = [", ".join(f"%{letter}{i}: {t}" for i, t in enumerate(carried)) for letter in "acb"]
    text = f"""func.func @main({lists[0]}, %outside: tensor<{outer}>, %more: tensor<{outer}>) {{
      "stablehlo.while"({", ".join(f"%a{i}" for i in range(len(carried)))}) ({{
      ^bb0({lists[1]}):
        {cond}
        stablehlo.return %t : tensor<i1>
      }}, {{
      ^bb0({lists[2]}):
        {body} : {", ".join(carried)}
      }}) : ({", ".join(carried)}) -> ({", ".join(carried)})
      return
    }}"""
    (op,) = [op for op in parse(text).walk() if isinstance(op, WhileOp)]
    block = op.parent
    assert block is not None
    return Loop(op, {block.args[-2]: "outside", block.args[-1]: "more"})


def comparison(direction: str, t: str, lhs: str = "%c0", rhs: str = "%outside") -> str:
    return f"%t = stablehlo.compare {direction}, {lhs}, {rhs} : (tensor<{t}>, tensor<{t}>) -> tensor<i1>"


def counting(direction: str, t: str, mirrored: bool = False) -> Loop:
    """`%outside` is the bound, to the right or to the left, and `%more` is the step."""
    sides = ("%outside", "%c0") if mirrored else ("%c0", "%outside")
    body = f"%r = stablehlo.add %b0, %more : tensor<{t}> stablehlo.return %r"
    return loop(comparison(direction, t, *sides), body, (t,), t)


def limits(t: str) -> tuple[int, int]:
    """The least and the largest integer of a type."""
    width = int(t.lstrip("ui"))
    return (0, (1 << width) - 1) if t.startswith("u") else (-(1 << width - 1), (1 << width - 1) - 1)


def numbers(t: str) -> list[tuple[int, Array]]:
    """All integers of a type."""
    low, high = limits(t)
    return [(number, np.asarray(number, dtype_named(t))) for number in range(low, high + 1)]


def wrapped(t: str, number: int) -> int:
    """The integer of a type that is equal to `number` modulo 2^w."""
    low, high = limits(t)
    return (number - low) % (high - low + 1) + low


def simulated(
    t: str, compare: Callable[[int, int], bool], mirrored: bool, numbers: tuple[int, int, int]
) -> tuple[int, int] | None:
    """How often a loop runs from a start to a bound by a step, and what it ends with; None if it never ends."""
    i, bound, step = numbers
    low, high = limits(t)
    for count in range(high - low + 2):
        if not (compare(bound, i) if mirrored else compare(i, bound)):
            return count, i
        i = wrapped(t, i + step)
    return None


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("t", ["i2", "ui2", *one_of(2, ["i4", "ui4"])])
@pytest.mark.parametrize("direction", COMPARE)
def test_all_loops_over_small_integers(direction: str, t: str, mirrored: bool) -> None:
    counts, compare = counting(direction, t, mirrored), COMPARE[direction]
    rows = numbers(t)
    for (start, a), (bound, b), (step, s) in product(rows, rows, rows):
        expected = simulated(t, compare, mirrored, (start, bound, step))
        assert counts.trips([a], outside=b, more=s) == (None if expected is None else expected[0])
        last = counts.last([a], outside=b, more=s)
        assert last == (None if expected is None else [expected[1]]), (start, bound, step)


@pytest.mark.parametrize("modulus", [1, 2, 3, 5, 8, 12])
def test_the_first_multiple_within_all_intervals(modulus: int) -> None:
    every = range(modulus)
    for start, step, low, size in product(every, every, every, range(modulus + 1)):
        inside = {(low + i) % modulus for i in range(size)}
        expected = next((n for n in every if (start + n * step) % modulus in inside), None)
        assert first_within(start, step, modulus, low, low + size - 1) == expected


def test_the_first_multiple_within_intervals_of_bytes() -> None:
    for step in range(256):
        orbit = np.arange(256) * step % 256
        for low, size in product(range(0, 256, 3), (1, 2, 19, 128)):
            hits = np.flatnonzero((orbit - low) % 256 < size)
            expected = int(hits[0]) if hits.size else None
            assert first_within(0, step, 256, low, low + size - 1) == expected


@st.composite
def wide_loops(draw: st.DrawFn) -> tuple[str, tuple[int, int, int]]:
    """An integer type with a start, a bound and a step, which are often near to 0 or to an end of the type."""
    t = draw(st.sampled_from(["i8", "i16", "i32", "i64", "ui8", "ui32", "ui64"]))
    low, high = limits(t)
    near = st.integers(-3, 3).map(lambda i: wrapped(t, i))
    far = st.integers(-3, 3).map(lambda i: wrapped(t, low + i))
    number = st.one_of(near, far, st.integers(low, high))
    return t, (draw(number), draw(number), draw(number))


def trips_and_last(
    counts: Loop, t: str, numbers: tuple[int, int, int]
) -> tuple[int | None, list[Any] | None]:
    """How often a loop of `counting` runs from a start to a bound by a step, and what it ends with."""
    start, bound, step = [np.asarray(number, dtype_named(t)) for number in numbers]
    outside = {"outside": bound, "more": step}
    return counts.trips([start], **outside), counts.last([start], **outside)


@settings(max_examples=300, deadline=None)
@given(wide_loops(), st.sampled_from(sorted(COMPARE)), st.booleans())
def test_wide_integers_at_samples(
    drawn: tuple[str, tuple[int, int, int]], direction: str, mirrored: bool
) -> None:
    """The loop would end after the trip count, and goes on after numbers of iterations below it."""
    t, numbers = drawn
    start, bound, step = numbers
    trips, last = trips_and_last(counting(direction, t, mirrored), t, numbers)

    def goes_on(n: int) -> bool:
        i = wrapped(t, start + n * step)
        return COMPARE[direction](bound, i) if mirrored else COMPARE[direction](i, bound)

    low, high = limits(t)
    before = high - low + 1 if trips is None else trips
    assert all(map(goes_on, range(min(before, 100))))
    assert all(goes_on(before - 1 - n) for n in range(min(before, 100)))
    assert all(goes_on(before * k // 61) for k in range(61) if before)
    if trips is None:
        assert last is None
    else:
        assert not goes_on(trips)
        assert last == [wrapped(t, start + trips * step)]


@settings(max_examples=200, deadline=None)
@given(wide_loops())
def test_loops_that_do_not_wrap_around(drawn: tuple[str, tuple[int, int, int]]) -> None:
    """Up or down to a bound, the steps are counted by a division."""
    t, (start, bound, step) = drawn
    low, high = limits(t)
    numbers = start, bound, step
    if step > 0 and bound - 1 + step <= high:
        expected = max(0, -((start - bound) // step))
        assert trips_and_last(counting("LT", t), t, numbers)[0] == expected
        assert trips_and_last(counting("GT", t, mirrored=True), t, numbers)[0] == expected
    if step < 0 and bound + step >= low:
        assert trips_and_last(counting("GE", t), t, numbers)[0] == max(0, (start - bound) // -step + 1)


@settings(max_examples=200, deadline=None)
@given(wide_loops())
def test_loops_up_to_one_number_solve_a_congruence(drawn: tuple[str, tuple[int, int, int]]) -> None:
    t, (start, bound, step) = drawn
    modulus = limits(t)[1] - limits(t)[0] + 1
    common = gcd(step, modulus)
    trips = trips_and_last(counting("NE", t), t, (start, bound, step))[0]
    if (bound - start) % common:
        assert trips is None
    else:
        part = modulus // common
        assert trips == (bound - start) // common * pow(step // common, -1, part) % part


# ---- which loops count ----


def number(value: int) -> Array:
    return np.asarray(value, np.int32)


def test_several_counters_and_what_is_handed_on() -> None:
    """Each counter has its own width and steps; what is handed on may be of any type, and unknown."""
    body = PROGRAMS["several counters and what is handed on"]
    counts = loop(comparison("LT", "i32"), body, ("i32", "ui4", "f32", "ui4", "i32"))
    u4 = dtype_named("ui4")
    state = [number(-2), np.asarray(3, u4), None, np.asarray(5, u4), number(0)]
    given = counts.counting(state, outside=number(8), more=number(8)).last()
    assert counts.trips(state, outside=number(8), more=number(8)) == 10
    assert given is not None
    assert counts.last(state, outside=number(8), more=number(8)) == [8, (3 - 50) % 16, None, 5, 70]
    assert {i: (array.dtype, array.shape) for i, array in given.items()} == {
        i: (np.dtype(dtype), ()) for i, dtype in {0: np.int32, 1: u4, 4: np.int32}.items()
    }
    # A counter of which the start is unknown still does not change how often the loop runs.
    unknown = [number(-2), None, None, np.asarray(5, u4), number(0)]
    assert counts.trips(unknown, outside=number(8)) == 10
    assert counts.last(unknown, outside=number(8), more=number(8)) is None
    assert counts.last(state, outside=number(8)) is None, "a step is unknown"


def test_what_stays_does_not_count() -> None:
    """As a counter it is not known to be a constant, and as a constant the solver takes it for a counter again."""
    body = PROGRAMS["what stays does not count"]
    counts = loop(comparison("LT", "i32"), body, ("i32", "i32"))
    loop_of_numbers = counts.counting([number(0), number(-3)], outside=number(8), more=number(8))
    found = loop_of_numbers.counters(lambda value: (8, 8))
    assert {i: (each.last, each.step) for i, each in found.items()} == {0: (8, 8)}


def test_the_bound_may_be_carried_or_constant() -> None:
    body = "%i = stablehlo.subtract %b1, %more : tensor<i32> stablehlo.return %b0, %i"
    carried = loop(comparison("GE", "i32", "%c1", "%c0"), body, ("i32", "i32"))
    assert carried.last([number(4), number(20)], more=number(7)) == [4, -1]
    assert carried.last([None, number(20)], more=number(7)) is None
    assert carried.last([number(4), number(20)]) is None
    constant = loop(
        "%k = stablehlo.constant dense<4> : tensor<i32> " + comparison("LT", "i32", "%k", "%c1"),
        body,
        ("i32", "i32"),
    )
    assert constant.last([None, number(20)], more=number(7)) == [None, -1]


def test_values_at_the_ends_of_64_bits() -> None:
    counts = counting("LT", "ui64")
    most = (1 << 64) - 1
    start, step = np.asarray(0, np.uint64), np.asarray(1, np.uint64)
    assert counts.last([start], outside=np.asarray(most, np.uint64), more=step) == [most]
    assert counts.last([start], outside=np.asarray(most, np.uint64), more=start) is None
    down = counting("NE", "i64")
    far = np.asarray(-(1 << 63), np.int64)
    assert down.last([np.asarray(5, np.int64)], outside=far, more=np.asarray(-1, np.int64)) == [-(1 << 63)]


UP = "%i = stablehlo.add %b0, %more : tensor<i32> "
OTHERS = {
    "a counter that is multiplied": ("", "%i = stablehlo.multiply %b0, %more : tensor<i32> stablehlo.return %i, %b1"),
    "a step that changes": ("", "%i = stablehlo.add %b0, %b1 : tensor<i32> stablehlo.return %i, %i"),
    "a counter that is taken away": ("", "%i = stablehlo.subtract %more, %b0 : tensor<i32> stablehlo.return %i, %b1"),
    "a counter that is set": ("", "stablehlo.return %more, %b1"),
    "counters that change places": ("", UP + "stablehlo.return %b1, %i"),
    "a counter from another one": ("", "%i = stablehlo.add %b1, %more : tensor<i32> stablehlo.return %i, %b1"),
    "a doubled counter": ("", "%i = stablehlo.add %b0, %b0 : tensor<i32> stablehlo.return %i, %b1"),
    "a bound that changes": (comparison("LT", "i32", "%c0", "%c1"), UP + "stablehlo.return %i, %i"),
    "bounds that both count": (
        comparison("LT", "i32", "%c0", "%c1"),
        UP + "%j = stablehlo.add %b1, %more : tensor<i32> stablehlo.return %i, %j",
    ),
    "a bound that is computed": (
        "%k = stablehlo.negate %outside : tensor<i32> " + comparison("LT", "i32", "%c0", "%k"),
        UP + "stablehlo.return %i, %b1",
    ),
    "a condition of more than a comparison": (
        comparison("LT", "i32").replace("%t =", "%s =") + " %t = stablehlo.not %s : tensor<i1>",
        UP + "stablehlo.return %i, %b1",
    ),
    "a condition from outside of it": (
        "%t = stablehlo.constant dense<false> : tensor<i1>",
        UP + "stablehlo.return %i, %b1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", OTHERS)
def test_other_loops_are_left_alone(what: str) -> None:
    cond, body = OTHERS[what]
    other = loop(cond or comparison("LT", "i32"), body, ("i32", "i32"))
    known = {"outside": number(10), "more": number(2)}
    assert other.trips([number(0), number(3)], **known) is None
    assert other.last([number(0), number(3)], **known) is None


@pytest.mark.parametrize(
    "effect",
    [
        "stablehlo.custom_call @print() : () -> ()",
        "%d = stablehlo.custom_call @print() : () -> tensor<i32>",
        '"stablehlo.outfeed"(%b1, %token) : (tensor<i32>, !stablehlo.token) -> !stablehlo.token',
        "func.call @main(%b0, %b1, %b0, %b1) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()",
    ],
)
def test_effects_do_not_change_the_trip_count_but_must_happen(effect: str) -> None:
    token = "%token = stablehlo.create_token : !stablehlo.token\n" if "%token" in effect else ""
    body = f"{token}{effect}\n{UP}\nstablehlo.return %i, %b1"
    counts = loop(comparison("LT", "i32"), body, ("i32", "i32"))
    known = {"outside": number(10), "more": number(3)}
    assert counts.trips([number(0), None], **known) == 4
    assert counts.last([number(0), None], **known) is None


def test_other_work_does_not_change_the_trip_count() -> None:
    """A sum of floats is no counter; how often it is added to is known all the same."""
    body = UP + "%x = stablehlo.add %b1, %b1 : tensor<f32> stablehlo.return %i, %x"
    counts = loop(comparison("LT", "i32"), body, ("i32", "f32"))
    known = {"outside": number(10), "more": number(3)}
    assert counts.trips([number(0), None], **known) == 4
    assert counts.last([number(0), np.asarray(1, np.float32)], **known) is None


def test_booleans_and_floats_do_not_count() -> None:
    for t, dtype in (("i1", np.bool_), ("f32", np.float32)):
        counts = counting("NE", t)
        zero, one = np.zeros((), dtype), np.ones((), dtype)
        assert counts.trips([zero], outside=one, more=one) is None
        assert counts.last([zero], outside=one, more=one) is None


def test_rows_do_not_count() -> None:
    body = "%i = stablehlo.add %b1, %b1 : tensor<2xi32> stablehlo.return %b0, %i"
    rows = loop(comparison("LT", "i32"), body, ("i32", "2xi32"))
    assert rows.last([number(20), np.zeros(2, np.int32)], outside=number(10)) is None


def test_as_the_interpreter_runs_it() -> None:
    """Down to a bound from outside by twos, with a second counter that wraps around."""
    text = PROGRAMS["as the interpreter runs it"]
    (op,) = [op for op in parse(text).walk() if isinstance(op, WhileOp)]
    last = CountingLoop(op, lambda value: number(-31) if value.name_hint == "bound" else None).last()
    assert last is not None
    assert [array.tolist() for array in last.values()] == [a.tolist() for a in evaluate(text, number(-31))]
