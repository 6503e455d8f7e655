"""Locations and aliases from text, in any form and order, and errors in MLIR's words.

What aliases stand for is bounded: thirty of them can spell a billion attributes.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, NoReturn, cast

from xdsl.context import Context
from xdsl.dialects import builtin
from xdsl.ir import Attribute, Operation, TypeAttribute
from xdsl.parser import Parser, ParserState, Position
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xdsl_stablehlo.ir.versions import parse_keyword_in

from ..lexer import EMPTY_BRACKETS, TextLexer, TextToken
from ..locations import (
    FileLineColRange,
    FileLineLoc,
    PackedLocation,
    file_location,
    fused_location,
    is_location,
    packed_location,
    set_location,
    unpacked_location,
    unverified,
)
from .usual_locations import usual_location

_ALIAS = re.compile(r"(?:^|[})])[ \t]*([#!][\w$.-]+)(?:\s|//[^\n]*)*+=", re.MULTILINE | re.ASCII)
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORD = re.compile(r"\w+")
_LINE_BREAK = re.compile(r"\s*\n\s*")

DEEPEST = 100
DEEPEST_LOCATION = 250
"""The most levels of nested attributes, and of nested locations: Python compares and hashes them by recursion."""

MOST_EXPANDED = 1 << 20
EXPANDED_PER_CHARACTER = 64
"""So many attributes may be written by aliases, in all, and so many more for each character of the text: an op with a
call stack of a hundred frames says two thousand."""

CLOSED_DIALECTS = ("chlo", "stablehlo", "vhlo")
"""Dialects all of whose types and attributes are known, so that no unregistered one is accepted."""


class LocationTextParser(Parser):
    """Reads locations and what aliases stand for. `name` is the file name in locations."""

    def __init__(self, ctx: Context, text: str, name: str = "<input>"):
        super().__init__(ctx, "", name)
        self._is_ascii = text.isascii()
        if not self._is_ascii and (surrogate := _SURROGATE.search(text)):
            raise ParseError(Span(*surrogate.span(), Input(text, name)), "a surrogate is no character")
        self._parser_state = ParserState(TextLexer(Input(text, name)))
        self._text = text
        self._file = builtin.StringAttr(name)
        self._line, self._line_start, self._counted = 1, 0, 0
        self._alias_places: dict[str, int] | None = None
        self._early_aliases: set[str] = set()
        self._alias_costs: dict[str, tuple[int, int]] = {}  # what each stands for: attributes, levels
        self._count, self._most = 0, MOST_EXPANDED + EXPANDED_PER_CHARACTER * len(text)
        self._depth: int = 0
        self._deepest: int = 0
        self._open_aliases = 0
        self.located: Operation | None = None  # the op that was given a location last
        self._custom_ops: list[str] = []  # around the place that is read; "" for one in generic form

    @property
    def pos(self) -> Position:
        return cast(TextToken, self._parser_state.current_token).start

    def raise_error(
        self, msg: str, at_position: Position | Span[str] | None = None, end_position: Position | None = None
    ) -> NoReturn:
        """Report an error in MLIR's words, behind the name of the op in custom form that is being read.

        What is missing before a line break is missing there, and not at the token after it.
        """
        message = _reworded(msg)
        token_start = self._parser_state.current_token.span.start
        word = _WORD.match(self._text, token_start)
        if msg == "Expected shape type." and word is not None:
            message = f"'{word[0]}' is not the type of an element"
        if at_position is None or (isinstance(at_position, Span) and at_position.start == token_start):
            end = self._end_of_previous_line(token_start)
            if message.startswith("expected '") and end is not None:
                at_position = Span(end, end, self.lexer.input)
        if self._custom_ops and self._custom_ops[-1] and not message.startswith(("custom op", "'")):
            message = f"custom op '{self._custom_ops[-1]}' {message}"
        if end_position is None or not isinstance(at_position, Position):
            super().raise_error(message, at_position)
        super().raise_error(message, at_position, end_position)

    def _end_of_previous_line(self, position: int) -> Position | None:
        """Where the text before `position` ends, if that is on another line and no comment."""
        text, end = self._text, position
        while end and text[end - 1].isspace():
            end -= 1
        line = text.rfind("\n", 0, end) + 1
        is_apart = text.find("\n", end, position) >= 0 or position == len(text)
        return end if is_apart and text.find("//", line, end) < 0 else None

    # ---- locations ----

    def location_at(self, position: int) -> builtin.LocationAttr:
        """The location of a position."""
        return unpacked_location(self.place_at(position))

    def place_at(self, position: int) -> PackedLocation:
        """The line and column of a position, in bytes. Cheap where positions are asked for in order, or nearly so."""
        text, line, start = self._text, self._line, self._line_start
        if position < start:
            line -= text.count("\n", position, start)
            start = text.rfind("\n", 0, position) + 1
        elif position > self._counted:
            newlines = text.count("\n", self._counted, position)
            if newlines:
                line = self._line = line + newlines
                start = self._line_start = text.rfind("\n", 0, position) + 1
            self._counted = position
        column = position - start if self._is_ascii else len(text[start:position].encode())
        return packed_location(self._file, line, column + 1)

    def locate(self, op: Operation, location: PackedLocation) -> None:
        """Give `op` its location; in the custom form of an op, one that is not the place of its name."""
        set_location(op, location)
        self.located = op

    def parse_optional_location(self) -> builtin.LocationAttr | None:
        token = self._parser_state.current_token
        if token.text != "loc" or token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        usual = self.usual_location(self.pos)
        if usual is not None:
            self._resume_from(usual[1])
            return usual[0]
        self._consume_token()
        with self.in_parens():
            return self._parse_location()

    def usual_location(self, position: int) -> tuple[builtin.LocationAttr, int] | None:
        """`loc(...)` at a position of the text, and where it ends; None where it is to be read token by token."""
        found = usual_location(self._text, position, self.attribute_aliases, self._alias_costs)
        if found is None:
            return None
        location, end, attributes, levels = found
        if self._depth + levels > DEEPEST or not is_location(location):
            return None
        self._charge(attributes)
        self._deepest = max(self._deepest, self._depth + levels)
        return location, end

    def _parse_location(self) -> builtin.LocationAttr:
        start, depth = self.pos, self._depth
        if self._parser_state.current_token.kind is MLIRTokenKind.HASH_IDENT:
            self._depth = max(depth - 1, 0)  # the alias itself does not count as a level
            location = self.parse_attribute()
        else:
            self._enter(DEEPEST_LOCATION)
            location = self._parse_location_here()
        self._depth = depth
        if not is_location(location):
            self.raise_error("expected location, but found another attribute", start, self.pos)
        return location

    def _parse_location_here(self) -> Attribute:
        token = self._parser_state.current_token
        if token.kind is MLIRTokenKind.STRING_LIT:
            return self._parse_named_location(self.parse_str_literal())
        keyword = parse_keyword_in(self, ("unknown", "callsite", "fused"), " in location")
        if keyword == "unknown":
            return builtin.UnknownLoc()
        if keyword == "callsite":
            with self.in_parens():
                callee = self._parse_location()
                self.parse_keyword("at", " in callsite location")
                return unverified(builtin.CallSiteLoc, callee, self._parse_location())
        metadata: Attribute = builtin.NoneAttr()
        if self.parse_optional_punctuation("<") is not None:
            metadata = self.parse_attribute()
            self.parse_punctuation(">", " after fused location metadata")
        locations = self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location)
        return fused_location(locations, metadata)

    def _parse_named_location(self, name: str) -> Attribute:
        """`"f":1`, `"f":1:2`, `"f":1:2 to 3:4`, `"f":1:2 to :9`, `"name"`, `"name"(loc)`."""
        text = builtin.StringAttr(name)
        if self.parse_optional_punctuation(":") is None:
            child: Attribute = builtin.NoneAttr()
            if self.parse_optional_punctuation("(") is not None:
                child = self._parse_location()
                self.parse_punctuation(")", " after child location of NameLoc")
            return unverified(builtin.NameLoc, text, child)
        number = self._parse_coordinate()
        line = builtin.IntAttr(number)
        if self.parse_optional_punctuation(":") is None:
            return FileLineLoc(text, line)
        column = builtin.IntAttr(self._parse_coordinate())
        if self.parse_optional_keyword("to") is None:
            return file_location(text, number, column.data)
        end = line
        if self.parse_optional_punctuation(":") is None:
            end = builtin.IntAttr(self._parse_coordinate())
            self.parse_punctuation(":", " in a range of lines")
        end_column = builtin.IntAttr(self._parse_coordinate())
        return FileLineColRange(text, line, column, end, end_column)

    def _parse_coordinate(self) -> int:
        """A line or a column: 32 bits."""
        start = self.pos
        value = self.parse_integer(False, False)
        if value >= 1 << 32:
            self.raise_error("integer value too large", start, self.pos)
        return value

    # ---- aliases ----

    def _parse_alias_def(self) -> None:
        name = self._parser_state.current_token.text
        if name not in self._early_aliases:
            with self._alias_costs_of(name):
                super()._parse_alias_def()
            self._check_alias(name)
            return
        self._early_aliases.remove(name)
        self._consume_token()
        self.parse_punctuation("=")
        self.parse_attribute()

    def _check_alias(self, name: str) -> None:
        if name.startswith("!") and not isinstance(self.attribute_aliases[name], TypeAttribute):
            self.raise_error("expected non-function type")

    def _parse_extended_type_or_attribute(self, attr_or_dialect_name: str, is_type: bool) -> Any:
        if "." not in attr_or_dialect_name and self._parser_state.current_token.text != "<":
            name = ("!" if is_type else "#") + attr_or_dialect_name
            alias = self._known_alias(name)
            if alias is None:
                self.raise_error(f"undefined symbol alias '{name}'")
            return alias
        start = self._text.rfind(attr_or_dialect_name, 0, self.pos) - 1
        if "." in attr_or_dialect_name:
            lookup = self.ctx.get_optional_type if is_type else self.ctx.get_optional_attr
            self._check_known(attr_or_dialect_name, is_type, lookup(attr_or_dialect_name), start)
        bracketed = "." in attr_or_dialect_name and self._parser_state.current_token.text == "<"
        try:
            parsed = super()._parse_extended_type_or_attribute(attr_or_dialect_name, is_type)
        except VerifyException as error:
            self.raise_error(str(error), start, self.pos)
        if isinstance(parsed, builtin.UnregisteredAttr):
            self._check_known(parsed.attr_name.data, is_type, None, start)
            body = _LINE_BREAK.sub(" ", parsed.value.data)
            if bracketed and not body:
                # xDSL has no brackets around nothing, but in those of the dialect: `#foo<bar<>>` is `#foo.bar<>`.
                parsed = type(parsed)(parsed.attr_name, is_type, True, EMPTY_BRACKETS)
            else:
                parsed = type(parsed).new([*parsed.parameters[:-1], builtin.StringAttr(body)])
        return parsed

    def _check_known(self, name: str, is_type: bool, known: type[Attribute] | None, start: int) -> None:
        """In our own dialects, no type or attribute is unregistered."""
        dialect, _, rest = name.partition(".")
        if (
            rest
            and dialect in CLOSED_DIALECTS
            and (known is None or issubclass(known, builtin.UnregisteredAttr))
        ):
            self.raise_error(
                f"unknown {dialect} {'type' if is_type else 'attribute'}: {rest}", start, self.pos
            )

    def _known_alias(self, name: str) -> Attribute | None:
        """The value of an alias, which may be defined further on; None where it is not defined at all.

        Each use counts as what it stands for: thirty aliases, each an array of twice the one before, would be a
        billion attributes for all who print, hash or compare what was read.
        """
        value = self.attribute_aliases.get(name)
        if value is None:
            value = self._find_alias(name)
            if value is None:
                return None
        count, depth = self._alias_costs[name]
        self._charge(count)
        if self._depth + depth > self._deepest:
            self._deepest = self._depth + depth
            if self._deepest > (DEEPEST_LOCATION if is_location(value) else DEEPEST):
                self._refuse_depth()
        return value

    def _charge(self, count: int) -> None:
        self._count += count
        if self._count > self._most:
            self.raise_error("aliases stand for too many attributes")

    def _refuse_depth(self) -> NoReturn:
        self.raise_error("attributes are nested too deeply")

    @contextmanager
    def _alias_costs_of(self, name: str) -> Generator[None]:
        """Around the definition of an alias."""
        count, deepest, depth = self._count, self._deepest, self._depth
        self._deepest = self._depth = 0
        self._open_aliases += 1
        if self._open_aliases > DEEPEST_LOCATION:
            self._refuse_depth()
        yield
        self._open_aliases -= 1
        self._alias_costs[name] = self._count - count, self._deepest
        self._deepest, self._depth = deepest, depth

    def _find_alias(self, name: str) -> Attribute | None:
        """The value of an alias that is defined further on.

        Its definition costs once, and is no part of what is around its first use: along a chain, as call stacks are,
        costs would double from one alias to the next.
        """
        if self._alias_places is None:
            self._alias_places = {m[1]: m.end() for m in _ALIAS.finditer(self._text)}
        place = self._alias_places.pop(name, None)
        if place is None:
            return None
        here, count = self.pos, self._count
        self._resume_from(place)
        with self._alias_costs_of(name):
            value = self.attribute_aliases[name] = self.parse_attribute()
        self._check_alias(name)
        self._most -= self._count - count
        self._count = count
        self._early_aliases.add(name)
        self._resume_from(here)
        return value

    def _enter(self, deepest: int) -> None:
        """One level further in. An error on the way needs no way out: nothing is parsed after it."""
        self._count += 1
        self._depth += 1
        if self._depth > self._deepest:
            self._deepest = self._depth
            if self._depth > deepest:
                self._refuse_depth()


_EXPECTED_BEHIND = re.compile(r"'([^']*)' expected(.*)", re.DOTALL)
_REWORDED = {
    "type expected": "expected non-function type",
    "attribute expected": "expected attribute value",
    "Expected integer literal": "expected integer value",
    "operand expected": "expected SSA operand",
}


def _reworded(message: str) -> str:
    """A message of xDSL's parser as MLIR's would have it."""
    known = _REWORDED.get(message)
    if known is not None:
        return known
    match = _EXPECTED_BEHIND.fullmatch(message)
    if match is not None:
        return f"expected '{match[1]}'{match[2]}"
    return "e" + message[1:] if message.startswith("Expected '") else message
