"""The smallest arguments that still show what some arguments show: zeros, ones, splats, few elements, few bits."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from xdsl.dialects.builtin import BFloat16Type

from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.tensor import Tensor
from xdsl_stablehlo.values.element_types import Array, holds_complex, holds_integers, round_to
from xdsl_stablehlo.values.storage import is_uniform

SIMPLE = 3
"""So many of its own elements an argument is tried to be filled with."""
FEW = 8
"""So many elements that stay are made simpler one by one."""

Trial: TypeAlias = Callable[[Sequence[Any]], bool]
Simplification: TypeAlias = Callable[[Any], Any]


def shrunk(
    arguments: Sequence[Any],
    bound: Container[int],
    still: Trial,
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
        smallest[position] = _by_bits(smallest, position, still, is_over)
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
    still: Trial,
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


def _by_bits(arguments: list[Any], position: int, still: Trial, is_over: Callable[[], bool]) -> Tensor:
    """The argument with simpler numbers where it has some: ones, positive ones, those of fewer bits."""
    argument: Tensor = arguments[position]
    array = argument.array.copy()
    flat = array.reshape(-1)
    simplifications = (
        () if holds_complex(array.dtype) else _INTEGER if holds_integers(array.dtype) else _FLOAT
    )
    for place in [at for at in range(flat.size) if flat[at]][:FEW]:
        for simplify in simplifications:
            kept = flat[place].copy()
            with quiet():
                flat[place] = np.asarray(simplify(kept)).astype(flat.dtype)
            if (
                not flat[place]
                or flat[place].tobytes() == kept.tobytes()
                or is_over()
                or not still(
                    [*arguments[:position], Tensor(argument.type, array.copy()), *arguments[position + 1 :]]
                )
            ):
                flat[place] = kept
    return Tensor(argument.type, array)


def _without_bit(bit: int, element: Any) -> int:
    """An integer with one bit of its magnitude less."""
    magnitude = abs(int(element)) & ~(1 << bit)
    return -magnitude if element < 0 else magnitude


def _constantly(element: float) -> Simplification:
    return lambda _: element


def _rounded(element: Any) -> Any:
    """A float with the mantissa of a bf16."""
    return round_to(np.asarray(element, np.float64), BFloat16Type())


_INTEGER: Sequence[Simplification] = (
    _constantly(1),
    lambda element: abs(int(element)),
    *[partial(_without_bit, bit) for bit in reversed(range(64))],
)
# The simplest of them last: each one that still shows the difference takes the place of the one before.
_FLOAT: Sequence[Simplification] = (*map(_constantly, (-0.5, 0.5, 1.0)), np.abs, np.trunc, _rounded)
