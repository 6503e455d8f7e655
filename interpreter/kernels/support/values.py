"""Arguments and results of kernels: values, regions as functions, blocks of large arrays, and copies of ops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar

import numpy as np
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects.stablehlo.hlo_types import ranked_type
from xdsl_stablehlo.ir.graphs import values_read_inside
from xdsl_stablehlo.values.element_types import Array, DType, dtype_of, is_array
from xdsl_stablehlo.values.storage import broadcast

from ...interface.errors import EvaluationError


class Opaque:
    """A value without elements, which ops only pass on."""


Value: TypeAlias = "Array | Opaque | tuple[Value, ...]"
"""An array for a tensor, of storage integers for a quantized one; a Python tuple for a tuple; anything else is opaque.

A kernel returns the value of the only result, or the tuple of all results."""


@dataclass(frozen=True)
class Token(Opaque):
    """A value of `!stablehlo.token`: it orders effects and carries nothing."""


@dataclass(frozen=True)
class Future(Opaque):
    """A value of `!stablehlo.future`: the result of an asynchronous op."""

    value: Value


@dataclass(frozen=True)
class Foreign(Opaque):
    """A value of another dialect's type, as xDSL's interpreter holds it."""

    value: object


def results_of(given: Value) -> tuple[Value, ...]:
    """The results of a kernel of an op with any number of them. Raises `TypeError` for other values than tuples."""
    if isinstance(given, tuple):
        return given
    raise TypeError(f"a kernel gives a {type(given).__name__} in place of a tuple of results")


def as_array(value: Value) -> Array:
    """The value of a tensor as an array, also a scalar of NumPy's. Raises `TypeError` for other values."""
    if is_array(value):
        return value
    if isinstance(value, np.generic):
        return np.asarray(value)
    raise TypeError(f"a {type(value).__name__} stands in place of an array")


def as_arrays(values: Iterable[Value]) -> tuple[Array, ...]:
    """The values of tensors, as `as_array` gives them."""
    return tuple(map(as_array, values))


def most_elements(values: Iterable[Value]) -> int:
    """The number of elements of the largest array; other values count as one."""
    return max([value.size if isinstance(value, np.ndarray) else 1 for value in values], default=1)


def sizes_of(operand: Array) -> tuple[int, ...]:
    """A rank-1 tensor of integers as Python's."""
    return tuple([int(size) for size in operand])


def call_user(function: Callable[..., Value], *operands: Value) -> tuple[Value, ...]:
    """The results of a user's function. It gets read-only arrays, and its results are copied."""
    given = function(*[_read_only(operand) for operand in operands])
    values = given if isinstance(given, tuple) else (given,)
    return tuple(value.copy() if isinstance(value, np.ndarray) else value for value in values)


def raising(error: EvaluationError) -> Callable[..., Value]:
    """The kernel of an op that is an error only if it runs."""

    def refuse(*_: Value, **__: Value) -> Value:
        raise copy(error)

    return refuse


def _read_only(value: Value) -> object:
    if isinstance(value, tuple):
        return tuple(_read_only(part) for part in value)
    if isinstance(value, np.ndarray):
        value = value.view()
        value.flags.writeable = False
    return value.value if isinstance(value, Foreign) else value


# The regions of an op, as arguments of its kernel.


P = ParamSpec("P")
T = TypeVar("T")


class RegionBody(Protocol):
    """A region of one block. Called with the block's arguments, it returns the operands of the terminator."""

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
        """The results for every element of arguments that broadcast together, if it is `elementwise`."""
        ...

    def once(self, fact: Callable[Concatenate[Any, P], T], *others: P.args, **named: P.kwargs) -> T:
        """The result of `fact(self, ...)`, computed once for the block."""
        ...

    def charge(self, work: int) -> None:
        """Count nanoseconds of work besides its runs."""
        ...


class Callee(Protocol):
    """A function of the module that an op runs, one of the `callees` of its kernel."""

    @property
    def enter(self) -> Callable[[], RegionBody]:
        """Returns the function's body."""
        ...


def result_dtypes(body: RegionBody) -> list[DType]:
    """The dtypes of the results of a body of scalars."""
    last = body.block.last_op
    return [] if last is None else [dtype_of(ranked_type(t).element_type) for t in last.operand_types]


def argument_dtypes(body: RegionBody) -> list[DType]:
    """The dtypes of the arguments of a body of tensors."""
    return [dtype_of(ranked_type(a.type).element_type) for a in body.block.args]


def apply(body: RegionBody, *arguments: Array) -> tuple[Array, ...]:
    """A body of scalars for each element of arrays that broadcast together: at once where all its ops allow it."""
    shapes = {array.shape for array in arguments}
    shape = shapes.pop() if len(shapes) == 1 else np.broadcast_shapes(*shapes)
    if body.elementwise:
        return tuple([broadcast(r, shape) for r in body.batched(*arguments)])
    arguments = np.broadcast_arrays(*arguments)
    results = [np.empty(shape, dtype) for dtype in result_dtypes(body)]
    for index in np.ndindex(*shape):
        values = body(*[np.asarray(a[index]) for a in arguments])
        for result, value in zip(results, values, strict=True):
            result[index] = value
    return tuple(results)


# Ops that are not elementwise, but can be evaluated block by block together with elementwise ones.


PAIRWISE = 1 << 16
"""The number of neighbours that are reduced together: a power of two, so that a block is a subtree of the whole."""


class BlockMap(NamedTuple):
    """An op on one array that computes each element from one element: its kernel also works on blocks."""


class BlockRow(NamedTuple):
    """An op without operands that repeats one row."""

    dimension: int
    """The only dimension along which the result varies."""
    row: Callable[[int, int], Array]
    """Returns the elements along the dimension from one index to before another."""


class BlockReduction(NamedTuple):
    """A reduction of all elements of one array, in blocks of `PAIRWISE` neighbours; the last block may be smaller."""

    reduced: Callable[[Array], Array]
    """Reduces one block."""
    finish: Callable[[Array, Array], Array]
    """Returns the result from the reduced blocks and the init value."""


Blockwise: TypeAlias = BlockMap | BlockRow | BlockReduction

OpT = TypeVar("OpT", bound=Operation)


def detached_copy(op: OpT, operand_types: Sequence[Attribute], result_types: Sequence[Attribute]) -> OpT:
    """A copy of `op` on operands of other types, with copies of its regions.

    Neither it nor its regions use values of the program, which may be evaluated in several threads.
    """
    regions: list[Region] = []
    if op.regions:
        outside = list(dict.fromkeys(values_read_inside(op)))
        stand_ins: dict[SSAValue, SSAValue] = dict(
            zip(outside, Block(arg_types=[value.type for value in outside]).args, strict=True)
        )
        regions = [Region() for _ in op.regions]
        for region, copy in zip(op.regions, regions, strict=True):
            region.clone_into(copy, 0, stand_ins)
    return type(op).create(
        operands=Block(arg_types=operand_types).args,
        result_types=result_types,
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        regions=regions,
    )
