"""Shapes that programs are told (StableHLO's dynamism RFC): of results by custom calls, of arguments by a pass; and
assertions about shapes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import (
    FunctionType,
    ModuleOp,
    StringAttr,
    TensorType,
    TupleType,
    UnrankedTensorType,
    i1,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import ParseError, PassFailedException, VerifyException

from xdsl_stablehlo.dialects.stablehlo import ConstantOp, CustomCallOp
from xdsl_stablehlo.dialects.stablehlo.constant import constant_ints
from xdsl_stablehlo.dialects.stablehlo.shapes import Shape, compatible_shapes, element_type_of, is_dynamic
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_dense, is_tensor_type
from xdsl_stablehlo.text.read.parser import TextParser
from xdsl_stablehlo.values.elements import array_of, attribute_of

SHAPE_OPERANDS = "indices_of_shape_operands"

OPERAND_WRAPPER = "stablehlo.shape_refinement_operand_wrapper"
"""The custom call that replaces an argument until shapes are refined: its first operand, of another type."""


class ShapeError(PassFailedException):
    """A wrong statement about a shape: `op` is the place, `also` has the errors that follow."""

    def __init__(self, op: Operation, message: str, also: Sequence[tuple[Operation, str]] = ()):
        super().__init__(message)
        self.op = op
        self.also = also


def leaves_of(types: Iterable[Attribute]) -> list[Attribute]:
    """The types with tuples flattened."""
    found: list[Attribute] = []
    for t in types:
        found += leaves_of(t.types) if isinstance(t, TupleType) else [t]
    return found


def shape_operands(op: CustomCallOp) -> tuple[int, ...]:
    """The numbers of the operands that are the shapes of the results, with tuples flattened; empty if there are none.

    Raises `ShapeError` for a wrong attribute.
    """
    attribute = op.attributes.get(SHAPE_OPERANDS)
    if attribute is None:
        return ()
    if not is_dense(attribute):
        raise ShapeError(op, f"{SHAPE_OPERANDS}: must be an elements attribute")
    if len(attribute.type.get_shape()) != 1:
        raise ShapeError(op, f"{SHAPE_OPERANDS}: must have rank = 1")
    if attribute.type.element_type != i64:
        raise ShapeError(op, f"{SHAPE_OPERANDS}: must have i64 element type")
    indices, operands = array_of(attribute).tolist(), len(op.operands)
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
    """The shapes of the results that the call states by constants, or None.

    Raises `ShapeError` for shapes that do not fit the results.
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
    """The constant `sizes` of a result: one for each dimension, or any number if its rank is unknown."""
    rank = 0
    if is_tensor_type(result_type):
        rank = result_type.get_num_dims()
    elif isinstance(result_type, UnrankedTensorType) and is_tensor_type(sizes.type):
        rank = prod(sizes.type.get_shape())
    return constant_ints(sizes, rank)


def refined_function(module: ModuleOp) -> FuncOp:
    """The function whose shapes are refined: the only one, or `main`. Raises `ShapeError` if there is none."""
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


# The pass `stablehlo-check-shape-assertions` erases assertions that hold; others are errors.


MOST_INPUTS = 32
"""The most numbers in the message of an assertion."""

UNNAMED = "a shape assertion does not hold"
"""The message of an assertion without one."""

_PLACES = re.compile(r"\{(-?\d+)[^{}]*\}")


def assertion_message(message: str, inputs: Sequence[int]) -> str:
    """The message of an assertion, with `{0}` replaced by its first input and so on."""

    def said(place: re.Match[str]) -> str:
        number = int(place[1])
        return str(inputs[number]) if 0 <= number < len(inputs) else place[0]

    return _PLACES.sub(said, message)


@dataclass(frozen=True)
class StablehloCheckShapeAssertionsPass(ModulePass):
    """Erases every custom call `shape_assertion` whose condition is a true constant.

    Raises `ShapeError` for a false one, with its message, for one that is not constant, and for a malformed one. With
    `enable-shape-assertions=false` all are erased unchecked.
    """

    name = "stablehlo-check-shape-assertions"

    enable_shape_assertions: bool = True
    """False keeps them all."""

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in [inner for inner in op.walk() if isinstance(inner, CustomCallOp)]:
            if inner.call_target_name.data == "shape_assertion":
                if self.enable_shape_assertions:
                    _check(inner)
                Rewriter.erase_op(inner)


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
    """The message of an assertion. Raises `ShapeError` for a malformed one."""
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


# ---- the pass `stablehlo-refine-arguments`: the entry function gets arguments of sizes that were not known ----


@dataclass(frozen=True)
class StablehloRefineArgumentsPass(ModulePass):
    """Gives the arguments of the entry function the types `types`, which may say sizes that were not known.

    What reads a refined argument reads a custom call `stablehlo.shape_refinement_operand_wrapper` of its former type in
    its place, so that the program stays valid until shapes are refined. The entry function is `main`, or the only one.

    Raises `PassFailedException` for what is no type, and `ShapeError` for types that do not refine those of the
    function.
    """

    name = "stablehlo-refine-arguments"

    types: tuple[str, ...] = ()
    """The new type of each argument."""

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        types = [_type(ctx, text) for text in self.types]
        refine_arguments(refined_function(op), types)


def refine_arguments(func: FuncOp, types: Sequence[Attribute]) -> None:
    """Give the arguments of a function of one block other types. Raises `ShapeError` for types that do not refine."""
    block = func.body.block
    declared = [argument.type for argument in block.args]
    if len(declared) != len(types):
        raise ShapeError(
            func,
            f"'func.func' op number of refinements must match number of op operands {len(types)} vs {len(declared)}",
        )
    for i, (old, new) in enumerate(zip(declared, types)):
        reason = None if old == new else _misfit(old, new)
        if reason is not None:
            raise ShapeError(
                func,
                f"'func.func' op invalid refinement for argument {i}, refinement {reason} in {old} -> {new}",
            )
    point = InsertPoint.at_start(block)
    for i, (old, new) in enumerate(zip(declared, types)):
        if old != new:
            argument = Rewriter.replace_value_with_new_type(block.args[i], new)
            _wrap(block, point, argument, old)
    func.function_type = FunctionType.from_lists(types, func.function_type.outputs.data)


def _type(ctx: Context, text: str) -> Attribute:
    try:
        return TextParser(ctx, text, "type").parse_type()
    except (ParseError, VerifyException):
        raise PassFailedException(f"'builtin.module' op Invalid type string: {text}") from None


def _misfit(old: Attribute, new: Attribute) -> str | None:
    """Why a type does not say more of a value than another one; None where it does."""
    if not all(is_tensor_type(each) or isinstance(each, UnrankedTensorType) for each in (old, new)):
        return "must be a tensor"
    if element_type_of(old) != element_type_of(new):
        return "element types must match"
    if not is_tensor_type(new):
        return "must be ranked"
    if not is_tensor_type(old):
        return None
    sizes = [*zip(old.get_shape(), new.get_shape())]
    if len(old.get_shape()) != len(new.get_shape()):
        return "rank must match operand rank"
    if any(not is_dynamic(before) and before != after for before, after in sizes):
        return "dimension sizes must match for static dimensions"
    return None


def _wrap(block: Block, point: InsertPoint, argument: SSAValue, declared: Attribute) -> None:
    """Let a custom call of the type that was `declared` stand for an argument."""
    assert is_tensor_type(argument.type)
    sizes = np.array(argument.type.get_shape(), np.int64)
    shape = ConstantOp(attribute_of(sizes, TensorType(i64, sizes.shape)))
    wrapper = CustomCallOp([argument, shape.output], OPERAND_WRAPPER, [declared])
    wrapper.attributes[SHAPE_OPERANDS] = attribute_of(np.array([1], np.int64), TensorType(i64, [1]))
    argument.replace_uses_with_if(wrapper.results[0], lambda use: use.operation is not wrapper)
    Rewriter.insert_op([shape, wrapper], point)
