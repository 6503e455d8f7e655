"""Moves ops that are known at load out of branches and loops, so that setup can compute them; erases what is not read.

An op in a branch, or one that is the same in every iteration, is copied to before the branch or the loop. Of a value
that differs between iterations a loop of its own makes a table, of which the body then reads one row:

    while (i < 24) { w = slice(W, i); n = w / max(abs(w)); x = dot(x, n) }

    while (i < 24) { w = slice(W, i); N[i] = w / max(abs(w)) }     while (i < 24) { n = slice(N, i); x = dot(x, n) }
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import TensorType, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.folding.facts.trip_count import CountingLoop
from xdsl_stablehlo.folding.solver.remainder import Remainder
from xdsl_stablehlo.folding.terms.constants import written_array
from xdsl_stablehlo.folding.terms.effects import Effects, is_terminator
from xdsl_stablehlo.folding.terms.terms import Terms
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.transaction import without
from xdsl_stablehlo.values.element_types import Array

from .cut import CONTROL, UNLIMITED, CutStep, Prices, all_read_by, cheapest, terminator_of
from .stages import Stages, splat


class IterationCounter(NamedTuple):
    """A carried integer of a loop that says which iteration it is."""

    argument: BlockArgument
    start: Array
    step: int


class Hoister:
    """Moves worthwhile ops out of the regions of one function."""

    def __init__(
        self, stages: Stages, costs: Prices, numbers: Mapping[Operation, int], rejected: Collection[Hashable]
    ):
        """`numbers` tell the ops of the function apart; `rejected` are the keys of values that stay where they are."""
        self.origins: dict[Operation, frozenset[Hashable]] = {}
        """The new ops outside of the regions, with the keys of the values for which they were made."""
        self.stages = stages
        self.costs = costs
        self._numbers = numbers
        self._rejected = frozenset(rejected)

    def run(self, block: Block) -> None:
        """Look through a block, inner regions first."""
        for op in list(block.ops):
            if self.stages.is_known(op) or not (isinstance(op, hlo.WhileOp) or op.name in CONTROL):
                continue
            for region in op.regions:
                for inner in region.blocks:
                    self.run(inner)
                    _Lift(self, op, inner).run()

    def keys(self, value: SSAValue) -> frozenset[Hashable]:
        """The keys under which a value can be rejected."""
        if isinstance(value, OpResult):
            known = self.origins.get(value.op)
            return frozenset([(self._numbers.get(value.op), value.index)]) if known is None else known
        assert isinstance(value, BlockArgument)
        parent = value.block.parent_op()
        assert parent is not None
        return frozenset([(self._numbers.get(parent), "argument", value.index)])

    def is_rejected(self, value: SSAValue) -> bool:
        """Whether a value stays where it is."""
        return bool(self.keys(value) & self._rejected)

    def note(self, op: Operation, values: Sequence[SSAValue], loop: Operation | None = None) -> None:
        """Note what is known of a new op that was made for `values`."""
        stages = self.stages
        loops = frozenset[Operation]().union(*[stages.known[value] for value in values]) - {loop}
        worthy = any(value in stages.worthy for value in values)
        for result in op.results:
            stages.known[result] = loops
            if worthy:
                stages.worthy.add(result)
        self.origins[op] = frozenset[Hashable]().union(*[self.keys(value) for value in values])


class _Lift:
    """The ops that move out of one block."""

    def __init__(self, hoister: Hoister, op: Operation, block: Block):
        self._hoister = hoister
        self._stages = hoister.stages
        self._costs = hoister.costs
        self._op = op
        self._block = block
        self._loop = op if isinstance(op, hlo.WhileOp) and op.body.block is block else None
        self._trips = self._stages.trips.get(op, 0)
        self._carried = self._stages.counted.get(op, set[int]())
        """The carried values that are known."""
        returned = [] if self._loop is None else [*terminator_of(block).operands]
        self._returned = returned
        self._passed = {i for i, value in enumerate(returned) if value is block.args[i]}
        if isinstance(op, hlo.WhileOp) and self._loop is None:
            self._passed = {i for i, value in enumerate(block.args) if value in self._stages.known}
        self._values: dict[SSAValue, SSAValue] = {
            block.args[i]: op.operands[i] for i in self._carried & self._passed
        }
        """The values outside that stand for those inside."""
        self._ops = self._liftable()
        self._counter = None if self._loop is None else self._find_counter(self._loop)

    def run(self) -> None:
        """Move the ops that are worth it."""
        results = self._wanted_results()
        chosen = [value for value in self._choose() if self._is_inside(value)]
        if not chosen and not results:
            return
        seeds = [*chosen, *[self._returned[i] for i in results], *[self._block.args[i] for i in results]]
        cone = self._cone(seeds)
        ops = [op for op in self._ops if any(result in cone for result in op.results)]
        for op in ops:
            if not self._varies(op.results[0]):
                copied = op.clone(self._values)
                Rewriter.insert_op(copied, InsertPoint.before(self._op))
                self._hoister.note(copied, op.results)
        for value in chosen:
            if not self._varies(value):
                value.replace_all_uses_with(self._values[value])
        rows = [value for value in chosen if self._varies(value)]
        if self._loop is not None and (rows or results):
            varying = [op for op in ops if self._varies(op.results[0])]
            state = [i for i in sorted(self._carried - self._passed) if self._block.args[i] in cone]
            self._tabulate(self._loop, varying, state, rows, results)

    def _liftable(self) -> list[Operation]:
        """The ops of the block that may run outside of it."""
        in_branch = self._op.name in CONTROL or (self._loop is not None and self._trips < 1)
        found: dict[Operation, None] = {}
        for op in self._block.ops:
            if is_terminator(type(op)) or not self._stages.is_known(op):
                continue
            inside = [value.owner for value in all_read_by(op) if isinstance(value.owner, Operation)]
            left = [owner for owner in inside if owner.parent is self._block and owner not in found]
            if not left and not (in_branch and may_not_run_early(op)):
                found[op] = None
        return list(found)

    def _varies(self, value: SSAValue) -> bool:
        """Whether a value differs between the iterations of the loop."""
        return self._loop is not None and self._loop in self._stages.known[value]

    def _is_inside(self, value: SSAValue) -> bool:
        owner = value.owner
        return (owner if isinstance(owner, Block) else owner.parent) is self._block

    def _price(self, value: SSAValue) -> int:
        worthy = value in self._stages.worthy
        if not self._is_inside(value):
            return self._costs.price(value) if worthy else 0
        if value in self._values or self._hoister.is_rejected(value):
            return UNLIMITED
        if self._varies(value):
            possible = worthy and self._counter is not None
            return self._costs.price(value, self._trips) if possible else UNLIMITED
        return self._costs.price(value)

    def _choose(self) -> Sequence[SSAValue]:
        """The values that are best computed outside."""
        times = self._trips or 1
        steps = [
            CutStep(op, all_read_by(op), op.results, self._costs.work(op, self._stages.trips) * times)
            for op in self._ops
        ]
        if isinstance(self._op, hlo.WhileOp):
            for i in self._carried if self._loop is not None else self._passed:
                updates = [self._returned[i]] if i not in self._passed else []
                steps.append(CutStep(i, [self._op.operands[i], *updates], [self._block.args[i]], 0))
        made = {value for step in steps for value in step.makes}
        lifted = set(self._ops)
        read = [value for op in self._block.ops if op not in lifted for value in self._read_by(op)]
        if self._loop is not None:
            asked = self._loop.cond.block.args
            read += [self._block.args[i] for i in self._carried - self._passed if asked[i].first_use]
        known = self._stages.known
        needed = [value for value in read if value in made or (value in known and not self._is_inside(value))]
        return cheapest(steps, needed, self._price).crossing

    def _read_by(self, op: Operation) -> list[SSAValue]:
        """The values that an op that stays reads; for the end of a loop's body, without known carried values."""
        if self._loop is not None and is_terminator(type(op)):
            return [value for i, value in enumerate(op.operands) if i not in self._carried]
        return all_read_by(op)

    def _cone(self, seeds: Sequence[SSAValue]) -> set[SSAValue]:
        """The values of the block from which values are computed, themselves included."""
        lifted = set(self._ops)
        cone, pending = set[SSAValue](), [*seeds]
        while pending:
            value = pending.pop()
            if value in cone or not self._is_inside(value):
                continue
            cone.add(value)
            if isinstance(value.owner, Operation):
                if value.owner in lifted:
                    pending += all_read_by(value.owner)
            elif isinstance(value, BlockArgument) and value not in self._values:
                pending.append(self._returned[value.index])
        return cone

    def _wanted_results(self) -> list[int]:
        """The results of the loop that are known at load."""
        if self._loop is None or self._trips < 1:
            return []
        return [
            i
            for i in sorted(self._carried - self._passed)
            if self._loop.results[i].first_use is not None
            and self._block.args[i] in self._stages.worthy
            and self._can_compute(self._returned[i])
            and not self._hoister.is_rejected(self._loop.results[i])
        ]

    def _can_compute(self, value: SSAValue) -> bool:
        """Whether ops that may run outside give a value."""
        lifted = set(self._ops)
        return all(
            not isinstance(each.owner, Operation) or each.owner in lifted for each in self._cone([value])
        )

    def _find_counter(self, loop: hlo.WhileOp) -> IterationCounter | None:
        if self._trips < 1:
            return None
        for i, found in CountingLoop(loop).counters(lambda _: (0, 0)).items():
            start = written_array(loop.operands[i])
            if i in self._carried and start is not None and found.inside is not None and found.step:
                return IterationCounter(loop.body.block.args[i], start, found.step)
        return None

    def _tabulate(
        self,
        loop: hlo.WhileOp,
        ops: Sequence[Operation],
        state: Sequence[int],
        rows: Sequence[SSAValue],
        results: Sequence[int],
    ) -> None:
        """Make the loop that computes `rows` of every iteration, and the `results`; read rows in the old one."""
        scalar = TensorType(i32, [])
        types = [TensorType(ranked(v).element_type, [self._trips, *ranked(v).get_shape()]) for v in rows]
        first = [splat(0, scalar), *[splat(0, each) for each in types]]
        begin = [first[0].output, *[loop.operands[i] for i in state], *[each.output for each in first[1:]]]
        body = Block(arg_types=[value.type for value in begin])
        cond = Block(arg_types=body.arg_types)
        at, carried, tables = body.args[0], body.args[1 : 1 + len(state)], body.args[1 + len(state) :]
        values = {**self._values, **{self._block.args[i]: arg for i, arg in zip(state, carried)}}
        body.add_ops([op.clone(values) for op in ops])
        one, zero = splat(1, scalar), splat(0, scalar)
        following = hlo.AddOp(at, one.output)
        body.add_ops([one, zero, following])
        written: list[SSAValue] = []
        for value, table in zip(rows, tables):
            shape = ranked(value).get_shape()
            row = hlo.ReshapeOp(values.get(value, value), TensorType(ranked(value).element_type, [1, *shape]))
            update = hlo.DynamicUpdateSliceOp(table, row.result, [at, *[zero.output for _ in shape]])
            body.add_ops([row, update])
            written.append(update.result)
        updated = [values.get(self._returned[i], self._returned[i]) for i in state]
        body.add_op(hlo.ReturnOp([following.results[0], *updated, *written]))
        bound = splat(self._trips, scalar)
        runs = hlo.CompareOp(cond.args[0], bound.output, ComparisonDirection.LT)
        cond.add_ops([bound, runs, hlo.ReturnOp([runs.results[0]])])
        made = hlo.WhileOp(begin, Region(cond), Region(body))
        made.location = loop.location
        Rewriter.insert_op([*first, made], InsertPoint.before(loop))
        self._stages.trips[made] = self._trips
        self._hoister.note(made, [*rows, *[self._returned[i] for i in results]], loop)
        for i in results:
            loop.results[i].replace_all_uses_with(made.results[1 + state.index(i)])
        if rows:
            self._read_rows(rows, made.results[1 + len(state) :])

    def _read_rows(self, rows: Sequence[SSAValue], tables: Sequence[SSAValue]) -> None:
        """Read the row of the iteration from each table, in the place of the value."""
        counter = self._counter
        assert counter is not None
        argument, start, step = counter
        before = InsertPoint.at_start(self._block)
        declared = ranked(argument)
        at: SSAValue = argument
        zero = splat(0, declared)
        new: list[Operation] = [zero]
        for kind, number in ((hlo.SubtractOp, int(start)), (hlo.DivOp, step)):
            if number != (kind is hlo.DivOp):
                other = splat(number, declared)
                op = kind(at, other.output)
                new += [other, op]
                at = op.results[0]
        for value, table in zip(rows, tables):
            shape = ranked(value).get_shape()
            row = hlo.DynamicSliceOp(table, [at, *[zero.output for _ in shape]], [1, *shape])
            again = hlo.ReshapeOp(row.result, value.type)
            new += [row, again]
            value.replace_all_uses_with(again.result)
        Rewriter.insert_op(new, before)


def may_not_run_early(op: Operation) -> bool:
    """Whether an op that need not run may be undefined, or may not end."""
    for each in op.walk():
        entry = entry_of(each)
        if entry is None:
            fails = not is_terminator(type(each)) and not is_constant(type(each))
        else:
            conditions = (entry.undefined, entry.undefined_result, entry.callees)
            fails = entry.loop or any(condition is not None for condition in conditions)
        if fails:
            return True
    return False


# ---- what nothing reads, before and after ----


def sweep(func: FuncOp, effects: Effects) -> dict[Operation, Operation]:
    """Erase ops that nothing reads; return the new op for each loop that carries fewer values.

    After the loop, a carried value that the loop does not change is replaced by its initial value.
    """
    for op in func.walk():
        if isinstance(op, hlo.WhileOp):
            for i, value in enumerate(terminator_of(op.body.block).operands):
                if value is op.body.block.args[i]:
                    op.results[i].replace_all_uses_with(op.operands[i])
    # Nothing is known: what is left of a loop is what its readers, its condition and its effects need.
    needed = Remainder(Terms({}), {}, effects, lambda _: False, lambda _: True)
    changed: dict[Operation, Operation] = {}
    _sweep(func.body.block, effects, needed, changed)
    return changed


def _sweep(block: Block, effects: Effects, needed: Remainder, changed: dict[Operation, Operation]) -> None:
    """Erase what a block does not need, readers before the ops that they read."""
    for op in reversed([*block.ops]):
        if is_terminator(type(op)):
            continue
        read = [i for i, result in enumerate(op.results) if result.first_use is not None]
        if not read and effects.removable(op):
            op.detach()
            op.erase(safe_erase=False)
            continue
        gone: Collection[int] = ()
        if isinstance(op, hlo.WhileOp) and not op.attributes:  # which may say something of each carried value
            gone = {*range(len(op.operands))}.difference(needed.carried_for(op, read))
            last = terminator_of(op.body.block)
            last.operands = without(last.operands, gone)
        for region in op.regions:
            for inner in region.blocks:
                _sweep(inner, effects, needed, changed)
        if isinstance(op, hlo.WhileOp) and gone:
            changed[op] = _without_carried(op, gone)


def _without_carried(op: hlo.WhileOp, gone: Collection[int]) -> hlo.WhileOp:
    """The loop in the place of `op` that carries less."""
    for block in (op.cond.block, op.body.block):
        for index in sorted(gone, reverse=True):
            block.erase_arg(block.args[index])
    cond, body = [op.detach_region(region) for region in (op.cond, op.body)]
    made = hlo.WhileOp(without(op.operands, gone), cond, body)
    made.location = op.location
    Rewriter.insert_op(made, InsertPoint.before(op))
    for old, new in zip(without(op.results, gone), made.results, strict=True):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    op.detach()
    op.erase()
    return made
