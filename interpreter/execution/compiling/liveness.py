"""Which values a block reads, from outside and for the last time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects.stablehlo import ConstantOp


class Captures:
    """What blocks read from outside, each block looked at once: those inside of it have said theirs before."""

    def __init__(self) -> None:
        self._of: dict[Block, tuple[SSAValue, ...]] = {}

    def of(self, block: Block) -> tuple[SSAValue, ...]:
        """The values that ops in `block` read and that are defined outside of it, in order of first use."""
        if isinstance(block.parent_op(), FuncOp | None):
            return ()
        pending = [] if block in self._of else [block]
        while pending:
            inside = [inner for op in pending[-1].ops for inner in _blocks(op) if inner not in self._of]
            if inside:
                pending += inside
            else:
                done = pending.pop()
                self._of[done] = self._look_at(done)
        return self._of[block]

    def read_by(self, op: Operation) -> Iterator[SSAValue]:
        """The values that `op` reads, and those that its regions read from outside of them."""
        yield from op.operands
        for region in op.regions:
            read = [value for block in region.blocks for value in self.of(block)]
            if len(region.blocks) > 1:
                defined = set(_defined(region))
                read = [value for value in read if value not in defined]
            yield from read

    def _look_at(self, block: Block) -> tuple[SSAValue, ...]:
        captured: dict[SSAValue, None] = {}
        inside: set[SSAValue] = set(block.args)
        for op in block.ops:
            inside.update(op.results)
            captured.update(dict.fromkeys(self.read_by(op)))
        return tuple([value for value in captured if value not in inside])


def last_uses(
    ops: Sequence[Operation],
    numbers: Mapping[SSAValue, int],
    returns: tuple[int, ...],
    captures: Captures,
) -> dict[Operation, tuple[int, ...]]:
    """For each op the slots whose values no later op reads; block arguments and captures included."""
    last: dict[int, Operation] = {}
    for op in ops:
        for result in op.results:
            last[numbers[result]] = op
        for value in captures.read_by(op) if op.regions else op.operands:
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


def _blocks(op: Operation) -> Iterator[Block]:
    for region in op.regions:
        yield from region.blocks


def _defined(region: Region) -> Iterator[SSAValue]:
    for block in region.blocks:
        yield from block.args
        for op in block.ops:
            yield from op.results
