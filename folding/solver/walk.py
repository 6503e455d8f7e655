"""One walk for all analyses: a `Domain` has the facts, and goes through blocks, branches and loops of a program.

A domain visits each op in the order in which ops run, and notes what holds of its results. For an op with regions it
returns a walk through them: `walk_regions` where they may run at any time, as those of reducers and of `map` do, and
`walk_loop` where assumptions about carried values are to be found that hold in every iteration. For branches it takes
`walk_regions` for each under its condition, and joins what they return. A call is an op like others: a domain that
follows calls keeps contexts of its own (`contexts.py`). The folder's constants and facts are one domain, the stages of
`split` another.

A domain that finds the values which depend on some arguments, with regions that run at any time:

    class Dependent(Domain):
        def __init__(self, arguments):
            self.values = set(arguments)

        def visit(self, op):
            if not self.values.isdisjoint(op.operands):
                self.values.update(op.results)
            return super().visit(op)

    found = Dependent(block.args)
    run(found.walk_block(block))

Nested regions take no recursion: a walk yields the walks inside of it, and `run` keeps them on a stack.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Protocol, TypeAlias

from xdsl.ir import Block, Operation, Region

from xdsl_stablehlo.programs.symbols import ops_in

Steps: TypeAlias = "Generator[Steps]"
"""A walk through a block. It yields the walk through an inner block, which is taken before the outer one continues."""


class Assumptions(Protocol):
    """Assumptions about the values that a loop carries, weakened until a walk through the loop confirms them."""

    def assume(self) -> Sequence[Region] | None:
        """Let the assumptions hold; return the regions to visit, or None if nothing is left to find out."""
        ...

    def are_refuted(self) -> bool:
        """Weaken the assumptions that the walk refuted and drop what rests on them; return whether there were any."""
        ...

    def conclude(self) -> None:
        """Note what holds after the loop."""
        ...


class Domain:
    """The facts of one analysis, how ops add to them, and the walk through a program in which they do."""

    def visit(self, op: Operation) -> Steps | None:
        """Note what holds of the results of an op; return the walk through its regions, if they are to be visited.

        By default nothing is noted, and regions may run at any time.
        """
        return self.walk_regions(op.regions) if op.regions else None

    def leave(self, op: Operation) -> None:
        """Note what follows for an op from what was found in its regions."""

    def walk_block(self, block: Block) -> Steps:
        """Visit every op of a block, in order."""
        visit, leave = self.visit, self.leave
        for op in ops_in(block):
            inside = visit(op)
            if inside is not None:
                yield inside
                leave(op)

    def walk_regions(self, regions: Sequence[Region]) -> Steps:
        """Visit regions which may run at any time, with any arguments."""
        for region in regions:
            for block in region.blocks:
                yield self.walk_block(block)

    def walk_loop(self, assumptions: Assumptions) -> Steps:
        """Visit a loop until the assumptions about what it carries hold in every iteration."""
        while (regions := assumptions.assume()) is not None:
            yield from self.walk_regions(regions)
            if not assumptions.are_refuted():
                assumptions.conclude()
                return


def run(steps: Steps) -> None:
    """Take a walk and all walks inside of it, however deep."""
    stack = [steps]
    try:
        while stack:
            inside = next(stack[-1], None)
            if inside is None:
                stack.pop()
            else:
                stack.append(inside)
    finally:
        # After an exception, what is supposed around the op is dropped from inside to outside.
        while stack:
            stack.pop().close()
