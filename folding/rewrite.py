"""Carries out what analysis and plan decided on one function body."""

from __future__ import annotations

from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from .analysis import NEVER_RUNS, Frame
from .effects import Effects


def remove_dead(region: Region, effects: Effects) -> int:
    """Erase what gives nothing and does nothing, so that it is never evaluated. Gives the number of ops erased."""
    removed = 0
    for block in reversed(list(region.blocks)):
        for op in reversed(block.ops):
            if all(result.first_use is None for result in op.results) and effects.removable(op):
                erase(op)
                removed += 1
                continue
            for inner in op.regions:
                removed += remove_dead(inner, effects)
    return removed


def erase(op: Operation) -> None:
    """Take `op` out of its block and out of the uses of its operands."""
    op.detach()
    op.erase(safe_erase=False)


def simplify_structure(frame: Frame) -> bool:
    """Put the branches that always run in the place of their op, and values in the place of those that are the same.

    Says whether anything changed.
    """
    changed = False
    for op, region in frame.taken.items():
        if op.parent is None:
            continue
        changed = True
        if region is NEVER_RUNS:
            for result, operand in zip(op.results, op.operands):
                result.replace_all_uses_with(resolved(frame, operand))
        else:
            _inline(frame, op, region.block)
        erase(op)
    for result, value in frame.same_as.items():
        if result.first_use is not None:
            result.replace_all_uses_with(resolved(frame, value))
            changed = True
    return changed


def resolved(frame: Frame, value: SSAValue) -> SSAValue:
    """The value at the end of the chain of those that are the same."""
    while (other := frame.same_as.get(value)) is not None:
        value = other
    return value


def _inline(frame: Frame, op: Operation, branch: Block) -> None:
    block = op.parent
    assert block is not None
    last = branch.last_op
    assert last is not None
    assert last.has_trait(IsTerminator)
    for inner in list(branch.ops):
        if inner is not last:
            inner.detach()
            block.insert_op_before(inner, op)
    for result, value in zip(op.results, last.operands):
        result.replace_all_uses_with(resolved(frame, value))
