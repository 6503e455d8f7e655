"""How the analysis walks what decides which ops run: branches, loops and calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.programs.symbols import ops_within
from xdsl_stablehlo.values.element_types import dtype_of

from ..facts.effects import is_pure_kind
from ..facts.implied import Supposed, implied
from ..facts.known import is_scalar
from ..facts.lattice import Facts
from ..facts.values import Knowledge
from ..plan.materialize import constant_type
from ..reasons import Code, Refusal
from ..tuning import CHEAP_LOOK, LOOP_DEPTH
from .analysis import HANDLERS, Frame, Steps, resolved
from .deferred import failure_of, has_failed, is_sized
from .refinement import readers_of
from .terms import NEVER_RUNS
from .trip_count import last_state

NOTHING = Supposed({}, {})
"""What is supposed where a condition says nothing."""


def returned_by(region: Region) -> tuple[SSAValue, ...] | None:
    """What a region of one block that ends in `stablehlo.return` returns; None for any other region."""
    block = region.first_block
    if block is None or block.next_block is not None:
        return None
    last = block.last_op
    if last is None or not hlo.StableHLO.is_op(last, "stablehlo.return"):
        return None
    return tuple(last.operands)


def visit_if(frame: Frame, op: Operation) -> Steps:
    op = cast("hlo.IfOp", op)
    predicate = frame.number(op.pred)
    supposed = [NOTHING, NOTHING]
    if predicate is None and frame.simplifies:
        supposed = [implied(frame.facts, op.pred, holds) for holds in (True, False)]
    regions = (op.true_branch, op.false_branch)
    return _visit_branches(frame, op, regions, None if predicate is None else int(not predicate), supposed)


def visit_case(frame: Frame, op: Operation) -> Steps:
    op = cast("hlo.CaseOp", op)
    last = len(op.branches) - 1
    index = frame.number(op.index)
    known = frame.facts.integers(op.index) if frame.simplifies else None
    possible = [i for i in range(last) if (known is None or known.allows(i)) and index in (None, i)]
    if (known is None or known.low < 0 or known.high >= last) and (index is None or not possible):
        possible.append(last)  # which is for all that is out of range
    chosen = possible[0] if len(possible) == 1 else None
    supposed = [NOTHING] * (last + 1)
    if chosen is None and frame.simplifies:
        index_value = resolved(frame, op.index)
        supposed[:-1] = [Supposed({index_value: np.asarray(i, np.int32)}, {}) for i in range(last)]
    return _visit_branches(frame, op, tuple(op.branches), chosen, supposed)


def _visit_branches(
    frame: Frame,
    op: Operation,
    branches: tuple[Region, ...],
    chosen: int | None,
    supposed: Sequence[Supposed],
) -> Steps:
    """Look at the branches that may run, in each of which something is `supposed`."""
    if frame.analysis.is_kept_by_hook(op):
        frame.refused[op] = Refusal(Code.HOOK, "is kept by the should_fold hook")
        chosen = None
    if chosen is not None:
        returned = returned_by(branches[chosen])
        types = None if returned is None else [value.type for value in returned]
        if returned is not None and types == list(op.result_types):
            yield frame.steps(branches[chosen].block)
            _take(frame, op, branches[chosen], returned)
            return
        frame.refused[op] = Refusal(Code.USES, "has results whose types the branch does not have")
    outcomes: list[Returned | None] = []
    for branch, here in zip(branches, supposed):
        with frame.supposing(here):
            for block in branch.blocks:
                yield frame.steps(block)
            returned = returned_by(branch)
            outcomes.append(None if returned is None else Returned(returned, frame.knowledge(returned)))
    if chosen is not None:
        outcomes = [outcomes[chosen]]
    _agree(frame, op, [outcome for outcome in outcomes if outcome is not None], len(outcomes))
    frame.empty_results(op)


def _take(frame: Frame, op: Operation, region: Region, given: Sequence[SSAValue]) -> bool:
    """Note that a region that always runs stands for `op`, or that nothing does, and that its results are the values
    `given`; says whether all that reads them can take them. If not, `op` stays, and so do its results."""
    refusal = _refuse_constants(frame, op, [resolved(frame, value) for value in given])
    if refusal is not None:
        frame.refused[op] = refusal
        frame.learn(op.results, frame.knowledge(given))
        return False
    frame.taken[op] = region
    frame.stand_for(given, op.results)
    return True


def _refuse_constants(frame: Frame, op: Operation, given: Sequence[SSAValue]) -> Refusal | None:
    """Why the constants among the values that are `given` cannot be in the place of the results of `op`."""
    for result, value in zip(op.results, given):
        known = frame.terms.known(value)
        if is_sized(known) and type(value.owner) is hlo.ConstantOp:
            refined = constant_type(cast("AnyTensorType", result.type), known)
            refusal = frame.replacements.refuse_constant(result, known, refined, readers_of(result))
            if refusal is not None:
                return refusal
    return None


class Returned(NamedTuple):
    """What a branch returns, and what is known of that inside of it."""

    returned: tuple[SSAValue, ...]
    known: Knowledge


def _agree(frame: Frame, op: Operation, outcomes: Sequence[Returned], count: int) -> None:
    """Note what all of `count` outcomes agree on: the same constant, or the same value from outside."""
    if len(outcomes) < count:
        return
    for i, result in enumerate(op.results):
        known = outcomes[0].known[i]
        if known is not None and all(frame.same(known, other.known[i]) for other in outcomes[1:]):
            frame.known[result] = known
            continue
        first, *others = [resolved(frame, outcome.returned[i]) for outcome in outcomes]
        if others and others == [first] * len(others) and _may_hand_on(frame, op, first, result):
            frame.hand_on(result, first)


def _may_hand_on(frame: Frame, op: Operation, value: SSAValue, result: SSAValue) -> bool:
    return frame.simplifies and value.type == result.type and not frame.analysis.is_kept_by_hook(op)


def visit_while(frame: Frame, op: Operation) -> Steps:
    """A loop with known state runs; otherwise carried values are taken for constant until a walk refutes it."""
    op = cast("hlo.WhileOp", op)
    condition, returned = returned_by(op.cond), returned_by(op.body)
    if _is_known(frame, op, returned):
        if frame.analysis.effects.removable(op):
            return
        frame.stays(op)  # unless what is found inside of it leaves no effect
    if condition is None or returned is None:
        yield frame.inside(op)
        return
    trips = _trips(frame, op, returned)
    if trips == 1:
        yield from _visit_once(frame, op, returned)
        return
    assumed, facts = list(frame.knowledge(op.operands)), ()
    # Each attempt refutes what is hoped of a value, or finds more facts.
    attempts = 2 + 2 * len(assumed) if frame.loop_depth < LOOP_DEPTH else 0
    frame.loop_depth += 1
    for attempt in range(attempts + 1):
        last = attempt == attempts or frame.analysis.folder.budget.is_spent()
        if last:
            assumed = [value if _passes(op, i, returned) else None for i, value in enumerate(assumed)]
        mark = frame.facts.mark()
        frame.learn(op.cond.block.args, tuple(assumed))
        frame.learn(op.body.block.args, tuple(assumed))
        frame.facts.note((*op.cond.block.args, *op.body.block.args), facts)
        yield frame.steps(op.cond.block)
        if frame.number(condition[0]) == 0 and _can_go(frame, op):
            frame.forget(op.regions, mark)
            frame.loop_depth -= 1
            _take(frame, op, NEVER_RUNS, op.operands)
            return
        yield frame.steps(op.body.block)
        following = frame.knowledge(returned)
        kept = [frame.same(a, b) for a, b in zip(assumed, following)]
        if kept != [value is not None for value in assumed]:
            assumed = [value if same else None for value, same in zip(assumed, kept)]
        elif last or (found := frame.facts.found_again(op, mark)) is None:
            break
        else:  # with which what was refuted may hold
            assumed, facts = list(frame.knowledge(op.operands)), found
        frame.forget(op.regions, mark)
    frame.loop_depth -= 1
    frame.learn(op.results, tuple(assumed))
    frame.empty_results(op)
    _note_last(frame, op, returned)
    if trips is not None:
        _unroll(frame, op, returned, trips)


def _can_go(frame: Frame, op: hlo.WhileOp) -> bool:
    """Whether the values that a loop begins with can stand for its results."""
    return list(op.operand_types) == list(op.result_types) and not frame.analysis.is_kept_by_hook(op)


def _trips(frame: Frame, op: hlo.WhileOp, returned: Sequence[SSAValue]) -> int | None:
    """How many copies of the body of a loop can stand in its place, if it is known how often it runs."""
    types = [value.type for value in returned]
    if list(op.operand_types) != types or list(op.result_types) != types or not frame.simplifies:
        return None
    asked = [inner for inner in op.cond.block.ops if inner is not op.cond.block.last_op]
    if frame.analysis.is_kept_by_hook(op) or not all(is_pure_kind(type(inner)) for inner in asked):
        return None
    return frame.facts.trips(op)


def _unroll(frame: Frame, op: hlo.WhileOp, returned: Sequence[SSAValue], trips: int) -> None:
    """Let copies of the body of a loop stand for it, where together they have at most `unroll_limit` ops."""
    limit, body, terms = frame.analysis.folder.options.unroll_limit, op.body.block, frame.terms
    if not 0 < trips <= limit:
        return
    inside = [inner for inner in terms.backwards(body, frame.taken) if inner is not body.last_op]
    if (
        trips * sum([1 + sum(1 for region in inner.regions for _ in ops_within(region)) for inner in inside])
        > limit
    ):
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


def _visit_once(frame: Frame, op: hlo.WhileOp, returned: Sequence[SSAValue]) -> Steps:
    """Look at the body of a loop that runs once."""
    frame.stand_for(op.operands, op.body.block.args)
    yield frame.steps(op.body.block)
    if _take(frame, op, op.body, returned):
        frame.by_rule[op] = "loop-once"


def _note_last(frame: Frame, op: hlo.WhileOp, returned: Sequence[SSAValue]) -> None:
    """Note the last values of counters, and of what the body hands on as it is."""
    if not frame.simplifies or frame.analysis.is_kept_by_hook(op):
        return
    for i, counter in frame.facts.counters(op).items():
        known = frame.known.get(op.results[i])
        if counter.last is not None and known is None:
            element_type = cast("AnyTensorType", op.results[i].type).element_type
            frame.known[op.results[i]] = np.asarray(counter.last, dtype_of(element_type))
    for i, result in enumerate(op.results):
        operand = op.operands[i]
        passes = resolved(frame, returned[i]) is op.body.block.args[i]
        if passes and result not in frame.known and operand.type == result.type:
            frame.hand_on(result, operand)


def _is_known(frame: Frame, op: hlo.WhileOp, returned: tuple[SSAValue, ...] | None) -> bool:
    """Note what a loop with known state ends with, or one that only counts; says whether it is one of them."""
    if op not in frame.staying and _count(frame, op):
        return True
    if not op.operands or not frame.evaluate(op):
        return False
    for i, result in enumerate(op.results):
        if returned is not None and _keeps(frame, op, i, returned):
            frame.known[result] = frame.known[op.operands[i]]
    return True


def _count(frame: Frame, op: hlo.WhileOp) -> bool:
    """Note what a loop that only counts ends with; says whether it is one."""
    state = [frame.array(v, CHEAP_LOOK) if is_scalar(v) else None for v in op.operands]
    if not any(value is not None for value in state):
        return False
    if frame.analysis.folder.permissions.of(op)[1] is not None or list(op.operand_types) != list(
        op.result_types
    ):
        return False
    last = last_state(op, state, lambda value: frame.array(value, CHEAP_LOOK))
    if last is None:
        return False
    for result, operand, value in zip(op.results, op.operands, last):
        if value is not None:
            frame.known[result] = value
        else:
            frame.hand_on(result, operand)
    return True


def _passes(op: hlo.WhileOp, i: int, returned: tuple[SSAValue, ...]) -> bool:
    """Whether the body hands on the carried value `i` as it is."""
    return returned[i] is op.body.block.args[i]


def _keeps(frame: Frame, op: hlo.WhileOp, i: int, returned: tuple[SSAValue, ...]) -> bool:
    """Whether the body hands on the carried value `i`, or a constant that it begins with."""
    given = returned[i].owner
    if not isinstance(given, hlo.ConstantOp):
        return _passes(op, i, returned)
    frame.visit(given)
    return frame.same(frame.known.get(op.operands[i]), frame.known.get(returned[i]))


def visit_call(frame: Frame, op: Operation) -> None:
    """A call with known arguments runs as a whole; otherwise the callee is walked with what is known of them."""
    op = cast(CallOp, op)
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
    all_known = bool(op.results) and None not in map(_presence, arguments)
    facts = frame.facts.telling(op.operands) if frame.simplifies else ()
    _note_quiet(frame, op, func, arguments, facts)
    if all_known and (analysis.runs_whole(func, arguments) and frame.evaluate(op)):
        return
    returned, holds = analysis.outcome(func, arguments, facts)
    for value in returned:
        if value is not None and (failure := failure_of(value)) is not None:
            frame.refused[op] = failure
    returned = tuple([None if value is None or has_failed(value) else value for value in returned])
    frame.learn(op.results, returned)
    frame.facts.note(op.results, holds)
    if all_known and None in map(_presence, returned) and op not in frame.refused:
        frame.refused[op] = analysis.refusal_inside(func, arguments, facts)


def visit_composite(frame: Frame, op: Operation) -> Steps | None:
    """A composite is evaluated or not, and does what its decomposition does for what it is given."""
    func = frame.analysis.functions.get(cast("hlo.CompositeOp", op).decomposition.string_value())
    if func is not None and not func.is_declaration:
        _note_quiet(frame, op, func, frame.knowledge(op.operands), ())
    return frame.visit_any(op)


def _note_quiet(frame: Frame, op: Operation, func: FuncOp, arguments: Knowledge, facts: Facts) -> None:
    """Note where what an op calls has effects, but none for what it is given."""
    analysis = frame.analysis
    if analysis.effects.of_function(func.sym_name.data) and analysis.is_quiet(func, arguments, facts):
        frame.quiet.add(op)


def _presence(value: Value | None) -> bool | None:
    return None if value is None else True


def walk_nothing(_: Frame, __: Operation) -> None:
    """Functions and modules in a block are folded on their own; in `async_start` there must be one collective."""


HANDLERS.update(
    {
        "stablehlo.if": visit_if,
        "stablehlo.case": visit_case,
        "stablehlo.while": visit_while,
        CallOp: visit_call,
        "stablehlo.composite": visit_composite,
        "stablehlo.async_start": walk_nothing,
        FuncOp: walk_nothing,
        ModuleOp: walk_nothing,
    }
)
