"""The regions of an op as its kernel sees them: callables, and what can be asked of their blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Block, Operation

from xdsl_stablehlo.values.element_types import Array, dtype_of

from .values import Value

P = ParamSpec("P")
T = TypeVar("T")


class RegionBody(Protocol):
    """A region of one block. Called with the block's arguments it gives what the terminator returns."""

    @property
    def block(self) -> Block: ...

    @property
    def elementwise(self) -> bool:
        """Whether every value is a scalar and every op elementwise, so that it can be `batched`."""
        ...

    @property
    def captured(self) -> tuple[Value, ...]:
        """The values from outside that it reads."""
        ...

    def __call__(self, *arguments: Value) -> tuple[Value, ...]: ...

    def batched(self, *arguments: Array) -> tuple[Array, ...]:
        """What it gives for every element of arguments that broadcast together, if it is `elementwise`."""
        ...

    def once(self, fact: Callable[Concatenate[Any, P], T], *others: P.args, **named: P.kwargs) -> T:
        """What `fact` says of it, asked once for the block."""
        ...

    def charge(self, work: int) -> None:
        """Count nanoseconds of work that is done around its runs."""
        ...


class Callee(Protocol):
    """A function of the module that an op runs, one of the `callees` of its kernel."""

    @property
    def enter(self) -> Callable[[], RegionBody]:
        """Gives the function's body."""
        ...


def result_dtypes(body: RegionBody) -> list[np.dtype[Any]]:
    """The dtypes of what the terminator of a body of scalars returns."""
    last = cast(Operation, body.block.last_op)
    return [dtype_of(cast("AnyTensorType", t).element_type) for t in last.operand_types]


def argument_dtypes(body: RegionBody) -> list[np.dtype[Any]]:
    """The dtypes of the arguments of a body of tensors."""
    return [dtype_of(cast("AnyTensorType", a.type).element_type) for a in body.block.args]


def apply(body: RegionBody, *arguments: Array) -> tuple[Array, ...]:
    """A body of scalars for each element of arrays that broadcast together: at once where all its ops allow it."""
    shape = _common_shape(arguments)
    if body.elementwise:
        # Most results have the shape already: `broadcast_to` takes 3 us to find that out.
        given = body.batched(*arguments)
        return tuple([r if r.shape == shape else np.broadcast_to(r, shape) for r in given])
    arguments = np.broadcast_arrays(*arguments)
    results = [np.empty(shape, dtype) for dtype in result_dtypes(body)]
    for index in np.ndindex(*shape):
        values = body(*[np.asarray(a[index]) for a in arguments])
        for result, value in zip(results, values, strict=True):
            result[index] = value
    return tuple(results)


def _common_shape(arrays: Sequence[Array]) -> tuple[int, ...]:
    shapes = {array.shape for array in arrays}
    return shapes.pop() if len(shapes) == 1 else np.broadcast_shapes(*shapes)
