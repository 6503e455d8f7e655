"""The cost model: what an evaluation takes, what a constant adds to the module, and who pays for both.

All of it is told from sizes, in big integers, before anything is evaluated. *Work* is estimated nanoseconds, limited by
a *budget*; *bytes* are those of constants, limited too, net of the *credit* for constants that nobody reads any more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple, cast

from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import ConstantOp, StableHLO
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.execution.meter import has_unknown_size, work_of
from xdsl_stablehlo.interpreter.execution.type_facts import KnownTypes
from xdsl_stablehlo.interpreter.kernels.support.values import Value, as_array, as_arrays, is_array
from xdsl_stablehlo.interpreter.kernels.table import Cost, Entry, entry_of
from xdsl_stablehlo.interpreter.limits import Limits
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.programs.symbols import ops_of
from xdsl_stablehlo.values.element_types import dtype_of
from xdsl_stablehlo.values.storage import Varying

from ..facts.effects import is_terminator
from ..facts.values import same_value, sample_key
from ..options import FoldOptions
from ..reasons import Code, Refusal
from ..solver.deferred import (
    Deferred,
    bytes_as_constant,
    bytes_stored,
    elements_as_constant,
    is_one_element,
    is_open,
    is_sized,
    largest_size,
    repeats,
    varies_along,
)
from ..tuning import AT_ONCE_BYTES, AT_ONCE_WORK, EXPANSION, LEAVING, OP_BYTES
from .quick import is_elementary, is_quick


class WorkBudget:
    """Counts estimated work and says when an op or the module asks for more than is allowed."""

    def __init__(self, options: FoldOptions):
        self.options = options
        self.limits = Limits(options.loop_limit, options.work_budget, options.seconds)
        """The same count for what runs inside loops and calls."""

    def refuse_op(self, work: int, free: bool = False) -> Refusal | None:
        """Why no op of this much work may be evaluated, whatever is left."""
        limit = self.options.op_work_limit
        if free or work <= limit:
            return None
        return Refusal(Code.OP_WORK_LIMIT, f"takes an estimated {work} ns, op-work-limit is {limit}", work)

    def refuse(self, work: int, free: bool = False) -> Refusal | None:
        """Why an op of this much work may not be evaluated, or None and the work is counted."""
        refusal = self.refuse_op(work, free) or self.refuse_all(work, free)
        if refusal is None:
            self.limits.spent += work
        return refusal

    def refuse_all(self, work: int, free: bool = False) -> Refusal | None:
        """Why this much work may not be done, by however many ops."""
        options, limits = self.options, self.limits
        if not free and limits.spent + work > options.work_budget:
            left = max(options.work_budget - limits.spent, 0)
            message = f"takes an estimated {work} ns, {left} are left of work-budget"
            return Refusal(Code.WORK_BUDGET, message, work)
        if options.seconds is not None and limits.is_late():
            message = f"is not evaluated: the {options.seconds:g} seconds that folding may take are over"
            return Refusal(Code.SECONDS, message, work)
        return None

    def charge(self, work: int) -> None:
        """Count work that is done in any case."""
        self.limits.spent += work

    def is_spent(self) -> bool:
        """Whether nothing is left of the work budget, or of the time."""
        return self.limits.spent > self.options.work_budget or self.limits.is_late()


def dense_bytes(value_type: Attribute, count: int) -> int:
    """The bytes of `count` elements of a tensor type, 0 for what is not a tensor."""
    if not is_tensor_type(value_type):
        return 0
    return count * dtype_of(value_type.element_type).itemsize


# ---- what evaluating one op takes ----


class Estimate(NamedTuple):
    """What evaluating one op takes, told from sizes alone."""

    bytes: int
    """What its results take in memory; of views what their operands take."""
    work: int | None
    """Nanoseconds, as estimated; None where nobody can tell (a loop, a call)."""
    varying: Varying | None
    """Along which dimensions the only result may vary; None: along all."""
    is_view: bool = False

    @property
    def is_cheap(self) -> bool:
        """Whether the op may be evaluated before anybody needs its results."""
        if self.work is None:
            return False
        return self.is_view or (self.bytes <= AT_ONCE_BYTES and self.work <= AT_ONCE_WORK)


UNKNOWN = Estimate(0, None, None)
"""What is known of a call beforehand."""


def estimate(op: Operation, entry: Entry, operands: Sequence[Value], types: KnownTypes) -> Estimate | Refusal:
    """What evaluating `op` takes, in big integers. Only types of unknown sizes need the elements of `operands`."""
    cost = entry.cost
    is_view = _is_view(cost, operands)
    varying = None if is_view else _varying(op, entry, operands, types)
    if is_view:
        count, size = 0, sum(map(bytes_stored, operands))
        varying = _varying(op, entry, operands, types) if is_open(operands) else None
    elif varying is not None:
        facts = types.of(op.results[0].type)
        assert facts.form is not None
        assert facts.form.shape is not None
        count = prod([n for n, varies in zip(facts.form.shape, varying) if varies])
        size = count * facts.form.dtype.itemsize
    else:
        sizes = _result_sizes(op, cost, operands, types)
        if isinstance(sizes, Refusal):
            return sizes
        count, size = sizes
    if entry.loop:
        return Estimate(size, None, None)
    if is_view or (entry.elementwise and varying is not None):
        elements: int | None = count
    elif cost.work is not None and not has_unknown_size(op, types):
        elements = None
    else:
        elements = max(count, largest_size(operands, varying is not None)) if cost.reads_all else count
    return Estimate(size, work_of(op, entry, types, elements), varying, is_view)


class CallPrices:
    """What calls take: of small functions on small values, each asked once."""

    def __init__(self, functions: Mapping[str, FuncOp], types: KnownTypes):
        self._functions = functions
        self._types = types
        self._known: dict[str, Estimate] = {}

    def of(self, name: str) -> Estimate:
        """What running the function `name` takes; `UNKNOWN` where a loop runs in it, and where it is not cheap."""
        if name not in self._known:
            for called in postorder([name], self._called):
                self._known[called] = self._sum(called)
        return self._known[name]

    def _called(self, name: str) -> list[str]:
        self._known[name] = UNKNOWN  # while it is asked about, for one that calls itself
        func = self._functions.get(name)
        called = [] if func is None else [callee for op in ops_of(func.regions) for callee in callees(op)]
        return [callee for callee in called if callee not in self._known]

    def _sum(self, name: str) -> Estimate:
        func = self._functions.get(name)
        if func is None or func.is_declaration:
            return UNKNOWN
        work, size = 0, 0
        for op in ops_of(func.regions):
            estimated = self._one(op)
            if not estimated.is_cheap or estimated.work is None or work > AT_ONCE_WORK:
                return UNKNOWN
            work, size = work + estimated.work, max(size, estimated.bytes)
        return Estimate(size, work, None)

    def _one(self, op: Operation) -> Estimate:
        if is_terminator(type(op)) or type(op) is ConstantOp:
            return Estimate(0, 0, None)
        entry = entry_of(op)
        called = callees(op)
        if called:
            return self._known.get(called[0], UNKNOWN)
        sizes = [self._types.of(result.type).bytes for result in op.results]
        if entry is None or op.regions or None in sizes:
            return UNKNOWN
        return Estimate(sum([size or 0 for size in sizes]), work_of(op, entry, self._types), None)


def _varying(op: Operation, entry: Entry, operands: Sequence[Value], types: KnownTypes) -> Varying | None:
    """Along which dimensions the only result of `op` may vary, where less than all of them is known."""
    if entry.cost.varying is None or len(op.results) != 1:
        return None
    if operands and not entry.cost.is_view and True not in [repeats(operand) for operand in operands]:
        return None
    if None in [types.of(v.type).elements for v in (*op.operands, *op.results)]:
        return None
    along = [varies_along(operand) for operand in operands]
    known = [one for one in along if one is not None]
    return entry.varying(op, known) if len(known) == len(along) else None


def _is_view(cost: Cost, operands: Sequence[Value]) -> bool:
    if not operands:
        return False  # iota is made of one row
    if isinstance(cost.is_view, bool):
        return cost.is_view
    operand = operands[0]
    if type(operand) is Deferred:
        return is_one_element(operand) or operand.stored == operand.size
    return cost.is_view(as_array(operand))


def _result_sizes(
    op: Operation, cost: Cost, operands: Sequence[Value], types: KnownTypes
) -> tuple[int, int] | Refusal:
    """How many elements the results of `op` store, and in how many bytes."""
    count, size = 0, 0
    for result in op.results:
        facts = types.of(result.type)
        elements, nbytes = facts.elements, facts.bytes
        if elements is None or nbytes is None:
            elements = _most_elements(op, cost, operands)
            if elements is None:
                return Refusal(Code.DYNAMIC_SIZE, f"has a result of unknown size '{result.type}'")
            nbytes = dense_bytes(result.type, elements)
        count += elements
        size += nbytes
    return count, size


def _most_elements(op: Operation, cost: Cost, operands: Sequence[Value]) -> int | None:
    """How many elements a result will store at most; None where nothing bounds it beforehand."""
    if cost.max_elements is not None:
        return cost.max_elements(op, as_arrays(operands))
    arrays = [operand for operand in operands if is_array(operand)]
    return sum([array.size for array in arrays]) if arrays else None


def too_many_bytes(size: int, limit: int) -> Refusal:
    return Refusal(Code.MEMORY, f"has a value of {size} bytes, value-bytes-limit is {limit}")


# ---- credits: what a constant adds to the module, and what it frees ----


@dataclass
class Ledger:
    """What the module has grown by, and the constants that were made. One for the whole module."""

    options: FoldOptions
    grown: int = 0
    """Bytes of constants, net of those that went."""
    steps_left: int = 0
    """Ops that may still be looked at for credit."""
    made: dict[Any, list[Value]] = field(default_factory=dict[Any, "list[Value]"])
    """The large constants that were made, by a sample of what they hold: of equal ones only the first one counts."""


class Credits:
    """What the constants of one plan add to the module, and who pays for them."""

    def __init__(
        self,
        ledger: Ledger,
        known: Mapping[SSAValue, Value],
        resolved: Callable[[SSAValue], SSAValue],
        live: Collection[SSAValue],
        leaves: Callable[[SSAValue], bool],
        callee_bytes: Callable[[Operation], int],
        unpaid: Collection[Operation] = (),
    ):
        self.ledger = ledger
        self.known = known
        self.resolved = resolved
        """The value that another one always is."""
        self.live = live
        """What is read by ops that stay."""
        self.leaves = leaves
        """Whether nothing computes on a value: it leaves the module."""
        self.callee_bytes = callee_bytes
        """Bytes of constants in the function that a call is the only one of."""
        self.grown = 0
        self._made: dict[Any, list[Value]] = {}
        self._paid: dict[Operation, int] = {}
        """How much of each constant's bytes is spent."""
        self._banned = unpaid
        """Constants that cannot pay for others, because they stay."""
        self._worth: dict[Operation, int] = {}
        """For ops looked at before: no more bytes than this can be freed behind them."""
        self._paying: dict[Operation, int] = {}
        """Who pays for the constant at hand."""

    def commit(self) -> None:
        """Count what the plan adds: it is carried out."""
        self.ledger.grown += self.grown
        for key, values in self._made.items():
            self.ledger.made.setdefault(key, []).extend(values)

    def materialize(self, op: Operation | None, result: SSAValue) -> Refusal | None:
        """Why no constant is made of what `result` is known to be; or None, and what it adds is counted.

        `op` is the one whose result it is, None for an argument.
        """
        value = self.known[result]
        size, elements = bytes_as_constant(value), elements_as_constant(value)
        if size > EXPANSION and is_sized(value):
            stored = bytes_stored(value)
            if self.is_repetition(result, stored, size):
                if self._repeats(op):
                    message = f"makes {size} bytes of what a broadcast repeats, fold-expansions is off"
                    return Refusal(Code.EXPANSION, message)
                size, elements = stored, stored // value.dtype.itemsize
        large = size > EXPANSION
        if large and self._has_made(value):
            return None
        self._paying = {}
        if not self._is_forced(result):
            refusal = self._weigh(op, result, value, size, elements)
            if refusal is not None:
                return refusal
        self.grown += size - sum(self._paying.values())
        if large:
            self._made.setdefault(sample_key(value), []).append(value)
        return None

    def _has_made(self, value: Value) -> bool:
        key = sample_key(value)
        others = (*self.ledger.made.get(key, ()), *self._made.get(key, ()))
        return any(same_value(value, other) for other in others)

    def free(self, op: Operation) -> None:
        """Count what goes with an op that nobody reads, and has not paid for anything else."""
        self.grown -= self._freed_with(op) - self._paid.get(op, 0)

    def unpaid(self, stays: Callable[[Operation], bool]) -> set[Operation]:
        """Constants that were to pay for others and stay all the same."""
        return {leaf for leaf, amount in self._paid.items() if amount and stays(leaf)}

    def _weigh(
        self, op: Operation | None, result: SSAValue, value: Value, size: int, elements: int
    ) -> Refusal | None:
        """Why the module may not grow by the bytes of a constant; None where it may, or others pay for it."""
        options, grown = self.ledger.options, self.ledger.grown + self.grown
        limit = options.fold_op_element_limit
        if elements > limit:
            if self._pay(op, size):
                return None
            message = f"has {elements} elements, fold-op-element-limit is {limit}"
            return Refusal(Code.ELEMENT_LIMIT, message)
        if grown + size > options.growth_budget:
            if self._pay(op, size):
                return None
            message = f"adds {counted(size, 'byte')} to a module that may grow by {options.growth_budget}"
            return Refusal(Code.GROWTH_BUDGET, message)
        if options.fold_expansions:
            return None
        if size > OP_BYTES and op is not None and not self.leaves(result) and self._is_short(op, size):
            message = f"makes {size} bytes of what fewer ops say, fold-expansions is off"
            return Refusal(Code.EXPANSION, message)
        if size <= EXPANSION:
            return None
        if size <= EXPANSION + self._freed_for_sure(op) or not is_quick(value):
            return None
        if self._pay(op, size - EXPANSION) or (size <= LEAVING and self.leaves(result)):
            return None
        message = f"makes {size} bytes of what is computed quickly from less, fold-expansions is off"
        return Refusal(Code.EXPANSION, message)

    def _repeats(self, op: Operation | None) -> bool:
        """Whether `op` is a broadcast of what may be a constant itself."""
        return (
            StableHLO.is_op(op, "stablehlo.broadcast_in_dim")
            and self.resolved(cast(Operation, op).operands[0]) in self.known
        )

    def is_repetition(self, result: SSAValue, stored: int, size: int) -> bool:
        """Whether a constant of `size` bytes for `result` had better be a broadcast of one of `stored` bytes."""
        if size - stored <= EXPANSION or self.ledger.options.fold_expansions or self._is_forced(result):
            return False
        return size > LEAVING or not self.leaves(result)

    def _is_forced(self, result: SSAValue) -> bool:
        """Whether the user's hook wants a constant for `result`, whatever its size."""
        should_fold, op = self.ledger.options.should_fold, result.owner
        return should_fold is not None and isinstance(op, Operation) and bool(should_fold(op))

    def _is_short(self, op: Operation, size: int) -> bool:
        """Whether a few elementary ops on iotas, splats and constants no larger than an op, fewer than `size` bytes
        hold, give the result of `op`; and stay, because that is so of what lies in between as well."""
        seen, stack, left, least = {op}, [op], size, size
        while stack and left > 0 and self.ledger.steps_left > 0:
            self.ledger.steps_left -= 1
            one = stack.pop()
            left -= OP_BYTES
            for operand in map(self.resolved, one.operands):
                owner, known = operand.owner, self.known.get(operand)
                if not isinstance(owner, Operation) or not is_sized(known):
                    return False
                in_between = bytes_as_constant(known)
                if in_between > OP_BYTES:
                    if type(owner) is ConstantOp:
                        return False
                    least = min(least, in_between)
                if owner not in seen:
                    seen.add(owner)
                    stack.append(owner)
            if type(one) is not ConstantOp and not is_elementary(one):
                return False
        return not stack and size - left < least

    def _freed_for_sure(self, op: Operation | None) -> int:
        """Bytes of the constants that nothing reads but `op`."""
        if op is None:
            return 0
        owners = [operand.owner for operand in map(self.resolved, op.operands) if operand.has_one_use()]
        return sum([self._freed_with(owner) for owner in owners if type(owner) is ConstantOp])

    def _freed_with(self, op: Operation) -> int:
        """Bytes of constants that go when `op` goes: its own, or those of a function that nothing else calls."""
        if type(op) is ConstantOp:
            return bytes_as_constant(self.known.get(op.results[0], ()))
        return self.callee_bytes(op) if type(op) is CallOp else 0

    def _pay(self, op: Operation | None, size: int) -> bool:
        """Pay for a constant with constants behind `op` that nothing else seems to read."""
        if op is None or self._worth.get(op, size) < size:
            return False
        seen, stack, leaves = {op}, [op], dict[Operation, int]()
        ledger = self.ledger
        if type(op) is CallOp and op not in self._banned:
            leaves[op] = self._freed_with(op) - self._paid.get(op, 0)
        while stack and ledger.steps_left > 0:
            for operand in map(self.resolved, stack.pop().operands):
                owner = operand.owner
                if not isinstance(owner, Operation) or owner in seen:
                    continue
                seen.add(owner)
                ledger.steps_left -= 1
                if operand not in self.known:
                    continue
                stack.append(owner)
                worth = 0
                if owner not in self._banned and not any(result in self.live for result in owner.results):
                    worth = self._freed_with(owner) - self._paid.get(owner, 0)
                if worth > 0:
                    leaves[owner] = worth
        total = sum(leaves.values())
        if total < size:
            if not stack:
                self._worth.update(dict.fromkeys(seen, total))
            return False
        for leaf, worth in leaves.items():
            taken = min(worth, size)
            self._paid[leaf] = self._paid.get(leaf, 0) + taken
            self._paying[leaf] = taken
            size -= taken
        return True
