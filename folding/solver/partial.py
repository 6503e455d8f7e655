"""Results that are known although not every operand is: constants, selections, sizes, elements of tuples; and scalars
of other dialects, which `tensor.from_elements`, `tensor.extract` and casts lead to and from tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TensorType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.shapes import (
    Shape,
    compatible_types,
    element_type_of,
    is_dynamic,
    is_static,
)
from xdsl_stablehlo.interpreter.kernels.scalars import may_be_cast
from xdsl_stablehlo.interpreter.kernels.support.values import sizes_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.transforms.shapes.dynamic_ops import DYNAMIC_OPS, StaticForm, static_form
from xdsl_stablehlo.values.element_types import dtype_of
from xdsl_stablehlo.values.elements import array_of_scalar

from ..evaluate.evaluation import is_fixed
from ..facts.boxes import known_box
from ..rules.engine import Form
from ..terms.reasons import Code, Refusal
from .analysis import Handler, Solver
from .walk import Steps


def visit_constant(frame: Solver, op: Operation) -> None:
    """Note a constant of StableHLO, or one of `arith`, which is alike."""
    (result,) = op.results
    if not isinstance(result.type, TensorType):
        scalar = array_of_scalar(op.properties["value"])
        if scalar is not None:
            frame.known[result] = scalar
        return
    try:
        frame.known[result] = frame.analysis.folder.constants.of(op)
    except ValueError as error:
        frame.refused[op] = Refusal(Code.FAILED, f"cannot be read: {error}")


def visit_get_dimension_size(frame: Solver, op: hlo.GetDimensionSizeOp) -> Steps | None:
    operand_type = frame.type_of(op.operand)
    if isinstance(operand_type, TensorType):
        size = operand_type.get_shape()[op.dimension.value.data]
        fits = not is_dynamic(size) and size <= np.iinfo(np.int32).max
        if fits and not frame.analysis.is_kept_by_hook(op):
            frame.known[op.results[0]] = np.asarray(size, np.int32)
            return None
    return frame.visit_any(op)


def visit_tuple(frame: Solver, op: Operation) -> None:
    """A tuple of known values is known, and none of them is needed for that."""
    known = frame.knowledge(op.operands)
    parts = tuple([value for value in known if value is not None])
    if len(parts) == len(known) and not frame.analysis.is_kept_by_hook(op):
        frame.known[op.results[0]] = parts


def visit_barrier(frame: Solver, op: Operation) -> None:
    """The results of a barrier that is folded through are its operands."""
    refusal = frame.analysis.folder.permissions.of(op)[1]
    known = [value for value in frame.knowledge(op.operands) if value is not None]
    if len(known) < len(op.operands):
        return
    if refusal is None:
        frame.learn(op.results, tuple(known))
    else:
        frame.refused[op] = refusal


def visit_get_tuple_element(frame: Solver, op: hlo.GetTupleElementOp) -> None:
    owner, index = frame.terms.resolved(op.operand).owner, op.index.value.data
    known = frame.terms.known(op.operand)
    if isinstance(known, tuple) and not frame.analysis.is_kept_by_hook(op):
        frame.known[op.results[0]] = known[index]
    elif isinstance(owner, Operation) and hlo.StableHLO.is_op(owner, "stablehlo.tuple"):
        value = owner.operands[index]
        if not frame.analysis.is_kept_by_hook(op) and value.type == op.results[0].type:
            frame.hand_on(op.results[0], value)


def visit_scatter(frame: Solver, op: hlo.ScatterOp) -> Steps:
    """Inside the update, an element of a splat is known; one of the inputs only if nothing is updated twice."""
    if frame.evaluate(op):
        return
    arguments = op.update_computation.blocks[0].args
    unique = bool(op.unique_indices.value.data)
    splats = [*(op.inputs if unique else [None] * len(op.inputs)), *op.updates]
    for argument, source in zip(arguments, splats):
        element = None if source is None else frame.facts.element(source)
        if element is not None:
            frame.known[argument] = element
    frame.empty_results(op)
    # What the update gives may turn out to be one of its arguments, which rules are about.
    yield frame.walk_regions(op.regions)
    frame.simplify(op)


# ---- scalars of other dialects: as arrays of rank 0 in what is known ----

CAST = "builtin.unrealized_conversion_cast"


def visit_from_elements(frame: Solver, op: Operation) -> None:
    """Note a tensor all of whose elements are constant."""
    declared = op.results[0].type
    if not is_fixed(frame.analysis.folder.permissions.types.of(declared)) or frame.analysis.is_kept_by_hook(
        op
    ):
        return  # no constant of indices can be made, but they are known to those that read them
    numbers = [array for operand in op.operands if (array := frame.array(operand)) is not None]
    if len(numbers) == len(op.operands):
        assert is_tensor_type(declared)
        dtype = dtype_of(declared.element_type)
        frame.known[op.results[0]] = np.array(numbers, dtype).reshape(declared.get_shape())


def visit_extract(frame: Solver, op: Operation) -> None:
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


def visit_dim(frame: Solver, op: Operation) -> None:
    """Note a size that the type of a tensor says, or that of the tensor that is known."""
    tensor, index = op.operands
    place, declared = frame.number(index), frame.type_of(tensor)
    if place is None or not is_tensor_type(declared) or frame.analysis.is_kept_by_hook(op):
        return
    shape = declared.get_shape()
    if not 0 <= place < len(shape):
        frame.refused[op] = Refusal(
            Code.UNDEFINED, f"index {place} is not that of one of {len(shape)} dimensions"
        )
        return
    known = frame.array(tensor) if is_dynamic(shape[place]) else None
    size = shape[place] if known is None else known.shape[place]
    if not is_dynamic(size):
        frame.known[op.results[0]] = np.asarray(size, np.int64)


def visit_cast(frame: Solver, op: Operation) -> None:
    """Note what is cast to a type that stores the same bits: of another sign, or a scalar as a tensor of rank 0."""
    if len(op.operands) != 1 or len(op.results) != 1 or frame.analysis.is_kept_by_hook(op):
        return
    (operand,), (result,) = op.operands, op.results
    origin = _before_cast(operand)
    if origin.type == result.type:
        frame.hand_on(result, origin)
    elif may_be_cast(operand.type, result.type) and (array := frame.array(operand)) is not None:
        frame.known[result] = array.view(dtype_of(element_type_of(result.type)))
    elif frame.is_present(operand):
        frame.refused[op] = Refusal(Code.NO_EVALUATOR, "has no evaluator")


def _before_cast(value: SSAValue) -> SSAValue:
    """The only operand of the cast that defines `value`; `value` itself if no cast defines it."""
    op = value.owner
    if isinstance(op, Operation) and op.name == CAST and len(op.operands) == 1:
        return op.operands[0]
    return value


# ---- dynamic ops whose shape operands are known: they become their static counterparts ----


def known_ints(frame: Solver, value: SSAValue) -> Shape | None:
    """The integers that `value` holds, if it is known."""
    array = frame.array(value)
    return None if array is None else sizes_of(array)


def visit_dynamic(frame: Solver, op: Operation) -> None:
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
    return ranked(static.results[0])


def visit_sized(frame: Solver, op: Operation) -> Steps | None:
    """Evaluate the third operand, sizes that the verifier will look at if they become a constant, and then the op."""
    frame.array(op.operands[2])
    return frame.visit_any(op)


HANDLERS: Mapping[str | type[Operation], Handler] = {
    "stablehlo.get_dimension_size": visit_get_dimension_size,
    "stablehlo.optimization_barrier": visit_barrier,
    "stablehlo.tuple": visit_tuple,
    "stablehlo.get_tuple_element": visit_get_tuple_element,
    "stablehlo.scatter": visit_scatter,
    CAST: visit_cast,
    "tensor.dim": visit_dim,
    "tensor.extract": visit_extract,
    "tensor.from_elements": visit_from_elements,
    **dict.fromkeys(DYNAMIC_OPS, visit_dynamic),
    **dict.fromkeys(("stablehlo.dynamic_conv", "stablehlo.dynamic_gather", "stablehlo.rng"), visit_sized),
}
