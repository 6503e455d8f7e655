"""Which ops can be erased if nothing reads their results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator, NoMemoryEffect, is_side_effect_free

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, entry_of, kernel_of
from xdsl_stablehlo.ir.branches import is_understood
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.programs.symbols import ops_within

_ASKED_ONE_BY_ONE = ("stablehlo.composite", "stablehlo.custom_call")


@cache
def is_terminator(kind: type[Operation]) -> bool:
    """Whether ops of this class end their block."""
    return kind.has_trait(IsTerminator, value_if_unregistered=False)


@cache
def is_pure_kind(kind: type[Operation]) -> bool | None:
    """Whether ops of this class have no effects; None where each one has to be asked."""
    if issubclass(kind, CallOp | UnregisteredOp) or hlo.StableHLO.name_of(kind) in _ASKED_ONE_BY_ONE:
        return None
    if is_terminator(kind) or kind is FuncOp:
        return False
    entry = kernel_of(kind)
    if entry is not None:
        if entry.effects:
            return False
        return None if entry.regions or entry.callees is not None else True
    return True if kind.has_trait(NoMemoryEffect) else None


class Here(NamedTuple):
    """The facts about one function that effects depend on."""

    ops_of: Callable[[Block], Iterable[Operation]]
    """The ops of a block that may run."""
    holds: Callable[[SSAValue], bool]
    """Whether a condition is known to hold."""
    effect_free: Collection[Operation]
    """Calls without effects, of functions that have effects for other arguments."""


def _all_ops(block: Block) -> Iterable[Operation]:
    return block.ops


def _unknown(_: SSAValue) -> bool:
    return False


EVERYWHERE = Here(_all_ops, _unknown, ())
"""Nothing is known."""


class Effects:
    """Answers whether ops have effects. With `assume_none`, ops without declared effects count as pure.

    `entry_of` says how an op is evaluated.
    """

    def __init__(
        self,
        functions: Mapping[str, FuncOp],
        assume_none: bool = False,
        entry_of: Callable[[Operation], Entry | None] = entry_of,
        around: Effects | None = None,
        here: Here = EVERYWHERE,
    ):
        """`here` tells more about one function, and `around` are the effects in its module."""
        self.functions = functions
        self.assume_none = assume_none
        self.entry_of = entry_of
        self._functions: dict[str, bool] = {} if around is None else around._functions
        self._with_effects: set[Operation] = set()
        self._here = here

    def within(self, here: Here) -> Effects:
        """The same for the ops of one function, of which more is known."""
        return Effects(self.functions, self.assume_none, self.entry_of, self, here)

    def removable(self, op: Operation) -> bool:
        """Whether `op` has no effects besides its results, so that it can be erased when none of them is used."""
        pure = is_pure_kind(type(op))
        return self._all_removable([op], op) if pure is None else pure

    def asserts(self, op: Operation) -> bool:
        """Whether `op` does nothing where its first operand is true, and fails elsewhere."""
        if op.results or not (hlo.StableHLO.is_op(op, "stablehlo.custom_call") or op.name == "cf.assert"):
            return False
        entry = self.entry_of(op)
        return entry is not None and entry.asserts

    def holds(self, op: Operation) -> bool:
        """Whether `op` is an assertion whose condition is known to hold."""
        return self.asserts(op) and self._here.holds(op.operands[0])

    def none_left(self, regions: Sequence[Region]) -> bool:
        """Whether no op that may run in the regions has effects."""
        return all(self._all_removable([op], op) for op in self._inside(regions))

    def of_function(self, name: str) -> bool:
        """Whether a function may have effects for some arguments."""
        return not self._function(name)

    def _all_removable(self, pending: list[Operation], root: Operation) -> bool:
        """Whether these ops inside `root`, and all ops inside them, have no effects."""
        while pending:
            op = pending.pop()
            pure = is_pure_kind(type(op))
            if pure is None:
                pure = op not in self._with_effects and self._look_closer(op, pending)
                pure = pure or self.holds(op) or op in self._here.effect_free
            if not pure:
                self._note_effects(op, root)
                return False
        return True

    def _note_effects(self, op: Operation, root: Operation) -> None:
        """Note that the ops around an op with effects have them, too, so that nested ops are not searched again."""
        around: Operation | None = op
        while around is not None and around is not root:
            self._with_effects.add(around)
            around = around.parent_op()
        self._with_effects.add(root)

    def _look_closer(self, op: Operation, pending: list[Operation]) -> bool:
        """Whether `op` can be removed if what is inside it can, which is left in `pending`."""
        if isinstance(op, CallOp):
            return self._function(op.callee.string_value())
        entry = self.entry_of(op)
        if (entry is None or entry.effects) and isinstance(op, hlo.CustomCallOp):
            return self.assume_none and bool(op.results) and not op.has_side_effect.value.data
        if entry is not None:
            called = entry.callees(op) if entry.callees is not None else ()
            pending += self._inside(op.regions)
            return all(self._function(name) for name in called)
        return is_side_effect_free(op) or (self.assume_none and bool(op.results))

    def _inside(self, regions: Sequence[Region]) -> list[Operation]:
        """The ops directly in regions that may run, but for those that end their blocks."""
        blocks = [block for region in regions for block in region.blocks]
        return [op for block in blocks for op in self._here.ops_of(block) if not is_terminator(type(op))]

    def _function(self, name: str) -> bool:
        """Whether calling a function has no effects; its callees are asked before it."""
        if name in self._functions:
            return self._functions[name]
        for current in postorder([name], self._calls_of):
            func = self.functions.get(current)
            if func is None or func.is_declaration:
                self._functions[current] = self.assume_none
            else:
                pure = self._all_removable(self._inside(func.regions), func)
                self._functions[current] = pure and is_understood(func.body)
        return self._functions[name]

    def _calls_of(self, name: str) -> list[str]:
        """The functions that `name` calls and that were not asked about before."""
        func = self.functions.get(name)
        if func is None:
            return []
        self._functions[name] = False  # while it is asked about: a recursive function may never come back
        called = [callee for op in ops_within(func.body) for callee in callees(op)]
        return [callee for callee in called if callee not in self._functions]
