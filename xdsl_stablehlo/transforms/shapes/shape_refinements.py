"""What custom calls say about the shapes of their results: `indices_of_shape_operands` (StableHLO's dynamism RFC)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import cast

from xdsl.dialects.builtin import ModuleOp, TupleType, UnrankedTensorType, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo.dialects.stablehlo import CustomCallOp
from xdsl_stablehlo.dialects.stablehlo.ops.structure.constant import constant_ints
from xdsl_stablehlo.dialects.stablehlo.shapes import Shape, compatible_shapes
from xdsl_stablehlo.ir.guards import is_dense, is_tensor_type
from xdsl_stablehlo.values.elements import AnyElementsAttr, array_of

SHAPE_OPERANDS = "indices_of_shape_operands"

OPERAND_WRAPPER = "stablehlo.shape_refinement_operand_wrapper"
"""The custom call that stands for an argument until shapes are refined: its first operand, of another type."""


class ShapeError(PassFailedException):
    """What is stated about a shape does not hold; `op` is where, `also` what else does not hold because of it."""

    def __init__(self, op: Operation, message: str, also: Sequence[tuple[Operation, str]] = ()):
        super().__init__(message)
        self.op = op
        self.also = also


def leaves_of(types: Iterable[Attribute]) -> list[Attribute]:
    """The types that are no tuples, those inside of tuples in their places."""
    found: list[Attribute] = []
    for t in types:
        found += leaves_of(t.types) if isinstance(t, TupleType) else [t]
    return found


def shape_operands(op: CustomCallOp) -> tuple[int, ...]:
    """The numbers of the operands that are the shapes of the results, one for each, also for those inside of tuples;
    nothing where the call has none.

    Raises `ShapeError` where the attribute is not as it has to be.
    """
    attribute = op.attributes.get(SHAPE_OPERANDS)
    if attribute is None:
        return ()
    if not is_dense(attribute):
        raise ShapeError(op, f"{SHAPE_OPERANDS}: must be an elements attribute")
    elements = cast(AnyElementsAttr, attribute)
    if len(elements.type.get_shape()) != 1:
        raise ShapeError(op, f"{SHAPE_OPERANDS}: must have rank = 1")
    if elements.type.element_type != i64:
        raise ShapeError(op, f"{SHAPE_OPERANDS}: must have i64 element type")
    indices, operands = array_of(elements).tolist(), len(op.operands)
    results = len(leaves_of(op.result_types))
    if len(indices) != results:
        flattened = "" if results == len(op.results) else ", with tuples flattened"
        raise ShapeError(
            op,
            f"{SHAPE_OPERANDS}: number of elements ({len(indices)}) must be equal to the number of operation results "
            f"({results}){flattened}",
        )
    for i, index in enumerate(indices):
        if not 0 <= index < operands:
            raise ShapeError(
                op,
                f"{SHAPE_OPERANDS}: index #{i} ({index}) must be within bounds for operation operands "
                f"(from 0 to {operands})",
            )
    return tuple(indices)


def shape_refinements(op: CustomCallOp) -> tuple[Shape, ...] | None:
    """The shapes of the results that the call states; None where it states none, or not by constants.

    Raises `ShapeError` where they cannot be those of the results.
    """
    shapes: list[Shape] = []
    for i, (index, result_type) in enumerate(zip(shape_operands(op), leaves_of(op.result_types))):
        shape = _stated(op.operands[index], result_type)
        if shape is None:
            return None
        if is_tensor_type(result_type) and not compatible_shapes(shape, result_type.get_shape()):
            listed = ", ".join(map(str, shape))
            raise ShapeError(
                op,
                f"refinement #{i} ([{listed}]) must be compatible with operation result #{i} ('{result_type}')",
            )
        shapes.append(shape)
    return tuple(shapes) or None


def _stated(sizes: SSAValue, result_type: Attribute) -> Shape | None:
    """The constant `sizes` of a result: as many as it has dimensions, any number where its rank is not known."""
    rank = 0
    if is_tensor_type(result_type):
        rank = result_type.get_num_dims()
    elif isinstance(result_type, UnrankedTensorType) and is_tensor_type(sizes.type):
        rank = prod(sizes.type.get_shape())
    return constant_ints(sizes, rank)


def refined_function(module: ModuleOp) -> FuncOp:
    """The function whose shapes are refined: the only one, or `main`. Raises `ShapeError` where that is not clear."""
    functions = [op for op in module.ops if isinstance(op, FuncOp)]
    found = functions if len(functions) == 1 else [func for func in functions if func.sym_name.data == "main"]
    if not found:
        raise ShapeError(
            module,
            "'builtin.module' op must have no more than one function or a `main` function to clearly identify which "
            "function will be refined",
        )
    if len(found[0].body.blocks) != 1:
        raise ShapeError(found[0], "'func.func' op must have exactly one block")
    return found[0]
