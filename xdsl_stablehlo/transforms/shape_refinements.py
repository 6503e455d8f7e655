"""What custom calls say about the shapes of their results: `indices_of_shape_operands` (StableHLO's dynamism RFC)."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import ModuleOp, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException

from ..dialects.stablehlo import CustomCallOp
from ..dialects.stablehlo.matchers import constant_ints
from ..dialects.stablehlo.shapes import Shape, compatible_shapes
from ..elements import AnyElementsAttr, array_of
from ..guards import is_dense, is_tensor_type

SHAPE_OPERANDS = "indices_of_shape_operands"

OPERAND_WRAPPER = "stablehlo.shape_refinement_operand_wrapper"
"""The custom call that stands for an argument until shapes are refined: its first operand, of another type."""


class ShapeError(PassFailedException):
    """What is stated about a shape does not hold; `op` is where."""

    def __init__(self, op: Operation, message: str):
        super().__init__(message)
        self.op = op


def shape_operands(op: CustomCallOp) -> tuple[int, ...]:
    """The numbers of the operands that are the shapes of the results, one for each; nothing where the call has none.

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
    indices, results, operands = array_of(elements).tolist(), len(op.results), len(op.operands)
    if len(indices) != results:
        raise ShapeError(
            op,
            f"{SHAPE_OPERANDS}: number of elements ({len(indices)}) must be equal to the number of operation results "
            f"({results})",
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
    for i, index in enumerate(shape_operands(op)):
        result_type = op.results[i].type
        rank = len(result_type.get_shape()) if is_tensor_type(result_type) else 0
        shape = constant_ints(op.operands[index], rank)
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
