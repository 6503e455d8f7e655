"""Binding-time analysis: which values are constant, known at load, or known at call."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.facts.trip_count import trip_count
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


class Stages:
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
            self.known[block.args[position]] = frozenset()
            self.worthy.add(block.args[position])
        self._look(block)

    def is_known(self, op: Operation) -> bool:
        """Whether the results of an op are known at load."""
        return bool(op.results) and all(result in self.known for result in op.results)

    def _look(self, block: Block) -> None:
        for op in block.ops:
            if not is_terminator(type(op)):
                self._visit(op)

    def _visit(self, op: Operation) -> None:
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
                    self._note(result, loops, worthy)
                return
            self.refused[op] = refused
            self._stuck.update(op.results)
        if isinstance(op, hlo.WhileOp):
            self._loop(op)
        elif op.name in CONTROL:
            for region in op.regions:
                for block in region.blocks:
                    self._look(block)

    def _note(self, value: SSAValue, loops: frozenset[Operation], worthy: bool) -> None:
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
        names = [name for each in op.walk() for name in mentioned_by(each) if name in self._functions]
        for name in postorder(names, self._called_by):
            yield from self._functions[name].body.walk()

    def _called_by(self, name: str) -> list[str]:
        ops = self._functions[name].body.walk()
        return [called for op in ops for called in mentioned_by(op) if called in self._functions]

    def _loop(self, op: hlo.WhileOp) -> None:
        """Assume that carried values with known initial values are known, and repeat until the body refutes none."""
        trips = _static_trips(op)
        if trips is not None:
            self.trips[op] = trips
        body, cond = op.body.block, op.cond.block
        returned = terminator_of(body).operands
        passed = {i for i, value in enumerate(returned) if value is body.args[i]}
        counted = {i for i, value in enumerate(op.operands) if value in self.known}
        if trips is None or not 0 < trips <= MOST_TRIPS:
            counted &= passed
        itself = frozenset[Operation]([op])
        loops = {
            i: self.known[op.operands[i]] if i in passed else self.known[op.operands[i]] | itself
            for i in counted
        }
        worthy = {i for i in counted if op.operands[i] in self.worthy}
        while True:
            before = set(self.known), set(self.worthy)
            for i in counted:
                self._note(body.args[i], loops[i], i in worthy)
                if i in passed:
                    self._note(cond.args[i], loops[i], i in worthy)
            self._look(body)
            refuted = {i for i in counted if returned[i] not in self.known}
            changing = counted - refuted - passed
            all_loops = itself.union(
                *[self.known[returned[i]] | self.known[op.operands[i]] for i in changing]
            )
            later = {i for i in changing if returned[i] in self.worthy} | worthy
            stable = all(loops[i] == all_loops for i in changing) and later == worthy
            if not refuted and stable:
                break
            counted -= refuted
            loops.update(dict.fromkeys(changing, all_loops))
            worthy = later & counted
            self.known = {value: self.known[value] for value in before[0]}
            self.worthy = before[1]
        self._look(cond)
        self.counted[op] = counted


def _static_trips(op: hlo.WhileOp) -> int | None:
    """The number of iterations of a loop; None if constants do not determine it."""
    return trip_count(op, [written_array(value) for value in op.operands], written_array)


def written_array(value: SSAValue) -> Array | None:
    """The elements of a value that is written as a constant."""
    return value.owner.array() if isinstance(value.owner, hlo.ConstantOp) else None


def splat(element: Array | int, declared: AnyTensorType) -> hlo.ConstantOp:
    """A constant all of whose elements are the same."""
    array = np.asarray(element).astype(dtype_of(declared.element_type))
    return hlo.ConstantOp(attribute_of(np.broadcast_to(array, declared.get_shape()), declared), declared)
