"""VHLO's types: code, first version, parameters, text."""

from __future__ import annotations

from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Attribute

from xdsl_stablehlo.bytecode.coding import Decoder, Encoder

from .definition import Spec, VhloAttribute, VhloType, make_attribute, version
from .kinds import (
    F64,
    F64S,
    OPTIONAL_WITH_FLAG,
    SHAPE,
    SIGNED,
    SIGNEDS,
    TYPE,
    TYPE_ARRAY,
    TYPES,
    UNSIGNED,
    Kind,
)

PLAIN_TYPES: tuple[tuple[int, str, str], ...] = (
    (0, "bool_v1", "0.9.0"),
    (2, "bf16_v1", "0.9.0"),
    (3, "f16_v1", "0.9.0"),
    (4, "f32_v1", "0.9.0"),
    (5, "f64_v1", "0.9.0"),
    (6, "f8E4M3FN_v1", "0.9.0"),
    (7, "f8E5M2_v1", "0.9.0"),
    (9, "index_v1", "0.9.0"),
    (10, "i4_v1", "0.9.0"),
    (11, "i8_v1", "0.9.0"),
    (12, "i16_v1", "0.9.0"),
    (13, "i32_v1", "0.9.0"),
    (14, "i64_v1", "0.9.0"),
    (15, "ui4_v1", "0.9.0"),
    (16, "ui8_v1", "0.9.0"),
    (17, "ui16_v1", "0.9.0"),
    (18, "ui32_v1", "0.9.0"),
    (19, "ui64_v1", "0.9.0"),
    (22, "token_v1", "0.9.0"),
    (26, "witness_v1", "0.9.0"),
    (27, "f8E4M3FNUZ_v1", "0.10.0"),
    (28, "f8E5M2FNUZ_v1", "0.10.0"),
    (29, "f8E4M3B11FNUZ_v1", "0.11.0"),
    (31, "i2_v1", "1.2.0"),
    (32, "ui2_v1", "1.2.0"),
    (33, "none_v1", "1.6.0"),
    (34, "tf31_v1", "1.6.0"),
    (35, "f8E4M3_v1", "1.7.0"),
    (36, "f8E3M4_v1", "1.7.0"),
    (37, "f4E2M1FN_v1", "1.8.0"),
    (38, "f6E2M3FN_v1", "1.8.0"),
    (39, "f6E3M2FN_v1", "1.8.0"),
    (40, "f8E8M0FNU_v1", "1.8.0"),
)
"""Types without parameters. `tf31` is how upstream spells tf32."""

QUANT_TEXT = "$storage_type:$expressed_type, $scale:$zero_point, $storage_min:$storage_max, $flags"
PER_AXIS_TEXT = (
    "$storage_type:$expressed_type, $quantized_dimension, $scales, $zero_points, "
    "$storage_min:$storage_max, $flags"
)


def _read_tensor(decoder: Decoder, encoding: Attribute | None = None) -> Attribute:
    shape = SHAPE.field.read(decoder)
    return RankedTensor.new((shape, decoder.type(), NoneAttr() if encoding is None else encoding))


def _write_tensor(encoder: Encoder, attr: VhloAttribute) -> None:
    """An encoding has a code of its own."""
    shape, element_type, encoding = attr.parameters
    plain = isinstance(encoding, NoneAttr)
    encoder.varint(TENSOR_CODE if plain else ENCODED_TENSOR_CODE)
    if not plain:
        encoder.attribute(encoding)
    SHAPE.field.write(encoder, shape)
    encoder.type(element_type)


TENSOR_CODE, ENCODED_TENSOR_CODE = 20, 21


def _spec(
    code: int, name: str, since: str, text: str, closed: bool = False, **parameters: Kind
) -> type[VhloAttribute]:
    return make_attribute(Spec(name, code, version(since), parameters, text, closed), VhloType)


RankedTensor = make_attribute(
    Spec(
        "tensor_v1",
        TENSOR_CODE,
        version("0.9.0"),
        {"shape": SHAPE, "element_type": TYPE, "encoding": OPTIONAL_WITH_FLAG},
        "$shape$element_type, $encoding",
        read=_read_tensor,
    ),
    VhloType,
)

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
            make_attribute(Spec(name, code, version(since), {}), VhloType)
            for code, name, since in PLAIN_TYPES
        ),
    )
}
"""All types, by their name without the dialect."""

PLAIN = {name: TYPES_BY_NAME[name]() for _, name, _ in PLAIN_TYPES}
"""The one instance of each type without parameters."""

read_encoded_tensor = _read_tensor
write_tensor = _write_tensor
