"""The encodings of builtin attributes other than locations."""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyTensorType,
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FloatAttr,
    FloatData,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute

from xdsl_stablehlo.ir.guards import is_integer_type
from xdsl_stablehlo.text.floats import bits_of
from xdsl_stablehlo.text.locations import unverified
from xdsl_stablehlo.values.element_types import FLOATS, bit_width, is_pred
from xdsl_stablehlo.values.elements import SplatElementsAttr

from ..format.codec import (
    ATTRIBUTES,
    STRING,
    Decoder,
    DialectCodec,
    Encoder,
    Field,
    read_bits,
    without_fields,
    write_bits,
    write_blob,
)
from ..format.dense import elements_of_payload, float_of_bits, payload_of
from ..format.primitives import encode, signed

TYPE_ATTRIBUTE = 6
"""The code of the attribute that holds a type."""


def declare_attributes(codec: DialectCodec) -> None:
    codec.attribute(0, ArrayAttr, ATTRIBUTES.mapped(ArrayAttr, lambda a: a.data))
    codec.attribute(1, DictionaryAttr, Field(_read_dictionary, _write_dictionary))
    codec.attribute(2, StringAttr, STRING.mapped(StringAttr, lambda a: a.data))
    codec.attribute_readers[3] = _read_typed_string
    codec.attribute_readers[4] = lambda d: SymbolRefAttr(read_text(d))
    codec.attribute_readers[5] = _read_symbol
    codec.attribute_writers[SymbolRefAttr] = _write_symbol
    codec.attribute_readers[TYPE_ATTRIBUTE] = lambda d: d.type()
    codec.attribute(7, UnitAttr, without_fields(UnitAttr()))
    codec.attribute(8, IntegerAttr, Field(_read_integer, _write_integer))
    codec.attribute(9, FloatAttr, Field(_read_float, _write_float))
    codec.attribute_readers[16] = _read_resource
    codec.attribute(17, DenseArrayBase, Field(_read_array_of_numbers, _write_array_of_numbers))
    codec.attribute(18, DenseIntOrFPElementsAttr, Field(_read_dense, _write_dense))
    codec.attribute(18, SplatElementsAttr, Field(_read_dense, _write_dense))


def _read_dictionary(decoder: Decoder) -> DictionaryAttr:
    return DictionaryAttr(
        {read_text(decoder): decoder.attribute() for _ in range(decoder.cursor.count("entries"))}
    )


def _write_dictionary(encoder: Encoder, attr: DictionaryAttr) -> None:
    """The entries, sorted by the bytes of their names."""
    encoder.varint(len(attr.data))
    for key in sorted(attr.data, key=encode):
        encoder.attribute(StringAttr(key))
        encoder.attribute(attr.data[key])


def read_name(decoder: Decoder) -> StringAttr:
    """A component that must be a string attribute."""
    attr = decoder.attribute()
    if not isinstance(attr, StringAttr):
        raise decoder.cursor.error(f"a string expected where '{attr.name}' stands")
    return attr


def read_text(decoder: Decoder) -> str:
    """Its text."""
    return read_name(decoder).data


def _read_typed_string(decoder: Decoder) -> StringAttr:
    text = decoder.string()
    decoder.type()
    return StringAttr(text)


def _read_symbol(decoder: Decoder) -> SymbolRefAttr:
    root = read_text(decoder)
    nested = ATTRIBUTES.read(decoder)
    return SymbolRefAttr(root, [a.root_reference for a in nested if isinstance(a, SymbolRefAttr)])


def _write_symbol(encoder: Encoder, attr: SymbolRefAttr) -> None:
    nested = attr.nested_references.data
    encoder.varint(5 if nested else 4)
    encoder.attribute(attr.root_reference)
    if nested:
        ATTRIBUTES.write(encoder, [SymbolRefAttr(ref) for ref in nested])


def integer_form(t: Attribute) -> tuple[int, bool]:
    """The width of an integer type or index, and whether it is unsigned."""
    if not is_integer_type(t):
        return 64, False
    return t.width.data, t.signedness.data is Signedness.UNSIGNED


def _read_integer(decoder: Decoder) -> Attribute:
    t = decoder.type()
    if not isinstance(t, IntegerType | IndexType):
        raise decoder.cursor.error(f"an integer type expected where '{t.name}' stands")
    width, unsigned = integer_form(cast(Attribute, t))
    bits = read_bits(decoder, width)
    return IntegerAttr(bits if unsigned else signed(bits, width), cast(IntegerType, t))


def _write_integer(encoder: Encoder, attr: IntegerAttr[Any]) -> None:
    encoder.type(attr.type)
    write_bits(encoder, attr.value.data, integer_form(attr.type)[0])


def _read_float(decoder: Decoder) -> Attribute:
    t = decoder.type()
    if type(t) not in FLOATS:
        raise decoder.cursor.error(f"a float type expected where '{t.name}' stands")
    bits = read_bits(decoder, bit_width(t))
    return unverified(FloatAttr, FloatData(float_of_bits(bits, t)), t)  # which keeps what a NaN says


def _write_float(encoder: Encoder, attr: FloatAttr[Any]) -> None:
    encoder.type(attr.type)
    write_bits(encoder, bits_of(attr.value.data, attr.type), bit_width(attr.type))


def _tensor_type(decoder: Decoder) -> AnyTensorType:
    t = decoder.type()
    if not isinstance(t, TensorType):
        raise decoder.cursor.error(f"a tensor type expected where '{t.name}' stands")
    return cast("AnyTensorType", t)


def _read_dense(decoder: Decoder) -> Attribute:
    return elements_of_payload(_tensor_type(decoder), decoder.cursor.blob())


def _write_dense(encoder: Encoder, attr: DenseIntOrFPElementsAttr[Any] | SplatElementsAttr) -> None:
    encoder.type(attr.type)
    write_blob(encoder, payload_of(attr, single_bit_is_splat=True))


def _read_resource(decoder: Decoder) -> Attribute:
    """A dense resource becomes dense elements: the data is part of the file, and xDSL's resources are global."""
    tensor_type = _tensor_type(decoder)
    return elements_of_payload(tensor_type, decoder.resource())


def _read_array_of_numbers(decoder: Decoder) -> Attribute:
    t = decoder.type()
    size = decoder.cursor.varint()
    data = decoder.cursor.blob()
    if len(data) % max(size, 1):
        raise decoder.cursor.error(f"{len(data)} bytes for {size} numbers")
    if is_pred(t):
        data = bytes(0xFF if byte else 0 for byte in data)
    return DenseArrayBase(cast(Any, t), BytesAttr(bytes(data)))


def _write_array_of_numbers(encoder: Encoder, attr: DenseArrayBase[Any]) -> None:
    encoder.type(attr.elt_type)
    encoder.varint(len(attr))
    data = attr.data.data
    if is_pred(attr.elt_type):
        data = bytes(byte & 1 for byte in data)
    write_blob(encoder, data)
