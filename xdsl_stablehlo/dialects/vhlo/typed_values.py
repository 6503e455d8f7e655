"""VHLO's attributes that are values of a type: floats, integers, and the elements of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    AnyTensorType,
    FloatData,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
)
from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xdsl_stablehlo.bytecode.codecs.builtin_attributes import integer_form
from xdsl_stablehlo.bytecode.format.codec import Decoder, Encoder, Field, read_bits, write_bits, write_blob
from xdsl_stablehlo.bytecode.format.dense import (
    check_size,
    elements_of_payload,
    float_of_bits,
    pack_bits,
    payload_of,
)
from xdsl_stablehlo.bytecode.format.primitives import signed
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.text.floats import bits_of, float_text
from xdsl_stablehlo.text.literals import LiteralError, float_attr, parse_elements, scan_number
from xdsl_stablehlo.values.element_types import FLOATS, bit_width, is_pred
from xdsl_stablehlo.values.elements import AnyElementsAttr

from .definition import Spec, VhloAttribute, make_attribute
from .parameters import F64, SIGNED, TYPE, ParameterKind, Payload, payload
from .type_conversion import from_vhlo, to_vhlo
from .versions import Version


class FloatBase(VhloAttribute):
    """A float: its value and its type. The value is a double, which holds all values of all types.

    Hexadecimal digits are the bits of a value of that type.
    """

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            start = parser.pos
            literal = scan_number(parser)
            parser.parse_punctuation(":")
            t = parser.parse_type()
            builtin = from_vhlo(t)
            if type(builtin) not in FLOATS:
                parser.raise_error("expected VHLO float type")
            try:
                return float_attr(literal, cast(AnyFloat, builtin)).value, t
            except LiteralError as error:
                parser.raise_error(str(error), start, start + len(literal))

    def print_parameters(self, printer: Printer) -> None:
        value, t = cast("tuple[FloatData, Attribute]", self.parameters)
        builtin = from_vhlo(t)
        printer.print_string(f"<{float_text(value.data, bits_of(value.data, builtin), builtin)} : ")
        printer.print_attribute(t)
        printer.print_string(">")


def _read_float(decoder: Decoder) -> Attribute:
    t = decoder.type()
    builtin = from_vhlo(t)
    if type(builtin) not in FLOATS:
        raise decoder.cursor.error(f"a float type expected where '{t}' stands")
    bits = read_bits(decoder, bit_width(builtin))
    return FloatAttribute.new((FloatData(float_of_bits(bits, builtin)), t))


def _write_float(encoder: Encoder, attr: VhloAttribute) -> None:
    value, t = cast("tuple[FloatData, Attribute]", attr.parameters)
    encoder.type(t)
    builtin = from_vhlo(t)
    write_bits(encoder, bits_of(value.data, builtin), bit_width(builtin))


class IntegerBase(VhloAttribute):
    """An integer: its value and its type, in text the builtin one."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            attr = parser.parse_attribute()
            if not isinstance(attr, IntegerAttr):
                parser.raise_error("expected an integer attribute")
            number = cast("IntegerAttr[IntegerType | IndexType]", attr)
            return IntAttr(number.value.data), to_vhlo(number.type)

    def print_parameters(self, printer: Printer) -> None:
        value, t = cast("tuple[IntAttr, Attribute]", self.parameters)
        with printer.in_angle_brackets():
            printer.print_attribute(IntegerAttr(value.data, cast(IntegerType, from_vhlo(t))))


def _integer_form(t: Attribute) -> tuple[int, bool]:
    """The width of an integer type, and whether it is unsigned."""
    builtin = from_vhlo(t)
    if not isinstance(builtin, IntegerType | IndexType):
        raise ValueError(f"an integer type expected where '{t}' stands")
    return integer_form(cast(Attribute, builtin))


def _read_integer(decoder: Decoder) -> Attribute:
    t = decoder.type()
    width, unsigned = _integer_form(t)
    bits = read_bits(decoder, width)
    return IntegerAttribute.new((IntAttr(bits if unsigned else signed(bits, width)), t))


def _write_integer(encoder: Encoder, attr: VhloAttribute) -> None:
    value, t = cast("tuple[IntAttr, Attribute]", attr.parameters)
    encoder.type(t)
    write_bits(encoder, value.data, _integer_form(t)[0])


class TensorBase(VhloAttribute):
    """Elements of a tensor: its type and its payload, in text a builtin `dense`."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            elements = cast(AnyElementsAttr, parse_elements(parser))
            return to_vhlo(elements.type), payload(payload_of(elements))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(elements_of_tensor(self))


def elements_of_tensor(attr: VhloAttribute) -> AnyElementsAttr:
    """The builtin attribute of a VHLO tensor."""
    t, data = cast("tuple[Attribute, Payload]", attr.parameters)
    return elements_of_payload(cast("AnyTensorType", from_vhlo(t)), data.data)


def tensor_of_elements(attr: AnyElementsAttr) -> VhloAttribute:
    """The VHLO tensor of a builtin attribute."""
    return TensorAttribute.new((to_vhlo(attr.type), payload(payload_of(attr))))


def _read_tensor(decoder: Decoder) -> Attribute:
    t = decoder.type()
    data = decoder.cursor.blob()
    builtin = from_vhlo(t)
    if not is_tensor_type(builtin):
        raise decoder.cursor.error(f"a tensor type expected where '{t}' stands")
    shape, element_type = builtin.get_shape(), builtin.element_type
    check_size(shape, element_type, data)
    if is_pred(element_type):
        data = pack_bits(data, shape)
    return TensorAttribute.new((t, payload(data)))


def _write_tensor(encoder: Encoder, attr: VhloAttribute) -> None:
    t, data = cast("tuple[Attribute, Payload]", attr.parameters)
    encoder.type(t)
    write_blob(encoder, data.data)


_FIRST = Version(0, 9, 0)

FloatAttribute = make_attribute(
    Spec(
        "float_v1",
        8,
        _FIRST,
        {"value": F64, "type": TYPE},
        "$value : $type",
        encoding=Field(_read_float, _write_float),
    ),
    FloatBase,
)
IntegerAttribute = make_attribute(
    Spec(
        "integer_v1",
        9,
        _FIRST,
        {"value": SIGNED, "type": TYPE},
        "",
        encoding=Field(_read_integer, _write_integer),
    ),
    IntegerBase,
)
PAYLOAD = ParameterKind(
    Payload, SIGNED.field, Printer.print_attribute, lambda parser: parser.parse_attribute()
)
TensorAttribute = make_attribute(
    Spec(
        "tensor_v1",
        15,
        _FIRST,
        {"type": TYPE, "data": PAYLOAD},
        "",
        encoding=Field(_read_tensor, _write_tensor),
    ),
    TensorBase,
)
