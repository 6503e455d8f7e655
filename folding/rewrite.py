"""Carries out what analysis and plan decided on one function body."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.element_types import Array

from .analysis import NEVER_RUNS, Frame
from .dynamism import replace_dynamic
from .effects import Effects
from .symbols import is_unused, ops_backwards
from .transaction import Transaction
from .values import same_value


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


def simplify_structure(frame: Frame, changes: Transaction) -> bool:
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
                changes.replace(result, resolved(frame, operand))
        else:
            _inline(frame, op, region.block, changes)
        changes.erase(op)
    for result, value in frame.same_as.items():
        if result.first_use is not None:
            changes.replace(result, resolved(frame, value))
            changed = True
    for op, build in frame.static_forms.items():
        changed |= replace_dynamic(op, build, changes)
    for op, elements in frame.mergeable.items():
        merge_splats(frame, cast("hlo.ConcatenateOp", op), elements, changes)
        changed = True
    return changed


def merge_splats(
    frame: Frame, op: hlo.ConcatenateOp, elements: Sequence[Array | None], changes: Transaction
) -> None:
    """Concatenate neighbouring operands that are splats of one element on their own, where they are constant."""
    changes.save()
    axis = op.dimension.value.data
    operands: list[SSAValue] = []
    at = 0
    while at < len(elements):
        end = at + 1
        while end < len(elements) and _same_splat(elements[at], elements[end]):
            end += 1
        operand = op.operands[at]
        element = elements[at]
        if end > at + 1 and element is not None:
            merged = hlo.ConcatenateOp(op.operands[at:end], axis)
            merged.location = op.location
            changes.insert(merged, op)
            operand = merged.results[0]
            frame.known[operand] = np.broadcast_to(element, cast(AnyTensorType, operand.type).get_shape())
        operands.append(operand)
        at = end
    changes.set_operands(op, operands)


def _same_splat(a: Array | None, b: Array | None) -> bool:
    return a is not None and b is not None and same_value(a, b)


def resolved(frame: Frame, value: SSAValue) -> SSAValue:
    """The value at the end of the chain of those that are the same."""
    while (other := frame.same_as.get(value)) is not None:
        value = other
    return value


def _inline(frame: Frame, op: Operation, branch: Block, changes: Transaction) -> None:
    last = branch.last_op
    assert last is not None
    assert last.has_trait(IsTerminator)
    for inner in list(branch.ops):
        if inner is not last:
            changes.move(inner, op)
    for result, value in zip(op.results, last.operands):
        changes.replace(result, resolved(frame, value))
