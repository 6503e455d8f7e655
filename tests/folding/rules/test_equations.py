"""Every rule that is an equation of terms is right for all inputs, and wrong for others than it is about.

A row is proved from itself alone: its left side is written as programs, and what has to be known of variables is made
true by the choice of inputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.folding.facts.lattice import FloatKinds, IntegerKind, kind_of_integers, kinds_of
from xdsl_stablehlo.folding.rules.engine import RULES, Rule, anything, limited_to
from xdsl_stablehlo.folding.rules.equations import OF_BOOLEANS, holds_all
from xdsl_stablehlo.folding.rules.notation import Term
from xdsl_stablehlo.folding.rules.terms import ANY, FLOAT, INTEGER, VIEWS, Equation, rule_of
from xdsl_stablehlo.values.element_types import FLOAT_TYPES, FloatFormat, bit_width, format_of

from ...helpers.element_types import ELEMENT_TYPES
from ...helpers.every_input import combined, computed, differing, every
from ...helpers.oracle import Array
from ...helpers.programs import parse
from ...helpers.symbolic import difference, z
from ...helpers.tiers import sampled
from .programs import (
    DIRECTIONS,
    EIGHT_BITS,
    ROWS,
    TYPES,
    WIDE,
    WITHOUT_THEORY,
    Case,
    Row,
    cases,
    kinds_for_z3,
    wrong,
)

UNCONDITIONAL = {"real-of-real", "imag-of-real", "real-of-complex", "imag-of-complex", "real-of-converted"}
"""Rules that nothing but the types is a condition of: no other op makes complex numbers of such operands."""

Types = Mapping[str, Sequence[str]]


def integers_of(element: str) -> IntegerKind | None:
    """The integers of an element type."""
    return kind_of_integers(ELEMENT_TYPES[element])


def in_order(array: Array) -> Any:
    """Numbers that compare as elements do: exact integers, or floats by their bits, with -0 below 0."""
    if array.dtype.kind in "iub" or array.dtype.name.startswith(("int", "uint")):
        return array.astype(np.int64).astype(object) if array.dtype != np.uint64 else array.astype(object)
    with np.errstate(invalid="ignore"):
        bits = np.ascontiguousarray(array, np.float64).view(np.int64).astype(object)
    return np.where(bits < 0, -(bits & (1 << 63) - 1) - 1, bits)


def satisfied(row: Equation, case: Case, inputs: Mapping[str, Array], types: Mapping[str, str]) -> Any:
    """Where inputs and constants are as the facts and the guard of a row say."""
    held: Any = np.array(True)
    for name, fact in row.facts.items():
        known = format_of(ELEMENT_TYPES[types[name]])
        if isinstance(known, FloatFormat):
            held = held & ((kinds_of(inputs[name], known) & int(fact.excluded)) == 0)
    if row.where is not None:
        arrays = {**inputs, **case.constants}
        numbers = {letter: in_order(arrays[letter]) for letter in row.where.letters}
        undecided = np.array(False)
        for letter in row.where.letters:
            with np.errstate(invalid="ignore"):
                undecided = undecided | (arrays[letter] != arrays[letter])
        for verdict in row.where.verdicts(numbers, integers_of(case.element), np.abs):
            held = held & (undecided | np.asarray(verdict, bool))
    return held


def only_constants(row: Equation) -> bool:
    """Whether the guard of a row is about constants alone."""
    return row.where is not None and all(letter.isupper() for letter in row.where.letters)


def lenient(row: Row) -> Rule:
    """The rule of one row, without what inputs have to be, for inputs that are so."""
    equation = row.equation
    guard = equation.where if only_constants(equation) else None
    return rule_of(row.name, (replace(equation, facts={}, where=guard, asks=anything),))


def careless(row: Row, left: Term) -> Rule:
    """The rule of one row with another left side, for all values that have no more than its form; a side with views
    only gets other directions."""
    if any(part.head in VIEWS for part in row.equation.left.walk()):
        left = replace(row.equation.left, said=DIRECTIONS)
    equation = replace(
        row.equation, left=left, ops=(left.head,), kinds=ANY, facts={}, where=None, asks=anything
    )
    return rule_of(row.name, (equation,))


def disagreement(rule: Rule, row: Equation, case: Case, believing: bool = True) -> bool | None:
    """Whether the program of a left side gives something else after the rule; None where the rule does not apply.

    The facts that the rule asks for hold of all inputs, if `believing`. A type that lacks a number of the left side
    raises `KeyError`.
    """
    types = case.program("")[1]
    columns = combined(list(types.values())) if types else []
    inputs = dict(zip(types, columns))
    if believing:
        held = np.broadcast_to(satisfied(row, case, inputs, types), columns[0].shape)
        inputs = {name: array[held] for name, array in inputs.items()}
    if not all(map(len, inputs.values())):
        return None
    text = case.program(f"{len(next(iter(inputs.values())))}x")[0]
    try:
        before, after = parse(text), parse(text)
    except VerifyException as error:
        raise KeyError("not for elements of this type") from error
    with limited_to(rule):
        if not fold_module(after, options=FoldOptions(optimize_float=True)).simplified:
            return None
    arguments = list(inputs.values())
    (old,), (new,) = computed(before, arguments), computed(after, arguments)
    return bool(differing(old, new).any())


@sampled("types", EIGHT_BITS, TYPES)
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_equation_holds_for_all_inputs_of_small_types(row: Row, types: Types) -> None:
    equation, rule = row.equation, lenient(row)
    applied: dict[tuple[str, str], int] = {}
    for case in cases(equation, types):
        try:
            found = disagreement(rule, equation, case)
        except KeyError:
            continue  # a type without such a number
        assert found is not True, str(case)
        assert found is False or case.constants or equation.where, f"{case}: does not apply"
        at = case.left.head if equation.left.head not in VIEWS else "", case.element
        applied[at] = applied.get(at, 0) + (found is False)
    assert applied
    assert [at for at, times in applied.items() if not times] == []


@pytest.mark.prove
@pytest.mark.parametrize("row", [row for row in ROWS if kinds_for_z3(row.equation)], ids=str)
def test_equation_holds_for_all_wide_numbers(row: Row) -> None:
    equation, rule = row.equation, lenient(row)
    elements = [each for kind in sorted(kinds_for_z3(equation)) for each in WIDE[kind]]
    tried: dict[tuple[str, str], int] = {}
    for case in cases(replace(equation, kinds=(INTEGER,)), {INTEGER: elements}):
        heads, at = {part.head for part in case.left.walk()}, (str(case.left), case.element)
        if case.element in WIDE[FLOAT]:
            if WITHOUT_THEORY & heads:
                continue
        elif tried.get(at, 0) > 1 or int(case.element.lstrip("ui")) > bits_in_time(
            heads, bool(case.constants)
        ):
            continue
        if case.element[0] == "u" and {"abs", "sign"} & heads:
            continue
        if only_constants(equation) and not np.all(satisfied(equation, case, {}, {})):
            continue
        text, types = case.program("")
        before, after = parse(text), parse(text)
        with limited_to(rule):
            if not fold_module(after, options=FoldOptions(optimize_float=True)).simplified:
                assert case.constants, str(case)
                continue
        tried[at] = tried.get(at, 0) + 1
        assert difference(before, after, conditions(equation, case, list(types))) is None, str(case)
    assert tried or equation.left.head == "power"


def bits_in_time(heads: set[str], has_constants: bool) -> int:
    """Up to how many bits of integers z3 answers in time; multiplying by a constant is no work."""
    hard = (
        {"divide": 8, "power": 0}
        if has_constants
        else {"divide": 16, "remainder": 16, "multiply": 16, "power": 0}
    )
    return min([64, *[hard[head] for head in heads if head in hard]])


def conditions(row: Equation, case: Case, names: Sequence[str]) -> Callable[..., Any]:
    """The facts and the guard about arguments, for z3."""
    guard = None if only_constants(row) else row.where

    def hold(*arguments: Any) -> Any:
        known = dict(zip(names, arguments))
        held = [
            z.Not(is_of_kind(known[name], kind))
            for name, fact in row.facts.items()
            for kind in FloatKinds
            if kind & fact.excluded and z.is_fp(known[name])
        ]
        if guard is not None:
            kind = integers_of(case.element)
            numbers = {letter: in_order_of_z3(known[letter], kind) for letter in guard.letters}
            verdicts = guard.verdicts(numbers, kind, lambda number: z.If(number < 0, -number, number))
            nans = [z.fpIsNaN(known[letter]) for letter in guard.letters if z.is_fp(known[letter])]
            held.append(z.Or(*nans, z.And(*verdicts)))
        return z.And(*held)

    return hold


def in_order_of_z3(number: Any, kind: IntegerKind | None) -> Any:
    """A number as an integer that compares as it does, two bits wider: that of sums of two integers."""
    if kind is not None:
        return (z.SignExt if kind.signed else z.ZeroExt)(2, number)
    bits = z.fpToIEEEBV(number)
    wide, size = z.SignExt(2, bits), z.ZeroExt(3, z.Extract(bits.size() - 2, 0, bits))
    return z.If(wide < 0, -size - 1, wide)


KINDS = {
    "NAN": z.fpIsNaN,
    "INFINITY": z.fpIsInf,
    "NORMAL": z.fpIsNormal,
    "SUBNORMAL": z.fpIsSubnormal,
    "ZERO": z.fpIsZero,
}


def is_of_kind(number: Any, kind: FloatKinds) -> Any:
    """Whether a float of z3 is of a kind."""
    name = str(kind.name)
    sign = z.fpIsNegative if name.startswith("NEGATIVE") else z.fpIsPositive
    found = KINDS[name.removeprefix("NEGATIVE_")](number)
    return found if name == "NAN" else z.And(found, sign(number))


CONDITIONAL = [row for row in ROWS if row.name not in UNCONDITIONAL and row.equation.left.head not in VIEWS]
"""Equations of views are wrong where a view is: see `test_rules.py`."""


@pytest.mark.prove
@pytest.mark.parametrize("row", CONDITIONAL, ids=str)
def test_equation_is_wrong_without_its_condition(row: Row) -> None:
    assert any(
        breaks(careless(row, left), row.equation, replace(case, left=left), believing)
        for case in cases(row.equation)
        for believing, terms in ((True, wrong(case.left)), (False, [case.left]))
        for left in terms
    )


def breaks(rule: Rule, row: Equation, case: Case, believing: bool) -> bool:
    """Whether the rule, as it is not meant, changes what a program computes."""
    try:
        return disagreement(rule, row, case, believing) is True
    except Exception:  # not a program, or one that has no value
        return False


def is_about_numbers(row: Equation) -> bool:
    """Whether a row asks for something of numbers that a variable may be."""
    return any(fact.excluded for fact in row.facts.values()) or (
        row.where is not None and not only_constants(row)
    )


@sampled("types", EIGHT_BITS, TYPES)
@pytest.mark.parametrize("row", [row for row in ROWS if is_about_numbers(row.equation)], ids=str)
def test_equation_asks_for_its_facts(row: Row, types: Types) -> None:
    rule = rule_of(row.name, (row.equation,))
    found: list[bool | None] = []
    for case in cases(row.equation, types):
        try:
            found.append(disagreement(rule, row.equation, case, believing=False))
        except KeyError:
            continue
    assert True not in found
    assert None in found


OF_TYPES = [row.name for row in ROWS if row.equation.facts and not is_about_numbers(row.equation)]


@pytest.mark.parametrize("name", sorted(set(OF_TYPES)))
def test_equation_asks_for_its_types(name: str) -> None:
    row = next(row.equation for row in ROWS if row.name == name)
    part = row.left.head
    is_part, given = part in ("real", "imag"), "i1" if OF_BOOLEANS in row.facts.values() else "i8"
    source, between, result = ("complex<f64>", "complex<f32>", "f32") if is_part else ("f32", "f16", "f16")
    line = f"%1 = stablehlo.{part} %0 : (tensor<3x{between}>) -> tensor<3x{result}>"
    if part == "compare":
        result, kind = "i1", f"tensor<3x{between}>"
        said, operands = ("GE", "%0, %one") if row.left.parts[0].parts else ("LE", "%one, %0")
        line = f"%one = stablehlo.constant dense<1.0> : {kind}\n"
        line += f"%1 = stablehlo.compare {said}, {operands} : ({kind}, {kind}) -> tensor<3xi1>"
    text = f"""func.func @main(%x: tensor<3x{source}>) -> tensor<3x{result}> {{
      %0 = stablehlo.convert %x : (tensor<3x{source}>) -> tensor<3x{between}>
      {line}
      return %1 : tensor<3x{result}>
    }}"""
    right = text.replace(f"x{source}", "xf32" if is_part else f"x{given}")
    with limited_to(RULES[name]):
        assert not fold_module(parse(text)).simplified
        assert fold_module(parse(right)).simplified


@pytest.mark.parametrize("narrow", [name for name, each in FLOAT_TYPES.items() if bit_width(each) <= 16])
def test_a_float_type_holds_another_if_all_its_elements_are_there(narrow: str) -> None:
    def elements(name: str) -> set[object]:
        with np.errstate(all="ignore"):
            values: list[float] = every(name).astype(np.float64).tolist()
        return {(x, math.copysign(1, x)) if x == x else "nan" for x in values}

    small = format_of(FLOAT_TYPES[narrow])
    for name, each in FLOAT_TYPES.items():
        if (
            bit_width(each) <= 16
            and isinstance(wide := format_of(each), FloatFormat)
            and isinstance(small, FloatFormat)
        ):
            assert holds_all(wide, small) == (elements(narrow) <= elements(name)), name
