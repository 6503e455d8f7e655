"""Every rule that is an equation of terms is right for all inputs, and wrong for others than it is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.folding.facts.lattice import kinds_of
from xdsl_stablehlo.folding.rules.engine import RULES, Rule, anything, limited_to
from xdsl_stablehlo.folding.rules.terms import BOOLEAN, EQUATIONS, INTEGER, Equation, Fact, Term
from xdsl_stablehlo.values.element_types import FloatFormat, format_of

from ...helpers.element_types import ELEMENT_TYPES
from ...helpers.every_input import combined, computed, differing
from ...helpers.oracle import Array
from ...helpers.programs import parse
from ...helpers.symbolic import difference
from .programs import Writer, cases, wrong

pytestmark = pytest.mark.prove

WIDE_INTEGERS = ("i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64")
HARD = {"divide", "remainder", "multiply", "power"}
"""z3 multiplies and divides up to 16 bits in time."""

UNCONDITIONAL = {"real-of-real", "imag-of-real", "real-of-complex", "imag-of-complex", "real-of-converted"}
"""Rules that nothing but the types is a condition of: no other op makes complex numbers of such operands."""


def satisfying(fact: Fact, array: Array, element_type: str) -> Array:
    """Where elements are as a fact says."""
    known = format_of(ELEMENT_TYPES[element_type])
    if isinstance(known, FloatFormat):
        return (kinds_of(array, known) & int(fact.excluded)) == 0
    if fact.says == "never 0":
        return array != array.dtype.type(0)
    return array >= array.dtype.type(0) if fact.says == "never below 0" else np.ones(array.shape, bool)


def disagreement(rule: Rule, row: Equation, what: Term, element: str, believing: bool = True) -> bool | None:
    """Whether the program of a term gives something else after the rule; None where the rule does not apply.

    The facts that the rule asks for hold of all inputs, if `believing`.
    """
    writer = Writer(element, "")
    writer.program(what)
    names = sorted(writer.arguments)
    inputs = combined([writer.arguments[name] for name in names])
    held = np.ones(len(inputs[0]) if inputs else 1, bool)
    for name, fact in row.facts.items() if believing else ():
        held &= satisfying(fact, inputs[names.index(name)], writer.arguments[name])
    inputs = [array[held] for array in inputs]
    text = Writer(element, f"{len(inputs[0])}x").program(what)
    try:
        before, after = parse(text), parse(text)
    except VerifyException as error:
        raise KeyError("not for elements of this type") from error
    with limited_to(rule):
        if not fold_module(after, options=FoldOptions(optimize_float=True)).simplified:
            return None
    (old,), (new,) = computed(before, inputs), computed(after, inputs)
    return bool(differing(old, new).any())


def lenient(name: str) -> Rule:
    """The rule without its facts, for inputs of which they hold."""
    row = replace(EQUATIONS[name], facts={})
    return replace(RULES[name], when=row.holds)


@pytest.mark.parametrize("name", EQUATIONS)
def test_equation_holds_for_all_inputs_of_small_types(name: str) -> None:
    row, rule, applied = EQUATIONS[name], lenient(name), 0
    for what, element in cases(row):
        try:
            found = disagreement(rule, row, what, element)
        except KeyError:
            continue  # a type without such a number
        assert found is False, f"{what} of {element}: {'does not apply' if found is None else 'differs'}"
        applied += 1
    assert applied


@pytest.mark.parametrize(
    "name", [name for name, row in EQUATIONS.items() if {INTEGER, BOOLEAN} & set(row.kinds)]
)
def test_equation_holds_for_all_wide_integers(name: str) -> None:
    row, rule = EQUATIONS[name], lenient(name)
    for op in row.ops:
        what = replace(row.left, head=op)
        for element in WIDE_INTEGERS if INTEGER in row.kinds else ("i1",):
            if op == "power" or (op in HARD and int(element.lstrip("ui")) > 16):
                continue
            writer = Writer(element, "")
            text = writer.program(what)
            if {"abs", "sign"} & set(re.findall(r"stablehlo.(\w+)", text)) and element[0] == "u":
                continue
            before, after = parse(text), parse(text)
            with limited_to(rule):
                assert fold_module(after).simplified
            assert difference(before, after, *_conditions(row, sorted(writer.arguments))) is None


def _conditions(row: Equation, names: list[str]) -> list[Callable[..., Any]]:
    """The facts about arguments, for z3."""

    def condition(name: str, says: str) -> Callable[..., Any]:
        at = names.index(name)

        def holds(*arguments: Any) -> Any:
            return arguments[at] != 0 if says == "never 0" else arguments[at] >= 0

        return holds

    return [condition(name, fact.says) for name, fact in row.facts.items()]


def always(*_: object) -> bool:
    """No condition."""
    return True


@pytest.mark.parametrize("name", sorted(set(EQUATIONS) - UNCONDITIONAL))
def test_equation_is_wrong_without_its_condition(name: str) -> None:
    row = EQUATIONS[name]
    careless = replace(RULES[name], when=always, asks=anything)
    broken = [
        (what, element, believing)
        for left, element in cases(row)
        for believing, terms in ((True, wrong(left)), (False, [left] if row.facts else []))
        for what in terms
    ]
    assert any(_breaks(careless, row, *each) for each in broken)


def _breaks(rule: Rule, row: Equation, what: Term, element: str, believing: bool) -> bool:
    try:
        return disagreement(rule, row, what, element, believing) is True
    except Exception:  # not a program, or one that has no value
        return False


OF_NUMBERS = [
    name
    for name, row in EQUATIONS.items()
    if any(fact.excluded or "never" in fact.says for fact in row.facts.values())
]
"""Equations that ask for facts about numbers; the others that ask for any ask for types."""

OF_TYPES = [name for name, row in EQUATIONS.items() if row.facts and name not in OF_NUMBERS]


@pytest.mark.parametrize("name", OF_TYPES)
def test_equation_asks_for_its_types(name: str) -> None:
    part = EQUATIONS[name].left.head
    is_part = part in ("real", "imag")
    source, between, result = ("complex<f64>", "complex<f32>", "f32") if is_part else ("f32", "f16", "f16")
    text = f"""func.func @main(%x: tensor<3x{source}>) -> tensor<3x{result}> {{
      %0 = stablehlo.convert %x : (tensor<3x{source}>) -> tensor<3x{between}>
      %1 = stablehlo.{part} %0 : (tensor<3x{between}>) -> tensor<3x{result}>
      return %1 : tensor<3x{result}>
    }}"""
    right = text.replace(f"x{source}", "xf32" if is_part else "xi8")
    with limited_to(RULES[name]):
        assert not fold_module(parse(text)).simplified
        assert fold_module(parse(right)).simplified


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_equation_asks_for_its_facts(name: str) -> None:
    row = EQUATIONS[name]
    found: list[bool | None] = []
    for what, element in cases(row):
        try:
            found.append(disagreement(RULES[name], row, what, element, believing=False))
        except KeyError:
            continue
    assert True not in found
    assert None in found
