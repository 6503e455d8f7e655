"""The pass `stablehlo-check-shape-assertions`: assertions about shapes that hold go, and others are errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr, i1, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.passes import ModulePass

from xdsl_stablehlo.dialects.stablehlo import CustomCallOp
from xdsl_stablehlo.dialects.stablehlo.ops.structure.constant import constant_ints
from xdsl_stablehlo.ir.guards import is_tensor_type

from .shape_refinements import ShapeError

MOST_INPUTS = 32
"""Numbers that the message of an assertion may name."""

UNNAMED = "a shape assertion does not hold"
"""The message of an assertion that has none."""

_PLACES = re.compile(r"\{(-?\d+)[^{}]*\}")


def assertion_message(message: str, inputs: Sequence[int]) -> str:
    """The message of an assertion, in which `{0}` stands for the first of its inputs."""

    def said(place: re.Match[str]) -> str:
        number = int(place[1])
        return str(inputs[number]) if 0 <= number < len(inputs) else place[0]

    return _PLACES.sub(said, message)


@dataclass(frozen=True)
class StablehloCheckShapeAssertionsPass(ModulePass):
    """Erases every custom call `shape_assertion` whose condition is a constant that holds.

    Raises `ShapeError` for one that does not hold, with its own message; for one that is not a constant; and for one
    that is not as an assertion has to be. With `enable-shape-assertions=false` all of them are erased unseen.
    """

    name = "stablehlo-check-shape-assertions"

    enable_shape_assertions: bool = True
    """False keeps them all."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in [inner for inner in op.walk() if isinstance(inner, CustomCallOp)]:
            if inner.call_target_name.data == "shape_assertion":
                if self.enable_shape_assertions:
                    _check(inner)
                inner.detach()
                inner.erase()


def _check(op: CustomCallOp) -> None:
    message = _message_of(op)
    condition, *inputs = op.operands
    holds = constant_ints(condition, 1)
    if holds is None:
        raise ShapeError(op, "expects static assert_what (operand #0)")
    if not holds[0]:
        numbers = [constant_ints(each, 1) for each in inputs]
        if None in numbers:
            unknown = numbers.index(None) + 1
            raise ShapeError(op, f"expects static error_message_input (operand #{unknown})")
        raise ShapeError(
            op, assertion_message(message, [number[0] for number in numbers if number is not None])
        )


def _message_of(op: CustomCallOp) -> str:
    """The message of an assertion. Raises `ShapeError` for a call that is not as one has to be."""
    if not 1 <= len(op.operands) <= 1 + MOST_INPUTS:
        raise ShapeError(op, f"expects 1 <= size(operands) <= {1 + MOST_INPUTS}")
    if op.results:
        raise ShapeError(op, "expects size(results) = 0")
    for name in op.attributes:
        if name != "error_message":
            raise ShapeError(op, f"{name} is not a supported attribute")
    if op.backend_config not in (None, StringAttr("")):
        raise ShapeError(op, "expects an empty backend_config")
    if not _is_scalar_of(op.operands[0], i1):
        raise ShapeError(op, "expects assert_what (operand #0) to be a constant of type tensor<i1>")
    for i, operand in enumerate(op.operands[1:], 1):
        if not _is_scalar_of(operand, i32, i64):
            expected = "to be a constant of type tensor<i32> or tensor<i64>"
            raise ShapeError(op, f"expects error_message_input (operand #{i}) {expected}")
    message = op.attributes.get("error_message")
    if not isinstance(message, StringAttr):
        raise ShapeError(op, "expects an error_message attribute")
    for place in _PLACES.finditer(message.data):
        if not 0 <= int(place[1]) < len(op.operands) - 1:
            raise ShapeError(
                op,
                "expects error_message to contain format specifiers with error_message_input index less than "
                f"{len(op.operands) - 1}. Found specifier {place[0]}",
            )
    return message.data


def _is_scalar_of(value: SSAValue, *element_types: Attribute) -> bool:
    return (
        is_tensor_type(value.type) and not value.type.get_shape() and value.type.element_type in element_types
    )
