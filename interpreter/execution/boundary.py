"""The boundary of an evaluation: outside of it, and in traces, values are `Tensor`s; inside, arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TensorType, TupleType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import dtype_of, dtype_or_none

from ..interface.errors import EvaluationError
from ..kernels.support.table import Kernel
from ..kernels.support.values import Foreign, Opaque, Value, is_array, results_of
from ..numerics.tensor import Tensor
from .executor import Call, Step

Result: TypeAlias = "Tensor | Any"
"""A result of a function: a `Tensor`; for types other than tensors a `Token`, a `Future`, or a tuple of results, which
are `Any` here, so that callers need not check."""


def wrap(value: Value, value_type: Attribute) -> Result:
    """An array as the `Tensor` of its type, and so inside of tuples; a scalar as a number of Python's, other values as
    they are."""
    if isinstance(value, np.ndarray):
        return Tensor(value_type, value) if is_tensor_type(value_type) else value.item()
    if isinstance(value, tuple) and isinstance(value_type, TupleType):
        return tuple([wrap(v, t) for v, t in zip(value, value_type.types.data, strict=True)])
    return value.value if isinstance(value, Foreign) else value


def unwrap(value: object) -> Value:
    """The array of a `Tensor`, and so inside of tuples; other values as they are."""
    if isinstance(value, Tensor):
        return value.array
    if isinstance(value, tuple):
        return tuple([unwrap(v) for v in cast("tuple[object, ...]", value)])
    return value if is_array(value) or isinstance(value, Opaque) else Foreign(value)


def check_arguments(func: FuncOp, args: Sequence[object]) -> tuple[Value, ...]:
    """`args` as values of the parameter types of `func`. Raises `EvaluationError` where one is not."""
    types = func.function_type.inputs.data
    name = func.sym_name.data
    if len(args) != len(types):
        raise EvaluationError(f"@{name} takes {len(types)} argument(s), but {len(args)} given")
    return tuple([_argument(name, i, arg, t) for i, (arg, t) in enumerate(zip(args, types))])


def _argument(name: str, position: int, arg: object, value_type: Attribute) -> Value:
    if not is_tensor_type(value_type):
        return _scalar(name, position, arg, value_type)
    try:
        if hasattr(arg, "dtype"):
            return Tensor(value_type, np.asarray(arg)).array
        tensor = Tensor.of(arg, value_type)
    except (ValueError, TypeError, OverflowError) as error:
        hint = _hint(arg, value_type)
        raise EvaluationError(f"argument {position} of @{name}: {error}{hint}") from None
    return tensor.array


def _scalar(name: str, position: int, arg: Any, value_type: Attribute) -> Value:
    """A number as a scalar of its type, an array of rank 0; any other value as it is."""
    dtype = dtype_or_none(value_type)
    if dtype is None or not isinstance(arg, int | float | np.generic):
        return unwrap(arg)
    try:
        return Tensor.of(arg, TensorType(value_type, ())).array
    except (ValueError, TypeError, OverflowError) as error:
        raise EvaluationError(f"argument {position} of @{name}: {error}") from None


def _hint(arg: Any, value_type: AnyTensorType) -> str:
    """A hint for an array that could be converted: NumPy makes float64 and int64 of lists."""
    wanted = dtype_of(value_type.element_type)
    given = getattr(arg, "dtype", wanted)
    if isinstance(arg, Tensor) or given == wanted or tuple(np.shape(arg)) != value_type.get_shape():
        return ""
    return f"; x.astype({wanted.name!r}) converts it, and a list takes the parameter's type"


# Traces: steps are evaluated one by one, nothing is overwritten, and loops run iteration by iteration.


Trace: TypeAlias = Callable[[Operation, tuple[Result, ...]], None]
"""Called with each op and its results after it was evaluated."""


class Traced(NamedTuple):
    """A kernel that calls `trace` with its results."""

    kernel: Kernel
    op: Operation
    single: bool
    trace: Trace

    def __call__(self, *operands: Value, **options: object) -> Value:
        given = self.kernel(*operands, **options)
        values = (given,) if self.single else results_of(given)
        self.trace(self.op, tuple([_shown(v, r.type) for v, r in zip(values, self.op.results, strict=True)]))
        return given if self.single else values


def traced(step: Step, trace: Trace) -> Step:
    """The step with `trace` called for its results; a call stays, as its callee is traced."""
    if isinstance(step.kernel, Call):
        return step
    return step.with_kernel(lambda kernel, single: Traced(kernel, step.op, single, trace))


def _shown(value: Value, declared: Attribute) -> Result:
    """A result for a trace; in the body of a reduction, those of all elements that are evaluated at once."""
    if not is_tensor_type(declared):
        return wrap(value, declared)
    array = np.asarray(value)
    shape = declared.get_shape()
    return wrap(array, declared if shape == array.shape else TensorType(declared.element_type, array.shape))
