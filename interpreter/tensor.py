"""Tensors and elements: MLIR's tensor types together with NumPy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute

from ..elements import Array, array_of, attribute_of, dtype_of
from .errors import EvaluationError

__all__ = ["DeclaredForm", "Element", "Tensor", "array_of", "attribute_of", "conform", "declared_form"]


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
    """The form of arrays of `value_type`; None for types that are not tensors."""
    if not isinstance(value_type, TensorType):
        return None
    shape = value_type.get_shape()
    return DeclaredForm(dtype_of(value_type.element_type), None if -1 in shape else shape)


def conform(value: Any, form: DeclaredForm) -> Array:
    """A kernel's result as the array that its type declares: NumPy gives scalars for rank 0."""
    array = np.asarray(value)
    if not form.holds(array):
        raise EvaluationError(
            f"evaluates to {array.dtype}{list(array.shape)} where {form.dtype}{list(form.shape or ())} is declared"
        )
    return array
