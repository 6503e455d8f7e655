"""Whether one op with known operands may be evaluated, and its evaluation: the rule behind every door of the folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import Any, TypeAlias, cast

from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.element_types import is_complex, is_float
from xdsl_stablehlo.guards import is_tensor_type
from xdsl_stablehlo.interpreter.errors import EvaluationError, LimitExceeded
from xdsl_stablehlo.interpreter.execution.compiler import Compiler, callees
from xdsl_stablehlo.interpreter.execution.executor import Body, PreparedOp
from xdsl_stablehlo.interpreter.execution.type_facts import TypeFacts
from xdsl_stablehlo.interpreter.kernels.table import Cost, Entry, Exactness, Kernel, kernel_of
from xdsl_stablehlo.interpreter.kernels.values import Value, call_user, is_array
from xdsl_stablehlo.storage import as_varying

from .cost import COMPILED, FOLDED, CallPrices, Estimate, WorkBudget, estimate, too_many_bytes
from .deferred import (
    Deferred,
    Evaluation,
    cone,
    evaluated_all,
    evaluations_of,
    is_open,
    is_pending,
    mark_used,
)
from .options import FoldOptions, Progress
from .reasons import Code, NotFolded, Refusal
from .report import FoldedKind
from .values import content_key, value_bytes

KEPT_BY_HOOK = Refusal(Code.HOOK, "is kept by the should_fold hook")

LIMIT_CODES = {
    "work": Code.WORK_BUDGET,
    "iterations": Code.LOOP_LIMIT,
    "seconds": Code.SECONDS,
    "bytes": Code.MEMORY,
}
"""The reasons of ops that exceed the limits of an evaluation."""

READS_UNKNOWN = Refusal(Code.NOT_CONSTANT, "reads values from outside its regions that are not constant")
READS_FAILED = Refusal(Code.NOT_CONSTANT, "reads a value that was not evaluated")

Lookup: TypeAlias = "Callable[[SSAValue], Value | None]"


def computes_on_floats(op: Operation) -> bool:
    """Whether a result of `op` has float or complex elements."""
    for result in op.results:
        if is_tensor_type(result.type):
            element_type = result.type.element_type
            if is_float(element_type) or is_complex(element_type):
                return True
    return False


class LimitedCompiler(Compiler):
    """Compiles what the folder may run: every op inside a region or a function is held to the folder's rules."""

    def __init__(self, folder: OpFolder, functions: Mapping[str, FuncOp]):
        super().__init__(functions, limits=folder.budget.limits)
        self._folder = folder

    def compile_block(self, block: Block) -> Body:
        self._folder.budget.limits.spend(COMPILED * sum(1 for _ in block.ops))
        return super().compile_block(block)

    def kernel(self, op: Operation, entry: Entry | None = None) -> tuple[Kernel, tuple[SSAValue, ...]]:
        if isinstance(op, CallOp) or hlo.StableHLO.is_op(op, "stablehlo.composite"):
            return super().kernel(op)
        entry = self._folder.entry_of(op)
        refusal = self._folder.refuse_statically(op, entry)
        if refusal is not None:
            return _refusing(refusal._replace(message=f"runs '{op.name}', which {refusal.message}")), ()
        assert entry is not None
        refusal = self._folder.refuse_bytes(op, entry.cost)
        if refusal is not None:
            return _refusing(refusal._replace(message=f"runs '{op.name}', which {refusal.message}")), ()
        kernel, captured = super().kernel(op, entry)
        kernel = _defined(op, kernel, entry, f"runs '{op.name}', whose evaluation is undefined")
        return kernel, captured


def _refusing(refusal: Refusal) -> Kernel:
    """A kernel for an op that keeps what it is part of from being folded, but only where it runs."""

    def run(*_: Value, **__: Value) -> Value:
        raise NotFolded(refusal)

    return run


def _defined(op: Operation, kernel: Kernel, entry: Entry, refusal: str) -> Kernel:
    """The kernel, refusing operands and results for which the specification defines nothing: `refusal`, and why."""
    undefined, undefined_result = entry.undefined, entry.undefined_result
    if undefined is None and undefined_result is None:
        return kernel
    count = len(op.operands)

    def refuse(why: str | None) -> None:
        if why is not None:
            raise NotFolded(Refusal(Code.UNDEFINED, f"{refusal}: {why}"))

    def run(*values: Value, **regions: Any) -> Value:
        if undefined is not None:
            refuse(undefined(op, *values[:count]))
        given = kernel(*values, **regions)
        if undefined_result is not None:
            refuse(undefined_result(given))
        return given

    return run


Rule: TypeAlias = "tuple[Entry | None, Refusal | None]"
"""How ops of a class are evaluated (None for calls), and why they are not."""


class OpFolder:
    """Evaluates single ops within the options and budgets."""

    def __init__(
        self,
        options: FoldOptions,
        functions: Mapping[str, FuncOp] | None = None,
        folded: dict[str, FoldedKind] | None = None,
        budget: WorkBudget | None = None,
        evaluations: dict[Any, Evaluation] | None = None,
    ):
        """`functions` are what calls can reach; the others are for going on with those of another one."""
        self.options = options
        self.functions: Mapping[str, FuncOp] = functions or {}
        self.folded: dict[str, FoldedKind] = {} if folded is None else folded
        self.budget = budget or WorkBudget(options)
        self.compiler = LimitedCompiler(self, self.functions)
        self.prices = CallPrices(self.functions, self.compiler.types)
        self._rules: dict[type[Operation], Rule] = {}
        self._evaluations: dict[Any, Evaluation] = {} if evaluations is None else evaluations

    def entry_of(self, op: Operation) -> Entry | None:
        """The entry of `op`: the one registered for it, or the user's for a custom call."""
        if hlo.StableHLO.is_op(op, "stablehlo.custom_call"):
            function = self.options.custom_calls.get(cast("hlo.CustomCallOp", op).call_target_name.data)
            if function is not None:
                return Entry(lambda _: partial(call_user, function), single=False)
        return kernel_of(type(op))

    def refuse_statically(self, op: Operation, entry: Entry | None) -> Refusal | None:
        """Why `op` is never evaluated, whatever its operands are."""
        options = self.options
        if entry is None:
            return Refusal(Code.NO_EVALUATOR, "has no evaluator")
        if entry.effects:
            return Refusal(Code.SIDE_EFFECTS, "has side effects")
        if not options.fold_barriers and hlo.StableHLO.is_op(op, "stablehlo.optimization_barrier"):
            return Refusal(Code.BARRIER, "keeps what is behind it from being folded")
        wanted = None if options.should_fold is None else options.should_fold(op)
        if wanted is False:
            return KEPT_BY_HOOK
        exactness = entry.exactness
        if exactness is not Exactness.EXACT and not wanted:
            level = exactness if isinstance(exactness, Exactness) else exactness(op)
            if not options.allows(level, computes_on_floats(op)):
                return Refusal(
                    Code.EXACTNESS, f"is of exactness class '{level.value}', which is not asked for"
                )
        return None

    def refusal_of(self, op: Operation) -> Refusal | None:
        """Why `op` is never evaluated, whatever its operands are."""
        return (self._rules.get(type(op)) or self._rule(op))[1]

    def fold(
        self, op: Operation, operands: Sequence[Value], lookup: Lookup | None = None
    ) -> tuple[Value, ...] | Refusal:
        """The values of the results of `op` for known operands, evaluated at once, or why they are not computed.

        `lookup` gives the values that regions of `op` read from outside.
        """
        return self._known(op, operands, lookup, wait=False)

    def known(
        self, op: Operation, operands: Sequence[Value], lookup: Lookup | None = None
    ) -> tuple[Value, ...] | Refusal:
        """As `fold`, but what is neither small nor cheap is deferred, until somebody needs it."""
        return self._known(op, operands, lookup, wait=True)

    def _known(
        self, op: Operation, operands: Sequence[Value], lookup: Lookup | None, wait: bool
    ) -> tuple[Value, ...] | Refusal:
        entry, refusal = self._rules.get(type(op)) or self._rule(op)
        if refusal is not None:
            return refusal
        captured: tuple[SSAValue, ...] = ()
        values: tuple[Value, ...] = tuple(operands)
        if op.regions:
            captured = self.compiler.read_inside(op)
            outer = [] if lookup is None else [lookup(value) for value in captured]
            values += tuple([value for value in outer if value is not None])
            if len(values) < len(operands) + len(captured):
                return READS_UNKNOWN
        wait = wait and all(is_fixed(self.compiler.types.of(result.type)) for result in op.results)
        if not wait:
            self.demand(values)
        present = evaluated_all(values)
        if present is None and not wait:
            return READS_FAILED
        taken = values if present is None else present
        if entry is None:
            estimated = self.prices.of(callees(op)[0])
        else:
            estimated = estimate(op, entry, taken[: len(operands)], self.compiler.types)
            if type(estimated) is Refusal:
                return estimated
        free = self._is_free(op)
        limit = self.options.value_bytes_limit
        if entry is not None and estimated.bytes > limit and not free:
            return too_many_bytes(estimated.bytes, limit)
        if present is None or (wait and not estimated.is_cheap):
            return self.budget.refuse_op(estimated.work or 0, free) or self._defer(
                op, values, captured, estimated
            )
        work = FOLDED + (estimated.work or 0)
        return self.budget.refuse(work, free) or self._attempt(op, entry, present, captured, work)

    def _defer(
        self, op: Operation, operands: Sequence[Value], captured: Sequence[SSAValue], estimated: Estimate
    ) -> tuple[Value, ...] | Refusal:
        """The results of `op`, to be evaluated when they are demanded. Equal ops give the same ones."""
        place: Any = op
        if not op.regions and not isinstance(op, CallOp):
            place = (type(op), *op.properties.items(), *op.result_types)
        key = place, content_key(tuple(operands))
        evaluation = self._evaluations.get(key)
        if evaluation is not None and evaluation.op.parent is None:
            evaluation.op = op  # the one before was erased
        if evaluation is None:
            evaluation = Evaluation(op, operands, captured, estimated.work, estimated.is_light)
            self._evaluations[key] = evaluation
            forms = [self.compiler.types.of(result.type).form for result in op.results]
            evaluation.results = tuple(
                [
                    Deferred(evaluation, i, form.shape, form.dtype, estimated.varying)
                    for i, form in enumerate(forms)
                    if form is not None and form.shape is not None
                ]
            )
        return evaluation.refusal or evaluation.results

    def decide(self, values: Sequence[Value], at_most: int | None = None) -> bool:
        """Evaluate `values`, on which a decision depends; says whether all are there.

        Not where that takes more than `at_most` nanoseconds, as estimated.
        """
        if at_most is not None:
            work = 0
            for evaluation in cone(values, is_pending):
                work += at_most + 1 if evaluation.work is None else evaluation.work
                if work > at_most:
                    return False
        there = self.demand(values)
        if there:
            mark_used(values)
        return there

    def demand(self, values: Sequence[Value], last: bool = False) -> bool:
        """Evaluate what is deferred among `values`, and what that is computed from, each op once; says whether all is
        there. What cannot be evaluated has its refusal noted.

        `last` says that no more demands will come: what lies in between goes when it is read for the last time.
        """
        order = list(cone(values, is_pending))
        if not order:
            return not is_open(values)
        on_progress = self.options.on_progress
        planned = self.budget.limits.spent + sum([FOLDED + (e.work or 0) for e in order])
        roots = list(evaluations_of(values))
        readers = Counter(source for evaluation in order for source in evaluation.sources())
        passing = set(order).difference(roots)
        if not last:
            ops = {evaluation.op for evaluation in order}
            passing = {evaluation for evaluation in passing if not evaluation.is_read_outside(ops)}
        for root in roots:
            pending = list(cone(root.results[:1], is_pending))
            refusal = self.budget.refuse_all(sum([FOLDED + (e.work or 0) for e in pending]))
            if refusal is not None and pending:
                root.refusal = refusal
                continue
            for evaluation in pending:
                if on_progress is not None:
                    on_progress(Progress(self.budget.limits.spent, planned, evaluation.op.name))
                self._evaluate(evaluation)
                for source in evaluation.sources():
                    readers[source] -= 1
                    if not readers[source] and source in passing:
                        source.values = None
        for evaluation in passing:
            evaluation.values = None  # where its last reader failed
        return not is_open(values)

    def _evaluate(self, evaluation: Evaluation) -> None:
        op = evaluation.op
        operands = evaluated_all(evaluation.operands)
        if operands is None:
            evaluation.refusal = READS_FAILED
            return
        entry, _ = self._rules.get(type(op)) or self._rule(op)
        work = FOLDED + (evaluation.work or 0)
        values = self.budget.refuse(work, self._is_free(op)) or self._attempt(
            op, entry, operands, evaluation.captured, work
        )
        if type(values) is Refusal:
            evaluation.refusal = values
            return
        evaluation.bytes = sum(map(value_bytes, values))
        evaluation.values = tuple(
            [
                as_varying(value, result.varying) if is_array(value) else value
                for value, result in zip(values, evaluation.results, strict=True)
            ]
        )

    def _rule(self, op: Operation) -> Rule:
        """How ops like `op` are evaluated, or why they are not; remembered where the class decides it."""
        if isinstance(op, CallOp) or hlo.StableHLO.is_op(op, "stablehlo.composite"):
            kept = self.options.should_fold is not None and self.options.should_fold(op) is False
            return None, KEPT_BY_HOOK if kept else None
        entry = self.entry_of(op)
        rule = entry, self.refuse_statically(op, entry)
        by_class = entry is not None and (
            entry.exactness is Exactness.EXACT and self.options.should_fold is None
        )
        if by_class and not hlo.StableHLO.is_op(op, "stablehlo.custom_call"):
            self._rules[type(op)] = rule
        return rule

    def _attempt(
        self,
        op: Operation,
        entry: Entry | None,
        operands: Sequence[Value],
        captured: Sequence[SSAValue],
        work: int,
    ) -> tuple[Value, ...] | Refusal:
        """The results of `op`, counted with the time that they took and were to take, or why there are none."""
        started = perf_counter()
        try:
            values = self._run(op, entry, operands, captured)
        except NotFolded as stopped:
            return stopped.refusal
        except LimitExceeded as exceeded:
            return Refusal(LIMIT_CODES[exceeded.limit], exceeded.message)
        except EvaluationError as error:
            return Refusal(Code.FAILED, f"fails to evaluate: {error.message}")
        except Exception as error:
            # An evaluator's defect must not cost the user the compilation; the report shows it.
            return Refusal(Code.FAILED, f"fails to evaluate: {type(error).__name__}: {error}")
        kind = self.folded.get(op.name)
        if kind is None:
            kind = self.folded[op.name] = FoldedKind()
        kind.count += 1
        kind.bytes += sum(map(value_bytes, values))
        kind.seconds += perf_counter() - started
        kind.work += work
        return values

    def _run(
        self, op: Operation, entry: Entry | None, values: Sequence[Value], captured: Sequence[SSAValue]
    ) -> tuple[Value, ...]:
        """The results of `op` for its operands, followed by what its regions read from outside: `captured`."""
        if entry is None:
            return self.compiler.function(callees(op)[0])(*values)
        if not entry.regions and entry.callees is None:
            forms = tuple([self.compiler.types.of(result.type).form for result in op.results])
            kernel = self.compiler.without_regions(op, entry)
            kernel = _defined(op, kernel, entry, "is not defined by the specification here")
            return PreparedOp(op, kernel, (), entry.single, forms).run(*values)
        return self.compiler.prepare(op, entry).run(*values)

    def refuse_bytes(self, op: Operation, cost: Cost) -> Refusal | None:
        """Why an op in a region or a function may not make its results, as far as types say their sizes."""
        limit = self.options.value_bytes_limit
        if cost.is_view or self._is_free(op):
            return None
        size = sum([self.compiler.types.of(result.type).bytes or 0 for result in op.results])
        return too_many_bytes(size, limit) if size > limit else None

    def _is_free(self, op: Operation) -> bool:
        return self.options.should_fold is not None and self.options.should_fold(op) is True


def is_fixed(facts: TypeFacts) -> bool:
    """Whether a type is a tensor's, with all sizes known."""
    return facts.form is not None and facts.elements is not None
