"""Remainders of ops with regions: copies without ops that never run, that nothing reads, or whose results are known.

A loop is cut: its remainder carries only the values that decide when it ends or that are asked for, and that do not
depend on unknown values. So some results of a loop can be known although others are not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from typing_extensions import TypeIs
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo

from ..terms.effects import Effects, is_terminator
from ..terms.terms import Terms

T = TypeVar("T")

CarriedNumbers: TypeAlias = tuple[int, ...]
"""Values that a loop carries, by number."""


class Sources(NamedTuple):
    """The values from outside of a block, as sets, that are read in it."""

    always: int
    """For ops with effects."""
    last: Sequence[int]
    """For each operand of its last op."""


class LoopSources(NamedTuple):
    """The values that are read in a loop, those that it carries among them, as sets."""

    carried: Sequence[int]
    """Each value that it carries."""
    always: int
    """For its condition, and ops with effects."""
    following: Sequence[int]
    """For each carried value that the body gives."""

    def read_for(self, left: Iterable[int]) -> int:
        """The values that are read if only some are carried."""
        return self.always | _union([self.following[i] for i in left])


def _union(sets: Iterable[int]) -> int:
    union = 0
    for each in sets:
        union |= each
    return union


class Remainder:
    """A copy of an op with regions that keeps only the ops that its results need."""

    def __init__(
        self,
        terms: Terms,
        executed: Mapping[Operation, Region],
        effects: Effects,
        is_known: Callable[[SSAValue], bool],
        may_evaluate: Callable[[Operation], bool],
    ):
        self._terms = terms
        self._executed = executed
        self._effects = effects
        self._is_known = is_known
        self._may_evaluate = may_evaluate
        self._outside: dict[SSAValue, SSAValue] = {}
        """Stand-ins for values that are read from outside, or are known."""
        self._carried: dict[Operation, CarriedNumbers] = {}
        """The numbers of the operands that a cut loop keeps, and of those that the last op of its body keeps."""
        self._bits: dict[SSAValue, int] = {}
        """The sets that have one value alone: sets are the bits of an integer. What a loop carries has the same bit in
        its condition and in its body."""
        self._values: list[SSAValue] = []
        """The values by number."""
        self._sources: dict[Block, Sources] = {}
        self._loops: dict[Operation, LoopSources] = {}
        self._left_out = 0
        self._made: list[Operation] = []

    def of(self, op: Operation, asked: Collection[SSAValue]) -> tuple[Operation, Sequence[SSAValue]] | None:
        """The copy, which is in no block, and the results of `op` that it gives; what is `asked` for is among them, as
        far as it may be known. None where nothing is left out, or something unknown is read from outside. The operands
        of an op that is no loop are known."""
        if hlo.StableHLO.is_op(op, "stablehlo.while") and not (is_regular_loop(op) and self._cut(op, asked)):
            return None
        copy = self._copy(op, {})
        if copy is not None and self._left_out:
            return copy, self._left_of(op, op.results)
        for made in self._made:
            made.operands = ()
        return None

    def size(self, block: Block, left: CarriedNumbers | None) -> int:
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
        closed = self._closed(op)
        left = self.carried_for(op, [i for i in closed if op.results[i] in asked])
        self._leave(op, left)
        return bool(left) and closed.issuperset(left)

    def carried_for(self, op: hlo.WhileOp, asked: Iterable[int]) -> CarriedNumbers:
        """The values that a loop has to carry to compute some of its results and to end after the same iteration."""
        loop = self._loop(op)
        left, before = set(asked), None
        while left != before:
            before, read = left, loop.read_for(left)
            left = left | {i for i, bit in enumerate(loop.carried) if read & bit}
        return tuple(sorted(left))

    def _leave(self, op: Operation, left: CarriedNumbers) -> None:
        last = op.regions[-1].block.last_op
        assert last is not None
        self._carried[op] = self._carried[last] = left
        self._left_out += len(op.operands) - len(left)

    def _closed(self, op: hlo.WhileOp) -> set[int]:
        """The carried values that are known at first, and later depend only on known values and on one another."""
        loop = self._loop(op)
        closed = {i for i, value in enumerate(op.operands) if not self._unknown([value])}
        before = None
        while closed != before:
            before, inside = closed, _union([loop.carried[i] for i in closed])
            closed = {i for i in closed if not loop.following[i] & ~inside}
        return closed

    # ---- what values are computed from ----

    def _loop(self, op: hlo.WhileOp) -> LoopSources:
        if op not in self._loops:
            tested, body = op.cond.block, op.body.block
            carried = list(map(self._bit, body.args))
            self._bits.update(zip(tested.args, carried))
            condition, following = self._sources_of(tested), self._sources_of(body)
            always = condition.always | _union(condition.last) | following.always
            self._loops[op] = LoopSources(carried, always, following.last)
        return self._loops[op]

    def _sources_of(self, block: Block) -> Sources:
        """The values from outside of a block that are read for its results, and for its effects."""
        if block not in self._sources:
            of: dict[SSAValue, int] = {}
            always, last = 0, list[int]()
            for op in reversed(list(self._terms.backwards(block, self._executed))):
                if is_terminator(type(op)):
                    last = [self._from([value], of) for value in op.operands]
                    continue
                given = self._given(op, of)
                if not self._may_evaluate(op):  # what is computed from itself is never known
                    given = [each | self._bit(result) for each, result in zip(given, op.results)]
                of.update(zip(op.results, given))
                if not self._is_removable(op):
                    left = self.carried_for(op, ()) if is_regular_loop(op) else None
                    always |= self._from(self._read_by(op, left), of)
            self._sources[block] = Sources(always, last)
        return self._sources[block]

    def _given(self, op: Operation, of: Mapping[SSAValue, int]) -> list[int]:
        """The values from which each result of an op is computed, if `of` says it of the values before."""
        if is_regular_loop(op):
            cuts = [self.carried_for(op, [i]) for i in range(len(op.results))]
            return [self._from(self._read_by(op, cut), of) for cut in cuts]
        return [self._from(self._read_by(op, None), of)] * len(op.results)

    def _from(self, values: Iterable[SSAValue], of: Mapping[SSAValue, int]) -> int:
        """The values from which unknown values are computed: each that `of` says nothing of is from outside."""
        read = 0
        for value in map(self._terms.resolved, values):
            if not self._is_known(value):
                found = of.get(value)
                read |= self._bit(value) if found is None else found
        return read

    def _bit(self, value: SSAValue) -> int:
        if value not in self._bits:
            self._bits[value] = 1 << len(self._values)
            self._values.append(value)
        return self._bits[value]

    def _read_by(self, op: Operation, left: CarriedNumbers | None) -> Collection[SSAValue]:
        """The values that an op and what is inside of it read; those of a loop of which the carried values `left` are
        kept."""
        if left is not None:
            assert isinstance(op, hlo.WhileOp)
            loop = self._loop(op)
            inside = loop.read_for(left) & ~_union(loop.carried)
            return [*[op.operands[i] for i in left], *self._named(inside)]
        inside = 0
        for block in [block for region in op.regions for block in region.blocks]:
            sources = self._sources_of(block)
            inside |= (sources.always | _union(sources.last)) & ~_union(map(self._bit, block.args))
        return [*op.operands, *self._named(inside)] if inside else op.operands

    def _named(self, found: int) -> Iterator[SSAValue]:
        """The values of a set."""
        while found:
            yield self._values[(found & -found).bit_length() - 1]
            found &= found - 1

    def _is_removable(self, op: Operation) -> bool:
        return self._effects.removable(op) or self._effects.holds(op)

    # ---- copies ----

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
        self._left_out += sum(1 for _ in self._terms.backwards(block, self._executed)) - len(kept)
        around_op = block.parent_op()
        arguments = block.args if around_op is None else self._left_of(around_op, block.args)
        copy = Block(arg_types=[argument.type for argument in arguments])
        inside = {**around, **dict(zip(arguments, copy.args))}
        for op, left in reversed(kept):
            if left is not None:
                self._leave(op, left)
            made = self._copy(op, inside)
            if made is None:
                return None
            copy.add_op(made)
            inside.update(zip(self._left_of(op, op.results) if op.regions else op.results, made.results))
        return copy

    def _kept(
        self, block: Block, left: CarriedNumbers | None = None
    ) -> tuple[list[tuple[Operation, CarriedNumbers | None]], set[SSAValue]]:
        """The ops of a block that are read, or have effects, the last one first, with what is left of loops; and the
        unknown values that they read. `left` is left of the operands of the last op."""
        read, kept = set[SSAValue](), list[tuple[Operation, CarriedNumbers | None]]()
        for op in self._terms.backwards(block, self._executed):
            if is_terminator(type(op)):
                given = self._left_of(op, op.operands) if left is None else [op.operands[i] for i in left]
                kept.append((op, None))
                read |= self._unknown(given)
                continue
            asked = [i for i, result in enumerate(op.results) if result in read]
            if asked or not self._is_removable(op):
                cut = self.carried_for(op, asked) if is_regular_loop(op) else None
                kept.append((op, cut))
                read |= self._unknown(self._read_by(op, cut))
        return kept, read

    def _unknown(self, values: Iterable[SSAValue]) -> set[SSAValue]:
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
    assert isinstance(op, hlo.WhileOp)
    tested, body = op.cond.first_block, op.body.first_block
    last = None if body is None or body.next_block is not None else body.last_op
    return (
        tested is not None and last is not None and len(op.operands) == len(last.operands) == len(op.results)
    )
