"""MLIR's builtin types and attributes: numbers, strings, arrays, dense elements, locations, affine maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, TypeVar, cast

import numpy as np
from xdsl.dialects import builtin
from xdsl.dialects.builtin import DYNAMIC_INDEX, AnyTensorType, NoneAttr, Signedness
from xdsl.ir import Attribute, ParametrizedAttribute, affine
from xdsl.ir.affine import AffineExpr

from xdsl_stablehlo.ir.guards import WIDEST, is_integer_type
from xdsl_stablehlo.text.floats import bits_of, double_of, from_bits
from xdsl_stablehlo.text.locations import LOCATIONS, FileLineColRange, FileLineLoc, file_location, unverified
from xdsl_stablehlo.text.shaped_types import check_shaped_type
from xdsl_stablehlo.values import elements
from xdsl_stablehlo.values.element_types import FLOAT_TYPES, FLOATS, Array, bit_width, is_pred
from xdsl_stablehlo.values.elements import AnyElementsAttr, SplatElementsAttr
from xdsl_stablehlo.values.storage import is_uniform

from . import codec
from .codec import (
    ATTRIBUTE,
    ATTRIBUTES,
    STRING,
    TYPE,
    TYPES,
    VARINT,
    Decoder,
    DialectCodec,
    Encoder,
    Field,
    list_of,
    one_of,
    present,
    struct_of,
)
from .format import Buffer, Cursor, encode, signed

T = TypeVar("T", bound=Attribute)

BUILTIN_CODEC = DialectCodec("builtin")
_ATTRIBUTES, _TYPES = BUILTIN_CODEC.attributes, BUILTIN_CODEC.types


# ---- types ----


NO_BODY_TYPES: dict[int, Attribute] = {
    1: builtin.IndexType(),
    7: builtin.Float80Type(),
    8: builtin.Float128Type(),
    12: builtin.NoneType(),
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


SHAPE = list_of(Field(_read_size, codec.write_svarint), "sizes")
"""Sizes; one that is not known is `DYNAMIC_INDEX`, which xDSL and MLIR store alike."""

_SIGNEDNESS = (Signedness.SIGNLESS, Signedness.SIGNED, Signedness.UNSIGNED)


def _read_integer_type(decoder: Decoder) -> builtin.IntegerType:
    value = decoder.cursor.varint()
    if value & 3 == 3 or value >> 2 > WIDEST:
        raise decoder.cursor.error(f"no integer type has the code {value}")
    return builtin.IntegerType(value >> 2, _SIGNEDNESS[value & 3])


def _write_integer_type(encoder: Encoder, t: builtin.IntegerType) -> None:
    encoder.varint(t.width.data << 2 | _SIGNEDNESS.index(t.signedness.data))


def _checked(t: T) -> T:
    check_shaped_type(t)
    return t


def _tensor(parts: Sequence[Any]) -> AnyTensorType:
    shape, element_type, *encoding = parts
    return _checked(builtin.TensorType(element_type, shape, *encoding))


def _memref(parts: Sequence[Any]) -> builtin.MemRefType[Attribute]:
    shape, element_type, layout, *space = parts
    if layout == _identity(len(shape)):
        layout = NoneAttr()
    return _checked(builtin.MemRefType(element_type, shape, layout, *space))


def _parts_of_memref(t: builtin.MemRefType[Attribute]) -> tuple[object, ...]:
    return t.get_shape(), t.element_type, present(t.layout) or _identity(t.get_num_dims())


def _identity(rank: int) -> builtin.AffineMapAttr:
    return builtin.AffineMapAttr(affine.AffineMap.identity(rank))


FUNCTION = struct_of(
    lambda both: builtin.FunctionType.from_lists(*both),
    lambda t: (t.inputs.data, t.outputs.data),
    (TYPES, TYPES),
)
TUPLE = TYPES.mapped(lambda types: builtin.TupleType.new([builtin.ArrayAttr(types)]), lambda t: t.types.data)
COMPLEX = TYPE.mapped(lambda t: builtin.ComplexType.new([t]), lambda t: t.element_type)
UNRANKED = TYPE.mapped(lambda t: _checked(builtin.UnrankedTensorType(t)), lambda t: t.element_type)
TENSOR = struct_of(_tensor, lambda t: (t.get_shape(), t.element_type), (SHAPE, TYPE))
ENCODED_TENSOR = struct_of(
    lambda parts: _tensor([*parts[1:], parts[0]]),
    lambda t: (t.encoding, t.get_shape(), t.element_type),
    (ATTRIBUTE, SHAPE, TYPE),
)
MEMREF = struct_of(_memref, _parts_of_memref, (SHAPE, TYPE, ATTRIBUTE))
SPACED_MEMREF = struct_of(
    lambda parts: _memref([*parts[1:], parts[0]]),
    lambda t: (t.memory_space, *_parts_of_memref(t)),
    (ATTRIBUTE, SHAPE, TYPE, ATTRIBUTE),
)

for code, instance in NO_BODY_TYPES.items():
    _TYPES.add(code, type(instance), codec.without_fields(instance))
_TYPES.add(0, builtin.IntegerType, Field(_read_integer_type, _write_integer_type))
_TYPES.add(2, builtin.FunctionType, FUNCTION)
_TYPES.add(9, builtin.ComplexType, COMPLEX)
_TYPES.add(10, builtin.MemRefType, MEMREF)
_TYPES.add(11, builtin.MemRefType, SPACED_MEMREF, where=lambda t: present(t.memory_space) is not None)
_TYPES.add(13, builtin.TensorType, TENSOR)
_TYPES.add(14, builtin.TensorType, ENCODED_TENSOR, where=lambda t: present(t.encoding) is not None)
_TYPES.add(15, builtin.TupleType, TUPLE)
_TYPES.add(18, builtin.UnrankedTensorType, UNRANKED)


# ---- attributes ----


NAME = one_of(ATTRIBUTE, builtin.StringAttr, "a string")
INTEGER_TYPE = one_of(TYPE, (builtin.IntegerType, builtin.IndexType), "an integer type")
FLOAT_TYPE = one_of(TYPE, tuple(FLOATS), "a float type")
TENSOR_TYPE = one_of(TYPE, builtin.TensorType, "a tensor type")

DICTIONARY = list_of(struct_of(tuple, tuple, (NAME, ATTRIBUTE)), "entries").mapped(
    lambda entries: builtin.DictionaryAttr({name.data: value for name, value in entries}),
    lambda attr: [(builtin.StringAttr(name), attr.data[name]) for name in sorted(attr.data, key=encode)],
)
SYMBOL_REFERENCE = struct_of(
    lambda parts: builtin.SymbolRefAttr(
        parts[0], [each.root_reference for each in parts[1] if isinstance(each, builtin.SymbolRefAttr)]
    ),
    lambda attr: (attr.root_reference, [builtin.SymbolRefAttr(name) for name in attr.nested_references]),
    (NAME, ATTRIBUTES),
)


def integer_form(t: Attribute) -> tuple[int, bool]:
    """The width of an integer type or index, and whether it is unsigned."""
    if not is_integer_type(t):
        return 64, False
    return t.width.data, t.signedness.data is Signedness.UNSIGNED


def read_integer(decoder: Decoder, t: Attribute) -> int:
    """The value of an integer of a type."""
    width, unsigned = integer_form(t)
    bits = codec.read_bits(decoder, width)
    return bits if unsigned else signed(bits, width)


def read_float(decoder: Decoder, t: Attribute) -> builtin.FloatData:
    """The value of a float of a type. A NaN keeps its payload."""
    bits = codec.read_bits(decoder, bit_width(t))
    return builtin.FloatData(double_of(from_bits(np.array([bits], np.uint64), t), t))


def write_float(encoder: Encoder, value: float, t: Attribute) -> None:
    codec.write_bits(encoder, bits_of(value, t), bit_width(t))


def _read_integer(decoder: Decoder) -> Attribute:
    t = INTEGER_TYPE.read(decoder)
    return builtin.IntegerAttr(read_integer(decoder, t), t)


def _write_integer(encoder: Encoder, attr: builtin.IntegerAttr) -> None:
    encoder.type(attr.type)
    codec.write_bits(encoder, attr.value.data, integer_form(attr.type)[0])


def _read_float(decoder: Decoder) -> Attribute:
    t = FLOAT_TYPE.read(decoder)
    return unverified(builtin.FloatAttr, read_float(decoder, t), t)


def _write_float(encoder: Encoder, attr: builtin.FloatAttr) -> None:
    encoder.type(attr.type)
    write_float(encoder, attr.value.data, attr.type)


def _read_typed_string(decoder: Decoder) -> builtin.StringAttr:
    text = decoder.string()
    decoder.type()
    return builtin.StringAttr(text)


def _read_array_of_numbers(decoder: Decoder) -> Attribute:
    t = decoder.type()
    size = decoder.cursor.varint()
    data = decoder.cursor.blob()
    if len(data) % max(size, 1):
        raise decoder.cursor.error(f"{len(data)} bytes for {size} numbers")
    if is_pred(t):
        data = bytes(0xFF if byte else 0 for byte in data)
    return builtin.DenseArrayBase.new([t, builtin.BytesAttr(bytes(data))])


def _write_array_of_numbers(encoder: Encoder, attr: builtin.DenseArrayBase) -> None:
    encoder.type(attr.elt_type)
    encoder.varint(len(attr))
    data = attr.data.data
    if is_pred(attr.elt_type):
        data = bytes(byte & 1 for byte in data)
    codec.write_blob(encoder, data)


ELEMENTS = struct_of(
    lambda parts: elements_of_payload(*parts),
    lambda attr: (attr.type, payload_of(attr, single_bit_is_splat=True)),
    (TENSOR_TYPE, codec.BLOB),
)

_ATTRIBUTES.add(0, builtin.ArrayAttr, ATTRIBUTES.mapped(builtin.ArrayAttr, lambda a: a.data))
_ATTRIBUTES.add(1, builtin.DictionaryAttr, DICTIONARY)
_ATTRIBUTES.add(2, builtin.StringAttr, STRING.mapped(builtin.StringAttr, lambda a: a.data))
_ATTRIBUTES.readers[3] = _read_typed_string
_ATTRIBUTES.add(4, builtin.SymbolRefAttr, NAME.mapped(builtin.SymbolRefAttr, lambda a: a.root_reference))
_ATTRIBUTES.add(5, builtin.SymbolRefAttr, SYMBOL_REFERENCE, where=lambda a: a.nested_references.data)
_ATTRIBUTES.readers[codec.TYPE_ATTRIBUTE] = Decoder.type
_ATTRIBUTES.add(7, builtin.UnitAttr, codec.without_fields(builtin.UnitAttr()))
_ATTRIBUTES.add(8, builtin.IntegerAttr, Field(_read_integer, _write_integer))
_ATTRIBUTES.add(9, builtin.FloatAttr, Field(_read_float, _write_float))
# A dense resource becomes dense elements: the data is part of the file, and xDSL's resources are global.
_ATTRIBUTES.readers[16] = lambda d: elements_of_payload(TENSOR_TYPE.read(d), d.resource())
_ATTRIBUTES.add(17, builtin.DenseArrayBase, Field(_read_array_of_numbers, _write_array_of_numbers))
_ATTRIBUTES.add(18, builtin.DenseIntOrFPElementsAttr, ELEMENTS)
_ATTRIBUTES.add(18, SplatElementsAttr, ELEMENTS)


# ---- locations ----


UNKNOWN = builtin.UnknownLoc()


def location_or_unknown(attr: Attribute) -> Attribute:
    """xDSL has a NoneAttr where MLIR has the unknown location."""
    return present(attr) or UNKNOWN


_NUMBERS = list_of(VARINT, "numbers")
_LOCATION = one_of(ATTRIBUTE, LOCATIONS, "a location").mapped(lambda at: at, location_or_unknown)
_LOCATIONS = list_of(_LOCATION, "locations")


def _location_of(kind: type[ParametrizedAttribute], *fields: Field[Any]) -> Field[Attribute]:
    """A location whose parameters are these fields."""
    return struct_of(lambda values: unverified(kind, *values), lambda loc: loc.parameters, fields)


_PLACE = struct_of(
    lambda values: file_location(*values),
    lambda loc: (loc.filename, loc.line.data, loc.column.data),
    (NAME, VARINT, VARINT),
)
_FUSED = struct_of(
    lambda parts: unverified(builtin.FusedLoc, builtin.ArrayAttr(parts[0]), parts[1]),
    lambda loc: (loc.locations.data, loc.metadata),
    (_LOCATIONS, ATTRIBUTE),
)
_PLAIN_FUSED = _LOCATIONS.mapped(
    lambda parts: unverified(builtin.FusedLoc, builtin.ArrayAttr(parts), NoneAttr()),
    lambda loc: loc.locations.data,
)


def _read_range(decoder: Decoder) -> Attribute:
    """0, 1 (line), 2, 3 (line, column, end column) or 4 numbers (line, column, end line, end column)."""
    name = NAME.read(decoder)
    numbers = [builtin.IntAttr(n) for n in _NUMBERS.read(decoder)]
    if len(numbers) > 4:
        raise decoder.cursor.error(f"a file range has at most 4 numbers, not {len(numbers)}")
    if len(numbers) < 2:
        return FileLineLoc(name, *(numbers or [NoneAttr()]))
    line, column, *ends = numbers
    if not ends:
        return builtin.FileLineColLoc(name, line, column)
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
    _NUMBERS.write(
        encoder, [loc.line.data] if isinstance(loc.line, builtin.IntAttr) and loc.line.data else []
    )


_ATTRIBUTES.add(10, builtin.CallSiteLoc, _location_of(builtin.CallSiteLoc, _LOCATION, _LOCATION))
_ATTRIBUTES.add(11, builtin.FileLineColLoc, _PLACE)
_ATTRIBUTES.add(12, builtin.FusedLoc, _PLAIN_FUSED)
_ATTRIBUTES.add(13, builtin.FusedLoc, _FUSED, where=lambda loc: present(loc.metadata) is not None)
_ATTRIBUTES.add(14, builtin.NameLoc, _location_of(builtin.NameLoc, NAME, _LOCATION))
_ATTRIBUTES.add(15, builtin.UnknownLoc, codec.without_fields(UNKNOWN))
_ATTRIBUTES.add(22, FileLineColRange, Field(_read_range, _write_range))
_ATTRIBUTES.add(22, FileLineLoc, Field(_read_range, _write_line))


# ---- affine maps, integer sets, strided layouts ----
#
# In the MLIR of jaxlib 0.12; older ones write text. They are only read: every reader reads text. A map is its number of
# dimensions with a form in the two lowest bits, and then, depending on the form, dimensions or expressions. An
# expression is a code, and then a position, a number or two expressions.


IDENTITY, PERMUTATION, PROJECTION, EXPRESSIONS = range(4)
"""The forms of a map: all dimensions in order, in another order, some of them, or anything."""

DIMENSION, SYMBOL, CONSTANT = range(3)
BINARY = {
    3: affine.AffineBinaryOpKind.Add,
    4: affine.AffineBinaryOpKind.Mul,
    5: affine.AffineBinaryOpKind.Mod,
    6: affine.AffineBinaryOpKind.FloorDiv,
    7: affine.AffineBinaryOpKind.CeilDiv,
}
"""The codes of expressions."""

MOST_DIMENSIONS = 1 << 16
"""The most dimensions and symbols: an identity takes memory for each, but no byte of the file."""

MOST_NESTED = 200
"""The most levels of expressions: xDSL prints and hashes them by recursion."""


def _read_map(decoder: Decoder) -> builtin.AffineMapAttr:
    cursor = decoder.cursor
    dims, form = divmod(cursor.varint(), 4)
    dims, symbols = _bounded(cursor, dims), 0
    if form == EXPRESSIONS:
        symbols = _bounded(cursor, cursor.varint())
        results = [_read_expression(cursor, dims, symbols) for _ in range(cursor.count("results"))]
    elif form == IDENTITY:
        results = [AffineExpr.dimension(dim) for dim in range(dims)]
    else:
        count = dims if form == PERMUTATION else cursor.varint()
        if count > cursor.remaining:
            raise cursor.error(f"{count} dimensions declared where {cursor.remaining} bytes remain")
        results = [_read_position(cursor, dims, AffineExpr.dimension) for _ in range(count)]
    return builtin.AffineMapAttr(affine.AffineMap(dims, symbols, tuple(results)))


def _read_set(decoder: Decoder) -> builtin.AffineSetAttr:
    cursor = decoder.cursor
    dims, symbols = _bounded(cursor, cursor.varint()), _bounded(cursor, cursor.varint())
    expressions = [_read_expression(cursor, dims, symbols) for _ in range(cursor.count("constraints"))]
    zero = AffineExpr.constant(0)
    kinds = [
        affine.AffineConstraintKind.eq if cursor.byte() else affine.AffineConstraintKind.ge
        for _ in expressions
    ]
    constraints = [
        affine.AffineConstraintExpr(kind, e, zero) for kind, e in zip(kinds, expressions, strict=True)
    ]
    return builtin.AffineSetAttr(affine.AffineSet(dims, symbols, tuple(constraints)))


def _read_strided_layout(decoder: Decoder) -> builtin.StridedLayoutAttr:
    cursor = decoder.cursor
    offset, *strides = [cursor.svarint(), *[cursor.svarint() for _ in range(cursor.count("strides"))]]
    return builtin.StridedLayoutAttr([_known(stride) for stride in strides], _known(offset))


def _known(size: int) -> int | None:
    return None if size == DYNAMIC_INDEX else size


def _bounded(cursor: Cursor, count: int) -> int:
    if count > MOST_DIMENSIONS:
        raise cursor.error(f"an affine map or set of {count} dimensions or symbols")
    return count


def _read_position(cursor: Cursor, bound: int, make: Callable[[int], AffineExpr]) -> AffineExpr:
    position = cursor.varint()
    if position >= bound:
        raise cursor.error(f"dimension or symbol {position} of {bound}")
    return make(position)


def _read_expression(cursor: Cursor, dims: int, symbols: int, depth: int = 0) -> AffineExpr:
    if depth >= MOST_NESTED:
        raise cursor.error(f"affine expressions nested more than {MOST_NESTED} deep")
    code = cursor.varint()
    if code == DIMENSION:
        return _read_position(cursor, dims, AffineExpr.dimension)
    if code == SYMBOL:
        return _read_position(cursor, symbols, AffineExpr.symbol)
    if code == CONSTANT:
        return AffineExpr.constant(cursor.svarint())
    if code not in BINARY:
        raise cursor.error(f"no affine expression has the code {code}")
    left = _read_expression(cursor, dims, symbols, depth + 1)
    return affine.AffineBinaryOpExpr(BINARY[code], left, _read_expression(cursor, dims, symbols, depth + 1))


_ATTRIBUTES.readers[23] = _read_map
_ATTRIBUTES.readers[24] = _read_set
_ATTRIBUTES.readers[25] = _read_strided_layout


# ---- the payloads of dense elements ----


TRUE_SPLAT, FALSE_SPLAT = b"\xff", b"\0"


def payload_of(attribute: AnyElementsAttr, single_bit_is_splat: bool = False) -> Buffer:
    """The payload of `attribute`: a view of its bytes wherever they are what MLIR writes.

    `single_bit_is_splat` is how builtin attributes write one boolean: 0xFF for true; VHLO writes the bit, 0x01.
    """
    array, count = elements.flat_array_of(attribute), prod(attribute.get_shape())
    element_type = attribute.type.element_type
    splat = isinstance(attribute, SplatElementsAttr) or (count > 0 and is_uniform(array))
    if is_pred(element_type):
        if splat and (count > 1 or single_bit_is_splat):
            return TRUE_SPLAT if array[0] else FALSE_SPLAT
        return np.packbits(array[:count], bitorder="little").tobytes()
    array = array[: 1 if splat else count]
    if elements.element_bytes(element_type) < array.itemsize:  # tf32
        return elements.buffer_of(array, element_type)
    return memoryview(cast(Buffer, np.ascontiguousarray(array).reshape(-1).view(np.uint8))).toreadonly()


def elements_of_payload(tensor_type: AnyTensorType, payload: Buffer) -> AnyElementsAttr:
    """The attribute that `payload` is the payload of: a view of it wherever its bytes are the buffer's.

    Raises `ValueError` where its size is not that of `tensor_type`.
    """
    if not is_pred(tensor_type.element_type):
        return elements.elements_from_buffer(tensor_type, cast(bytes, payload))
    count = prod(tensor_type.get_shape())
    bits = _unpack(payload, count)
    return (
        elements.attribute_of_flat(bits, tensor_type)
        if len(bits) == count
        else elements.splat_of(bits, tensor_type)
    )


def check_size(shape: tuple[int, ...], element_type: Attribute, payload: Buffer) -> None:
    """Raises `ValueError` where `payload` holds neither one element nor as many as `shape` has."""
    count = prod(shape)
    if count < 0 or any(size < 0 for size in shape):
        raise ValueError("dense elements need a static shape")
    if is_pred(element_type):
        allowed = {-(-count // 8), count, 1 if count else 0}
    else:
        size = elements.element_bytes(element_type)
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
