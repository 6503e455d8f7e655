"""Folding a whole module: functions are analysed and planned, callers first; then all changes are written at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache
from time import perf_counter
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, BlockArgument, Operation

from xdsl_stablehlo.interpreter.kernels.support.values import is_array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.branches import in_control_order
from xdsl_stablehlo.ir.runtime import no_collections
from xdsl_stablehlo.ir.signatures import values_read
from xdsl_stablehlo.programs.constants import is_constant, is_defined_constant
from xdsl_stablehlo.programs.foreign import has_foreign_ops
from xdsl_stablehlo.programs.symbols import CallGraph, is_private, left_alone
from xdsl_stablehlo.programs.transaction import Transaction, atomically
from xdsl_stablehlo.programs.verification import verify_module
from xdsl_stablehlo.values.storage import uniform_element

from ..evaluate.evaluation import Evaluations, OpFolder
from ..evaluate.records import EngineUse, Evaluated
from ..evaluate.work import WorkBudget
from ..facts.lattice import Facts
from ..options import FoldOptions, chosen
from ..plan.blocks import BlockWriter
from ..plan.calls import CallSites
from ..plan.cost import Growth, bytes_there
from ..plan.plan import Callees, Plan
from ..plan.rewrite import Materializer, hand_on, remove_dead, write_structure
from ..report.account import give_account, is_computed
from ..report.report import AppliedRule, FoldReport, KeptOp
from ..rules.families import RULES
from ..solver.analysis import Solver
from ..solver.contexts import ModuleAnalysis
from ..solver.solution import Solution
from ..solver.walk import run
from ..terms.deferred import (
    Knowledge,
    bytes_as_constant,
    content_key,
    evaluated_all,
    evaluations_of,
    has_failed,
)
from ..terms.reasons import Code, Failures, Refusal, RefutedFoldError
from ..tuning import OFFSET_STEPS, OFFSET_STEPS_PER_OP, OP_BYTES, ROUNDS
from .adopted import fold_adopted

__all__ = ["ModuleFolder", "fold_module"]


def fold_module(module: ModuleOp, options: FoldOptions | None = None) -> FoldReport:
    """Replace everything in `module` that does not depend on arguments, effects or chance by constants, in place.

    Never raises for an op that cannot be folded: the report has the reason. If the folder itself fails for an op, that
    op stays with the reason `failed`; if it fails elsewhere, nothing is folded, and the module has that reason. A
    program whose StableHLO ops have another project's classes, or are unregistered, is folded, too, and keeps these
    classes; its ops and values are new ones then.

    Raises `TypeError` if `options` are no `FoldOptions`; `VerifyException` where it fails and the module is not valid,
    which is not asked otherwise; `AdoptionError` for ops in foreign classes that do not hold here; `RefutedFoldError`
    if `prove` refutes the fold; what hooks raise; `ConcurrentFoldError` if the module is being folded already, by
    another thread or by the caller of a hook; and `KeyboardInterrupt` or `MemoryError` when they come. After any
    exception the module is as it was: the same ops in the same places, with the same operands, attributes and names.

    Examples:
        >>> report = fold_module(module)
        >>> report.folded_ops, [constant.op for constant in report.constants]
        (2, ['stablehlo.add'])
    """
    given = chosen(options)
    return atomically(module, lambda changes: fold_within(changes, module, given))


def fold_within(
    changes: Transaction, module: ModuleOp, options: FoldOptions, ctx: Context | None = None
) -> FoldReport:
    """`fold_module` as a part of the changes of a transaction; `ctx` has the classes of a foreign program."""
    unknown = options.without_rules - RULES.keys()
    if unknown:
        raise ValueError(f"without_rules: there is no rule named {min(unknown)!r}")
    with quiet(), no_collections():
        try:
            return _fold(changes, module, options, ctx)
        except Exception as error:
            failures = Failures(options)
            if failures.is_for_caller(error):
                raise
            changes.undo()
            verify_module(module)  # which everything relies on
            code, message, work = failures.refusal(error)
            report = FoldReport(module=module)
            report.kept.append(
                KeptOp(module.name, "", module.location, code.value, message, None, work, module)
            )
            give_account(report, changes, Evaluated(), {}, False)
            return report


def _fold(
    changes: Transaction,
    module: ModuleOp,
    options: FoldOptions,
    ctx: Context | None = None,
    adopts: bool = True,
) -> FoldReport:
    """Fold what is in classes of this project, and what is not if it `adopts` that."""
    with closing(ModuleFolder(module, options, changes)) as folder:
        if adopts and has_foreign_ops(module, folder.graph.kinds):
            return fold_adopted(changes, module, options, ctx, _fold_own)
        before = None if options.prove is None else module.clone()
        report = folder.run()
    if folder.budget.exceeded:
        # Once more, without the work that was too much together.
        changes.undo()
        with closing(ModuleFolder(module, options, changes, is_careful=True)) as careful:
            again = careful.run()
        again.work += report.work
        again.seconds += report.seconds
        report = again
    if options.prove is not None and before is not None:
        report.verdicts += options.prove(before, module)
        wrong = [verdict for verdict in report.verdicts if verdict.is_refuted]
        if wrong:
            raise RefutedFoldError(f"folding changed what the module computes: {wrong[0]}")
    return report


def _fold_own(module: ModuleOp, options: FoldOptions) -> FoldReport:
    return atomically(module, lambda changes: _fold(changes, module, options, adopts=False))


class Planned(NamedTuple):
    """The plan for one function, or for ops outside of functions."""

    func: FuncOp | None
    arguments: Knowledge
    """The arguments that all its calls pass."""
    frame: Solution
    plan: Plan | None
    """None if the function is erased."""


class ModuleFolder:
    """One run of the folder over one module."""

    def __init__(
        self,
        module: ModuleOp,
        options: FoldOptions,
        changes: Transaction,
        around: ModuleFolder | None = None,
        is_careful: bool = False,
    ):
        """`around` folds the module around this one: they share the budget, the report, and what it is told from.

        `is_careful` leaves out what was too much work together.
        """
        self.module = module
        self.changes = changes
        self.options = options
        engine = None if options.engine is None else EngineUse(options.engine)
        self.report = FoldReport(engine=engine, module=module) if around is None else around.report
        self.growth = Growth(options, cache(lambda: bytes_there(module, options.fold_op_element_limit)))
        self.evaluations: Evaluations = {}
        self.evaluated = Evaluated() if around is None else around.evaluated
        self.applied: dict[Operation, AppliedRule] = {} if around is None else around.applied
        self._failures = Failures(options)
        self._planned: list[Planned] = []
        self._arguments_went = False
        """Whether calls lost arguments."""
        self._behind: dict[Hashable, int] = {}
        """Bytes of the constants that would be made in functions, by context, until a plan is decided."""
        self.graph = CallGraph.of(module)
        self.budget = WorkBudget(options, self.graph.ops, is_careful) if around is None else around.budget
        folder = OpFolder(
            self.options,
            self.graph.functions,
            self.evaluated,
            self.budget,
            self.evaluations,
            self.report.engine,
            self._failures,
        )
        self.analysis = ModuleAnalysis(folder)
        self.effects = self.analysis.effects
        self.sites = CallSites(self.graph, self.changes, self.effects)
        self.callees = Callees(self.sites.bytes_behind, self._bytes_made_in_callees)

    def run(self) -> FoldReport:
        """Fold, and give the report."""
        started = perf_counter()
        self._fold()
        changed = self.report.changed
        for _ in range(ROUNDS):
            if not self._may_go_on():
                break
            self.report.changed = False
            self.report.kept.clear()
            self.report.bounded = self.budget.left_ops = self.budget.left_work = 0
            self._arguments_went = False
            self._fold_inside(self.module)
            changed |= self.report.changed
        self.report.changed = changed
        self.report.left_ops, self.report.left_work = self.budget.left_ops, self.budget.left_work
        self.report.simplified = [applied for op, applied in self.applied.items() if op.parent is None]
        give_account(self.report, self.changes, self.evaluated, self.applied, self.options.fuse_locations)
        self.report.seconds = perf_counter() - started
        return self.report

    def _fold(self) -> None:
        """Fold the module, and then those in it."""
        report, done = self.report, self.budget.done
        self.growth.steps_left = OFFSET_STEPS + OFFSET_STEPS_PER_OP * self.graph.ops
        if self.graph.unread:
            removed = sum(remove_dead(region, self.effects, self.changes) for region in self.module.regions)
            report.changed |= bool(removed)
        if self.graph.loose:
            self._plan_block(self.module.body.block)
        for func in self.graph.callers_first():
            if not func.is_declaration:
                self._plan_function(func)
        for planned in self._planned:
            self._write(planned)
        # What computed an argument goes with it, and so may arguments of the function around the call.
        for planned in reversed(self._planned):
            self._drop_arguments(planned)
        for planned in self._planned:
            if planned.func is not None and planned.plan is not None:
                self._write_again(planned.func)
        for func in left_alone(self.module, self.graph, self.sites.calls_went):
            self._drop(func)
        report.work += self.budget.done - done
        report.bytes_in_vain += sum(
            [done.bytes for alike in self.evaluations.values() for done in alike if not done.used]
        )
        self._fold_nested_modules()
        if self._failures.any:
            verify_module(self.module)

    def _may_go_on(self) -> bool:
        """Whether a second fold may go on: with rules that met their bound, with constants that now fit, or that calls
        kept from having a type of their own before they lost an argument."""
        refused = {kept.code for kept in self.report.kept}
        freed = Code.GROWTH_BUDGET.value in refused or (self._arguments_went and Code.USES.value in refused)
        return self.report.changed and bool(self.report.bounded or freed)

    def close(self) -> None:
        """Release everything that is known."""
        self.analysis.forget()
        self.analysis.folder.close()
        # What asks this folder would wait for the garbage collector with it.
        self._planned.clear()
        del self.callees

    def _plan_block(self, block: Block) -> None:
        """Plan for ops that are in no function."""

        def look() -> Solution:
            frame = Solver(self.analysis)
            run(frame.walk_block(block))
            return frame

        self._planned.append(Planned(None, (), *self._plan(look, [block], "")))

    def _plan_function(self, func: FuncOp) -> None:
        """Plan for one function, for all the arguments that it is called with."""
        if self._is_uncalled(func):
            return
        arguments: Knowledge = (None,) * len(func.function_type.inputs)
        facts: Facts = ()
        if self.options.specialize_calls and is_private(func):
            self._plan_clones(func)
            if self._is_uncalled(func):
                return
            arguments, facts = self.sites.passed(func)
        self._write_blocks(func, arguments, facts)
        frame, plan = self._plan(
            lambda: self.analysis.frame(func, arguments, facts),
            in_control_order(func.body.blocks[0]),
            func.sym_name.data,
        )
        self.sites.note(func, plan.kept, frame)
        self._planned.append(Planned(func, arguments, frame, plan))

    def _write_blocks(self, func: FuncOp, arguments: Knowledge, facts: Facts) -> bool:
        """Let the blocks of a function lead only to where they may go, as often as that tells more.

        Return whether anything changed.
        """
        changed = False
        while len(func.body.blocks) > 1:
            frame, reached = self.analysis.reached(func, arguments, facts)
            if not BlockWriter(func, frame, reached, self.effects, self.changes).write():
                break
            changed = self.report.changed = True
            self.analysis.forget()
            self.analysis.folder.forget_compiled()
        return changed

    def _write_again(self, func: FuncOp) -> None:
        """Plan a function of several blocks again as long as what was written leaves arguments that nothing reads."""
        arguments: Knowledge = (None,) * len(func.function_type.inputs)
        name = func.sym_name.data

        def look() -> Solution:
            return self.analysis.frame(func, arguments)

        while len(func.body.blocks) > 1:
            self.analysis.forget()
            self.analysis.folder.forget_compiled()
            if not self._write_blocks(func, arguments, ()):
                break
            self.report.kept[:] = [kept for kept in self.report.kept if kept.function != name]
            self.sites.calls_went = True
            frame, plan = self._plan(look, in_control_order(func.body.blocks[0]), name)
            self._write(Planned(func, arguments, frame, plan))

    def _plan_clones(self, func: FuncOp) -> None:
        """Make copies of a function for the constants that its callers pass, where that is worth it."""

        def size(frame: Solution) -> int:
            return self._size_of(func, frame)

        for clone in self.sites.clones(func, self.analysis, self.growth, size):
            self.report.functions_cloned.append(clone.sym_name.data)
            self.report.changed = True
            self._plan_function(clone)

    def _is_uncalled(self, func: FuncOp) -> bool:
        """Whether the last call of a function is gone: then the function goes, too."""
        if not self.sites.is_uncalled(func):
            return False
        frame = Solver(self.analysis)
        self.sites.note(func, [], frame)
        del self.graph.functions[func.sym_name.data]
        self._planned.append(Planned(func, (), frame, None))
        return True

    def _plan(
        self, look: Callable[[], Solution], blocks: Sequence[Block], function: str
    ) -> tuple[Solution, Plan]:
        """The facts about some blocks, and a plan for them; values that become constants are evaluated.

        What cannot be evaluated is not known, what stays although it is known is to be looked into, and what was too
        much work for a fact may be evaluated by now: that is concluded, too, once for each set of such values.
        """
        folder, is_answered = self.analysis.folder, False
        while True:
            self._behind.clear()
            failed = len(folder.failed)
            frame = look()
            plan = Plan.of(blocks, frame, self.effects, self.growth, self.callees)
            if len(folder.failed) == failed and not plan.is_open and self._evaluate(frame, plan):
                if is_answered or not frame.facts.is_answered():
                    break
                is_answered = True
            self.analysis.forget()
        plan.cost.commit()
        self._behind.clear()
        self._explain(frame, plan, function)
        for op, rule in frame.by_rule.items():
            self.applied[op] = AppliedRule(rule, op.name, function, op.location)
        for value, attributes in frame.facts.believed.items():
            assert isinstance(value, BlockArgument)
            self.report.believed.append(f"argument {value.index} of @{function}: {', '.join(attributes)}")
        self.report.bounded += frame.terms.bounded
        return frame, plan

    def _write(self, planned: Planned) -> None:
        """Carry out a plan."""
        func, _, frame, plan = planned
        if plan is None:
            assert func is not None
            self._drop(func)
            return
        made = {*plan.constants}
        for value in [result for op in plan.dead for result in op.results if result not in made]:
            frame.known.pop(value, None)  # the values of what goes take a sixth of its memory
        changed = write_structure(frame, plan, self.changes)
        Materializer(frame.known, self.changes, plan.live, plan.cost.is_repetition).run(plan.constants)
        handed_on = [hand_on(op, unread, self.changes) for op, unread in plan.unread.items()]
        for op in plan.dead:
            if op.parent is not None:
                self.changes.erase(op)
        self.report.changed |= changed or bool(plan.constants or plan.dead) or any(handed_on)

    def _drop_arguments(self, planned: Planned) -> None:
        """Take arguments that are constants now out of a function and its calls."""
        func, arguments, _, plan = planned
        if func is not None and plan is not None and any(value is not None for value in arguments):
            self._arguments_went |= self.sites.drop_arguments(func, arguments, self.growth)
            self.report.changed |= self._arguments_went

    def _evaluate(self, frame: Solution, plan: Plan) -> bool:
        """Evaluate the values that become constants, in program order; return whether all succeeded."""
        known = frame.known
        values = [known[value] for value in plan.constants[::-1]]
        if next(evaluations_of(values), None) is not None and not self.analysis.folder.demand(
            values, last=True
        ):
            return False
        known.update(zip(plan.constants, evaluated_all(values[::-1]) or ()))
        return True

    def _size_of(self, func: FuncOp, frame: Solution) -> int:
        """Bytes of what stays of a function, and of the constants that are made in it: those of its plan."""
        plan = self._tried(func, frame)
        ops = sum([bool(op.results) and not is_constant(type(op)) for op in plan.kept])
        return _bytes_left(plan) + OP_BYTES * ops

    def _bytes_made_in_callees(self, call: CallOp, frame: Solution) -> int:
        """Bytes of the constants in a function that goes when `call` goes, if the call stays."""
        func = self.sites.behind(call)
        if func is None or func.is_declaration:
            return 0
        arguments, facts = frame.outcome(call.operands, constants=True)
        key = func, content_key(arguments), facts
        if key not in self._behind:
            self._behind[key] = _bytes_left(self._tried(func, self.analysis.frame(func, arguments, facts)))
        return self._behind[key]

    def _tried(self, func: FuncOp, frame: Solution) -> Plan:
        """A plan for a function that is not carried out."""
        growth = replace(self.growth, made=dict(self.growth.made))
        return Plan.of(in_control_order(func.body.blocks[0]), frame, self.effects, growth, self.callees)

    def _drop(self, func: FuncOp) -> None:
        self.report.functions_removed.append(func.sym_name.data)
        self.report.changed = True
        self.changes.erase(func)

    def _fold_nested_modules(self) -> None:
        for op in self.graph.nested:
            if op.parent is not None:
                self._fold_inside(op)

    def _fold_inside(self, module: ModuleOp) -> None:
        """Fold a module in this one, or this one again, as a part of this run."""
        inner = ModuleFolder(module, self.options, self.changes, self)
        inner._fold()
        inner.close()
        self._arguments_went |= inner._arguments_went

    def _explain(self, frame: Solution, plan: Plan, function: str) -> None:
        """Note the reasons of ops with constant operands that stay."""
        known, report = frame.known, self.report
        refused = frame.refused | plan.refused
        constants = [op for op in plan.kept if is_constant(type(op))]
        unreadable = {value for op in constants for value in op.results if value not in known}
        for op in reversed(plan.kept):
            if not is_computed(type(op)):
                continue
            refusal, operands = refused.get(op), values_read(op)
            if refusal is None and known.keys().isdisjoint(operands) and unreadable.isdisjoint(operands):
                continue
            if refusal is None:
                unknown = [
                    i
                    for i, o in enumerate(operands)
                    if (o not in known or has_failed(known[o])) and not is_defined_constant(o)
                ]
                if len(unknown) == len(operands):
                    continue
                unknown_kind = not unknown and self.analysis.folder.permissions.entry_of(op) is None
                refusal = NO_EVALUATOR if unknown_kind else not_constant(op, unknown)
            sizes = [self.analysis.folder.permissions.types.of(result.type).bytes for result in op.results]
            report.kept.append(
                KeptOp(
                    op.name,
                    function,
                    op.location,
                    refusal.code.value,
                    refusal.message,
                    None if None in sizes else sum(size or 0 for size in sizes),
                    refusal.work,
                    op,
                )
            )


def _bytes_left(plan: Plan) -> int:
    """Bytes of the constants that stay or are made, of equal ones once."""
    known = plan.known
    constants = [op.results[0] for op in plan.kept if is_constant(type(op))] + plan.constants
    left = {content_key(known[value]): known[value] for value in constants if value in known}
    # A splat may be stored in full, and is one element when it is written.
    elements = [uniform_element(value) if is_array(value) else None for value in left.values()]
    written = [value if element is None else element for value, element in zip(left.values(), elements)]
    return sum(map(bytes_as_constant, written))


NO_EVALUATOR = Refusal(Code.NO_EVALUATOR, "has no evaluator")


def not_constant(op: Operation, unknown: Sequence[int]) -> Refusal:
    """The reason of an op that some operands keep from being evaluated."""
    if not unknown:
        return Refusal(Code.SIDE_EFFECTS, "has side effects")
    named = ", ".join([str(i) for i in unknown[:4]]) + (", ..." if len(unknown) > 4 else "")
    plural = "s" if len(unknown) > 1 else ""
    return Refusal(
        Code.NOT_CONSTANT, f"has operand{plural} {named} that {'are' if plural else 'is'} not constant"
    )
