"""What is known although not every operand is: constants themselves, selections, sizes, elements of tuples."""

from __future__ import annotations

from typing import cast

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.shapes import is_dynamic
from xdsl_stablehlo.values.elements import array_of_scalar

from ..reasons import Code, Refusal
from .analysis import HANDLERS, Frame, Steps, resolved


def visit_constant(frame: Frame, op: Operation) -> None:
    (result,) = op.results
    value = cast("hlo.ConstantOp", op).value  # or one of `arith`, which is alike
    if not isinstance(result.type, TensorType):
        scalar = array_of_scalar(value)
        if scalar is not None:
            frame.known[result] = scalar
        return
    try:
        frame.known[result] = frame.analysis.folder.constants.of(op)
    except ValueError as error:
        frame.refused[op] = Refusal(Code.FAILED, f"cannot be read: {error}")


def visit_get_dimension_size(frame: Frame, op: Operation) -> Steps | None:
    op = cast("hlo.GetDimensionSizeOp", op)
    operand = resolved(frame, op.operand)
    operand_type = operand.type
    if isinstance(operand_type, TensorType):
        size = frame.shapes.get(operand, operand_type.get_shape())[op.dimension.value.data]
        fits = not is_dynamic(size) and size <= np.iinfo(np.int32).max
        if fits and not frame.analysis.is_kept_by_hook(op):
            frame.known[op.results[0]] = np.asarray(size, np.int32)
            return None
    return frame.visit_any(op)


def visit_tuple(frame: Frame, op: Operation) -> None:
    """A tuple of known values is known, and none of them is needed for that."""
    known = frame.knowledge(op.operands)
    parts = tuple([value for value in known if value is not None])
    if len(parts) == len(known) and not frame.analysis.is_kept_by_hook(op):
        frame.known[op.results[0]] = parts


def visit_barrier(frame: Frame, op: Operation) -> None:
    """What a barrier that is folded through hands on is known, and not needed for that."""
    refusal = frame.analysis.folder.permissions.of(op)[1]
    known = [value for value in frame.knowledge(op.operands) if value is not None]
    if len(known) < len(op.operands):
        return
    if refusal is None:
        frame.learn(op.results, tuple(known))
    else:
        frame.refused[op] = refusal


def visit_get_tuple_element(frame: Frame, op: Operation) -> None:
    op = cast("hlo.GetTupleElementOp", op)
    owner, index = resolved(frame, op.operand).owner, op.index.value.data
    known = frame.terms.known(op.operand)
    if isinstance(known, tuple) and not frame.analysis.is_kept_by_hook(op):
        frame.known[op.results[0]] = known[index]
    elif isinstance(owner, Operation) and hlo.StableHLO.is_op(owner, "stablehlo.tuple"):
        _is_the_same(frame, op, owner.operands[index])


def visit_scatter(frame: Frame, op: Operation) -> Steps:
    """Inside the update, an element of a splat is known; one of the inputs only if nothing is updated twice."""
    if frame.evaluate(op):
        return
    op = cast("hlo.ScatterOp", op)
    arguments = op.update_computation.blocks[0].args
    unique = bool(op.unique_indices.value.data)
    splats = [*(op.inputs if unique else [None] * len(op.inputs)), *op.updates]
    for argument, source in zip(arguments, splats):
        element = None if source is None else frame.element(source)
        if element is not None:
            frame.known[argument] = element
    frame.empty_results(op)
    # What the update gives may turn out to be one of its arguments, which rules are about.
    yield frame.inside(op)
    frame.simplify(op)


def _is_the_same(frame: Frame, op: Operation, value: SSAValue) -> None:
    """The only result of `op` is always `value`."""
    if not frame.analysis.is_kept_by_hook(op) and value.type == op.results[0].type:
        frame.hand_on(op.results[0], value)


HANDLERS.update(
    {
        "stablehlo.constant": visit_constant,
        "stablehlo.get_dimension_size": visit_get_dimension_size,
        "stablehlo.optimization_barrier": visit_barrier,
        "stablehlo.tuple": visit_tuple,
        "stablehlo.get_tuple_element": visit_get_tuple_element,
        "stablehlo.scatter": visit_scatter,
    }
)
