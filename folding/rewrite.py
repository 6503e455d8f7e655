"""Carries out what analysis and plan decided on one function body."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.ir import Operation, Region

from .analysis import NEVER_RUNS, Frame, resolved
from .dynamism import replace_by_form
from .effects import Effects
from .reasons import Refusal
from .refinement import Replacements
from .symbols import is_unused, ops_backwards
from .transaction import Transaction


def remove_dead(region: Region, effects: Effects, changes: Transaction) -> int:
    """Erase what gives nothing and does nothing, so that it is never evaluated. Gives the number of ops erased."""
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


def simplify_structure(frame: Frame, changes: Transaction) -> tuple[bool, list[Operation]]:
    """Put the branches that always run in the place of their op, and values in the place of those that are the same.

    Says whether anything changed, and which ops were made in the place of others.
    """
    changed, made = False, list[Operation]()
    for op, region in reversed(frame.taken.items()):  # outer ones first: so each op is moved once
        if op.parent is None:
            continue
        _inline(frame, op, region, changes)
        changed = True
    for result, value in frame.same_as.items():
        if result.first_use is not None:
            changes.replace(result, resolved(frame, value))
            changed = True
    for op, form in frame.forms.items():
        if op.parent is None:
            continue
        form = form._replace(operands=tuple([resolved(frame, operand) for operand in form.operands]))
        result = op.results[0]
        given = replace_by_form(op, form, Replacements(in_the_way=frame.in_the_way), changes)
        if isinstance(given, Refusal):
            frame.refused[op] = given
        else:
            frame.same_as[result] = given.results[0]
            made.append(given)
    frame.forms.clear()
    return changed or bool(made), made


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
    """Put the region that always runs in the place of `op`, or its operands where none ever runs."""
    last = op if region is NEVER_RUNS else region.block.last_op
    assert last is not None
    for argument, operand in () if last is op else zip(region.block.args, op.operands):
        changes.replace(argument, resolved(frame, operand))
    for inner in () if region is NEVER_RUNS else list(region.block.ops):
        if inner is not last:
            changes.move(inner, op)
    for result, value in zip(op.results, [resolved(frame, value) for value in last.operands]):
        changes.replace(result, value)
    changes.erase(op)
