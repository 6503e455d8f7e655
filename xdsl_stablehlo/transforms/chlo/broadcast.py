"""CHLO's ops that broadcast their operands, in terms of StableHLO's that do not.

Known sizes need broadcast_in_dim, bounded ones the true size besides. Where sizes are known at run time only, ops of
`shape` compute the result's, and assume that the operands fit together.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from math import prod

from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.dialects.chlo.broadcast import BroadcastOp
from xdsl_stablehlo.dialects.shape import (
    AssumingOp,
    AssumingYieldOp,
    BroadcastOp as ShapeBroadcastOp,
    ConstShapeOp,
    CstrBroadcastableOp,
)
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection, ComparisonType
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import all_bounds_of, is_dynamic, with_element_type
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError
from xdsl_stablehlo.programs.verification import ProgramWarning

from ..writing.emit import Emitter
from .numpy_broadcast import numpy_broadcast

BROADCASTS: Mapping[type[Operation], Callable[[SSAValue, SSAValue], Operation]] = {
    chlo.BroadcastAddOp: hlo.AddOp,
    chlo.BroadcastAndOp: hlo.AndOp,
    chlo.BroadcastAtan2Op: hlo.Atan2Op,
    chlo.BroadcastComplexOp: hlo.ComplexOp,
    chlo.BroadcastDivOp: hlo.DivOp,
    chlo.BroadcastMaxOp: hlo.MaxOp,
    chlo.BroadcastMinOp: hlo.MinOp,
    chlo.BroadcastMulOp: hlo.MulOp,
    chlo.BroadcastNextAfterOp: chlo.NextAfterOp,
    chlo.BroadcastOrOp: hlo.OrOp,
    chlo.BroadcastPolygammaOp: chlo.PolygammaOp,
    chlo.BroadcastPowOp: hlo.PowOp,
    chlo.BroadcastRemOp: hlo.RemOp,
    chlo.BroadcastShiftLeftOp: hlo.ShiftLeftOp,
    chlo.BroadcastShiftRightArithmeticOp: hlo.ShiftRightArithmeticOp,
    chlo.BroadcastShiftRightLogicalOp: hlo.ShiftRightLogicalOp,
    chlo.BroadcastSubOp: hlo.SubtractOp,
    chlo.BroadcastXorOp: hlo.XorOp,
    chlo.BroadcastZetaOp: chlo.ZetaOp,
}
"""The op on operands of one shape behind each op that broadcasts them."""


def expand_broadcast(op: BroadcastOp | chlo.BroadcastSelectOp, emit: Emitter) -> Sequence[SSAValue]:
    """All operands in the shape of the result, then the op on them. Raises `LegalizationError` for dimensions that
    are not those of NumPy where that is needed."""
    dims = _dims(op)
    types = [ranked(value) for value in (*op.operands, *op.results)]
    if all(t.has_static_shape() for t in types):
        shape = ranked(op.result).get_shape()
        # A scalar may select between tensors.
        first = int(isinstance(op, chlo.BroadcastSelectOp) and ranked(op.pred).get_num_dims() == 0)
        values = [emit.spread(value, shape, each) for value, each in zip(op.operands[first:], dims[first:])]
        return [emit(_on_one_shape(op, [*op.operands[:first], *values]))]
    sizes = [pair for t in types for pair in zip(t.get_shape(), all_bounds_of(t))]
    if all(not is_dynamic(size) or not is_dynamic(bound) for size, bound in sizes):
        return [emit(_on_one_shape(op, numpy_broadcast(op.operands, emit.all)))]
    return emit.all(_assuming(op, dims, emit))


def _dims(op: BroadcastOp | chlo.BroadcastSelectOp) -> list[Sequence[int]]:
    """The dimensions of the result that those of each operand become: the last ones, or what the op says."""
    rank = ranked(op.result).get_num_dims()
    last = [range(rank - ranked(value).get_num_dims(), rank) for value in op.operands]
    given = None if isinstance(op, chlo.BroadcastSelectOp) else op.broadcast_dimensions
    if given is None:
        return [*last]
    named = ints(given)
    is_static = all(ranked(value).has_static_shape() for value in op.operands)
    fits = len(named) == min(map(len, last)) and all(d < rank for d in named)
    if not fits or (not is_static and named != tuple(min(last, key=len))):
        warning = f"unsupported non prefix-padded dynamic rank broadcast_dimensions = {given}"
        warnings.warn(ProgramWarning(op, warning), stacklevel=2)
        raise LegalizationError(op, f"broadcast_dimensions = {given}")
    return [dims if len(dims) == rank else named for dims in last]


def _on_one_shape(op: BroadcastOp | chlo.BroadcastSelectOp, values: Sequence[SSAValue]) -> Operation:
    """The op on operands that have been broadcast."""
    if isinstance(op, chlo.BroadcastSelectOp):
        pred, on_true, on_false = values
        return hlo.SelectOp(pred, on_true, on_false)
    if isinstance(op, chlo.BroadcastCompareOp):
        direction = ComparisonDirection(op.comparison_direction.data)
        kind = None if op.compare_type is None else ComparisonType(op.compare_type.data)
        return hlo.CompareOp(values[0], values[1], direction, kind)
    return BROADCASTS[type(op)](values[0], values[1])


def _assuming(
    op: BroadcastOp | chlo.BroadcastSelectOp, dims: Sequence[Sequence[int]], emit: Emitter
) -> Operation:
    """The op under the assumption that its operands can be broadcast together."""
    known = [value for value in op.operands if ranked(value).has_static_shape()]
    constant = {value: emit(ConstShapeOp(ranked(value).get_shape())) for value in known}
    shapes = {value: emit.shape_of(value) for value in op.operands if value not in constant} | constant
    witness = emit(CstrBroadcastableOp([*shapes.values()]))
    body = Region(Block())
    terminator = AssumingYieldOp([])
    body.block.add_op(terminator)
    inside = Emitter(terminator)
    # Shapes all of whose sizes are 1 do not matter beside others of the rank of the result.
    rank = ranked(op.result).get_num_dims()
    telling = [shape for value, shape in shapes.items() if prod(ranked(value).get_shape()) != 1]
    widest = max((ranked(shape).get_shape()[0] for shape in telling), default=0)
    result_shape = inside(ShapeBroadcastOp(telling if widest == rank else [*shapes.values()]))
    result_type = ranked(op.result)
    values = [
        inside(
            hlo.DynamicBroadcastInDimOp(
                value, result_shape, each, with_element_type(result_type, ranked(value).element_type)
            )
        )
        for value, each in zip(op.operands, dims, strict=True)
    ]
    terminator.operands = [inside(_on_one_shape(op, values))]
    return AssumingOp(witness, body, op.result_types)
