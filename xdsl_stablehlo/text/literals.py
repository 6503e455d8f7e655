"""Dense literals, `dense<[[1.0, 0x7F800000], [..]]> : tensor<2x2xf32>`, between text and attributes.

Everything works on whole literals: a hexadecimal string is decoded in one call, a list is checked by comparing its
brackets with those that the type asks for, and its numbers are converted by one `map`.
"""

from __future__ import annotations

import re
import warnings
from binascii import hexlify
from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import TypeAlias

import numpy as np
from xdsl.dialects import builtin
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import (
    IntegerOrIndex,
    is_complex_type,
    is_integer_or_index,
    is_integer_type,
    is_shaped,
    is_tensor_type,
)
from xdsl_stablehlo.values.element_types import Array, bit_width, dtype_of, format_or_none
from xdsl_stablehlo.values.elements import (
    AnyElementsAttr,
    Buffer,
    SplatElementsAttr,
    attribute_of_flat,
    buffer_of,
    dense_elements,
    elements_from_buffer,
    flat_array_of,
    is_elements,
    splat_of,
)
from xdsl_stablehlo.values.storage import is_uniform

from .floats import double_of, float_texts, from_bits, rounded
from .lexer import CHUNK, LONGEST_NUMBER, TextLexer, scan_literal, without_comments
from .locations import unverified

MANY = 1000
"""From this number of literals on NumPy is faster than Python, the silencing of its warnings included."""

HEX_ABOVE = 100
"""Literals of more elements are printed as one hexadecimal string."""


class LiteralError(ValueError):
    """A literal that is not one of its type. `text` is the part that is wrong, where there is one."""

    def __init__(self, message: str, text: str = ""):
        super().__init__(message)
        self.text = text

    def place(self, literal: str | Buffer) -> tuple[int, int]:
        """Where in `literal` the wrong part stands."""
        whole = rf"(?<![\w.+]){re.escape(self.text)}(?![\w.])"
        match = re.search(whole, literal) if self.text and isinstance(literal, str) else None
        return (0, 1) if match is None else match.span()


# ---- from text ----


def parse_elements(parser: AttrParser) -> Attribute:
    """Parse the next attribute; dense elements exactly, also by xDSL's own parser, which rounds them twice."""
    if isinstance(parser.lexer, TextLexer) or parser.parse_optional_keyword("dense") is None:
        return parser.parse_attribute()
    start = parser.pos
    literal = scan_literal(parser)
    parser.parse_punctuation(":", " after a dense literal")
    tensor_type = parser.parse_type()
    try:
        return elements_of(literal, tensor_type)
    except LiteralError as error:
        at, end = error.place(literal)
        parser.raise_error(str(error), start + 1 + at, start + 1 + end)


def elements_of(literal: str | Buffer, shaped_type: Attribute) -> AnyElementsAttr:
    """The attribute that a literal spells as elements of a tensor, vector or memref type. Bytes are a raw buffer.

    Raises `LiteralError` with MLIR's words where it is none of that type.
    """
    if not is_shaped(shaped_type):
        raise LiteralError("elements literal must be a shaped type")
    shape = shaped_type.get_shape()
    if builtin.DYNAMIC_INDEX in shape:
        raise LiteralError("elements literal type must have static shape")
    if is_tensor_type(shaped_type):
        return _elements_of(literal, shaped_type)
    elements = _elements_of(literal, builtin.TensorType(shaped_type.element_type, shape))
    count = prod(shape) if isinstance(elements, SplatElementsAttr) else 1
    if count * len(elements.data.data) > _LARGEST_SPLAT:
        raise LiteralError(f"a splat of '{shaped_type}' is kept as all of its elements, which are too many")
    return dense_elements(shaped_type, elements.data.data * count)


_LARGEST_SPLAT = 1 << 28
"""Bytes of a splat of a vector or memref type, which xDSL has only written out."""


def _elements_of(literal: str | Buffer, tensor_type: builtin.AnyTensorType) -> AnyElementsAttr:
    shape, element_type = tensor_type.get_shape(), tensor_type.element_type
    _check_known(element_type)
    if not isinstance(literal, str):
        try:
            return elements_from_buffer(tensor_type, literal)
        except ValueError:
            message = f"elements hex data size is invalid for provided type: '{tensor_type}'"
            raise LiteralError(message) from None
    literal = literal.strip()
    if literal[:1] == '"':
        raise LiteralError("expected string containing hex digits starting with `0x`", '"')
    raw = without_comments(literal).encode()
    is_list = raw[:1] == b"["
    if not prod(shape) and (is_list or not raw):
        # Lists without numbers do not say what would be in the elements of an empty one.
        outer = prod(shape[:-1])
        fits = 0 < outer <= len(raw) and raw.translate(None, _NOT_BRACKETS) == _brackets(shape, b"")
        if raw.translate(None, b"[]," + _SPACE) or (is_list and not fits):
            raise _shape_error(raw, tensor_type)
        return attribute_of_flat(np.zeros(0, dtype_of(element_type)), tensor_type)
    if not raw:
        raise LiteralError(f"parsed zero elements, but type ('{tensor_type}') expected at least 1")
    element_brackets, numbers = (b"(,)", 2) if is_complex_type(element_type) else (b"", 1)
    count = prod(shape) if is_list else 1
    sizes = shape if is_list else ()
    if count * numbers > len(raw):
        raise _shape_error(raw, tensor_type)
    if raw.translate(None, _NOT_STRUCTURE) != _brackets(sizes, element_brackets, b", "):
        _refuse_space_in_numbers(raw)
        if raw.translate(None, _NOT_BRACKETS) != _brackets(sizes, element_brackets):
            raise _shape_error(raw, tensor_type)
    values = _convert(raw.translate(None, _BRACKETS_AND_SPACE), element_type)
    if is_list:
        return attribute_of_flat(values, tensor_type)
    return splat_of(values, tensor_type)


_SPACE = b" \t\r\n"
_BRACKETS_AND_SPACE = b"[]()" + _SPACE
_NOT_BRACKETS = bytes(c for c in range(256) if c not in b"[](),")
_NOT_STRUCTURE = bytes(c for c in _NOT_BRACKETS if c not in _SPACE)


@lru_cache
def _brackets(shape: tuple[int, ...], element: bytes, comma: bytes = b",") -> bytes:
    """A literal of `shape` without its numbers."""
    text = element
    for size in reversed(shape):
        text = b"[" + (comma.join([text] * size) if text else comma * (size - 1)) + b"]"
    return text


_SPACE_IN_NUMBER = re.compile(rb"[\w.][ \t\r\n]+[\w.+-]")


def _refuse_space_in_numbers(raw: bytes) -> None:
    """Raises `LiteralError` where white space stands for a comma or in a number, but for that after a sign."""
    if (found := _SPACE_IN_NUMBER.search(raw)) is not None:
        raise LiteralError("expected a comma or a bracket after an element literal", found[0].decode())


def _shape_error(raw: bytes, tensor_type: builtin.AnyTensorType) -> LiteralError:
    """The error for a literal whose brackets are not those that the type asks for."""
    if raw[:1] != b"[":
        return LiteralError("expected element literal of primitive type")
    sizes: list[int] = []
    literal: Nested | None = _nested(re.sub(rb"[^\[\](),]+", b"0", raw.replace(b" ", b"")).translate(_SQUARE))
    if literal is None:
        return LiteralError("expected ']' in tensor literal")
    while isinstance(literal, list):
        sizes.append(len(literal))
        if len({len(item) if isinstance(item, list) else -1 for item in literal}) > 1:
            return LiteralError("tensor literal is invalid; ranks are not consistent between elements")
        literal = literal[0] if literal else None
    shape = list(tensor_type.get_shape())
    return LiteralError(f"inferred shape of elements literal ({sizes}) does not match type ({shape})")


_SQUARE = bytes.maketrans(b"()", b"[]")
_NO_COMMA = re.compile(rb"\[,|,\]|,,|\][\[0]|0\[|,$")
"""Where a comma is missing, or one too many."""


Nested: TypeAlias = "int | list[Nested]"


def _nested(text: bytes) -> Nested | None:
    """Lists of zeros in brackets, to any depth; None if the brackets or commas are not those of one list."""
    if _NO_COMMA.search(text):
        return None
    outermost: list[Nested] = []
    around = [outermost]
    for at, character in enumerate(text):
        if character == ord("["):
            inner: list[Nested] = []
            around[-1].append(inner)
            around.append(inner)
        elif character == ord("]"):
            around.pop()
            if len(around) == 1 and at < len(text) - 1:
                return None
        elif character != ord(","):
            around[-1].append(0)
    return outermost[0] if len(around) == 1 else None


def _convert(numbers: bytes, element_type: Attribute) -> Array:
    """The values of numbers between commas, one-dimensional. Raises `LiteralError`."""
    if is_integer_or_index(element_type):
        return _integers(numbers, element_type)
    if is_complex_type(element_type):
        return _floats(numbers, element_type.element_type).view(dtype_of(element_type))
    return _floats(numbers, element_type)


@default_environment()
def _floats(numbers: bytes, element_type: Attribute) -> Array:
    # Of these characters Python and MLIR make the same numbers, but for `.5` and `+1.0`, which MLIR refuses.
    points = numbers.translate(None, b"0123456789eE+-,")
    if points == b"." * len(points):
        values = _decimals(numbers, len(points))
        if values is not None:
            return rounded(values, element_type)
    return np.concatenate([_one_float(token.decode(), element_type) for token in numbers.split(b",")])


def _decimals(numbers: bytes, count: int) -> Array | None:
    """float64 values of decimal literals between commas; None where one is none, or there are not so many."""
    try:
        if count < MANY:
            values = np.array(list(map(float, numbers.split(b","))))
        else:
            with warnings.catch_warnings():
                # NumPy stops at what is no number, and warns.
                warnings.simplefilter("ignore", DeprecationWarning)
                values = np.fromstring(numbers, np.float64, sep=",")
    except ValueError:
        return None
    return values if len(values) == count else None


_FLOAT = re.compile(r"-?[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?")
_INTEGER = re.compile(r"-?(0[xX][0-9a-fA-F]+|[0-9]+)")


@default_environment()
def _one_float(token: str, element_type: Attribute) -> Array:
    """The value of one literal, decimal or the bits in hexadecimal, as an array of one element."""
    if _FLOAT.fullmatch(token):
        return rounded(np.array([float(token)]), element_type)
    if not _INTEGER.fullmatch(token):
        raise LiteralError("expected floating point literal", token)
    if "x" not in token.lower():
        raise LiteralError("unexpected decimal integer literal for a floating point value", token)
    if token[0] == "-":
        raise LiteralError("hexadecimal float literal should not have a leading minus", token)
    bits = int(token, 16)  # in time linear in its length, and from as many digits as there are
    if bits >> bit_width(element_type):
        raise LiteralError("hexadecimal float constant out of range for type", token)
    return from_bits(np.array([bits], np.uint64), element_type)


def float_attr(literal: str, element_type: builtin.AnyFloat) -> builtin.FloatAttr[builtin.AnyFloat]:
    """The attribute of one float literal. Raises `LiteralError`."""
    _check_known(element_type)
    value = double_of(_one_float(literal, element_type), element_type)
    return unverified(builtin.FloatAttr, builtin.FloatData(value), element_type)


def dense_array(numbers: str, element_type: builtin.AnyFloat | builtin.IntegerType) -> builtin.DenseArrayBase:
    """`array<f32: ..>` of the literals in `numbers`. Raises `LiteralError`."""
    raw = without_comments(numbers).strip().encode()
    compact = raw.translate(None, _SPACE)
    if len(raw) - len(compact) != raw.count(b", "):
        _refuse_space_in_numbers(raw)
    if is_integer_type(element_type):
        width = element_type.width.data
        if width != 1 and (width % 8 or not width):
            raise LiteralError("element type bitwidth must be a multiple of 8")
        if width > 64:
            raise LiteralError(f"an array of '{element_type}' is not supported")
        values = _checked_integers(compact, element_type, width > 1) if compact else []
        return builtin.DenseArrayBase.from_list(element_type, values)
    _check_known(element_type)
    if bit_width(element_type) % 8:
        raise LiteralError("element type bitwidth must be a multiple of 8")
    array = _floats(compact, element_type) if compact else np.empty(0, dtype_of(element_type))
    return builtin.DenseArrayBase(element_type, builtin.BytesAttr(buffer_of(array, element_type)))


def _check_known(element_type: Attribute) -> None:
    """Raises `LiteralError` for a type that no tensor of the specification has, or that has no literals."""
    try:
        dtype_of(element_type)
    except ValueError as error:
        raise LiteralError(str(error)) from None
    if not isinstance(
        element_type, builtin.AnyFloat | builtin.IntegerType | builtin.IndexType | builtin.ComplexType
    ):
        raise LiteralError(f"there are no literals of '{element_type}'")


def parse_float(parser: AttrParser) -> builtin.FloatAttr[builtin.AnyFloat]:
    """The next float literal as an f64, decimal or its bits in hexadecimal. For xDSL's own parser, too."""
    start = parser.pos
    literal = scan_number(parser)
    try:
        return float_attr(literal, builtin.f64)
    except LiteralError as error:
        parser.raise_error(str(error), start, start + len(literal))


def scan_number(parser: AttrParser) -> str:
    """The next number as it is spelled, for `float_attr`: its type may stand behind it."""
    match = _NUMBER.match(parser.lexer.input.content, parser.pos)
    parser.parse_number()
    return "" if match is None else match[1] + match[2]


_NUMBER = re.compile(r"(-?)\s*(0x[0-9a-fA-F]+|[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|[0-9]+)")


def _integers(numbers: bytes, element_type: IntegerOrIndex) -> Array:
    dtype = dtype_of(element_type)
    values = _checked_integers(numbers, element_type)
    width = element_type.width.data if is_integer_type(element_type) else 64
    mask = (1 << width) - 1
    if max(values) >= 1 << 63:
        return np.array([value & mask for value in values], np.uint64).view(dtype)
    array = np.array(values, np.int64)
    if dtype == np.bool_:
        return array != 0
    return array.view(dtype) if width == 64 else (array & mask).astype(f"u{dtype.itemsize}").view(dtype)


def _checked_integers(numbers: bytes, element_type: IntegerOrIndex, any_spelling: bool = True) -> list[int]:
    """The values of integers between commas, each one of the type. Without `any_spelling`, `true` and `false` only."""
    tokens = numbers.split(b",")
    if not any_spelling and not {*tokens} <= {b"true", b"false"}:
        raise LiteralError("expected 'true' or 'false' values for i1 type")
    if numbers.translate(None, b"0123456789,-") or max(map(len, tokens)) > LONGEST_NUMBER:
        values = [_one_integer(token.decode(), element_type) for token in tokens]
    else:
        try:
            values = list(map(int, tokens))
        except ValueError:
            raise LiteralError("expected element literal of primitive type") from None
    low, high = min(values), max(values)
    if (
        low < 0
        and is_integer_type(element_type)
        and element_type.signedness.data is builtin.Signedness.UNSIGNED
    ):
        raise LiteralError("expected unsigned integer elements, but parsed negative value", str(low))
    for value in (high, low):
        if not is_value_of(value, element_type):
            raise LiteralError("integer constant out of range for type", str(value))
    return values


def is_value_of(value: int, element_type: IntegerOrIndex) -> bool:
    """Whether a type has a value, found without building the ends of its range."""
    signedness, width = builtin.Signedness.SIGNED, 64
    if is_integer_type(element_type):
        signedness, width = element_type.signedness.data, element_type.width.data
    if value < 0:
        return signedness is not builtin.Signedness.UNSIGNED and (~value).bit_length() < width
    return value.bit_length() <= width - (signedness is builtin.Signedness.SIGNED and width > 0)


def _one_integer(token: str, element_type: Attribute) -> int:
    if token in ("true", "false"):
        if not (is_integer_type(element_type) and element_type.width.data == 1):
            raise LiteralError("expected i1 type for 'true' or 'false' values", token)
        return int(token == "true")
    if _INTEGER.fullmatch(token):
        if len(token) > LONGEST_NUMBER:
            raise LiteralError("integer constant out of range for type", token)
        return int(token, 16 if "x" in token.lower() else 10)
    if _FLOAT.fullmatch(token):
        raise LiteralError("expected integer elements, but parsed floating-point", token)
    raise LiteralError("expected element literal of primitive type", token)


# ---- to text ----


def dense_text(attribute: AnyElementsAttr) -> str:
    """The literal of an attribute without its type, character by character as MLIR prints it."""
    return "".join(literal_pieces(attribute))


SplatElementsAttr.LITERAL_OF = dense_text


def print_elements(printer: Printer, attribute: Attribute) -> None:
    """Print an attribute, a dense one exactly. For xDSL's own printer, which loses signs of zeros and payloads."""
    if not is_elements(attribute) or not has_dtype(attribute):
        printer.print_attribute(attribute)
        return
    for piece in literal_pieces(attribute, getattr(printer, "most_elements", None)):
        printer.print_string(piece)
    printer.print_string(" : ")
    printer.print_attribute(attribute.type)


def has_dtype(attribute: AnyElementsAttr) -> bool:
    """Whether the elements are of a type that the specification has."""
    return format_or_none(attribute.get_element_type()) is not None


def literal_pieces(attribute: AnyElementsAttr, most: int | None = None) -> Iterator[str]:
    """The literal in pieces of bounded size. What stands for more than `most` elements cannot be read back."""
    element_type: Attribute = attribute.get_element_type()
    array, shape = flat_array_of(attribute), attribute.get_shape()
    if not array.size:
        yield "dense<>"
    elif is_uniform(array):
        yield f"dense<{_texts(array[:1], element_type)[0]}>"
    elif most is not None and array.size > most:
        yield "dense_resource<__elided__>"
    elif array.size > HEX_ABOVE:
        yield 'dense<"0x'
        step, flat = CHUNK // array.dtype.itemsize, array.reshape(-1)
        for at in range(0, flat.size, step):
            yield hexlify(buffer_of(flat[at : at + step], element_type)).upper().decode("ascii")
        yield '">'
    else:
        texts = _texts(array, element_type)
        for size in reversed(shape):
            texts = ["[" + ", ".join(texts[at : at + size]) + "]" for at in range(0, len(texts), size)]
        yield f"dense<{texts[0]}>"


def _texts(array: Array, element_type: Attribute) -> list[str]:
    """The literals of the elements in row-major order."""
    if is_integer_or_index(element_type):
        if array.dtype == np.bool_:
            return ["true" if value else "false" for value in array.reshape(-1).tolist()]
        wide = np.uint64 if array.dtype == np.uint64 else np.int64
        return list(map(str, array.astype(wide).reshape(-1).tolist()))
    if is_complex_type(element_type):
        parts = np.ascontiguousarray(array).reshape(-1)
        texts = float_texts(parts.view(dtype_of(element_type.element_type)), element_type.element_type)
        return [f"({real},{imag})" for real, imag in zip(texts[::2], texts[1::2], strict=True)]
    return float_texts(array, element_type)


@irdl_attr_definition
class TypedStringAttr(ParametrizedAttribute):
    """A string of a type other than MLIR's `none`, which no portable artifact has."""

    name = "builtin.typed_string"
    text: builtin.StringAttr = param_def()
    type: Attribute = param_def()

    @property
    def data(self) -> str:
        """The string, as that of a `StringAttr`."""
        return self.text.data


@irdl_attr_definition
class DenseStringElementsAttr(ParametrizedAttribute):
    """A tensor of strings, whose elements are kept as they are written."""

    name = "builtin.dense_string_elements"
    literal: builtin.StringAttr = param_def()
    type: Attribute = param_def()
