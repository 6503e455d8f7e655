"""How the analysis walks what decides which ops run: branches, loops and calls."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.guards import is_tensor_type
from xdsl_stablehlo.interpreter.kernels.values import Value

from .analysis import HANDLERS, NEVER_RUNS, Frame, Knowledge, Steps
from .facts.known import CHEAP_LOOK
from .reasons import Code, Refusal
from .trip_count import last_state

ATTEMPTS = 3
"""How often a loop is walked in the hope that carried values keep what they start with."""


DEPTH = 3
"""Loops nested deeper than this are walked once: each level of hope multiplies the walks of those inside."""


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
    predicate = frame.array(op.pred)
    regions = (op.true_branch, op.false_branch)
    return _visit_branches(frame, op, regions, None if predicate is None else int(not predicate))


def visit_case(frame: Frame, op: Operation) -> Steps:
    op = cast("hlo.CaseOp", op)
    index = frame.array(op.index)
    count = len(op.branches)
    chosen = None
    if index is not None:
        chosen = int(index) if 0 <= int(index) < count else count - 1
    return _visit_branches(frame, op, tuple(op.branches), chosen)


def _visit_branches(frame: Frame, op: Operation, branches: tuple[Region, ...], chosen: int | None) -> Steps:
    if frame.analysis.is_kept_by_hook(op):
        frame.refused[op] = Refusal(Code.HOOK, "is kept by the should_fold hook")
        chosen = None
    if chosen is not None:
        returned = returned_by(branches[chosen])
        types = None if returned is None else [value.type for value in returned]
        if returned is not None and types == list(op.result_types):
            frame.taken[op] = branches[chosen]
            yield frame.steps(branches[chosen].block)
            for result, value in zip(op.results, returned):
                frame.hand_on(result, value)
            return
        frame.refused[op] = Refusal(Code.USES, "has results whose types the branch does not have")
    outcomes: list[Knowledge | None] = []
    for branch in branches:
        for block in branch.blocks:
            yield frame.steps(block)
        returned = returned_by(branch)
        outcomes.append(None if returned is None else frame.knowledge(returned))
    if chosen is not None:
        outcomes = [outcomes[chosen]]
    frame.learn(op.results, _agreement(frame, outcomes, len(op.results)))
    frame.empty_results(op)


def _agreement(frame: Frame, outcomes: list[Knowledge | None], count: int) -> Knowledge:
    """What all outcomes agree on."""
    first = outcomes[0]
    if first is None:
        return (None,) * count
    agreed: list[Value | None] = []
    for i, value in enumerate(first):
        same = all(other is not None and frame.same(value, other[i]) for other in outcomes[1:])
        agreed.append(value if same else None)
    return tuple(agreed)


def visit_while(frame: Frame, op: Operation) -> Steps:
    """A loop with known state runs; otherwise carried values are taken for constant until a walk refutes it."""
    op = cast("hlo.WhileOp", op)
    condition, returned = returned_by(op.cond), returned_by(op.body)
    if _is_known(frame, op, returned):
        return
    if condition is None or returned is None:
        yield frame.inside(op)
        return
    assumed = list(frame.knowledge(op.operands))
    attempts = ATTEMPTS if frame.loop_depth < DEPTH else 0
    frame.loop_depth += 1
    for attempt in range(attempts + 1):
        last = attempt == attempts or frame.analysis.folder.budget.is_spent()
        if last:
            assumed = [value if _passes(op, i, returned) else None for i, value in enumerate(assumed)]
        frame.learn(op.cond.block.args, tuple(assumed))
        frame.learn(op.body.block.args, tuple(assumed))
        yield frame.steps(op.cond.block)
        goes_on = frame.array(condition[0])
        if goes_on is not None and not goes_on and list(op.operand_types) == list(op.result_types):
            frame.forget(op.regions)
            frame.loop_depth -= 1
            _never_entered(frame, op)
            return
        yield frame.steps(op.body.block)
        following = frame.knowledge(returned)
        kept = [frame.same(a, b) for a, b in zip(assumed, following)]
        if kept == [value is not None for value in assumed]:
            break
        assumed = [value if same else None for value, same in zip(assumed, kept)]
        frame.forget(op.regions)
        if last:
            break
    frame.loop_depth -= 1
    frame.learn(op.results, tuple(assumed))
    frame.empty_results(op)


def _is_known(frame: Frame, op: hlo.WhileOp, returned: tuple[SSAValue, ...] | None) -> bool:
    """Note what a loop with known state ends with, or one that only counts; says whether it is one of them."""
    if op not in frame.staying and _count(frame, op):
        return True
    if not op.operands or not frame.evaluate(op):
        return False
    for i, result in enumerate(op.results):
        if returned is not None and _passes(op, i, returned):
            frame.known[result] = frame.known[op.operands[i]]
    return True


def _count(frame: Frame, op: hlo.WhileOp) -> bool:
    """Note what a loop that only counts ends with; says whether it is one."""
    state = [frame.array(v, CHEAP_LOOK) if _is_scalar(v) else None for v in op.operands]
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


def _is_scalar(value: SSAValue) -> bool:
    return is_tensor_type(value.type) and not value.type.get_shape()


def _passes(op: hlo.WhileOp, i: int, returned: tuple[SSAValue, ...]) -> bool:
    """Whether the body hands on the carried value `i` as it is."""
    return returned[i] is op.body.block.args[i]


def _never_entered(frame: Frame, op: hlo.WhileOp) -> None:
    frame.taken[op] = NEVER_RUNS
    for result, operand in zip(op.results, op.operands):
        frame.hand_on(result, operand)


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
    if all_known and (analysis.runs_whole(func, arguments) and frame.evaluate(op)):
        return
    returned = analysis.returned(func, arguments)
    frame.learn(op.results, returned)
    if all_known and None in map(_presence, returned) and op not in frame.refused:
        frame.refused[op] = analysis.refusal_inside(func, arguments)


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
        "stablehlo.async_start": walk_nothing,
        FuncOp: walk_nothing,
        ModuleOp: walk_nothing,
    }
)
