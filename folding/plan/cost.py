"""The cost of constants: bytes that a plan adds to the module, less those of constants that go with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import prod

from xdsl.dialects.builtin import ModuleOp, i1
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import ConstantOp, StableHLO
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.programs.constants import attribute_bytes
from xdsl_stablehlo.programs.symbols import is_private, ops_within
from xdsl_stablehlo.values.storage import uniform_element

from ..options import FoldOptions
from ..report.report import ValueSource, source_of, values_of
from ..terms.deferred import (
    Deferred,
    bytes_as_constant,
    bytes_stored,
    cone,
    elements_as_constant,
    is_sized,
    same_value,
    sample_key,
)
from ..terms.effects import Effects, is_terminator
from ..terms.reasons import Code, Refusal
from ..tuning import EXPANSION, LEAVING, MASK, OP_BYTES, QUICK, SHORT


@dataclass
class Growth:
    """The growth of the module, and the constants that were made. One for the whole module."""

    options: FoldOptions
    there: Callable[[], int] = int
    """Gives the bytes of the constants in the module as it was: `bytes_there`."""
    grown: int = 0
    """Bytes of constants, net of those that went."""
    steps_left: int = 0
    """Ops that may still be searched for constants that offset others."""
    made: dict[Hashable, list[Value]] = field(default_factory=dict[Hashable, "list[Value]"])
    """The large constants that were made, by a sample of what they hold: of equal ones only the first one counts."""


def bytes_there(module: ModuleOp, limit: int) -> int:
    """Bytes of the constants of a module that are splats or have at most `limit` elements.

    They count against the budget of growth, because folding may have made them: a second fold has no other budget.
    """
    there = 0
    for op in chain.from_iterable(map(ops_within, module.regions)):
        if type(op) is ConstantOp:
            size = attribute_bytes(op.value)
            # An element takes a byte or more.
            elements = size if size <= limit else prod(ranked(op.output).get_shape())
            there += size if elements <= limit or size < elements else 0
    return there


@dataclass
class Findings:
    """Findings of earlier plans of the same blocks, with which they are planned again."""

    stays: set[ValueSource] = field(default_factory=set[ValueSource])
    """Ops and arguments whose constants stay, so that their bytes offset no others."""
    made: dict[ValueSource, int] = field(default_factory=dict[ValueSource, int])
    """Bytes of the constants that were made for values. They offset others like constants of the program."""
    made_in_callees: dict[ValueSource, int] = field(default_factory=dict[ValueSource, int])
    """The same for the constants that are made in a function, by the call that is the only one of it."""
    read: dict[Operation, set[int]] = field(default_factory=dict[Operation, set[int]])
    """By the op that ends the body of a loop: the numbers of what is carried and read after all."""


@dataclass
class ConstantCost:
    """The bytes that the constants of one plan add to the module, and the constants that go and offset them."""

    growth: Growth
    known: Mapping[SSAValue, Value]
    resolved: Callable[[SSAValue], SSAValue]
    """Gives the value that another one always is."""
    live: Mapping[SSAValue, Sequence[Operation]]
    """The values that ops that stay read, with these ops."""
    effects: Effects
    callee_bytes: Callable[[CallOp], int]
    """Gives the bytes of constants in the function that a call is the only one of."""
    findings: Findings = field(default_factory=Findings)
    grown: int = 0
    """Bytes that the plan adds."""

    def __post_init__(self) -> None:
        self._made: dict[Hashable, list[Value]] = {}
        self._used: dict[ValueSource, int] = {}
        """Bytes of constants that have offset others, by the op that they go with."""
        self._most: dict[ValueSource, int] = {}
        """The most bytes that can be freed with an op and all that is behind it, where that was searched."""
        self._short = set[Operation]()
        """Ops that were found to be shorter than constants for their results."""
        self.sizes: dict[SSAValue, int] = {}
        """The bytes of each constant that is made."""
        self.too_large: dict[Operation, int] = {}
        """By op whose result is too large for a constant: the bytes that have to go with it."""

    def commit(self) -> None:
        """Count what the plan adds: it is carried out."""
        self.growth.grown += self.grown
        for key, values in self._made.items():
            self.growth.made.setdefault(key, []).extend(values)

    def materialize(self, op: Operation | None, result: SSAValue) -> Refusal | None:
        """The reason why no constant is made for `result`; or None, and its bytes are counted.

        `op` is the one whose result it is, None for an argument.
        """
        value = self.known[result]
        size, elements = bytes_as_constant(value), elements_as_constant(value)
        if size > MASK and is_sized(value):
            stored = bytes_stored(value)
            if self.is_repetition(result, stored, size):
                if self._repeats(op):
                    return _expansion(size, "larger than what it repeats")
                size, elements = stored, stored // value.dtype.itemsize
        large = size > EXPANSION
        if large and self._has_made(value):
            return None
        if not self._is_forced(result):
            refusal = self._weigh(op, result, value, size, elements)
            if refusal is not None and is_array(value) and (one := uniform_element(value)) is not None:
                # It is written as a splat, whatever it was computed as.
                size = one.itemsize
                refusal = self._weigh(op, result, value, size, 0)
            if refusal is not None:
                return refusal
        self.sizes[result] = size
        self.grown += size
        if large:
            self._made.setdefault(sample_key(value), []).append(value)
        return None

    def _has_made(self, value: Value) -> bool:
        key = sample_key(value)
        others = (*self.growth.made.get(key, ()), *self._made.get(key, ()))
        return any(same_value(value, other) for other in others)

    def free(self, op: Operation) -> None:
        """Count the constants that are erased with an unread op and have not offset other constants."""
        freed = self._freed_with(op)
        self.grown -= freed - min(freed, self._used.get(op, 0))

    def wrongly_offsetting(self, dead: Collection[Operation]) -> set[ValueSource]:
        """The ops and arguments that were to offset constants, but stay, or are made constants after all."""
        gone = frozenset(dead) if self._used else frozenset[Operation]()
        return {source for source, amount in self._used.items() if amount and self._stays(source, gone)}

    def _stays(self, source: ValueSource, dead: Collection[Operation]) -> bool:
        if source in self.findings.made and self.made_for(source):
            return True
        return isinstance(source, Operation) and source not in dead

    def made_for(self, source: ValueSource) -> int:
        """Bytes of the constants that are made for the values of `source`."""
        return sum([self.sizes.get(value, 0) for value in values_of(source)])

    def _weigh(
        self, op: Operation | None, result: SSAValue, value: Value, size: int, elements: int
    ) -> Refusal | None:
        """Why the module may not grow by the bytes of a constant; None where it may, or others offset it."""
        options, grown = self.growth.options, self.growth.grown + self.grown
        limit = options.fold_op_element_limit
        if elements > limit:
            if self._offset(op, size):
                return None
            message = f"has {elements} elements, fold-op-element-limit is {limit}"
            return Refusal(Code.ELEMENT_LIMIT, message)
        may_grow = options.growth_budget - self.growth.there()
        if grown + size > may_grow:
            if self._offset(op, size, now=True):
                return None
            message = f"adds {counted(size, 'byte')} to a module that may grow by {max(may_grow, 0)}"
            return Refusal(Code.GROWTH_BUDGET, message)
        if options.fold_expansions:
            return None
        if size > OP_BYTES and op is not None and not self._leaves(result) and self._is_short(op, size):
            return _expansion(size, "larger than the ops that compute it")
        if size <= EXPANSION:
            return None
        if size <= EXPANSION + self._freed_for_sure(op) or not is_quick(value):
            return None
        if (size <= LEAVING and self._leaves(result)) or self._offset(op, size - EXPANSION):
            return None
        return _expansion(size, "and is computed quickly from less")

    def _repeats(self, op: Operation | None) -> bool:
        """Whether `op` is a broadcast of what may be a constant itself."""
        return (
            op is not None
            and StableHLO.is_op(op, "stablehlo.broadcast_in_dim")
            and self.resolved(op.operands[0]) in self.known
        )

    def is_repetition(self, result: SSAValue, stored: int, size: int) -> bool:
        """Whether a constant of `size` bytes for `result` had better be a broadcast of one of `stored` bytes."""
        limit = MASK if is_tensor_type(result.type) and result.type.element_type == i1 else EXPANSION
        if size - stored <= limit or self.growth.options.fold_expansions or self._is_forced(result):
            return False
        return size > LEAVING or not self._leaves(result)

    def _is_forced(self, result: SSAValue) -> bool:
        """Whether the user's hook wants a constant for `result`, whatever its size."""
        should_fold, op = self.growth.options.should_fold, result.owner
        return should_fold is not None and isinstance(op, Operation) and bool(should_fold(op))

    def _is_short(self, op: Operation, size: int) -> bool:
        """Whether a few elementary ops on iotas, splats and constants no larger than an op, fewer than `size` bytes
        hold, give the result of `op`; and stay, because that is so of what lies in between as well."""
        if op in self._short:
            return True
        seen, stack, left, least = {op}, [op], size, size
        while stack and left > 0 and len(seen) <= SHORT and self.growth.steps_left > 0:
            self.growth.steps_left -= 1
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
            if type(one) is not ConstantOp and not is_elementary(one, entry_of(one)):
                return False
        is_short = not stack and size - left < least
        if is_short:
            # Fewer ops give each of these, and it is no smaller than the smallest of them.
            self._short |= seen
        return is_short

    def _freed_for_sure(self, op: Operation | None) -> int:
        """Bytes of the constants that nothing reads but `op`."""
        if op is None:
            return 0
        owners = [operand.owner for operand in map(self.resolved, op.operands) if operand.has_one_use()]
        return sum([self._freed_with(owner) for owner in owners if type(owner) is ConstantOp])

    def _freed_with(self, source: ValueSource) -> int:
        """Bytes of constants that go when an op goes: its own, or those of a function that nothing else calls."""
        if type(source) is ConstantOp:
            return bytes_as_constant(self.known.get(source.results[0], ()))
        return self.callee_bytes(source) if type(source) is CallOp else 0

    def behind(self, op: Operation) -> tuple[dict[ValueSource, int], bool]:
        """The bytes of constants that go with `op` and with what is behind it, and whether that is all.

        Constants count that are in the module, and those that were made because what reads them stayed.
        """
        found: dict[ValueSource, int] = {op: self._bytes_with(op) if type(op) is CallOp else 0}
        stack = [op]
        while stack and self.growth.steps_left > 0:
            for operand in map(self.resolved, stack.pop().operands):
                source = source_of(operand)
                if source in found:
                    continue
                self.growth.steps_left -= 1
                found[source] = self.findings.made.get(source, 0)
                if isinstance(source, Operation) and operand in self.known and not found[source]:
                    stack.append(source)
                    found[source] = self._bytes_with(source)
        return found, not stack

    def _bytes_with(self, op: Operation) -> int:
        return max(self._freed_with(op), self.findings.made_in_callees.get(op, 0))

    def _offset(self, op: Operation | None, size: int, now: bool = False) -> bool:
        """Offset a constant by constants behind `op` that nothing else seems to read; `now` by those that are in the
        module now. Return whether there are enough."""
        if op is None:
            return False
        if self._most.get(op, size) >= size:
            found, is_all = self.behind(op)
            left = dict[ValueSource, int]()
            for source, freed in found.items():
                is_read = source is not op and any(value in self.live for value in values_of(source))
                if freed and not is_read and source not in self.findings.stays:
                    there = self._freed_with(source) if now else freed
                    left[source] = max(there - self._used.get(source, 0), 0)
            total = sum(left.values())
            if total >= size:
                for source, there in left.items():
                    used = min(there, size)
                    self._used[source] = self._used.get(source, 0) + used
                    self.grown -= min(used, self._freed_with(source))
                    size -= used
                return True
            if is_all and not now:
                self._most.update(dict.fromkeys(found, total))
        if not now:
            self.too_large[op] = size
        return False

    def _leaves(self, value: SSAValue) -> bool:
        """Whether nothing computes on a value: it leaves the module."""
        return all(map(self._takes_out, self.live.get(value, ())))

    def _takes_out(self, op: Operation) -> bool:
        """Whether `op` passes its operands out of the module."""
        if not is_terminator(type(op)):
            return not self.effects.removable(op)
        func = op.parent_op()
        return isinstance(func, FuncOp) and not is_private(func)


# ---- what is computed quickly: a constant for it saves little ----


def is_quick(value: Value) -> bool:
    """Whether a value is computed from constants in a few elementary operations for each of its elements."""
    if is_array(value):
        # What was evaluated at once is small, or a view of what is.
        return value.base is not None
    if not isinstance(value, Deferred):
        return False
    left = QUICK * value.size
    for evaluation in cone((value,), lambda _: True):
        if not is_elementary(evaluation.op, evaluation.entry):
            return False
        left -= sum([result.stored for result in evaluation.results])
        if left < 0:
            return False
    return True


def is_elementary(op: Operation, entry: Entry | None) -> bool:
    """Whether evaluating `op` takes one elementary operation for each element of its results."""
    if entry is None or entry.regions or entry.callees is not None or entry.cost.work is not None:
        return False
    return not entry.is_function(op)


def _expansion(size: int, why: str) -> Refusal:
    return Refusal(Code.EXPANSION, f"would become a constant of {size} bytes, {why}; fold-expansions is off")
