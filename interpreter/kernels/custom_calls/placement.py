"""Custom calls that compute nothing: placement on devices, and assertions about sizes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import StringAttr

from xdsl_stablehlo.transforms.shapes.refinements import UNNAMED, assertion_message
from xdsl_stablehlo.values.element_types import Array

from ...interface.errors import EvaluationError
from ..support.table import VIEW, Cost, Kernel
from ..support.values import Value, raising
from .registry import register_known

if TYPE_CHECKING:
    from xdsl_stablehlo.dialects.stablehlo import CustomCallOp


UNCHANGED = (
    *("Sharding", "LayoutConstraint", "MoveToDevice", "MoveToHost", "annotate_device_placement"),
    *("xla.sdy.FuncResultSharding", "xla.sdy.Sharding"),
)
"""Calls that return their operands. JAX marks those that no pass may drop with `has_side_effect = true`."""


def eval_unchanged(*operands: Value) -> Value:
    """The operands."""
    return operands


for target in UNCHANGED:
    register_known(target, lambda _: eval_unchanged, cost=VIEW)


def _of_one_device(op: CustomCallOp) -> Kernel:
    """The kernel of a call between whole tensors and their parts on each device, if the part is the whole tensor."""
    if op.inputs[0].type == op.results[0].type:
        return eval_unchanged
    return raising(
        EvaluationError("cuts a tensor for each device, which only `sdy.manual_computation` says where")
    )


for target in ("SPMDFullToShardShape", "SPMDShardToFullShape"):
    register_known(target, _of_one_device, cost=VIEW)


register_known("xla.sdy.ShardingGroup", lambda _: lambda *_: (), effects=True)


# `shape_assertion`: a program with symbolic sizes checks the sizes of its arguments.


def eval_shape_assertion(condition: Array, *inputs: Array, error_message: str) -> Value:
    """Raise `EvaluationError` with the message if the condition is false; `{0}` in it is the first input.

    Also where the condition, or an input of the message, is no scalar: no verifier checks their types.
    """
    _check_scalar(0, condition)
    if condition:
        return ()
    for number, value in enumerate(inputs, start=1):
        _check_scalar(number, value)
    raise EvaluationError(assertion_message(error_message, [each.item() for each in inputs]))


def _check_scalar(number: int, value: Array) -> None:
    if value.ndim:
        raise EvaluationError(
            f"expects a scalar as operand {number}, not one of the shape {list(value.shape)}"
        )


def _shape_assertion(op: CustomCallOp) -> Kernel:
    message = op.attributes.get("error_message")
    text = message.data if isinstance(message, StringAttr) else UNNAMED
    return partial(eval_shape_assertion, error_message=text)


register_known("shape_assertion", _shape_assertion, effects=True, asserts=True, cost=Cost(2_000))
