"""Data movement that changes sizes (spec: concatenate, pad)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ...dialects.stablehlo import ConcatenateOp, PadOp
from ...dialects.stablehlo.types import ints
from ...element_types import Array
from ..memory import require_memory
from .table import Cost, register


def eval_concatenate(*inputs: Array, dimension: int) -> Array:
    """The inputs one after the other along `dimension`."""
    return inputs[0] if len(inputs) == 1 else np.concatenate(inputs, axis=dimension)


def eval_pad(
    operand: Array,
    padding_value: Array,
    *,
    edge_padding_low: Sequence[int],
    edge_padding_high: Sequence[int],
    interior_padding: Sequence[int],
) -> Array:
    """`operand` with copies of `padding_value` around it and between its elements; negative edges remove elements.

    A view of `operand` where nothing is added.
    """
    shape: list[int] = []
    source: list[slice] = []
    target: list[slice] = []
    for size, low, high, interior in zip(
        operand.shape, edge_padding_low, edge_padding_high, interior_padding, strict=True
    ):
        step = interior + 1
        padded = low + (size - 1) * step + 1 + high if size else low + high
        # Element i lands on low + i * step: those from `first` to before `stop` are inside.
        first = min(max(-(low // step), 0), size)
        stop = max(first, min(size, -((low - padded) // step)))
        shape.append(padded)
        source.append(slice(first, stop))
        target.append(
            slice(low + first * step, low + (stop - 1) * step + 1, step) if stop > first else slice(0)
        )
    kept = operand[tuple(source)]
    if kept.shape == tuple(shape):
        return kept
    require_memory(shape, operand.dtype)
    result = np.full(shape, padding_value, operand.dtype)
    result[tuple(target)] = kept
    return result


register(ConcatenateOp, lambda op: partial(eval_concatenate, dimension=op.dimension.value.data), storage=True)
register(
    PadOp,
    lambda op: partial(
        eval_pad,
        edge_padding_low=ints(op.edge_padding_low),
        edge_padding_high=ints(op.edge_padding_high),
        interior_padding=ints(op.interior_padding),
    ),
    cost=Cost(6_000, 2),
    storage=True,
)
