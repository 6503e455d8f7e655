"""The boundary of an evaluation: outside of it, values are `Tensor`s; inside, arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TupleType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import dtype_of

from ..errors import EvaluationError
from ..kernels.support.values import Foreign, Opaque, Value, is_array
from ..tensor import Tensor

Result: TypeAlias = "Tensor | Any"
"""What one result of a function is outside: a `Tensor`, and for the few types that are none a `Token`, a `Future`, or a
tuple of results. `Any` in place of those spares everyone else to ask."""


def wrap(value: Value, value_type: Attribute) -> Result:
    """An array as the `Tensor` of its type, and so inside of tuples; other values as they are."""
    if isinstance(value, np.ndarray) and is_tensor_type(value_type):
        return Tensor(value_type, value)
    if isinstance(value, tuple) and isinstance(value_type, TupleType):
        return tuple([wrap(v, t) for v, t in zip(value, value_type.types.data, strict=True)])
    return value.value if isinstance(value, Foreign) else value


def unwrap(value: Any) -> Value:
    """The array of a `Tensor`, and so inside of tuples; other values as they are."""
    if isinstance(value, Tensor):
        return value.array
    if isinstance(value, tuple):
        return tuple([unwrap(v) for v in cast("tuple[Any, ...]", value)])
    return value if is_array(value) or isinstance(value, Opaque) else Foreign(value)


def check_arguments(func: FuncOp, args: Sequence[Any]) -> tuple[Value, ...]:
    """`args` as values of the parameter types of `func`. Raises `EvaluationError` where one is not."""
    types = func.function_type.inputs.data
    name = func.sym_name.data
    if len(args) != len(types):
        raise EvaluationError(f"@{name} takes {len(types)} argument(s), but {len(args)} given")
    return tuple([_argument(name, i, arg, t) for i, (arg, t) in enumerate(zip(args, types))])


def _argument(name: str, position: int, arg: Any, value_type: Attribute) -> Value:
    if not is_tensor_type(value_type):
        return unwrap(arg)
    try:
        if hasattr(arg, "dtype"):
            return Tensor(value_type, np.asarray(arg)).array
        tensor = Tensor.of(arg, value_type)
    except (ValueError, TypeError, OverflowError) as error:
        hint = _hint(arg, value_type)
        raise EvaluationError(f"argument {position} of @{name}: {error}{hint}") from None
    return tensor.array


def _hint(arg: Any, value_type: AnyTensorType) -> str:
    """What to do about an array of another type that could be converted: NumPy makes float64 and int64 of lists."""
    wanted = dtype_of(value_type.element_type)
    given = getattr(arg, "dtype", wanted)
    if isinstance(arg, Tensor) or given == wanted or tuple(np.shape(arg)) != value_type.get_shape():
        return ""
    return f"; x.astype({wanted.name!r}) converts it, and a list takes the parameter's type"
