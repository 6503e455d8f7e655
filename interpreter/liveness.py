"""Which values a block reads, from outside and for the last time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from ..dialects.stablehlo import ConstantOp


def last_uses(
    ops: Sequence[Operation], numbers: Mapping[SSAValue, int], returns: tuple[int, ...]
) -> dict[Operation, tuple[int, ...]]:
    """For each op the slots whose values no later op reads; block arguments and captures included."""
    last: dict[int, Operation] = {}
    for op in ops:
        for result in op.results:
            last[numbers[result]] = op
        for value in _reads(op):
            slot = numbers.get(value)
            if slot is not None:
                last[slot] = op
    for slot in returns:
        last.pop(slot, None)
    dead: dict[Operation, list[int]] = {}
    for slot, op in last.items():
        if not isinstance(op, ConstantOp):
            dead.setdefault(op, []).append(slot)
    return {op: tuple(slots) for op, slots in dead.items()}


def _reads(op: Operation) -> Iterator[SSAValue]:
    """The values that `op` or an op inside its regions reads."""
    yield from op.operands
    for region in op.regions:
        for inner in region.walk():
            yield from inner.operands


def captured_values(block: Block) -> dict[SSAValue, None]:
    """The values that ops in `block` read and that are defined outside of it, in order of first use."""
    captured: dict[SSAValue, None] = {}
    if isinstance(block.parent_op(), FuncOp | None):
        return captured
    inside: set[SSAValue] = set(block.args)
    for op in block.walk():
        for region in op.regions:
            for inner in region.blocks:
                inside.update(inner.args)
        inside.update(op.results)
    for op in block.walk():
        for operand in op.operands:
            if operand not in inside:
                captured[operand] = None
    return captured
