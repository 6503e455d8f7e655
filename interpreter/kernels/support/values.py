"""What SSA values hold while a program runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from typing_extensions import TypeIs

from xdsl_stablehlo.values.element_types import Array


class Opaque:
    """A value without elements, which ops only hand on."""


Value: TypeAlias = "Array | Opaque | tuple[Value, ...]"
"""An array for a tensor, of storage integers for a quantized one; a Python tuple for a tuple; anything else is opaque.

What a kernel gives is one too: the value of the only result, or the tuple of all results."""


@dataclass(frozen=True)
class Token(Opaque):
    """A value of `!stablehlo.token`: it orders effects and carries nothing."""


@dataclass(frozen=True)
class Future(Opaque):
    """A value of `!stablehlo.future`: what an asynchronous op has given."""

    value: Value


@dataclass(frozen=True)
class Foreign(Opaque):
    """A value of another dialect's type, as xDSL's interpreter holds it."""

    value: object


def results_of(given: Value) -> tuple[Value, ...]:
    """The results of a kernel whose op may have any number of them. Raises `TypeError` where it gives no tuple."""
    if isinstance(given, tuple):
        return given
    raise TypeError(f"a kernel gives a {type(given).__name__} in place of a tuple of results")


def is_array(value: object) -> TypeIs[Array]:
    """Whether a value is that of a tensor."""
    return isinstance(value, np.ndarray)


def as_array(value: Value) -> Array:
    """The value of a tensor, also where it is a scalar of NumPy's, as indexing gives. Raises `TypeError` for others."""
    if is_array(value):
        return value
    if isinstance(value, np.generic):
        return np.asarray(value)
    raise TypeError(f"a {type(value).__name__} stands in place of an array")


def as_arrays(values: Iterable[Value]) -> tuple[Array, ...]:
    """The values of tensors, as `as_array` gives them."""
    return tuple(map(as_array, values))


def most_elements(values: Iterable[Value]) -> int:
    """The elements of the largest array; what is none counts as one."""
    return max([value.size if isinstance(value, np.ndarray) else 1 for value in values], default=1)


def sizes_of(operand: Array) -> tuple[int, ...]:
    """A rank-1 tensor of integers as Python's."""
    return tuple([int(size) for size in operand])


def call_user(function: Callable[..., Value], *operands: Value) -> tuple[Value, ...]:
    """The results of a function of the user's, which gets arrays that it cannot write to, and keeps those it gives."""
    given = function(*[_read_only(operand) for operand in operands])
    values = given if isinstance(given, tuple) else (given,)
    return tuple(value.copy() if isinstance(value, np.ndarray) else value for value in values)


def _read_only(value: Value) -> object:
    if isinstance(value, tuple):
        return tuple(_read_only(part) for part in value)
    if isinstance(value, np.ndarray):
        value = value.view()
        value.flags.writeable = False
    return value.value if isinstance(value, Foreign) else value
