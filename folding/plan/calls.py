"""Calls that stay: the arguments that they pass, and private functions specialised for constant ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.ir.graphs import values_read_inside
from xdsl_stablehlo.programs.constants import attribute_bytes
from xdsl_stablehlo.programs.symbols import (
    CallGraph,
    is_private,
    is_unused,
    mentioned_by,
    nesting,
    ops_within,
)
from xdsl_stablehlo.programs.transaction import Transaction, without

from ..facts.lattice import join
from ..facts.transfer import kind_of
from ..solver.contexts import ModuleAnalysis
from ..solver.solution import CallFacts, Solution
from ..terms.deferred import Knowledge, bytes_as_constant, content_key, evaluated_all, same_value
from ..terms.effects import Effects
from ..tuning import CLONE_DEPTH, CLONED, CLONES_PER_FUNCTION, OP_BYTES
from .cost import Growth


class Site(NamedTuple):
    """A call that stays."""

    call: CallOp
    arguments: CallFacts
    """The constants and facts of the arguments."""


class CallSites:
    """The facts about the arguments of every call that stays, collected while callers are folded."""

    def __init__(self, graph: CallGraph, changes: Transaction, effects: Effects):
        self.graph = graph
        self.changes = changes
        self.effects = effects
        self._sites: dict[str, list[Site]] = {}
        self._noted: set[str] = set()
        self._mentioned = graph.escaping
        """Functions that something other than a call mentions, which is not known to go."""
        self.calls_went = False
        """Whether calls went with the arguments that they were to compute."""

    def note(self, func: FuncOp, kept: Collection[Operation], frame: Solution) -> None:
        """`func` is planned, the ops `kept` (the last one first) are left in it, and `frame` knows what they read."""
        name = func.sym_name.data
        self._noted.add(name)
        for call in reversed([op for op in kept if type(op) is CallOp]):
            site = Site(call, frame.outcome(call.operands, constants=True))
            self._sites.setdefault(call.callee.string_value(), []).append(site)
        mentions = self.graph.mentions
        if name in mentions:
            mentions[name] = {other for op in kept if type(op) is not CallOp for other in mentioned_by(op)}
            self._mentioned = set[str]().union(*mentions.values())

    def passed(self, func: FuncOp) -> CallFacts:
        """The arguments that all calls of `func` agree on, and the facts that hold for all of them."""
        sites = self._sites.get(func.sym_name.data)
        if not sites or not self._all_known(func):
            return CallFacts((None,) * len(func.function_type.inputs), ())
        return self._passed_at(func, sites)

    @staticmethod
    def _passed_at(func: FuncOp, sites: Sequence[Site]) -> CallFacts:
        (agreed, facts), *others = [site.arguments for site in sites]
        for values, other in others:
            agreed = tuple(map(_agree, agreed, values))
            facts = tuple(map(join, facts, other, map(kind_of, func.args)))
        return CallFacts(agreed, facts if any(fact is not None for fact in facts) else ())

    def is_uncalled(self, func: FuncOp) -> bool:
        """Whether `func` was only there to be called, and no call is left."""
        name = func.sym_name.data
        return bool(self.graph.sites.get(name)) and self._all_known(func) and not self._sites.get(name)

    def bytes_behind(self, op: CallOp) -> int:
        """Bytes of constants in the function that `op` calls, if that function goes when the call goes."""
        func = self.behind(op)
        inside = () if func is None else ops_within(func.body)
        return sum(attribute_bytes(o.value) for o in inside if isinstance(o, ConstantOp))

    def behind(self, op: CallOp) -> FuncOp | None:
        """The function that `op` calls, if it goes when the call goes."""
        name = op.callee.string_value()
        func = self.graph.functions.get(name)
        if func is None or not is_private(func) or name in self._mentioned:
            return None
        return func if len(self.graph.sites.get(name, ())) == 1 else None

    def _all_known(self, func: FuncOp) -> bool:
        name = func.sym_name.data
        return is_private(func) and name not in self._mentioned and self.graph.callers(name) <= self._noted

    def clones(
        self, func: FuncOp, analysis: ModuleAnalysis, growth: Growth, size: Callable[[Solution], int]
    ) -> Iterator[FuncOp]:
        """Copies of `func`, one for each set of constant arguments that its callers pass.

        They are made where together they are no larger than `func`, which goes; `size` says what stays of a function.
        """
        name = func.sym_name.data
        sites = self._sites.get(name, [])
        if len(sites) < 2 or not self._all_known(func) or len(func.body.blocks) != 1:
            return
        groups: dict[Hashable, list[Site]] = {}
        for site in sites:
            groups.setdefault(content_key(site.arguments.values), []).append(site)
        if len(groups) < 2 or len(groups) > CLONES_PER_FUNCTION:
            return
        ops = sum(1 for _ in ops_within(func.body))
        cost = ops * OP_BYTES * len(groups)
        if cost > growth.options.growth_budget or nesting(func.body) > CLONE_DEPTH:
            return
        left = size(analysis.frame(func, *self.passed(func)))
        for group in groups.values():
            if analysis.folder.budget.is_spent():
                return
            passed = self._passed_at(func, group)
            # What the callers passed goes from there.
            gone = [value for value in passed.values if value is not None]
            left += sum(map(bytes_as_constant, gone)) - size(analysis.frame(func, *passed))
            if left < 0:
                return
        for number, group in enumerate(groups.values()):
            analysis.folder.budget.charge(ops * CLONED)
            yield self._clone(func, number, group)

    def _clone(self, func: FuncOp, number: int, group: list[Site]) -> FuncOp:
        name = func.sym_name.data
        while (new_name := f"{name}_{number}") in self.graph.functions:
            number += 1
        clone = self.changes.copy(func, func)
        assert isinstance(clone, FuncOp)
        clone.properties["sym_name"] = StringAttr(new_name)
        self.graph.functions[new_name] = clone
        if name in self.graph.mentions:
            self.graph.mentions[new_name] = self.graph.mentions[name]
        for call, _ in group:
            self.changes.set_property(call, "callee", SymbolRefAttr(new_name))
        moved = {call for call, _ in group}
        self._sites[name] = [site for site in self._sites[name] if site.call not in moved]
        self._sites[new_name] = group
        return clone

    def drop_arguments(self, func: FuncOp, arguments: Knowledge, growth: Growth) -> bool:
        """Take known arguments that the body does not read any more out of `func` and its calls."""
        block = func.body.block
        gone = [i for i, v in enumerate(arguments) if v is not None and block.args[i].first_use is None]
        if not gone:
            return False
        self.changes.drop_arguments(func, gone)
        for call, _ in self._sites[func.sym_name.data]:
            passed = [call.operands[i].owner for i in gone]
            self.changes.set_operands(call, without(call.operands, gone))
            self._erase_unread(passed, growth)
        return True

    def _erase_unread(self, owners: list[Operation | Block], growth: Growth) -> None:
        """Erase ops that nothing reads any more, and then the ops that only they read."""
        while owners:
            op = owners.pop()
            if not isinstance(op, Operation) or op.parent is None or not is_unused(op):
                continue
            if not self.effects.removable(op):
                continue
            owners += [operand.owner for operand in (*op.operands, *values_read_inside(op))]
            if isinstance(op, ConstantOp):
                growth.grown -= attribute_bytes(op.value)
            for inner in op.walk():
                if isinstance(inner, CallOp):
                    self._forget(inner)
            self.changes.erase(op)

    def _forget(self, call: CallOp) -> None:
        """A call is gone."""
        self.calls_went = True
        name = call.callee.string_value()
        self._sites[name] = [site for site in self._sites.get(name, ()) if site.call is not call]


def _agree(a: Value | None, b: Value | None) -> Value | None:
    """The common value of both, if they are known to be equal; a deferred value is only equal to itself."""
    if a is None or b is None or a is b:
        return a if a is b else None
    present = evaluated_all((a, b))
    return a if present is not None and same_value(*present) else None
