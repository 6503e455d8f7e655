"""Binding-time analysis: which values are constant, known at load, or known at call."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.facts.trip_count import CountingLoop
from xdsl_stablehlo.folding.solver.walk import Assumptions, Domain, Steps, run
from xdsl_stablehlo.folding.terms.effects import Effects, is_terminator
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.symbols import mentioned_by
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.elements import attribute_of

from .cut import CONTROL, all_read_by, is_cheap, terminator_of
from .report import Reason

MOST_TRIPS = 1 << 16
"""Iterations of a loop up to which values of each of them are computed at load."""

PROCESSES = ".ops.processes"
"""The ops that other processes take part in, or that say which process runs."""


class Stages(Domain):
    """The values of one function that are known at load if some of its arguments are."""

    def __init__(self, module: ModuleOp, func: FuncOp, at_load: Collection[int]):
        """`at_load` are the positions of the arguments that are known at load."""
        self.known: dict[SSAValue, frozenset[Operation]] = {}
        """The values known at load, each with the loops in whose iterations it may differ."""
        self.worthy: set[SSAValue] = set()
        """The known values that depend on an argument or a costly op, and not on constants and cheap ops alone."""
        self.trips: dict[Operation, int] = {}
        """The number of iterations of each loop that constants determine."""
        self.counted: dict[Operation, set[int]] = {}
        """For each loop, the indices of the carried values that are known in every iteration."""
        self.refused: dict[Operation, Reason] = {}
        """Ops that read nothing that is only known at call and stay in main, and why."""
        self._stuck: set[SSAValue] = set()
        """The results of those."""
        self._functions = functions_of(module)
        self._effects = Effects(self._functions)
        block = func.body.blocks[0]
        for position in at_load:
            self.note(block.args[position], frozenset(), True)
        run(self.walk_block(block))

    def is_known(self, op: Operation) -> bool:
        """Whether the results of an op are known at load."""
        return bool(op.results) and all(result in self.known for result in op.results)

    def visit(self, op: Operation) -> Steps | None:
        if is_terminator(type(op)):
            return None
        reads = all_read_by(op)
        self.refused.pop(op, None)
        self._stuck.difference_update(op.results)
        if op.results and all(value in self.known or value in self._stuck for value in reads):
            refused = self._refusal(op)
            if refused is None and not self._stuck.isdisjoint(reads):
                refused = Reason.OPERAND
            if refused is None:
                loops = frozenset[Operation]().union(*[self.known[value] for value in reads])
                worthy = any(value in self.worthy for value in reads) or not is_cheap(op)
                for result in op.results:
                    self.note(result, loops, worthy)
                return None
            self.refused[op] = refused
            self._stuck.update(op.results)
        if isinstance(op, hlo.WhileOp):
            return self.walk_loop(_StagedLoop(self, op))
        return self.walk_regions(op.regions) if op.name in CONTROL else None

    def note(self, value: SSAValue, loops: frozenset[Operation], worthy: bool) -> None:
        """Let a value be known at load."""
        self.known[value] = loops
        if worthy:
            self.worthy.add(value)

    def _refusal(self, op: Operation) -> Reason | None:
        """Why an op stays in main whatever is known."""
        if not self._effects.removable(op):
            return Reason.SIDE_EFFECTS
        for each in self._run_by(op):
            if PROCESSES in type(each).__module__:
                return Reason.PROCESSES
            kind = type(each)
            if not (is_constant(kind) or is_terminator(kind) or kind is CallOp) and entry_of(each) is None:
                return Reason.NO_EVALUATOR
        if any(result.type == hlo.TokenType() for result in op.results):
            return Reason.TYPE
        return None

    def _run_by(self, op: Operation) -> Iterator[Operation]:
        """An op, those inside of it, and those of the functions that they call."""
        yield from op.walk()
        for func in functions_behind(op, self._functions):
            yield from func.body.walk()


class _StagedLoop(Assumptions):
    """The carried values of a loop that are known in every iteration: those that begin known, until one is refuted."""

    def __init__(self, stages: Stages, op: hlo.WhileOp):
        self._stages, self._op = stages, op
        self._trips = CountingLoop(op).trips()
        if self._trips is not None:
            stages.trips[op] = self._trips
        self._returned = terminator_of(op.body.block).operands
        self._passed = {i for i, value in enumerate(self._returned) if value is op.body.block.args[i]}
        self._counted = {i for i, value in enumerate(op.operands) if value in stages.known}
        if self._trips is None or not 0 < self._trips <= MOST_TRIPS:
            self._counted &= self._passed
        self._itself = frozenset[Operation]([op])
        self._loops = {
            i: stages.known[op.operands[i]].union(() if i in self._passed else self._itself)
            for i in self._counted
        }
        """In the iterations of which loops each value may differ."""
        self._worthy = {i for i in self._counted if op.operands[i] in stages.worthy}
        self._before = stages.known, stages.worthy

    def assume(self) -> Sequence[Region]:
        stages, op = self._stages, self._op
        self._before = dict(stages.known), set(stages.worthy)
        for i in self._counted:
            blocks = (op.body.block, op.cond.block) if i in self._passed else (op.body.block,)
            for block in blocks:
                stages.note(block.args[i], self._loops[i], i in self._worthy)
        return op.body, op.cond

    def are_refuted(self) -> bool:
        stages, operands, returned = self._stages, self._op.operands, self._returned
        known, worthy = stages.known, stages.worthy
        refuted = {i for i in self._counted if returned[i] not in known}
        changing = self._counted - refuted - self._passed
        loops = self._itself.union(*[known[returned[i]] | known[operands[i]] for i in changing])
        later = {i for i in changing if returned[i] in worthy} | self._worthy
        if not refuted and later == self._worthy and all(self._loops[i] == loops for i in changing):
            return False
        self._counted -= refuted
        self._loops.update(dict.fromkeys(changing, loops))
        self._worthy = later & self._counted
        stages.known, stages.worthy = self._before
        return True

    def conclude(self) -> None:
        self._stages.counted[self._op] = self._counted


def functions_behind(op: Operation, functions: Mapping[str, FuncOp]) -> Iterator[FuncOp]:
    """The functions that an op and those inside of it mention, and those that these mention, callees first."""

    def mentioned(op: Operation) -> list[FuncOp]:
        return [functions[name] for each in op.walk() for name in mentioned_by(each) if name in functions]

    return postorder(mentioned(op), mentioned)


def splat(element: Array | int, declared: AnyTensorType) -> hlo.ConstantOp:
    """A constant all of whose elements are the same."""
    array = np.asarray(element).astype(dtype_of(declared.element_type))
    return hlo.ConstantOp(attribute_of(np.broadcast_to(array, declared.get_shape()), declared), declared)
