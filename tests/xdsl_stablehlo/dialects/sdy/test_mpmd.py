"""Shardy's `mpmd`: C++ prints it in generic form, and reads what is printed here."""

from __future__ import annotations

from tests.helpers.oracle import reprinted
from tests.helpers.programs import named, parse
from xdsl_stablehlo import print_module

PROGRAMS = named(__file__)

PROGRAM = PROGRAMS["program"]


def test_the_generic_form_is_read() -> None:
    generic = reprinted(PROGRAM, generic=True)
    module = parse(generic)
    assert reprinted(print_module(module)) == reprinted(PROGRAM)
    assert reprinted(print_module(module, True), generic=True) == generic
