"""What is left of an op with regions: without what never runs, what nobody reads, and what is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from xdsl.ir import Block, Operation, Region, SSAValue

from ..facts.effects import Effects, is_terminator
from .terms import Terms


class Remainder:
    """A copy of an op with regions in which only that is left which its results need."""

    def __init__(
        self,
        terms: Terms,
        taken: Mapping[Operation, Region],
        effects: Effects,
        is_known: Callable[[SSAValue], bool],
    ):
        self._terms = terms
        self._taken = taken
        self._effects = effects
        self._is_known = is_known
        self._outside: dict[SSAValue, SSAValue] = {}
        """Stand-ins for what is read from outside, or is known."""
        self._left_out = 0
        self._made: list[Operation] = []

    def of(self, op: Operation) -> Operation | None:
        """The copy, which is in no block; None where nothing is left out, or something unknown is read from outside."""
        copy = self._copy(op, {})
        if copy is not None and self._left_out:
            return copy
        for made in self._made:
            made.operands = ()
        return None

    def _copy(self, op: Operation, inside: Mapping[SSAValue, SSAValue]) -> Operation | None:
        operands = [self._read(operand, inside) for operand in op.operands]
        regions: list[Region] = []
        for region in op.regions:
            blocks = [self._block(block, inside) for block in region.blocks]
            if len(blocks) != 1 or blocks[0] is None:
                return None
            regions.append(Region(blocks[0]))
        known = [operand for operand in operands if operand is not None]
        if len(known) < len(operands):
            return None
        made = type(op).create(
            operands=known,
            result_types=op.result_types,
            properties=dict(op.properties),
            attributes=dict(op.attributes),
            regions=regions,
            location=op.location,
        )
        self._made.append(made)
        return made

    def _block(self, block: Block, around: Mapping[SSAValue, SSAValue]) -> Block | None:
        kept = self._kept(block)
        copy = Block(arg_types=[argument.type for argument in block.args])
        inside = {**around, **dict(zip(block.args, copy.args))}
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
                read.update(self._unknown(op))
            else:
                self._left_out += 1
        return kept

    def _unknown(self, op: Operation) -> set[SSAValue]:
        """What an op and those inside of it read that is not known."""
        read = {self._terms.resolved(operand) for inner in op.walk() for operand in inner.operands}
        return {value for value in read if not self._is_known(value)}

    def _read(self, value: SSAValue, inside: Mapping[SSAValue, SSAValue]) -> SSAValue | None:
        """What the copy reads in the place of a value; None where it is unknown and from outside."""
        value = self._terms.resolved(value)
        if not self._is_known(value):
            return inside.get(value)
        if value not in self._outside:
            (self._outside[value],) = self._terms.stand_ins([value])
        return self._outside[value]
