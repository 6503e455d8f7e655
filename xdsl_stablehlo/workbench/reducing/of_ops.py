"""Steps on ops: they become an operand, a constant, what they give when evaluated, one of their regions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, OpResult, Region
from xdsl.irdl import IRDLOperation, OptionalDef
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_stablehlo.dialects.stablehlo import ConstantOp, StableHLO
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.facts.effects import is_terminator
from xdsl_stablehlo.interpreter import EvaluationError, Limits, Tensor
from xdsl_stablehlo.interpreter.api import eval_func
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import is_unused
from xdsl_stablehlo.values.element_types import dtype_or_none
from xdsl_stablehlo.values.elements import array_of, splat_of

from .program import (
    ReductionStep,
    ops_of_functions,
    set_results,
    settle_signature,
    uncalled_functions,
)


class DropUnread(ReductionStep[Operation]):
    """Ops go whose results nobody reads, whatever else they do."""

    name = "unread ops"

    def targets(self, module: ModuleOp) -> list[Operation]:
        return [op for op in ops_of_functions(module) if is_unused(op)]

    def change(self, module: ModuleOp, chosen: Sequence[Operation]) -> None:
        for op in reversed(chosen):
            Rewriter.erase_op(op)


class ToOperands(ReductionStep["tuple[Operation, int]"]):
    """Ops become operands of theirs: each result the operand of its place, or the one result an operand of its type."""

    name = "ops to operands"

    def targets(self, module: ModuleOp) -> list[tuple[Operation, int]]:
        return [
            (op, first)
            for op in ops_of_functions(module)
            if op.results
            for first in range(len(op.operands) - len(op.results) + 1)
            if [v.type for v in op.operands[first : first + len(op.results)]] == list(op.result_types)
        ]

    def change(self, module: ModuleOp, chosen: Sequence[tuple[Operation, int]]) -> None:
        for op, first in chosen:
            if module.is_ancestor(op):
                for result, operand in zip(op.results, op.operands[first:]):
                    result.replace_all_uses_with(operand)
                Rewriter.erase_op(op)


class ToConstants(ReductionStep[Operation]):
    """What ops give becomes a constant of one number."""

    def __init__(self, number: int):
        self.number = number
        self.name = f"ops to {number}"

    def targets(self, module: ModuleOp) -> list[Operation]:
        return [
            op
            for op in ops_of_functions(module)
            if not isinstance(op, ConstantOp) and op.results and all(map(has_constants, op.result_types))
        ]

    def change(self, module: ModuleOp, chosen: Sequence[Operation]) -> None:
        for op in reversed(chosen):
            put_in_place(op, [splat_constant(t, self.number) for t in op.result_types])


class ToValues(ReductionStep[Operation]):
    """Ops of a function without arguments become what they give when it is evaluated."""

    name = "ops to their values"
    MOST_ELEMENTS = 4096
    MOST_STEPS = 100_000
    MOST_BYTES = 1 << 30

    def targets(self, module: ModuleOp) -> list[Operation]:
        blocks = [f.body.block for f in uncalled_functions(module) if not f.body.block.args]
        return [
            op
            for block in blocks
            for op in block.ops
            if op.results and not isinstance(op, ConstantOp) and all(map(has_constants, op.result_types))
        ]

    def change(self, module: ModuleOp, chosen: Sequence[Operation]) -> None:
        for function in uncalled_functions(module):
            inside = [op for op in chosen if op.parent is function.body.block]
            gone = set(inside)
            read = [
                result
                for op in inside
                for result in op.results
                if any(_top(use.operation, function) not in gone for use in result.uses)
            ]
            for result, value in zip(read, self._values(module, function, read)):
                constant = value.to_op()
                function.body.block.insert_op_before(constant, inside[0])
                result.replace_all_uses_with(constant.results[0])
            for op in reversed(inside):
                if is_unused(op):
                    Rewriter.erase_op(op)

    def _values(self, module: ModuleOp, function: FuncOp, read: Sequence[OpResult]) -> list[Tensor]:
        """What the values are; nothing where the function cannot be evaluated, or they are many."""
        copy = module.clone()
        twin = functions_of(copy)[function.sym_name.data]
        ops = dict(zip(function.body.block.ops, twin.body.block.ops))
        wanted = [ops[value.op].results[value.index] for value in read]
        set_results(twin, wanted, [None] * len(wanted))
        settle_signature(twin)
        try:
            found = eval_func(
                twin, limits=Limits(steps=self.MOST_STEPS, iterations=self.MOST_STEPS, bytes=self.MOST_BYTES)
            )
        except EvaluationError:
            return []
        tensors = [value for value in found if isinstance(value, Tensor)]
        few = sum(value.array.size for value in tensors) <= self.MOST_ELEMENTS
        return tensors if few and len(tensors) == len(read) else []


def _top(op: Operation, function: FuncOp) -> Operation:
    """The op directly in `function` that is `op` or around it."""
    while (around := op.parent_op()) is not function:
        assert around is not None
        op = around
    return op


class Unwrap(ReductionStep["tuple[Operation, Region]"]):
    """Branches and bodies stand in the place of their op."""

    name = "regions"

    def targets(self, module: ModuleOp) -> list[tuple[Operation, Region]]:
        return [(op, region) for op in ops_of_functions(module) for region in op.regions if _fits(op, region)]

    def change(self, module: ModuleOp, chosen: Sequence[tuple[Operation, Region]]) -> None:
        for op, region in reversed(chosen):
            if module.is_ancestor(op):
                inline_block(op, region.block)


def _fits(op: Operation, region: Region) -> bool:
    """Whether a region takes what `op` is given, if anything, and gives what `op` gives."""
    if len(region.blocks) != 1:
        return False
    last, taken = region.block.last_op, [argument.type for argument in region.block.args]
    return (
        last is not None
        and is_terminator(type(last))
        and taken in ([], [value.type for value in op.operands])
        and [value.type for value in last.operands] == list(op.result_types)
    )


def inline_block(op: Operation, block: Block) -> None:
    """Let a block that takes what `op` is given, if anything, and gives what `op` gives, stand in its place."""
    last = block.last_op
    assert last is not None
    for result, value in zip(op.results, last.operands):
        result.replace_all_uses_with(value)
    Rewriter.erase_op(last)
    Rewriter.inline_block(block, InsertPoint.before(op), tuple(op.operands) if block.args else ())
    Rewriter.erase_op(op)


class DropBranches(ReductionStep["tuple[Operation, Region]"]):
    """A `stablehlo.case` has fewer branches."""

    name = "branches"

    def targets(self, module: ModuleOp) -> list[tuple[Operation, Region]]:
        return [
            (op, region)
            for op in ops_of_functions(module)
            if StableHLO.is_op(op, "stablehlo.case") and len(op.regions) > 1
            for region in op.regions
        ]

    def change(self, module: ModuleOp, chosen: Sequence[tuple[Operation, Region]]) -> None:
        for op, region in chosen:
            op.detach_region(region)
            region.erase()


class PlainConstants(ReductionStep[Operation]):
    """Constants become zeros, ones, or what their first element is, throughout."""

    def __init__(self, number: int | None):
        self.number = number
        self.name = "constants to splats" if number is None else f"constants to {number}"

    def targets(self, module: ModuleOp) -> list[Operation]:
        return [
            op for op in ops_of_functions(module) if isinstance(op, ConstantOp) and array_of(op.value).size
        ]

    def change(self, module: ModuleOp, chosen: Sequence[Operation]) -> None:
        for op in chosen:
            (t,) = op.result_types
            if self.number is not None and has_constants(t):
                put_in_place(op, [splat_constant(t, self.number)])
            elif self.number is None and is_tensor_type(t):
                array = array_of(op.properties["value"])
                first = np.asarray(array[(0,) * array.ndim])
                put_in_place(op, [ConstantOp(splat_of(first, t), t)])


class DropAttributes(ReductionStep["tuple[Operation, str]"]):
    """What is said of ops besides what they are goes."""

    name = "attributes"

    def targets(self, module: ModuleOp) -> list[tuple[Operation, str]]:
        return [
            (op, name)
            for op in module.walk()
            for name in (*op.attributes, *op.properties)
            if name in op.attributes or _is_optional(op, name)
        ]

    def change(self, module: ModuleOp, chosen: Sequence[tuple[Operation, str]]) -> None:
        for op, name in chosen:
            op.attributes.pop(name, None)
            op.properties.pop(name, None)


def _is_optional(op: Operation, name: str) -> bool:
    if not isinstance(op, IRDLOperation) or name in ("sym_visibility", "sym_name"):
        return False
    return isinstance(op.get_irdl_definition().properties.get(name), OptionalDef)


# ---- constants ----


def has_constants(t: Attribute) -> bool:
    """Whether a `stablehlo.constant` of numbers can have the type."""
    return (
        is_tensor_type(t) and DYNAMIC_INDEX not in t.get_shape() and dtype_or_none(t.element_type) is not None
    )


def splat_constant(t: Attribute, number: int) -> ConstantOp:
    """A constant of a type that `has_constants`, all of whose elements are `number`."""
    assert is_tensor_type(t)
    dtype = dtype_or_none(t.element_type)
    return ConstantOp(splat_of(np.full((), number, dtype), t), t)


def put_in_place(op: Operation, constants: Sequence[ConstantOp]) -> None:
    """Let constants stand where `op` did, one for each result that anybody reads."""
    read = [constant for constant, result in zip(constants, op.results) if result.uses]
    Rewriter.replace_op(op, read, [constant.results[0] for constant in constants])
