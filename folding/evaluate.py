"""Whether one op with known operands may be evaluated, and its evaluation: the rule behind every door of the folder."""

from __future__ import annotations

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
from xdsl_stablehlo.interpreter.execution.cost import has_unknown_size, work_of
from xdsl_stablehlo.interpreter.execution.executor import Body, PreparedOp
from xdsl_stablehlo.interpreter.kernels.table import Cost, Entry, Exactness, Kernel, kernel_of
from xdsl_stablehlo.interpreter.kernels.values import (
    Value,
    as_array,
    as_arrays,
    call_user,
    is_array,
    most_elements,
)
from xdsl_stablehlo.storage import common_varying_part

from .cost import COMPILED, FOLDED, WorkBudget, dense_bytes
from .options import FoldOptions
from .reasons import Code, NotFolded, Refusal
from .report import FoldedKind
from .values import value_bytes

KEPT_BY_HOOK = Refusal(Code.HOOK, "is kept by the should_fold hook")

LIMIT_CODES = {
    "work": Code.WORK_BUDGET,
    "iterations": Code.LOOP_LIMIT,
    "seconds": Code.SECONDS,
    "bytes": Code.MEMORY,
}
"""The reasons of ops that exceed the limits of an evaluation."""

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
    ):
        """`functions` are what calls can reach; `folded` and `budget` are for counting on in those of another one."""
        self.options = options
        self.functions: Mapping[str, FuncOp] = functions or {}
        self.folded: dict[str, FoldedKind] = {} if folded is None else folded
        self.budget = budget or WorkBudget(options)
        self.compiler = LimitedCompiler(self, self.functions)
        self._rules: dict[type[Operation], Rule] = {}

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

    def fold(
        self, op: Operation, operands: Sequence[Value], lookup: Lookup | None = None
    ) -> tuple[Value, ...] | Refusal:
        """The values of the results of `op` for known operands, or why they are not computed.

        `lookup` gives the values that regions of `op` read from outside.
        """
        entry, refusal = self._rules.get(type(op)) or self._rule(op)
        if refusal is not None:
            return refusal
        if entry is None:
            return self.call(op, operands)
        refusal = self._refuse_size(op, entry, operands)
        if refusal is not None:
            return refusal
        return self._attempt(self._run, op, entry, operands, lookup)

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

    def call(self, op: Operation, operands: Sequence[Value]) -> tuple[Value, ...] | Refusal:
        """The results of a call or composite whose arguments are all known, the callee run as a whole."""
        return self._attempt(self._run_callee, op, operands)

    def _run_callee(self, op: Operation, operands: Sequence[Value]) -> tuple[Value, ...]:
        return self.compiler.function(callees(op)[0])(*operands)

    def _attempt(
        self, run: Callable[..., tuple[Value, ...] | Refusal], op: Operation, *arguments: Any
    ) -> tuple[Value, ...] | Refusal:
        """What `run` gives, its time counted, or why it did not come to an end."""
        started = perf_counter()
        try:
            values = run(op, *arguments)
        except NotFolded as stopped:
            return stopped.refusal
        except LimitExceeded as exceeded:
            return Refusal(LIMIT_CODES[exceeded.limit], exceeded.message)
        except EvaluationError as error:
            return Refusal(Code.FAILED, f"fails to evaluate: {error.message}")
        except Exception as error:
            # An evaluator's defect must not cost the user the compilation; the report shows it.
            return Refusal(Code.FAILED, f"fails to evaluate: {type(error).__name__}: {error}")
        if type(values) is not Refusal:
            self._count(op, values, perf_counter() - started)
        return values

    def _run(
        self, op: Operation, entry: Entry, operands: Sequence[Value], lookup: Lookup | None
    ) -> tuple[Value, ...] | Refusal:
        if not entry.regions and entry.callees is None:
            forms = tuple([self.compiler.types.of(result.type).form for result in op.results])
            kernel = self.compiler.without_regions(op, entry)
            kernel = _defined(op, kernel, entry, "is not defined by the specification here")
            return PreparedOp(op, kernel, (), entry.single, forms).run(*operands)
        prepared = self.compiler.prepare(op, entry)
        captured: list[Value] = []
        for outer in prepared.captured:
            value = None if lookup is None else lookup(outer)
            if value is None:
                reason = "reads values from outside its regions that are not constant"
                return Refusal(Code.NOT_CONSTANT, reason)
            captured.append(value)
        return prepared.run(*operands, *captured)

    def _refuse_size(self, op: Operation, entry: Entry, operands: Sequence[Value]) -> Refusal | None:
        """Decides from sizes alone, in big integers, and charges the work."""
        varying = common_varying_part(as_arrays(operands)) if entry.elementwise and entry.single else None
        if varying is not None and self.compiler.is_quantized(op):
            varying = None  # scales of an axis belong to its indices
        if varying is not None:
            count = varying.elements
            size = dense_bytes(op.results[0].type, count)
        else:
            sizes = self._result_sizes(op, entry.cost, operands)
            if isinstance(sizes, Refusal):
                return sizes
            count, size = sizes
        free = self._is_free(op)
        if size > self.options.value_bytes_limit and not free:
            return _too_many_bytes(size, self.options.value_bytes_limit)
        if varying is not None:
            elements: int | None = count
        elif entry.cost.work is not None and not has_unknown_size(op, self.compiler.types):
            elements = None
        elif entry.cost.reads_all:
            elements = max(count, most_elements(operands))
        else:
            elements = count
        work = work_of(op, entry, self.compiler.types, elements)
        return self.budget.refuse(FOLDED + work, free)

    def _result_sizes(
        self, op: Operation, cost: Cost, operands: Sequence[Value]
    ) -> tuple[int, int] | Refusal:
        """How many elements the results of `op` store, and in how many bytes; of views the bytes of the operands."""
        if _is_view(cost, operands):
            return 0, sum(map(value_bytes, operands))
        count, size = 0, 0
        for result in op.results:
            facts = self.compiler.types.of(result.type)
            elements, nbytes = facts.elements, facts.bytes
            if elements is None or nbytes is None or cost.is_view:
                elements = _most_elements(op, cost, operands)
                if elements is None:
                    return Refusal(Code.DYNAMIC_SIZE, f"has a result of unknown size '{result.type}'")
                nbytes = dense_bytes(result.type, elements)
            count += elements
            size += nbytes
        return count, size

    def refuse_bytes(self, op: Operation, cost: Cost) -> Refusal | None:
        """Why an op in a region or a function may not make its results, as far as types say their sizes."""
        limit = self.options.value_bytes_limit
        if cost.is_view or self._is_free(op):
            return None
        size = sum([self.compiler.types.of(result.type).bytes or 0 for result in op.results])
        return _too_many_bytes(size, limit) if size > limit else None

    def _is_free(self, op: Operation) -> bool:
        return self.options.should_fold is not None and self.options.should_fold(op) is True

    def _count(self, op: Operation, values: Sequence[Value], seconds: float) -> None:
        kind = self.folded.get(op.name)
        if kind is None:
            kind = self.folded[op.name] = FoldedKind()
        kind.count += 1
        kind.bytes += sum(map(value_bytes, values))
        kind.seconds += seconds


def _is_view(cost: Cost, operands: Sequence[Value]) -> bool:
    if not operands:
        return False  # iota is made of one row
    return cost.is_view if isinstance(cost.is_view, bool) else cost.is_view(as_array(operands[0]))


def _most_elements(op: Operation, cost: Cost, operands: Sequence[Value]) -> int | None:
    """How many elements a result will store at most; None where nothing bounds it beforehand."""
    if cost.max_elements is not None:
        return cost.max_elements(op, as_arrays(operands))
    arrays = [operand for operand in operands if is_array(operand)]
    return sum([array.size for array in arrays]) if arrays else None


def _too_many_bytes(size: int, limit: int) -> Refusal:
    return Refusal(Code.MEMORY, f"has a value of {size} bytes, value-bytes-limit is {limit}")
