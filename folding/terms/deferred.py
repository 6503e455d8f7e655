"""Deferred values: the results of ops on known operands, evaluated when they are needed.

Decisions before that use sizes. A deferred value has a shape, a dtype, and the dimensions along which its elements can
differ, so that the bytes of a constant for it are known before its elements are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TypeAlias

import numpy as np
from typing_extensions import TypeIs
from xdsl.dialects.func import CallOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.interpreter.kernels.support.table import Entry
from xdsl_stablehlo.interpreter.kernels.support.values import Opaque, Value, is_array
from xdsl_stablehlo.ir.graphs import postorder, structure_of
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import (
    Varying,
    constant_bytes,
    is_repetitive,
    is_splat,
    stored_bytes,
    varying_of,
    varying_part,
)

from ..tuning import KEYED, SAMPLED
from .reasons import Refusal


@dataclass(eq=False, repr=False, slots=True)
class Evaluation:
    """One op with known operands: the cost of its evaluation, and the result."""

    op: Operation
    entry: Entry | None
    """The kernel that evaluates the op; None for a call."""
    operands: tuple[Value, ...]
    """The operands of the op, followed by `captured`."""
    captured: tuple[SSAValue, ...]
    """The values that regions of the op read from outside."""
    work: int | None
    """Nanoseconds, as estimated, of the op itself; None where nobody can tell (a loop, a call)."""
    results: tuple[Deferred, ...] = ()
    values: tuple[Value, ...] | None = None
    """The results, from their evaluation until they are not needed any more."""
    refusal: Refusal | None = None
    """Why they are never evaluated."""
    stays: bool = False
    """Whether the op stays although its results are known, so that the ops inside of it are analysed."""
    bytes: int = 0
    """Bytes of the results that were computed."""
    used: bool = False
    """Whether they went into a constant, or a decision."""
    was_too_long: bool = False
    """Whether a loop or a call took more work than a decision was worth."""
    _structure: object = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.op.parent is None and (self.op.regions or type(self.op) is CallOp):
            self._structure = structure_of(self.op)

    def is_of(self, op: Operation) -> bool:
        """Whether `op`, of the same class and for the same operands, gives the same results.

        An op with regions, or a call, is another one, but for copies that nothing holds (`Terms`).
        """
        if op is self.op:
            return True
        if op.regions or type(op) is CallOp:
            return self._structure is not None and op.parent is None and structure_of(op) == self._structure
        types = [result.type for result in self.op.results]
        return op.properties == self.op.properties and [result.type for result in op.results] == types

    def is_read_outside(self, ops: Collection[Operation]) -> bool:
        """Whether other ops than `ops` read a result of the op."""
        return any(use.operation not in ops for result in self.op.results for use in result.uses)

    def sources(self) -> Iterator[Evaluation]:
        """The evaluations that this one reads."""
        return evaluations_of(self.operands)


@dataclass(eq=False, repr=False, slots=True)
class Deferred(Opaque):
    """One result of an evaluation, of a static tensor type."""

    evaluation: Evaluation
    index: int
    shape: tuple[int, ...]
    dtype: np.dtype[np.generic]
    varying: Varying
    """The dimensions along which elements may differ."""

    @property
    def size(self) -> int:
        """The number of elements of the tensor."""
        return prod(self.shape)

    @property
    def stored(self) -> int:
        """The largest number of elements that are stored."""
        return 0 if 0 in self.shape else prod([n for n, varies in zip(self.shape, self.varying) if varies])

    @property
    def value(self) -> Array | None:
        """The array, if it has been evaluated."""
        values = self.evaluation.values
        value = None if values is None else values[self.index]
        return value if is_array(value) else None


Sized: TypeAlias = "Array | Deferred"
"""A value of a tensor type, with elements or without them."""


def is_sized(value: object) -> TypeIs[Array | Deferred]:
    """Whether a value is that of a tensor."""
    return isinstance(value, (np.ndarray, Deferred))


def evaluations_of(values: Iterable[Value]) -> Iterator[Evaluation]:
    """The evaluations whose results `values` are, those inside of tuples included."""
    for value in values:
        if type(value) is Deferred:
            yield value.evaluation
        elif isinstance(value, tuple):
            yield from evaluations_of(value)


def cone(values: Iterable[Value], enter: Callable[[Evaluation], bool]) -> Iterator[Evaluation]:
    """The evaluations that `values` are computed from, operands first; `enter` decides which are included."""
    roots = [root for root in evaluations_of(values) if enter(root)]
    return postorder(roots, lambda e: [source for source in e.sources() if enter(source)])


def is_pending(evaluation: Evaluation) -> bool:
    """Whether an evaluation is still to be done."""
    return evaluation.values is None and evaluation.refusal is None


def mark_used(evaluations: Iterable[Evaluation]) -> None:
    """Note that evaluations, and those that they read, were used."""
    for evaluation in evaluations:
        evaluation.used = True
        for source in evaluation.sources():
            source.used = True


def is_open(values: Iterable[Value]) -> bool:
    """Whether some of `values` have not been evaluated."""
    return any(evaluation.values is None for evaluation in evaluations_of(values))


def failure_of(value: Value) -> Refusal | None:
    """Why a value cannot be evaluated, if that was tried."""
    failures = [evaluation.refusal for evaluation in evaluations_of((value,))]
    return next((failure for failure in failures if failure is not None), None)


def has_failed(value: Value | None) -> bool:
    """Whether a value cannot be evaluated."""
    return value is not None and failure_of(value) is not None


def evaluated_all(values: Sequence[Value]) -> tuple[Value, ...] | None:
    """The values with their elements, those inside of tuples included; None where some are missing."""
    found: list[Value] = []
    for value in values:
        if type(value) is Deferred:
            results = value.evaluation.values
            if results is None:
                return None
            value = results[value.index]
        elif isinstance(value, tuple):
            parts = evaluated_all(value)
            if parts is None:
                return None
            value = parts
        found.append(value)
    return tuple(found)


# ---- sizes ----


def varies_all(shape: tuple[int, ...]) -> Varying:
    """`Deferred.varying` of a tensor of this shape of whose elements nothing is known."""
    return tuple([n > 1 for n in shape])


def varies_along(value: Value) -> Varying | None:
    """The dimensions along which a tensor's elements may differ; None for other types."""
    if type(value) is Deferred:
        return value.varying
    return varying_of(value) if is_array(value) else None


def largest_size(values: Iterable[Value], stored: bool) -> int:
    """The elements of the largest tensor among `values`, or those of them that are `stored` apart."""
    sizes = [1]
    for value in values:
        if type(value) is Deferred:
            sizes.append(value.stored if stored else value.size)
        elif is_array(value):
            sizes.append(varying_part(value).size if stored else value.size)
    return max(sizes)


def repeats(value: Value) -> bool:
    """Whether a tensor is stored once along some dimension."""
    return value.stored < value.size if type(value) is Deferred else is_array(value) and is_repetitive(value)


def is_one_element(value: Sized) -> bool:
    """Whether a tensor is stored as one element."""
    return not any(value.varying) if type(value) is Deferred else is_array(value) and is_splat(value)


def bytes_stored(value: Value) -> int:
    """Bytes that a value takes in memory while its broadcast dimensions stay broadcast."""
    if is_array(value):
        return stored_bytes(value)
    if type(value) is Deferred:
        return value.stored * value.dtype.itemsize
    return sum(map(bytes_stored, value)) if isinstance(value, tuple) else 0


def bytes_as_constant(value: Value) -> int:
    """Bytes of the constants that hold a value: one element for a splat."""
    if is_array(value):
        return constant_bytes(value)
    if type(value) is Deferred:
        return value.dtype.itemsize * (1 if is_one_element(value) else value.size)
    return sum(map(bytes_as_constant, value)) if isinstance(value, tuple) else 0


def elements_as_constant(value: Value) -> int:
    """The elements of the largest constant that holds a value or a part of it; those of a splat do not count."""
    if isinstance(value, tuple):
        return max(map(elements_as_constant, value), default=0)
    if not isinstance(value, (np.ndarray, Deferred)):
        return 0
    return 0 if is_one_element(value) else value.size


# ---- bitwise equality of known values, and keys for tables of equal values ----


Knowledge: TypeAlias = "tuple[Value | None, ...]"
"""For each value of a sequence its constant, or None if it is not constant."""


def same_value(a: Value, b: Value) -> bool:
    """Whether two values are the same to the bit: -0 is not +0, and a NaN is only the NaN of its own bits."""
    if a is b:
        return True
    if is_array(a) and is_array(b):
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        small_a, small_b = varying_part(a), varying_part(b)
        if small_a.shape == small_b.shape:
            return small_a.tobytes() == small_b.tobytes()
        return a.tobytes() == b.tobytes()
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same_value, a, b))
    return type(a) is type(b) and bool(a == b)


def sample_key(value: Value) -> object:
    """A key that equal values share, and few others: dtype, shape and some elements of an array."""
    if is_array(value):
        return value.dtype, value.shape, _sample(value)
    return tuple(map(sample_key, value)) if isinstance(value, tuple) else id(value)


def _sample(array: Array) -> bytes:
    small = varying_part(array)
    if small.nbytes <= SAMPLED:
        return small.tobytes()
    flat = small.reshape(-1) if small.flags.c_contiguous else small[(slice(0, 4),) * small.ndim].reshape(-1)
    return flat[:: max(1, flat.size // 64)].tobytes()


def content_key(value: Value | Knowledge | None, most: int = KEYED) -> object:
    """A key that equal values of up to `most` bytes share, if they repeat along the same dimensions. A larger value is
    only equal to itself.

    Of what repeats more is known: it may become a constant where an equal value is too large for one.
    """
    if is_array(value):
        small = varying_part(value)
        return (value.dtype, value.shape, small.shape, small.tobytes()) if small.nbytes <= most else id(value)
    if isinstance(value, tuple):
        return tuple([content_key(each, most) for each in value])
    return id(value)
