"""Folding a whole module: functions in the order of calls, each one analysed, planned and rewritten once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.foreign import has_foreign_ops
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.runtime import no_collections
from xdsl_stablehlo.verification import verify_module

from . import control_flow, dynamism, partial, scalars
from .account import give_account
from .adopted import fold_adopted
from .analysis import Frame, ModuleAnalysis, run
from .calls import CallSites
from .cost import OP_BYTES, Ledger, WorkBudget
from .deferred import evaluated_all, evaluations_of, is_open
from .effects import Effects, is_terminator
from .evaluate import Evaluations, OpFolder
from .facts.lattice import Facts
from .failures import Failures
from .look_again import look_again
from .materialize import Materializer
from .options import FoldOptions, chosen
from .plan import SEPARATE, STEPS_PER_OP, Plan, make_plan
from .reasons import Code, Refusal
from .report import AppliedRule, EngineUse, FoldReport, KeptOp
from .rewrite import hand_on, remove_dead, simplify_structure
from .rules.families import RULES
from .symbols import CallGraph, is_private, is_unused, left_alone
from .trail import Evaluated
from .transaction import Transaction, atomically
from .values import Knowledge, is_constant, is_defined_constant

__all__ = ["ModuleFolder", "fold_module"]

MAX_FOLDS = 5
"""How often the module is folded because what was in the way of an op is gone: an effect in a branch of its region
or its callee that never runs, a value that dead code in its region read."""

MAX_LOOKS = 5
"""How often a function is looked at again because a value that was to become a constant could not be evaluated, and how
deep ops that stay are nested before all that is inside of them is looked at at once."""

MAY_GO_AWAY = (
    Code.NOT_CONSTANT,
    Code.SIDE_EFFECTS,
    Code.NO_EVALUATOR,
    Code.UNDEFINED,
    Code.BARRIER,
    Code.FAILED,
)
"""Reasons that an op inside a region gives for the op around it, and that go when it turns out to be dead code."""

_HANDLERS = (control_flow, dynamism, partial, scalars)
"""Imported for what they register with the analysis."""


def fold_module(module: ModuleOp, options: FoldOptions | None = None) -> FoldReport:
    """Replace everything in `module` that does not depend on arguments, effects or chance by constants, in place.

    Never raises for what cannot be folded: the report says why. Where the folder itself fails over an op, that op
    stays, with the reason `failed`; where it fails elsewhere nothing is folded, and the module has that reason.
    A program in another project's classes of StableHLO's ops, or in none, is folded all the same, and keeps these
    classes; its ops and values are new ones then.

    Raises `TypeError` where `options` are none; `VerifyException` where it fails and the module is not valid, which is
    not asked otherwise; `AdoptionError` for ops in foreign classes that do not hold here; what
    the hook `should_fold` raises; `ConcurrentFoldError` if the module is being folded already, by another thread or by
    the caller of a hook; and `KeyboardInterrupt` or `MemoryError` when they come. After any exception the module is as
    it was: the same ops in the same places, with the same operands, attributes and names.

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
        except MemoryError:
            raise
        except Exception as error:
            changes.undo()
            verify_module(module)  # which everything relies on
            return _nothing_folded(changes, module, Failures(options).refusal(error))


def _fold(
    changes: Transaction, module: ModuleOp, options: FoldOptions, ctx: Context | None = None
) -> FoldReport:
    folder = ModuleFolder(module, options, changes)
    try:
        if not has_foreign_ops(module, folder.graph.kinds):
            return folder.run()
    finally:
        folder.close()
    return fold_adopted(changes, module, options, ctx, _fold_own)


def _fold_own(module: ModuleOp, options: FoldOptions) -> FoldReport:
    """Fold what is in classes of this project, and leave what is not."""

    def fold(changes: Transaction) -> FoldReport:
        folder = ModuleFolder(module, options, changes)
        try:
            return folder.run()
        finally:
            folder.close()

    return atomically(module, fold)


def _nothing_folded(changes: Transaction, module: ModuleOp, refusal: Refusal) -> FoldReport:
    """The report where the folder failed, and the module is as it was."""
    report = FoldReport(module=module)
    report.kept.append(
        KeptOp(module.name, "", module.location, refusal.code.value, refusal.message, None, 0, module)
    )
    give_account(report, changes, Evaluated(), {}, False)
    return report


class ModuleFolder:
    """One run of the folder over one module."""

    def __init__(
        self,
        module: ModuleOp,
        options: FoldOptions,
        changes: Transaction,
        around: ModuleFolder | None = None,
    ):
        """`around` folds the module around this one: they share the budget, and what the report is told from."""
        self.module = module
        self.changes = changes
        self.options = options
        self.report = FoldReport(
            engine=None if options.engine is None else EngineUse(options.engine), module=module
        )
        self.ledger = Ledger(options)
        self.budget = WorkBudget(options) if around is None else around.budget
        self.evaluations: Evaluations = {}
        self.evaluated = Evaluated() if around is None else around.evaluated
        self.applied: dict[Operation, AppliedRule] = {} if around is None else around.applied
        self._hopeful = False
        self._failures = Failures(options)
        self._look()

    def _look(self) -> None:
        """Forget what was concluded from the module as it was."""
        self.graph = CallGraph.of(self.module)
        folder = OpFolder(
            self.options,
            self.graph.functions,
            self.evaluated,
            self.budget,
            self.evaluations,
            self.report.engine,
            self._failures,
        )
        self.effects = Effects(
            self.graph.functions,
            self.options.assume_no_undeclared_side_effects,
            folder.permissions.entry_of,
        )
        self.analysis = ModuleAnalysis(folder)
        self.sites = CallSites(self.graph, self.changes)
        self.composites: list[Operation] = []
        """Those that stay, whose decompositions may have effects."""

    def run(self) -> FoldReport:
        """Fold, and give the report."""
        started = perf_counter()
        self._fold()
        self.report.simplified = [applied for op, applied in self.applied.items() if op.parent is None]
        give_account(self.report, self.changes, self.evaluated, self.applied, self.options.fuse_locations)
        self.report.seconds = perf_counter() - started
        return self.report

    def _fold(self) -> None:
        """Fold the module, and then those in it."""
        report, spent = self.report, self.budget.limits.spent
        self.ledger.steps_left = 1000 + STEPS_PER_OP * self.graph.ops
        before = self.graph
        for _ in range(MAX_FOLDS):
            if not self._round():
                break
            self._look()
        for func in left_alone(self.module, before):
            self._drop(func)
        report.work = self.budget.limits.spent - spent
        report.bytes_in_vain = sum(
            [done.bytes for alike in self.evaluations.values() for done in alike if not done.used]
        )
        self._fold_nested_modules()
        if self._failures.any:
            verify_module(self.module)

    def close(self) -> None:
        """Let go of what is known."""
        self.analysis.forget()
        self.analysis.folder.close()

    def _round(self) -> bool:
        """Fold every function once; says whether that may have made something foldable that was not."""
        changed, self.report.changed = self.report.changed, False
        self.report.kept.clear()
        self._hopeful = False
        if self.graph.unread:
            removed = sum(remove_dead(region, self.effects, self.changes) for region in self.module.regions)
            self.report.changed |= bool(removed)
        if self.graph.loose:
            self.fold_block(self.module.body.block)
        for func in self.graph.callers_first():
            if not func.is_declaration and not self._drop_uncalled(func):
                self.fold_function(func)
        again = self.report.changed and (
            self._hopeful or self.sites.left_unread or self._a_callee_lost_its_effects()
        )
        self.report.changed |= changed
        return again

    def _a_callee_lost_its_effects(self) -> bool:
        """Whether a call stayed for effects that its callee, folded afterwards, turned out not to have."""
        calls = [*self.sites.remaining(), *self.composites]
        if not calls:
            return False
        now = Effects(self.graph.functions, self.options.assume_no_undeclared_side_effects)
        return any(
            now.removable(call) and (is_unused(call) or not self.effects.removable(call)) for call in calls
        )

    def fold_block(self, block: Block) -> None:
        """Fold ops that are in no function."""

        def look() -> Frame:
            frame = Frame(self.analysis)
            run(frame.steps(block))
            return frame

        self._rewrite(look, [block], "")

    def fold_function(self, func: FuncOp) -> None:
        """Fold one function, for all the arguments that it is called with."""
        arguments: Knowledge = (None,) * len(func.function_type.inputs)
        facts: Facts = ()
        if self.options.specialize_calls and is_private(func):
            self._fold_clones(func)
            if self._drop_uncalled(func):
                return
            arguments, facts = self.sites.passed(func)
        frame, kept = self._rewrite(
            lambda: self.analysis.frame(func, arguments, facts), list(func.body.blocks), func.sym_name.data
        )
        self.sites.note(func, [op for op in kept if type(op) is CallOp], frame)
        self.composites += [op for op in kept if hlo.StableHLO.is_op(op, "stablehlo.composite")]
        if arguments and any(value is not None for value in arguments):
            self.report.changed |= self.sites.drop_arguments(func, arguments, self.ledger)

    def _fold_clones(self, func: FuncOp) -> None:
        """Make copies of a function for the constants that its callers pass, where that is worth it, and fold them."""

        def size(frame: Frame) -> int:
            return self._size_of(func, frame)

        agreed = self.sites.passed(func).values
        for clone in self.sites.clones(func, agreed, self.analysis, self.ledger, size):
            self.report.functions_cloned.append(clone.sym_name.data)
            self.report.changed = True
            self.fold_function(clone)

    def _rewrite(
        self, look: Callable[[], Frame], blocks: Sequence[Block], function: str
    ) -> tuple[Frame, list[Operation]]:
        """Carry out the plan for some blocks. Gives what is known in them and the ops that stay, last one first."""
        frame, plan = self._decided(look, blocks, function)
        plan.credits.commit()
        self._explain(frame, plan, function)
        for value, attributes in frame.facts.believed.items():
            index = cast("BlockArgument[Attribute]", value).index
            self.report.believed.append(f"argument {index} of @{function}: {', '.join(attributes)}")
        materializer = Materializer(frame.known, self.changes, plan.live, plan.credits.is_repetition)
        materializer.run(plan.constants)
        handed_on = [hand_on(op, unread, self.changes) for op, unread in plan.unread.items()]
        for op in plan.dead:
            self.changes.erase(op)
        self._hopeful |= any(map(_is_gone, frame.in_the_way | plan.replacements.in_the_way))
        self.report.changed |= bool(plan.constants or plan.dead) or any(handed_on)
        return frame, plan.kept

    def _decided(
        self, look: Callable[[], Frame], blocks: Sequence[Block], function: str
    ) -> tuple[Frame, Plan]:
        """A plan whose constants have been evaluated, and what is known, with their arrays.

        Where an evaluation fails everything is looked at again, with what is known now, and planned again.
        """
        frame = look()
        self._simplify(frame, function)
        plan = self._plan(frame, blocks, function)
        tries = 0
        while missing := self._evaluate(frame, plan):
            tries += 1
            if tries < MAX_LOOKS:
                self.analysis.forget()
                frame = look()
                self._simplify(frame, function)
            else:
                for value in missing:
                    del frame.known[value]
            plan = self._plan(frame, blocks, function)
        return frame, plan

    def _simplify(self, frame: Frame, function: str) -> None:
        """Put in the place of ops what they are equal to, until rules have no more to say of what they made."""
        for _ in range(MAX_LOOKS):
            for op, rule in frame.by_rule.items():
                self.applied[op] = AppliedRule(rule, op.name, function, op.location)
            changed, made = simplify_structure(frame, self.changes)
            if changed:
                self.report.changed = True
                self.effects.forget_ops()
            if not made:
                return
            look_again(frame, made)

    def _evaluate(self, frame: Frame, plan: Plan) -> list[SSAValue]:
        """Evaluate what becomes a constant, first things first. Gives what could not be evaluated."""
        known, wanted = frame.known, plan.constants[::-1]
        values = [known[value] for value in wanted]
        if next(evaluations_of(values), None) is None:
            return []
        if self.analysis.folder.demand(values, last=True):
            known.update(zip(wanted, evaluated_all(values) or ()))
            return []
        return [value for value in wanted if is_open((known[value],))]

    def _plan(self, frame: Frame, blocks: Sequence[Block], function: str) -> Plan:
        """What to do with some blocks, once everything that stays has been looked into."""
        looks = 0
        while True:
            plan = make_plan(blocks, frame.known, self.effects, self.ledger, self.sites.bytes_behind)
            unseen = [op for op in plan.kept if op in frame.unseen] if frame.unseen else ()
            if not unseen:
                return plan
            looks += 1
            frame.look_inside(reversed(unseen), deep=looks > MAX_LOOKS)
            self._simplify(frame, function)

    def _size_of(self, func: FuncOp, frame: Frame) -> int:
        """Bytes of what stays of a function, and of the constants that are made in it: those of its plan."""
        ledger = replace(self.ledger, made=dict(self.ledger.made))
        plan = make_plan(list(func.body.blocks), frame.known, self.effects, ledger, self.sites.bytes_behind)
        stay = [op for op in plan.kept if op.results and op not in frame.taken and not is_constant(type(op))]
        return plan.credits.grown + OP_BYTES * sum(1 for op in stay if not frame.never_runs(op))

    def _drop_uncalled(self, func: FuncOp) -> bool:
        """Remove a function whose last call is gone; says whether it was one."""
        if not self.sites.is_uncalled(func):
            return False
        self.sites.note(func, [], Frame(self.analysis))
        del self.graph.functions[func.sym_name.data]
        self._drop(func)
        return True

    def _drop(self, func: FuncOp) -> None:
        self.report.functions_removed.append(func.sym_name.data)
        self.report.changed = True
        self.changes.erase(func)

    def _fold_nested_modules(self) -> None:
        for op in self.graph.nested:
            if op.parent is not None:
                inner = ModuleFolder(op, self.options, self.changes, self)
                inner._fold()
                self.report.absorb(inner.report)
                inner.close()

    def _explain(self, frame: Frame, plan: Plan, function: str) -> None:
        """Say why ops with constant operands stay."""
        known, report = frame.known, self.report
        for op in reversed(plan.kept):
            kind = type(op)
            if is_constant(kind) or kind in SEPARATE or is_terminator(kind):
                continue
            refusal = plan.refused.get(op) or frame.refused.get(op)
            if op.regions and refusal is not None and refusal.code in MAY_GO_AWAY:
                self._hopeful = True
            if refusal is None:
                unknown = [
                    i for i, o in enumerate(op.operands) if o not in known and not is_defined_constant(o)
                ]
                if len(unknown) == len(op.operands):
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


def _is_gone(op: Operation) -> bool:
    """Whether an op, or one that it was in, has been erased."""
    around: Operation | None = op
    while around is not None and type(around) is not ModuleOp:
        around = around.parent_op()
    return around is None


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
