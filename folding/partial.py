"""What is known although not every operand is: constants themselves, selections, sizes, elements of tuples."""

from __future__ import annotations

from typing import cast

import numpy as np
from xdsl.dialects.arith import ConstantOp as ArithConstantOp
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import (
    ConstantOp,
    GetDimensionSizeOp,
    GetTupleElementOp,
    SelectOp,
    TupleOp,
)
from xdsl_stablehlo.elements import array_of

from .analysis import HANDLERS, Frame
from .reasons import Code, Refusal
from .values import compressed


def visit_constant(frame: Frame, op: Operation) -> None:
    op = cast("ConstantOp | ArithConstantOp", op)
    if not isinstance(op.results[0].type, TensorType):
        return
    try:
        frame.known[op.results[0]] = array_of(op.value)
    except ValueError as error:
        frame.refused[op] = Refusal(Code.FAILED, f"cannot be read: {error}")


def visit_select(frame: Frame, op: Operation) -> None:
    """One side only counts where the predicate is the same for all elements."""
    if frame.evaluate(op) or op in frame.refused:
        return
    op = cast(SelectOp, op)
    predicate = frame.known.get(op.pred)
    if predicate is None or not predicate.size:
        frame.empty_results(op)
        return
    picked = compressed(predicate)
    if picked.all():
        _is_the_same(frame, op, op.on_true)
    elif not picked.any():
        _is_the_same(frame, op, op.on_false)


def visit_get_dimension_size(frame: Frame, op: Operation) -> None:
    op = cast(GetDimensionSizeOp, op)
    operand_type = op.operand.type
    if isinstance(operand_type, TensorType):
        size = operand_type.get_shape()[op.dimension.value.data]
        if size >= 0 and not frame.analysis.is_kept_by_hook(op):
            frame.known[op.results[0]] = np.asarray(size, np.int32)
            return
    frame.visit(op)


def visit_get_tuple_element(frame: Frame, op: Operation) -> None:
    op = cast(GetTupleElementOp, op)
    owner = op.operand.owner
    if not frame.evaluate(op) and isinstance(owner, TupleOp):
        _is_the_same(frame, op, owner.operands[op.index.value.data])


def _is_the_same(frame: Frame, op: Operation, value: SSAValue) -> None:
    """The only result of `op` is always `value`."""
    result = op.results[0]
    if frame.analysis.is_kept_by_hook(op) or value.type != result.type:
        return
    known = frame.known.get(value)
    if known is not None:
        frame.known[result] = known
    else:
        frame.same_as[result] = value


HANDLERS.update(
    {
        ConstantOp: visit_constant,
        ArithConstantOp: visit_constant,
        SelectOp: visit_select,
        GetDimensionSizeOp: visit_get_dimension_size,
        GetTupleElementOp: visit_get_tuple_element,
    }
)
