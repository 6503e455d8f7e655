"""The encodings of StableHLO's own attributes and types: programs that are no artifacts.

Such a file is for consumers of the same release; `serialize_portable_artifact` is for all others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    NoneAttr,
    StringAttr,
    f64,
    i1,
    i64,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, ParametrizedAttribute

from xdsl_stablehlo.dialects.stablehlo import attributes as S
from xdsl_stablehlo.dialects.stablehlo.enums import numbers_of
from xdsl_stablehlo.dialects.stablehlo.meshes import (
    MeshAttr,
    MeshAxisAttr,
    ReplicaGroupMeshAxesAttr,
    SubAxisInfoAttr,
)
from xdsl_stablehlo.dialects.stablehlo.types import FutureType, TokenType, TypeExtensionsAttr

from .builtin_types import read_attributes, read_types
from .codec import (
    Decoder,
    DialectCodec,
    Encoder,
    Field,
    read_f64,
    read_many,
    read_svarint,
    struct_of,
    write_f64,
    write_many,
    write_svarint,
)

I64: Field[Attribute] = Field(
    lambda d: IntegerAttr(read_svarint(d), i64), lambda e, a: write_svarint(e, cast(Any, a).value.data)
)
DIMS: Field[Attribute] = Field(
    lambda d: DenseArrayBase.from_list(i64, read_many(d, read_svarint, "numbers")),
    lambda e, a: write_many(e, lambda i: write_svarint(e, i), cast(Any, a).get_values()),
)
BOOL: Field[Attribute] = Field(
    lambda d: BoolAttr(int(d.cursor.byte() != 0), i1),
    lambda e, a: e.raw(bytes((int(cast(Any, a).value.data != 0),))),
)
F64: Field[Attribute] = Field(
    lambda d: FloatAttr(read_f64(d), f64), lambda e, a: write_f64(e, cast(Any, a).value.data)
)
TYPE: Field[Attribute] = Field(lambda d: d.type(), lambda e, a: e.type(a))
ATTRIBUTE: Field[Attribute] = Field(lambda d: d.attribute(), lambda e, a: e.attribute(a))
ATTRIBUTES: Field[Attribute] = Field(
    lambda d: ArrayAttr(read_attributes(d)),
    lambda e, a: write_many(e, e.attribute, cast("ArrayAttr[Attribute]", a).data),
)
TEXT: Field[Attribute] = Field(
    lambda d: StringAttr(d.string()), lambda e, a: e.string(cast(StringAttr, a).data)
)


def _write_optional(encoder: Encoder, attr: Attribute) -> None:
    present = not isinstance(attr, NoneAttr)
    encoder.raw(bytes((present,)))
    if present:
        encoder.attribute(attr)


OPTIONAL: Field[Attribute] = Field(
    lambda d: d.attribute() if d.cursor.byte() else NoneAttr(), _write_optional
)

STRUCTS: tuple[tuple[int, type[ParametrizedAttribute], tuple[Field[Attribute], ...]], ...] = (
    (1, S.ChannelHandleAttr, (I64, I64)),
    (4, S.ConvDimensionNumbersAttr, (I64, I64, DIMS) * 3),
    (5, S.DotDimensionNumbersAttr, (DIMS,) * 4),
    (7, S.GatherDimensionNumbersAttr, (*(DIMS,) * 5, I64)),
    (11, S.ScatterDimensionNumbersAttr, (*(DIMS,) * 5, I64)),
    (13, TypeExtensionsAttr, (DIMS,)),
    (14, S.OutputOperandAliasAttr, (DIMS, I64, DIMS)),
    (15, S.DotAlgorithmAttr, (TYPE, TYPE, TYPE, I64, I64, I64, BOOL)),
    (17, S.ResultAccuracyAttr, (F64, F64, I64, ATTRIBUTE)),
    (18, ReplicaGroupMeshAxesAttr, (ATTRIBUTE, ATTRIBUTES)),
    (19, SubAxisInfoAttr, (I64, I64)),
    (20, S.AxisRefAttr, (TEXT, OPTIONAL)),
    (21, MeshAxisAttr, (TEXT, I64)),
    (22, MeshAttr, (ATTRIBUTE, OPTIONAL)),
)
"""Code, class, and the fields of its parameters."""

ENUMS: dict[int, type[EnumAttribute[Any]]] = {
    2: S.ComparisonDirectionAttr,
    3: S.ComparisonTypeAttr,
    6: S.FftTypeAttr,
    8: S.PrecisionAttr,
    9: S.RngAlgorithmAttr,
    10: S.RngDistributionAttr,
    12: S.TransposeAttr,
    16: S.ResultAccuracyModeAttr,
}


def _enum_field(
    kind: type[EnumAttribute[Any]],
) -> tuple[Callable[[Decoder], Attribute], Callable[[Encoder, Any], None]]:
    numbers = numbers_of(kind.enum_type)
    names = {number: name for name, number in numbers.items()}

    def read(decoder: Decoder) -> Attribute:
        number = decoder.cursor.varint()
        if number not in names:
            raise decoder.cursor.error(f"{number} is not a value of '{kind.name}'")
        return kind(kind.enum_type(names[number]))

    return read, lambda encoder, attr: encoder.varint(numbers[str(attr.data)])


def make_stablehlo_codec() -> DialectCodec:
    codec = DialectCodec("stablehlo")
    for code, kind, fields in STRUCTS:
        codec.attribute(code, kind, *struct_of(kind.new, lambda attr: attr.parameters, fields))
    for code, enum in ENUMS.items():
        codec.attribute(code, enum, *_enum_field(enum))
    codec.type(0, TokenType, lambda _: TokenType(), lambda e, t: None)
    codec.type(
        1,
        FutureType,
        lambda d: FutureType(ArrayAttr(read_types(d))),
        lambda e, t: write_many(e, e.type, t.types.data),
    )
    return codec


STABLEHLO_CODEC = make_stablehlo_codec()
