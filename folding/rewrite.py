"""Carries out what analysis and plan decided on one function body."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from xdsl.ir import Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo

from .analysis import NEVER_RUNS, Frame, resolved
from .dynamism import replace_by_form
from .effects import Effects
from .reasons import Refusal
from .refinement import Replacements
from .symbols import is_unused, ops_backwards, ops_within
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
        replacements = Replacements(in_the_way=frame.in_the_way)
        given = replace_by_form(op, form, replacements, changes, frame.analysis.folder.failures)
        if isinstance(given, Refusal):
            frame.refused[op] = given
        else:
            frame.same_as[result] = given.results[0]
            made.append(given)
    frame.forms.clear()
    limit = frame.analysis.folder.options.unroll_limit
    for loop, count in reversed(frame.unrolled.items()):  # inner ones first: they make outer ones longer
        op = cast("hlo.WhileOp", loop)
        if op.parent is not None and _is_short_enough(op, count, limit):
            frame.by_rule[op] = "loop-unrolled"
            made += _unroll(op, count, changes)
    frame.unrolled.clear()
    return changed or bool(made), made


def _is_short_enough(op: hlo.WhileOp, count: int, limit: int) -> bool:
    """Whether so many copies of the body of a loop have at most `limit` ops, what ends them left out."""
    return count <= limit and count * (sum(1 for _ in ops_within(op.body)) - 1) <= limit


def _unroll(op: hlo.WhileOp, count: int, changes: Transaction) -> list[Operation]:
    """Put so many copies of the body of a loop in its place; gives their ops."""
    body, made = op.body.block, list[Operation]()
    last = body.last_op
    assert last is not None
    carried: list[SSAValue] = list(op.operands)
    for _ in range(count):
        values: dict[SSAValue, SSAValue] = dict(zip(body.args, carried))
        for inner in body.ops:
            if inner is not last:
                made.append(changes.copy(inner, op, values))
        carried = [values.get(value, value) for value in last.operands]
    for result, value in zip(op.results, carried):
        changes.replace(result, value)
    changes.erase(op)
    return made


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
