"""The ops of `shape` around broadcasts of unknown sizes: text as in C++."""

from __future__ import annotations

from tests.helpers.oracle import reprinted
from tests.helpers.programs import named, parse
from xdsl_stablehlo import print_module

PROGRAMS = named(__file__)

PROGRAM = PROGRAMS["program"]


def test_text_is_that_of_cpp() -> None:
    ours = print_module(parse(PROGRAM))
    assert print_module(parse(ours)) == ours
    assert reprinted(ours, generic=True) == reprinted(PROGRAM, generic=True)
    assert reprinted(print_module(parse(PROGRAM), True), generic=True) == reprinted(PROGRAM, generic=True)
