"""Types and attributes from text: xDSL's parser, exact where that one is not, and fast.

Floats may be in hexadecimal anywhere, and constants go through `literals`.
Types and literals are parsed once per spelling.
"""

from __future__ import annotations

import re
from binascii import unhexlify
from typing import Any, NoReturn

from xdsl.context import Context
from xdsl.dialects import builtin
from xdsl.ir import Attribute, TypeAttribute
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import WIDEST, is_integer_or_index, is_integer_type, is_tensor_type
from xdsl_stablehlo.values.elements import AnyElementsAttr, Buffer, elements_from_buffer

from ..lexer import scan_literal, string_contents
from ..literals import (
    DenseStringElementsAttr,
    LiteralError,
    TypedStringAttr,
    dense_array,
    elements_of,
    float_attr,
    is_value_of,
)
from ..shaped_types import LARGEST_SIZE, check_shaped_type
from .location_parser import DEEPEST, LocationTextParser

_TYPE = re.compile(r"tensor<(?:[^<>\"]|<[^<>\"]*>)*>")
_SCALAR_TYPE = re.compile(r"[su]?i[0-9]+|index|bf16|tf32|f[0-9][0-9A-Z]*")
_SIGNEDNESS = {
    "i": builtin.Signedness.SIGNLESS,
    "si": builtin.Signedness.SIGNED,
    "ui": builtin.Signedness.UNSIGNED,
}
_BLOB = re.compile(r'(?:("(?:[^"\\]|\\.)*+")|([\w$.-]+))\s*:\s*"0x([0-9a-fA-F]*)"')
_BLOB_HEADER = 4
"""A blob begins with its alignment, four bytes long."""
_SMALL_LITERAL = 64
"""Literals up to this length are looked up before they are read again."""

_SIZES = re.compile(r"(?:\s*+(?:[0-9]++|\?)\s*+x)*+\s*+(?:[0-9]++|\?)?+", re.ASCII)

_NUMBERS = (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.FLOAT_LIT, MLIRTokenKind.MINUS)


class AttributeTextParser(LocationTextParser):
    """Reads types, attributes and locations. `name` is the file name in locations."""

    def __init__(self, ctx: Context, text: str, name: str = "<input>"):
        super().__init__(ctx, text, name)
        self._types: dict[str, TypeAttribute] = {}
        self._spellings: dict[str, Attribute] = {}
        self._elements: dict[tuple[str, Attribute], AnyElementsAttr] = {}
        self._type_costs: dict[str, int] = {}
        self._blobs: dict[str, str] | None = None

    def parse_optional_function_type(self) -> builtin.FunctionType | None:
        if self._parser_state.current_token.kind is not MLIRTokenKind.L_PAREN:
            return None
        inputs = self.parse_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
        self.parse_punctuation("->", " in function type")
        outputs = self.parse_optional_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
        return builtin.FunctionType.from_lists(inputs, [self.parse_type()] if outputs is None else outputs)

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
        if digits is None or not is_tensor_type(shaped_type):
            return builtin.DenseResourceAttr.new([builtin.StringAttr(key), shaped_type])
        if len(digits) % 2 or len(digits) < 2 * _BLOB_HEADER:
            self.raise_error(f"expected hex string blob for key '{key}'", start, self.pos)
        try:
            return elements_from_buffer(shaped_type, unhexlify(digits)[_BLOB_HEADER:])
        except ValueError as error:
            self.raise_error(str(error), start, self.pos)

    def _parse_builtin_opaque_attr(self) -> NoReturn:
        """MLIR writes what it does not know with its dialect in front; xDSL has a word for it."""
        self.raise_error("expected attribute value")

    # ---- tokens ----

    def parse_integer(
        self, allow_boolean: bool = False, allow_negative: bool = True, context_msg: str = ""
    ) -> int:
        """Parse an integer as xDSL does, but accept `true` only where `allow_boolean` is set."""
        return super().parse_integer(allow_boolean, allow_negative, context_msg)

    def parse_optional_integer(self, allow_boolean: bool = False, allow_negative: bool = True) -> int | None:
        """Parse an integer as xDSL does, but of at most 64 bits, and `true` only where `allow_boolean` is set."""
        start = self.pos
        value = super().parse_optional_integer(allow_boolean, allow_negative)
        if value is not None and not -(1 << 63) <= value < 1 << 64 - allow_negative:
            self.raise_error("integer value too large", start, self.pos)
        return value

    @default_environment()
    def parse_optional_number(self, *, allow_boolean: bool = False) -> int | float | None:
        """Parse a number as xDSL does, but an integer of any size: hexadecimal digits may be the bits of a float."""
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
        return self.parse_optional_integer(allow_boolean=True) if allow_boolean else None

    def parse_optional_str_literal(self) -> str | None:
        token = self._parser_state.current_token
        if token.kind is not MLIRTokenKind.STRING_LIT:
            return None
        self._consume_token()
        return string_contents(token.text)

    def parse_optional_symbol_name(self) -> builtin.StringAttr | None:
        token = self._parser_state.current_token
        if token.kind is not MLIRTokenKind.AT_IDENT:
            return None
        self._consume_token()
        return builtin.StringAttr(string_contents(token.text[1:]) if token.text[1] == '"' else token.text[1:])

    def parse_dimension_list(self) -> list[int]:
        """The sizes of a shape, `2x?x`, up to the last `x`. For xDSL `x1x1x1` is a token again after each size."""
        start = self.pos
        match = _SIZES.match(self._text, start)
        assert match is not None  # it may be empty
        *sizes, rest = map(str.strip, match[0].split("x"))
        self._resume_from(match.end() if rest or not sizes else start + match[0].rindex("x"))
        if rest:
            sizes.append(rest)
        # `2?` is one for CPython 3.11.2, whose possessive groups forget where they began.
        if any(
            (size != "?" and not size.isdecimal()) or len(size) > len(str(LARGEST_SIZE)) for size in sizes
        ):
            self.raise_error("invalid dimension", start, match.end())
        values = [builtin.DYNAMIC_INDEX if size == "?" else int(size) for size in sizes]
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

    def _parse_integer_type(self, prefix: str, width: str) -> builtin.IntegerType:
        if len(width) > len(str(WIDEST)) or int(width) > WIDEST:
            self.raise_error(f"integer bitwidth is limited to {WIDEST} bits")
        self._consume_token()
        return builtin.IntegerType(int(width), _SIGNEDNESS[prefix])

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

    def _parse_attribute_entry(self) -> tuple[str, Attribute]:
        """An entry of a dictionary, where a string may have a type: in an assembly format, a colon is the op's."""
        name, attribute = super()._parse_attribute_entry()
        if isinstance(attribute, builtin.StringAttr) and self.parse_optional_punctuation(":") is not None:
            return name, TypedStringAttr(attribute, self.parse_type())
        return name, attribute

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
        declared: Attribute = builtin.f64 if is_float else builtin.i64
        if self.parse_optional_punctuation(":") is not None:
            declared = self.parse_type()
        try:
            if isinstance(declared, builtin.AnyFloat):
                return float_attr(literal, declared)
            if is_float:
                self.raise_error("floating point value not valid for specified type", start, self.pos)
            if not is_integer_or_index(declared):
                self.raise_error("integer literal not valid for specified type", start, self.pos)
            value = int(literal, 16 if "x" in literal else 10)
            if not is_value_of(value, declared):
                self.raise_error("integer constant out of range for attribute", start, self.pos)
            return builtin.IntegerAttr(value, declared)
        except (LiteralError, VerifyException) as error:
            self.raise_error(str(error), start, self.pos)

    def parse_dense_int_or_fp_elements_attr(
        self, type: builtin.RankedStructure[builtin.AnyDenseElement] | None
    ) -> Any:
        start = self.pos
        literal = scan_literal(self)
        shaped_type: Attribute | None = type
        if shaped_type is None:
            self.parse_punctuation(":", " in dense attribute")
            shaped_type = self.parse_type()
        if isinstance(literal, str) and _holds_strings(literal, shaped_type):
            return DenseStringElementsAttr(builtin.StringAttr(literal), shaped_type)
        if not isinstance(literal, str):  # there is no new line in it
            self.location_at(start)
            self._counted = start + 2 * len(literal)
        try:
            return self.elements_in(literal, shaped_type)
        except LiteralError as error:
            at, end = error.place(literal)
            self.raise_error(str(error), start + 1 + at, start + 1 + end)

    def elements_in(self, literal: str | Buffer, shaped_type: Attribute) -> AnyElementsAttr:
        """The elements that a literal spells. Raises `LiteralError`."""
        if len(literal) > _SMALL_LITERAL or not isinstance(literal, str):
            return elements_of(literal, shaped_type)
        known = self._elements.get((literal, shaped_type))
        if known is None:
            known = self._elements[literal, shaped_type] = elements_of(literal, shaped_type)
        return known

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
        if not (is_integer_type(element_type) or isinstance(element_type, builtin.AnyFloat)):
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


def _holds_strings(literal: str, shaped_type: Attribute) -> bool:
    """Whether a literal has strings for elements of a type that is not known, as those of TensorFlow."""
    return (
        '"' in literal
        and is_tensor_type(shaped_type)
        and isinstance(shaped_type.element_type, builtin.UnregisteredAttr)
    )
