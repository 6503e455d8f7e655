"""VHLO's types: code, first version, parameters, text; and the types that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from xdsl.dialects import builtin
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.bytecode import codec
from xdsl_stablehlo.bytecode.codec import struct_of
from xdsl_stablehlo.dialects.codecs.stablehlo_codec import QuantizedPart, parts_of, per_axis_of, uniform_of
from xdsl_stablehlo.ir.guards import is_array_attr, is_tensor_type
from xdsl_stablehlo.text.shaped_types import check_shaped_type
from xdsl_stablehlo.values.element_types import FLOAT_TYPES

from ..base.quant import UniformQuantizedPerAxisType, UniformQuantizedType
from ..shape import WitnessType
from ..stablehlo.hlo_types import FutureType, TokenType, TypeExtensionsAttr, tuple_type
from .definition import (
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
    Spec,
    VhloAttribute,
    VhloType,
    make_attribute,
)
from .versions import Version

WIDTHS = (4, 8, 16, 32, 64)

PLAIN_TYPES: tuple[tuple[int, str, str, Attribute], ...] = (
    (0, "bool_v1", "0.9.0", builtin.IntegerType(1)),
    (2, "bf16_v1", "0.9.0", FLOAT_TYPES["bf16"]),
    (3, "f16_v1", "0.9.0", FLOAT_TYPES["f16"]),
    (4, "f32_v1", "0.9.0", FLOAT_TYPES["f32"]),
    (5, "f64_v1", "0.9.0", FLOAT_TYPES["f64"]),
    (6, "f8E4M3FN_v1", "0.9.0", FLOAT_TYPES["f8E4M3FN"]),
    (7, "f8E5M2_v1", "0.9.0", FLOAT_TYPES["f8E5M2"]),
    (9, "index_v1", "0.9.0", builtin.IndexType()),
    *((code, f"i{width}_v1", "0.9.0", builtin.IntegerType(width)) for code, width in enumerate(WIDTHS, 10)),
    *(
        (code, f"ui{width}_v1", "0.9.0", builtin.IntegerType(width, builtin.Signedness.UNSIGNED))
        for code, width in enumerate(WIDTHS, 15)
    ),
    (22, "token_v1", "0.9.0", TokenType()),
    (26, "witness_v1", "0.9.0", WitnessType()),
    (27, "f8E4M3FNUZ_v1", "0.10.0", FLOAT_TYPES["f8E4M3FNUZ"]),
    (28, "f8E5M2FNUZ_v1", "0.10.0", FLOAT_TYPES["f8E5M2FNUZ"]),
    (29, "f8E4M3B11FNUZ_v1", "0.11.0", FLOAT_TYPES["f8E4M3B11FNUZ"]),
    (31, "i2_v1", "1.2.0", builtin.IntegerType(2)),
    (32, "ui2_v1", "1.2.0", builtin.IntegerType(2, builtin.Signedness.UNSIGNED)),
    (33, "none_v1", "1.6.0", builtin.NoneType()),
    (34, "tf31_v1", "1.6.0", FLOAT_TYPES["tf32"]),
    (35, "f8E4M3_v1", "1.7.0", FLOAT_TYPES["f8E4M3"]),
    (36, "f8E3M4_v1", "1.7.0", FLOAT_TYPES["f8E3M4"]),
    (37, "f4E2M1FN_v1", "1.8.0", FLOAT_TYPES["f4E2M1FN"]),
    (38, "f6E2M3FN_v1", "1.8.0", FLOAT_TYPES["f6E2M3FN"]),
    (39, "f6E3M2FN_v1", "1.8.0", FLOAT_TYPES["f6E3M2FN"]),
    (40, "f8E8M0FNU_v1", "1.8.0", FLOAT_TYPES["f8E8M0FNU"]),
)
"""Types without parameters, each with the type that it stands for. `tf31` is how upstream spells tf32."""

QUANT_TEXT = "$storage_type:$expressed_type, $scale:$zero_point, $storage_min:$storage_max, $flags"
PER_AXIS_TEXT = (
    "$storage_type:$expressed_type, $quantized_dimension, $scales, $zero_points, "
    "$storage_min:$storage_max, $flags"
)


def _spec(
    code: int, name: str, since: str, text: str, closed: bool = False, **parameters: ParameterKind
) -> type[VhloAttribute]:
    return make_attribute(Spec(name, code, Version.parse(since), parameters, text, closed), VhloType)


RankedTensor = make_attribute(
    Spec(
        "tensor_v1",
        20,
        Version(0, 9, 0),
        {"shape": SHAPE, "element_type": TYPE, "encoding": OPTIONAL_WITH_FLAG},
        "$shape$element_type, $encoding",
        encoding=struct_of(
            lambda parts: RankedTensor.new([*parts, builtin.NoneAttr()]),
            lambda t: t.parameters[:2],
            (SHAPE.field, TYPE.field),
        ),
    ),
    VhloType,
)

ENCODED_TENSOR = struct_of(
    lambda parts: RankedTensor.new([*parts[1:], parts[0]]),
    lambda t: (t.encoding, *t.parameters[:2]),
    (codec.ATTRIBUTE, SHAPE.field, TYPE.field),
)
"""A ranked tensor with an encoding, which has a code of its own."""

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


_TO_PLAIN: dict[Attribute, VhloAttribute] = {t: PLAIN[name] for _, name, _, t in PLAIN_TYPES}
_FROM_PLAIN = {name: t for _, name, _, t in PLAIN_TYPES}


class UnsupportedError(ValueError):
    """A type or attribute that the other dialect has no counterpart of."""


def _types(
    types: Iterable[Attribute], convert: Callable[[Attribute], Attribute]
) -> builtin.ArrayAttr[Attribute]:
    return builtin.ArrayAttr([convert(t) for t in types])


def _shape(sizes: Iterable[int]) -> builtin.ArrayAttr[builtin.IntAttr]:
    return builtin.ArrayAttr([builtin.IntAttr(size) for size in sizes])


def _make(name: str, *parameters: Attribute) -> VhloAttribute:
    return TYPES_BY_NAME[name].new(parameters)


def to_vhlo(t: Attribute) -> VhloAttribute:
    """The VHLO type of `t`. Raises `UnsupportedError`."""
    if is_tensor_type(t):
        encoding = encoding_to_vhlo(t.encoding)
        return _make("tensor_v1", _shape(t.get_shape()), to_vhlo(t.element_type), encoding)
    plain = _TO_PLAIN.get(t)
    if plain is not None:
        return plain
    converter = _TO_VHLO.get(type(t))
    if converter is None:
        raise UnsupportedError(f"type '{t}' has no counterpart in VHLO")
    return converter(t)


def encoding_to_vhlo(encoding: Attribute) -> Attribute:
    if isinstance(encoding, builtin.NoneAttr):
        return encoding
    if not isinstance(encoding, TypeExtensionsAttr):
        raise UnsupportedError(f"tensor encoding '{encoding}' has no counterpart in VHLO")
    return TypeExtensions.new((_shape(encoding.bounds.get_values()),))


def _part_to_vhlo(part: QuantizedPart) -> Attribute:
    """A part of a quantized type as the parameter of VHLO's."""
    if isinstance(part, Attribute):
        return to_vhlo(part)
    if isinstance(part, tuple):
        return builtin.ArrayAttr([_part_to_vhlo(item) for item in part])
    return builtin.FloatData(part) if isinstance(part, float) else builtin.IntAttr(part)


def _part_from_vhlo(parameter: Attribute) -> Any:
    """The other way round."""
    if is_array_attr(parameter):
        return [_part_from_vhlo(item) for item in parameter]
    if isinstance(parameter, builtin.IntAttr | builtin.FloatData):
        return cast("builtin.IntAttr | builtin.FloatData", parameter).data
    return from_vhlo(parameter)


_TO_VHLO: dict[type[Attribute], Callable[[Any], VhloAttribute]] = {
    builtin.ComplexType: lambda t: _make("complex_v1", to_vhlo(t.element_type)),
    builtin.FunctionType: lambda t: _make("func_v1", _types(t.inputs, to_vhlo), _types(t.outputs, to_vhlo)),
    FutureType: lambda t: _make("future_v1", _types(t.types, to_vhlo)),
    builtin.MemRefType: lambda t: _make("buffer_v1", _shape(t.get_shape()), to_vhlo(t.element_type)),
    builtin.TupleType: lambda t: _make("tuple_v1", _types(t.types, to_vhlo)),
    UniformQuantizedPerAxisType: lambda t: _make("quant_per_axis_v1", *map(_part_to_vhlo, parts_of(t))),
    UniformQuantizedType: lambda t: _make("quant_v1", *map(_part_to_vhlo, parts_of(t))),
    builtin.UnrankedTensorType: lambda t: _make("unranked_tensor_v1", to_vhlo(t.element_type)),
}


def shape_of(t: VhloAttribute) -> tuple[int, ...]:
    """The sizes of a ranked tensor or buffer."""
    sizes = cast("builtin.ArrayAttr[builtin.IntAttr]", t.parameters[0])
    return tuple(size.data for size in sizes)


def from_vhlo(t: Attribute) -> Attribute:
    """The type that a VHLO type stands for; types of other dialects as they are. Raises `UnsupportedError`."""
    if not isinstance(t, VhloAttribute):
        return t
    plain = _FROM_PLAIN.get(t.SPEC.name)
    if plain is not None:
        return plain
    converter = _FROM_VHLO.get(t.SPEC.name)
    if converter is None:
        raise UnsupportedError(f"type '{t}' has no counterpart in StableHLO")
    try:
        converted = converter(t)
        check_shaped_type(converted)
    except VerifyException as error:
        raise UnsupportedError(f"type '{t}' has no counterpart in StableHLO: {error}") from None
    return converted


def encoding_from_vhlo(encoding: Attribute) -> Attribute:
    if not isinstance(encoding, VhloAttribute):
        return encoding
    if not isinstance(encoding, TypeExtensions):
        raise UnsupportedError(f"tensor encoding '{encoding}' has no counterpart in StableHLO")
    return TypeExtensionsAttr(shape_of(encoding))


_FROM_VHLO: dict[str, Callable[[VhloAttribute], Attribute]] = {
    "complex_v1": lambda t: builtin.ComplexType(cast(builtin.AnyFloat, from_vhlo(t.element_type))),
    "func_v1": lambda t: builtin.FunctionType(_types(t.inputs, from_vhlo), _types(t.outputs, from_vhlo)),
    "future_v1": lambda t: FutureType(_types(t.types, from_vhlo)),
    "buffer_v1": lambda t: builtin.MemRefType(from_vhlo(t.element_type), shape_of(t)),
    "tensor_v1": lambda t: builtin.TensorType(
        from_vhlo(t.element_type), shape_of(t), encoding_from_vhlo(t.encoding)
    ),
    "tuple_v1": lambda t: tuple_type(_types(t.types, from_vhlo)),
    "quant_per_axis_v1": lambda t: per_axis_of([_part_from_vhlo(p) for p in t.parameters]),
    "quant_v1": lambda t: uniform_of([_part_from_vhlo(p) for p in t.parameters]),
    "unranked_tensor_v1": lambda t: builtin.UnrankedTensorType(from_vhlo(t.element_type)),
}
