"""Where what is not constant comes from: for each value, the arguments and ops at the bottom of its computation."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import BlockArgument, Operation, SSAValue

from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.symbols import CallGraph, is_private, ops_within

from ..facts.effects import Effects, is_terminator
from ..plan.plan import SEPARATE

Bottom: TypeAlias = "Operation | BlockArgument"
"""What is not constant by itself: an argument, or an op with its results."""


class ValueFlow:
    """What each value of a module is computed from, through regions and calls.

    The bottoms of a value are a number with a bit for each group of bottoms, so that joining them is one operation,
    however many there are. What is carried by a loop or handed into a region counts as computed from all operands of
    its op: the op runs as a whole.
    """

    def __init__(self, module: ModuleOp, bottoms: Mapping[Bottom, int]):
        """`bottoms` are ops whose results, and arguments that, are not constant by themselves, with their groups."""
        self._bottoms = bottoms
        self._graph = CallGraph.of(module)
        self._inside: dict[Operation, Sequence[SSAValue]] = {}
        self.ops = [op for op in ops_within(module.body) if is_computed(op)]
        """The ops that are neither constants nor there for structure, in order."""
        self._sources: dict[SSAValue, Sequence[SSAValue]] = {}
        self._found: dict[SSAValue, int] = {}
        self._spread()

    def of(self, values: Sequence[SSAValue]) -> int:
        """The groups of bottoms, as bits, that any of `values` is computed from."""
        found = 0
        for value in values:
            found |= self._found.get(value, 0)
        return found

    def waits(self, op: Operation) -> int:
        """The groups of bottoms, as bits, that `op` waits for; its own is none of them."""
        inside = self._region_sources(op) if op.regions else op.operands
        return self.of(inside)

    def chain(self, op: Operation, group: int) -> list[SSAValue]:
        """A shortest way from what `op` reads down to a bottom of a group, nearest values first; empty without one."""
        bit = 1 << group
        begin = self._region_sources(op) if op.regions else op.operands
        before: dict[SSAValue, SSAValue | None] = {value: None for value in begin if self.of((value,)) & bit}
        pending = deque(before)
        while pending:
            value = pending.popleft()
            if self._own(value) & bit:
                return _way(value, before)
            for source in self._sources_of(value):
                if source not in before and self.of((source,)) & bit:
                    before[source] = value
                    pending.append(source)
        return []

    def _spread(self) -> None:
        """Join what values are computed from, again while circles of loops and recursion add something."""
        roots = [operand for op in self.ops for operand in (*op.operands, *op.results)]
        again = list[SSAValue]()
        order = list(postorder(roots, self._sources_of, again.append))
        found, changed = self._found, True
        while changed:
            changed = False
            for value in order:
                joined = self._own(value)
                for source in self._sources[value]:
                    joined |= found.get(source, 0)
                if joined != found.get(value, 0):
                    found[value] = joined
                    changed = bool(again)

    def _own(self, value: SSAValue) -> int:
        bottom = value if isinstance(value, BlockArgument) else value.owner
        group = self._bottoms.get(bottom) if isinstance(bottom, (Operation, BlockArgument)) else None
        return 0 if group is None else 1 << group

    def _sources_of(self, value: SSAValue) -> Sequence[SSAValue]:
        known = self._sources.get(value)
        if known is None:
            known = self._sources[value] = self._read_by(value)
        return known

    def _read_by(self, value: SSAValue) -> Sequence[SSAValue]:
        """What `value` is computed from directly."""
        if isinstance(value, BlockArgument):
            around = value.block.parent_op()
            if isinstance(around, FuncOp):
                return self._passed(around, value.index)
            return () if around is None else self._region_sources(around)
        op = value.owner
        if not isinstance(op, Operation):
            return ()
        if isinstance(op, CallOp):
            callee = self._graph.functions.get(op.callee.string_value())
            if callee is not None and not callee.is_declaration:
                return [operand for last in _terminators(callee) for operand in last.operands]
        return self._region_sources(op) if op.regions else op.operands

    def _passed(self, func: FuncOp, index: int) -> Sequence[SSAValue]:
        sites = self._graph.sites.get(func.sym_name.data, ()) if is_private(func) else ()
        return [call.operands[index] for call in sites]

    def _region_sources(self, op: Operation) -> Sequence[SSAValue]:
        known = self._inside.get(op)
        if known is None:
            given = [operand for last in _terminators(op) for operand in last.operands]
            known = self._inside[op] = (*op.operands, *given)
        return known


def bottom_arguments(module: ModuleOp) -> list[BlockArgument]:
    """The arguments of functions of `module` that callers give whom it does not have."""
    graph = CallGraph.of(module)
    return [
        argument
        for name, func in graph.functions.items()
        if not func.is_declaration and (not is_private(func) or name in graph.escaping)
        for argument in func.args
    ]


def effectful_ops(module: ModuleOp, assume_none: bool) -> list[Operation]:
    """The ops of `module` that give results and do something besides, other than by what is inside of them."""
    effects = Effects(CallGraph.of(module).functions, assume_none)
    return [
        op
        for op in ops_within(module.body)
        if op.results and not op.regions and not isinstance(op, CallOp) and not effects.removable(op)
    ]


def is_computed(op: Operation) -> bool:
    """Whether `op` is neither a constant nor there for structure."""
    kind = type(op)
    return not is_constant(kind) and kind not in SEPARATE and not is_terminator(kind)


def _terminators(op: Operation) -> list[Operation]:
    last = [block.last_op for region in op.regions for block in region.blocks]
    return [end for end in last if end is not None]


def _way(value: SSAValue, before: Mapping[SSAValue, SSAValue | None]) -> list[SSAValue]:
    way, at = list[SSAValue](), value
    while at is not None:
        way.append(at)
        at = before[at]
    return way[::-1]
