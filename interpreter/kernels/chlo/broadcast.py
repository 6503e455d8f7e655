"""CHLO's ops that broadcast their operands, as NumPy does or along `broadcast_dimensions`.

Each is evaluated by the kernel of the op on operands of one shape: `chlo.broadcast_add` by that of `stablehlo.add`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from xdsl.ir import Operation

from xdsl_stablehlo.dialects.base.definition import classes_of
from xdsl_stablehlo.dialects.chlo import op_on_one_shape
from xdsl_stablehlo.dialects.chlo.broadcast import BroadcastOp, BroadcastSelectOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.values.element_types import Array

from ..ops.arithmetic.elementwise import register_elementwise
from ..support.table import Kernel, kernel_of, register_made
from ..support.values import Value


def _broadcast(make: Callable[[Operation], Kernel], op: Operation) -> Kernel:
    """The kernel that `make` returns, after the operand of lower rank got the dimensions that it lacks.

    `broadcast_dimensions` are the dimensions that it has in the other operand; without them they are the last ones.
    """
    compute = make(op)
    ranks = [ranked(operand).get_num_dims() for operand in op.operands]
    dimensions = op.properties.get("broadcast_dimensions")
    if dimensions is None or ranks[0] == ranks[1]:
        return compute
    kept = ints(dimensions)
    spread = tuple(slice(None) if d in kept else np.newaxis for d in range(max(ranks)))

    def run(lhs: Array, rhs: Array) -> Value:
        return compute(lhs[spread], rhs) if ranks[0] < ranks[1] else compute(lhs, rhs[spread])

    return run


for kind in classes_of(BroadcastOp.__module__, "chlo", BroadcastOp):
    known = kernel_of(op_on_one_shape(kind))
    assert known is not None
    register_made(
        kind,
        partial(_broadcast, known.make),
        cost=replace(known.cost, varying=None),
        exactness=known.exactness,
        function=known.function,
        undefined=known.undefined,
        keeps_nans=known.keeps_nans,
        reads_nan_bits=known.reads_nan_bits,
    )

register_elementwise(BroadcastSelectOp, lambda op: np.where, keeps_nans=True)
