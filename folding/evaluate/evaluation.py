"""Decides whether one op with known operands may be evaluated, and evaluates it: for all entry points of the folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from time import perf_counter
from typing import TypeAlias

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.execution.executor import VACANT, Body, PreparedOp
from xdsl_stablehlo.interpreter.execution.jumps import BlockGroup
from xdsl_stablehlo.interpreter.execution.nans import with_one_nan
from xdsl_stablehlo.interpreter.execution.type_facts import DeclaredForm, TypeFacts
from xdsl_stablehlo.interpreter.interface.errors import EvaluationError, LimitExceeded
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, Exactness, Kernel
from xdsl_stablehlo.interpreter.kernels.support.values import Value, as_array, is_array
from xdsl_stablehlo.ir.identity_cache import IdentityCache
from xdsl_stablehlo.ir.signatures import BySignature, signature_of
from xdsl_stablehlo.programs.constants import array_of_constant, attribute_bytes
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import Varying, as_varying, broadcast, is_splat, is_uniform

from ..options import FoldOptions, Progress
from ..terms.deferred import (
    Deferred,
    Evaluation,
    bytes_stored,
    cone,
    content_key,
    evaluated_all,
    evaluations_of,
    is_open,
    is_pending,
    mark_used,
    same_value,
    varies_all,
)
from ..terms.reasons import Code, Failures, NotFolded, Refusal
from ..tuning import BOX_ELEMENT, FOLDED, REMEMBERED, SAMPLED
from .groups import Group, Handover, grouped
from .permissions import LimitedCompiler, Permissions, defined
from .records import EngineUse, Evaluated, FoldedKind
from .work import CostModel, WorkBudget, estimated_work, least_work, left_behind, too_many_bytes

LIMIT_CODES = {
    "work": Code.WORK_BUDGET,
    "iterations": Code.LOOP_LIMIT,
    "seconds": Code.SECONDS,
    "bytes": Code.MEMORY,
}
"""The reasons of ops that exceed the limits of an evaluation."""

READS_UNKNOWN = Refusal(Code.NOT_CONSTANT, "reads values from outside its regions that are not constant")
READS_FAILED = Refusal(Code.NOT_CONSTANT, "reads a value that was not evaluated")

Evaluations: TypeAlias = "dict[object, list[Evaluation]]"
"""Deferred evaluations, by op class and operands."""

ALONE: Counter[Evaluation] = Counter()
"""The pending reads if there is only one evaluation."""

ValueLookup: TypeAlias = "Callable[[SSAValue], Value | None]"

Left: TypeAlias = "tuple[tuple[Block, int], Mapping[SSAValue, Value]]"
"""The edge by which a loop of blocks was left, by the block that it comes from and its number there, and what other
blocks read of the loop."""


class OpFolder:
    """Evaluates single ops within the options and budgets."""

    def __init__(
        self,
        options: FoldOptions,
        functions: Mapping[str, FuncOp] | None = None,
        evaluated: Evaluated | None = None,
        budget: WorkBudget | None = None,
        evaluations: Evaluations | None = None,
        engine: EngineUse | None = None,
        failures: Failures | None = None,
    ):
        """`functions` are what calls can reach; the others are for going on with those of another one.

        `engine` is what evaluates much at once, and the account of it.
        """
        self.options = options
        self.failures = failures or Failures(options)
        self.functions: Mapping[str, FuncOp] = functions or {}
        self.evaluated = evaluated or Evaluated()
        self.budget = budget or WorkBudget(options)
        self.permissions = Permissions(options)
        self.compiler = LimitedCompiler(self.permissions, self.functions, self.budget.limits)
        self.costs = CostModel(self.functions, self.permissions.types)
        self._handover = None if engine is None else Handover(self.permissions, self.functions, engine)
        self._evaluations: Evaluations = {} if evaluations is None else evaluations
        self._done: dict[object, list[Evaluation]] = {}
        """Evaluations that were done at once, by op class and operands."""
        self._loops: dict[Block, tuple[BlockGroup, Body]] = {}
        """Loops of blocks that were compiled, by their first block."""
        self._left: dict[object, list[tuple[tuple[Value, ...], Left | Refusal]]] = {}
        """Their results, by that block and the values that they read."""
        self.failed: set[Operation] = set()
        """Ops of the program that failed, whose results had been taken for known until then."""
        self._kernels: BySignature[tuple[Kernel, tuple[DeclaredForm | None, ...]]] = BySignature()
        """Kernels of elementwise ops, and the forms of their results."""
        self.constants = IdentityCache(_elements_of)
        """The elements of constants: the same array wherever one is read, so that what is computed of it is, too."""

    def forget_compiled(self) -> None:
        """Drop what was compiled and evaluated at once, because ops may have been rewritten since."""
        self.compiler.forget()
        self._done.clear()
        self._loops.clear()
        self._left.clear()

    def close(self) -> None:
        """Release all values. They refer to each other, so they would otherwise wait for the garbage collector."""
        for evaluations in self._evaluations.values():
            for evaluation in evaluations:
                evaluation.results = ()
        self._evaluations.clear()
        self._done.clear()
        self._left.clear()
        self._kernels = BySignature()
        self.constants = IdentityCache(_elements_of)
        self.compiler.forget()

    def fold(
        self, op: Operation, operands: Sequence[Value], lookup: ValueLookup | None = None
    ) -> tuple[Value, ...] | Refusal:
        """The values of the results of `op` for known operands, evaluated at once, or why they are not computed.

        `lookup` gives the values that regions of `op` read from outside.
        """
        try:
            return self.known(op, operands, lookup, wait=False)
        except Exception as error:
            return self.failures.refusal(error)

    def known(
        self, op: Operation, operands: Sequence[Value], lookup: ValueLookup | None = None, wait: bool = True
    ) -> tuple[Value, ...] | Refusal:
        """As `fold`, but a result that is neither small nor cheap is deferred until it is needed."""
        entry, refusal = self.permissions.of(op)
        if refusal is not None:
            return refusal
        self.evaluated.ops.append(op)
        captured: tuple[SSAValue, ...] = ()
        values: tuple[Value, ...] = tuple(operands)
        if op.regions:
            captured = self.compiler.read_inside(op)
            outer = [] if lookup is None else [lookup(value) for value in captured]
            values += tuple([value for value in outer if value is not None])
            if len(values) < len(operands) + len(captured):
                return READS_UNKNOWN
        type_of = self.permissions.types.of
        if wait and False in [is_fixed(type_of(result.type)) for result in op.results]:
            wait = False
        if not wait:
            self.demand(values)
        present = evaluated_all(values)
        if present is None and not wait:
            return READS_FAILED
        if entry is None:
            estimated = self.costs.of_call(callees(op)[0])
        else:
            estimated = self.costs.of(op, entry, (present or values)[: len(operands)])
            if type(estimated) is Refusal:
                return estimated
        free = self.permissions.is_free(op)
        limit = self.options.value_bytes_limit
        if entry is not None and estimated.bytes > limit and not free:
            return too_many_bytes(estimated.bytes, limit)
        evaluation = Evaluation(op, entry, values, captured, estimated.work)
        # What was evaluated meanwhile for a decision makes no difference to what is deferred, and so to the plan.
        if present is None or (wait and (not estimated.is_cheap or Deferred in map(type, values))):
            work = estimated.work
            if work is None and isinstance(op, hlo.WhileOp) and lookup is not None:
                work = least_work(op, lookup)
            refusal = self.budget.refuse_op(work or 0, free)
            return refusal or self._defer(evaluation, estimated.varying)
        evaluation.operands = present
        return self._once(evaluation, free)

    def _once(self, evaluation: Evaluation, free: bool) -> tuple[Value, ...] | Refusal:
        """The results of an op whose operands are there, or those from before of an op that is the same."""
        op = evaluation.op
        if len(self._done) >= REMEMBERED:
            self._done.clear()
        done = self._done.setdefault((type(op), content_key(evaluation.operands, SAMPLED)), [])
        for before in done:
            if before.values is not None and before.is_of(op):
                return before.values
        refusal = self.budget.refuse(estimated_work(evaluation), free)
        values = refusal or self._attempt(evaluation, [*evaluation.operands])
        if type(values) is not Refusal:
            evaluation.values = values
            done.append(evaluation)
        return values

    def _defer(self, evaluation: Evaluation, varying: Varying | None) -> tuple[Value, ...] | Refusal:
        """The results of an op, to be evaluated when they are demanded. Equal ops give the same ones."""
        op = evaluation.op
        others = self._evaluations.setdefault((type(op), content_key(evaluation.operands)), [])
        for before in others:
            if before.is_of(op):
                if before.op.parent is None:
                    before.op = op  # the one before was erased
                return before.refusal or before.results
        others.append(evaluation)
        forms = [self.permissions.types.of(result.type).form for result in op.results]
        evaluation.results = tuple(
            [
                Deferred(evaluation, i, form.shape, form.dtype, varying or varies_all(form.shape))
                for i, form in enumerate(forms)
                if form is not None and form.shape is not None
            ]
        )
        return evaluation.results

    def elementwise(self, op: Operation, operands: Sequence[Array]) -> Array | None:
        """Some elements of the result of an elementwise op, from those of its operands: arrays of one dimension.

        None where they may not be computed.
        """
        entry, refusal = self.permissions.of(op)
        work = FOLDED + BOX_ELEMENT * operands[0].size
        if entry is None or refusal is not None or self.budget.refuse(work) is not None:
            return None
        try:
            return as_array(defined(op, entry.make(op), entry, "is undefined")(*operands))
        except (NotFolded, EvaluationError):
            return None

    def decide(self, values: Sequence[Value], at_most: int | None = None) -> bool:
        """Evaluate `values`, on which a decision depends; return whether all are evaluated.

        Not where that takes more than `at_most` nanoseconds, as estimated.
        """
        if at_most is None:
            return self.demand(values)
        order = list(cone(values, is_pending))
        work = sum([evaluation.work or 0 for evaluation in order])
        open_ended = [evaluation for evaluation in order if evaluation.work is None]
        if work > at_most or any(evaluation.was_too_long for evaluation in open_ended):
            return False
        return self._try(values, order, at_most) if open_ended else self.demand(values)

    def _try(self, values: Sequence[Value], order: Sequence[Evaluation], at_most: int) -> bool:
        """Evaluate `values`, for which `order` is to be evaluated, unless loops turn out to take more work."""
        with self.budget.at_most(at_most):
            there = self.demand(values, keep=True)
        stopped = [e for e in order if e.refusal is not None and e.refusal.code is Code.WORK_BUDGET]
        if stopped:
            for evaluation in order:
                evaluation.refusal = None
                evaluation.was_too_long = evaluation.work is None
        return there

    def demand(self, values: Sequence[Value], last: bool = False, keep: bool = False) -> bool:
        """Evaluate the deferred ones among `values` and the ops that they are computed from, each once.

        Return whether all are evaluated. The refusal of each op that cannot be evaluated is noted.

        `last` says that no more demands will come, and that `values` become constants: they are chosen by what they
        take, and what lies in between goes when it is read for the last time. Other values are for decisions.
        `keep` keeps all of it, because a loop may be stopped whose operands become constants then.
        """
        order = list(cone(values, is_pending))
        work = sum(map(estimated_work, order))
        if last:
            if self.budget.refuse_all(work) is not None:
                self._choose(values)
                order = list(cone(values, is_pending))
                work = sum(map(estimated_work, order))
        elif not self.budget.may_decide(work):
            return False
        small = self.budget.small
        self._evaluate_all(values, order, work, last, keep)
        if not last:
            self.budget.share(self.budget.small - small)
        return self._are_there(values, order)

    def _evaluate_all(
        self, values: Sequence[Value], order: Sequence[Evaluation], work: int, last: bool, keep: bool
    ) -> None:
        """Evaluate what `values` are computed from, in `order`, which takes so much `work`."""
        planned = self.budget.done + work
        if len(order) < 2 and (self._handover is None or not self._handover.is_heavy(order)):
            for evaluation in order:
                self._tell(evaluation, planned)
                self._evaluate(evaluation, ALONE)
            return
        passing = set(order).difference(evaluations_of(values))
        if keep:
            passing.clear()
        elif not last:
            ops = {evaluation.op for evaluation in order}
            passing = {evaluation for evaluation in passing if not evaluation.is_read_outside(ops)}
        reads = [source for evaluation in order for source in evaluation.sources()]
        readers = Counter([source for source in reads if source in passing])
        for group in self._groups(order, passing):
            for evaluation in self._evaluate_group(group, planned, readers):
                for source in evaluation.sources():
                    readers[source] -= 1
                    if not readers[source]:
                        source.values = None

    def _groups(self, order: Sequence[Evaluation], passing: Collection[Evaluation]) -> Iterable[Group]:
        """The groups of evaluations in order, each with its evaluator."""
        if self._handover is None or not self._handover.is_heavy(order):
            return grouped(order, passing, self._prepared)
        return self._handover.groups(order, passing, self._prepared)

    @staticmethod
    def _are_there(values: Sequence[Value], order: Sequence[Evaluation]) -> bool:
        """Whether `values`, for which `order` was to be evaluated, are there; they are used then."""
        if is_open(values):
            return False
        mark_used((*order, *evaluations_of(values)))
        return True

    def _choose(self, values: Sequence[Value]) -> None:
        """Refuse those of `values` that take more than the budget, or too much together, with all behind them.

        If something behind them became a constant, they would take less in another fold.
        """
        late = self.budget.refuse_late(0)
        if late is not None:
            for root in evaluations_of(values):
                root.refusal = root.refusal or (late if root.values is None else None)
            return
        left = left_behind(values, self.options.work_budget)
        if left:
            refusal = self.budget.refuse_left(len(left), sum(map(estimated_work, left)))
            for evaluation in left:
                evaluation.refusal = refusal

    def _prepared(self, evaluation: Evaluation) -> PreparedOp | None:
        """The op of an evaluation that may run in blocks, ready to run; None for any other, and where that fails."""
        entry = evaluation.entry
        if entry is None or not (entry.elementwise or entry.in_blocks is not None):
            return None
        try:
            return self.compiler.prepare(evaluation.op, entry)
        except EvaluationError:
            return None

    def _evaluate_group(self, group: Group, planned: int, readers: Counter[Evaluation]) -> list[Evaluation]:
        """Evaluate ops together, or one by one if that fails. Return those that were evaluated."""
        if group.kernel is not None and self._evaluate_together(group, group.kernel, planned):
            return group.members
        for evaluation in group.members:
            self._tell(evaluation, planned)
            self._evaluate(evaluation, readers)
        return [evaluation for evaluation in group.members if evaluation.refusal is None]

    def _tell(self, evaluation: Evaluation, planned: int) -> None:
        if self.options.on_progress is not None:
            self.options.on_progress(Progress(self.budget.done, planned, evaluation.op.name))

    def _evaluate_together(self, group: Group, kernel: Kernel, planned: int) -> bool:
        """Evaluate a group; return whether that succeeded. If not, nothing was evaluated."""
        operands = evaluated_all(group.operands)
        if operands is None or self.budget.refuse_late(0) is not None:
            return False
        self._tell(group.members[0], planned)
        started = perf_counter()
        try:
            given = kernel(*operands)
        except Exception:  # the op that it was says so when it runs by itself
            return False
        seconds = (perf_counter() - started) / len(group.members)
        values = iter(given if isinstance(given, tuple) else (given,))
        for evaluation in group.made:
            self._note(evaluation, list(islice(values, len(evaluation.results))))
        for evaluation in group.members:
            self.budget.count(estimated_work(evaluation))
            self._count(evaluation, seconds, evaluation.bytes)
        return True

    def _evaluate(self, evaluation: Evaluation, readers: Counter[Evaluation]) -> None:
        """Evaluate one op, or note why not. `readers` counts the reads to come of what lies in between."""
        op = evaluation.op
        present = evaluated_all(evaluation.operands)
        if present is None:
            evaluation.refusal = READS_FAILED
            return
        work = estimated_work(evaluation)
        free = self.permissions.is_free(op)
        values: tuple[Value, ...] | Refusal | None
        values = self.budget.refuse_op(work, free) or self.budget.refuse_late(work)
        if values is None:
            self.budget.count(work)
            operands = [*present]
            del present  # or it would hold what a loop or a call lets go of
            if evaluation.entry is None or evaluation.entry.loop:
                self._leave(evaluation, readers)
            values = self._attempt(evaluation, operands)
        if type(values) is Refusal:
            evaluation.refusal = values
            if op.parent is not None and values.code is not Code.WORK_BUDGET:
                self.failed.add(op)
        else:
            self._note(evaluation, values)

    def _leave(self, evaluation: Evaluation, readers: Counter[Evaluation]) -> None:
        """Hand over the operands that nothing else reads to a loop or a call, which frees them while it runs.

        Operands that may become constants if the op fails are kept, because they would be evaluated again.
        """
        limit = self.options.fold_op_element_limit
        for source, reads in Counter(evaluation.sources()).items():
            if readers[source] == reads and any(result.stored > limit for result in source.results):
                source.values = None

    def _note(self, evaluation: Evaluation, values: Sequence[Value]) -> None:
        """Note the results of an evaluation, each stored once along the dimensions along which it does not vary.

        One whose elements are all the same is one element, as the constant for it will be.
        """
        evaluation.bytes = sum(map(bytes_stored, values))
        evaluation.values = tuple(
            [
                as_written(as_varying(value, result.varying)) if is_array(value) else value
                for value, result in zip(values, evaluation.results, strict=True)
            ]
        )

    def _attempt(self, evaluation: Evaluation, operands: list[Value]) -> tuple[Value, ...] | Refusal:
        """The results of an op, counted with the time that they took and were to take, or why there are none.

        A loop or a call empties `operands`.
        """
        entry, started = evaluation.entry, perf_counter()
        try:
            if entry is None or entry.regions or entry.callees is not None:
                with self.budget.running():
                    values = self._run(evaluation, operands)
            else:
                values = self._run(evaluation, operands)
        except Exception as error:
            return self._why_not(error, evaluation.op)
        self._count(evaluation, perf_counter() - started, sum(map(bytes_stored, values)))
        return values

    def _why_not(self, error: Exception, op: Operation | None) -> Refusal:
        """Why `op` is not evaluated, from what came of the try. Call it in the handler of that exception."""
        match error:
            case NotFolded():
                return error.refusal
            case LimitExceeded():
                return Refusal(LIMIT_CODES[error.limit], error.message)
            case EvaluationError():
                return Refusal(Code.FAILED, f"fails to evaluate: {error.message}")
            case _ if op is not None and self.permissions.is_of_user(op):
                return Refusal(Code.FAILED, f"fails to evaluate: {type(error).__name__}: {error}")
            case _:
                return self.failures.refusal(error, "evaluate")

    def run_blocks(
        self, blocks: Sequence[Block], arguments: Sequence[Value], lookup: ValueLookup
    ) -> Left | Refusal:
        """The results of a loop of blocks entered at the first with `arguments`, or the reason not to run it.

        `lookup` gives the values that it reads from other blocks.
        """
        header = blocks[0]
        try:
            if header not in self._loops:
                self._loops[header] = self.compiler.loop_of(blocks)
            group, body = self._loops[header]
            outer = [lookup(value) for value in group.outside]
            captured = [value for value in outer if value is not None]
            if len(captured) < len(outer):
                return READS_UNKNOWN
            self.demand((*arguments, *captured))
            present = evaluated_all((*arguments, *captured))
            if present is None:
                return READS_FAILED
            done = self._left.setdefault((header, content_key(present, SAMPLED)), [])
            for before, left in done:
                if all(map(same_value, before, present)):
                    return left
            refusal = self.budget.refuse_all(0)
            if refusal is not None:
                return refusal
            left = self._run_loop(group, body, present)
            done.append((present, left))
            return left
        except Exception as error:
            return self._why_not(error, header.last_op)

    def _run_loop(self, group: BlockGroup, body: Body, present: tuple[Value, ...]) -> Left | Refusal:
        count = len(group.blocks[0].args)
        try:
            number, *values = body.bind(present[count:]).run([*present[:count]])
        except Exception as error:
            return self._why_not(error, group.blocks[0].last_op)
        made = {value: given for value, given in zip(group.live, values) if given is not VACANT}
        return group.exits[int(as_array(number))], made

    def _count(self, evaluation: Evaluation, seconds: float, size: int) -> None:
        op, entry = evaluation.op, evaluation.entry
        kind = self.evaluated.kinds.get(op.name)
        if kind is None:
            kind = self.evaluated.kinds[op.name] = FoldedKind()
        kind.evaluations += 1
        kind.on_machine += entry is not None and entry.exactness_of(op) is Exactness.LIBM
        kind.bytes += size
        kind.seconds += seconds
        kind.work += estimated_work(evaluation)

    def _run(self, evaluation: Evaluation, values: list[Value]) -> tuple[Value, ...]:
        """The results of an op for its operands, followed by what its regions read from outside."""
        op, entry = evaluation.op, evaluation.entry
        if entry is None:
            return self.compiler.function(callees(op)[0]).run(values)
        if not entry.regions and entry.callees is None:
            kernel, forms = self._kernel_of(op, entry)
            return PreparedOp(op, kernel, (), entry.single, forms).run(values)
        return self.compiler.prepare(op, entry).run(values)

    def _kernel_of(self, op: Operation, entry: Entry) -> tuple[Kernel, tuple[DeclaredForm | None, ...]]:
        """The kernel of an op without regions, and the forms of its results: those of all elementwise ops like it."""
        may_share = entry.elementwise and entry.undefined is None and entry.undefined_result is None
        signature = signature_of(op) if may_share else None
        known = None if signature is None else self._kernels.get(signature)
        if known is not None:
            return known
        forms = tuple([self.permissions.types.of(result.type).form for result in op.results])
        kernel = self.compiler.without_regions(op, entry)
        kernel = defined(op, kernel, entry, "is not defined by the specification here")
        made = with_one_nan(op, kernel, entry), forms
        return made if signature is None else self._kernels.keep(signature, op, made)


def _elements_of(op: Operation) -> Array:
    """The elements of a constant of StableHLO, or one of `arith`, which is alike."""
    array = array_of_constant(op)
    if array.size > 1 and attribute_bytes(op.properties["value"]) == array.itemsize:
        # xDSL holds the elements of a small splat one by one.
        array = broadcast(array[(0,) * array.ndim], array.shape)
    return array


def as_written(array: Array) -> Array:
    """The array, stored as a splat if the constant for it will be one."""
    if array.size < 2 or is_splat(array) or not is_uniform(array):
        return array
    return broadcast(array[(0,) * array.ndim], array.shape)


def is_fixed(facts: TypeFacts) -> bool:
    """Whether a type is a tensor's, with all sizes known."""
    return facts.form is not None and facts.elements is not None
