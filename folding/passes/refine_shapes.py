"""The pass `stablehlo-refine-shapes`: types say all sizes that the arguments of the entry function decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects import builtin
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked, ranked_types
from xdsl_stablehlo.dialects.stablehlo.hlo_types import TokenType
from xdsl_stablehlo.dialects.stablehlo.meshes import ReplicaGroupMeshAxesAttr
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of, is_dynamic, is_static_tensor
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.interface.errors import EvaluationError
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.parallel.groups import replica_groups_of
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_array_attr
from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.programs.transaction import signature_without, without
from xdsl_stablehlo.transforms.shapes.dynamic_ops import read_behind_casts
from xdsl_stablehlo.transforms.shapes.refinements import (
    OPERAND_WRAPPER,
    ShapeError,
    refine_arguments,
    refined_function,
)
from xdsl_stablehlo.transforms.shapes.static_forms import (
    ResultTypes,
    is_of_integers,
    may_be_a_size,
    more_specific_types,
    specific,
)
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.values.storage import is_splat

from ..evaluate.evaluation import OpFolder
from ..options import FoldOptions
from ..solver.analysis import Solver
from ..solver.contexts import ModuleAnalysis
from ..terms.constants import make_constant
from ..terms.effects import Effects

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

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
        functions = functions_of(op)
        if not functions:
            return
        func = refined_function(op)
        with quiet(), deep_recursion():
            refinement = _Refinement(functions)
            refinement.refine(func, RefinementKey(func.sym_name.data, (), func.function_type.inputs.data))
        refinement.refuse_other_calls(func)


class RefinementKey(NamedTuple):
    """The types and constants for which a function is refined."""

    function: str
    sizes: tuple[int, ...]
    """The constants that it is called with, behind tokens and in front of all other arguments."""
    types: tuple[Attribute, ...]
    """The types of the other arguments."""

    def tokens(self) -> int:
        """The number of tokens in front."""
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
        self._frame = Solver(ModuleAnalysis(OpFolder(FoldOptions(simplify=False), functions)))
        self._keys: dict[str, RefinementKey] = {}
        self._open: set[str] = set()
        """The functions whose bodies are being walked through."""

    def refine(
        self,
        func: FuncOp,
        key: RefinementKey,
        dropped: range = range(0),
        sizes: Sequence[hlo.ConstantOp] = (),
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
                if called.function_type != builtin.FunctionType.from_lists(op.operand_types, op.result_types):
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
        read_behind_casts(op)
        types = self._decomposition_types(op) if isinstance(op, hlo.CompositeOp) else _types_of(op)
        _retype(op.results, types)
        if isinstance(op, hlo.CustomCallOp) and op.call_target_name.data == OPERAND_WRAPPER:
            _unwrap(op)
        elif may_be_a_size(op):
            self._evaluate(op)

    def _evaluate(self, op: Operation) -> None:
        """Let a constant stand for an op that computes sizes from known ones; note what a constant is."""
        self._frame.look_at(op)
        (result,) = op.results
        if isinstance(op, hlo.ConstantOp) or not is_static_tensor(result.type):
            return
        array = self._frame.array(result)
        if array is not None and (is_splat(array) or array.size <= FoldOptions.fold_op_element_limit):
            self._replace([result], [array])
            Rewriter.erase_op(op)

    def _replace(self, results: Sequence[SSAValue], arrays: Sequence[Array | None]) -> None:
        """Let constants stand for the results of an op of which the array is known."""
        for result, array in zip(results, arrays):
            op = result.owner
            if array is None or result.first_use is None:
                continue
            assert isinstance(op, Operation)
            assert op.parent is not None
            constant = make_constant(array, ranked(result), op.location)
            constant.output.name_hint = result.name_hint
            op.parent.insert_op_before(constant, op)
            self._frame.known[constant.output] = array
            result.replace_all_uses_with(constant.output)

    # Functions -------------------------------------------------------------------------------------------------------

    def _call(self, op: CallOp) -> None:
        func = self._functions[op.callee.string_value()]
        gone, kept = _sizes_among(op.operands), without(op.operands, _sizes_among(op.operands))
        owners = [op.operands[i].owner for i in gone]
        sizes = [owner for owner in owners if isinstance(owner, hlo.ConstantOp)]
        numbers = [int(array_of(size.value)) for size in sizes]
        key = RefinementKey(func.sym_name.data, tuple(numbers), tuple(value.type for value in kept))
        self._refine_once(op, func, key, gone, sizes)
        op.operands = without(op.operands, gone)
        attributes = op.attributes.get("arg_attrs")
        if attributes is not None and is_array_attr(attributes):
            op.attributes["arg_attrs"] = builtin.ArrayAttr(without(attributes.data, gone))
        _retype(op.results, specific(op.result_types, func.function_type.outputs.data))
        constants = _constants_returned(op, func)
        self._replace(op.results, constants)
        if not any(constant is None for constant in constants) and self._effects.removable(op):
            Rewriter.erase_op(op)

    def _refine_once(
        self,
        op: Operation,
        func: FuncOp,
        key: RefinementKey,
        dropped: range = range(0),
        sizes: Sequence[hlo.ConstantOp] = (),
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

    def _decomposition_types(self, op: hlo.CompositeOp) -> ResultTypes:
        """The result types of a composite's decomposition, refined for its operands."""
        func = self._functions[op.decomposition.string_value()]
        if not func.is_declaration:
            self._refine_once(op, func, RefinementKey(func.sym_name.data, (), tuple(op.operand_types)))
        return specific(op.result_types, func.function_type.outputs.data)


def _retype(values: Sequence[SSAValue], types: ResultTypes) -> None:
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


def _sizes_among(operands: Sequence[SSAValue]) -> range:
    """The positions of the constant scalars that follow the tokens in front."""
    start = 0
    while start < len(operands) and isinstance(operands[start].type, TokenType):
        start += 1
    stop = start
    while stop < len(operands) and _is_size(operands[stop]):
        stop += 1
    return range(start, stop)


def _is_size(value: SSAValue) -> bool:
    known = isinstance(value.owner, hlo.ConstantOp) and is_of_integers(value)
    return known and not ranked(value).get_shape()


def _drop_arguments(func: FuncOp, gone: range, sizes: Sequence[hlo.ConstantOp]) -> None:
    """Put copies of constants in the place of arguments."""
    block = func.body.block
    for i, size in zip(reversed(gone), reversed(sizes)):
        constant = size.clone()
        Rewriter.insert_op(constant, InsertPoint.at_start(block))
        block.args[i].replace_all_uses_with(constant.output)
        block.erase_arg(block.args[i])
    func.properties.update(signature_without(func, gone))


def _constants_returned(op: CallOp, func: FuncOp) -> list[Array | None]:
    """The integer tensors that a call gives whatever it passes; None for what the function computes."""
    assert func.body.block.last_op is not None
    returned = func.body.block.last_op.operands
    return [
        array_of(value.owner.value)
        if isinstance(value.owner, hlo.ConstantOp) and is_of_integers(value) and result.type == value.type
        else None
        for result, value in zip(op.results, returned)
    ]


def _update_type(func: FuncOp, block: Block) -> None:
    """Let a function return what its last op does, and more than was declared where casts stand in between."""
    last = block.last_op
    if not isinstance(last, ReturnOp):
        return
    for i, value in enumerate(last.operands):
        made = value.owner
        is_cast = isinstance(made, builtin.UnrealizedConversionCastOp)
        if not is_cast or not len(made.inputs) == len(made.outputs) == 1:
            continue
        source = made.inputs[0]
        if specific([value.type], [source.type]) == [source.type]:
            last.operands[i] = source
            if value.first_use is None:
                Rewriter.erase_op(made)
    func.function_type = builtin.FunctionType.from_lists(func.function_type.inputs.data, last.operand_types)


def _types_of(op: Operation) -> ResultTypes:
    """The result types of `op` with all sizes that its operands and its groups of processes decide."""
    if op.name not in OF_GROUPS:
        return more_specific_types(op)
    assert isinstance(op, hlo.AllGatherOp | hlo.ReduceScatterOp)
    try:
        parts = _of_parts(op)
    except EvaluationError:
        return None  # what is wrong with the groups is for the verifier to say
    return specific(op.result_types, parts) if parts else None


OF_GROUPS = ("stablehlo.all_gather", "stablehlo.reduce_scatter")
"""Ops whose sizes depend on how many processes are in a group."""


def _group_size(op: hlo.AllGatherOp | hlo.ReduceScatterOp) -> int:
    """The number of processes in a group; 0 where the program does not say it."""
    if op.channel_handle is not None and op.use_global_device_ids is None:
        return 0  # all partitions of some replicas, and nobody knows how many partitions there will be
    groups = op.replica_groups
    if not isinstance(groups, ReplicaGroupMeshAxesAttr):
        return groups.get_shape()[1]
    listed = replica_groups_of(op, groups)
    return len(listed[0]) if listed else 0


def _of_parts(op: hlo.AllGatherOp | hlo.ReduceScatterOp) -> Sequence[Attribute]:
    """The operands' types with the size of one dimension multiplied or divided by the size of a group."""
    gathers = isinstance(op, hlo.AllGatherOp)
    dim = op.all_gather_dim.value.data if gathers else op.scatter_dimension.value.data
    group, found = _group_size(op), list[Attribute]()
    for t in ranked_types(op.operands) if group else ():
        shape = list(t.get_shape())
        if not is_dynamic(shape[dim]):
            shape[dim] = shape[dim] * group if gathers else shape[dim] // group
        found.append(builtin.TensorType(element_type_of(t), shape))
    return found
