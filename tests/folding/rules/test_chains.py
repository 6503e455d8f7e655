"""Ops with constants in a row, with all rules at once: what one rule notes of a value, another must not misread."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.programs import named
from xdsl_stablehlo.folding import fold_module

from ...helpers.every_input import computed, differing, every
from ...helpers.programs import parse
from ..support import fold, main

PROGRAMS = named(__file__)

pytestmark = pytest.mark.prove

BINARY = (
    *("add", "and", "divide", "maximum", "minimum", "multiply", "or", "remainder", "subtract", "xor"),
    *("shift_left", "shift_right_arithmetic", "shift_right_logical"),
)
ROWS = 400


def row(r: Random, name: str, element: str, length: int) -> tuple[list[str], str]:
    """Ops of two kinds of which each reads the one before, and the name of the last one."""
    size = len(every(element))
    kind = f"tensor<{size}x{element}>"
    lines: list[str] = []
    value, kinds = "%x", r.sample((*BINARY, "negate", "not"), 2)
    for i in range(length):
        op = r.choice(kinds)
        result = f"{name}_{i}"
        if op in ("negate", "not"):
            lines.append(f"{result} = stablehlo.{op} {value} : {kind}")
        else:
            number = r.choice((0, 1, 1, 2, 2, 3, 5, 7) if element[0] == "i" else (0, 1, 1, 2, 2, 3, 7, 9, 15))
            lines.append(f"{result}c = stablehlo.constant dense<{number}> : {kind}")
            sides = [value, f"{result}c"]
            if op not in ("divide", "remainder") and r.random() < 0.2:
                sides.reverse()
            lines.append(f"{result} = stablehlo.{op} {', '.join(sides)} : {kind}")
        value = result
    return lines, value


def rows(seed: int, element: str) -> str:
    """Many rows of ops on elements of a type, special ones among them."""
    r = Random(seed)
    kind = f"tensor<{len(every(element))}x{element}>"
    parts = [row(r, f"%r{i}", element, r.randint(3, 5)) for i in range(ROWS)]
    body = "\n  ".join([line for lines, _ in parts for line in lines])
    returned, types = ", ".join([last for _, last in parts]), ", ".join([kind] * ROWS)
    return f"func.func @main(%x: {kind}) -> ({types}) {{\n  {body}\n  return {returned} : {types}\n}}"


@pytest.mark.parametrize("element", ["i4", "ui4", "i32"])
@pytest.mark.parametrize("seed", range(4))
def test_rows_of_ops_compute_the_same(seed: int, element: str) -> None:
    text = rows(seed, element)
    before, after = parse(text), parse(text)
    assert len(fold_module(after).rules()) > 5
    old, new = (computed(module, [every(element)]) for module in (before, after))
    assert [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if differing(a, b).any()] == []


def test_an_op_that_a_rule_made_is_asked_about_as_well() -> None:
    """Two shifts are one, and negating it is a product: one op with one constant, the first time."""
    t = "tensor<3xi64>"
    body = PROGRAMS["an op that a rule made is asked about as well"]
    assert fold(main(body, t, f"%x: {t}")).ops() == ["stablehlo.constant", "stablehlo.multiply"]


def test_what_is_evaluated_for_a_second_look_counts_once() -> None:
    t = "tensor<3xi64>"
    body = PROGRAMS["what is evaluated for a second look counts once"]
    assert fold(main(body, t, f"%x: {t}")).report.folded["stablehlo.add"].count == 1
