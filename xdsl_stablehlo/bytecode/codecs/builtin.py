"""The encodings of MLIR's builtin types and attributes: numbers, strings, arrays, dense elements, locations."""

from __future__ import annotations

from math import prod
from typing import Any, TypeVar, cast

import numpy as np
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    AnyTensorType,
    ArrayAttr,
    BytesAttr,
    CallSiteLoc,
    ComplexType,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FileLineColLoc,
    Float80Type,
    Float128Type,
    FloatAttr,
    FloatData,
    FunctionType,
    FusedLoc,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    MemRefLayoutAttr,
    MemRefType,
    NameLoc,
    NoneAttr,
    NoneType,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnitAttr,
    UnknownLoc,
    UnrankedTensorType,
)
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineMap

from xdsl_stablehlo.ir.guards import WIDEST, is_integer_type
from xdsl_stablehlo.text.floats import bits_of, double_of, from_bits
from xdsl_stablehlo.text.locations import FileLineColRange, FileLineLoc, unverified
from xdsl_stablehlo.text.shaped_types import check_shaped_type
from xdsl_stablehlo.values.element_types import FLOAT_TYPES, FLOATS, Array, bit_width, is_pred
from xdsl_stablehlo.values.elements import (
    AnyElementsAttr,
    SplatElementsAttr,
    attribute_of_flat,
    buffer_of,
    element_bytes,
    elements_from_buffer,
    flat_array_of,
    splat_of,
)
from xdsl_stablehlo.values.storage import is_uniform

from ..format.codec import (
    ATTRIBUTES,
    STRING,
    TYPE,
    TYPES,
    VARINT,
    Buffer,
    Decoder,
    DialectCodec,
    Encoder,
    Field,
    encode,
    list_of,
    read_bits,
    signed,
    struct_of,
    without_fields,
    write_bits,
    write_blob,
    write_svarint,
)
from .affine import declare_affine

T = TypeVar("T", bound=Attribute)

NO_BODY_TYPES: dict[int, Attribute] = {
    1: IndexType(),
    7: Float80Type(),
    8: Float128Type(),
    12: NoneType(),
    **{
        code: FLOAT_TYPES[name]
        for first, names in (
            (3, "bf16 f16 f32 f64"),
            (21, "tf32 f8E5M2 f8E4M3 f8E4M3FN f8E5M2FNUZ f8E4M3FNUZ f8E4M3B11FNUZ f8E3M4"),
            (29, "f4E2M1FN f6E2M3FN f6E3M2FN f8E8M0FNU"),
        )
        for code, name in enumerate(names.split(), first)
    },
}
"""Types that are a code and nothing else."""


def _read_size(decoder: Decoder) -> int:
    size = decoder.cursor.svarint()
    if size < 0 and size != DYNAMIC_INDEX:
        raise decoder.cursor.error(f"a size of {size}")
    return size


SHAPE = list_of(Field(_read_size, write_svarint), "sizes")
"""Sizes; one that is not known is `DYNAMIC_INDEX`, which xDSL and MLIR store alike."""


def declare_types(codec: DialectCodec) -> None:
    codec.type(0, IntegerType, Field(_read_integer_type, _write_integer_type))
    for code, instance in NO_BODY_TYPES.items():
        codec.type(code, type(instance), without_fields(instance))
    codec.type(
        2,
        FunctionType,
        struct_of(
            lambda both: FunctionType.from_lists(*both),
            lambda t: (t.inputs.data, t.outputs.data),
            (TYPES, TYPES),
        ),
    )
    codec.type(9, ComplexType, TYPE.mapped(lambda t: ComplexType(cast(Any, t)), lambda t: t.element_type))
    codec.type_readers[10] = _read_memref
    codec.type_readers[11] = lambda d: _read_memref(d, d.attribute())
    codec.type_writers[MemRefType] = _write_memref
    codec.type_readers[13] = _read_tensor
    codec.type_readers[14] = lambda d: _read_tensor(d, d.attribute())
    codec.type_writers[TensorType] = _write_tensor
    codec.type(
        15, TupleType, TYPES.mapped(lambda ts: TupleType(cast(Any, ArrayAttr(ts))), lambda t: t.types.data)
    )
    codec.type(
        18,
        UnrankedTensorType,
        TYPE.mapped(lambda t: _checked(UnrankedTensorType(t)), lambda t: t.element_type),
    )


def _checked(t: T) -> T:
    check_shaped_type(t)
    return t


def _read_integer_type(decoder: Decoder) -> IntegerType:
    value = decoder.cursor.varint()
    signedness = (Signedness.SIGNLESS, Signedness.SIGNED, Signedness.UNSIGNED)
    if value & 3 == 3 or value >> 2 > WIDEST:
        raise decoder.cursor.error(f"no integer type has the code {value}")
    return IntegerType(value >> 2, signedness[value & 3])


def _write_integer_type(encoder: Encoder, t: IntegerType) -> None:
    signedness = {Signedness.SIGNLESS: 0, Signedness.SIGNED: 1, Signedness.UNSIGNED: 2}
    encoder.varint(t.width.data << 2 | signedness[t.signedness.data])


def _read_tensor(decoder: Decoder, encoding: Attribute | None = None) -> AnyTensorType:
    shape = SHAPE.read(decoder)
    element_type = decoder.type()
    return _checked(TensorType(element_type, shape, NoneAttr() if encoding is None else encoding))


def _write_tensor(encoder: Encoder, t: AnyTensorType) -> None:
    encoded = not isinstance(t.encoding, NoneAttr)
    encoder.varint(14 if encoded else 13)
    if encoded:
        encoder.attribute(t.encoding)
    SHAPE.write(encoder, t.get_shape())
    encoder.type(t.element_type)


def _read_memref(decoder: Decoder, space: Attribute | None = None) -> MemRefType[Attribute]:
    shape = SHAPE.read(decoder)
    element_type, layout = decoder.type(), decoder.attribute()
    identity = isinstance(layout, AffineMapAttr) and layout.data == AffineMap.identity(len(shape))
    layout = NoneAttr() if identity else cast(MemRefLayoutAttr, layout)
    return _checked(MemRefType(element_type, shape, layout, NoneAttr() if space is None else space))


def _write_memref(encoder: Encoder, t: MemRefType[Attribute]) -> None:
    spaced = not isinstance(t.memory_space, NoneAttr)
    encoder.varint(11 if spaced else 10)
    if spaced:
        encoder.attribute(t.memory_space)
    SHAPE.write(encoder, t.get_shape())
    encoder.type(t.element_type)
    identity = AffineMapAttr(AffineMap.identity(t.get_num_dims()))
    encoder.attribute(identity if isinstance(t.layout, NoneAttr) else t.layout)


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
    # A dense resource becomes dense elements: the data is part of the file, and xDSL's resources are global.
    codec.attribute_readers[16] = lambda d: elements_of_payload(_tensor_type(d), d.resource())
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


UNKNOWN = UnknownLoc()

LOCATIONS = (UnknownLoc, FileLineColLoc, FileLineColRange, FileLineLoc, CallSiteLoc, NameLoc, FusedLoc)


def declare_locations(codec: DialectCodec) -> None:
    codec.attribute(10, CallSiteLoc, _location_of(CallSiteLoc, _LOCATION, _LOCATION))
    codec.attribute(11, FileLineColLoc, _location_of(FileLineColLoc, _NAME, _NUMBER, _NUMBER))
    codec.attribute_readers[12] = lambda d: unverified(FusedLoc, ArrayAttr(_LOCATIONS.read(d)), NoneAttr())
    codec.attribute_readers[13] = lambda d: unverified(FusedLoc, ArrayAttr(_LOCATIONS.read(d)), d.attribute())
    codec.attribute_writers[FusedLoc] = _write_fused
    codec.attribute(14, NameLoc, _location_of(NameLoc, _NAME, _LOCATION))
    codec.attribute(15, UnknownLoc, without_fields(UNKNOWN))
    codec.attribute(22, FileLineColRange, Field(_read_range, _write_range))
    codec.attribute(22, FileLineLoc, Field(_read_range, _write_line))


def location_or_unknown(attr: Attribute) -> Attribute:
    """xDSL has a NoneAttr where MLIR has the unknown location."""
    return UNKNOWN if isinstance(attr, NoneAttr) else attr


def _read_location(decoder: Decoder) -> Attribute:
    location = decoder.attribute()
    if not isinstance(location, LOCATIONS):
        raise decoder.cursor.error(f"a location expected where '{location.name}' stands")
    return location


_NAME = Field(read_name, lambda e, name: e.attribute(name))
_NUMBER = VARINT.mapped(IntAttr, lambda number: number.data)
_NUMBERS = list_of(VARINT, "numbers")
_LOCATION = Field(_read_location, lambda e, location: e.attribute(location_or_unknown(location)))
_LOCATIONS = list_of(_LOCATION, "locations")


def _location_of(kind: type[LocationAttr], *fields: Field[Any]) -> Field[Attribute]:
    """A location whose parameters are these fields."""
    return struct_of(lambda values: unverified(kind, *values), lambda loc: loc.parameters, fields)


def _write_fused(encoder: Encoder, loc: Any) -> None:
    plain = isinstance(loc.metadata, NoneAttr)
    encoder.varint(12 if plain else 13)
    _LOCATIONS.write(encoder, loc.locations.data)
    if not plain:
        encoder.attribute(loc.metadata)


def _read_range(decoder: Decoder) -> Attribute:
    """0, 1 (line), 2, 3 (line, column, end column) or 4 numbers (line, column, end line, end column)."""
    name = read_name(decoder)
    numbers = [IntAttr(n) for n in _NUMBERS.read(decoder)]
    if len(numbers) > 4:
        raise decoder.cursor.error(f"a file range has at most 4 numbers, not {len(numbers)}")
    if len(numbers) < 2:
        return FileLineLoc(name, *(numbers or [NoneAttr()]))
    line, column, *ends = numbers
    if not ends:
        return FileLineColLoc(name, line, column)
    return FileLineColRange(name, line, column, ends[0] if len(ends) == 2 else line, ends[-1])


def _write_range(encoder: Encoder, loc: FileLineColRange) -> None:
    """MLIR does not write where a range ends that is in one line and has no first column."""
    line, column, end_line, end_column = numbers = [
        each.data for each in (loc.line, loc.column, loc.end_line, loc.end_column)
    ]
    if line != end_line:
        kept = numbers
    elif not column:
        kept = [line] if line or end_column else []
    else:
        kept = [line, column] if column == end_column else [line, column, end_column]
    encoder.attribute(loc.filename)
    _NUMBERS.write(encoder, kept)


def _write_line(encoder: Encoder, loc: FileLineLoc) -> None:
    encoder.attribute(loc.filename)
    _NUMBERS.write(encoder, [loc.line.data] if isinstance(loc.line, IntAttr) and loc.line.data else [])


TRUE_SPLAT, FALSE_SPLAT = b"\xff", b"\0"


def payload_of(attribute: AnyElementsAttr, single_bit_is_splat: bool = False) -> Buffer:
    """The payload of `attribute`: a view of its bytes wherever they are what MLIR writes.

    `single_bit_is_splat` is how builtin attributes write one boolean: 0xFF for true; VHLO writes the bit, 0x01.
    """
    array, count = flat_array_of(attribute), prod(attribute.get_shape())
    element_type = attribute.type.element_type
    splat = isinstance(attribute, SplatElementsAttr) or (count > 0 and is_uniform(array))
    if is_pred(element_type):
        if splat and (count > 1 or single_bit_is_splat):
            return TRUE_SPLAT if array[0] else FALSE_SPLAT
        return np.packbits(array[:count], bitorder="little").tobytes()
    array = array[: 1 if splat else count]
    if element_bytes(element_type) < array.itemsize:  # tf32
        return buffer_of(array, element_type)
    return memoryview(cast(Buffer, np.ascontiguousarray(array).reshape(-1).view(np.uint8))).toreadonly()


def elements_of_payload(tensor_type: AnyTensorType, payload: Buffer) -> AnyElementsAttr:
    """The attribute that `payload` is the payload of: a view of it wherever its bytes are the buffer's.

    Raises `ValueError` where its size is not that of `tensor_type`.
    """
    if not is_pred(tensor_type.element_type):
        return elements_from_buffer(tensor_type, cast(bytes, payload))
    count = prod(tensor_type.get_shape())
    bits = _unpack(payload, count)
    return attribute_of_flat(bits, tensor_type) if len(bits) == count else splat_of(bits, tensor_type)


def check_size(shape: tuple[int, ...], element_type: Attribute, payload: Buffer) -> None:
    """Raises `ValueError` where `payload` holds neither one element nor as many as `shape` has."""
    count = prod(shape)
    if count < 0 or any(size < 0 for size in shape):
        raise ValueError("dense elements need a static shape")
    if is_pred(element_type):
        allowed = {-(-count // 8), count, 1 if count else 0}
    else:
        size = element_bytes(element_type)
        allowed = {size * count, size}
    if len(payload) not in allowed:
        raise ValueError(f"{len(payload)} bytes of elements where {max(allowed)} are needed")


def pack_bits(payload: Buffer, shape: tuple[int, ...]) -> Buffer:
    """The payload of booleans in its one canonical form; old files hold a byte for each."""
    count = prod(shape)
    if len(payload) == 1 and (count != 1 or payload[0] <= 1):
        is_splat = payload[0] in (0, 0xFF) and count > 1
        return bytes(payload) if is_splat or count <= 8 else payload
    bits = _unpack(payload, count)
    if count > 1 and is_uniform(bits):
        return TRUE_SPLAT if bits[0] else FALSE_SPLAT
    return np.packbits(bits, bitorder="little").tobytes()


def _unpack(payload: Buffer, count: int) -> Array:
    """Booleans from bits, or (old files) from a byte for each; the one that a splat byte stands for."""
    packed = np.frombuffer(payload, np.uint8)
    if len(packed) == 1 and (packed[0] == 0xFF or (packed[0] == 0 and count != 1)):
        return packed != 0
    if len(packed) == -(-count // 8) and len(packed) != count:
        return np.unpackbits(packed, count=count, bitorder="little").view(np.bool_)
    if len(packed) != count:
        raise ValueError(f"{len(packed)} bytes of booleans where {count} are needed")
    return packed != 0


def float_of_bits(bits: int, t: Attribute) -> float:
    """The value of a bit pattern of float type `t`."""
    return double_of(from_bits(np.array([bits], np.uint64), t), t)


def make_builtin_codec() -> DialectCodec:
    codec = DialectCodec("builtin")
    declare_types(codec)
    declare_attributes(codec)
    declare_affine(codec)
    declare_locations(codec)
    return codec


BUILTIN_CODEC = make_builtin_codec()
