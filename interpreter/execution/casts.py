"""What `builtin.unrealized_conversion_cast` means between types that store the same bits. MLIR leaves it open."""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import are_stored_alike, dtype_of

from ..tensor import Tensor


def element_of(t: Attribute) -> Attribute:
    """The element type of a tensor; a scalar's own type."""
    return t.element_type if is_tensor_type(t) else t


def may_be_cast(given: Attribute, wanted: Attribute) -> bool:
    """Whether a value of one type is one of the other: as many elements of the same bits, where a scalar is one."""
    shapes = [t.get_shape() if is_tensor_type(t) else () for t in (given, wanted)]
    return shapes[0] == shapes[1] and are_stored_alike(element_of(given), element_of(wanted))


def cast_value(value: Any, given: Attribute, wanted: Attribute) -> Any:
    """A `Tensor` or a Python number of the type `given` as one of the type `wanted`, for which `may_be_cast` holds."""
    array = value.array if isinstance(value, Tensor) else np.array(value, dtype_of(given))
    array = array.view(dtype_of(element_of(wanted)))
    return Tensor(wanted, array) if is_tensor_type(wanted) else array.item()
