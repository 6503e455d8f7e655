"""Types, attributes and locations from text: xDSL's parser, exact where that one is not, and fast.

Floats may be in hexadecimal anywhere, constants go through `literals`, aliases may be defined after their use, and
every form of location is read. Types and literals are parsed once per spelling.
"""

from __future__ import annotations

import re
from binascii import unhexlify
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyDenseElement,
    AnyFloat,
    ArrayAttr,
    CallSiteLoc,
    DenseResourceAttr,
    FileLineColLoc,
    FunctionType,
    FusedLoc,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    NameLoc,
    NoneAttr,
    RankedStructure,
    Signedness,
    StringAttr,
    TensorType,
    UnknownLoc,
    UnregisteredAttr,
    f64,
    i64,
)
from xdsl.ir import Attribute, TypeAttribute
from xdsl.parser import Parser, ParserState, Position
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ..dialects.guards import is_integer_type
from ..dialects.locations import FileLineColRange, is_location, unverified
from ..dialects.shaped import check_shaped_type
from ..dialects.stablehlo.shapes import LARGEST_SIZE
from ..elements import AnyElementsAttr, Buffer, elements_from_buffer
from .lexer import TextLexer, string_contents
from .literals import LiteralError, dense_array, elements_of, float_attr, scan_literal

_TYPE = re.compile(r"tensor<(?:[^<>\"]|<[^<>\"]*>)*>")
_SCALAR_TYPE = re.compile(r"[su]?i[0-9]+|index|bf16|tf32|f[0-9][0-9A-Z]*")
_SIGNEDNESS = {"i": Signedness.SIGNLESS, "si": Signedness.SIGNED, "ui": Signedness.UNSIGNED}
_ALIAS = re.compile(r"(?:^|\})[ \t]*([#!][\w$.-]+)\s*=", re.MULTILINE | re.ASCII)
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLOB = re.compile(r'(?:("(?:[^"\\]|\\.)*+")|([\w$.-]+))\s*:\s*"0x([0-9a-fA-F]*)"')
_BLOB_HEADER = 4
"""A blob begins with its alignment, four bytes long."""
_SMALL_LITERAL = 64
"""Literals up to this length are looked up before they are read again."""

WIDEST = (1 << 24) - 1
"""MLIR has no wider integers."""

DEEPEST = 100
DEEPEST_LOCATION = 250
"""So many levels of attributes, or of locations, may be nested: Python compares and hashes them by recursion."""

MOST_EXPANDED = 1 << 20
EXPANDED_PER_CHARACTER = 16
"""So many attributes may be written by aliases, in all, and so many more for each character of the text."""

_SIZES = re.compile(r"(?:\s*+(?:[0-9]++|\?)\s*+x)*+\s*+(?:[0-9]++|\?)?+", re.ASCII)

_NUMBERS = (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.FLOAT_LIT, MLIRTokenKind.MINUS)


FLOAT_TYPES: dict[str, AnyFloat] = {kind.name: kind() for kind in AnyFloat.__args__}


_LINE_BREAK = re.compile(r"\s*\n\s*")

CLOSED_DIALECTS = ("chlo", "stablehlo", "vhlo")
"""Dialects all of whose types and attributes are known, so that no unregistered one is accepted."""


class AttributeTextParser(Parser):
    """Reads types, attributes and locations. `name` is the file name in locations."""

    def __init__(self, ctx: Context, text: str, name: str = "<input>"):
        super().__init__(ctx, "", name)
        self._is_ascii = text.isascii()
        if not self._is_ascii and (surrogate := _SURROGATE.search(text)):
            raise ParseError(Span(*surrogate.span(), Input(text, name)), "a surrogate is no character")
        self._parser_state = ParserState(TextLexer(Input(text, name)))
        self._text = text
        self._file = StringAttr(name)
        self._line, self._line_start, self._counted = 1, 0, 0
        self._types: dict[str, TypeAttribute] = {}
        self._spellings: dict[str, Attribute] = {}
        self._elements: dict[tuple[str | Buffer, Attribute], AnyElementsAttr] = {}
        self._alias_places: dict[str, int] | None = None
        self._early_aliases: set[str] = set()
        self._alias_costs: dict[str, tuple[int, int]] = {}  # what each stands for: attributes, levels
        self._type_costs: dict[str, int] = {}
        self._count, self._most = 0, MOST_EXPANDED + EXPANDED_PER_CHARACTER * len(text)
        self._depth, self._deepest, self._open_aliases = 0, 0, 0
        self._blobs: dict[str, str] | None = None
        self._custom_ops: list[str] = []  # around the place that is read; "" for one in generic form

    def raise_error(
        self, msg: str, at_position: Any = None, end_position: Position | None = None
    ) -> NoReturn:
        """Report an error in MLIR's words, behind the name of the op in custom form that is being read.

        What is missing before a line break is missing there, and not at the token after it.
        """
        message = _reworded(msg)
        token_start = self._parser_state.current_token.span.start
        if at_position is None or getattr(at_position, "start", None) == token_start:
            end = self._end_of_previous_line(token_start)
            if message.startswith("expected '") and end is not None:
                at_position = Span(end, end, self.lexer.input)
        if self._custom_ops and self._custom_ops[-1] and not message.startswith(("custom op", "'")):
            message = f"custom op '{self._custom_ops[-1]}' {message}"
        if end_position is None:
            super().raise_error(message, at_position)
        super().raise_error(message, cast(Position, at_position), end_position)

    def _end_of_previous_line(self, position: int) -> Position | None:
        """Where the text before `position` ends, if that is on another line and no comment."""
        text, end = self._text, position
        while end and text[end - 1].isspace():
            end -= 1
        line = text.rfind("\n", 0, end) + 1
        is_apart = text.find("\n", end, position) >= 0 or position == len(text)
        return end if is_apart and text.find("//", line, end) < 0 else None

    def parse_optional_function_type(self) -> FunctionType | None:
        if self._parser_state.current_token.kind is not MLIRTokenKind.L_PAREN:
            return None
        inputs = self.parse_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
        self.parse_punctuation("->", " in function type")
        outputs = self.parse_optional_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
        return FunctionType.from_lists(inputs, [self.parse_type()] if outputs is None else outputs)

    # ---- locations ----

    def location_at(self, position: int) -> LocationAttr:
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
        return unverified(FileLineColLoc, self._file, IntAttr(line), IntAttr(column + 1))

    def parse_optional_location(self) -> LocationAttr | None:
        token = self._parser_state.current_token
        if token.text != "loc" or token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        self._consume_token()
        with self.in_parens():
            return self._parse_location()

    def _parse_location(self) -> LocationAttr:
        self._enter(DEEPEST_LOCATION)
        location = self._parse_location_here()
        self._depth -= 1
        return location

    def _parse_location_here(self) -> LocationAttr:
        token = self._parser_state.current_token
        if token.kind is MLIRTokenKind.STRING_LIT:
            return self._parse_named_location(self.parse_str_literal())
        if token.kind is MLIRTokenKind.HASH_IDENT:
            start = self.pos
            location = self.parse_attribute()
            if not is_location(location):
                self.raise_error("expected location, but found another attribute", start, self.pos)
            return location
        keyword = self.parse_keyword_in(("unknown", "callsite", "fused"), " in location")
        if keyword == "unknown":
            return UnknownLoc()
        if keyword == "callsite":
            with self.in_parens():
                callee = self._parse_location()
                self.parse_keyword("at", " in callsite location")
                return unverified(CallSiteLoc, callee, self._parse_location())
        metadata: Attribute = NoneAttr()
        if self.parse_optional_punctuation("<") is not None:
            metadata = self.parse_attribute()
            self.parse_punctuation(">", " after fused location metadata")
        locations = self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location)
        return fused_location(locations, metadata)

    def _parse_named_location(self, name: str) -> LocationAttr:
        """`"f":1:2`, `"f":1:2 to 3:4`, `"f":1:2 to :9`, `"name"`, `"name"(loc)`."""
        text = StringAttr(name)
        if self.parse_optional_punctuation(":") is None:
            child: Attribute = NoneAttr()
            if self.parse_optional_punctuation("(") is not None:
                child = self._parse_location()
                self.parse_punctuation(")", " after child location of NameLoc")
            return unverified(NameLoc, text, child)
        line = IntAttr(self._parse_coordinate())
        column = IntAttr(0)
        if self.parse_optional_punctuation(":") is not None:
            column = IntAttr(self._parse_coordinate())
        if self.parse_optional_keyword("to") is None:
            return unverified(FileLineColLoc, text, line, column)
        end = line
        if self.parse_optional_punctuation(":") is None:
            end = IntAttr(self._parse_coordinate())
            self.parse_punctuation(":", " in a range of lines")
        end_column = IntAttr(self._parse_coordinate())
        return cast(LocationAttr, FileLineColRange(text, line, column, end, end_column))

    def _parse_coordinate(self) -> int:
        """A line or a column: 32 bits."""
        start = self.pos
        value = self.parse_integer(False, False)
        if value >= 1 << 32:
            self.raise_error("integer value too large", start, self.pos)
        return value

    # ---- aliases and resources ----

    def _parse_alias_def(self) -> None:
        name = self._parser_state.current_token.text
        if name not in self._early_aliases:
            with self._alias_costs_of(name):
                super()._parse_alias_def()
            return
        self._early_aliases.remove(name)
        self._consume_token()
        self.parse_punctuation("=")
        self.parse_attribute()

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
        try:
            parsed = cast(Any, super())._parse_extended_type_or_attribute(attr_or_dialect_name, is_type)
        except VerifyException as error:
            self.raise_error(str(error), start, self.pos)
        if isinstance(parsed, UnregisteredAttr):
            self._check_known(parsed.attr_name.data, is_type, None, start)
            body = StringAttr(_LINE_BREAK.sub(" ", parsed.value.data))
            parsed = type(parsed).new([*parsed.parameters[:-1], body])
        return parsed

    def _check_known(self, name: str, is_type: bool, known: type[Attribute] | None, start: int) -> None:
        """In our own dialects, no type or attribute is unregistered."""
        dialect, _, rest = name.partition(".")
        if rest and dialect in CLOSED_DIALECTS and (known is None or issubclass(known, UnregisteredAttr)):
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
        """The value of an alias that is defined further on."""
        if self._alias_places is None:
            self._alias_places = {m[1]: m.end() for m in _ALIAS.finditer(self._text)}
        place = self._alias_places.pop(name, None)
        if place is None:
            return None
        here = self.pos
        self._resume_from(place)
        with self._alias_costs_of(name):
            value = self.attribute_aliases[name] = self.parse_attribute()
        self._early_aliases.add(name)
        self._resume_from(here)
        return value

    def _parse_file_metadata_dictionary(self) -> None:
        """Skip `{-# .. #-}`: blobs are taken from there where a `dense_resource` names one."""
        end = self._text.find("#-}", self.pos)
        if end < 0:
            self.raise_error("expected '#-}' at the end of the file metadata")
        self._resume_from(end + len("#-}"))

    def _parse_builtin_dense_resource_attr(self) -> Any:
        self.parse_punctuation("<", " in dense_resource attribute")
        key = self.parse_identifier_or_str_literal(" for a resource handle")
        self.parse_punctuation(">", " in dense_resource attribute")
        self.parse_punctuation(":", " in dense_resource attribute")
        start = self.pos
        shaped_type = self.parse_type()
        if self._blobs is None:
            place = self._text.rfind("{-#")
            found = _BLOB.finditer(self._text, place) if place >= 0 else ()
            self._blobs = {string_contents(m[1]) if m[1] else m[2]: m[3] for m in found}
        digits = self._blobs.get(key)
        if digits is None or not isinstance(shaped_type, TensorType):
            return DenseResourceAttr.from_params(key, cast(Any, shaped_type))
        if len(digits) % 2 or len(digits) < 2 * _BLOB_HEADER:
            self.raise_error(f"expected hex string blob for key '{key}'", start, self.pos)
        try:
            return elements_from_buffer(
                cast("TensorType[Attribute]", shaped_type), unhexlify(digits)[_BLOB_HEADER:]
            )
        except ValueError as error:
            self.raise_error(str(error), start, self.pos)

    def _parse_builtin_opaque_attr(self) -> NoReturn:
        """MLIR writes what it does not know with its dialect in front; xDSL has a word for it."""
        self.raise_error("expected attribute value")

    # ---- tokens ----

    def parse_optional_integer(self, allow_boolean: bool = True, allow_negative: bool = True) -> int | None:
        """As xDSL's, but of 64 bits: with a sign where it may be negative."""
        start = self.pos
        value = super().parse_optional_integer(allow_boolean, allow_negative)
        if value is not None and not -(1 << 63) <= value < 1 << 64 - allow_negative:
            self.raise_error("integer value too large", start, self.pos)
        return value

    def parse_optional_number(self, *, allow_boolean: bool = False) -> int | float | None:
        """As xDSL's, but for an integer of any size: hexadecimal digits may be the bits of a float."""
        start = self.pos
        sign = -1 if self.parse_optional_punctuation("-") else 1
        token = self._parser_state.current_token
        if token.kind is MLIRTokenKind.INTEGER_LIT or token.kind is MLIRTokenKind.FLOAT_LIT:
            self._consume_token()
            if token.kind is MLIRTokenKind.FLOAT_LIT:
                return sign * float(token.text)
            return sign * int(token.text, 16 if "x" in token.text else 10)
        if sign < 0:
            self.raise_error("expected integer or float literal after '-'", start, self.pos)
        return self.parse_optional_integer() if allow_boolean else None

    def parse_optional_str_literal(self) -> str | None:
        token = self._parser_state.current_token
        if token.kind is not MLIRTokenKind.STRING_LIT:
            return None
        self._consume_token()
        return string_contents(token.text)

    def parse_optional_symbol_name(self) -> StringAttr | None:
        token = self._parser_state.current_token
        if token.kind is not MLIRTokenKind.AT_IDENT:
            return None
        self._consume_token()
        return StringAttr(string_contents(token.text[1:]) if token.text[1] == '"' else token.text[1:])

    def parse_dimension_list(self) -> list[int]:
        """The sizes of a shape, `2x?x`, up to the last `x`. For xDSL `x1x1x1` is a token again after each size."""
        start = self.pos
        match = cast("re.Match[str]", _SIZES.match(self._text, start))
        *sizes, rest = map(str.strip, match[0].split("x"))
        self._resume_from(match.end() if rest or not sizes else start + match[0].rindex("x"))
        if rest:
            sizes.append(rest)
        if any(len(size) > len(str(LARGEST_SIZE)) for size in sizes):
            self.raise_error("invalid dimension", start, match.end())
        values = [DYNAMIC_INDEX if size == "?" else int(size) for size in sizes]
        if max(values, default=0) > LARGEST_SIZE:
            self.raise_error("invalid dimension", start, match.end())
        return values

    def parse_shape_dimension(self, allow_dynamic: bool = True) -> int:
        start = self.pos
        size = super().parse_shape_dimension(allow_dynamic)
        if size > LARGEST_SIZE:
            self.raise_error("invalid dimension", start, self.pos)
        return size

    # ---- types and attributes ----

    def _enter(self, deepest: int) -> None:
        """One level further in. An error on the way needs no way out: nothing is parsed after it."""
        self._count += 1
        self._depth += 1
        if self._depth > self._deepest:
            self._deepest = self._depth
            if self._depth > deepest:
                self._refuse_depth()

    def parse_optional_attribute(self) -> Attribute | None:
        self._enter(DEEPEST)
        parsed = super().parse_optional_attribute()
        self._depth -= 1
        return parsed

    def parse_optional_type(self) -> TypeAttribute | None:
        self._enter(DEEPEST)
        parsed = self._parse_optional_type()
        self._depth -= 1
        return parsed

    def _parse_optional_type(self) -> TypeAttribute | None:
        state = self._parser_state
        token = state.current_token
        kind, text = token.kind, token.text
        if kind is MLIRTokenKind.BARE_IDENT:
            if text == "tensor":
                return self._parse_tensor_type()
            known = self._types.get(text)
            if known is not None:
                state.current_token = state.lexer.lex()
                return known
            if not _SCALAR_TYPE.fullmatch(text):
                return self._checked(super().parse_optional_type(), token.span.start)
            width = text.lstrip("sui")
            if width.isdecimal():
                parsed = self._parse_integer_type(text[: -len(width)], width.lstrip("0") or "0")
            else:
                parsed = super().parse_optional_type()
            if parsed is not None:
                self._types[text] = parsed
            return parsed
        if kind is MLIRTokenKind.EXCLAMATION_IDENT or kind is MLIRTokenKind.L_PAREN:
            return super().parse_optional_type()
        return None

    def _parse_integer_type(self, prefix: str, width: str) -> IntegerType:
        if len(width) > len(str(WIDEST)) or int(width) > WIDEST:
            self.raise_error(f"integer bitwidth is limited to {WIDEST} bits")
        self._consume_token()
        return IntegerType(int(width), _SIGNEDNESS[prefix])

    def parse_type(self) -> TypeAttribute:
        parsed = self.parse_optional_type()
        if parsed is None:
            self.raise_error("type expected")
        return parsed

    def _parse_tensor_type(self) -> TypeAttribute | None:
        """A tensor type, looked up by its spelling."""
        state = self._parser_state
        start = self.pos
        match = _TYPE.match(self._text, start)
        if match is None:
            return self._checked(super().parse_optional_type(), start)
        spelling, end = match[0], match.end()
        known = self._types.get(spelling)
        if known is not None:
            self._charge(self._type_costs.get(spelling, 0) if self._type_costs else 0)
            state.lexer.pos = end
            state.current_token = state.lexer.lex()
            return known
        before = self._count
        parsed = self._checked(super().parse_optional_type(), start)
        if parsed is not None and not self._text[end : self.pos].strip():
            self._types[spelling] = parsed
            if self._count - before > len(spelling):
                self._type_costs[spelling] = self._count - before
        return parsed

    def _checked(self, parsed: TypeAttribute | None, start: int) -> TypeAttribute | None:
        """`parsed`, if it is a type that MLIR has."""
        try:
            if parsed is not None:
                check_shaped_type(parsed)
        except VerifyException as error:
            self.raise_error(str(error), start, self.pos)
        return parsed

    def _parse_optional_builtin_attr(self) -> Attribute | None:
        kind, text = self._parser_state.current_token.kind, self._parser_state.current_token.text
        if kind in _NUMBERS or text in ("true", "false"):
            return self.parse_optional_builtin_int_or_float_attr()
        if kind is MLIRTokenKind.L_SQUARE:
            return self._parse_optional_array_attr()
        if kind is MLIRTokenKind.AT_IDENT:
            return self._parse_optional_symref_attr()
        if kind is MLIRTokenKind.BARE_IDENT:
            if text == "dense" or text == "array":
                return self._parse_optional_builtin_parametrized_attr()
            parsed = self.parse_optional_type()
            return super()._parse_optional_builtin_attr() if parsed is None else parsed
        return super()._parse_optional_builtin_attr()

    def parse_optional_builtin_int_or_float_attr(self) -> Any:
        boolean = self.try_parse_builtin_boolean_attr()
        if boolean is not None:
            return boolean
        start = self.pos
        sign = "" if self.parse_optional_punctuation("-") is None else "-"
        token = self._parser_state.current_token
        is_float = token.kind is MLIRTokenKind.FLOAT_LIT
        if not is_float and token.kind is not MLIRTokenKind.INTEGER_LIT:
            if sign:
                self.raise_error("expected integer or float literal after '-'")
            return None
        self._consume_token()
        literal = sign + token.text
        declared: Attribute = f64 if is_float else i64
        if self.parse_optional_punctuation(":") is not None:
            declared = self.parse_type()
        try:
            if isinstance(declared, AnyFloat):
                return float_attr(literal, declared)
            if is_float:
                self.raise_error("floating point value not valid for specified type", start, self.pos)
            if not isinstance(declared, IntegerType | IndexType):
                self.raise_error("integer literal not valid for specified type", start, self.pos)
            value = int(literal, 16 if "x" in literal else 10)
            if not _fits(value, cast("IntegerType | IndexType", declared)):
                self.raise_error("integer constant out of range for attribute", start, self.pos)
            return IntegerAttr(value, cast("IntegerType | IndexType", declared))
        except (LiteralError, VerifyException) as error:
            self.raise_error(str(error), start, self.pos)

    def parse_dense_int_or_fp_elements_attr(self, type: RankedStructure[AnyDenseElement] | None) -> Any:
        start = self.pos
        literal = scan_literal(self)
        shaped_type: Attribute | None = type
        if shaped_type is None:
            self.parse_punctuation(":", " in dense attribute")
            shaped_type = self.parse_type()
        small = isinstance(literal, str) and len(literal) <= _SMALL_LITERAL
        known = self._elements.get((literal, shaped_type)) if small else None
        if known is not None:
            return known
        if not isinstance(literal, str):  # there is no new line in it
            self.location_at(start)
            self._counted = start + 2 * len(literal)
        try:
            elements = elements_of(literal, shaped_type)
        except LiteralError as error:
            at, end = error.place(literal)
            self.raise_error(str(error), start + 1 + at, start + 1 + end)
        if small:
            self._elements[literal, shaped_type] = elements
        return elements

    def _parse_builtin_densearray_attr(self) -> Any:
        start = self.pos
        end = self._text.find(">", start)
        spelling = self._text[start:end]
        known = self._spellings.get(spelling)
        if known is not None:
            self._resume_from(end + 1)
            return known
        self.parse_punctuation("<", " in dense array")
        type_start = self.pos
        element_type = self.parse_type()
        if not (is_integer_type(element_type) or isinstance(element_type, AnyFloat)):
            self.raise_error("expected an integer or floating point type", type_start, self.pos)
        if self._parser_state.current_token.kind is not MLIRTokenKind.GREATER:
            self.parse_punctuation(":", " in dense array")
            if self.pos == end:
                self.raise_error("expected element literal of primitive type")
        numbers_start = min(self.pos, end)
        if end < 0:
            self.raise_error("expected '>' at the end of a dense array")
        try:
            parsed = dense_array(self._text[numbers_start:end], element_type)
        except LiteralError as error:
            at, stop = error.place(spelling)
            self.raise_error(str(error), start + at, start + stop)
        self._resume_from(end + 1)
        self._spellings[spelling] = parsed
        return parsed


def _fits(value: int, declared: IntegerType | IndexType) -> bool:
    """Whether a type has a value, found without building the ends of its range."""
    signedness, width = Signedness.SIGNED, 64
    if is_integer_type(declared):
        signedness, width = declared.signedness.data, declared.width.data
    if value < 0:
        return signedness is not Signedness.UNSIGNED and (~value).bit_length() < width
    return value.bit_length() <= width - (signedness is Signedness.SIGNED and width > 0)


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


def fused_location(locations: Sequence[Attribute], metadata: Attribute) -> LocationAttr:
    """Several locations as one, without repetitions and unknown ones."""
    different = {location: None for location in locations if not isinstance(location, UnknownLoc)}
    if not different:
        return UnknownLoc()
    if len(different) == 1 and isinstance(metadata, NoneAttr):
        return cast(LocationAttr, next(iter(different)))
    return unverified(FusedLoc, ArrayAttr(different), metadata)
