"""Programs from text: what xDSL's parser cannot read, positions, errors, and lines that are looked up."""

from __future__ import annotations

import re

import pytest
from xdsl.dialects.builtin import DenseResourceAttr, FileLineColLoc, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.oracle import reprinted, verifies
from tests.helpers.programs import named
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo.constant import ConstantOp
from xdsl_stablehlo.text import locations
from xdsl_stablehlo.values.elements import array_of

from .programs import parsed, printed

PROGRAMS = named(__file__)


def function(body: str, signature: str = "%x: tensor<2xf32>") -> str:
    return f"func.func @f({signature}) {{\n{body}\n  return\n}}"


def first(module: ModuleOp, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


def place(op: Operation) -> tuple[str, int, int]:
    location = op.location
    assert isinstance(location, FileLineColLoc)
    return location.filename.data, location.line.data, location.column.data


def test_each_op_knows_where_its_name_stands():
    module = parsed(
        "module {\n  func.func @f(%x: tensor<f32>) {\n    %0 = stablehlo.add %x,\n      %x : tensor<f32>\n"
        '    %1 = "stablehlo.abs"(%0) : (tensor<f32>) -> tensor<f32>\n    return\n  }\n}',
        name="a.mlir",
    )
    assert place(module) == ("a.mlir", 1, 1)
    assert place(first(module, "func.func")) == ("a.mlir", 2, 3)
    assert place(first(module, "stablehlo.add")) == ("a.mlir", 3, 10)
    assert place(first(module, "stablehlo.abs")) == ("a.mlir", 5, 10)
    assert place(first(module, "func.return")) == ("a.mlir", 6, 5)
    argument = first(module, "func.func").regions[0].block.args[0].location
    assert isinstance(argument, FileLineColLoc)
    assert (argument.line.data, argument.column.data) == (2, 16)


@pytest.mark.parametrize("files", [locations.MOST_FILES, 0])
@pytest.mark.parametrize(
    ("line", "column"), [(1, 1), ((1 << 28) - 1, (1 << 20) - 1), (1 << 28, 1), (1, 1 << 20)]
)
def test_a_place_is_kept_in_full(line: int, column: int, files: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(locations, "MOST_FILES", files)
    for op in parsed(function("%0 = stablehlo.abs %x : tensor<2xf32>")).walk():
        locations.set_location(op, locations.packed_location(StringAttr(f"{line}/{files}"), line, column))
        assert place(op) == place(op.clone()) == (f"{line}/{files}", line, column)


def test_an_empty_text_is_an_empty_module():
    assert printed(parsed("// nothing\n")) == "module {\n}"


def test_aliases_may_be_defined_after_their_use():
    module = parsed(
        "!t = tensor<2xf32>\nfunc.func @f(%x: !t) {\n  %0 = stablehlo.abs %x {a = #b} : !t loc(#loc2)\n  return\n}\n"
        '#b = array<i64: 1>\n#loc1 = loc("f.py":1:2)\n#loc2 = loc("name"(#loc1))'
    )
    op = first(module, "stablehlo.abs")
    assert str(op.location) == 'loc("name"("f.py":1:2))'
    assert str(op.attributes["a"]) == "array<i64: 1>"


@pytest.mark.parametrize("end", ["}", "} loc(#behind)"])
def test_an_alias_may_be_defined_behind_a_bracket(end: str):
    text = f'func.func @f() {{\n  return loc(#behind)\n{end}#behind = loc("a")'
    assert str(first(parsed(text), "func.return").location) == 'loc("a")'
    assert verifies(text) is None


def test_an_alias_may_be_defined_on_many_lines():
    text = function("  %0 = stablehlo.abs %x : tensor<2xf32> loc(#loc)")
    module = parsed(text + '\n#loc//\n  // here\n=//\nloc("f.py":3:7)\n')
    assert str(first(module, "stablehlo.abs").location) == 'loc("f.py":3:7)'


@pytest.mark.parametrize(
    "text", ["() : () -> () loc(#a)", "() {a = #a} : () -> ()", "() {a = !a} : () -> ()"]
)
def test_an_alias_that_is_never_defined(text: str):
    with pytest.raises(ParseError, match=r"undefined symbol alias '[#!]a'"):
        parsed(function(f'"a.b"{text}'), allow_unregistered=True)


@pytest.mark.parametrize("before", [True, False])
def test_the_alias_of_a_type_stands_for_a_type(before: bool) -> None:
    """Wherever it is defined."""

    def text(value: str) -> str:
        lines = [f"!t = {value}", "func.func private @f(!t)"]
        return "\n".join(lines if before else lines[::-1])

    parsed(text("tensor<2xf32>"))
    for value in ("0x7FC00001", '"text"', "[f32]"):
        with pytest.raises(ParseError, match="expected non-function type"):
            parsed(text(value))
        assert verifies(text(value)) is not None


@pytest.mark.parametrize(
    "location",
    [
        '"f.py":1:2',
        '"f.py":1:2 to 3:4',
        '"f.py":1:2 to :9',
        "unknown",
        '"name"',
        '"name"("f.py":1:2)',
        'callsite("f.py":1:2 at "g.py":3:4)',
        'callsite("a" at callsite("b" at "c"))',
        'fused["a", "f.py":1:2]',
        'fused<"pass">["a", "b"]',
        'fused<{x = 1 : i32}>["a", "f.py":1:2 to 3:4]',
    ],
)
def test_locations(location: str):
    text = function(f"  %0 = stablehlo.abs %x : tensor<2xf32> loc({location})")
    module = parsed(text)
    assert str(first(module, "stablehlo.abs").location) == f"loc({location})"
    ours = printed(module, debuginfo=True)
    assert printed(parsed(ours), debuginfo=True) == ours
    assert reprinted(ours) == reprinted(text)


@pytest.mark.parametrize(
    ("location", "message"),
    [
        ('"a"("b" "c")', "expected ')' after child location of NameLoc"),
        ('"f":1:2 to 3)', "expected ':' in a range of lines"),
        ('callsite("a" "b")', "expected 'at' in callsite location"),
        ("nowhere", "Expected one of 'callsite', 'fused', 'unknown' in location"),
    ],
)
def test_locations_that_are_none(location: str, message: str):
    with pytest.raises(ParseError, match=re.escape(message)):
        parsed(f"module {{\n}} loc({location})")


@pytest.mark.parametrize(
    "text",
    [
        'fused["a", fused["b", "a"], "b"]',
        'fused["a", unknown, fused["b", "c"], "a"]',
        'fused<1>["a", fused["b", "c"]]',
        'fused<1>[fused<1>["a", "b"], "a"]',
        'fused[fused["a", "b"], fused["b", "a"]]',
        "fused[fused[unknown]]",
        'fused<1>[fused<2>["a", "b"], "a"]',
        "fused<1>[fused<2>[]]",
        'fused<1>["a", fused<1>[unknown]]',
    ],
)
def test_fused_locations_in_fused_ones(text: str):
    program = f"module {{\n}} loc({text})"
    wanted = reprinted(program, debuginfo=True, local_scope=True)
    assert printed(parsed(program), debuginfo=True, local_scope=True).strip() == wanted.strip()


def test_declarations_keep_the_attributes_of_arguments_and_results():
    text = (
        "module {\n  func.func private @g(tensor<f32> {a.b = 1 : i32}, tensor<2xf32>)"
        " -> (tensor<f32> {c.d}, tensor<2xf32>) attributes {no_inline}\n}"
    )
    module = parsed(text)
    assert printed(module) == text
    assert printed(parsed(printed(module, generic=True))) == text
    assert printed(module) == reprinted(text).rstrip()
    verify_module(module)


def test_properties_that_xdsl_does_not_know_are_kept_in_the_generic_form():
    text = PROGRAMS["properties that xdsl does not know are kept in the generic form"]
    module = parsed(text)
    verify_module(module)
    assert printed(module, generic=True) == text == reprinted(text, generic=True).rstrip()


def test_blobs_are_read_from_the_end_of_the_file():
    module = parsed(
        function(
            "  %0 = stablehlo.constant dense_resource<k> : tensor<2xf32>\n"
            "  %1 = stablehlo.constant dense_resource<gone> : tensor<2xf32>"
        )
        + '\n{-#\n  dialect_resources: {\n    builtin: {\n      k: "0x040000000000803F00000040"\n    }\n  }\n#-}'
    )
    known, unknown = (op.value for op in module.walk() if isinstance(op, ConstantOp))
    assert array_of(known).tolist() == [1.0, 2.0]
    assert isinstance(unknown, DenseResourceAttr)


REDUCE = (
    " = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0]"
    " : (tensor<2xf32>, tensor<f32>) -> tensor<f32>"
)


def test_lines_that_look_alike_are_not_taken_for_each_other():
    """Operands, types, attributes, results and locations of a line that was read before."""
    body = PROGRAMS["lines that look alike are not taken for each other"]
    body = body.replace("{REDUCE}", REDUCE)
    text = function(body, "%x: tensor<2xf32>, %c: tensor<f32>") + '\n#loc = loc("there")'
    module = parsed(text)
    assert printed(module) == reprinted(text).rstrip()
    assert [str(op.location) for op in module.walk() if op.name == "stablehlo.add"][2:4] == [
        'loc("here")',
        'loc("there")',
    ]
    assert place([op for op in module.walk() if op.name == "stablehlo.add"][1]) == ("-", 4, 8)


def test_a_known_line_that_goes_on_below_is_read_whole():
    body = PROGRAMS["a known line that goes on below is read whole"]
    ops = [op for op in parsed(function(body), allow_unregistered=True).walk() if op.operands]
    assert str(ops[1].location) == 'loc("below")'
    assert ops[2].operands[0] is ops[1].results[0]


def test_names_are_free_again_after_their_region():
    body = PROGRAMS["names are free again after their region"]
    verify_module(parsed(function(body, "%i: tensor<i32>, %x: tensor<f32>")))


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("func.func @f(", "expected non-function type", 1, 14),
        ("func.func @f() {\n  stablehlo.foo %x\n}", "custom op 'stablehlo.foo' is unknown", 2, 3),
        ('func.func @f() {\n  "a.b"() : () -> ()\n}', "operation 'a.b' is unknown", 2, 3),
        ("func.func @f(%x: tensor<4xf33>) { return }", "'f33' is not the type of an element", 1, 27),
        (function("  %0 = stablehlo.abs %y : tensor<2xf32>"), "use of undeclared SSA value name", 2, 22),
        (function("  %x = stablehlo.abs %x : tensor<2xf32>"), "redefinition of SSA value '%x'", 2, 3),
        (
            function("  %0:2 = stablehlo.abs %x : tensor<2xf32>"),
            "operation defines 1 results but was provided 2",
            2,
            3,
        ),
        (function("  %0 = stablehlo.abs %x#1 : tensor<2xf32>"), "SSA value tuple index out of bounds", 2, 22),
        (function("  %0 = stablehlo.abs %x ; tensor<2xf32>"), "unexpected character: ;", 2, 25),
        (
            function("  %0 = stablehlo.constant dense<[1.0, 2]> : tensor<2xf32>"),
            "unexpected decimal integer",
            2,
            39,
        ),
        (
            "func.func @f(%x: tensor<2xf32>, tensor<f32>) { return }",
            "all arguments to be named or none",
            1,
            33,
        ),
        (
            '"func.func"() ({ "a.b"()[^bb7] : () -> () }) : () -> ()',
            "reference to an undefined block '^bb7'",
            1,
            26,
        ),
        ("module {", "expected '}'", 1, 9),
        ("}", "Could not parse entire input!", 1, 1),
        ("{-# dialect_resources: {", "expected '#-}'", 1, 1),
    ],
)
def test_errors_have_a_place(text: str, message: str, line: int, column: int):
    with pytest.raises(ParseError) as caught:
        parsed(text, allow_unregistered="bb7" in text)
    location = caught.value.span.get_location()
    assert message in caught.value.msg
    assert (location.line, location.col) == (line, column)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"' + "a" * 5000, "expected a closing"),
        ('"a\\q"', "unknown escape"),
        ("@" + '"' + "a" * 5000, "expected a name or a string literal after '@'"),
        (" " * 5000 + ";", "unexpected character: ;"),
        ("// " + "a" * 5000 + "\n" * 5000 + "..", "expected three consecutive dots"),
        ("# ", "expected a name after '#'"),
        ("^", "expected a name after '^'"),
    ],
)
def test_what_is_no_token_is_found_at_once(text: str, message: str):
    """Each of these keeps a careless regular expression busy for ever."""
    with pytest.raises(ParseError) as caught:
        parsed(text)
    assert message in caught.value.msg


def test_numbers_are_names_of_blocks():
    text = function('  "cf.br"()[^1] : () -> ()\n^1:', "")
    assert "^bb1" in printed(parsed(text, allow_unregistered=True))


def nested(depth: int) -> str:
    opening = "".join(f'%r{i} = "stablehlo.if"(%p) ({{\n' for i in range(depth))
    closing = "".join(
        "}, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>\n"
        f"{'stablehlo.' if i else ''}return %r{i} : tensor<f32>\n"
        for i in reversed(range(depth))
    )
    return (
        "func.func @f(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {\n"
        f"{opening}stablehlo.return %x : tensor<f32>\n{closing}}}"
    )


@pytest.mark.prove
def test_a_thousand_nested_regions():
    module = parsed(nested(1000))
    verify_module(module)
    text = print_module(module)
    assert print_module(parsed(text)) == text


def test_regions_nested_without_end_are_one_error():
    with pytest.raises(ParseError, match="regions are nested too deeply: more than 2000"):
        parsed("func.func @f(%p: tensor<i1>) {\n" + '"stablehlo.if"(%p) ({\n' * 20_000)


def test_several_blocks():
    text = function('  "cf.br"()[^bb1] : () -> ()\n^bb1:', "")
    module = parsed(text, allow_unregistered=True)
    function_op = first(module, "func.func")
    assert isinstance(function_op, FuncOp)
    assert len(function_op.body.blocks) == 2
    verify_module(module)
    assert printed(parsed(printed(module), allow_unregistered=True)) == printed(module)


@pytest.mark.parametrize(
    "place", ["4294967296:1", "1:4294967296", "1:2 to 4294967296:1", "1:2 to :4294967296"]
)
def test_lines_and_columns_have_32_bits(place: str):
    text = f'module {{}} loc("a":{place})'
    with pytest.raises(ParseError, match="integer value too large"):
        parsed(text)
    assert verifies(text) is not None
    smaller = text.replace("4294967296", "4294967295")
    assert verifies(smaller) is None
    assert (
        printed(parsed(smaller), debuginfo=True, local_scope=True).strip()
        == reprinted(smaller, debuginfo=True, local_scope=True).strip()
    )


def test_columns_are_counted_in_bytes():
    text = 'module {\n  func.func @"é😀"(%arg0: i32) { return }\n}'
    wanted = reprinted(text, debuginfo=True, local_scope=True)
    assert printed(parsed(text), debuginfo=True, local_scope=True).strip() == wanted.strip()


def test_properties_that_a_function_does_not_have():
    body = '({ "func.return"() : () -> () }) : () -> ()'
    text = f'"func.func"() <{{function_type = () -> (), sym_name = "f", NAME = 1}}> {body}'
    with pytest.raises(ParseError, match=r"'func\.func' op has no property 'foo'"):
        parsed(text.replace("NAME", "foo"))
    assert first(parsed(text.replace("NAME = 1", "no_inline")), "func.func").attributes.keys() == {
        "no_inline"
    }


def test_properties_that_an_op_does_not_have():
    text = '"stablehlo.abs"(%x) <{foo = 1}> : (tensor<2xf32>) -> tensor<2xf32>'
    with pytest.raises(ParseError, match=r"'stablehlo\.abs' op has no property 'foo'"):
        parsed(function(text))
    assert verifies(function(text)) is not None
    assert first(parsed(function(text.replace("<{foo = 1}>", "{foo = 1}"))), "stablehlo.abs").attributes


def test_a_value_that_an_op_reads_from_its_own_region():
    text = PROGRAMS["a value that an op reads from its own region"]
    with pytest.raises(VerifyException, match=r"'stablehlo\.while' op operand #0 does not dominate this use"):
        verify_module(parsed(text))
    assert verifies(text) is not None


@pytest.mark.parametrize("space", ["\v", "\f"])
def test_spaces_that_mlir_does_not_have(space: str):
    text = function(f"%0 = stablehlo.abs{space}%x : tensor<2xf32>")
    with pytest.raises(ParseError):
        parsed(text)
    assert verifies(text) is not None


@pytest.mark.parametrize(
    ("text", "printed_as"),
    [
        ("#foo.bar<>", "#foo.bar<>"),
        ("#foo<bar<>>", "#foo.bar<>"),  # to MLIR the same
        ("#foo.bar", "#foo.bar"),
        ("#foo.bar< >", "#foo.bar< >"),
        ('#foo.baz<"x">', '#foo.baz<"x">'),
        ("!foo.t<>", "!foo.t<>"),
        ("!foo.t", "!foo.t"),
        ("tensor<4x!foo.t<>>", "tensor<4x!foo.t<>>"),
        ("[#foo.bar<>, !foo.t<>]", "[#foo.bar<>, !foo.t<>]"),
    ],
)
def test_unknown_attributes_keep_their_brackets(text: str, printed_as: str) -> None:
    module = parsed(f"module attributes {{a.b = {text}}} {{}}", allow_unregistered=True)
    assert printed(module) == f"module attributes {{a.b = {printed_as}}} {{\n}}\n".rstrip()
    assert printed(parsed(printed(module), allow_unregistered=True)) == printed(module)
