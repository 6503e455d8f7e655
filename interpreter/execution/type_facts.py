"""What a type promises of its values: dtype, shape, sizes."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute

from ...dialects.quant import AnyQuantizedType
from ...dialects.stablehlo.shapes import element_type_of
from ...element_types import Array, dtype_or_none, holds_complex, is_native
from ...guards import is_tensor_type
from ...identity_cache import IdentityCache
from ..errors import EvaluationError

COMPLEX_ARITHMETIC = 15
"""Nanoseconds that arithmetic on a complex element takes, about."""


class DeclaredForm(NamedTuple):
    """What a result type promises of its array. `shape` is None where some size is only known at run time."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...] | None

    def holds(self, value: Any) -> bool:
        return (
            value.__class__ is np.ndarray
            and value.dtype == self.dtype
            and (self.shape is None or value.shape == self.shape)
        )


def declared_form(value_type: Attribute) -> DeclaredForm | None:
    """The form of arrays of `value_type`; None for types that are not tensors of the specification."""
    dtype = dtype_or_none(value_type.element_type) if is_tensor_type(value_type) else None
    if not is_tensor_type(value_type) or dtype is None:
        return None
    shape = value_type.get_shape()
    return DeclaredForm(dtype, None if DYNAMIC_INDEX in shape else shape)


def conform(value: Any, form: DeclaredForm) -> Array:
    """A kernel's result as the array that its type declares: NumPy gives scalars for rank 0."""
    array = np.asarray(value)
    if not form.holds(array):
        raise EvaluationError(
            f"evaluates to {array.dtype}{list(array.shape)} where {form.dtype}{list(form.shape or ())} is declared"
        )
    return array


def conformed(value: Any, form: DeclaredForm | None) -> Any:
    """`value` in the form that its type declares, where it declares one."""
    return value if form is None or form.holds(value) else conform(value, form)


class TypeFacts(NamedTuple):
    """What is asked about the type of a value again and again."""

    form: DeclaredForm | None
    elements: int | None
    """How many; None where a size is not known, 0 for what is not a tensor."""
    bytes: int | None
    """Of all elements in an array; None where a size is not known, 0 for what is not a tensor."""
    quantized: bool
    arithmetic: int
    """Nanoseconds that arithmetic on one element takes, about."""


KnownTypes: TypeAlias = IdentityCache[Attribute, TypeFacts]
"""Facts of types, each type asked once."""


def facts_of(value_type: Attribute) -> TypeFacts:
    """The facts of `value_type`."""
    form = declared_form(value_type)
    if form is None:
        return TypeFacts(None, 0, 0, False, 1)
    elements = None if form.shape is None else prod(form.shape)
    size = None if elements is None else elements * form.dtype.itemsize
    quantized = isinstance(element_type_of(value_type), AnyQuantizedType)
    return TypeFacts(form, elements, size, quantized, _arithmetic(form.dtype))


def _arithmetic(dtype: np.dtype[Any]) -> int:
    if holds_complex(dtype):
        return COMPLEX_ARITHMETIC
    # NumPy goes through float32 and back.
    return 12 if not is_native(dtype) or dtype == np.float16 else 1
