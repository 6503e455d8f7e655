"""The kinds of parameters of VHLO attributes and types: how each is written in bytecode and in text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, FloatData, IntAttr, NoneAttr, StringAttr, f64
from xdsl.ir import Attribute, Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xdsl_stablehlo.bytecode.codecs import builtin_types
from xdsl_stablehlo.bytecode.format import codec
from xdsl_stablehlo.bytecode.format.codec import Field, case_of, list_of, struct_of
from xdsl_stablehlo.bytecode.format.primitives import Buffer
from xdsl_stablehlo.text.floats import bits_of, float_text
from xdsl_stablehlo.text.literals import parse_float

from ..stablehlo.shapes import size_text


@irdl_attr_definition
class Payload(Data[bytes]):
    """The bytes of a tensor as they stand in the artifact: a view of the file where it was read from one."""

    name = "vhlo.payload"

    def __hash__(self) -> int:
        """Of a sample: a view of an array has no hash, and a large payload should not need one."""
        return hash((len(self.data), bytes(self.data[:64])))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Payload) and self.data == other.data)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> bytes:
        return bytes.fromhex(parser.parse_str_literal())

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string_literal(self.data.hex())


def payload(data: Buffer) -> Payload:
    return Payload(cast(bytes, data))


def _nothing(_: Any) -> tuple[Attribute, ...]:
    return ()


@dataclass(frozen=True)
class ParameterKind:
    """One kind of parameter. `nested` are the attributes in it whose own versions count."""

    base: type[Attribute]
    field: Field[Any]
    print: Callable[[Printer, Any], None]
    parse: Callable[[AttrParser], Attribute]
    nested: Callable[[Any], Iterable[Attribute]] = _nothing


def _data(attr: Any) -> Any:
    return attr.data


# Attributes and types


def _parse_type(parser: AttrParser) -> Attribute:
    t = parser.parse_type()
    if not t.name.startswith("vhlo."):
        parser.raise_error("expected VHLO type")
    return t


ATTRIBUTE = ParameterKind(
    Attribute, codec.ATTRIBUTE, Printer.print_attribute, AttrParser.parse_attribute, lambda attr: (attr,)
)
TYPE = replace(ATTRIBUTE, field=codec.TYPE, parse=_parse_type)


def _list_kind(item: ParameterKind, opening: str = "", closing: str = "") -> ParameterKind:
    """A list of attributes or types, in text between brackets."""

    def parse(parser: AttrParser) -> Attribute:
        delimiter = parser.Delimiter.SQUARE if opening else parser.Delimiter.NONE
        return ArrayAttr(parser.parse_comma_separated_list(delimiter, lambda: item.parse(parser)))

    def print_(printer: Printer, value: ArrayAttr[Attribute]) -> None:
        printer.print_string(opening)
        printer.print_list(value.data, lambda entry: item.print(printer, entry))
        printer.print_string(closing)

    return ParameterKind(
        ArrayAttr,
        list_of(item.field, "items").mapped(ArrayAttr, _data),
        print_,
        parse,
        lambda value: value.data,
    )


ATTRIBUTES = _list_kind(ATTRIBUTE, "[", "]")
TYPES = _list_kind(TYPE)


def _print_type_array(printer: Printer, types: ArrayAttr[Attribute]) -> None:
    if not types.data:
        printer.print_string("()")
    TYPES.print(printer, types)


def _parse_type_array(parser: AttrParser) -> Attribute:
    if parser.parse_optional_punctuation("(") is not None:
        parser.parse_punctuation(")")
        return ArrayAttr(())
    return TYPES.parse(parser)


TYPE_ARRAY = ParameterKind(ArrayAttr, TYPES.field, _print_type_array, _parse_type_array, TYPES.nested)
"""Types that are `()` where there are none."""


def _print_pair(printer: Printer, pair: ArrayAttr[Attribute]) -> None:
    printer.print_attribute(pair.data[0])
    printer.print_string(" = ")
    printer.print_attribute(pair.data[1])


def _parse_pair(parser: AttrParser) -> Attribute:
    key = parser.parse_attribute()
    if not key.name.startswith("vhlo."):
        parser.raise_error("expected VHLO key attribute")
    parser.parse_punctuation("=")
    return ArrayAttr((key, parser.parse_attribute()))


def _parse_pairs(parser: AttrParser) -> Attribute:
    return ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.BRACES, lambda: _parse_pair(parser)))


def _print_pairs(printer: Printer, pairs: ArrayAttr[ArrayAttr[Attribute]]) -> None:
    with printer.in_braces():
        printer.print_list(pairs.data, lambda pair: _print_pair(printer, pair))


PAIRS = ParameterKind(
    ArrayAttr,
    list_of(struct_of(ArrayAttr, _data, (codec.ATTRIBUTE,) * 2), "entries").mapped(ArrayAttr, _data),
    _print_pairs,
    _parse_pairs,
    lambda pairs: (attr for pair in pairs.data for attr in pair.data),
)


def _nested_optional(attr: Attribute) -> tuple[Attribute, ...]:
    return () if codec.present(attr) is None else (attr,)


OPTIONAL_AFTER_FLAG = replace(ATTRIBUTE, field=codec.optional_after(codec.VARINT), nested=_nested_optional)
OPTIONAL_WITH_FLAG = replace(
    OPTIONAL_AFTER_FLAG,
    field=codec.OPTIONAL_ATTRIBUTE.mapped(lambda attr: NoneAttr() if attr is None else attr, codec.present),
)
"""The format has two spellings of an optional attribute: a flag before the number, and a flag in it."""

# Numbers and strings

UNSIGNED = ParameterKind(
    IntAttr,
    codec.VARINT.mapped(IntAttr, _data),
    lambda printer, value: printer.print_string(str(value.data)),
    lambda parser: IntAttr(parser.parse_integer()),
)
SIGNED = replace(UNSIGNED, field=codec.SVARINT.mapped(IntAttr, _data))
FLAG = ParameterKind(
    IntAttr,
    UNSIGNED.field,
    lambda printer, value: printer.print_string("true" if value.data else "false"),
    lambda parser: IntAttr(int(parser.parse_boolean())),
)
F64 = ParameterKind(
    FloatData,
    codec.F64.mapped(FloatData, _data),
    lambda printer, value: print_float(printer, value.data),
    lambda parser: parse_float(parser).value,
)
TEXT = ParameterKind(
    StringAttr,
    codec.STRING.mapped(StringAttr, _data),
    lambda printer, value: printer.print_string_literal(value.data),
    lambda parser: StringAttr(parser.parse_str_literal()),
)


def print_float(printer: Printer, value: float) -> None:
    """A double as MLIR prints it."""
    printer.print_string(float_text(value, bits_of(value, f64), f64))


def _numbers(item: ParameterKind) -> ParameterKind:
    """A list of numbers between square brackets."""
    return replace(_list_kind(item, "[", "]"), nested=_nothing)


SIGNEDS = _numbers(SIGNED)
F64S = _numbers(F64)


def _parse_size(parser: AttrParser) -> Attribute:
    if parser.parse_optional_punctuation("?") is not None:
        return IntAttr(DYNAMIC_INDEX)
    return SIGNED.parse(parser)


def _print_size(printer: Printer, size: IntAttr) -> None:
    printer.print_string(size_text(size.data))


SIZES = _numbers(replace(SIGNED, print=_print_size, parse=_parse_size))
"""Sizes of dimensions; one that is not known is `DYNAMIC_INDEX`."""


def _parse_shape(parser: AttrParser) -> Attribute:
    sizes = parser.parse_dimension_list()
    if sizes:
        parser.parse_shape_delimiter()
    return ArrayAttr([IntAttr(size) for size in sizes])


def _print_shape(printer: Printer, shape: ArrayAttr[IntAttr]) -> None:
    for size in shape.data:
        printer.print_string(size_text(size.data) + "x")


SHAPE = ParameterKind(
    ArrayAttr,
    builtin_types.SHAPE.mapped(
        lambda sizes: ArrayAttr([IntAttr(size) for size in sizes]),
        lambda shape: [size.data for size in shape],
    ),
    _print_shape,
    _parse_shape,
)
"""Sizes in front of an element type: `4x?x`."""


def enumeration(numbers: Mapping[str, int]) -> ParameterKind:
    """A keyword in text, its number in bytecode."""
    cases = ", ".join(numbers)

    def parse(parser: AttrParser) -> Attribute:
        word = parser.parse_identifier()
        if word not in numbers:
            parser.raise_error(f"expected one of {cases}")
        return StringAttr(word)

    return ParameterKind(
        StringAttr,
        case_of(numbers, f"the enumeration {cases}").mapped(StringAttr, _data),
        lambda printer, value: printer.print_string(value.data),
        parse,
    )
