"""Dominance between the blocks of a region, in time nearly linear in blocks and branches.

Semi-dominators with path compression (Lengauer and Tarjan 1979), immediate dominators from them (Georgiadis 2005).
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, Region


class Dominators:
    """The dominators of a region's blocks. A block that cannot be reached is dominated by every block."""

    def __init__(self, region: Region):
        order, parents = _depth_first(region)
        numbers = {block: i for i, block in enumerate(order)}
        predecessors: list[list[int]] = [[] for _ in order]
        for number, block in enumerate(order):
            for successor in _successors(block):
                predecessors[numbers[successor]].append(number)
        immediate = _immediate(parents, predecessors)
        # In the dominator tree, the depth-first interval of a block contains those of the blocks it dominates.
        children: list[list[int]] = [[] for _ in order]
        for number, dominator in enumerate(immediate):
            if number:
                children[dominator].append(number)
        self._spans: dict[Block, tuple[int, int]] = {}
        entered: list[int] = [0] * len(order)
        clock, stack = 0, [0] if order else []
        while stack:
            number = stack.pop()
            if number >= 0:
                clock += 1
                entered[number] = clock
                stack.append(~number)
                stack.extend(children[number])
            else:
                self._spans[order[~number]] = entered[~number], clock

    def strictly_dominates(self, first: Block, second: Block) -> bool:
        """Whether every way to `second` goes through `first`, which is another block."""
        if first is second:
            return False
        inner = self._spans.get(second)
        if inner is None:
            return True
        outer = self._spans.get(first)
        return outer is not None and outer[0] <= inner[0] <= outer[1]


def _successors(block: Block) -> Sequence[Block]:
    return () if block.last_op is None else block.last_op.successors


def _depth_first(region: Region) -> tuple[list[Block], list[int]]:
    """The blocks that can be reached in depth-first order, and the number of each one's parent."""
    order: list[Block] = []
    parents: list[int] = []
    seen: set[Block] = set()
    stack = [] if region.first_block is None else [(region.first_block, 0)]
    while stack:
        block, parent = stack.pop()
        if block in seen:
            continue
        seen.add(block)
        number = len(order)
        order.append(block)
        parents.append(parent)
        stack.extend((successor, number) for successor in reversed(_successors(block)))
    return order, parents


def _immediate(parents: Sequence[int], predecessors: Sequence[Sequence[int]]) -> list[int]:
    """The immediate dominator of each number, by number."""
    count = len(parents)
    semi, label, ancestor = list(range(count)), list(range(count)), list(parents)
    for number in range(count - 1, 0, -1):
        for predecessor in predecessors[number]:
            semi[number] = min(semi[number], semi[_lowest(predecessor, number, ancestor, label, semi)])
    immediate = list(parents)
    for number in range(1, count):
        while immediate[number] > semi[number]:
            immediate[number] = immediate[immediate[number]]
    return immediate


def _lowest(start: int, last: int, ancestor: list[int], label: list[int], semi: list[int]) -> int:
    """The number with the lowest semi-dominator on the way up from `start` among those above `last`."""
    if start <= last:
        return start
    path = [start]
    while ancestor[path[-1]] > last:
        path.append(ancestor[path[-1]])
    for lower, upper in zip(reversed(path[:-1]), reversed(path[1:])):
        if semi[label[upper]] < semi[label[lower]]:
            label[lower] = label[upper]
        ancestor[lower] = ancestor[upper]
    return label[start]
