"""What is left of an op with regions: without what never runs, what nobody reads, and what is known.

A loop is cut: left is the part of what it carries that decides when it ends, or is asked for, and that nothing unknown
reaches. So something is known of a loop that also carries what is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar, cast

from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.ir.graphs import postorder

from ..facts.effects import Effects, is_terminator
from .terms import Terms

T = TypeVar("T")


class Remainder:
    """A copy of an op with regions in which only that is left which its results need."""

    def __init__(
        self,
        terms: Terms,
        taken: Mapping[Operation, Region],
        effects: Effects,
        is_known: Callable[[SSAValue], bool],
        may_evaluate: Callable[[Operation], bool],
    ):
        self._terms = terms
        self._taken = taken
        self._effects = effects
        self._is_known = is_known
        self._may_evaluate = may_evaluate
        self._outside: dict[SSAValue, SSAValue] = {}
        """Stand-ins for what is read from outside, or is known."""
        self._carried: dict[Operation, list[int]] = {}
        """What is left of the operands of a loop that is cut, and of those of the last op of its body, by number."""
        self._reads: dict[Operation, set[SSAValue]] = {}
        """What ops with regions read."""
        self._left_out = 0
        self._made: list[Operation] = []

    def of(self, op: Operation, asked: Collection[SSAValue]) -> tuple[Operation, Sequence[SSAValue]] | None:
        """The copy, which is in no block, and the results of `op` that it gives; what is `asked` for is among them, as
        far as it may be known. None where nothing is left out, or something unknown is read from outside."""
        is_loop = hlo.StableHLO.is_op(op, "stablehlo.while")
        if not self._cut(cast("hlo.WhileOp", op), asked) if is_loop else self._unknown(op.operands):
            return None
        copy = self._copy(op, {})
        if copy is not None and self._left_out:
            return copy, self._left_of(op, op.results)
        for made in self._made:
            made.operands = ()
        return None

    def _cut(self, op: hlo.WhileOp, asked: Collection[SSAValue]) -> bool:
        """Decide what is left of what a loop carries; says whether something of it may be known."""
        last = op.body.block.last_op
        if last is None or not len(op.operands) == len(last.operands) == len(op.results):
            return False
        closed = self._closed(op, last)
        needed = {i for i in closed if op.results[i] in asked}
        left = set[int]()
        while left != needed:
            left = needed
            self._carried[op] = self._carried[last] = sorted(left)
            read = self._read_inside(op)
            pairs = zip(op.cond.block.args, op.body.block.args)
            needed = left | {i for i, pair in enumerate(pairs) if not read.isdisjoint(pair)}
        self._left_out = len(op.operands) - len(left)
        return bool(left) and left <= closed

    def _closed(self, op: hlo.WhileOp, last: Operation) -> set[int]:
        """What a loop carries that is known at first, and later computed from nothing but what is known or of these."""
        body = op.body.block
        ops = [inner for inner in self._terms.backwards(body, self._taken) if self._may_evaluate(inner)]
        reads = [(inner.results, self._read_by(inner)) for inner in reversed(ops)]
        following = [self._unknown([value]) for value in last.operands]
        closed = {i for i, value in enumerate(op.operands) if not self._unknown([value])}
        before = None
        while closed != before:
            before, inside = closed, set[SSAValue](body.args[i] for i in closed)
            for results, read in reads:
                if read <= inside:
                    inside.update(results)
            closed = {i for i in closed if following[i] <= inside}
        return closed

    def _copy(self, op: Operation, inside: Mapping[SSAValue, SSAValue]) -> Operation | None:
        operands = [self._read(operand, inside) for operand in self._left_of(op, op.operands)]
        regions: list[Region] = []
        for region in op.regions:
            blocks = [self._block(block, inside) for block in region.blocks]
            if len(blocks) != 1 or blocks[0] is None:
                return None
            regions.append(Region(blocks[0]))
        known = [operand for operand in operands if operand is not None]
        if len(known) < len(operands):
            return None
        results = self._left_of(op, op.results) if op.regions else op.results
        made = type(op).create(
            operands=known,
            result_types=[result.type for result in results],
            properties=dict(op.properties),
            attributes=dict(op.attributes),
            regions=regions,
            location=op.location,
        )
        self._made.append(made)
        return made

    def _block(self, block: Block, around: Mapping[SSAValue, SSAValue]) -> Block | None:
        kept = self._kept(block)
        self._left_out += sum(1 for _ in self._terms.backwards(block, self._taken)) - len(kept)
        around_op = block.parent_op()
        arguments = block.args if around_op is None else self._left_of(around_op, block.args)
        copy = Block(arg_types=[argument.type for argument in arguments])
        inside = {**around, **dict(zip(arguments, copy.args))}
        for op in reversed(kept):
            made = self._copy(op, inside)
            if made is None:
                return None
            copy.add_op(made)
            inside.update(zip(op.results, made.results))
        return copy

    def _kept(self, block: Block) -> list[Operation]:
        """The ops of a block that are read, or have effects, the last one first."""
        read, kept = set[SSAValue](), list[Operation]()
        for op in self._terms.backwards(block, self._taken):
            needed = not read.isdisjoint(op.results) or is_terminator(type(op))
            if needed or not (self._effects.removable(op) or self._effects.holds(op)):
                kept.append(op)
                read |= self._read_by(op)
        return kept

    def _read_by(self, op: Operation) -> set[SSAValue]:
        """What an op and what is left inside of it read that is not known."""
        if not op.regions:
            return self._unknown(self._left_of(op, op.operands))
        for each in postorder([op], self._unread_inside):
            if each not in self._reads:
                self._reads[each] = self._unknown(each.operands) | self._read_inside(each)
        return self._reads[op]

    def _unread_inside(self, op: Operation) -> list[Operation]:
        """The ops with regions directly inside of one of which it was not found out what they read."""
        if op in self._reads:
            return []
        blocks = [block for region in op.regions for block in region.blocks]
        inside = [inner for block in blocks for inner in self._terms.backwards(block, self._taken)]
        return [inner for inner in inside if inner.regions and inner not in self._reads]

    def _read_inside(self, op: Operation) -> set[SSAValue]:
        """What is left inside of an op reads that is not known, but for what is defined there."""
        read = set[SSAValue]()
        for region in op.regions:
            for block in region.blocks:
                kept = self._kept(block)
                defined = set[SSAValue](result for inner in kept for result in inner.results)
                if op not in self._carried:
                    defined.update(block.args)
                for inner in kept:
                    read |= self._read_by(inner) - defined
        return read

    def _unknown(self, values: Sequence[SSAValue]) -> set[SSAValue]:
        return {value for value in map(self._terms.resolved, values) if not self._is_known(value)}

    def _left_of(self, op: Operation, values: Sequence[T]) -> Sequence[T]:
        """What is left of the operands of an op, or of what belongs to them."""
        return [values[i] for i in self._carried[op]] if op in self._carried else values

    def _read(self, value: SSAValue, inside: Mapping[SSAValue, SSAValue]) -> SSAValue | None:
        """What the copy reads in the place of a value; None where it is unknown and from outside."""
        value = self._terms.resolved(value)
        if not self._is_known(value):
            return inside.get(value)
        if value not in self._outside:
            (self._outside[value],) = self._terms.stand_ins([value])
        return self._outside[value]
