"""scatter: every update finds its element of the result, then all of them are combined (spec: scatter)."""

from __future__ import annotations

from functools import partial
from math import prod

from xdsl_stablehlo.dialects.stablehlo import ScatterOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.rules.indexing import ScatterDims
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import broadcast

from ...support.positions import flat_index, inside_of, result_index
from ...support.reducer_bodies import combine_at, is_replacement, reducer_exactness
from ...support.regions import RegionBody, result_dtypes
from ...table import Cost, Exactness, register


def eval_scatter(
    *operands: Array, dimensions: ScatterDims, update_computation: RegionBody, owned: bool = False
) -> tuple[Array, ...]:
    """The inputs with slices at `scatter_indices` combined with `updates` by `update_computation`.

    `operands` are the inputs, the scatter indices, and one tensor of updates for each input. Updates are taken in
    row-major order; those whose element would be out of bounds are skipped, each on its own. The first input is
    written to if it is `owned`.
    """
    count = len(operands) // 2
    inputs, scatter_indices, updates = operands[:count], operands[count], operands[count + 1 :]
    shape = inputs[0].shape
    index = result_index(scatter_indices, updates[0].shape, shape, dimensions)
    flat = broadcast(flat_index(index, shape), updates[0].shape)
    inside = inside_of(index, shape)
    dtypes = update_computation.once(result_dtypes)
    results: list[Array] = []
    for x, dtype in zip(inputs, dtypes, strict=True):
        reused = owned and x is inputs[0] and x.dtype == dtype and x.flags.c_contiguous
        results.append(x if reused else x.astype(dtype, order="C"))
    given = [u.astype(t, copy=False) for u, t in zip(updates, dtypes, strict=True)]
    if inside is None:
        flat, *given = [x.reshape(-1) for x in (flat, *given)]
    else:
        inside = broadcast(inside, flat.shape)
        flat, *given = [x[inside] for x in (flat, *given)]
    combine_at(update_computation, tuple([r.reshape(-1) for r in results]), flat, tuple(given))
    return tuple(results)


def _scatter_exactness(op: ScatterOp) -> Exactness:
    if is_replacement(op.update_computation.block):
        return Exactness.EXACT
    return reducer_exactness(op.update_computation)


register(
    ScatterOp,
    lambda op: partial(eval_scatter, dimensions=ScatterDims.of(op.scatter_dimension_numbers)),
    cost=Cost(25_000, 8, work=lambda op: sum(prod(ranked(x).get_shape()) for x in (*op.inputs, *op.updates))),
    regions=("update_computation",),
    exactness=_scatter_exactness,
    in_place=True,
)
