"""`isinstance` for generic attribute classes, as type guards: a type checker leaves their parameters unknown."""

from __future__ import annotations

from typing import Any, TypeGuard

from xdsl.dialects.builtin import (
    AnyDenseElement,
    AnyTensorType,
    ArrayAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute

WIDEST = (1 << 24) - 1
"""MLIR has no wider integers."""


def is_integer_type(t: object) -> TypeGuard[IntegerType]:
    """Any integer type, index excluded."""
    return isinstance(t, IntegerType)


def is_integer_or_index(t: object) -> TypeGuard[IntegerType | IndexType]:
    """Any integer type, and index."""
    return isinstance(t, IntegerType | IndexType)


def is_complex_type(t: object) -> TypeGuard[ComplexType[Any]]:
    """Any complex type."""
    return isinstance(t, ComplexType)


def is_tensor_type(t: object) -> TypeGuard[AnyTensorType]:
    """A ranked tensor type."""
    return isinstance(t, TensorType)


def is_array_attr(a: object) -> TypeGuard[ArrayAttr[Attribute]]:
    """An array of attributes."""
    return isinstance(a, ArrayAttr)


def is_dense(a: object) -> TypeGuard[DenseIntOrFPElementsAttr[AnyDenseElement]]:
    """xDSL's dense elements."""
    return isinstance(a, DenseIntOrFPElementsAttr)
