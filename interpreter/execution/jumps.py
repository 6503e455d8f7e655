"""Compilation of several blocks that lead to each other: one body, whose steps end with jumps.

All blocks of a function, or of a loop in it, share one list of slots: a block reads what the blocks before it defined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.ir.branches import Branch, branch_of, edges_of, in_control_order
from xdsl_stablehlo.programs.constants import is_defined_constant

from ..interface.errors import EvaluationError
from ..kernels.support.values import Value
from .executor import VACANT, Body, BodyPrice, Jump, JumpEdge, Step
from .type_facts import KnownTypes


class BlockGroup(NamedTuple):
    """Blocks to be compiled together: all those of a function, or those of a loop."""

    blocks: Sequence[Block]
    """The first one is where a run begins."""
    outside: tuple[SSAValue, ...]
    """The values that they read from other blocks."""
    exits: tuple[tuple[Block, int], ...] = ()
    """The edges that leave the group: the block that each comes from, and which of its edges it is."""
    live: tuple[SSAValue, ...] = ()
    """The values that other blocks read. A group with exits gives the number of the exit, and these; one without
    gives what it returns."""

    @staticmethod
    def of_function(entry: Block) -> BlockGroup:
        """The blocks of a function that can be reached. Raises `EvaluationError` for an end that is not known."""
        blocks = in_control_order(entry)
        for block in blocks:
            last = block.last_op
            if last is None or (last.successors and branch_of(last) is None):
                name = "nothing" if last is None else f"'{last.name}'"
                raise EvaluationError(
                    f"has a block that ends with {name}, of which it is not known where it leads"
                )
        return BlockGroup(blocks, ())

    @staticmethod
    def of_loop(blocks: Sequence[Block], read_by: Callable[[Operation], Sequence[SSAValue]]) -> BlockGroup:
        """The blocks of a loop, the first of which is its only entry; `read_by` gives what an op and its regions
        read."""
        inside = set(blocks)
        made = [value for block in blocks for value in defined_in(block)]
        defined = set(made)
        read = dict.fromkeys([value for block in blocks for op in block.ops for value in read_by(op)])
        exits: list[tuple[Block, int]] = []
        passed: set[SSAValue] = set()
        for block in blocks:
            branch = branch_of(block.last_op)
            for i, edge in enumerate(() if branch is None else branch.edges):
                if edge.block not in inside:
                    exits.append((block, i))
                    passed.update(edge.operands)
        live = [value for value in made if value in passed or any(_reads_outside(value, inside))]
        outside = [value for value in (*read, *passed) if value not in defined]
        return BlockGroup(blocks, tuple(dict.fromkeys(outside)), tuple(exits), tuple(live))


def _reads_outside(value: SSAValue, inside: set[Block]) -> list[bool]:
    """For each use of `value` whether it is in none of the blocks `inside`, nor in a region of an op of theirs."""
    return [_block_around(use.operation, inside) is None for use in value.uses]


def _block_around(op: Operation, blocks: set[Block]) -> Block | None:
    block = op.parent
    while block is not None and block not in blocks:
        around = block.parent_op()
        block = None if around is None else around.parent
    return block


def defined_in(block: Block) -> list[SSAValue]:
    """The arguments of a block and the results of its ops."""
    return [*block.args, *[result for op in block.ops for result in op.results]]


def end_of(block: Block) -> Operation:
    """The last op of a block that has one."""
    last = block.last_op
    assert last is not None
    return last


class SlotNumbers:
    """The slots of a group: arguments and values from outside first, then everything that its blocks define."""

    def __init__(self, group: BlockGroup, read_by: Callable[[Operation], Sequence[SSAValue]]):
        entry, *_ = group.blocks
        self.numbers: dict[SSAValue, int] = {}
        home = {value: block for block in group.blocks for value in defined_in(block)}
        for value in dict.fromkeys((*entry.args, *group.outside, *home)):
            self.numbers[value] = len(self.numbers)
        self.shared = set(group.live)
        """The values that are read in another block than the one that defines them."""
        for block in group.blocks:
            for op in block.ops:
                self.shared.update([v for v in read_by(op) if home.get(v, block) is not block])
        self.local = {
            block: {
                self.numbers[v]
                for v in defined_in(block)
                if v not in self.shared and not is_defined_constant(v)
            }
            for block in group.blocks
        }
        """The slots that one block alone reads and writes, but for its constants, which stay."""
        returned = [block.last_op for block in group.blocks if not group.exits and not _followed(block)]
        count = (
            1 + len(group.live)
            if group.exits
            else max([len(op.operands) for op in returned if op], default=0)
        )
        self.results = tuple([len(self.numbers) + i for i in range(count)])
        self.counters = {block: len(self.numbers) + count + i for i, block in enumerate(group.blocks)}
        """The slot in which the iterations of a loop that begins with a block are counted."""

    def kept(self, block: Block) -> tuple[int, ...]:
        """The slots that the ops of a block leave to its end and to other blocks."""
        last = end_of(block)
        shared = [value for value in defined_in(block) if value in self.shared]
        return tuple([self.numbers[value] for value in dict.fromkeys((*last.operands, *shared))])

    def template(self) -> list[Value]:
        return [VACANT] * (len(self.numbers) + len(self.results) + len(self.counters))


def _followed(block: Block) -> bool:
    return bool(block.last_op is not None and block.last_op.successors)


def jumping_body(
    group: BlockGroup,
    numbering: SlotNumbers,
    compiled: Mapping[Block, tuple[list[Step], BodyPrice]],
    body: Callable[[tuple[int, ...], BodyPrice], Body],
    types: KnownTypes,
) -> Body:
    """The body of a group, from the steps of its blocks, to which the jumps are added."""
    numbers = numbering.numbers
    order = {block: place for place, block in enumerate(group.blocks)}
    exits = {exit: number for number, exit in enumerate(group.exits)}
    headers = {
        edge.block for block, edge in edges_of(group.blocks) if order.get(edge.block, -1) <= order[block]
    }
    live = tuple([numbers[value] for value in group.live])

    def way(block: Block, branch: Branch, i: int, limits_of: Body) -> JumpEdge:
        edge, last = branch.edges[i], end_of(block)
        number = exits.get((block, i))
        if number is not None:
            return JumpEdge(
                [_giving(last, live, numbering.results, number)], (), (), BodyPrice(0, 1, 0, 0), None, False
            )
        steps, price = compiled[edge.block]
        counter = numbering.counters[edge.block] if edge.block in headers else None
        return JumpEdge(
            steps,
            tuple([numbers[value] for value in edge.operands]),
            tuple([numbers[value] for value in edge.block.args]),
            price,
            counter,
            order[edge.block] <= order[block],
        )

    prices = [price for _, price in compiled.values()]
    shared = sum([types.of(value.type).bytes or 0 for value in numbering.shared])
    entry = compiled[group.blocks[0]][1]
    whole = body(numbering.results, entry._replace(bytes=shared + max([price.bytes for price in prices])))
    for block in group.blocks:
        last, steps = end_of(block), compiled[block][0]
        branch = branch_of(last)
        if branch is None:
            returned = tuple([numbers[value] for value in last.operands])
            steps.append(_giving(last, returned, numbering.results))
            continue
        ways = tuple([way(block, branch, i, whole) for i in range(len(branch.edges))])
        passing = tuple(numbering.local[block].intersection([numbers[value] for value in last.operands]))
        selector = None if branch.selector is None else numbers[branch.selector]
        jump = Jump(selector, branch.taken, ways, passing, whole.limits)
        steps.append(Step(jump, (), (), (), False, (), last))
    return whole


def _giving(
    op: Operation, inputs: tuple[int, ...], outputs: tuple[int, ...], number: int | None = None
) -> Step:
    """The step that ends a run: it gives values, behind the number of the exit if there is one."""
    first: tuple[Value, ...] = () if number is None else (np.asarray(number),)

    def give(*values: Value) -> tuple[Value, ...]:
        return (*first, *values)

    return Step(give, inputs, outputs, (None,) * len(outputs), False, (), op)
