"""The smallest arguments that still show what some arguments show: zeros, ones, splats, and few elements."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any

import numpy as np

from ..element_types import Array
from ..interpreter.tensor import Tensor
from ..storage import is_uniform

SIMPLE = 3
"""So many of its own elements an argument is tried to be filled with."""


def shrunk(
    arguments: Sequence[Any],
    bound: Container[int],
    still: Callable[[Sequence[Any]], bool],
    is_over: Callable[[], bool],
) -> tuple[Any, ...]:
    """Arguments for which `still` holds, as it does for those given; as small as is found before `is_over`.

    Those at the positions `bound` stay as they are.
    """
    smallest = list(arguments)
    for position, argument in enumerate(smallest):
        if not isinstance(argument, Tensor) or position in bound:
            continue
        for simpler in _wholes(argument):
            smallest[position] = simpler
            if is_over() or still(smallest):
                break
            smallest[position] = argument
        if is_over():
            return tuple(arguments) if not still(smallest) else tuple(smallest)
        smallest[position] = _by_halves(smallest, position, still, is_over)
    return tuple(smallest)


def _wholes(argument: Tensor) -> Iterator[Tensor]:
    """Fillings that are simpler than the argument, the simplest first."""
    array, dtype = argument.array, argument.dtype
    for element in (0, 1):
        yield _filled_with(argument, np.asarray(element).astype(dtype))
        if not _differs(array, np.asarray(element).astype(dtype)):
            return
    if not is_uniform(array):
        for element in array.reshape(-1)[:SIMPLE]:
            yield _filled_with(argument, element)


def _differs(array: Array, element: Array) -> bool:
    return bool(np.broadcast_to(element, array.shape).tobytes() != array.tobytes())


def _filled_with(argument: Tensor, element: Any) -> Tensor:
    return Tensor(argument.type, np.full(argument.shape, element, argument.dtype))


def _by_halves(
    arguments: list[Any],
    position: int,
    still: Callable[[Sequence[Any]], bool],
    is_over: Callable[[], bool],
) -> Tensor:
    """The argument with as many elements zero as possible: parts of it at once, the parts ever smaller."""
    argument: Tensor = arguments[position]
    array = argument.array.copy()
    flat, zero = array.reshape(-1), np.zeros((), argument.dtype)
    width = flat.size // 2
    while width and not is_over():
        for start in range(0, flat.size, width):
            kept = flat[start : start + width].copy()
            if kept.tobytes() == np.full(kept.shape, zero).tobytes():
                continue
            flat[start : start + width] = zero
            if is_over() or not still(
                [*arguments[:position], Tensor(argument.type, array.copy()), *arguments[position + 1 :]]
            ):
                flat[start : start + width] = kept
        width //= 2
    return Tensor(argument.type, array)
