"""Branches between the blocks of a function: `cf.br`, `cf.cond_br` and `cf.switch`, found by their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from xdsl.ir import Block, Operation, Region, SSAValue

from .graphs import postorder

if TYPE_CHECKING:
    from xdsl.dialects import cf


class Edge(NamedTuple):
    """One way from a block to another one, and the values for the arguments of that."""

    block: Block
    operands: tuple[SSAValue, ...]


class Branch(NamedTuple):
    """The end of a block that leads to other blocks."""

    selector: SSAValue | None
    """The integer that decides which edge is taken; None where there is only one."""
    edges: tuple[Edge, ...]
    by_number: Mapping[int, int]
    """The edge for each number of the selector, of a boolean 0 or 1."""
    otherwise: int
    """The edge for all other numbers."""

    def taken(self, number: int) -> int:
        """The edge that is taken where the selector is `number`."""
        return self.by_number.get(number, self.otherwise)


def branch_of(op: Operation | None) -> Branch | None:
    """The branch of `op`, the last one of its block; None if it leads nowhere, or if the op is not known."""
    if op is None or not op.successors:
        return None
    if op.name == "cf.br":
        br = cast("cf.BranchOp", op)
        return Branch(None, (Edge(br.successor, tuple(br.arguments)),), {}, 0)
    if op.name == "cf.cond_br":
        choice = cast("cf.ConditionalBranchOp", op)
        holds = Edge(choice.then_block, tuple(choice.then_arguments))
        return Branch(choice.cond, (holds, Edge(choice.else_block, tuple(choice.else_arguments))), {0: 1}, 0)
    if op.name == "cf.switch":
        switch = cast("cf.SwitchOp", op)
        blocks, operands = switch.case_blocks, switch.case_operand
        cases = [Edge(block, tuple(read)) for block, read in zip(blocks, operands, strict=True)]
        values = () if switch.case_values is None else switch.case_values.get_values()
        numbers = {int(value): i for i, value in reversed([*enumerate(values, 1)])}
        return Branch(
            switch.flag, (Edge(switch.default_block, tuple(switch.default_operands)), *cases), numbers, 0
        )
    return None


def is_understood(region: Region) -> bool:
    """Whether each block of a region ends with a branch that is known here, or leads nowhere."""
    return all(
        block.last_op is not None and (not block.last_op.successors or branch_of(block.last_op) is not None)
        for block in region.blocks
    )


def in_control_order(entry: Block) -> list[Block]:
    """The blocks that can be reached from `entry`, each, loops aside, after those that lead to it."""
    return [*postorder([entry], successors_of)][::-1]


def successors_of(block: Block) -> Sequence[Block]:
    """The blocks that the last op of a block may lead to."""
    return () if block.last_op is None else block.last_op.successors


def edges_of(blocks: Sequence[Block]) -> Iterator[tuple[Block, Edge]]:
    """Every edge from one of the blocks, with that block."""
    for block in blocks:
        branch = branch_of(block.last_op)
        for edge in () if branch is None else branch.edges:
            yield block, edge
