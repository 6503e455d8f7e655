"""Estimates of work in nanoseconds, computed from sizes (as Python integers) before anything is evaluated."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from math import prod
from typing import NamedTuple

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.execution.loops import Loop
from xdsl_stablehlo.interpreter.execution.meter import (
    RUN,
    SCALAR_OPERATOR,
    SCALAR_RUN,
    has_unknown_size,
    work_of,
)
from xdsl_stablehlo.interpreter.execution.type_facts import KnownTypes
from xdsl_stablehlo.interpreter.interface.errors import LimitExceeded
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.support.table import Cost, Entry, entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value, as_array, as_arrays, is_array
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.ir.signatures import BySignature, signature_of
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.symbols import ops_of
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import Varying

from ..facts.trip_count import CountingLoop
from ..options import FoldOptions
from ..terms.deferred import (
    Deferred,
    Evaluation,
    bytes_stored,
    cone,
    evaluations_of,
    is_one_element,
    is_open,
    is_pending,
    largest_size,
    repeats,
    varies_along,
)
from ..terms.effects import is_terminator
from ..terms.reasons import Code, Refusal
from ..tuning import AT_ONCE_BYTES, AT_ONCE_WORK, CHEAP_LOOK, FOLDED, FREE_VISITS, VISIT


class WorkBudget:
    """Counts estimated work, and refuses what takes more than is allowed.

    A second fold has a budget of its own, so none may end where another could go on. Work that takes no more than
    `CHEAP_LOOK` is always done: there is as much of it as there are ops. Constants are chosen by their costs before
    anything is evaluated for them (`left_behind`). Evaluations for decisions, and of loops, whose iterations
    nobody can tell, shares the budget: all of it is done, or the module is folded again, carefully, without it.
    """

    def __init__(self, options: FoldOptions, ops: int = 0, careful: bool = False):
        """`ops` are those of the module; `careful` leaves out what shares the budget."""
        self.options = options
        self.careful = careful
        self.limits = Limits(options.loop_limit, options.work_budget, options.seconds)
        """The limits of what runs inside of one evaluation."""
        self.exceeded = False
        """Whether something was refused that would fit into a budget of its own."""
        self.left_ops = self.left_work = 0
        """The number of ops that are left because a constant takes too much work, and their work in nanoseconds."""
        self.small = 0
        """Work that shares the budget with nothing."""
        self.looks = 0
        """Work of looking at ops."""
        self._shared = 0
        limits = min(options.op_work_limit, options.work_budget)
        self._for_sure = limits if options.seconds is None else -1
        """Nanoseconds up to which an op is never refused."""
        self._free_looks = FREE_VISITS * VISIT * ops
        self._left: int | None = None

    @property
    def done(self) -> int:
        """All work so far."""
        return self.small + self._shared + self.looks

    @property
    def _rest(self) -> int:
        """Nanoseconds that are left of the budget."""
        return self.options.work_budget - self._shared - max(0, self.looks - self._free_looks)

    def refuse_op(self, work: int, free: bool = False) -> Refusal | None:
        """Why no op of this much work may be evaluated, whatever is left."""
        limit = self.options.op_work_limit
        if free or work <= limit:
            return None
        return Refusal(Code.OP_WORK_LIMIT, f"takes an estimated {work} ns, op-work-limit is {limit}", work)

    def refuse(self, work: int, free: bool = False) -> Refusal | None:
        """Why an op of this much work may not be evaluated, or None and the work is counted."""
        refusal = None
        if work > self._for_sure:
            refusal = self.refuse_op(work, free) or self.refuse_all(work, free)
        if refusal is None:
            self.small += work
        return refusal

    def refuse_all(self, work: int, free: bool = False) -> Refusal | None:
        """Why this much work may not be done for one value, by however many ops."""
        limit = self.options.work_budget
        if not free and work > limit:
            return Refusal(Code.WORK_BUDGET, f"takes an estimated {work} ns, work-budget is {limit}", work)
        return self.refuse_late(work)

    def refuse_late(self, work: int) -> Refusal | None:
        """Why nothing is evaluated any more."""
        seconds = self.options.seconds
        if seconds is None or not self.limits.is_late():
            return None
        message = f"is not evaluated: the {seconds:g} seconds that folding may take are over"
        return Refusal(Code.SECONDS, message, work)

    def refuse_left(self, ops: int, work: int) -> Refusal:
        """Why ops are not evaluated that take so much together."""
        self.left_ops += ops
        self.left_work += work
        limit = self.options.work_budget
        message = f"is one of {ops} ops that take an estimated {work} ns, work-budget is {limit}"
        return Refusal(Code.WORK_BUDGET, message, work)

    def may_decide(self, work: int) -> bool:
        """Whether something may be evaluated for a decision."""
        if work > self.options.work_budget or self.refuse_late(work) is not None:
            return False
        if work <= CHEAP_LOOK:
            return True
        if self.careful:
            return False
        self.exceeded |= work > self._rest
        return not self.exceeded

    def count(self, work: int) -> None:
        """Count work that was chosen before."""
        self.small += work

    def share(self, work: int) -> None:
        """Let work that was counted share the budget, if it is not little."""
        if work > CHEAP_LOOK:
            self.small -= work
            self._shared += work

    @contextmanager
    def at_most(self, work: int) -> Generator[None]:
        """Limit what runs inside of the evaluations to come."""
        before, self._left = self._left, work if self._left is None else min(work, self._left)
        try:
            yield
        finally:
            self._left = before

    @contextmanager
    def running(self) -> Generator[None]:
        """Limit and count what runs inside of one evaluation."""
        limits, whole = self.limits, self.options.work_budget
        rest = self._rest
        allowed = min(CHEAP_LOOK, whole) if self.careful or rest <= 0 else rest
        is_tried = self._left is not None and self._left < allowed
        limits.spent = 0
        try:
            with limits.at_most(self._left if is_tried and self._left is not None else allowed):
                yield
        except LimitExceeded as exceeded:
            self.exceeded |= exceeded.limit == "work" and not is_tried and allowed < whole
            raise
        finally:
            work, limits.spent = limits.spent, 0
            self.small += work
            self.share(work)
            if self._left is not None:
                self._left -= work

    def charge(self, work: int) -> None:
        """Count looks at ops."""
        self.looks += work

    def is_spent(self) -> bool:
        """Whether nothing is left for looks at ops, or no time."""
        is_over = self._rest < 0
        self.exceeded |= is_over
        return self.careful or is_over or self.limits.is_late()


class Estimate(NamedTuple):
    """The cost of evaluating one op, estimated from sizes alone."""

    bytes: int
    """Bytes of memory that its results take; for views, those of their operands."""
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
"""The estimate for a call that is not cheap."""


class CostModel:
    """Estimates the cost of evaluating ops and calling functions."""

    def __init__(self, functions: Mapping[str, FuncOp], types: KnownTypes):
        self._functions = functions
        self._types = types
        self._calls: dict[str, Estimate] = {}
        self._elementwise = BySignature[Estimate]()

    def of(self, op: Operation, entry: Entry, operands: Sequence[Value]) -> Estimate | Refusal:
        """The cost of evaluating `op`. Only types of unknown sizes need the elements of `operands`."""
        signature = signature_of(op) if entry.elementwise else None
        if signature is None:
            return self._of(op, entry, operands)
        key = (signature, *[(repeats(operand), varies_along(operand)) for operand in operands])
        known = self._elementwise.get(key)
        if known is None:
            known = self._of(op, entry, operands)
            if type(known) is Estimate and not has_unknown_size(op, self._types):
                self._elementwise.keep(key, op, known)
        return known

    def _of(self, op: Operation, entry: Entry, operands: Sequence[Value]) -> Estimate | Refusal:
        cost, types = entry.cost, self._types
        is_view = _is_view(cost, operands)
        varying = None if is_view and not is_open(operands) else self._varying(op, entry, operands)
        if is_view:
            count, size = 0, sum(map(bytes_stored, operands))
        elif varying is not None:
            form = types.of(op.results[0].type).form
            assert form is not None
            assert form.shape is not None
            count = prod([n for n, varies in zip(form.shape, varying) if varies])
            size = count * form.dtype.itemsize
        else:
            sizes = self._result_sizes(op, cost, operands)
            if isinstance(sizes, Refusal):
                return sizes
            count, size = sizes
        if entry.loop:
            return Estimate(size, None, None)
        elements: int | None = count
        if not is_view and not (entry.elementwise and varying is not None):
            if cost.work is not None and not has_unknown_size(op, types):
                elements = None
            elif cost.reads_all:
                elements = max(count, largest_size(operands, varying is not None))
        return Estimate(size, work_of(op, entry, types, elements), varying, is_view)

    def _varying(self, op: Operation, entry: Entry, operands: Sequence[Value]) -> Varying | None:
        """Along which dimensions the only result of `op` may vary, where less than all of them is known."""
        if entry.cost.varying is None or len(op.results) != 1:
            return None
        if operands and not entry.cost.is_view and True not in [repeats(operand) for operand in operands]:
            return None
        if has_unknown_size(op, self._types):
            return None
        along = [varies_along(operand) for operand in operands]
        known = [one for one in along if one is not None]
        return entry.varying(op, known) if len(known) == len(along) else None

    def _result_sizes(
        self, op: Operation, cost: Cost, operands: Sequence[Value]
    ) -> tuple[int, int] | Refusal:
        """The number of elements that the results of `op` store, and of their bytes."""
        count, size = 0, 0
        for result in op.results:
            facts = self._types.of(result.type)
            elements, nbytes = facts.elements, facts.bytes
            if elements is None or nbytes is None:
                elements = _most_elements(op, cost, operands)
                if elements is None:
                    return Refusal(Code.DYNAMIC_SIZE, f"has a result of unknown size '{result.type}'")
                nbytes = elements * facts.form.dtype.itemsize if facts.form is not None else 0
            count += elements
            size += nbytes
        return count, size

    def of_call(self, name: str) -> Estimate:
        """The cost of running the function `name`; `UNKNOWN` if a loop runs in it, or it is not cheap."""
        if name not in self._calls:
            for called in postorder([name], self._called):
                self._calls[called] = self._of_body(called)
        return self._calls[name]

    def _called(self, name: str) -> list[str]:
        self._calls[name] = UNKNOWN  # while it is asked about, for one that calls itself
        func = self._functions.get(name)
        called = [] if func is None else [callee for op in ops_of(func.regions) for callee in callees(op)]
        return [callee for callee in called if callee not in self._calls]

    def _of_body(self, name: str) -> Estimate:
        func = self._functions.get(name)
        if func is None or func.is_declaration:
            return UNKNOWN
        if len(func.body.blocks) > 1:
            return UNKNOWN  # it may be a loop
        work, size = 0, 0
        for op in ops_of(func.regions):
            estimated = self._inside(op)
            if not estimated.is_cheap or estimated.work is None or work > AT_ONCE_WORK:
                return UNKNOWN
            work, size = work + estimated.work, max(size, estimated.bytes)
        return Estimate(size, work, None)

    def _inside(self, op: Operation) -> Estimate:
        """The cost of an op inside of a function, estimated from its types."""
        if is_terminator(type(op)) or is_constant(type(op)):
            return Estimate(0, 0, None)
        entry, called = entry_of(op), callees(op)
        if called:
            return self._calls.get(called[0], UNKNOWN)
        sizes = [self._types.of(result.type).bytes for result in op.results]
        if entry is None or op.regions or None in sizes:
            return UNKNOWN
        return Estimate(sum([size or 0 for size in sizes]), work_of(op, entry, self._types), None)


ITERATION, SCALAR_ITERATION = 2 * RUN, SCALAR_RUN + 2 * SCALAR_OPERATOR
"""The least charge for an iteration of a loop that counts: of its condition and its body, and of a comparison and an
addition of scalars."""


def least_work(loop: hlo.WhileOp, lookup: Callable[[SSAValue], Value | None]) -> int:
    """Nanoseconds that a loop is charged for at least, with the loops that run in each iteration of it: trips multiply.

    `lookup` gives what is known around the loop. Loops whose number of iterations it does not tell count as none.
    """

    def known(value: SSAValue) -> Array | None:
        found = lookup(value)
        return found if is_array(found) else None

    work, pending = 0, [(loop, 1)]
    while pending:
        each, times = pending.pop()
        trips = CountingLoop(each, known).trips()
        if trips:
            inside = [op for op in each.body.block.ops if isinstance(op, hlo.WhileOp)]
            on_arrays = trips if inside else min(trips, Loop.scalar_after)
            work += times * (on_arrays * ITERATION + (trips - on_arrays) * SCALAR_ITERATION)
            pending += [(inner, times * trips) for inner in inside]
    return work


def _is_view(cost: Cost, operands: Sequence[Value]) -> bool:
    if not operands:
        return False  # iota is made of one row
    if isinstance(cost.is_view, bool):
        return cost.is_view
    operand = operands[0]
    if type(operand) is Deferred:
        return is_one_element(operand) or operand.stored == operand.size
    return cost.is_view(as_array(operand))


def _most_elements(op: Operation, cost: Cost, operands: Sequence[Value]) -> int | None:
    """The largest number of elements that a result will store; None where nothing bounds it beforehand."""
    if cost.max_elements is not None:
        return cost.max_elements(op, as_arrays(operands))
    arrays = [operand for operand in operands if is_array(operand)]
    return sum([array.size for array in arrays]) if arrays else None


def too_many_bytes(size: int, limit: int) -> Refusal:
    return Refusal(Code.MEMORY, f"has a value of {size} bytes, value-bytes-limit is {limit}")


# ---- the choice of what is evaluated where a budget does not suffice for all constants ----
#
# Folding again, with a budget of its own, must not go on: so what is left is left with all that is behind it, and as
# much is left as takes more than the whole budget.


def estimated_work(evaluation: Evaluation) -> int:
    """Nanoseconds of an evaluation, as estimated, as far as anybody can tell."""
    return FOLDED + (evaluation.work or 0)


def affordable(costs: Sequence[int], budget: int) -> int:
    """The number of values that are taken, from the first on; they are sorted by the work that each saves.

    Those that stay are lots, from the last one on, each the smallest that takes more than the budget. Sorted again
    without those that were taken they are the same lots.

    Examples:
        >>> affordable([1, 2, 3], 6), affordable([1, 2, 3, 4], 6), affordable([4, 4, 4, 4], 9)
        (3, 2, 1)
    """
    taken, lot = len(costs), 0
    for i in reversed(range(len(costs))):
        lot += costs[i]
        if lot > budget:
            taken, lot = i, 0
    return taken


def left_behind(values: Sequence[Value], budget: int) -> list[Evaluation]:
    """The evaluations that are not done, because values take more than the budget, each by itself or together.

    What a value takes is what those before it leave to do. Values that save the most work come first.
    """
    pieces, alone = _pieces(values, budget)
    order = sorted(range(len(pieces)), key=lambda i: (pieces[i].rank, i))
    taken = affordable([pieces[i].work for i in order], budget)
    left = dict.fromkeys([each for i in order[taken:] for each in pieces[i].evaluations])
    done = {each for i in order[:taken] for each in pieces[i].evaluations}
    for root in alone:
        behind = cone(root.results[:1], lambda e: is_pending(e) and e not in left and e not in done)
        left.update(dict.fromkeys(behind))
    return [*left]


class _Piece(NamedTuple):
    """The evaluations for a value that no value before it needs."""

    work: int
    rank: int
    """Its place in the order in which values are taken: behind those whose evaluations it needs."""
    evaluations: list[Evaluation]


def _pieces(values: Sequence[Value], budget: int) -> tuple[list[_Piece], list[Evaluation]]:
    """A piece for each value that fits into the budget, and the evaluations of the other values."""
    pieces: list[_Piece] = []
    owners: dict[Evaluation, _Piece] = {}
    alone = list(dict.fromkeys(filter(is_pending, evaluations_of(values))))
    before = 0
    while len(alone) != before:  # what was too much may have become less
        before, too_much = len(alone), dict[Evaluation, None]()
        for root in alone:
            piece = _piece(root, owners, too_much, budget)
            if piece is None:
                too_much[root] = None
            else:
                pieces.append(piece)
                owners.update(dict.fromkeys(piece.evaluations, piece))
        alone = list(too_much)
    return pieces, alone


def _piece(
    root: Evaluation, owners: dict[Evaluation, _Piece], too_much: dict[Evaluation, None], budget: int
) -> _Piece | None:
    """The piece of one value; None if it takes too much work."""
    needed: list[int] = []

    def enter(evaluation: Evaluation) -> bool:
        owner = owners.get(evaluation)
        if owner is not None:
            needed.append(owner.rank)
        return owner is None and is_pending(evaluation)

    work, evaluations = 0, list[Evaluation]()
    for evaluation in cone(root.results[:1], enter):
        work += estimated_work(evaluation)
        if work > budget or evaluation in too_much:
            return None
        evaluations.append(evaluation)
    return _Piece(work, max(-work, *needed), evaluations) if needed else _Piece(work, -work, evaluations)
