"""Conversions of facts: every number of the types of up to 16 bits, and those at the borders of larger ones."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TypeAlias, cast

import numpy as np
import pytest
from xdsl.dialects.builtin import AnyFloat, IntegerType, Signedness, TensorType, f32, f64, i1, i32
from xdsl.ir import Attribute

from tests.helpers.tiers import one_of
from xdsl_stablehlo.dialects.stablehlo import IotaOp
from xdsl_stablehlo.folding.facts.conversions import converted, mirrored, recast_bits
from xdsl_stablehlo.folding.facts.families import TRANSFERS
from xdsl_stablehlo.folding.facts.lattice import FloatKinds, IntegerFact, fact_of, kind_of_integers, kinds_of
from xdsl_stablehlo.interpreter.numerics import convert, quiet
from xdsl_stablehlo.interpreter.numerics.conversion import bitcast
from xdsl_stablehlo.values.element_types import FLOATS, Array, FloatFormat, format_of, is_float

from .exhaustion import all_facts, is_narrower, some_facts
from .test_floats import KINDS, telling

INTEGERS = tuple(
    [IntegerType(w, s) for w in (2, 4, 8, 16, 32, 64) for s in (Signedness.SIGNLESS, Signedness.UNSIGNED)]
)
FLOAT_TYPES = tuple([known.type for known in FLOATS.values() if is_float(known.type)])
TYPES = (i1, *INTEGERS, *FLOAT_TYPES)


def numbers_of(element_type: Attribute) -> Array:
    """All numbers of a type of up to 16 bits, else those at borders and random ones."""
    known = format_of(element_type)
    if known.width == 1:
        return np.array([False, True])
    unsigned = np.dtype(f"u{known.dtype.itemsize}")
    if known.width <= 16:
        patterns = np.arange(1 << known.width).astype(unsigned)
        if known.width < 8 and not isinstance(known, FloatFormat) and known.signed:
            patterns |= np.where(patterns >> known.width - 1, 256 - (1 << known.width), 0).astype(unsigned)
        return patterns.view(known.dtype)
    random = np.frombuffer(np.random.default_rng(0).bytes(4000 * unsigned.itemsize), unsigned)
    if isinstance(known, FloatFormat):
        steps = [f * 2.0**e for e in range(-160, 129) for f in (0.75, 0.999, 1, 1.001)]
        with quiet():
            borders = np.array([*steps, *[-step for step in steps]]).astype(known.dtype)
            return np.concatenate([telling(cast(AnyFloat, known.type)), borders, random.view(known.dtype)])
    powers = [(1 << e) + d for e in range(known.width) for d in range(-2, 3)]
    mask = (1 << known.width) - 1
    near = np.array([n & mask for n in (*powers, *[-p for p in powers])], unsigned)
    shifted = random >> (np.arange(len(random)) % known.width).astype(unsigned)
    return np.concatenate([near, random, shifted]).view(known.dtype)


def allowed(numbers: Array, fact: IntegerFact) -> Array:
    """Those that are as a fact says."""
    return numbers[[fact.allows(int(number)) for number in numbers]]


Chosen: TypeAlias = "list[tuple[FloatKinds | IntegerFact, Array]]"


@cache
def facts_about(element_type: Attribute) -> Chosen:
    """Facts, each with the numbers that it allows, of which there are some."""
    numbers, kind = numbers_of(element_type), kind_of_integers(element_type)
    chosen: Chosen = []
    if kind is None:
        of_number = kinds_of(numbers, FLOATS[type(element_type)])
        r = Random(0)
        several = [FloatKinds(r.getrandbits(9)) for _ in range(12)]
        chosen += [(k, numbers[(of_number & int(k)) != 0]) for k in (*FloatKinds, FloatKinds.ANY, *several)]
    else:
        facts = all_facts(kind) if kind.width <= 2 else some_facts(kind, 40)
        chosen += [(fact, allowed(numbers, fact)) for fact in facts]
    return [(fact, array) for fact, array in chosen if array.size]


def assert_says(fact: object, results: Array, element_type: Attribute) -> None:
    """A fact holds of all these results, of which there are some."""
    exact = fact_of(results, element_type)
    if isinstance(exact, FloatKinds):
        assert isinstance(fact, FloatKinds)
        assert exact in fact
    else:
        assert isinstance(exact, IntegerFact)
        assert isinstance(fact, IntegerFact)
        assert is_narrower(exact, fact)


@pytest.mark.parametrize("source", one_of(3, TYPES), ids=str)
def test_what_is_said_of_a_conversion_holds(source: Attribute) -> None:
    for fact, array in facts_about(source):
        for target in TYPES:
            with quiet():
                result = convert(array, source, target)
            assert_says(converted(fact, source, target), result, target)


@pytest.mark.parametrize(("least", "is_nan"), [(-1, True), (0, False), (1, False)])
def test_only_negative_numbers_are_nan_where_there_are_no_signs(least: int, is_nan: bool) -> None:
    kind = kind_of_integers(i32)
    assert kind is not None
    (unsigned,) = [t for t in FLOAT_TYPES if not cast(FloatFormat, format_of(t)).signed]
    found = converted(kind.between(least, 5), i32, unsigned)
    assert isinstance(found, FloatKinds)
    assert bool(found & FloatKinds.NAN) == is_nan


def test_negative_numbers_stay_so_when_they_are_rounded() -> None:
    below_zero = FloatKinds.NEGATIVE | FloatKinds.NEGATIVE_ZERO
    assert converted(FloatKinds.NEGATIVE_NORMAL, f64, f32) == below_zero
    assert converted(FloatKinds.NORMAL, f64, f32) == mirrored(below_zero)


@pytest.mark.parametrize(("size", "high"), [(1, 0), (2, 1), (5, 4)])
def test_indices_are_below_the_size_of_their_dimension(size: int, high: int) -> None:
    kind = kind_of_integers(i32)
    assert kind is not None
    op = IotaOp(1, TensorType(i32, [3, size]))
    assert TRANSFERS["stablehlo.iota"](op, 0, []) == kind.between(0, high)


@pytest.mark.parametrize("source", TYPES, ids=str)
def test_what_is_said_of_bits_holds(source: Attribute) -> None:
    width = format_of(source).width
    for target in TYPES:
        if format_of(target).width == width:
            for fact, array in facts_about(source):
                result = bitcast(array, width, width, format_of(target).dtype)
                assert_says(recast_bits(fact, source, target), result, target)


@pytest.mark.parametrize(
    "source", [t for t in FLOAT_TYPES if IntegerType(format_of(t).width) in TYPES], ids=str
)
def test_bits_there_and_back_say_what_they_did(source: Attribute) -> None:
    integers = IntegerType(format_of(source).width, Signedness.UNSIGNED)
    for kinds, _ in facts_about(source):
        assert isinstance(kinds, FloatKinds)
        if kinds in KINDS and kinds is not FloatKinds.NAN:
            assert recast_bits(recast_bits(kinds, source, integers), integers, source) == kinds
