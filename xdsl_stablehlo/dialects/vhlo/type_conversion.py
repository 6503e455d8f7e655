"""StableHLO's types as VHLO's and back: one to one, but for what a buffer's layout says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    ComplexType,
    FloatData,
    FunctionType,
    IntAttr,
    MemRefType,
    NoneAttr,
    TensorType,
    TupleType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.bytecode.codecs.quant_codec import parts_of, per_axis_of, uniform_of
from xdsl_stablehlo.ir.guards import is_array_attr, is_tensor_type
from xdsl_stablehlo.text.shaped_types import check_shaped_type

from ..quant import UniformQuantizedPerAxisType, UniformQuantizedType
from ..stablehlo.hlo_types import FutureType, TypeExtensionsAttr
from .definition import VhloAttribute
from .vhlo_types import PLAIN, PLAIN_TYPES, TYPES_BY_NAME, TypeExtensions

_TO_PLAIN: dict[Attribute, VhloAttribute] = {t: PLAIN[name] for _, name, _, t in PLAIN_TYPES}
_FROM_PLAIN = {name: t for _, name, _, t in PLAIN_TYPES}


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
    return TypeExtensions.new((_shape(encoding.bounds.get_values()),))


def _part_to_vhlo(part: Any) -> Attribute:
    """A part of a quantized type as the parameter of VHLO's."""
    if isinstance(part, Attribute):
        return to_vhlo(part)
    if isinstance(part, tuple):
        return ArrayAttr([_part_to_vhlo(item) for item in cast("tuple[Any, ...]", part)])
    return FloatData(part) if isinstance(part, float) else IntAttr(part)


def _part_from_vhlo(parameter: Attribute) -> Any:
    """The other way round."""
    if is_array_attr(parameter):
        return [_part_from_vhlo(item) for item in parameter]
    if isinstance(parameter, IntAttr | FloatData):
        return cast(Any, parameter).data
    return from_vhlo(parameter)


_TO_VHLO: dict[type[Attribute], Callable[[Any], VhloAttribute]] = {
    ComplexType: lambda t: _make("complex_v1", to_vhlo(t.element_type)),
    FunctionType: lambda t: _make("func_v1", _types(t.inputs, to_vhlo), _types(t.outputs, to_vhlo)),
    FutureType: lambda t: _make("future_v1", _types(t.types, to_vhlo)),
    MemRefType: lambda t: _make("buffer_v1", _shape(t.get_shape()), to_vhlo(t.element_type)),
    TupleType: lambda t: _make("tuple_v1", _types(t.types, to_vhlo)),
    UniformQuantizedPerAxisType: lambda t: _make("quant_per_axis_v1", *map(_part_to_vhlo, parts_of(t))),
    UniformQuantizedType: lambda t: _make("quant_v1", *map(_part_to_vhlo, parts_of(t))),
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
    "complex_v1": lambda t: ComplexType(cast(AnyFloat, from_vhlo(t.element_type))),
    "func_v1": lambda t: FunctionType(_types(t.inputs, from_vhlo), _types(t.outputs, from_vhlo)),
    "future_v1": lambda t: FutureType(_types(t.types, from_vhlo)),
    "buffer_v1": lambda t: MemRefType(from_vhlo(t.element_type), shape_of(t)),
    "tensor_v1": lambda t: TensorType(from_vhlo(t.element_type), shape_of(t), encoding_from_vhlo(t.encoding)),
    "tuple_v1": lambda t: TupleType(cast(Any, _types(t.types, from_vhlo))),
    "quant_per_axis_v1": lambda t: per_axis_of([_part_from_vhlo(p) for p in t.parameters]),
    "quant_v1": lambda t: uniform_of([_part_from_vhlo(p) for p in t.parameters]),
    "unranked_tensor_v1": lambda t: UnrankedTensorType(from_vhlo(t.element_type)),
}
