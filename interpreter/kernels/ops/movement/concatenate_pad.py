"""Data movement that changes sizes (spec: concatenate, pad)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from xdsl_stablehlo.dialects.stablehlo import ConcatenateOp, PadOp
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import Varying, first_along, repeated_dimensions

from ....limits import require_memory
from ...table import Cost, as_operands, of_properties, register


def eval_concatenate(*inputs: Array, dimension: int) -> Array:
    """The inputs one after the other along `dimension`."""
    if len(inputs) == 1:
        return inputs[0]
    repeated = [d for d in repeated_dimensions(inputs) if d != dimension]
    if not repeated:
        return np.concatenate(inputs, axis=dimension)
    shape = list(inputs[0].shape)
    shape[dimension] = sum([each.shape[dimension] for each in inputs])
    joined = np.concatenate([first_along(each, repeated) for each in inputs], axis=dimension)
    return np.broadcast_to(joined, shape)


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
    repeated = [d for d in repeated_dimensions([kept]) if kept.shape[d] == shape[d] > 0]
    sizes = [1 if d in repeated else size for d, size in enumerate(shape)]
    require_memory(sizes, operand.dtype)
    result = np.full(sizes, padding_value, operand.dtype)
    for d in repeated:
        target[d] = slice(None)
    result[tuple(target)] = first_along(kept, repeated)
    return np.broadcast_to(result, shape) if repeated else result


def pads_along(low: int, high: int, interior: int) -> bool:
    """Whether padding may add elements along a dimension."""
    return low > 0 or high > 0 or interior > 0


def _concatenate_varying(op: ConcatenateOp, operands: Sequence[Varying]) -> Varying:
    along = as_operands(op, operands)
    dimension = op.dimension.value.data
    return tuple([varies or d == dimension for d, varies in enumerate(along)])


def _pad_varying(op: PadOp, operands: Sequence[Varying]) -> Varying:
    amounts = zip(ints(op.edge_padding_low), ints(op.edge_padding_high), ints(op.interior_padding))
    return tuple([varies or pads_along(*of) for varies, of in zip(operands[0], amounts, strict=True)])


register(
    ConcatenateOp, of_properties(eval_concatenate), cost=Cost(varying=_concatenate_varying), storage=True
)
register(PadOp, of_properties(eval_pad), cost=Cost(6_000, 1, varying=_pad_varying), storage=True)
