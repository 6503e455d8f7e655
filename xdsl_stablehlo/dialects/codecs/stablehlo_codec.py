"""The encodings of StableHLO's own attributes and types, CHLO's and quant's: programs that are no artifacts.

Such a file is for consumers of the same release; `serialize_portable_artifact` is for all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from xdsl.dialects import builtin
from xdsl.ir import Attribute, ParametrizedAttribute

from xdsl_stablehlo.bytecode.codec import (
    ATTRIBUTE,
    ATTRIBUTES,
    BOOL,
    F64,
    STRING,
    SVARINT,
    SVARINTS,
    TYPE,
    TYPES,
    VARINT,
    DialectCodec,
    Field,
    case_of,
    list_of,
    optional_after,
    struct_of,
    without_fields,
)
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedPerAxisType, UniformQuantizedType
from xdsl_stablehlo.dialects.chlo.attributes import ComparisonDirectionAttr, ComparisonTypeAttr
from xdsl_stablehlo.dialects.stablehlo import attributes as S
from xdsl_stablehlo.dialects.stablehlo.attributes import numbers_of
from xdsl_stablehlo.dialects.stablehlo.hlo_types import FutureType, TokenType, TypeExtensionsAttr
from xdsl_stablehlo.dialects.stablehlo.meshes import (
    MeshAttr,
    MeshAxisAttr,
    ReplicaGroupMeshAxesAttr,
    SubAxisInfoAttr,
)
from xdsl_stablehlo.ir.versions import EnumAttribute

I64 = SVARINT.mapped(lambda number: builtin.IntegerAttr(number, builtin.i64), lambda a: a.value.data)
DIMS = SVARINTS.mapped(
    lambda numbers: builtin.DenseArrayBase.from_list(builtin.i64, numbers), lambda a: a.get_values()
)
FLAG = BOOL.mapped(lambda flag: builtin.BoolAttr(int(flag), builtin.i1), lambda a: a.value.data != 0)
FLOAT = F64.mapped(lambda number: builtin.FloatAttr(number, builtin.f64), lambda a: a.value.data)
TEXT = STRING.mapped(builtin.StringAttr, lambda a: a.data)
ARRAY = ATTRIBUTES.mapped(builtin.ArrayAttr, lambda a: a.data)


OPTIONAL = optional_after(BOOL)

STRUCTS: tuple[tuple[int, type[ParametrizedAttribute], tuple[Field[Any], ...]], ...] = (
    (1, S.ChannelHandleAttr, (I64, I64)),
    (4, S.ConvDimensionNumbersAttr, (I64, I64, DIMS) * 3),
    (5, S.DotDimensionNumbersAttr, (DIMS,) * 4),
    (7, S.GatherDimensionNumbersAttr, (*(DIMS,) * 5, I64)),
    (11, S.ScatterDimensionNumbersAttr, (*(DIMS,) * 5, I64)),
    (13, TypeExtensionsAttr, (DIMS,)),
    (14, S.OutputOperandAliasAttr, (DIMS, I64, DIMS)),
    (15, S.DotAlgorithmAttr, (TYPE, TYPE, TYPE, I64, I64, I64, FLAG)),
    (17, S.ResultAccuracyAttr, (FLOAT, FLOAT, I64, ATTRIBUTE)),
    (18, ReplicaGroupMeshAxesAttr, (ATTRIBUTE, ARRAY)),
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


def enum_field(kind: type[EnumAttribute[Any]]) -> Field[Attribute]:
    """The field of an attribute that is one of a few cases: its number."""
    case = case_of(numbers_of(kind.enum_type), f"'{kind.name}'")
    return case.mapped(lambda name: kind(kind.enum_type(name)), lambda attr: str(attr.data))


LATER_PROPERTIES = {
    "stablehlo.collective_broadcast": "has_dynamic_root",
    "stablehlo.custom_call": "result_tilings",
}


def make_stablehlo_codec() -> DialectCodec:
    codec = DialectCodec("stablehlo", later_properties=LATER_PROPERTIES)
    for code, kind, fields in STRUCTS:
        codec.attributes.add(code, kind, struct_of(kind.new, lambda attr: attr.parameters, fields))
    for code, enum in ENUMS.items():
        codec.attributes.add(code, enum, enum_field(enum))
    codec.types.add(0, TokenType, without_fields(TokenType()))
    codec.types.add(
        1,
        FutureType,
        TYPES.mapped(lambda types: FutureType(builtin.ArrayAttr(types)), lambda t: t.types.data),
    )
    return codec


STABLEHLO_CODEC = make_stablehlo_codec()


CHLO_CODEC = DialectCodec("chlo", later_properties={"chlo.top_k": "is_stable"})
CHLO_CODEC.attributes.add(0, ComparisonDirectionAttr, enum_field(ComparisonDirectionAttr))
CHLO_CODEC.attributes.add(1, ComparisonTypeAttr, enum_field(ComparisonTypeAttr))


QuantizedType: TypeAlias = UniformQuantizedType | UniformQuantizedPerAxisType
QuantizedPart: TypeAlias = "Attribute | int | float | tuple[int, ...] | tuple[float, ...]"

SIGNED_FLAG = 1
"""The flag of a type whose storage is signed."""

UNIFORM = (VARINT, TYPE, TYPE, F64, SVARINT, SVARINT, SVARINT)
PER_AXIS = (VARINT, TYPE, TYPE, VARINT, SVARINT, SVARINT, list_of(F64, "scales"), SVARINTS)


def parts_of(t: QuantizedType) -> tuple[QuantizedPart, ...]:
    """Flags, storage type, expressed type; then scale, zero point, smallest and largest stored value.

    With a scale for each index of an axis: axis, smallest and largest stored value, scales, zero points.
    """
    types = SIGNED_FLAG if t.signed else 0, t.storage_type, t.expressed_type
    if isinstance(t, UniformQuantizedPerAxisType):
        return *types, t.axis, t.storage_min, t.storage_max, tuple(map(float, t.scales)), t.zero_points
    return *types, float(t.scale), t.zero_point, t.storage_min, t.storage_max


def uniform_of(parts: Sequence[Any]) -> Attribute:
    """The type with one scale that consists of `parts`. Raises `VerifyException`."""
    flags, storage, expressed, scale, zero_point, *limits = parts
    return UniformQuantizedType(
        storage,
        expressed,
        scale,
        zero_point,
        signed=bool(flags & SIGNED_FLAG),
        storage_range=(limits[0], limits[1]),
    )


def per_axis_of(parts: Sequence[Any]) -> Attribute:
    """The type with a scale for each index of an axis that consists of `parts`. Raises `VerifyException`."""
    flags, storage, expressed, axis, low, high, scales, zero_points = parts
    return UniformQuantizedPerAxisType(
        storage,
        expressed,
        axis,
        scales,
        zero_points,
        signed=bool(flags & SIGNED_FLAG),
        storage_range=(low, high),
    )


QUANT_CODEC = DialectCodec("quant")
QUANT_CODEC.types.add(4, UniformQuantizedType, struct_of(uniform_of, parts_of, UNIFORM))
QUANT_CODEC.types.add(5, UniformQuantizedPerAxisType, struct_of(per_axis_of, parts_of, PER_AXIS))
