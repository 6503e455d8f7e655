"""`shape_assertion`: what a program with symbolic sizes expects of the sizes that it is called with."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import StringAttr

from xdsl_stablehlo.transforms.shapes.stablehlo_check_shape_assertions import UNNAMED, assertion_message
from xdsl_stablehlo.values.element_types import Array

from ...errors import EvaluationError
from ..support.values import Value
from ..table import Cost, Kernel
from .registry import register_known

if TYPE_CHECKING:
    from ....dialects.stablehlo import CustomCallOp


def eval_shape_assertion(condition: Array, *inputs: Array, error_message: str) -> Value:
    """Raise `EvaluationError` with the message unless the condition holds; `{0}` in it stands for the first input."""
    if condition:
        return ()
    raise EvaluationError(assertion_message(error_message, [each.item() for each in inputs]))


def _shape_assertion(op: CustomCallOp) -> Kernel:
    message = op.attributes.get("error_message")
    text = message.data if isinstance(message, StringAttr) else UNNAMED
    return partial(eval_shape_assertion, error_message=text)


register_known("shape_assertion", _shape_assertion, effects=True, asserts=True, cost=Cost(2_000))
