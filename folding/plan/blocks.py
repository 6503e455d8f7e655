"""Writes facts about the blocks of a function before its plan is made: the plan then has blocks that all run.

Branches that always go one way lead there alone, loops that were run give constants, what never runs goes, and so do
arguments of blocks that are constant, that are one value from elsewhere, or that nothing reads. A block that follows
one block alone becomes the end of it: what is left of a function of which everything is decided is one block.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, OpResult, SSAValue

from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.ir.branches import Edge, branch_of
from xdsl_stablehlo.ir.graphs import values_read_inside
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.transaction import Transaction, without

from ..solver.blocks import Reached
from ..solver.solution import Solution
from ..terms.constants import constant_type, is_whole, make_constant, make_scalar
from ..terms.deferred import evaluated_all
from ..terms.effects import Effects

Ways: TypeAlias = "dict[Block, list[tuple[Operation, int]]]"


class BlockWriter:
    """The blocks of one function, about to be written as a walk through them found them."""

    def __init__(
        self, func: FuncOp, frame: Solution, reached: Reached, effects: Effects, changes: Transaction
    ):
        self._body = func.body
        self._frame = frame
        self._decided = reached.decided
        self._ran = reached.ran
        self._effects = effects
        self._changes = changes
        self._reached = [*reached.blocks]
        self._changed = False

    def write(self) -> bool:
        """Write what is known; return whether that changed anything. Then there may be more to be known."""
        for block in self._reached:
            self._lead_on(block)
        reached = set(self._reached)
        gone = [block for block in self._body.blocks if block not in reached]
        if gone:
            self._changes.erase_blocks(gone)
            self._changed = True
        ways = self._ways()
        for block in self._reached[1:]:
            self._join(block, ways)
        for block in self._reached[1:]:
            self._replace_arguments(block, ways.get(block, ()))
        if len(self._reached) > 1:
            self._sweep(ways)
        return self._changed

    def _lead_on(self, block: Block) -> None:
        """Let a block lead only to where it may go, behind the loops that were run."""
        end, edges = block.last_op, [*_edges(block.last_op)]
        if end is None or not edges:
            return
        if end in self._decided:
            edges = [edges[self._decided[end]]]
        made: dict[SSAValue, SSAValue] = {}
        for i, edge in enumerate(edges):
            while (loop := self._ran.get((end, edge.block))) is not None:
                for value, known in loop.values.items():
                    made[value] = self._constant(value, known, end)
                edge = loop.edge
            edges[i] = Edge(edge.block, tuple([made.get(value, value) for value in edge.operands]))
        for value, constant in made.items():
            self._changes.replace(value, constant)
        self._put(end, edges)

    def _put(self, end: Operation, edges: Sequence[Edge]) -> None:
        """Give the op at the end of a block other edges."""
        if [*_edges(end)] == [*edges]:
            return
        # Here, because few programs need the dialect.
        from xdsl.dialects import cf

        self._changes.save()
        new: Operation
        if len(edges) == 1:
            new = cf.BranchOp(edges[0].block, *edges[0].operands)
        elif isinstance(end, cf.ConditionalBranchOp):
            (then, read), (other, others) = edges
            new = cf.ConditionalBranchOp(end.cond, then, read, other, others)
        else:
            assert isinstance(end, cf.SwitchOp)
            (default, read), *cases = edges
            blocks, operands = [case.block for case in cases], [case.operands for case in cases]
            new = cf.SwitchOp(end.flag, default, read, end.case_values, blocks, operands)
        new.location = end.location
        new.attributes.update(end.attributes)
        self._changes.insert(new, end)
        self._changes.erase(end)
        self._changed = True

    def _constant(self, value: SSAValue, known: Value, before: Operation) -> SSAValue:
        """A new constant in the place of `value`."""
        assert is_array(known)
        self._changes.save()
        if is_tensor_type(value.type):
            made: Operation = make_constant(known, constant_type(value.type, known), before.location)
        else:
            made = make_scalar(known, value.type, before.location)
        self._changes.insert(made, before)
        self._changes.name(made.results[0], value)
        return made.results[0]

    def _ways(self) -> Ways:
        """The edges to each block that a branch leads to: the op at the end of another one, and the number of its
        edge."""
        ways: Ways = {}
        unknown: set[Block] = set()
        for block in self._reached:
            end = block.last_op
            if end is None:
                continue
            if branch_of(end) is None:
                unknown.update(end.successors)
            for i, edge in enumerate(_edges(end)):
                ways.setdefault(edge.block, []).append((end, i))
        return {block: found for block, found in ways.items() if block not in unknown}

    def _join(self, block: Block, ways: Ways) -> None:
        """Let a block be the end of the only one that leads to it, if that leads nowhere else."""
        ends = ways.get(block, ())
        if len(ends) != 1:
            return
        ((end, _),) = ends
        edges = _edges(end)
        if len(edges) != 1 or end.parent is block or not _takes(block, edges[0]):
            return
        for argument, value in zip(block.args, edges[0].operands):
            self._changes.replace(argument, value)
        for op in [*block.ops]:
            self._changes.move(op, end)
        self._changes.erase(end)
        self._changes.erase_blocks([block])
        self._reached.remove(block)
        self._changed = True

    def _replace_arguments(self, block: Block, ways: Sequence[tuple[Operation, int]]) -> None:
        """Put the one value that all edges give, or a constant, in the place of arguments."""
        edges = [_edges(end)[i] for end, i in ways]
        if not edges or not all(_takes(block, edge) for edge in edges):
            return
        limit = self._frame.analysis.folder.options.fold_op_element_limit
        for i, argument in enumerate(block.args):
            if argument.first_use is None:
                continue
            values = {edge.operands[i] for edge in edges} - {argument}
            known = self._frame.known.get(argument)
            present = None if known is None else evaluated_all((known,))
            if len(values) == 1:
                # It comes before each block that leads to this one, so it comes before this one.
                self._changes.replace(argument, values.pop())
            elif present is not None and is_whole(argument.type, present[0], limit):
                assert block.first_op is not None
                self._changes.replace(argument, self._constant(argument, present[0], block.first_op))
            else:
                continue
            self._changed = True

    def _sweep(self, ways: Ways) -> None:
        """Erase ops without effects and arguments of blocks that nothing reads but what goes as well."""
        ops, values = self._read(ways)
        dead = {
            block: {i for i, argument in enumerate(block.args) if argument not in values}
            for block in self._reached[1:]
            if block in ways
        }
        for block in self._reached:
            edges = [
                Edge(target, tuple(without(read, dead.get(target, ()))))
                for target, read in _edges(block.last_op)
            ]
            if block.last_op is not None and edges:
                self._put(block.last_op, edges)
        for block in reversed(self._reached):
            for op in reversed([*block.ops]):
                if op not in ops and op is not block.last_op:
                    self._changes.erase(op)
                    self._changed = True
        for block, gone in dead.items():
            if gone:
                self._changes.drop_block_arguments(block, gone)
                self._changed = True

    def _read(self, ways: Ways) -> tuple[set[Operation], set[SSAValue]]:
        """The ops that stay, because of effects or because one that stays reads them, and the values that they read."""
        ops: set[Operation] = set()
        values: set[SSAValue] = set()
        pending: list[SSAValue] = []
        targets = {block: ways[block] for block in self._reached[1:] if block in ways}

        def stays(op: Operation) -> None:
            if op not in ops:
                ops.add(op)
                pending.extend(op.operands)
                pending.extend(values_read_inside(op) if op.regions else ())

        for block in self._reached:
            branch = branch_of(block.last_op)
            for op in block.ops:
                if op is block.last_op and branch is not None:
                    pending += [] if branch.selector is None else [branch.selector]
                    pending += [v for target, read in branch.edges if target not in targets for v in read]
                elif not self._effects.removable(op):
                    stays(op)
        while pending:
            value = pending.pop()
            if value in values:
                continue
            values.add(value)
            if isinstance(value, OpResult):
                stays(value.op)
            elif isinstance(block := value.owner, Block) and block in targets:
                place = block.args.index(value)
                pending += [_edges(end)[i].operands[place] for end, i in targets[block]]
        return ops, values


def _edges(end: Operation | None) -> Sequence[Edge]:
    """The edges of the branch at the end of a block; none where it leads nowhere, or is not known."""
    branch = branch_of(end)
    return () if branch is None else branch.edges


def _takes(block: Block, edge: Edge) -> bool:
    """Whether an edge gives a block as many values as it has arguments, each of its type: verifiers do not ask."""
    return [value.type for value in edge.operands] == [argument.type for argument in block.args]
