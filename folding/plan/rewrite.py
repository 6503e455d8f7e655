"""Applies the decisions of analysis and plan to one function body."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.ir import Operation, Region

from xdsl_stablehlo.programs.symbols import is_unused, ops_backwards, ops_within
from xdsl_stablehlo.programs.transaction import Transaction

from ..solver.analysis import Frame
from ..terms.effects import Effects
from ..terms.terms import NEVER_RUNS, read_nothing
from .plan import Plan


def remove_dead(region: Region, effects: Effects, changes: Transaction) -> int:
    """Erase ops without effects whose results are unused, so that they are never evaluated. Return their number."""
    removed = 0
    stack = [ops_backwards(region)]
    while stack:
        for op in stack[-1]:
            if is_unused(op) and effects.removable(op):
                changes.erase(op)
                removed += 1
            elif op.regions:
                stack += map(ops_backwards, reversed(op.regions))
                break
        else:
            stack.pop()
    return removed


def write_structure(frame: Frame, plan: Plan, changes: Transaction) -> bool:
    """Put the branches that always run in the place of their op, what was made and stays in the place of what it stands
    for, and values in the place of those that are the same; says whether anything changed."""
    made = frame.terms.made
    if not (frame.taken or made or frame.terms.same_as):
        return False
    changes.save()
    written = {op for op in plan.kept if frame.terms.is_made(op)}
    written.update([value.owner for value in plan.constants if isinstance(value.owner, Operation)])
    inside = set[Operation]()
    for at, ops in made.items():
        constants = {value.owner for op in ops if op in written for value in op.operands}
        for op in ops:
            runs = frame.taken.get(op, NEVER_RUNS) is not NEVER_RUNS
            if op in written or op in constants or runs:
                # What is read in the place of an op is noted as it is put in.
                op.operands = [frame.terms.same_as.get(operand, operand) for operand in op.operands]
                changes.insert(op, at, frame.terms.copied.get(op))
            else:
                read_nothing(op)
                inside.update([each for region in op.regions for each in ops_within(region)])
    changed = bool(written)
    for op, region in reversed(frame.taken.items()):  # outer ones first: so each op is moved once
        if op.parent is not None and op not in inside:
            _inline(frame, op, region, changes)
            changed = True
    for result in frame.terms.same_as:
        if result.first_use is not None:
            changes.replace(result, frame.terms.resolved(result))
            changed = True
    return changed


def hand_on(last: Operation, unread: Collection[int], changes: Transaction) -> bool:
    """Let the body of a loop that `last` ends give what it is given, where nobody reads what it computes.

    Says whether that changes anything.
    """
    body = last.parent
    assert body is not None
    operands = [body.args[i] if i in unread else value for i, value in enumerate(last.operands)]
    if operands == list(last.operands):
        return False
    changes.set_operands(last, operands)
    return True


def _inline(frame: Frame, op: Operation, region: Region, changes: Transaction) -> None:
    """Put the region that always runs in the place of `op`, or nothing where none ever runs."""
    for inner in () if region is NEVER_RUNS else list(region.block.ops)[:-1]:
        changes.move(inner, op)
    for argument in () if region is NEVER_RUNS else region.block.args:
        changes.replace(argument, frame.terms.resolved(argument))
    for result in op.results:
        changes.replace(result, frame.terms.resolved(result))
    changes.erase(op)
