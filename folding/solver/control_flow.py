"""Branches, loops and calls in the domain of the solver: what is supposed, assumed and joined there."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.values.element_types import dtype_of

from ..facts.known import Supposed, implied, is_scalar
from ..facts.lattice import Elements, Facts, IntegerFact, IntegerKind, join
from ..facts.transfer import kind_of
from ..facts.trip_count import Counter, IntegerRange
from ..terms.constants import constant_type, readers_of
from ..terms.deferred import Knowledge, failure_of, has_failed, is_sized
from ..terms.effects import is_pure_kind
from ..terms.reasons import Code, Refusal
from ..terms.terms import NEVER_RUNS
from ..tuning import CHEAP_LOOK, LOOP_DEPTH, LOOP_ROUNDS
from .analysis import Handler, Solver
from .solution import Called, Solved
from .walk import Assumptions, Steps

NOTHING = Supposed({}, {})
"""The assumptions in a branch whose condition implies nothing."""


def returned_by(region: Region) -> tuple[SSAValue, ...] | None:
    """The values that a region of one block returns by `stablehlo.return`; None for any other region."""
    block = region.first_block
    if block is None or block.next_block is not None:
        return None
    last = block.last_op
    if last is None or not hlo.StableHLO.is_op(last, "stablehlo.return"):
        return None
    return tuple(last.operands)


def visit_if(frame: Solver, op: hlo.IfOp) -> Steps:
    predicate = frame.number(op.pred)
    supposed = [NOTHING, NOTHING]
    if predicate is None and frame.simplifies:
        supposed = [implied(frame.facts, op.pred, holds) for holds in (True, False)]
    regions = (op.true_branch, op.false_branch)
    return _visit_branches(frame, op, regions, None if predicate is None else int(not predicate), supposed)


def visit_scalar_if(frame: Solver, op: Operation) -> Steps:
    """Visit both branches of `scf.if`; its results are those of the branch that a known condition takes."""
    yield from frame.walk_regions(op.regions)
    condition = frame.number(op.operands[0])
    region = None if condition is None else op.regions[int(not condition)]
    last = None if region is None or region.first_block is None else region.block.last_op
    if last is not None and not frame.analysis.is_kept_by_hook(op):
        frame.learn(op.results, frame.knowledge(last.operands))


def visit_case(frame: Solver, op: hlo.CaseOp) -> Steps:
    last = len(op.branches) - 1
    index = frame.number(op.index)
    known = frame.facts.integers(op.index) if frame.simplifies else None
    possible = [i for i in range(last) if (known is None or known.allows(i)) and index in (None, i)]
    if (known is None or known.low < 0 or known.high >= last) and (index is None or not possible):
        possible.append(last)  # which is for all that is out of range
    chosen = possible[0] if len(possible) == 1 else None
    supposed = [NOTHING] * (last + 1)
    if chosen is None and frame.simplifies:
        index_value = frame.terms.resolved(op.index)
        supposed[:-1] = [Supposed({index_value: np.asarray(i, np.int32)}, {}) for i in range(last)]
    return _visit_branches(frame, op, op.branches, chosen, supposed)


def _visit_branches(
    frame: Solver, op: Operation, branches: Sequence[Region], chosen: int | None, supposed: Sequence[Supposed]
) -> Steps:
    """Visit the branch that is `chosen`, or all of them, in each of which something is `supposed`."""
    if frame.analysis.is_kept_by_hook(op):
        frame.refused[op] = Refusal(Code.HOOK, "is kept by the should_fold hook")
        chosen = None
    if chosen is not None:
        returned = returned_by(branches[chosen])
        if returned is not None and [value.type for value in returned] == list(op.result_types):
            yield from frame.walk_regions((branches[chosen],))
            _take(frame, op, branches[chosen], returned)
            return
        frame.refused[op] = Refusal(Code.USES, "has results whose types the branch does not have")
    asked = range(len(branches)) if chosen is None else (chosen,)
    outcomes: list[Returned] = []
    for number, region in enumerate(branches):
        with frame.supposing(supposed[number]):
            yield from frame.walk_regions((region,))
            returned = returned_by(region)
            if returned is not None and number in asked:
                facts = list(map(frame.facts.elements, returned)) if frame.simplifies else []
                outcomes.append(Returned(returned, frame.knowledge(returned), facts))
    if len(outcomes) == len(asked):
        _agree(frame, op, outcomes)
    frame.empty_results(op)


def _take(frame: Solver, op: Operation, region: Region, given: Sequence[SSAValue]) -> bool:
    """Note that a region that always runs stands for `op`, or that nothing does, and that its results are the values
    `given`; says whether all that reads them can take them. If not, `op` stays, and so do its results."""
    refusal = _refuse_constants(frame, op, [frame.terms.resolved(value) for value in given])
    if refusal is not None:
        frame.refused[op] = refusal
        frame.learn(op.results, frame.knowledge(given))
        return False
    frame.executed[op] = region
    frame.stand_for(given, op.results)
    return True


def _refuse_constants(frame: Solver, op: Operation, given: Sequence[SSAValue]) -> Refusal | None:
    """Why the constants among the values that are `given` cannot be in the place of the results of `op`."""
    for result, value in zip(op.results, given):
        known = frame.terms.known(value)
        if is_sized(known) and type(value.owner) is hlo.ConstantOp:
            refined = constant_type(ranked(result), known)
            refusal = frame.replacements.refuse_constant(result, known, refined, readers_of(result))
            if refusal is not None:
                return refusal
    return None


class Returned(NamedTuple):
    """The values that a branch returns, and the facts about them inside of it."""

    returned: tuple[SSAValue, ...]
    known: Knowledge
    facts: Sequence[Elements]


def _agree(frame: Solver, op: Operation, outcomes: Sequence[Returned]) -> None:
    """Note the results that all branches agree on: the same constant, the same value from outside, or common facts."""
    kinds = [kind_of(result) for result in op.results]
    joined = [
        reduce(lambda a, b: join(a, b, kind), facts)
        for kind, facts in zip(kinds, zip(*[outcome.facts for outcome in outcomes]))
    ]
    frame.facts.note(op.results, joined)
    for i, result in enumerate(op.results):
        known = outcomes[0].known[i]
        if known is not None and all(frame.same(known, other.known[i]) for other in outcomes[1:]):
            frame.known[result] = known
            continue
        first, *others = [frame.terms.resolved(outcome.returned[i]) for outcome in outcomes]
        if others and others == [first] * len(others) and _may_hand_on(frame, op, first, result):
            frame.hand_on(result, first)


def _may_hand_on(frame: Solver, op: Operation, value: SSAValue, result: SSAValue) -> bool:
    return frame.simplifies and value.type == result.type and not frame.analysis.is_kept_by_hook(op)


def visit_while(frame: Solver, op: hlo.WhileOp) -> Steps | None:
    """A loop with known state runs; otherwise carried values are taken for constant until a walk refutes it."""
    condition, returned = returned_by(op.cond), returned_by(op.body)
    if _is_known(frame, op, returned):
        return None
    if condition is None or returned is None:
        return frame.walk_regions(op.regions)
    return _visit_loop(frame, op, condition[0], returned)


def _visit_loop(frame: Solver, op: hlo.WhileOp, condition: SSAValue, returned: tuple[SSAValue, ...]) -> Steps:
    """Visit the condition with the values that a loop begins with, and then the body as often as it takes."""
    mark, arguments = frame.facts.mark(), op.cond.block.args
    frame.learn(arguments, frame.knowledge(op.operands))
    if frame.simplifies:
        frame.facts.note(arguments, frame.facts.telling(op.operands))
    yield from frame.walk_regions((op.cond,))
    never_runs = frame.number(condition) == 0
    frame.forget([op.cond], mark)
    loop = _Loop(frame, op, returned)
    if never_runs and _can_go(frame, op) and _take(frame, op, NEVER_RUNS, op.operands):
        return
    trips = _trips(frame, op, returned)
    if trips == 1:
        frame.stand_for(op.operands, op.body.block.args)
        yield from frame.walk_regions((op.body,))
        if _take(frame, op, op.body, returned):
            frame.by_rule[op] = "loop-once"
        return
    loop.begin()
    yield from frame.walk_loop(loop)
    if trips is not None:
        _unroll(frame, op, returned, trips)


class _Loop(Assumptions):
    """Assumptions about loop-carried values that hold in every iteration unless a walk through the loop refutes them.

    At first these are the constants and facts of the operands, and what is known of integers that count. Where a loop
    was visited before, when more was known around it, no more is assumed than was left then: a walk would refute the
    rest again. So loops inside of loops take a sum of walks, no product.
    """

    def __init__(self, frame: Solver, op: hlo.WhileOp, returned: tuple[SSAValue, ...]):
        self._frame, self._op, self._returned = frame, op, returned
        self._kinds = [kind_of(argument) for argument in op.body.block.args]
        self._mark: object = None
        self._depth, self._around, self._before = frame.loop_depth, frame.solved, frame.solved.get(op)
        self._counted: Mapping[int, Counter] = {}
        """The facts about carried integers that count, which does not depend on the assumptions."""
        self._recounted = Tally[int]()
        self._values: list[Value | None] = []
        self._facts: list[Elements] = []
        self._weakened = [0] * len(returned)
        self._one_walk = False
        """Whether one walk has to do, so that hardly anything is assumed."""
        if frame.simplifies:
            self._counted = frame.facts.counters(op)
        if self._before is not None:
            self._counted = {**self._before.counted, **self._counted}

    def assume(self) -> Sequence[Region]:
        self._mark = self._frame.facts.mark()
        self._note(self._op.cond.block.args, [counter.outside for counter in self._counters()])
        self._note(self._op.body.block.args, [counter.inside for counter in self._counters()])
        return self._op.regions

    def are_refuted(self) -> bool:
        frame, op = self._frame, self._op
        if self._are_weakened():
            frame.forget(op.regions, self._mark)
            return True
        found = frame.facts.counters(op) if frame.simplifies and not self._one_walk else self._counted
        self._recounted.update(
            [i for i in {**self._counted, **found} if self._counted.get(i) != found.get(i)]
        )
        found = {i: counter for i, counter in found.items() if self._recounted[i] <= LOOP_ROUNDS}
        if found == self._counted:
            return False
        self._counted, frame.solved = found, self._around
        frame.forget(op.regions, self._mark)
        self.begin()
        return True

    def conclude(self) -> None:
        frame, op = self._frame, self._op
        found = Solved(tuple(self._values), tuple(self._facts), self._counted, frame.solved)
        frame.loop_depth, frame.solved = self._depth, self._around
        frame.solved[op] = found
        self._note(op.results, [counter.outside for counter in self._counters()])
        frame.empty_results(op)
        _note_last(frame, op, self._returned, self._counted)

    def begin(self) -> None:
        """Assume the constants and facts of the operands, or what is left of them."""
        frame, op, before = self._frame, self._op, self._before
        frame.loop_depth = self._depth + 1
        frame.solved = {} if before is None else dict(before.inside)
        self._one_walk = frame.loop_depth > LOOP_DEPTH or frame.analysis.folder.budget.is_spent()
        self._values = [
            value if value is None or _begins_as_declared(frame, op, i) else None
            for i, value in enumerate(frame.knowledge(op.operands))
        ]
        self._facts = self._first_facts()
        self._weakened = [0] * len(self._returned)
        if before is not None:
            for i, (value, fact) in enumerate(zip(before.values, before.facts)):
                if value is None:
                    self._values[i] = None
                self._facts[i] = join(self._facts[i], fact, self._kinds[i])
        if self._one_walk:
            for i in range(len(self._returned)):
                if not _passes(op, i, self._returned):
                    self._values[i] = self._facts[i] = None

    def _first_facts(self) -> list[Elements]:
        facts = self._frame.facts
        found = [facts.elements(value) for value in self._op.operands] if self._frame.simplifies else []
        for i, counter in self._counted.items():
            kind = self._kinds[i]
            if counter.outside is not None and kind is not None:
                self._values[i] = None
                low = (counter.step & -counter.step) - 1  # the bits that stay
                first = kind.known(found[i])
                found[i] = kind.between(*counter.outside, first.zeros & low, first.ones & low)
        return found or [None] * len(self._returned)

    def _counters(self) -> list[Counter]:
        return [self._counted.get(i, UNCOUNTED) for i in range(len(self._returned))]

    def _note(self, carried: Sequence[SSAValue], intervals: Sequence[IntegerRange | None]) -> None:
        self._frame.learn(carried, tuple(self._values))
        facts: list[Elements] = []
        for value, fact, kind, interval in zip(self._values, self._facts, self._kinds, intervals):
            if kind is not None and interval is not None:
                fact = kind.meet(kind.known(fact), kind.between(*interval))
            facts.append(fact if value is None else None)
        self._frame.facts.note(carried, facts)

    def _are_weakened(self) -> bool:
        """Weaken the assumptions that the values returned by the body refute; return whether there were any."""
        frame, refuted = self._frame, False
        given = frame.knowledge(self._returned)
        for i, (value, fact, kind) in enumerate(zip(self._values, self._facts, self._kinds)):
            if value is not None:
                if frame.same(value, given[i]):
                    continue
                self._values[i] = None
                refuted = True
            if fact is None:
                continue
            wider = join(fact, frame.facts.elements(self._returned[i]), kind)
            if wider != fact:
                self._facts[i] = _widened(fact, wider, kind, self._weakened[i] >= LOOP_ROUNDS)
                self._weakened[i] += 1
                refuted = True
        return refuted


UNCOUNTED = Counter(None, None, None, 0)


def _widened(before: Elements, after: Elements, kind: IntegerKind | None, last: bool) -> Elements:
    """`after`, without bounds that moved and would go on moving; nothing where this is the `last` time."""
    if not isinstance(before, IntegerFact) or not isinstance(after, IntegerFact) or kind is None:
        return after
    if last:
        return None
    low = after.low if after.low == before.low else kind.least
    high = after.high if after.high == before.high else kind.most
    return kind.refined(IntegerFact(low, high, after.zeros, after.ones))


def _can_go(frame: Solver, op: hlo.WhileOp) -> bool:
    """Whether the values that a loop begins with can stand for its results."""
    return list(op.operand_types) == list(op.result_types) and not frame.analysis.is_kept_by_hook(op)


def _trips(frame: Solver, op: hlo.WhileOp, returned: Sequence[SSAValue]) -> int | None:
    """The number of copies of the body of a loop that can stand in its place, if it is known how often it runs."""
    types = [value.type for value in returned]
    if list(op.operand_types) != types or list(op.result_types) != types or not frame.simplifies:
        return None
    asked = [inner for inner in op.cond.block.ops if inner is not op.cond.block.last_op]
    if frame.analysis.is_kept_by_hook(op) or not all(is_pure_kind(type(inner)) for inner in asked):
        return None
    return frame.facts.loop(op).trips()


def _unroll(frame: Solver, op: hlo.WhileOp, returned: Sequence[SSAValue], trips: int) -> None:
    """Replace a loop by copies of its body, if these keep at most `unroll_limit` ops."""
    limit, body, terms = frame.analysis.folder.options.unroll_limit, op.body.block, frame.terms
    if not 0 < trips <= limit:
        return
    remainder = frame.remainder()
    if trips * remainder.size(body, remainder.carried_for(op, frame.read_of(op))) > limit:
        return
    carried: list[SSAValue] = list(op.operands)
    for _ in range(trips):
        values: dict[SSAValue, SSAValue] = dict(zip(body.args, carried))
        for inner in list(body.ops)[:-1]:
            copy = terms.copy(inner, op, values)
            values.update(zip(inner.results, copy.results))
            frame.look_at(copy)
        carried = [values.get(value, value) for value in returned]
    if _take(frame, op, NEVER_RUNS, carried):
        frame.by_rule[op] = "loop-unrolled"


def _note_last(
    frame: Solver, op: hlo.WhileOp, returned: Sequence[SSAValue], counted: Mapping[int, Counter]
) -> None:
    """Note the last values of counters, and of values that the body returns unchanged."""
    if frame.analysis.is_kept_by_hook(op):
        return
    for i, counter in counted.items():
        known = frame.known.get(op.results[i])
        if counter.last is not None and known is None:
            dtype = dtype_of(ranked(op.results[i]).element_type)
            frame.learn((op.results[i],), (np.asarray(counter.last, dtype),))
    for i, result in enumerate(op.results):
        operand = op.operands[i]
        passes = frame.terms.resolved(returned[i]) is op.body.block.args[i]
        if passes and result not in frame.known and operand.type == result.type:
            frame.hand_on(result, operand)


def _is_known(frame: Solver, op: hlo.WhileOp, returned: tuple[SSAValue, ...] | None) -> bool:
    """Note the final values of a loop with known state, or of one that only counts; return whether it is either."""
    if _count(frame, op):
        return True
    if not op.operands or not frame.evaluate(op):
        return False
    for i, (operand, result) in enumerate(zip(op.operands, op.results)):
        if returned is not None and _begins_as_declared(frame, op, i) and _keeps(frame, op, i, returned):
            frame.learn([result], frame.knowledge([operand]))
    return True


def _count(frame: Solver, op: hlo.WhileOp) -> bool:
    """Note the final values of a loop that only counts; return whether it is one."""
    state = [frame.array(value, CHEAP_LOOK) for value in op.operands if is_scalar(value)]
    if all(array is None for array in state):
        return False
    if frame.analysis.folder.permissions.of(op)[1] is not None or list(op.operand_types) != list(
        op.result_types
    ):
        return False
    last = frame.facts.loop(op).last()
    if last is None:
        return False
    for i, (result, operand) in enumerate(zip(op.results, op.operands)):
        if i in last:
            frame.known[result] = last[i]
        else:
            frame.hand_on(result, operand)
    return True


def _begins_as_declared(frame: Solver, op: hlo.WhileOp, i: int) -> bool:
    """Whether what a loop begins with as its carried value `i` is of the types of the argument and the result.

    These may say more sizes than its own type: a program in which they contradict it is undefined.
    """
    given, declared = op.operands[i].type, (op.body.block.args[i].type, op.results[i].type)
    if declared == (given, given):
        return True
    array = frame.array(op.operands[i])
    forms = [frame.analysis.folder.permissions.types.of(each).form for each in declared]
    return array is not None and all(form is not None and form.holds(array) for form in forms)


def _passes(op: hlo.WhileOp, i: int, returned: tuple[SSAValue, ...]) -> bool:
    """Whether the body hands on the carried value `i` as it is."""
    return returned[i] is op.body.block.args[i]


def _keeps(frame: Solver, op: hlo.WhileOp, i: int, returned: tuple[SSAValue, ...]) -> bool:
    """Whether the body hands on the carried value `i`, or a constant that it begins with."""
    given = returned[i].owner
    if not isinstance(given, hlo.ConstantOp):
        return _passes(op, i, returned)
    frame.look_at(given)
    return frame.same(frame.known.get(op.operands[i]), frame.known.get(returned[i]))


def visit_call(frame: Solver, op: CallOp) -> None:
    """A call with known arguments runs as a whole; otherwise the callee is walked with what is known of them."""
    func = frame.analysis.functions.get(op.callee.string_value())
    if func is None or func.is_declaration:
        frame.refused[op] = Refusal(Code.NO_EVALUATOR, "calls a function without a body")
        frame.empty_results(op)
        return
    if frame.analysis.is_kept_by_hook(op):
        frame.refused[op] = Refusal(Code.HOOK, "is kept by the should_fold hook")
        return
    arguments = frame.knowledge(op.operands)
    analysis = frame.analysis
    all_known = bool(op.results) and all(value is not None for value in arguments)
    facts = frame.facts.telling(op.operands) if frame.simplifies else ()
    _note_effect_free(frame, op, func, arguments, facts)
    if all_known and (analysis.runs_whole(func, arguments) and frame.evaluate(op)):
        return
    called = _called(frame, op, func, arguments, facts)
    if called is None:
        return
    returned = _learn_returned(frame, op, called)
    frame.facts.note(op.results, called.returned.facts)
    if all_known and any(value is None for value in returned) and op not in frame.refused:
        frame.refused[op] = analysis.refusal_inside(func, arguments, facts)


def _learn_returned(frame: Solver, op: Operation, called: Called) -> Knowledge:
    """Note the results of a call that are known, and give them back."""
    for value in called.returned.values:
        if value is not None and (failure := failure_of(value)) is not None:
            frame.refused[op] = failure
    returned = tuple([None if has_failed(value) else value for value in called.returned.values])
    frame.learn(op.results, returned)
    return returned


def visit_composite(frame: Solver, op: hlo.CompositeOp) -> Steps | None:
    """Evaluate a composite, or note that its decomposition has no effects for these arguments.

    Of one that runs what is not evaluated, the decomposition may return constants all the same.
    """
    func = frame.analysis.functions.get(op.decomposition.string_value())
    if func is None or func.is_declaration:
        return frame.visit_any(op)
    arguments = frame.knowledge(op.operands)
    _note_effect_free(frame, op, func, arguments, ())
    inside = frame.visit_any(op)
    is_left = bool(op.results) and all(value is not None for value in arguments)
    if is_left and not all(map(frame.is_resolved, op.results)) and not frame.analysis.is_kept_by_hook(op):
        called = _called(frame, op, func, arguments, ())
        if called is not None:
            _learn_returned(frame, op, called)
    return inside


def _note_effect_free(frame: Solver, op: Operation, func: FuncOp, arguments: Knowledge, facts: Facts) -> None:
    """Note if the callee of an op has effects, but none for these arguments."""
    if frame.analysis.effects.of_function(func.sym_name.data):
        called = _called(frame, op, func, arguments, facts)
        if called is not None and called.effect_free:
            frame.effect_free.add(op)


def _called(frame: Solver, op: Operation, func: FuncOp, arguments: Knowledge, facts: Facts) -> Called | None:
    """The facts about the call `op` of `func`, whose loops begin with what they were when it was walked before."""
    before = frame.solved.get(op)
    called = frame.analysis.called(func, arguments, facts, before and before.inside)
    if called is not None and called.solved:
        frame.solved[op] = Solved((), (), {}, called.solved)
    return called


def walk_nothing(_: Solver, __: Operation) -> None:
    """Functions and modules in a block are folded on their own; in `async_start` there must be one collective."""


HANDLERS: Mapping[str | type[Operation], Handler] = {
    "stablehlo.if": visit_if,
    "scf.if": visit_scalar_if,
    "stablehlo.case": visit_case,
    "stablehlo.while": visit_while,
    CallOp: visit_call,
    "stablehlo.composite": visit_composite,
    "stablehlo.async_start": walk_nothing,
    FuncOp: walk_nothing,
    ModuleOp: walk_nothing,
}
