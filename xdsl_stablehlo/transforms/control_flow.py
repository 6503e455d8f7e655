"""Passes on loops and branches: `loop-invariant-code-motion` and `remove-dead-values`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import BlockArgument, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.traits import IsTerminator, is_side_effect_free, is_speculatable

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.ops.structure.control_flow import ControlFlowOp
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.graphs import ops_from, ops_within, postorder, values_read_inside
from xdsl_stablehlo.values.element_types import is_int
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.values.storage import varying_part

LOOPS = ("stablehlo.while", "scf.for", "scf.parallel", "scf.while")


@dataclass(frozen=True)
class LoopInvariantCodeMotionPass(ModulePass):
    """Moves in front of a loop what depends on nothing that the loop computes, has no effects, and may always run.

    Loops, and integers that may be divided by zero, stay: the loop around may run zero times. A value that
    `stablehlo.while` carries unchanged is what it was before the loop. Inner loops come first.
    """

    name = "loop-invariant-code-motion"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for loop in reversed([each for each in ops_from(op) if each.name in LOOPS]):
            _hoist(loop)


def _hoist(loop: Operation) -> None:
    around = loop.parent
    assert around is not None
    unchanged = dict(_unchanged(loop) if isinstance(loop, hlo.WhileOp) else ())
    inside = {value for op in ops_from(loop) for value in _values_of(op)} - unchanged.keys()
    for block in [block for region in loop.regions for block in region.blocks]:
        for op in [*block.ops]:
            may_move = not op.has_trait(IsTerminator) and is_side_effect_free(op) and is_speculatable(op)
            if not may_move or any(map(_may_stop, ops_from(op))):
                continue
            if inside.isdisjoint((*op.operands, *values_read_inside(op))):
                op.detach()
                around.insert_op_before(op, loop)
                for each in ops_from(op):
                    each.operands = [unchanged.get(value, value) for value in each.operands]
                inside.difference_update(op.results)


def _may_stop(op: Operation) -> bool:
    """Whether `op` may not end, as a loop, or may divide integers by zero, or the least one by -1, which ends the
    process elsewhere.

    Upstream, and so the traits of the ops, calls them speculatable.
    """
    if op.name in LOOPS:
        return True
    if not isinstance(op, hlo.DivOp | hlo.RemOp) or not is_int(element_type_of(op.rhs.type)):
        return False
    divisor = op.rhs.owner
    if not isinstance(divisor, hlo.ConstantOp):
        return True
    return bool(np.isin(varying_part(array_of(divisor.value)).astype(np.int64), (0, -1)).any())


def _values_of(op: Operation) -> Sequence[SSAValue]:
    """The results of an op, and the arguments of its regions."""
    return [
        *op.results,
        *[argument for region in op.regions for block in region.blocks for argument in block.args],
    ]


def _unchanged(loop: hlo.WhileOp) -> Iterator[tuple[SSAValue, SSAValue]]:
    """The arguments that the body hands on as they are, with the values that they have from before the loop."""
    rows = zip(loop.operands, loop.cond.block.args, loop.body.block.args, _returned(loop.body), strict=True)
    for before, in_cond, in_body, returned in rows:
        if returned is in_body and before.type == in_cond.type == in_body.type:
            yield from ((in_cond, before), (in_body, before))


def _returned(region: Region) -> Sequence[SSAValue]:
    last = region.block.last_op
    assert last is not None
    return last.operands


@dataclass(frozen=True)
class RemoveDeadValuesPass(ModulePass):
    """Removes ops, carried values of loops, and results of branches from which nothing follows that is used.

    A carried value that only its own next one reads is not used. Functions keep their arguments and results.
    """

    name = "remove-dead-values"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        live = set(postorder(_roots(op), _read_for))
        for each in reversed([*ops_from(op)]):
            if each.parent is None or each.has_trait(IsTerminator):
                continue
            kept = [i for i, result in enumerate(each.results) if result in live]
            if isinstance(each, hlo.WhileOp):
                both = zip(each.cond.block.args, each.body.block.args)
                kept = [i for i, (a, b) in enumerate(both) if not live.isdisjoint((a, b, each.results[i]))]
            if each.results and not kept and is_side_effect_free(each):
                Rewriter.erase_op(each, safe_erase=False)
            elif len(kept) < len(each.results) and isinstance(each, ControlFlowOp):
                _keep(each, kept)


def _roots(module: ModuleOp) -> Iterator[SSAValue]:
    """The values that ops with effects read, and those that decide whether they run."""
    for op in ops_from(module):
        branches = isinstance(op.parent_op(), ControlFlowOp)
        if branches and op.has_trait(IsTerminator, value_if_unregistered=False):
            continue
        if op.has_trait(IsTerminator) or not is_side_effect_free(op):
            yield from _decides(op) if isinstance(op, ControlFlowOp) else op.operands


def _decides(op: ControlFlowOp) -> Sequence[SSAValue]:
    return _returned(op.cond) if isinstance(op, hlo.WhileOp) else op.operands


def _read_for(value: SSAValue) -> Iterable[SSAValue]:
    """The values from which `value` is computed, and those that decide which they are."""
    if isinstance(value, BlockArgument):
        loop = value.block.parent_op()
        if not isinstance(loop, hlo.WhileOp):
            return ()
        return (loop.operands[value.index], _returned(loop.body)[value.index], *_decides(loop))
    op = value.owner
    assert isinstance(op, Operation)
    index = op.results.index(value)
    if isinstance(op, hlo.WhileOp):
        return (op.operands[index], _returned(op.body)[index], *_decides(op))
    if isinstance(op, hlo.IfOp | hlo.CaseOp):
        return [*op.operands, *[_returned(region)[index] for region in op.regions]]
    inside = [operand for region in op.regions for each in ops_within(region) for operand in each.operands]
    return [*op.operands, *inside]


def _keep(op: ControlFlowOp, kept: Sequence[int]) -> None:
    """Let an op have these results only."""
    is_loop = isinstance(op, hlo.WhileOp)
    for region in [op.body] if is_loop else op.regions:
        last = region.block.last_op
        assert last is not None
        last.operands = [last.operands[i] for i in kept]
    for block in [region.block for region in op.regions] if is_loop else ():
        for i in [i for i in reversed(range(len(block.args))) if i not in kept]:
            block.erase_arg(block.args[i], safe_erase=False)
    other = type(op).create(
        operands=[op.operands[i] for i in kept] if is_loop else op.operands,
        result_types=[op.results[i].type for i in kept],
        properties=op.properties,
        attributes=op.attributes,
        regions=[op.detach_region(region) for region in [*op.regions]],
    )
    other.location = op.location
    for i, result in zip(kept, other.results, strict=True):
        op.results[i].replace_all_uses_with(result)
        result.name_hint = op.results[i].name_hint
    assert op.parent is not None
    op.parent.insert_op_before(other, op)
    Rewriter.erase_op(op, safe_erase=False)
