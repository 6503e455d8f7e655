"""Constants through the blocks of a function: only blocks that can be reached are looked at, in the order of control.

Sparse conditional constant propagation (Wegman, Zadeck 1991) over branches, as `control_flow.py` has it for regions.
The arguments of a block that a loop leads back to are taken for what the first way to it gives, until a walk refutes
that. A loop of blocks that is entered with known values, and reads no others, is run by the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.ir.branches import Edge, branch_of, edges_of, in_control_order

from ..terms.constants import is_whole
from ..terms.deferred import Knowledge
from ..terms.effects import is_terminator
from ..terms.reasons import Refusal
from ..tuning import LOOP_ROUNDS
from .analysis import Solver
from .walk import run


class Way(NamedTuple):
    """An edge by which a block is reached, from the end of another one."""

    end: Operation
    edge: Edge


class Ran(NamedTuple):
    """A loop of blocks that was run in the place of a branch to it."""

    edge: Edge
    """The one by which it was left."""
    blocks: Sequence[Block]
    values: Mapping[SSAValue, Value]
    """The values that other blocks read of it."""


@dataclass
class Reached:
    """Facts about the blocks of a function."""

    blocks: list[Block] = field(default_factory=list[Block])
    """The blocks that may run; loops aside, each follows the blocks that lead to it."""
    decided: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """By the end of a block: the one of several edges that is always taken."""
    ran: dict[tuple[Operation, Block], Ran] = field(default_factory=dict[tuple[Operation, Block], Ran])
    """By the end of a block, and the block that it leads to: the loop that begins there, and that was run."""
    ways: dict[Block, list[Way]] = field(default_factory=dict[Block, list[Way]])
    """The edges by which a block is reached."""

    def returned(self, frame: Solver) -> Knowledge | None:
        """The constants that all ends of the function that are reached agree on; None if there is no end."""
        ends = [block.last_op for block in self.blocks]
        outcomes = [frame.knowledge(end.operands) for end in ends if end is not None and not end.successors]
        if not outcomes:
            return None
        first, *others = outcomes
        return tuple(
            [
                value if value is not None and all(frame.same(value, other[i]) for other in others) else None
                for i, value in enumerate(first)
            ]
        )


def reached(frame: Solver, body: Region, begin: Callable[[], None]) -> Reached:
    """Look at the blocks of a function that can be reached. `begin` lets the frame know what holds of its arguments."""
    blocks = _Blocks(frame, body)
    while True:
        begin()
        mark = frame.facts.mark()
        found = blocks.walk()
        if found is not None:
            frame.unreached = {block for block in body.blocks if block not in set(found.blocks)}
            return found
        frame.forget([body], mark)


class _Blocks:
    """The assumptions about the arguments of blocks that loops lead back to, which walks refute."""

    def __init__(self, frame: Solver, body: Region):
        self._frame = frame
        self._entry = body.blocks[0]
        self._order = in_control_order(self._entry)
        self._place = {block: place for place, block in enumerate(self._order)}
        self._weak: dict[Block, set[int]] = {}
        """The arguments of which a walk found out that they are not always the same."""
        self._led_to: set[Block] = set()
        """The blocks that only blocks behind them lead to, and of which a walk found out that they do."""
        self._before: dict[Block, list[Block]] = {}
        for block, edge in edges_of(self._order):
            self._before.setdefault(edge.block, []).append(block)
        self._rounds = 0

    def walk(self) -> Reached | None:
        """Look at each block once; None if that refutes an assumption."""
        self._rounds += 1
        found, refuted = Reached(), False
        assumed: dict[Block, Knowledge] = {}
        inside_of_ran: set[Block] = set()
        for block in self._order:
            ways = found.ways.get(block, [])
            if block in inside_of_ran or not (ways or block is self._entry or block in self._led_to):
                continue
            left = self._run_loop(block, ways, found)
            if left is not None:
                inside_of_ran.update(left.blocks)
                (way,) = found.ways.pop(block)
                refuted |= self._lead(found, assumed, block, Way(way.end, left.edge))
                continue
            found.blocks.append(block)
            assumed[block] = self._enter(block, ways)
            run(self._frame.walk_block(block))
            refuted |= self._leave(found, assumed, block)
        return None if refuted else found

    def _enter(self, block: Block, ways: Sequence[Way]) -> Knowledge:
        """Note what holds of the arguments of a block that is reached by these edges."""
        if block is self._entry:
            return self._frame.knowledge(block.args)
        if len(ways) == 1 and not self._is_header(block):
            self._frame.stand_for(ways[0].edge.operands, block.args)
            return ()
        known = [self._frame.knowledge(way.edge.operands) for way in ways]
        joined = tuple(
            [
                None if i in self._weak.get(block, ()) or block in self._led_to else self._joined(each)
                for i, each in enumerate(zip(*known))
            ]
        )
        self._frame.learn(block.args, joined)
        return joined

    def _joined(self, values: Sequence[Value | None]) -> Value | None:
        first, *others = values
        return first if all(self._frame.same(first, other) for other in others) else None

    def _is_header(self, block: Block) -> bool:
        """Whether a block is led to by one that does not come before it."""
        return any(self._place[each] >= self._place[block] for each in self._before.get(block, ()))

    def _leave(self, found: Reached, assumed: Mapping[Block, Knowledge], block: Block) -> bool:
        """Note which blocks come next; return whether that refutes an assumption."""
        last = block.last_op
        if last is None or not last.successors:
            return False
        branch = branch_of(last)
        if branch is None:
            ways = [Way(last, Edge(each, ())) for each in last.successors]
            refuted = [self._lead(found, assumed, block, way) for way in ways]
            return any(refuted)
        edges = branch.edges
        number = None if branch.selector is None else self._frame.number(branch.selector)
        if number is not None and not self._frame.analysis.is_kept_by_hook(last):
            found.decided[last] = branch.taken(number)
            edges = (edges[found.decided[last]],)
        refuted = [self._lead(found, assumed, block, Way(last, edge)) for edge in edges]
        return any(refuted)

    def _lead(self, found: Reached, assumed: Mapping[Block, Knowledge], block: Block, way: Way) -> bool:
        """Note a way that leads on from a block; return whether that refutes an assumption."""
        target, operands = way.edge
        unknown = [value.type for value in operands] != [argument.type for argument in target.args]
        if unknown:
            self._led_to.add(target)
        if self._place[target] > self._place[block]:
            found.ways.setdefault(target, []).append(way)
            return False
        if target not in assumed:
            self._led_to.add(target)
            return True
        given = (None,) * len(target.args) if unknown else self._frame.knowledge(operands)
        pairs = enumerate(zip(assumed[target], given))
        wrong = {i for i, (held, value) in pairs if held is not None and not self._frame.same(held, value)}
        if wrong and self._rounds > LOOP_ROUNDS:
            wrong = set(range(len(target.args)))
        found.ways.setdefault(target, []).append(way)
        self._weak.setdefault(target, set()).update(wrong)
        return bool(wrong)

    def _run_loop(self, header: Block, ways: Sequence[Way], found: Reached) -> Ran | None:
        """Run the loop that begins with a block, if it is entered in one way, with known values; None if not."""
        if len(ways) != 1 or header in self._led_to or not self._is_header(header):
            return None
        (way,) = ways
        blocks = self._loop(header)
        if not blocks or not self._may_run(blocks):
            return None
        known = self._frame.knowledge(way.edge.operands)
        values = tuple([value for value in known if value is not None])
        if len(values) < len(known):
            return None
        left = self._frame.analysis.folder.run_blocks(blocks, values, self._frame.terms.known)
        if isinstance(left, Refusal):
            return None
        (source, i), given = left
        limit = self._frame.analysis.folder.options.fold_op_element_limit
        if not all(is_whole(value.type, known, limit) for value, known in given.items()):
            return None
        branch = branch_of(source.last_op)
        assert branch is not None
        self._frame.known.update(given)
        ran = found.ran[way.end, header] = Ran(branch.edges[i], blocks, given)
        return ran

    def _may_run(self, blocks: Sequence[Block]) -> bool:
        effects, hooked = self._frame.analysis.effects, self._frame.analysis.is_kept_by_hook
        return all(
            not hooked(op) if is_terminator(type(op)) else effects.removable(op)
            for block in blocks
            for op in block.ops
        )

    def _loop(self, header: Block) -> Sequence[Block]:
        """The blocks of the loop that begins with `header`, in order; none if it has another entry."""
        first = self._place[header]
        inside = {header}
        pending = [each for each in self._before.get(header, ()) if self._place[each] >= first]
        while pending:
            block = pending.pop()
            if block not in inside:
                if self._place[block] < first or block is self._entry:
                    return ()
                inside.add(block)
                pending += self._before.get(block, ())
        if any(branch_of(block.last_op) is None for block in inside):
            return ()
        return sorted(inside, key=self._place.__getitem__)
