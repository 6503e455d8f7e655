"""What conditions of rules are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.element_types import Array, is_float, is_int
from xdsl_stablehlo.guards import is_tensor_type

from ..facts.known import Known
from .engine import Outcome

Condition: TypeAlias = "Callable[[Known, Any], bool]"
Gives: TypeAlias = "Callable[[Known, Any], Outcome]"


def operand(index: int) -> Gives:
    """The operand at `index`."""
    return lambda _, op: op.operands[index]


def on_ints(op: Operation) -> bool:
    """Whether the first operand holds integers or booleans."""
    return _holds(op.operands[0], is_int)


def on_float(op: Operation) -> bool:
    """Whether the first operand holds floats."""
    return _holds(op.operands[0], is_float)


def _holds(value: SSAValue, test: Callable[[Any], bool]) -> bool:
    return is_tensor_type(value.type) and test(value.type.element_type)


def splat(known: Known, value: SSAValue, number: float) -> bool:
    """Whether all elements of `value` are `number`, to the bit (-0.0 is not 0.0)."""
    element = known.element(value)
    if element is None or np.iscomplexobj(element):
        return False
    wanted = np.asarray(number).astype(element.dtype)
    return wanted.tobytes() == element.tobytes()


def constant_like(value: SSAValue, element: Array) -> Array | None:
    """A constant with the static type of `value` and one element everywhere; None where a size is not known."""
    if not is_tensor_type(value.type) or min(value.type.get_shape(), default=0) < 0:
        return None
    return np.broadcast_to(element, value.type.get_shape())
