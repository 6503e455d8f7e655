"""reduce and map (spec: the ops of these names)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from xdsl_stablehlo.dialects.stablehlo import MapOp, ReduceOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import Varying, any_varying, first_along, repeated_dimensions

from ...support.reducer_bodies import (
    Extreme,
    Monoid,
    combined_by,
    computes_elementwise,
    known_reducer,
    reducer_exactness,
)
from ...support.sums import IN_ORDER
from ...support.table import XLA_ELEMENTWISE, Cost, XlaCost, register
from ...support.values import BlockReduction, RegionBody, Value, apply, argument_dtypes, result_dtypes


def eval_reduce(*operands: Array, dimensions: Sequence[int], body: RegionBody) -> tuple[Array, ...]:
    """Each input reduced along `dimensions` by `body`, beginning with its init value.

    `operands` are the inputs, all of one shape, then as many rank-0 init values. The order is that of `sums`; a body of
    other ops than elementwise ones combines one element after the other.
    """
    count = len(operands) // 2
    dtypes = body.once(argument_dtypes)[:count]
    inputs, inits = operands[:count], operands[count:]
    inputs = tuple([x.astype(t, copy=False) for x, t in zip(inputs, dtypes, strict=True)])
    inits = tuple([x.astype(t, copy=False) for x, t in zip(inits, dtypes, strict=True)])
    axes = tuple(sorted(dimensions))
    kept = [size for axis, size in enumerate(inputs[0].shape) if axis not in axes]
    if 0 in inputs[0].shape:
        return tuple([np.broadcast_to(init, kept) for init in inits])
    if not body.elementwise:  # one element after the other
        rows = [np.moveaxis(x, axes, range(-len(axes), 0)).reshape(*kept, -1) for x in inputs]
        results = [np.empty(kept, dtype) for dtype in result_dtypes(body)]
        for index in np.ndindex(*kept):
            accumulated: tuple[Value, ...] = inits
            for i in range(rows[0].shape[-1]):
                accumulated = body(*accumulated, *[np.asarray(row[(*index, i)]) for row in rows])
            for result, value in zip(results, accumulated, strict=True):
                result[index] = value
        return tuple(results)
    repeated = repeated_dimensions(inputs)
    if not repeated or not (repeated := [axis for axis in repeated if axis not in axes]):
        return _reduce_at_once(body, inputs, inits, axes)
    inputs = tuple([first_along(x, repeated) for x in inputs])
    return tuple([np.broadcast_to(r, kept) for r in _reduce_at_once(body, inputs, inits, axes)])


def _reduce_at_once(
    body: RegionBody, inputs: tuple[Array, ...], inits: tuple[Array, ...], axes: tuple[int, ...]
) -> tuple[Array, ...]:
    """`eval_reduce` by a body of elementwise ops."""
    monoid = body.once(Monoid.of)
    if monoid is not None and prod([inputs[0].shape[axis] for axis in axes]) > IN_ORDER:
        return (monoid.reduce(inputs[0], inits[0], axes),)
    extreme = body.once(Extreme.of)
    found = None if extreme is None else extreme.reduce(body, inputs, inits, axes)
    return combined_by(body, inputs, inits, axes) if found is None else found


def eval_map(*inputs: Array, computation: RegionBody) -> Array:
    """`computation` of the elements of the inputs, which have one shape."""
    return apply(computation, *inputs)[0]


def _in_blocks(op: ReduceOp) -> BlockReduction | None:
    """The evaluation of a reduction of one array to a scalar, block by block; None where it needs all at once."""
    known = known_reducer(op.body.block)
    operand = ranked(op.inputs[0])
    if known is None or len(op.inputs) > 1 or known[1] != operand.element_type:
        return None
    is_whole = len(ints(op.dimensions)) == operand.get_num_dims()
    return Monoid(*known).by_blocks(prod(operand.get_shape())) if is_whole else None


def _reduce_varying(op: ReduceOp, operands: Sequence[Varying]) -> Varying:
    rank, axes = ranked(op.inputs[0]).get_num_dims(), ints(op.dimensions)
    along = any_varying(rank, operands) if computes_elementwise(op.body) else (True,) * rank
    return tuple([varies for axis, varies in enumerate(along) if axis not in axes])


register(
    ReduceOp,
    eval_reduce,
    cost=Cost(
        25_000,
        1,
        work=lambda op: sum(prod(ranked(x).get_shape()) for x in op.inputs),
        varying=_reduce_varying,
    ),
    xla=XlaCost(1_800, 0.5, "operands", 10),
    regions=("body",),
    exactness=lambda op: reducer_exactness(op.body),
    in_blocks=_in_blocks,
    reads_nan_bits=lambda op: known_reducer(op.body.block) is None,
)
register(
    MapOp,
    eval_map,
    cost=Cost(15_000, 2),
    xla=XLA_ELEMENTWISE,
    regions=("computation",),
    exactness=lambda op: reducer_exactness(op.computation),
)
