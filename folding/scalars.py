"""Tensors of other dialects' scalars: `tensor.from_elements` of what `arith.constant` defines."""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo.constant import may_be_constant
from xdsl_stablehlo.elements import array_of
from xdsl_stablehlo.guards import is_tensor_type

from .analysis import HANDLERS, Frame
from .values import is_constant


def constant_number(value: SSAValue) -> int | float | None:
    """The number that a scalar constant is; None for any other value."""
    owner = value.owner
    attribute = (
        owner.properties.get("value") if isinstance(owner, Operation) and is_constant(type(owner)) else None
    )
    return attribute.value.data if isinstance(attribute, IntegerAttr | FloatAttr) else None


def visit_from_elements(frame: Frame, op: Operation) -> None:
    """Note a tensor all of whose elements are constant."""
    declared = op.results[0].type
    numbers = [constant_number(operand) for operand in op.operands]
    if None in numbers or not is_tensor_type(declared) or not may_be_constant(declared):
        return
    if not frame.analysis.is_kept_by_hook(op):
        from_list: Any = DenseIntOrFPElementsAttr.from_list
        frame.known[op.results[0]] = array_of(cast(Attribute, from_list(declared, numbers)))


HANDLERS["tensor.from_elements"] = visit_from_elements
