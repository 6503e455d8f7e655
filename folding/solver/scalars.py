"""Scalars of other dialects: as arrays of rank 0 in what is known, and as `arith.constant` in the program.

`tensor.from_elements`, `tensor.extract` and casts lead from them to tensors and back.
"""

from __future__ import annotations

import numpy as np
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo.ops.structure.constant import may_be_constant
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.interpreter.execution.boundary import may_be_cast
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import dtype_of

from ..facts.boxes import known_box
from ..reasons import Code, Refusal
from .analysis import HANDLERS, Frame

CAST = "builtin.unrealized_conversion_cast"


def visit_from_elements(frame: Frame, op: Operation) -> None:
    """Note a tensor all of whose elements are constant."""
    declared = op.results[0].type
    if not is_tensor_type(declared) or not may_be_constant(declared) or frame.analysis.is_kept_by_hook(op):
        return
    numbers = [array for operand in op.operands if (array := frame.array(operand)) is not None]
    if len(numbers) == len(op.operands):
        dtype = dtype_of(declared.element_type)
        frame.known[op.results[0]] = np.array(numbers, dtype).reshape(declared.get_shape())


def visit_extract(frame: Frame, op: Operation) -> None:
    """Note an element that is known, of a tensor that need not be."""
    tensor, *indices = op.operands
    places = [place for index in indices if (place := frame.number(index)) is not None]
    if len(places) < len(indices) or not is_tensor_type(tensor.type) or frame.analysis.is_kept_by_hook(op):
        return
    shape = tensor.type.get_shape()
    if not all(0 <= place < size for place, size in zip(places, shape)):
        frame.refused[op] = Refusal(
            Code.UNDEFINED, f"index {places} is not in the index space of {list(shape)}"
        )
        return
    element = known_box(frame.facts, tensor, tuple([range(place, place + 1) for place in places]))
    if element is None and (whole := frame.array(tensor)) is not None:
        element = whole[tuple(places)]
    if element is not None:
        frame.known[op.results[0]] = np.asarray(element).reshape(())


def visit_cast(frame: Frame, op: Operation) -> None:
    """Note what is cast to a type that stores the same bits: of another sign, or a scalar as a tensor of rank 0."""
    if len(op.operands) != 1 or len(op.results) != 1 or frame.analysis.is_kept_by_hook(op):
        return
    (operand,), (result,) = op.operands, op.results
    origin = _before_cast(operand)
    if origin.type == result.type:
        frame.hand_on(result, origin)
    elif may_be_cast(operand.type, result.type) and (array := frame.array(operand)) is not None:
        frame.known[result] = array.view(dtype_of(element_type_of(result.type)))


def _before_cast(value: SSAValue) -> SSAValue:
    """What was cast to `value` as the only operand; `value` where no cast defines it."""
    op = value.owner
    if isinstance(op, Operation) and op.name == CAST and len(op.operands) == 1:
        return op.operands[0]
    return value


HANDLERS.update(
    {
        CAST: visit_cast,
        "tensor.extract": visit_extract,
        "tensor.from_elements": visit_from_elements,
    }
)
