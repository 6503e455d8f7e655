"""What a name refers to, found by tokens: as the parser finds it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from xdsl.ir import SSAValue
from xdsl.parser import UnresolvedOperand
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Span

from tests.helpers.tiers import one_of
from tests.xdsl_stablehlo.lsp.editor import edited
from xdsl_stablehlo.lsp.documents import Document
from xdsl_stablehlo.lsp.hover import outline
from xdsl_stablehlo.lsp.names import ValueNames
from xdsl_stablehlo.lsp.rewriting import RewriteRefusal, renamed
from xdsl_stablehlo.lsp.sections import sections_of
from xdsl_stablehlo.text.read.parser import TextParser
from xdsl_stablehlo.tools.programs import new_context

ROOT = Path(__file__).parents[3]
FILES = sorted(
    path for folder in ("tests", "filecheck", "examples") for path in (ROOT / folder).rglob("*.mlir")
)
CONTEXT = new_context(allow_unregistered=True)


class Recorder(TextParser):
    """A parser that notes where values are defined and used."""

    def __init__(self, text: str):
        super().__init__(CONTEXT, text, reuse_lines=False)
        self.defined: list[tuple[int, Sequence[SSAValue]]] = []
        self.used: list[tuple[int, SSAValue]] = []

    def replaced(self) -> dict[SSAValue, SSAValue]:
        """The values that were used before they were defined, and their definitions."""
        return dict(self._replaced)

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Span) -> None:
        self.defined.append((span.start, values))
        super()._register_ssa_definition(name, values, span)

    def resolve_operand(self, operand: UnresolvedOperand, type: Any) -> Any:
        value = super().resolve_operand(operand, type)
        self.used.append((operand.span.start, value))
        return value


@pytest.mark.parametrize("path", one_of(5, FILES), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_are_those_of_the_parser(path: Path) -> None:
    for section in sections_of(path.read_text()):
        for part in section.functions:
            parser = Recorder(part.aliases + part.text)
            try:
                parser.parse_module()
            except (ParseError, VerifyException, ValueError):
                continue
            names, skipped = ValueNames(part.text), len(part.aliases)
            known = {
                place.start: definition for definition in names.definitions for place in definition.places
            }
            places: dict[SSAValue, set[int]] = {}
            for start, values in parser.defined:
                assert known[start - skipped].place.start == start - skipped
                for value in values:
                    places.setdefault(value, set()).add(start - skipped)
            replaced = parser.replaced()
            for start, value in parser.used:
                assert known[start - skipped].place.start in places[replaced.get(value, value)]
            assert not names.unresolved


PROGRAM = """\
#map = 3 : i32
!T = tensor<2xf32>
func.func @main(%x: !T, %n: tensor<i32>) -> !T {
  %0:2 = stablehlo.while(%a = %x, %b = %n) : !T, tensor<i32>
   cond {
    %c = stablehlo.compare LT, %b, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %c = func.call @"f"(%a) {m = #map} : (!T) -> !T
    stablehlo.return %c, %b : !T, tensor<i32>
  }
  %1 = "broken"(
  return %0#0 : !T
}
func.func private @f(!T) -> !T
"""


@pytest.mark.parametrize(
    ("words", "count", "definition"),
    [
        ("%x: ", 2, "%x: "),
        ("%a)", 2, "%a = "),
        ("%c : tensor", 2, "%c = stablehlo.compare"),
        ("%c, %b", 2, "%c = func.call"),
        ("%0#0", 2, "%0:2"),
        ('@"f"', 2, "@f("),
        ("#map}", 2, "#map ="),
        ("!T, %n", 10, "!T ="),
    ],
)
def test_names_in_a_program_that_does_not_parse(words: str, count: int, definition: str) -> None:
    program = Document(PROGRAM, CONTEXT).programs[0]
    named = program.name_at(PROGRAM.index(words) + 1)
    assert named is not None
    (defined,) = named.definitions
    assert PROGRAM.index(definition) in (defined.start, defined.start - 1)
    assert len(named.places) == count


def test_nothing_is_named_between_names() -> None:
    assert Document(PROGRAM, CONTEXT).programs[0].name_at(PROGRAM.index("stablehlo.while")) is None


def test_another_name() -> None:
    program = Document(PROGRAM, CONTEXT).programs[0]

    def after(words: str, new: str) -> str:
        named = program.name_at(PROGRAM.index(words) + 1)
        assert named is not None
        return edited(PROGRAM, renamed(program, named, new))

    assert after("%0#0", "%loop") == PROGRAM.replace("%0", "%loop")
    assert after("@f(", "g") == PROGRAM.replace('@"f"', "@g").replace("@f", "@g")
    assert after("!T =", "U") == PROGRAM.replace("!T", "!U")
    for new, message in (("1x", "is not a name"), ("a b", "is not a name"), ("n", "is there already")):
        with pytest.raises(RewriteRefusal, match=message):
            after("%x: ", new)


def test_the_outline() -> None:
    found = outline(Document(PROGRAM, CONTEXT))
    assert [each.name for each in found] == ["#map", "!T", "@main", "@f"]
    assert [(each.name, each.detail) for each in found[2].inner] == [
        ("%0", "stablehlo.while"),
        ("%c", "stablehlo.compare"),
        ("%c", "func.call"),
        ("%1", "broken"),
    ]
    assert [PROGRAM[each.extent.start : each.extent.end][:9] for each in found[2:]] == ["func.func"] * 2
