"""Dynamic ops whose shape operands are known, though not all operands are: they become their static counterparts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects.stablehlo.shapes import Shape, compatible_types, element_type_of, is_static
from xdsl_stablehlo.interpreter.kernels.support.values import sizes_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.transforms.shapes.dynamic_ops import StaticForm, static_form

from ..rules.engine import Form
from ..terms.reasons import Code, Refusal
from .analysis import HANDLERS, Frame, Steps


def known_ints(frame: Frame, value: SSAValue) -> Shape | None:
    """The integers that `value` holds, if it is known."""
    array = frame.array(value)
    return None if array is None else sizes_of(array)


def visit_dynamic(frame: Frame, op: Operation) -> None:
    """Evaluate the op, or replace it by the op with static sizes that does the same."""
    if frame.evaluate(op) or op in frame.refused or frame.analysis.is_kept_by_hook(op):
        return
    frame.empty_results(op)
    operand = frame.terms.resolved(op.operands[0])
    if not is_tensor_type(operand.type) or not is_static(operand.type.get_shape()):
        return
    form = static_form(op, partial(known_ints, frame))
    if form is None:
        return
    declared = op.results[0]
    inferred = _type_of(form, op, frame.terms.resolved)
    if inferred is None:
        return
    if not compatible_types(inferred, declared.type):
        message = f"makes a '{inferred}' where '{declared.type}' is declared"
        frame.refused[op] = Refusal(Code.UNDEFINED, message)
        return
    frame.join(op, Form(tuple(op.operands), partial(form.inferred, element_type_of(declared.type))))


def _type_of(
    form: StaticForm, op: Operation, resolved: Callable[[SSAValue], SSAValue]
) -> AnyTensorType | None:
    """The result type of the op with static sizes; None where the operands do not fit: undefined behaviour."""
    # It is only made to be asked, and must not read the operands of `op`: the program is not to be touched.
    operands = Block(arg_types=[resolved(operand).type for operand in op.operands]).args
    try:
        static = form.inferred(element_type_of(op.results[0].type), operands)
        static.verify_()
    except VerifyException:
        return None
    return cast("AnyTensorType", static.results[0].type)


def visit_sized(frame: Frame, op: Operation) -> Steps | None:
    """Evaluate the third operand, sizes that the verifier will look at if they become a constant, and then the op."""
    frame.array(op.operands[2])
    return frame.visit_any(op)


HANDLERS.update(
    dict.fromkeys(
        (
            "stablehlo.dynamic_broadcast_in_dim",
            "stablehlo.dynamic_pad",
            "stablehlo.dynamic_reshape",
            "stablehlo.real_dynamic_slice",
        ),
        visit_dynamic,
    )
)
HANDLERS.update(
    dict.fromkeys(("stablehlo.dynamic_gather", "stablehlo.dynamic_conv", "stablehlo.rng"), visit_sized)
)
