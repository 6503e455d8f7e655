"""CHLO's ops that broadcast their operands, as NumPy does or along `broadcast_dimensions`."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
from typing_extensions import TypeVar, Unpack
from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Operation

from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array

from ....dialects.stablehlo.hlo_types import ints
from ... import special
from ...numerics import Arithmetic, arithmetic_of
from ..ops.arithmetic.elementwise import (
    libm_if_complex,
    libm_if_float,
    operand_element_type,
    register_elementwise,
    undefined_division,
)
from ..table import ArrayKernel, Cost, Exactness, Facts, register
from .elementwise import binary_kernel

OpT = TypeVar("OpT", bound=Operation)


def register_broadcast(
    op_class: type[OpT], kernel: Callable[[OpT], ArrayKernel], **facts: Unpack[Facts]
) -> None:
    """Register an op on two operands that are broadcast together: `kernel` as NumPy broadcasts it.

    `broadcast_dimensions` say to which dimensions of the other operand those of the one with fewer go; without them
    they are the last ones.
    """

    def make(op: OpT) -> ArrayKernel:
        compute = kernel(op)
        ranks = [ranked(operand).get_num_dims() for operand in op.operands]
        dimensions = op.properties.get("broadcast_dimensions")
        if dimensions is None or ranks[0] == ranks[1]:
            return compute
        kept = ints(cast("DenseArrayBase", dimensions))
        spread = tuple(slice(None) if d in kept else np.newaxis for d in range(max(ranks)))

        def spread_out(lhs: Array, rhs: Array) -> Array:
            return compute(lhs[spread], rhs) if ranks[0] < ranks[1] else compute(lhs, rhs[spread])

        return spread_out

    register(op_class, make, **facts)


def register_broadcast_method(
    op_class: type[OpT], method: Callable[[Arithmetic], ArrayKernel], **facts: Unpack[Facts]
) -> None:
    """Register a broadcasting op that is a method of the arithmetic of its elements."""
    register_broadcast(op_class, lambda op: method(arithmetic_of(operand_element_type(op))), **facts)


def eval_broadcast_compare(op: chlo.BroadcastCompareOp) -> ArrayKernel:
    """The comparison that the attributes of `op` name."""
    compare_type = None if op.compare_type is None else op.compare_type.data.value
    return arithmetic_of(operand_element_type(op)).comparison(
        op.comparison_direction.data.value, compare_type
    )


register_broadcast_method(chlo.BroadcastAddOp, lambda a: a.add)
register_broadcast_method(chlo.BroadcastAndOp, lambda a: a.and_)
register_broadcast_method(chlo.BroadcastAtan2Op, lambda a: a.atan2, exactness=Exactness.LIBM)
register_broadcast(chlo.BroadcastCompareOp, eval_broadcast_compare)
register_broadcast_method(chlo.BroadcastComplexOp, lambda a: a.complex)
register_broadcast_method(
    chlo.BroadcastDivOp, lambda a: a.divide, exactness=libm_if_complex, undefined=undefined_division
)
register_broadcast_method(chlo.BroadcastMaxOp, lambda a: a.maximum)
register_broadcast_method(chlo.BroadcastMinOp, lambda a: a.minimum)
register_broadcast_method(chlo.BroadcastMulOp, lambda a: a.multiply)
register_broadcast_method(chlo.BroadcastNextAfterOp, lambda a: a.next_after)
register_broadcast_method(chlo.BroadcastOrOp, lambda a: a.or_)
register_broadcast(
    chlo.BroadcastPolygammaOp,
    lambda op: binary_kernel(operand_element_type(op), special.polygamma),
    cost=Cost(6_000_000, 12_000),
    exactness=Exactness.LIBM,
)
register_broadcast_method(chlo.BroadcastPowOp, lambda a: a.power, exactness=libm_if_float)
register_broadcast_method(chlo.BroadcastRemOp, lambda a: a.remainder, undefined=undefined_division)
register_elementwise(chlo.BroadcastSelectOp, lambda op: np.where)
register_broadcast_method(chlo.BroadcastShiftLeftOp, lambda a: a.shift_left)
register_broadcast_method(chlo.BroadcastShiftRightArithmeticOp, lambda a: a.shift_right_arithmetic)
register_broadcast_method(chlo.BroadcastShiftRightLogicalOp, lambda a: a.shift_right_logical)
register_broadcast_method(chlo.BroadcastSubOp, lambda a: a.subtract)
register_broadcast_method(chlo.BroadcastXorOp, lambda a: a.xor)
register_broadcast(
    chlo.BroadcastZetaOp,
    lambda op: binary_kernel(operand_element_type(op), special.zeta),
    cost=Cost(500_000, 4_000),
    exactness=Exactness.LIBM,
)
