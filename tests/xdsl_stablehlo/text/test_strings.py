"""Strings are bytes, as in MLIR: what is not UTF-8 is kept, wherever a string stands."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.utils.exceptions import ParseError

from tests.helpers.oracle import reprinted
from xdsl_stablehlo import parse_module, print_module, register_dialects

PROGRAMS = {
    "typed": 'func.func @f() attributes {x = "a" : i32, y = ["b", {z = "c" : f32}]} {\n  return\n}',
    "attribute": 'func.func @f() attributes {x = "a\\FFb"} {\n  return\n}',
    "key": 'func.func @f() attributes {"\\FE" = 1 : i32} {\n  return\n}',
    "symbol": 'func.func @"\\FF"() {\n  return\n}',
    "reference": 'func.func @f() attributes {x = @"\\C3"::@"\\A9"} {\n  return\n}',
    "accents": 'func.func @"é"() attributes {x = "\\C3\\A9", y = "ü"} {\n  return\n}',
    "surrogate": 'func.func @f() attributes {x = "\\ED\\B3\\BF"} {\n  return\n}',
    "backslashes": r'func.func @f() attributes {x = "\\\\n\n\t\"\00"} {' + "\n  return\n}",
    "target": 'func.func @f() {\n  %0 = stablehlo.custom_call @"\\FF"() {backend_config = "\\FF"} '
    ": () -> tensor<2xf32>\n  return\n}",
    "location": 'func.func @f() {\n  return loc("\\FF":1:2)\n}',
}


def printed(text: str) -> str:
    context = Context()
    register_dialects(context)
    return print_module(parse_module(text, context))


@pytest.mark.parametrize("name", PROGRAMS)
def test_strings_are_printed_as_in_cpp(name: str):
    once = printed(PROGRAMS[name])
    assert once == reprinted(PROGRAMS[name])
    assert printed(once) == once
    once.encode()


def test_a_text_with_surrogates_is_refused_where_they_are():
    with pytest.raises(ParseError, match="surrogate") as caught:
        printed('func.func @f() attributes {x = "\udc80"} { return }')
    assert caught.value.span.start == 32
