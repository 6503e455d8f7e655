"""MLIR's checks of tensor, vector and memref types that xDSL leaves out, for text and bytecode."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextvars import ContextVar
from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    AnyTensorType,
    ComplexType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    TensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_tensor_type

LARGEST_SIZE = (1 << 63) - 1
"""MLIR's sizes are i64."""


class TensorEncoding(ABC):
    """An encoding that not every tensor can have."""

    @abstractmethod
    def check_tensor(self, t: AnyTensorType) -> None:
        """Raises `VerifyException` where the tensor type `t` cannot have this encoding."""


_SCALARS = (AnyFloat, IntegerType, IndexType)
_TENSORS = (TensorType, UnrankedTensorType)
_MEMREFS = (MemRefType, UnrankedMemRefType)
_NEVER_IN_TENSORS = (FunctionType, *_MEMREFS, NoneType, *_TENSORS, TupleType)
_OWN_DIALECTS = ("stablehlo", "vhlo", "shape")


def check_shaped_type(t: Attribute) -> None:
    """The elements, sizes and bounds of a type with a shape. Raises `VerifyException`; other types pass."""
    kind = type(t)
    element: Attribute | None = getattr(t, "element_type", None)
    if element is None:
        return
    if issubclass(kind, _TENSORS):
        if isinstance(element, _NEVER_IN_TENSORS):
            raise VerifyException("invalid tensor element type")
        if is_tensor_type(t) and isinstance(t.encoding, TensorEncoding):
            t.encoding.check_tensor(t)
    elif issubclass(kind, VectorType):
        sizes: tuple[int, ...] = cast(Any, t).get_shape()
        if not isinstance(element, _SCALARS):
            raise VerifyException("failed to verify 'elementType': VectorElementTypeInterface instance")
        if any(size <= 0 for size in sizes):
            listed = ", ".join(map(str, sizes))
            raise VerifyException(f"vector types must have positive constant sizes but got {listed}")
    elif issubclass(kind, _MEMREFS) and not _is_in_memory(element):
        raise VerifyException("invalid memref element type")


def _is_in_memory(t: Attribute) -> bool:
    """Whether a memref has such elements: types of other dialects say so of themselves, and those here do not."""
    if isinstance(t, (*_SCALARS, *_MEMREFS, ComplexType, VectorType)):
        return True
    return not isinstance(t, _NEVER_IN_TENSORS) and t.name.partition(".")[0] not in _OWN_DIALECTS


checks_definitions: ContextVar[bool] = ContextVar("checks_definitions", default=True)
"""Off while an op in custom form is read: the verifier, which knows the op, reports what is wrong with it."""
