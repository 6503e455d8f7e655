"""scan: a loop over one dimension that carries values along and puts results together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array, dtype_of

from ....dialects.chlo import ScanOp
from ..support.regions import RegionBody
from ..support.values import Value
from ..table import Cost, register


def eval_scan(
    *operands: Array,
    inputs: int,
    dimension: int,
    size: int,
    is_reverse: bool,
    outputs: Sequence[tuple[Sequence[int], np.dtype[Any]]],
    body: RegionBody,
) -> tuple[Value, ...]:
    """`body` on each slice of the first `inputs` operands along `dimension`, with the others as the first carries.

    Gives the outputs, whose slices the body returned, and the carries that it returned last.
    """
    slices = [np.moveaxis(operand, dimension, 0) for operand in operands[:inputs]]
    carries: tuple[Value, ...] = operands[inputs:]
    stacked = [np.empty(shape, dtype) for shape, dtype in outputs]
    places = [np.moveaxis(array, dimension, 0) for array in stacked]
    for i in reversed(range(size)) if is_reverse else range(size):
        returned = body(*[np.asarray(array[i]) for array in slices], *carries)
        for place, value in zip(places, returned):
            place[i] = value
        carries = returned[len(places) :]
    return (*stacked, *carries)


def _scan(op: ScanOp) -> partial[tuple[Value, ...]]:
    dimension = op.dimension.value.data
    if op.scan_dim_size is not None:
        size = op.scan_dim_size.value.data
    else:
        size = ranked((*op.inputs, *op.outputs)[0]).get_shape()[dimension]
    types = [ranked(output) for output in op.outputs]
    return partial(
        eval_scan,
        inputs=len(op.inputs),
        dimension=dimension,
        size=size,
        is_reverse=bool(op.is_reverse.value.data),
        outputs=[(t.get_shape(), dtype_of(t.element_type)) for t in types],
    )


register(ScanOp, _scan, cost=Cost(30_000, 5), regions=("body",))
