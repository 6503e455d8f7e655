"""Lines that are looked up: nobody can tell from the module that comes out."""

from __future__ import annotations

import io
from random import Random
from unittest.mock import Mock

import pytest
from hypothesis import given, settings, strategies as st
from xdsl.context import Context
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr
from xdsl.utils.exceptions import ParseError

from tests.helpers.programs import context
from tests.helpers.tiers import one_of
from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.text.printer import TextPrinter
from xdsl_stablehlo.text.read import location_parser
from xdsl_stablehlo.text.read.parser import TextParser

from .test_printer import PROGRAMS

ALIASES = """
#here = loc("a.py":1:2)
#there = loc("b.py":3:4)
#both = loc(fused[#here, #there])
#odd.name = loc("c")
#no_place = 1 : i32
!t = tensor<2xf32>
"""

OPS = [
    '"stablehlo.add"(V, V) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
    '"stablehlo.add"(V, V) {a = 1 : i32} : (!t, !t) -> !t',
    "stablehlo.add V, V : tensor<2xf32>",
    "stablehlo.add V, V : !t",
    "stablehlo.negate V : tensor<2xf32>",
    "stablehlo.select C, V, V : tensor<i1>, tensor<2xf32>",
    '"a.b"(V, V) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
    "stablehlo.add V,\n V : tensor<2xf32>",
    "stablehlo.constant dense<L> : tensor<2xf32>",
    "stablehlo.constant {a = 1 : i32} dense<L> : !t",
    "stablehlo.reduce(V init: %z) applies stablehlo.add across dimensions = [] : "
    "(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>",
]
LITERALS = ["1.0", "[1.0, 2.0]", "-0.0", " [1.0,2.0] ", "0x7FC00001", "[1.0]", "1", ""]
LOCATIONS = [
    "",
    " loc(#here)",
    " loc(#there)",
    " loc(#behind)",
    " loc(#odd.name)",
    " loc(unknown)",
    "  loc(#here)",
    "\tloc(#both)",
    " loc( #here )",
    " loc(callsite(#here at #there))",
    ' loc("d":5:6)',
    " // loc(#here)",
    " // V",
    "\n  loc(#there)",
    "\n\n  loc(#there)",
    " loc(#nowhere)",
    " loc(#no_place)",
]
ENDS = ["", " ", "\n", " // a comment", "\n// a comment"]


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A function of a few kinds of lines, most of them right, and the same kinds again."""
    kinds = draw(
        st.lists(
            st.tuples(st.sampled_from(OPS), st.sampled_from(LOCATIONS), st.sampled_from(ENDS)),
            min_size=1,
            max_size=4,
        )
    )
    lines: list[str] = []
    names = ["a", "b"]
    for number in range(draw(st.integers(2, 10))):
        op, location, end = draw(st.sampled_from(kinds))
        op = op.replace("L", draw(st.sampled_from(LITERALS)))
        for _ in range(op.count("V")):
            op = op.replace("V", f"%{draw(st.sampled_from(names))}", 1)
        result = draw(
            st.sampled_from(
                [f"%{number}", f"%{number}", f"%{number}", f"%{number}:1", f"%{number}_x", "%0", "%x"]
            )
        )
        lines.append(f"  {result} = {op.replace('C', '%c')}{location}{end}\n")
        names.append(result[1:].partition(":")[0])
        if draw(st.integers(0, 9)) == 0:
            lines.append(draw(st.sampled_from(["  return\n", "  stablehlo.return\n", "  %q : !t\n"])))
    body = "".join(lines)
    return (
        f"{ALIASES}func.func @f(%a: !t, %b: !t, %c: tensor<i1>, %z: tensor<f32>) {{\n{body}"
        f'  return{draw(st.sampled_from(LOCATIONS))}\n}}\n#behind = loc("z")\n'
    )


def outcome(text: str, reuse_lines: bool) -> str:
    """Everything about a module, or the error."""
    context = Context(allow_unregistered=True)
    register_dialects(context)
    stream = io.StringIO()
    try:
        module = TextParser(context, text, reuse_lines=reuse_lines).parse_module()
    except ParseError as error:
        return str(error)
    TextPrinter(stream, generic=True, debuginfo=True).print_op(module)
    return stream.getvalue()


@given(programs())
@settings(max_examples=250)
def test_lines_that_are_looked_up_are_what_parsing_them_gives(text: str):
    assert outcome(text, reuse_lines=True) == outcome(text, reuse_lines=False)


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_are_the_same_with_and_without_looking_lines_up(name: str):
    assert outcome(PROGRAMS[name] * 2, True) == outcome(PROGRAMS[name] * 2, False)


def test_generic_lines_with_the_same_location_keep_it():
    line = '"stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc(#here)\n'
    lines = "".join(f"%{i} = {line}" for i in range(3))
    context = Context()
    register_dialects(context)
    text = f"{ALIASES}func.func @f(%a: !t, %b: !t) {{\n{lines}  return\n}}"
    module = TextParser(context, text).parse_module()
    places = [op.location for op in module.walk() if op.name == "stablehlo.add"]
    assert places == [FileLineColLoc(StringAttr("a.py"), IntAttr(1), IntAttr(2))] * 3


WRONG = (
    '"f":99999999999:1',
    "#none",
    "fused[]",
    'callsite("f")',
    'callsite("f" at "g" at "h")',
    '"f"("g", "h")',
)


def spelled_locations(random: Random, depth: int = 0) -> str:
    """A location, in MLIR's spelling or nearly so."""
    kind, line = random.randrange(8 if depth < 4 else 4), random.randrange(200)
    parts = [spelled_locations(random, depth + 1) for _ in range(random.randrange(1, 4))] if kind > 4 else []
    name = random.choice(('"f.py"', '"a b"', '""', '"x\\n"'))
    match kind:
        case 0 | 1:
            return f"{name}:{line}:7"
        case 2:
            return random.choice(
                (name, "#loc", "#later", "unknown", f"{name}:{line}:1 to :3", f"{name} :{line}:3")
            )
        case 3:
            return WRONG[random.randrange(len(WRONG))] if random.random() < 0.1 else f"{name}:{line}"
        case 4:
            return f"{name}({spelled_locations(random, depth + 1)})"
        case 5:
            return f"callsite({parts[0]} at {parts[-1]})"
        case _:
            metadata = random.choice(("", '<"x">', "<42 : i32>"))
            return f"fused{metadata}[{random.choice((',', ', ', ' , ')).join(parts)}]"


@pytest.mark.parametrize("seed", one_of(3, range(12)))
def test_locations_in_the_usual_spelling_are_those_of_their_tokens(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    texts = [
        f'#loc = loc("q":1:2)\n%0 = stablehlo.constant dense<2.0> : tensor<f32> loc({spelled_locations(random)})\n'
        f"%1 = stablehlo.constant dense<1.0> : tensor<f32> loc({spelled_locations(random)})\n"
        "%2 = stablehlo.add %1, %1 : tensor<f32> loc(#later)\n"
        f"%3 = stablehlo.add %1, %1 : tensor<f32> loc({spelled_locations(random)})\n"
        f"#later = loc({random.choice(('unknown', spelled_locations(random, 3)))})\n"
        for _ in range(60)
    ]
    at_once = [*map(places_or_refusal, texts)]
    assert sum(isinstance(each, list) for each in at_once) > 30
    monkeypatch.setattr(location_parser, "usual_location", Mock(return_value=None))
    assert [*map(places_or_refusal, texts)] == at_once


def places_or_refusal(text: str) -> str | list[str]:
    try:
        return [str(op.location) for op in parse_module(text, context()).walk()]
    except ParseError as error:
        return str(error)
