"""Short texts that ask for much: refused, or read, with little work and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from xdsl.context import Context

from xdsl_stablehlo import parse_module, print_module, register_dialects, verify_module
from xdsl_stablehlo.ir.guards import WIDEST
from xdsl_stablehlo.text.locations import AROUND, LONGEST
from xdsl_stablehlo.text.read.attribute_parser import DEEPEST

ROOT = Path(__file__).parents[3]
READER = """
import json, resource, sys
from xdsl.context import Context
from xdsl.utils.exceptions import ParseError, VerifyException
from tests.helpers.counting import calls_of
from xdsl_stablehlo import parse_module, print_module, register_dialects, verify_module
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
def read(text):
    context = Context(allow_unregistered=True)
    register_dialects(context)
    try:
        module = parse_module(text, context)
        verify_module(module)
        print_module(module)
        return ""
    except (ParseError, VerifyException) as error:
        return getattr(error, "msg", str(error))
read("func.func @f(%x: tensor<2xf32>) { %y = stablehlo.iota dim = 0 : tensor<2xf32> return }")
for text in json.load(sys.stdin):
    said = []
    calls = calls_of(lambda: said.append(read(text)))
    print(json.dumps([said[0], calls]), flush=True)
"""
"""Reads programs, each with 4 GB of memory. Prints what was said of each, and how many functions were called."""

CALLS_FOR_A_CHARACTER = 100
CALLS_FOR_A_TEXT = 500_000


def with_attribute(attribute: str, before: str = "") -> str:
    return f"{before}\nfunc.func @f() attributes {{x = {attribute}}} {{ return }}"


def doubled(first: str, twice: Callable[[str], str], sign: str = "#") -> str:
    """Thirty aliases, each made of twice the one before."""
    lines = [f"{sign}a0 = {first}"]
    lines += [f"{sign}a{i} = {twice(f'{sign}a{i - 1}')}" for i in range(1, 31)]
    return "\n".join(lines)


MANY = 20_000
LONG = "1" * 5000
TOO_DEEP = "attributes are nested too deeply"
TOO_MANY = "aliases stand for too many attributes"
TOO_WIDE = f"integer bitwidth is limited to {WIDEST} bits"
TOO_LONG = "integer literal is too long"

BOMBS: dict[str, tuple[str, str]] = {
    "an integer's width": (with_attribute("4 : i99999999999"), TOO_WIDE),
    "a signed integer's width": (with_attribute("4 : si16777216"), TOO_WIDE),
    "a width of many digits": (with_attribute("i" + LONG), TOO_WIDE),
    "the width in an array": (with_attribute("array<i99999999999: 1>"), TOO_WIDE),
    "the widest integer in an array": (
        with_attribute("array<i16777215: 1>"),
        "element type bitwidth must be a multiple of 8",
    ),
    "a negative value of a wide unsigned type": (
        with_attribute("-1 : ui16777215"),
        "integer constant out of range for attribute",
    ),
    "a wide element type": (with_attribute("tensor<2xi99999999999>"), TOO_WIDE),
    "a size": (with_attribute(f"tensor<{10**30}xf32>"), "invalid dimension"),
    "a size of many digits": (with_attribute(f"tensor<{LONG}x1xf32>"), TOO_LONG),
    "a size of a vector": (with_attribute(f"vector<{10**30}xf32>"), "invalid dimension"),
    "many sizes": (with_attribute(f"tensor<{'1x' * MANY}f32>"), ""),
    "more dimensions than NumPy's": (with_attribute(f"dense<1.0> : tensor<{'1x' * 65}f32>"), ""),
    "a splat of a vector": (
        with_attribute("dense<1> : vector<99999999999xi8>"),
        "a splat of 'vector<99999999999xi8>' is kept as all of its elements",
    ),
    "a large tensor's splat": (with_attribute("dense<1> : tensor<99999999999x99999999999xi8>"), ""),
    "a group of results": ('func.func @f() { %0:99999999999 = "a.b"() : () -> i1 return }', "to bind"),
    "no result by a name": ('func.func @f() { %0:0 = "a.b"() : () -> () return }', "at least 1 result"),
    "a result's number": ("func.func @f(%a: i1) { return %a#99999999999 : i1 }", "result number"),
    "a long integer": (with_attribute(LONG), TOO_LONG),
    "a long integer in an array": (with_attribute(f"array<i64: {LONG}>"), TOO_LONG),
    "a long integer in a tensor": (with_attribute(f"dense<{LONG}> : tensor<i32>"), "out of range"),
    "a long line number": (f'func.func @f() {{ return loc("x":{LONG}:1) }}', TOO_LONG),
    "dimensions of an op": (
        f"func.func @f(%a: tensor<2xf32>) {{ %0 = stablehlo.reverse %a, dims = [{10**30}] : tensor<2xf32> }}",
        "integer value too large",
    ),
    "bounds": (with_attribute(f"#stablehlo.bounds<{10**30}>"), "integer value too large"),
    "half a byte": (
        with_attribute("dense_resource<k> : tensor<4xi8>")
        + '\n{-# dialect_resources: {builtin: {k: "0x010000000"}} #-}',
        "expected hex string blob for key 'k'",
    ),
    "aliases of arrays": (with_attribute("#a30", doubled("[1]", lambda a: f"[{a}, {a}]")), TOO_MANY),
    "aliases defined behind": (
        with_attribute("#a30") + "\n" + doubled("[1]", lambda a: f"[{a}, {a}]"),
        TOO_MANY,
    ),
    "aliases of dictionaries": (
        with_attribute("#a30", doubled("{x = 1}", lambda a: f"{{x = {a}, y = {a}}}")),
        TOO_MANY,
    ),
    "aliases of types": (with_attribute("!a30", doubled("i1", lambda a: f"tuple<{a}, {a}>", "!")), TOO_MANY),
    "aliases of locations": (
        doubled("loc(unknown)", lambda a: f"loc(callsite({a} at {a}))")
        + "\nfunc.func @f() { return loc(#a30) }",
        TOO_MANY,
    ),
    "an alias on many lines": (
        doubled("[1]", lambda a: f"[{a}, {a}]").rsplit("\n", 14)[0]
        + "\nfunc.func @f() {\n"
        + '"a.b"() {x = #a16} : () -> ()\n' * 1000
        + "return }",
        TOO_MANY,
    ),
    "a chain of aliases": (
        with_attribute(
            f"#a{MANY}", "\n".join(["#a0 = [1]"] + [f"#a{i} = [#a{i - 1}]" for i in range(1, MANY + 1)])
        ),
        TOO_DEEP,
    ),
    "brackets": (with_attribute("[" * MANY + "]" * MANY), TOO_DEEP),
    "braces": (with_attribute("{a = " * MANY + "1" + "}" * MANY), TOO_DEEP),
    "tuples": (with_attribute("tuple<" * MANY + "i1" + ">" * MANY), TOO_DEEP),
    "function types": (with_attribute("() -> (" * MANY + "i1" + ")" * MANY), TOO_DEEP),
    "locations": (
        "func.func @f() { return } loc(" + "fused[" * MANY + "unknown" + "]" * MANY + ")",
        TOO_DEEP,
    ),
    "brackets of a literal": (with_attribute("dense<" + "[" * MANY + "> : tensor<1xf32>"), "expected ']'"),
    "shape of a literal": (
        with_attribute("dense<" + "[" * MANY + "1.0" + "]" * MANY + "> : tensor<1xf32>"),
        "inferred shape of elements literal",
    ),
    "many arguments": ("func.func @f(" + ", ".join(f"%a{i}: i1" for i in range(MANY)) + ") { return }", ""),
    "many arguments of a block": (
        "func.func @f(%c: i1) {\n  return\n^b("
        + ", ".join(f"%a{i}: i1" for i in range(MANY))
        + "):\n  return }",
        "",
    ),
    "aliases of locations defined behind": (
        "func.func @f() { return loc(#a30) }\n"
        + doubled("loc(unknown)", lambda a: f"loc(callsite({a} at {a}))"),
        TOO_MANY,
    ),
    "call stacks of a hundred frames on many lines": (
        "func.func @f() {\n"
        + '"a.b"() : () -> () loc(#a100)\n' * 3000
        + 'return }\n#frame = loc("f.py":1:2 to :3)\n#a0 = loc(unknown)\n'
        + "\n".join(f"#a{i} = loc(callsite(#frame at #a{i - 1}))" for i in range(1, 101)),
        "",
    ),
    "many blocks": (
        'func.func @f(%c: i1) {\n  "a.br"()[^b0] : () -> ()\n'
        + "\n".join(
            f"^b{i}:\n  %v{i} = stablehlo.constant dense<1> : tensor<i32>\n"
            f'  "a.br"(%v{i // 2})[^b{i + 1}, ^b3000] : (tensor<i32>) -> ()'
            for i in range(3000)
        )
        + "\n^b3000:\n  return }",
        "",
    ),
    "values that are not there": (
        "func.func @f() { return "
        + ", ".join(f"%a{i}" for i in range(MANY))
        + " : "
        + ", ".join(["i1"] * MANY)
        + " }",
        "use of undeclared SSA value name",
    ),
}


LONG_TO_READ = {
    "call stacks of a hundred frames on many lines",
    "many arguments",
    "many arguments of a block",
    "many blocks",
    "values that are not there",
}
"""Texts that are read whole while calls are counted: seconds."""


@cache
def said(long: bool) -> dict[str, tuple[str, int]]:
    """The message for each text that is long to read, or is not, and the number of calls that it took."""
    names = [name for name in BOMBS if (name in LONG_TO_READ) is long]
    texts = json.dumps([BOMBS[name][0] for name in names])
    child = subprocess.run(
        [sys.executable, "-c", READER], input=texts, capture_output=True, text=True, check=False, cwd=ROOT
    )
    return {
        name: tuple(json.loads(line)) for name, line in zip(names, child.stdout.splitlines(), strict=True)
    }


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.prove if name in LONG_TO_READ else ()) for name in BOMBS]
)
def test_numbers_and_nests_in_a_text_cost_little(name: str):
    message, calls = said(name in LONG_TO_READ)[name]
    assert message == "" if not BOMBS[name][1] else BOMBS[name][1] in message
    assert len(message) <= LONGEST + 10
    assert calls < CALLS_FOR_A_TEXT + CALLS_FOR_A_CHARACTER * len(BOMBS[name][0])


def module_of(text: str):
    context = Context()
    register_dialects(context)
    return parse_module(text, context)


def test_an_error_shows_what_stands_around_it():
    text = with_attribute('"' + "a" * 100_000 + '" y')
    with pytest.raises(Exception, match="expected '}'") as caught:
        module_of(text)
    assert len(str(caught.value)) < 4 * AROUND + LONGEST


def test_an_error_has_nothing_that_steers_a_terminal():
    with pytest.raises(Exception, match="unknown stablehlo attribute") as caught:
        module_of(with_attribute('#stablehlo.abc<"') + "\x1b[2J")
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize("depth", [DEEPEST // 2 - 1])
def test_attributes_that_nest_little_are_printed_and_compared_anywhere(depth: int):
    text = with_attribute("tuple<" * depth + "i1" + ">" * depth)
    first, second = module_of(text), module_of(text)
    verify_module(first)
    assert print_module(first) == print_module(second)
    attribute = first.body.block.first_op
    assert attribute is not None
    assert hash(attribute.attributes["x"]) == hash(attribute.attributes["x"])
