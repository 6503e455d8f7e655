"""The encodings of builtin types."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    AnyTensorType,
    ArrayAttr,
    ComplexType,
    Float80Type,
    Float128Type,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefLayoutAttr,
    MemRefType,
    NoneAttr,
    NoneType,
    Signedness,
    TensorType,
    TupleType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineMap

from xdsl_stablehlo.ir.guards import WIDEST
from xdsl_stablehlo.text.shaped_types import check_shaped_type
from xdsl_stablehlo.values.element_types import FLOAT_TYPES

from ..format.codec import (
    TYPE,
    TYPES,
    Decoder,
    DialectCodec,
    Encoder,
    Field,
    list_of,
    struct_of,
    without_fields,
    write_svarint,
)

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
