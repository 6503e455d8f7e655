"""Which ops may go when nobody reads their results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Operation, Region
from xdsl.traits import IsTerminator, NoMemoryEffect, is_side_effect_free

from xdsl_stablehlo.dialects.stablehlo import CompositeOp, CustomCallOp
from xdsl_stablehlo.interpreter.evaluator import EVALUATORS
from xdsl_stablehlo.interpreter.program import callees


@cache
def is_terminator(kind: type[Operation]) -> bool:
    """Whether ops of this class end their block."""
    return kind.has_trait(IsTerminator)


@cache
def is_pure_kind(kind: type[Operation]) -> bool | None:
    """Whether ops of this class have no effects; None where each one has to be asked."""
    if issubclass(kind, CallOp | CompositeOp | CustomCallOp | UnregisteredOp):
        return None
    if is_terminator(kind) or kind is FuncOp:
        return False
    evaluator = EVALUATORS.get(kind)
    if evaluator is not None:
        if evaluator.effects:
            return False
        return None if evaluator.regions or evaluator.callees is not None else True
    return True if kind.has_trait(NoMemoryEffect) else None


@dataclass
class Effects:
    """Answers whether ops have effects. `assume_none` takes what is not declared to have any for pure."""

    functions: Mapping[str, FuncOp]
    assume_none: bool = False
    _functions: dict[str, bool] = field(default_factory=dict[str, bool])
    _open: set[str] = field(default_factory=set[str])
    """Functions whose callees are being asked."""

    def removable(self, op: Operation) -> bool:
        """Whether `op` does nothing but give results, so that it can be erased when none is used."""
        pure = is_pure_kind(type(op))
        return self._look_closer(op) if pure is None else pure

    def _look_closer(self, op: Operation) -> bool:
        if isinstance(op, CallOp):
            return self._function(op.callee.string_value())
        if isinstance(op, CompositeOp):
            return self._function(op.decomposition.string_value())
        if isinstance(op, CustomCallOp):
            declared = op.has_side_effect
            return self.assume_none and bool(op.results) and not (declared and declared.value.data)
        evaluator = EVALUATORS.get(type(op))
        if evaluator is not None:
            called = evaluator.callees(op) if evaluator.callees is not None else ()
            return all(map(self._region, op.regions)) and all(map(self._function, called))
        return is_side_effect_free(op) or (self.assume_none and bool(op.results))

    def _region(self, region: Region) -> bool:
        for block in region.blocks:
            for op in block.ops:
                if not is_terminator(type(op)) and not self.removable(op):
                    return False
        return True

    def _function(self, name: str) -> bool:
        """Whether calling a function does nothing but give results; its callees are asked before it."""
        known = self._functions.get(name)
        pending = [name] if known is None else []
        while pending:
            current = pending[-1]
            func = self.functions.get(current)
            if func is None or func.is_declaration:
                self._functions[current] = self.assume_none
            if current not in self._functions:
                self._functions[current] = False  # a recursive function may never come back
                called = [callee for op in func.body.walk() for callee in callees(op)] if func else []
                pending += [callee for callee in called if callee not in self._functions]
                self._open.add(current)
                continue
            if func is not None and current in self._open:
                self._open.discard(current)
                self._functions[current] = len(func.body.blocks) == 1 and self._region(func.body)
            pending.pop()
        return self._functions[name]
