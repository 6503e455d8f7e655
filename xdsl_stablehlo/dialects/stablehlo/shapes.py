"""Shapes with unknown sizes: what is compatible, what two types agree on. The only place that knows of `?` and bounds."""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType, TupleType
from xdsl.ir import Attribute

DYNAMIC = DYNAMIC_INDEX
"""The size of a dimension that is not known: `?`. No rule computes with it."""


def is_dynamic(size: int) -> bool:
    return size == DYNAMIC


def is_static(shape: tuple[int, ...]) -> bool:
    """Whether every size is known."""
    return DYNAMIC not in shape


def compatible_sizes(lhs: int, rhs: int) -> bool:
    """Whether two sizes can be the same at run time."""
    return lhs == rhs or lhs == DYNAMIC or rhs == DYNAMIC


def compatible_shapes(lhs: tuple[int, ...], rhs: tuple[int, ...]) -> bool:
    """Whether two shapes can be the same at run time."""
    return lhs == rhs or (len(lhs) == len(rhs) and all(map(compatible_sizes, lhs, rhs)))


def compatible_types(lhs: Attribute, rhs: Attribute) -> bool:
    """Whether a value of one type may stand where the other is declared (spec: "compatible" types)."""
    if lhs == rhs:
        return True
    if isinstance(lhs, TensorType) and isinstance(rhs, TensorType):
        return lhs.element_type == rhs.element_type and compatible_shapes(lhs.get_shape(), rhs.get_shape())
    if isinstance(lhs, TupleType) and isinstance(rhs, TupleType):
        pairs = zip(lhs.types.data, rhs.types.data, strict=False)
        return len(lhs.types) == len(rhs.types) and all(compatible_types(a, b) for a, b in pairs)
    return False
