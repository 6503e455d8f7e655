"""`isinstance` for generic attribute classes, as type guards: a type checker leaves their parameters unknown."""

from __future__ import annotations

from typing import TypeAlias, TypeGuard

from xdsl.dialects import builtin
from xdsl.dialects.builtin import (
    AnyFloat,
    AnyTensorType,
    ArrayAttr,
    ComplexType,
    IndexType,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, Operation

WIDEST = (1 << 24) - 1
"""MLIR has no wider integers."""


def is_integer_type(t: object) -> TypeGuard[IntegerType]:
    """An integer type, index excluded."""
    return isinstance(t, IntegerType)


IntegerOrIndex: TypeAlias = IntegerType | IndexType


def is_integer_or_index(t: object) -> TypeGuard[IntegerOrIndex]:
    """An integer type, or index."""
    return isinstance(t, IntegerType | IndexType)


def is_scalar_attr(a: object) -> TypeGuard[builtin.IntegerAttr | builtin.FloatAttr]:
    """The attribute of one integer or float."""
    return isinstance(a, builtin.IntegerAttr | builtin.FloatAttr)


def is_complex_type(t: object) -> TypeGuard[ComplexType[AnyFloat]]:
    """A complex type."""
    return isinstance(t, ComplexType)


def is_tensor_type(t: object) -> TypeGuard[AnyTensorType]:
    """A ranked tensor type."""
    return isinstance(t, TensorType)


def is_dense_array(a: object) -> TypeGuard[builtin.DenseArrayBase]:
    """`array<f32: ..>`, of integers or floats."""
    return isinstance(a, builtin.DenseArrayBase)


def is_array_of_integers(a: object) -> TypeGuard[builtin.DenseArrayBase[IntegerType]]:
    """`array<i64: ..>`, or one of another integer type."""
    return is_dense_array(a) and is_integer_type(a.elt_type)


def is_without_shape(t: object) -> TypeGuard[builtin.UnrankedTensorType | builtin.UnrankedMemRefType]:
    """A tensor or memref type without a shape."""
    return isinstance(t, builtin.UnrankedTensorType | builtin.UnrankedMemRefType)


def is_shaped(t: object) -> TypeGuard[AnyTensorType | builtin.VectorType | builtin.MemRefType]:
    """A type of a shape whose elements can be written out."""
    return isinstance(t, TensorType | builtin.VectorType | builtin.MemRefType)


def is_array_attr(a: object) -> TypeGuard[ArrayAttr[Attribute]]:
    """An array of attributes."""
    return isinstance(a, ArrayAttr)


def is_dense(a: object) -> TypeGuard[builtin.DenseIntOrFPElementsAttr[builtin.AnyDenseElement]]:
    """xDSL's dense elements."""
    return isinstance(a, builtin.DenseIntOrFPElementsAttr)


def name_of(op: Operation) -> str:
    """The name of an op, registered or not."""
    return op.op_name.data if isinstance(op, builtin.UnregisteredOp) else op.name
