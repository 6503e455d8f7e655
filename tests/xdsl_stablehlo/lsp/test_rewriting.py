"""Functions written anew: the same program, and every comment."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import named, parse
from tests.helpers.tiers import one_of
from tests.xdsl_stablehlo.lsp.editor import edited
from xdsl_stablehlo.lsp.documents import Document, FoundValue, OpenProgram
from xdsl_stablehlo.lsp.knowledge import FunctionKnowledge
from xdsl_stablehlo.lsp.reading import Reading
from xdsl_stablehlo.lsp.rewriting import (
    RewriteRefusal,
    bound_argument,
    folded_function,
    folded_value,
    formatted,
)
from xdsl_stablehlo.tools.programs import new_context

ROOT = Path(__file__).parents[3]
CONTEXT = new_context()
PROGRAMS = named(__file__)
GIVEN = PROGRAMS["given"]
FILES = sorted((ROOT / "filecheck").rglob("*.mlir")) + sorted((ROOT / "tests" / "folding").rglob("*.mlir"))


def _open(text: str) -> OpenProgram:
    (program,) = Document(text, CONTEXT).programs
    return program


def _value(text: str, words: str) -> tuple[OpenProgram, FoundValue]:
    program = _open(text)
    found = program.value_at(text.index(words) + 1)
    assert found is not None
    return program, found


def _function(program: OpenProgram, place: int) -> tuple[FuncOp, Reading, FunctionKnowledge]:
    found = program.function_at(place)
    assert found is not None
    knowledge = program.knowledge_of(*found)
    assert knowledge is not None
    return *found, knowledge


def _folded_value(text: str, words: str) -> str:
    program, found = _value(text, words)
    tensor = _function(program, text.index(words))[2].constant(found.value)
    assert tensor is not None
    return edited(text, [folded_value(found, tensor)])


def _folded_function(text: str, words: str) -> str:
    program = _open(text)
    function, reading, knowledge = _function(program, text.index(words))
    return edited(text, [folded_function(program, reading, function, knowledge)])


def _bound(text: str, words: str, literal: str) -> str:
    return edited(text, bound_argument(_value(text, words)[1], literal))


@pytest.mark.parametrize(
    ("before", "after"), [("given", "formatted"), ("in a module", "in a module, formatted")]
)
def test_formatting(before: str, after: str) -> None:
    """Functions with errors, with locations and with aliases stay as they are."""
    assert edited(PROGRAMS[before], formatted(_open(PROGRAMS[before]))) == PROGRAMS[after]
    assert not list(formatted(_open(PROGRAMS[after])))


@pytest.mark.parametrize("path", one_of(6, FILES), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_formatting_keeps_programs_and_comments(path: Path) -> None:
    document = Document(path.read_text(), CONTEXT)
    edits = [edit for program in document.programs for edit in formatted(program)]
    again = Document(edited(document.text, edits), CONTEXT)
    assert _comments(again.text) == _comments(document.text)
    for before, after in zip(document.programs, again.programs, strict=True):
        assert after.module.is_structurally_equivalent(before.module)
        assert not list(formatted(after))


def _comments(text: str) -> Counter[str]:
    return Counter(line.rstrip() for line in re.findall(r"(?m)//.*$", text))


def test_a_function_is_folded() -> None:
    assert _folded_function(GIVEN, "%angle") == PROGRAMS["folded"]


def test_a_function_that_others_call_is_folded_as_it_is() -> None:
    """The functions that it calls stay: none is made for the arguments that are constant."""
    text = PROGRAMS["called"]
    folded = _folded_function(text, "%two")
    assert folded.startswith(text[: text.index("func.func @main")])
    assert parse(folded)


def test_a_function_that_is_called_by_a_quoted_name_is_known() -> None:
    text = PROGRAMS["quoted"]
    program, found = _value(text, "%0")
    assert _function(program, text.index("%0"))[2].known(found.value) == "true"


def test_a_value_is_folded() -> None:
    cosines = "dense<[1.000000e+00, 0.540302277, -0.416146845]> : tensor<3xf32>"
    assert _folded_value(GIVEN, "%angle = ") == GIVEN.replace(
        "stablehlo.cosine %position : tensor<3xf32>", f"stablehlo.constant {cosines}"
    )
    sums = _folded_value(GIVEN, "%sum = ")
    assert (
        "  // in order\n  // of the body\n  %sum = stablehlo.constant dense<3.000000e+00> : tensor<f32>\n"
        in sums
    )
    assert _comments(sums) == _comments(GIVEN)


@pytest.mark.parametrize(("words", "message"), [("%1:2", "several results"), ("%2 =", "another op stands")])
def test_a_value_that_cannot_be_folded_alone(words: str, message: str) -> None:
    with pytest.raises(RewriteRefusal, match=message):
        _folded_value(PROGRAMS["called"], words)


def test_an_argument_is_bound() -> None:
    zeros = _bound(GIVEN, "%x:", "")
    assert "@main(%y: tensor<3xf32>)" in zeros
    assert "{ // head\n  %x = stablehlo.constant dense<0.000000e+00> : tensor<3xf32>\n  %position" in zeros
    assert "@main(%x: tensor<3xf32>)" in _bound(GIVEN, "%y:", "[1.0, 2.0, 3.0]")
    assert parse(_bound(GIVEN, "%y:", "[1.0, 2.0, 3.0]"))
    alone = 'func.func @f(%p: tensor<i1> {a.b = "}"}) -> tensor<i1> attributes {a.c = {}} { return %p : tensor<i1> }'
    assert _bound(alone, "%p:", "").startswith(
        "func.func @f() -> tensor<i1> attributes {a.c = {}} {\n  %p = stablehlo.constant dense<false> : tensor<i1>\n"
    )


@pytest.mark.parametrize(
    ("words", "literal", "message"),
    [
        ("%x: tensor<i32>) ->", "", "@f is called"),
        ("%x: tensor<i32>, ", "[1, 2]", "is no 'tensor<i32>'"),
        ("%x: tensor<i32>, ", "1> : tensor<i32> loc(", "is no 'tensor<i32>'"),
        ("%s:", "", "or no tensor"),
        ("%d:", "", "is no 'tensor<"),
        ("%0 =", "", "not an argument"),
    ],
)
def test_an_argument_that_cannot_be_bound(words: str, literal: str, message: str) -> None:
    with pytest.raises(RewriteRefusal, match=message):
        _bound(PROGRAMS["called"], words, literal)
