"""Damaged programs: an error with a place, never anything else."""

from __future__ import annotations

import random

import pytest
from xdsl.context import Context
from xdsl.utils.exceptions import ParseError

from xdsl_stablehlo import parse_module, print_module, register_dialects
from xdsl_stablehlo.programs.verification import diagnostics

from .test_printer import DEBUG, PROGRAMS

PIECES = [
    "%0",
    "<",
    ">",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "=",
    "->",
    '"',
    "tensor<",
    "f32",
    "-",
    "0x",
    "1.0",
    "#a",
    "!b",
    "@f",
    "loc(",
    "dense<",
    "?",
    "array<",
    "i64",
    "^bb0",
    "*",
]
MUTATIONS = 1500


def _mutated(text: str, chance: random.Random) -> str:
    at, upto = chance.randrange(len(text)), chance.randrange(len(text))
    return chance.choice(
        [
            text[:at],
            text[:at] + text[at + chance.randint(1, 12) :],
            text[:at] + chance.choice(PIECES) + text[at:],
            text[:at] + text[upto : upto + 40] + text[at:],
            text[:at] + chr(chance.randint(1, 300)) + text[at + 1 :],
        ]
    )


@pytest.mark.prove
def test_damaged_programs_parse_or_fail_with_a_place():
    chance = random.Random(5)
    programs = [text for text in (*PROGRAMS.values(), DEBUG) if text]
    parsed = 0
    for _ in range(MUTATIONS):
        text = _mutated(chance.choice(programs), chance)
        ctx = Context()
        register_dialects(ctx)
        try:
            module = parse_module(text, ctx)
        except ParseError:
            continue
        parsed += 1
        if not list(diagnostics(module)):
            print_module(module)
            print_module(module, generic=True)
    assert 0 < parsed < MUTATIONS // 2
