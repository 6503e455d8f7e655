"""The pass `stablehlo-refine-arguments`: the entry function gets arguments of sizes that were not known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, ModuleOp, TensorType, UnrankedTensorType, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import ParseError, PassFailedException, VerifyException

from xdsl_stablehlo.dialects.stablehlo import ConstantOp, CustomCallOp
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of, is_dynamic
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.text.read.parser import TextParser
from xdsl_stablehlo.values.elements import attribute_of

from .refinements import OPERAND_WRAPPER, SHAPE_OPERANDS, ShapeError, refined_function


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
