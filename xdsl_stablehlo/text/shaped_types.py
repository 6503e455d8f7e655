"""MLIR's checks of tensor, vector and memref types that xDSL leaves out, for text and bytecode."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextvars import ContextVar

from xdsl.dialects import builtin
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_shaped, is_tensor_type, is_without_shape

LARGEST_SIZE = (1 << 63) - 1
"""MLIR's sizes are i64."""


class TensorEncoding(ABC):
    """An encoding that not every tensor can have."""

    @abstractmethod
    def check_tensor(self, t: builtin.AnyTensorType) -> None:
        """Raises `VerifyException` where the tensor type `t` cannot have this encoding."""


_SCALARS = (builtin.AnyFloat, builtin.IntegerType, builtin.IndexType)
_TENSORS = (builtin.TensorType, builtin.UnrankedTensorType)
_MEMREFS = (builtin.MemRefType, builtin.UnrankedMemRefType)
_NEVER_IN_TENSORS = (builtin.FunctionType, *_MEMREFS, builtin.NoneType, *_TENSORS, builtin.TupleType)
_OWN_DIALECTS = ("stablehlo", "vhlo", "shape")


def check_shaped_type(t: Attribute) -> None:
    """The elements, sizes and bounds of a type with a shape. Raises `VerifyException`; other types pass."""
    if not is_shaped(t) and not is_without_shape(t):
        return
    element: Attribute = t.element_type
    if isinstance(t, builtin.VectorType):
        if not isinstance(element, _SCALARS):
            raise VerifyException("failed to verify 'elementType': VectorElementTypeInterface instance")
        if any(size <= 0 for size in t.get_shape()):
            listed = ", ".join(map(str, t.get_shape()))
            raise VerifyException(f"vector types must have positive constant sizes but got {listed}")
    elif isinstance(t, _MEMREFS):
        if not _is_in_memory(element):
            raise VerifyException("invalid memref element type")
    elif isinstance(element, _NEVER_IN_TENSORS):
        raise VerifyException("invalid tensor element type")
    elif is_tensor_type(t) and isinstance(t.encoding, TensorEncoding):
        t.encoding.check_tensor(t)


def _is_in_memory(t: Attribute) -> bool:
    """Whether a memref has such elements: types of other dialects say so of themselves, and those here do not."""
    if isinstance(t, (*_SCALARS, *_MEMREFS, builtin.ComplexType, builtin.VectorType)):
        return True
    return not isinstance(t, _NEVER_IN_TENSORS) and t.name.partition(".")[0] not in _OWN_DIALECTS


checks_definitions: ContextVar[bool] = ContextVar("checks_definitions", default=True)
"""Off while an op in custom form is read: the verifier, which knows the op, reports what is wrong with it."""
