"""VHLO's types: code, first version, parameters, text."""

from __future__ import annotations

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float4E2M1FNType,
    Float6E2M3FNType,
    Float6E3M2FNType,
    Float8E3M4Type,
    Float8E4M3B11FNUZType,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E4M3Type,
    Float8E5M2FNUZType,
    Float8E5M2Type,
    Float8E8M0FNUType,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatTF32Type,
    IndexType,
    IntegerType,
    NoneAttr,
    NoneType,
    Signedness,
)
from xdsl.ir import Attribute

from xdsl_stablehlo.bytecode.format.codec import Decoder, Encoder, Field

from ..shape import WitnessType
from ..stablehlo.hlo_types import TokenType
from .definition import Spec, VhloAttribute, VhloType, make_attribute
from .parameters import (
    F64,
    F64S,
    OPTIONAL_WITH_FLAG,
    SHAPE,
    SIGNED,
    SIGNEDS,
    SIZES,
    TYPE,
    TYPE_ARRAY,
    TYPES,
    UNSIGNED,
    ParameterKind,
)
from .versions import Version

PLAIN_TYPES: tuple[tuple[int, str, str, Attribute], ...] = (
    (0, "bool_v1", "0.9.0", IntegerType(1)),
    (2, "bf16_v1", "0.9.0", BFloat16Type()),
    (3, "f16_v1", "0.9.0", Float16Type()),
    (4, "f32_v1", "0.9.0", Float32Type()),
    (5, "f64_v1", "0.9.0", Float64Type()),
    (6, "f8E4M3FN_v1", "0.9.0", Float8E4M3FNType()),
    (7, "f8E5M2_v1", "0.9.0", Float8E5M2Type()),
    (9, "index_v1", "0.9.0", IndexType()),
    (10, "i4_v1", "0.9.0", IntegerType(4)),
    (11, "i8_v1", "0.9.0", IntegerType(8)),
    (12, "i16_v1", "0.9.0", IntegerType(16)),
    (13, "i32_v1", "0.9.0", IntegerType(32)),
    (14, "i64_v1", "0.9.0", IntegerType(64)),
    (15, "ui4_v1", "0.9.0", IntegerType(4, Signedness.UNSIGNED)),
    (16, "ui8_v1", "0.9.0", IntegerType(8, Signedness.UNSIGNED)),
    (17, "ui16_v1", "0.9.0", IntegerType(16, Signedness.UNSIGNED)),
    (18, "ui32_v1", "0.9.0", IntegerType(32, Signedness.UNSIGNED)),
    (19, "ui64_v1", "0.9.0", IntegerType(64, Signedness.UNSIGNED)),
    (22, "token_v1", "0.9.0", TokenType()),
    (26, "witness_v1", "0.9.0", WitnessType()),
    (27, "f8E4M3FNUZ_v1", "0.10.0", Float8E4M3FNUZType()),
    (28, "f8E5M2FNUZ_v1", "0.10.0", Float8E5M2FNUZType()),
    (29, "f8E4M3B11FNUZ_v1", "0.11.0", Float8E4M3B11FNUZType()),
    (31, "i2_v1", "1.2.0", IntegerType(2)),
    (32, "ui2_v1", "1.2.0", IntegerType(2, Signedness.UNSIGNED)),
    (33, "none_v1", "1.6.0", NoneType()),
    (34, "tf31_v1", "1.6.0", FloatTF32Type()),
    (35, "f8E4M3_v1", "1.7.0", Float8E4M3Type()),
    (36, "f8E3M4_v1", "1.7.0", Float8E3M4Type()),
    (37, "f4E2M1FN_v1", "1.8.0", Float4E2M1FNType()),
    (38, "f6E2M3FN_v1", "1.8.0", Float6E2M3FNType()),
    (39, "f6E3M2FN_v1", "1.8.0", Float6E3M2FNType()),
    (40, "f8E8M0FNU_v1", "1.8.0", Float8E8M0FNUType()),
)
"""Types without parameters, each with the type that it stands for. `tf31` is how upstream spells tf32."""

QUANT_TEXT = "$storage_type:$expressed_type, $scale:$zero_point, $storage_min:$storage_max, $flags"
PER_AXIS_TEXT = (
    "$storage_type:$expressed_type, $quantized_dimension, $scales, $zero_points, "
    "$storage_min:$storage_max, $flags"
)


TENSOR_CODE, ENCODED_TENSOR_CODE = 20, 21


def read_tensor(decoder: Decoder, encoding: Attribute | None = None) -> Attribute:
    """The fields of a ranked tensor that follow the code and the encoding, which has a code of its own."""
    shape = SHAPE.field.read(decoder)
    return RankedTensor.new((shape, decoder.type(), NoneAttr() if encoding is None else encoding))


def write_tensor(encoder: Encoder, attr: VhloAttribute) -> None:
    """The code and the fields of a ranked tensor."""
    shape, element_type, encoding = attr.parameters
    plain = isinstance(encoding, NoneAttr)
    encoder.varint(TENSOR_CODE if plain else ENCODED_TENSOR_CODE)
    if not plain:
        encoder.attribute(encoding)
    SHAPE.field.write(encoder, shape)
    encoder.type(element_type)


def _spec(
    code: int, name: str, since: str, text: str, closed: bool = False, **parameters: ParameterKind
) -> type[VhloAttribute]:
    return make_attribute(Spec(name, code, Version.parse(since), parameters, text, closed), VhloType)


RankedTensor = make_attribute(
    Spec(
        "tensor_v1",
        TENSOR_CODE,
        Version(0, 9, 0),
        {"shape": SHAPE, "element_type": TYPE, "encoding": OPTIONAL_WITH_FLAG},
        "$shape$element_type, $encoding",
        encoding=Field(read_tensor, write_tensor),
    ),
    VhloType,
)

TypeExtensions = make_attribute(
    Spec("type_extensions_v1", 18, Version(0, 9, 0), {"bounds": SIZES}), VhloAttribute
)
"""The encoding of a ranked tensor, which is an attribute: the bounds of its dimensions."""

PARAMETRIZED_TYPES = (
    _spec(1, "complex_v1", "0.9.0", "$element_type", element_type=TYPE),
    _spec(8, "func_v1", "0.9.0", "($inputs) -> $outputs", inputs=TYPE_ARRAY, outputs=TYPE_ARRAY),
    RankedTensor,
    _spec(23, "tuple_v1", "0.9.0", "$types", types=TYPES),
    _spec(
        24,
        "quant_v1",
        "0.9.0",
        QUANT_TEXT,
        flags=UNSIGNED,
        storage_type=TYPE,
        expressed_type=TYPE,
        scale=F64,
        zero_point=SIGNED,
        storage_min=SIGNED,
        storage_max=SIGNED,
    ),
    _spec(25, "unranked_tensor_v1", "0.9.0", "$element_type", element_type=TYPE),
    _spec(
        30,
        "quant_per_axis_v1",
        "0.18.0",
        PER_AXIS_TEXT,
        closed=True,
        flags=UNSIGNED,
        storage_type=TYPE,
        expressed_type=TYPE,
        quantized_dimension=UNSIGNED,
        storage_min=SIGNED,
        storage_max=SIGNED,
        scales=F64S,
        zero_points=SIGNEDS,
    ),
    _spec(41, "buffer_v1", "1.13.0", "$shape$element_type", shape=SHAPE, element_type=TYPE),
    _spec(42, "future_v1", "1.15.0", "$types", closed=True, types=TYPES),
)

TYPES_BY_NAME: dict[str, type[VhloAttribute]] = {
    cls.SPEC.name: cls
    for cls in (
        *PARAMETRIZED_TYPES,
        *(
            make_attribute(Spec(name, code, Version.parse(since), {}), VhloType)
            for code, name, since, _ in PLAIN_TYPES
        ),
    )
}
"""All types, by their name without the dialect."""

PLAIN = {name: TYPES_BY_NAME[name]() for _, name, _, _ in PLAIN_TYPES}
"""The one instance of each type without parameters."""
