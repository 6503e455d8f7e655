"""Remainders of ops with regions: copies without ops that never run, that nothing reads, or whose results are known.

A loop is cut: its remainder carries only the values that decide when it ends or that are asked for, and that do not
depend on unknown values. So some results of a loop can be known although others are not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar, cast

from typing_extensions import TypeIs
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo

from ..facts.effects import Effects, is_terminator
from .terms import Terms

T = TypeVar("T")

Carried: TypeAlias = tuple[int, ...]
"""Values that a loop carries, by number."""


class Remainder:
    """A copy of an op with regions that keeps only the ops that its results need."""

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
        """Stand-ins for values that are read from outside, or are known."""
        self._carried: dict[Operation, Carried] = {}
        """The numbers of the operands that a cut loop keeps, and of those that the last op of its body keeps."""
        self._cuts: dict[tuple[Operation, Carried], Carried] = {}
        """The carried values that an inner loop keeps, by the results that are asked for."""
        self._reads: dict[tuple[Operation, Carried | None], set[SSAValue]] = {}
        """The values that ops with regions read, by the part that is kept."""
        self._left_out = 0
        self._made: list[Operation] = []

    def of(self, op: Operation, asked: Collection[SSAValue]) -> tuple[Operation, Sequence[SSAValue]] | None:
        """The copy, which is in no block, and the results of `op` that it gives; what is `asked` for is among them, as
        far as it may be known. None where nothing is left out, or something unknown is read from outside. The operands
        of an op that is no loop are known."""
        if hlo.StableHLO.is_op(op, "stablehlo.while") and not self._cut(cast("hlo.WhileOp", op), asked):
            return None
        copy = self._copy(op, {})
        if copy is not None and self._left_out:
            return copy, self._left_of(op, op.results)
        for made in self._made:
            made.operands = ()
        return None

    def size(self, block: Block, left: Carried | None) -> int:
        """The number of ops that a block keeps, including nested ones; its last op keeps the operands `left`."""
        kept, _ = self._kept(block, left)
        sizes = [
            self.size(inside, cut if region is op.regions[-1] else None)
            for op, cut in kept
            for region in op.regions
            for inside in region.blocks
        ]
        return len(kept) - 1 + sum(sizes)

    def _cut(self, op: hlo.WhileOp, asked: Collection[SSAValue]) -> bool:
        """Decide which carried values a loop keeps; return whether some of them may be known."""
        last = op.body.block.last_op
        if last is None or not len(op.operands) == len(last.operands) == len(op.results):
            return False
        closed = self._closed(op, last)
        left = self.carried_for(op, [i for i in closed if op.results[i] in asked])
        self._leave(op, left)
        return bool(left) and closed.issuperset(left)

    def carried_for(self, op: hlo.WhileOp, asked: Iterable[int]) -> Carried:
        """The values that a loop has to carry to compute some of its results and to end after the same iteration."""
        left, before = set(asked), None
        while left != before:
            before = left
            read = self._read_inside(op, tuple(sorted(left)))
            pairs = zip(op.cond.block.args, op.body.block.args)
            left = left | {i for i, pair in enumerate(pairs) if not read.isdisjoint(pair)}
        return tuple(sorted(left))

    def _leave(self, op: hlo.WhileOp, left: Carried) -> None:
        last = op.body.block.last_op
        assert last is not None
        self._carried[op] = self._carried[last] = left
        self._left_out += len(op.operands) - len(left)

    def _closed(self, op: hlo.WhileOp, last: Operation) -> set[int]:
        """The carried values that are known at first, and later depend only on known values and on one another."""
        body = op.body.block
        ops = [inner for inner in self._terms.backwards(body, self._taken) if self._may_evaluate(inner)]
        reads = [each for inner in reversed(ops) for each in self._results_of(inner)]
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

    def _results_of(self, op: Operation) -> list[tuple[Sequence[SSAValue], set[SSAValue]]]:
        """The results of an op, with what has to be known for them: each by itself, where that may be less."""
        if not is_regular_loop(op):
            return [(op.results, self._read_by(op, None))]
        cuts = [(result, self._cut_inside(op, (i,))) for i, result in enumerate(op.results)]
        return [((result,), self._read_by(op, left)) for result, left in cuts]

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
        kept, _ = self._kept(block)
        self._left_out += sum(1 for _ in self._terms.backwards(block, self._taken)) - len(kept)
        around_op = block.parent_op()
        arguments = block.args if around_op is None else self._left_of(around_op, block.args)
        copy = Block(arg_types=[argument.type for argument in arguments])
        inside = {**around, **dict(zip(arguments, copy.args))}
        for op, left in reversed(kept):
            if left is not None:
                self._leave(cast("hlo.WhileOp", op), left)
            made = self._copy(op, inside)
            if made is None:
                return None
            copy.add_op(made)
            inside.update(zip(self._left_of(op, op.results) if op.regions else op.results, made.results))
        return copy

    def _kept(
        self, block: Block, left: Carried | None = None
    ) -> tuple[list[tuple[Operation, Carried | None]], set[SSAValue]]:
        """The ops of a block that are read, or have effects, the last one first, with what is left of loops; and the
        unknown values that they read. `left` is left of the operands of the last op."""
        read, kept = set[SSAValue](), list[tuple[Operation, Carried | None]]()
        for op in self._terms.backwards(block, self._taken):
            if is_terminator(type(op)):
                given = self._left_of(op, op.operands) if left is None else [op.operands[i] for i in left]
                kept.append((op, None))
                read |= self._unknown(given)
                continue
            asked = tuple([i for i, result in enumerate(op.results) if result in read])
            if asked or not (self._effects.removable(op) or self._effects.holds(op)):
                cut = self._cut_inside(op, asked) if is_regular_loop(op) else None
                kept.append((op, cut))
                read |= self._read_by(op, cut)
        return kept, read

    def _cut_inside(self, op: hlo.WhileOp, asked: Carried) -> Carried:
        """The carried values that an inner loop keeps if some of its results are asked for."""
        if (op, asked) not in self._cuts:
            self._cuts[op, asked] = self.carried_for(op, asked)
        return self._cuts[op, asked]

    def _read_by(self, op: Operation, left: Carried | None) -> set[SSAValue]:
        """The unknown values that an op and the kept ops inside of it read."""
        if not op.regions:
            return self._unknown(op.operands)
        if (op, left) not in self._reads:
            operands = op.operands if left is None else [op.operands[i] for i in left]
            inside = self._read_inside(op, left)
            if left is not None:
                inside -= {argument for region in op.regions for argument in region.block.args}
            self._reads[op, left] = self._unknown(operands) | inside
        return self._reads[op, left]

    def _read_inside(self, op: Operation, left: Carried | None) -> set[SSAValue]:
        """What is left inside of an op reads that is not known, but for what is defined there; what it carries is read,
        too, if some of that is `left`."""
        read = set[SSAValue]()
        for region in op.regions:
            for block in region.blocks:
                kept, inside = self._kept(block, left if region is op.regions[-1] else None)
                own = block.args if left is None else ()
                read |= inside.difference(own, *[inner.results for inner, _ in kept])
        return read

    def _unknown(self, values: Sequence[SSAValue]) -> set[SSAValue]:
        return {value for value in map(self._terms.resolved, values) if not self._is_known(value)}

    def _left_of(self, op: Operation, values: Sequence[T]) -> Sequence[T]:
        """The operands that an op keeps, or the values that belong to them."""
        return [values[i] for i in self._carried[op]] if op in self._carried else values

    def _read(self, value: SSAValue, inside: Mapping[SSAValue, SSAValue]) -> SSAValue | None:
        """The value that the copy reads in the place of another one; None if that is unknown and from outside."""
        value = self._terms.resolved(value)
        if not self._is_known(value):
            return inside.get(value)
        if value not in self._outside:
            (self._outside[value],) = self._terms.stand_ins([value])
        return self._outside[value]


def is_regular_loop(op: Operation | None) -> TypeIs[hlo.WhileOp]:
    """Whether an op is a loop whose body hands on as many values as it gives."""
    if not hlo.StableHLO.is_op(op, "stablehlo.while"):
        return False
    loop = cast("hlo.WhileOp", op)
    tested, body = loop.cond.first_block, loop.body.first_block
    last = None if body is None or body.next_block is not None else body.last_op
    return (
        tested is not None
        and last is not None
        and len(loop.operands) == len(last.operands) == len(loop.results)
    )
