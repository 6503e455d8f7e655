"""The encodings of quantized types, and what such a type consists of: VHLO lists the same parts in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.quant import UniformQuantizedPerAxisType, UniformQuantizedType

from ..format.codec import F64, SVARINT, SVARINTS, TYPE, VARINT, DialectCodec, list_of, struct_of

QuantizedType: TypeAlias = UniformQuantizedType | UniformQuantizedPerAxisType

SIGNED_FLAG = 1
"""The flag of a type whose storage is signed."""

UNIFORM = (VARINT, TYPE, TYPE, F64, SVARINT, SVARINT, SVARINT)
PER_AXIS = (VARINT, TYPE, TYPE, VARINT, SVARINT, SVARINT, list_of(F64, "scales"), SVARINTS)


def parts_of(t: QuantizedType) -> tuple[Any, ...]:
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
QUANT_CODEC.type(4, UniformQuantizedType, struct_of(uniform_of, parts_of, UNIFORM))
QUANT_CODEC.type(5, UniformQuantizedPerAxisType, struct_of(per_axis_of, parts_of, PER_AXIS))
