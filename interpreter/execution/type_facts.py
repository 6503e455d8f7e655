"""Facts that a type guarantees for its values: dtype, shape, sizes."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.base.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo.shapes import all_bounds_of, element_type_of, is_dynamic, is_static
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.identity_cache import IdentityCache
from xdsl_stablehlo.text.shaped_types import LARGEST_SIZE
from xdsl_stablehlo.values.element_types import Array, DType, dtype_or_none, holds_complex, is_native

from ..interface.errors import EvaluationError

ANY_SIZE = range(LARGEST_SIZE + 1)
"""The sizes of a dimension of which nothing is known."""

COMPLEX_ARITHMETIC = 8
"""Nanoseconds that arithmetic on a complex element takes, about."""


class DeclaredForm(NamedTuple):
    """The dtype and shape that a result type promises of its array."""

    dtype: DType
    shape: tuple[int, ...] | None
    """None where some size is only known at run time."""
    sizes: tuple[range, ...] | None = None
    """The sizes that each dimension may have then; None where there may be any number of dimensions."""

    def holds(self, value: Any) -> bool:
        if value.__class__ is not np.ndarray or value.dtype != self.dtype:
            return False
        shape, sizes = value.shape, self.sizes
        if shape == self.shape or self.shape is not None:
            return shape == self.shape
        return sizes is None or (len(shape) == len(sizes) and all(n in some for n, some in zip(shape, sizes)))

    def __str__(self) -> str:
        if self.sizes is None:
            return f"{self.dtype}{list(self.shape or ())}"
        ends = [(sizes[0], sizes[-1]) for sizes in self.sizes]
        texts = [str(a) if a == b else "?" if b == LARGEST_SIZE else f"{a} to {b}" for a, b in ends]
        return f"{self.dtype}[{', '.join(texts)}]"


def declared_form(value_type: Attribute) -> DeclaredForm | None:
    """The form of arrays of `value_type`; None for types that are not tensors of the specification."""
    dtype = dtype_or_none(value_type.element_type) if is_tensor_type(value_type) else None
    if not is_tensor_type(value_type) or dtype is None:
        return None
    shape = value_type.get_shape()
    if is_static(shape):
        return DeclaredForm(dtype, shape)
    sizes = [
        range(size, size + 1) if not is_dynamic(size) else ANY_SIZE if is_dynamic(bound) else range(bound + 1)
        for size, bound in zip(shape, all_bounds_of(value_type))
    ]
    return DeclaredForm(dtype, None, tuple(sizes))


def conform(value: object, form: DeclaredForm) -> Array:
    """A kernel's result, which may be a scalar of NumPy's, as an array. Raises `EvaluationError` for another form."""
    array = np.asarray(value)
    if not form.holds(array):
        raise EvaluationError(f"evaluates to {array.dtype}{list(array.shape)} where {form} is declared")
    return array


def conformed(value: Any, form: DeclaredForm | None) -> Any:
    """`value` in the form that its type declares, if any."""
    return value if form is None or form.holds(value) else conform(value, form)


class TypeFacts(NamedTuple):
    """Frequently used facts of the type of a value."""

    form: DeclaredForm | None
    elements: int | None
    """The number of elements; None if a size is unknown, 0 for types other than tensors."""
    bytes: int | None
    """The bytes of all elements; None if a size is unknown, 0 for types other than tensors."""
    quantized: bool
    arithmetic: int
    """Approximate nanoseconds of arithmetic on one element."""
    function: int
    """Approximate nanoseconds of a function of the mathematical library on one element."""


def facts_of(value_type: Attribute) -> TypeFacts:
    """The facts of `value_type`."""
    form = declared_form(value_type)
    if form is None:
        return TypeFacts(None, 0, 0, False, 1, 0)
    elements = None if form.shape is None else prod(form.shape)
    size = None if elements is None else elements * form.dtype.itemsize
    quantized = isinstance(element_type_of(value_type), AnyQuantizedType)
    return TypeFacts(form, elements, size, quantized, _arithmetic(form.dtype), _function(form.dtype))


class KnownTypes(IdentityCache[Attribute, TypeFacts]):
    """Facts of types, each type asked once."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(facts_of)


def _arithmetic(dtype: DType) -> int:
    if holds_complex(dtype):
        return COMPLEX_ARITHMETIC
    if is_native(dtype) and dtype != np.float16:
        return 1
    # Through float32 and back: by shifts for bf16, by far more for the others.
    return 4 if dtype.itemsize == 2 and dtype != np.float16 else 12


def _function(dtype: DType) -> int:
    # Those of doubles are computed in double-double.
    return 400 if dtype == np.float64 else 60 if holds_complex(dtype) else 25
