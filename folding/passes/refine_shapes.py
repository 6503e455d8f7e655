"""The pass `stablehlo-refine-shapes`: types say all sizes that the arguments of the entry function decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    AnyTensorType,
    ArrayAttr,
    FunctionType,
    IntegerType,
    ModuleOp,
    UnrealizedConversionCastOp,
)
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.hlo_types import TokenType
from xdsl_stablehlo.dialects.stablehlo.ops.structure.constant import is_constant_ints
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.programs.transaction import signature_without, without
from xdsl_stablehlo.transforms.shapes.refine_arguments import refine_arguments
from xdsl_stablehlo.transforms.shapes.refinements import OPERAND_WRAPPER, ShapeError, refined_function
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.values.storage import is_splat

from ..evaluate.evaluation import OpFolder
from ..facts.effects import Effects
from ..options import FoldOptions
from ..plan.materialize import make_constant
from ..solver import partial
from ..solver.analysis import Frame, run
from ..solver.contexts import ModuleAnalysis
from .inferred_types import Types, more_specific_types, specific

_HANDLERS = (partial,)
"""Imported for what it registers with the analysis."""

SHAPE_ARITHMETIC = frozenset(
    f"stablehlo.{name}"
    for name in (
        "add",
        "and",
        "broadcast_in_dim",
        "clamp",
        "compare",
        "concatenate",
        "convert",
        "divide",
        "dynamic_slice",
        "get_dimension_size",
        "maximum",
        "minimum",
        "multiply",
        "or",
        "remainder",
        "reshape",
        "select",
        "sign",
        "slice",
        "subtract",
    )
)
"""What programs compute sizes with. Of integers it becomes constants; everything else is data, which stays."""

REFINABLE = ("stablehlo.", "chlo.", "sdy.")
"""Dialects whose ops take operands with more sizes known than before."""


@dataclass(frozen=True)
class StablehloRefineShapesPass(ModulePass):
    """Gives every value reached from the entry function, `main` or the only one, the sizes that follow from its
    arguments, and makes constants of the computations of sizes.

    A function that is called is refined for the types of its arguments and the constants among them: integer scalars
    in front, which are not passed any more. Calls that only give constants go. Values stay the same.

    Raises `ShapeError` where a function would have to be refined in two ways, where it calls itself, where one that the
    entry does not reach calls it otherwise, and for shapes stated that do not hold. Programs whose types contradict
    each other do not verify afterwards.
    """

    name = "stablehlo-refine-shapes"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = functions_of(op)
        if not functions:
            return
        func = refined_function(op)
        with quiet(), deep_recursion():
            refinement = _Refinement(functions)
            refinement.refine(func, Key(func.sym_name.data, (), func.function_type.inputs.data))
        refinement.refuse_other_calls(func)


class Key(NamedTuple):
    """What a function is refined for."""

    function: str
    sizes: tuple[int, ...]
    """The constants that it is called with, behind tokens and in front of all other arguments."""
    types: tuple[Attribute, ...]
    """Of the other arguments."""

    def tokens(self) -> int:
        """How many tokens are in front."""
        kinds = [isinstance(t, TokenType) for t in self.types]
        return kinds.index(False) if False in kinds else len(kinds)

    def __str__(self) -> str:
        sizes, types = ", ".join(map(str, self.sizes)), ", ".join(map(str, self.types))
        return f"RefinementKey({self.function}, toks={self.tokens()}, dim_args=[{sizes}], fn_args=[{types}])"


class _Refinement:
    """One run over the functions of a module: each is refined once."""

    def __init__(self, functions: Mapping[str, FuncOp]):
        self._functions = functions
        self._effects = Effects(functions)
        self._frame = Frame(ModuleAnalysis(OpFolder(FoldOptions(simplify=False), functions)))
        self._keys: dict[str, Key] = {}
        self._open: set[str] = set()
        """The functions whose bodies are being walked through."""

    def refine(
        self, func: FuncOp, key: Key, dropped: range = range(0), sizes: Sequence[SSAValue] = ()
    ) -> None:
        """Refine a function; `sizes` are the constants that it is called with in the place of arguments."""
        self._keys[key.function] = key
        self._open.add(key.function)
        _drop_arguments(func, dropped, sizes)
        refine_arguments(func, key.types)
        block = func.body.block
        self._block(block)
        _update_type(func, block)
        self._open.remove(key.function)

    def refuse_other_calls(self, entry: FuncOp) -> None:
        """Raise `ShapeError` where a function that was not reached calls a refined one in another way."""
        for func in self._functions.values():
            if func.sym_name.data in self._keys:
                continue
            for op in func.walk():
                if not isinstance(op, CallOp):
                    continue
                called = self._functions[op.callee.string_value()]
                if called.function_type != FunctionType.from_lists(op.operand_types, op.result_types):
                    raise ShapeError(
                        op,
                        f"'func.call' op does not fit @{called.sym_name.data}, which was refined for the calls that "
                        f"@{entry.sym_name.data} reaches",
                    )

    def _block(self, block: Block) -> None:
        for op in [*block.ops]:
            self._op(op)
        for op in [*block.ops][-2::-1]:
            if all(result.first_use is None for result in op.results) and self._effects.removable(op):
                Rewriter.erase_op(op)

    def _op(self, op: Operation) -> None:
        if isinstance(op, CallOp):
            self._call(op)
            return
        if isinstance(op, hlo.WhileOp):
            for region in op.regions:
                _retype(region.block.args, specific([a.type for a in region.block.args], op.operand_types))
        for region in op.regions:
            for inner in region.blocks:
                self._block(inner)
        types = self._decomposition_types(op) if isinstance(op, hlo.CompositeOp) else more_specific_types(op)
        _retype(op.results, types)
        if isinstance(op, hlo.CustomCallOp) and op.call_target_name.data == OPERAND_WRAPPER:
            _unwrap(op)
        elif _may_be_a_size(op):
            self._evaluate(op)

    def _evaluate(self, op: Operation) -> None:
        """Let a constant stand for an op that computes sizes from known ones; note what a constant is."""
        inside = self._frame.visit(op)
        if inside is not None:
            run(inside)
        (result,) = op.results
        if isinstance(op, hlo.ConstantOp) or not _has_static_type(result):
            return
        array = self._frame.array(result)
        if array is not None and (is_splat(array) or array.size <= FoldOptions.fold_op_element_limit):
            self._replace([result], [array])
            Rewriter.erase_op(op)

    def _replace(self, results: Sequence[SSAValue], arrays: Sequence[Array | None]) -> None:
        """Let constants stand for the results of an op of which the array is known."""
        for result, array in zip(results, arrays):
            op = result.owner
            if (
                array is None
                or result.first_use is None
                or not isinstance(op, Operation)
                or op.parent is None
            ):
                continue
            constant = make_constant(array, cast("AnyTensorType", result.type), op.location)
            constant.output.name_hint = result.name_hint
            op.parent.insert_op_before(constant, op)
            self._frame.known[constant.output] = array
            result.replace_all_uses_with(constant.output)

    # Functions -------------------------------------------------------------------------------------------------------

    def _call(self, op: CallOp) -> None:
        func = self._functions[op.callee.string_value()]
        start, stop = _sizes_among(op.operands)
        sizes, kept = op.operands[start:stop], without(op.operands, range(start, stop))
        numbers = [int(array_of(cast(hlo.ConstantOp, size.owner).value)) for size in sizes]
        key = Key(func.sym_name.data, tuple(numbers), tuple(value.type for value in kept))
        self._refine_once(op, func, key, range(start, stop), sizes)
        _pass_without(op, range(start, stop))
        _retype(op.results, specific(op.result_types, func.function_type.outputs.data))
        constants = _constants_returned(op, func)
        self._replace(op.results, constants)
        if not any(constant is None for constant in constants) and self._effects.removable(op):
            Rewriter.erase_op(op)

    def _refine_once(
        self, op: Operation, func: FuncOp, key: Key, dropped: range = range(0), sizes: Sequence[SSAValue] = ()
    ) -> None:
        """Refine `func`, which `op` runs, if that has not been done; an error where it was in another way."""
        earlier = self._keys.get(key.function)
        if earlier is None:
            if len(func.body.blocks) != 1:
                raise ShapeError(func, "'func.func' op must have exactly one block")
            self.refine(func, key, dropped, sizes)
            return
        message = None
        if earlier != key:
            message = f"refined with incompatible refinement keys: curr={key}, prev={earlier}"
        elif key.function in self._open:
            message = f"Function {key.function} is being refined recursively"
        if message is not None:
            misfit = len(op.operands) != len(func.function_type.inputs)
            also = [(op, f"'{op.name}' op incorrect number of operands for callee")] if misfit else []
            raise ShapeError(func, f"'func.func' op {message}", also)

    def _decomposition_types(self, op: hlo.CompositeOp) -> Types:
        """What the decomposition of a composite gives, refined for its operands."""
        func = self._functions[op.decomposition.string_value()]
        if not func.is_declaration:
            self._refine_once(op, func, Key(func.sym_name.data, (), tuple(op.operand_types)))
        return specific(op.result_types, func.function_type.outputs.data)


def _may_be_a_size(op: Operation) -> bool:
    """Whether `op` is a constant, or computes one, of integers."""
    if isinstance(op, hlo.ConstantOp):
        return _is_integer(op.output)
    if op.name not in SHAPE_ARITHMETIC or not _is_integer(op.results[0]):
        return False
    return op.name == "stablehlo.get_dimension_size" or all(map(is_constant_ints, op.operands))


def _is_integer(value: SSAValue) -> bool:
    return is_tensor_type(value.type) and isinstance(value.type.element_type, IntegerType)


def _has_static_type(value: SSAValue) -> bool:
    return is_tensor_type(value.type) and value.type.has_static_shape()


def _retype(values: Sequence[SSAValue], types: Types) -> None:
    """Give values other types, if all that read them can take them."""
    if types is None:
        return
    changed = [(value, t) for value, t in zip(values, types) if value.type != t]
    if all(_takes_any_size(use.operation) for value, _ in changed for use in value.uses):
        for value, t in changed:
            Rewriter.replace_value_with_new_type(value, t)


def _takes_any_size(op: Operation) -> bool:
    return isinstance(op, CallOp | ReturnOp) or op.name.startswith(REFINABLE)


def _unwrap(op: hlo.CustomCallOp) -> None:
    """Let an argument stand for its wrapper, once both have the same type."""
    if op.operands[0].type == op.results[0].type:
        op.results[0].replace_all_uses_with(op.operands[0])
        Rewriter.erase_op(op)


def _sizes_among(operands: Sequence[SSAValue]) -> tuple[int, int]:
    """Where the constant scalars are that follow the tokens in front."""
    start = 0
    while start < len(operands) and isinstance(operands[start].type, TokenType):
        start += 1
    stop = start
    while stop < len(operands) and _is_size(operands[stop]):
        stop += 1
    return start, stop


def _is_size(value: SSAValue) -> bool:
    if not isinstance(value.owner, hlo.ConstantOp) or not _is_integer(value):
        return False
    return not cast("AnyTensorType", value.type).get_shape()


def _drop_arguments(func: FuncOp, gone: range, sizes: Sequence[SSAValue]) -> None:
    """Put copies of constants in the place of arguments."""
    block = func.body.block
    for i, size in zip(reversed(gone), reversed(sizes)):
        constant = cast(hlo.ConstantOp, size.owner).clone()
        block.insert_op_before(constant, cast(Operation, block.first_op))
        block.args[i].replace_all_uses_with(constant.output)
        block.erase_arg(block.args[i])
    func.properties.update(signature_without(func, gone))


def _pass_without(op: CallOp, gone: range) -> None:
    """Take operands out of a call, with what the attributes of its arguments say of them."""
    op.operands = without(op.operands, gone)
    attributes = op.attributes.get("arg_attrs")
    if isinstance(attributes, ArrayAttr):
        op.attributes["arg_attrs"] = ArrayAttr(without(cast("ArrayAttr[Attribute]", attributes).data, gone))


def _constants_returned(op: CallOp, func: FuncOp) -> list[Array | None]:
    """The integer tensors that a call gives whatever it passes; None for what the function computes."""
    found: list[Array | None] = []
    for result, value in zip(op.results, cast(Operation, func.body.block.last_op).operands):
        constant = (
            isinstance(value.owner, hlo.ConstantOp) and _is_integer(value) and result.type == value.type
        )
        found.append(array_of(cast(hlo.ConstantOp, value.owner).value) if constant else None)
    return found


def _update_type(func: FuncOp, block: Block) -> None:
    """Let a function return what its last op does, and more than was declared where casts stand in between."""
    last = block.last_op
    if not isinstance(last, ReturnOp):
        return
    for i, value in enumerate(last.operands):
        cast_op = value.owner
        if (
            isinstance(cast_op, UnrealizedConversionCastOp)
            and len(cast_op.inputs) == len(cast_op.outputs) == 1
        ):
            source = cast_op.inputs[0]
            if specific([value.type], [source.type]) == [source.type]:
                last.operands[i] = source
                if value.first_use is None:
                    Rewriter.erase_op(cast_op)
    func.function_type = FunctionType.from_lists(func.function_type.inputs.data, last.operand_types)
