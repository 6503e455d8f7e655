"""Dynamic ops whose shape operands are known, though not all operands are: they become their static counterparts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from xdsl.dialects.builtin import AnyTensorType, TensorType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import Shape, compatible_types, is_static
from xdsl_stablehlo.interpreter.kernels.support.values import sizes_of
from xdsl_stablehlo.ir.guards import is_tensor_type

from ..reasons import Code, Refusal
from ..rules.engine import Form
from .analysis import HANDLERS, Frame, Steps

Build: TypeAlias = "Callable[[Sequence[SSAValue]], hlo.HloOp]"
"""Makes an op with static sizes that does what a dynamic one does with these operands."""


def known_ints(frame: Frame, value: SSAValue) -> Shape | None:
    """The integers that `value` holds, if it is known."""
    array = frame.array(value)
    return None if array is None else sizes_of(array)


def visit_dynamic(frame: Frame, op: Operation) -> None:
    """Evaluate the op, or note the op with static sizes that does the same."""
    if frame.evaluate(op) or op in frame.refused or frame.analysis.is_kept_by_hook(op):
        return
    frame.empty_results(op)
    operand = frame.terms.resolved(op.operands[0])
    if not is_tensor_type(operand.type) or not is_static(operand.type.get_shape()):
        return
    build = STATIC_FORMS[op.name](frame, op)
    inferred = None if build is None else _type_of(build, op, frame.terms.resolved)
    declared = op.results[0]
    if build is None or inferred is None:
        return
    if not compatible_types(inferred, declared.type):
        message = f"makes a '{inferred}' where '{declared.type}' is declared"
        frame.refused[op] = Refusal(Code.UNDEFINED, message)
        return
    frame.join(op, Form(tuple(op.operands), build))


def _type_of(build: Build, op: Operation, resolved: Callable[[SSAValue], SSAValue]) -> AnyTensorType | None:
    """The result type of the op that `build` gives; None where the operands do not fit: undefined behaviour."""
    # It is only made to be asked, and must not read the operands of `op`: the program is not to be touched.
    operands = Block(arg_types=[resolved(operand).type for operand in op.operands]).args
    try:
        static = build(operands)
        static.verify_()
    except VerifyException:
        return None
    return cast("AnyTensorType", static.results[0].type)


def _sized(value: SSAValue, shape: Shape) -> AnyTensorType:
    return TensorType(cast("AnyTensorType", value.type).element_type, shape)


def _reshape(frame: Frame, op: Operation) -> Build | None:
    op = cast("hlo.DynamicReshapeOp", op)
    shape = known_ints(frame, op.output_shape)
    return None if shape is None else lambda read: hlo.ReshapeOp(read[0], _sized(op.result, shape))


def _broadcast(frame: Frame, op: Operation) -> Build | None:
    op = cast("hlo.DynamicBroadcastInDimOp", op)
    shape = known_ints(frame, op.output_dimensions)
    if shape is None:
        return None
    return lambda read: hlo.BroadcastInDimOp(read[0], ints(op.broadcast_dimensions), _sized(op.result, shape))


def _pad(frame: Frame, op: Operation) -> Build | None:
    op = cast("hlo.DynamicPadOp", op)
    low = known_ints(frame, op.edge_padding_low)
    high = known_ints(frame, op.edge_padding_high)
    interior = known_ints(frame, op.interior_padding)
    if low is None or high is None or interior is None:
        return None
    return lambda read: hlo.PadOp(read[0], read[1], low, high, interior)


def _slice(frame: Frame, op: Operation) -> Build | None:
    op = cast("hlo.RealDynamicSliceOp", op)
    start = known_ints(frame, op.start_indices)
    limit = known_ints(frame, op.limit_indices)
    strides = known_ints(frame, op.strides)
    if start is None or limit is None or strides is None:
        return None
    return lambda read: hlo.SliceOp(read[0], start, limit, strides)


STATIC_FORMS: dict[str, Callable[[Frame, Operation], Build | None]] = {
    "stablehlo.dynamic_reshape": _reshape,
    "stablehlo.dynamic_broadcast_in_dim": _broadcast,
    "stablehlo.dynamic_pad": _pad,
    "stablehlo.real_dynamic_slice": _slice,
}
"""How each dynamic op is written with static sizes."""

SIZES = 2
"""The operand of other ops that says sizes."""


def visit_sized(frame: Frame, op: Operation) -> Steps | None:
    """Evaluate the sizes, which the verifier will look at if they become a constant, and then the op."""
    frame.array(op.operands[SIZES])
    return frame.visit_any(op)


HANDLERS.update(dict.fromkeys(STATIC_FORMS, visit_dynamic))
HANDLERS.update(
    dict.fromkeys(("stablehlo.dynamic_gather", "stablehlo.dynamic_conv", "stablehlo.rng"), visit_sized)
)
