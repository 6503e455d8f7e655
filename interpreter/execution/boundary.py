"""The boundary of an evaluation: outside of it, values are `Tensor`s; inside, arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TensorType, TupleType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from ..errors import EvaluationError
from ..kernels.values import Value
from ..tensor import Tensor


def wrap(value: Value, value_type: Attribute) -> Any:
    """An array as the `Tensor` of its type, and so inside of tuples; other values as they are."""
    if isinstance(value_type, TensorType):
        return Tensor(cast("AnyTensorType", value_type), value)
    if isinstance(value_type, TupleType):
        return tuple([wrap(v, t) for v, t in zip(value, value_type.types.data, strict=True)])
    return value


def unwrap(value: Any) -> Value:
    """The array of a `Tensor`, and so inside of tuples; other values as they are."""
    if isinstance(value, Tensor):
        return value.array
    if isinstance(value, tuple):
        return tuple([unwrap(v) for v in cast("tuple[Any, ...]", value)])
    return value


def check_arguments(func: FuncOp, args: Sequence[Any]) -> tuple[Value, ...]:
    """`args` as values of the parameter types of `func`. Raises `EvaluationError` where one is not."""
    types = func.function_type.inputs.data
    name = func.sym_name.data
    if len(args) != len(types):
        raise EvaluationError(f"@{name} takes {len(types)} argument(s), but {len(args)} given")
    return tuple([_argument(name, i, arg, t) for i, (arg, t) in enumerate(zip(args, types))])


def _argument(name: str, position: int, arg: Any, value_type: Attribute) -> Value:
    if not isinstance(value_type, TensorType):
        return unwrap(arg)
    tensor_type = cast("AnyTensorType", value_type)
    try:
        if not isinstance(arg, Tensor) and hasattr(arg, "dtype"):
            return Tensor(tensor_type, np.asarray(arg)).array
        tensor = Tensor.of(arg, tensor_type)
    except (ValueError, TypeError, OverflowError) as error:
        raise EvaluationError(f"argument {position} of @{name}: {error}") from None
    return tensor.array
