"""Facts go into functions with the arguments of calls, and come out with what they return."""

from __future__ import annotations

import pytest

from ..support import fold

I32, I1 = "tensor<i32>", "tensor<i1>"

SQUARE = f"""
func.func private @square(%x: {I32}) -> {I32} {{
  %square = stablehlo.multiply %x, %x : {I32}
  return %square : {I32}
}}"""


def small(visibility: str, bound: int) -> str:
    """A function that compares its argument with a bound."""
    return f"""
func.func {visibility} @small(%x: {I32}) -> {I1} {{
  %bound = stablehlo.constant dense<{bound}> : {I32}
  %less = stablehlo.compare LT, %x, %bound : ({I32}, {I32}) -> {I1}
  %not = stablehlo.not %less : {I1}
  %both = stablehlo.or %less, %not : {I1}
  %kept = stablehlo.and %both, %less : {I1}
  return %kept : {I1}
}}"""


def masked(*calls: str) -> str:
    """A program with `%low` between 0 and 7, `%middle` between 0 and 15, and calls of `@small`."""
    names = ", ".join([f"%r{i}" for i in range(len(calls))])
    lines = "\n  ".join([f"%r{i} = call @small({v}) : ({I32}) -> {I1}" for i, v in enumerate(calls)])
    return f"""
func.func @main(%x: {I32}) -> ({", ".join([I1] * len(calls))}) {{
  %seven = stablehlo.constant dense<7> : {I32}
  %fifteen = stablehlo.constant dense<15> : {I32}
  %low = stablehlo.and %x, %seven : {I32}
  %middle = stablehlo.and %x, %fifteen : {I32}
  {lines}
  return {names} : {", ".join([I1] * len(calls))}
}}"""


@pytest.mark.parametrize(("bound", "decided"), [(50, True), (49, False)])
def test_what_a_function_returns_has_the_facts_of_its_arguments(bound: int, decided: bool) -> None:
    main = f"""
func.func @main(%x: {I32}) -> {I1} {{
  %seven = stablehlo.constant dense<7> : {I32}
  %bound = stablehlo.constant dense<{bound}> : {I32}
  %low = stablehlo.and %x, %seven : {I32}
  %square = call @square(%low) : ({I32}) -> {I32}
  %less = stablehlo.compare LT, %square, %bound : ({I32}, {I32}) -> {I1}
  return %less : {I1}
}}"""
    assert (fold(main + SQUARE).ops() == ["stablehlo.constant"]) is decided


def test_each_call_has_facts_of_its_own() -> None:
    """The outcome for small arguments is known, though it is not for all that the function is called with."""
    folded = fold(masked("%low", "%x") + small("private", 8))
    assert folded.ops("main").count("func.call") == 1
    assert "stablehlo.compare" in folded.ops("small")


@pytest.mark.parametrize(("bound", "decided"), [(16, True), (15, False)])
def test_a_private_function_has_the_facts_of_all_its_calls(bound: int, decided: bool) -> None:
    """Its own rewriting rests on what every caller passes: a mask of 15 that changes nothing goes."""
    callee = f"""
func.func private @small(%x: {I32}) -> {I1} {{
  %mask = stablehlo.constant dense<{bound - 1}> : {I32}
  %masked = stablehlo.and %x, %mask : {I32}
  %count = stablehlo.popcnt %masked : {I32}
  %zero = stablehlo.constant dense<1> : {I32}
  %none = stablehlo.compare EQ, %count, %zero : ({I32}, {I32}) -> {I1}
  return %none : {I1}
}}"""
    folded = fold(masked("%low", "%middle") + callee)
    assert ("stablehlo.and" not in folded.ops("small")) is decided


def test_anybody_may_call_a_public_function_with_anything() -> None:
    assert "stablehlo.compare" in fold(masked("%low") + small("public", 8)).ops("small")


def test_a_constant_and_a_range_have_facts_in_common() -> None:
    call = f"%r9 = call @small(%fifteen) : ({I32}) -> {I1}\n  return"
    main = masked("%low", "%x").replace("return", call, 1)
    assert "stablehlo.compare" in fold(main + small("private", 8)).ops("small")


def test_facts_do_not_go_around_a_function_that_calls_itself() -> None:
    text = f"""
func.func @main(%x: {I32}) -> {I32} {{
  %seven = stablehlo.constant dense<7> : {I32}
  %low = stablehlo.and %x, %seven : {I32}
  %result = call @down(%low) : ({I32}) -> {I32}
  return %result : {I32}
}}
func.func private @down(%x: {I32}) -> {I32} {{
  %zero = stablehlo.constant dense<0> : {I32}
  %four = stablehlo.constant dense<4> : {I32}
  %done = stablehlo.compare LT, %x, %zero : ({I32}, {I32}) -> {I1}
  %last = "stablehlo.if"(%done) ({{
    stablehlo.return %x : {I32}
  }}, {{
    %less = stablehlo.subtract %x, %four : {I32}
    %inner = call @down(%less) : ({I32}) -> {I32}
    stablehlo.return %inner : {I32}
  }}) : ({I1}) -> {I32}
  return %last : {I32}
}}"""
    assert "stablehlo.compare" in fold(text).ops("down")


def test_facts_of_many_calls_are_bounded() -> None:
    """The time for n calls with different ranges grows with n, and not with the square."""
    lines: list[str] = []
    for i in range(60):
        lines.append(f"%m{i} = stablehlo.constant dense<{2 * i + 1}> : {I32}")
        lines.append(f"%a{i} = stablehlo.and %x, %m{i} : {I32}")
        lines.append(f"%r{i} = call @square(%a{i}) : ({I32}) -> {I32}")
    names, types = ", ".join([f"%r{i}" for i in range(60)]), ", ".join([I32] * 60)
    body = "\n  ".join(lines)
    text = f"func.func @main(%x: {I32}) -> ({types}) {{\n  {body}\n  return {names} : {types}\n}}"
    folded = fold(text + SQUARE)
    without = fold(text + SQUARE, simplify=False)
    assert folded.report.work - without.report.work < 20 * 100_000
