"""StableHLO's types as VHLO's and back: one to one, but for what a buffer's layout says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    BFloat16Type,
    ComplexType,
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
    FloatData,
    FloatTF32Type,
    FunctionType,
    IndexType,
    IntAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    NoneType,
    Signedness,
    TensorType,
    TupleType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects.guards import is_tensor_type
from xdsl_stablehlo.dialects.quant import AnyQuantizedType, UniformQuantizedPerAxisType, UniformQuantizedType
from xdsl_stablehlo.dialects.shape import WitnessType
from xdsl_stablehlo.dialects.shaped import check_shaped_type
from xdsl_stablehlo.dialects.stablehlo.types import FutureType, TokenType, TypeExtensionsAttr

from .definition import VhloAttribute
from .types import PLAIN, TYPES_BY_NAME

PLAIN_PAIRS: dict[str, Attribute] = {
    "bool_v1": IntegerType(1),
    "bf16_v1": BFloat16Type(),
    "f16_v1": Float16Type(),
    "f32_v1": Float32Type(),
    "f64_v1": Float64Type(),
    "f8E4M3FN_v1": Float8E4M3FNType(),
    "f8E5M2_v1": Float8E5M2Type(),
    "index_v1": IndexType(),
    **{f"i{width}_v1": IntegerType(width) for width in (2, 4, 8, 16, 32, 64)},
    **{f"ui{width}_v1": IntegerType(width, Signedness.UNSIGNED) for width in (2, 4, 8, 16, 32, 64)},
    "token_v1": TokenType(),
    "witness_v1": WitnessType(),
    "f8E4M3FNUZ_v1": Float8E4M3FNUZType(),
    "f8E5M2FNUZ_v1": Float8E5M2FNUZType(),
    "f8E4M3B11FNUZ_v1": Float8E4M3B11FNUZType(),
    "none_v1": NoneType(),
    "tf31_v1": FloatTF32Type(),
    "f8E4M3_v1": Float8E4M3Type(),
    "f8E3M4_v1": Float8E3M4Type(),
    "f4E2M1FN_v1": Float4E2M1FNType(),
    "f6E2M3FN_v1": Float6E2M3FNType(),
    "f6E3M2FN_v1": Float6E3M2FNType(),
    "f8E8M0FNU_v1": Float8E8M0FNUType(),
}
"""Types without parameters."""

_TO_PLAIN: dict[Attribute, VhloAttribute] = {t: PLAIN[name] for name, t in PLAIN_PAIRS.items()}

SIGNED_FLAG = 1
"""The flag of a quantized type whose storage is signed."""


class UnsupportedError(ValueError):
    """A type or attribute that the other dialect has no counterpart of."""


def _types(types: Iterable[Attribute], convert: Callable[[Attribute], Attribute]) -> ArrayAttr[Attribute]:
    return ArrayAttr([convert(t) for t in types])


def _shape(sizes: Iterable[int]) -> ArrayAttr[IntAttr]:
    return ArrayAttr([IntAttr(size) for size in sizes])


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
    if isinstance(encoding, NoneAttr):
        return encoding
    if not isinstance(encoding, TypeExtensionsAttr):
        raise UnsupportedError(f"tensor encoding '{encoding}' has no counterpart in VHLO")
    from .attributes import ATTRIBUTES_BY_NAME

    return ATTRIBUTES_BY_NAME["type_extensions_v1"].new((_shape(encoding.bounds.get_values()),))


def _quantized(t: AnyQuantizedType) -> tuple[Attribute, Attribute, Attribute]:
    flags = IntAttr(SIGNED_FLAG if t.signed else 0)
    return flags, to_vhlo(t.storage_type), to_vhlo(t.expressed_type)


def _uniform(t: UniformQuantizedType) -> VhloAttribute:
    bounds = IntAttr(t.storage_min), IntAttr(t.storage_max)
    return _make("quant_v1", *_quantized(t), FloatData(t.scale), IntAttr(t.zero_point), *bounds)


def _per_axis(t: UniformQuantizedPerAxisType) -> VhloAttribute:
    return _make(
        "quant_per_axis_v1",
        *_quantized(t),
        IntAttr(t.axis),
        IntAttr(t.storage_min),
        IntAttr(t.storage_max),
        ArrayAttr([FloatData(scale) for scale in t.scales]),
        ArrayAttr([IntAttr(point) for point in t.zero_points]),
    )


_TO_VHLO: dict[type[Attribute], Callable[[Any], VhloAttribute]] = {
    ComplexType: lambda t: _make("complex_v1", to_vhlo(t.element_type)),
    FunctionType: lambda t: _make("func_v1", _types(t.inputs, to_vhlo), _types(t.outputs, to_vhlo)),
    FutureType: lambda t: _make("future_v1", _types(t.types, to_vhlo)),
    MemRefType: lambda t: _make("buffer_v1", _shape(t.get_shape()), to_vhlo(t.element_type)),
    TupleType: lambda t: _make("tuple_v1", _types(t.types, to_vhlo)),
    UniformQuantizedPerAxisType: _per_axis,
    UniformQuantizedType: _uniform,
    UnrankedTensorType: lambda t: _make("unranked_tensor_v1", to_vhlo(t.element_type)),
}


def shape_of(t: VhloAttribute) -> tuple[int, ...]:
    """The sizes of a ranked tensor or buffer."""
    sizes = cast("ArrayAttr[IntAttr]", t.parameters[0])
    return tuple(size.data for size in sizes)


def from_vhlo(t: Attribute) -> Attribute:
    """The type that a VHLO type stands for; types of other dialects as they are. Raises `UnsupportedError`."""
    if not isinstance(t, VhloAttribute):
        return t
    plain = PLAIN_PAIRS.get(t.SPEC.name)
    if plain is not None:
        return plain
    converter = _FROM_VHLO.get(t.SPEC.name)
    if converter is None:
        raise UnsupportedError(f"type '{t}' has no counterpart in StableHLO")
    converted = converter(t)
    try:
        check_shaped_type(converted)
    except VerifyException as error:
        raise UnsupportedError(f"type '{t}' has no counterpart in StableHLO: {error}") from None
    return converted


def encoding_from_vhlo(encoding: Attribute) -> Attribute:
    if not isinstance(encoding, VhloAttribute):
        return encoding
    if encoding.SPEC.name != "type_extensions_v1":
        raise UnsupportedError(f"tensor encoding '{encoding}' has no counterpart in StableHLO")
    return TypeExtensionsAttr(shape_of(encoding))


def _signed_and_range(t: VhloAttribute) -> Any:
    """What both kinds of quantized types say of their storage."""
    return {
        "signed": bool(t.flags.data & SIGNED_FLAG),
        "storage_range": (t.storage_min.data, t.storage_max.data),
    }


def _from_uniform(t: VhloAttribute) -> Attribute:
    types = from_vhlo(t.storage_type), from_vhlo(t.expressed_type)
    return UniformQuantizedType(*types, t.scale.data, t.zero_point.data, **_signed_and_range(t))


def _from_per_axis(t: VhloAttribute) -> Attribute:
    return UniformQuantizedPerAxisType(
        from_vhlo(t.storage_type),
        from_vhlo(t.expressed_type),
        t.quantized_dimension.data,
        [scale.data for scale in t.scales],
        [point.data for point in t.zero_points],
        **_signed_and_range(t),
    )


_FROM_VHLO: dict[str, Callable[[VhloAttribute], Attribute]] = {
    "complex_v1": lambda t: ComplexType(cast(AnyFloat, from_vhlo(t.element_type))),
    "func_v1": lambda t: FunctionType(_types(t.inputs, from_vhlo), _types(t.outputs, from_vhlo)),
    "future_v1": lambda t: FutureType(_types(t.types, from_vhlo)),
    "buffer_v1": lambda t: MemRefType(from_vhlo(t.element_type), shape_of(t)),
    "tensor_v1": lambda t: TensorType(from_vhlo(t.element_type), shape_of(t), encoding_from_vhlo(t.encoding)),
    "tuple_v1": lambda t: TupleType(cast(Any, _types(t.types, from_vhlo))),
    "quant_per_axis_v1": _from_per_axis,
    "quant_v1": _from_uniform,
    "unranked_tensor_v1": lambda t: UnrankedTensorType(from_vhlo(t.element_type)),
}
