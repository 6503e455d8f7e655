"""Which ops may be evaluated at all, whatever their operands are, and the compiler that is held to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.execution.executor import Body
from xdsl_stablehlo.interpreter.execution.jumps import BlockGroup
from xdsl_stablehlo.interpreter.execution.type_facts import KnownTypes
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.custom_calls.registry import REGISTERED, as_declared, user_entry
from xdsl_stablehlo.interpreter.kernels.support.table import Cost, Entry, Exactness, Kernel, entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import is_complex, is_float

from ..options import FoldOptions
from ..terms.reasons import Code, NotFolded, Refusal
from ..tuning import COMPILED
from .work import too_many_bytes

KEPT_BY_HOOK = Refusal(Code.HOOK, "is kept by the should_fold hook")

Permission: TypeAlias = "tuple[Entry | None, Refusal | None]"
"""The kernel of a class of ops (None for calls), or the reason why it is not used."""


def computes_on_floats(op: Operation) -> bool:
    """Whether a result of `op` has float or complex elements."""
    for result in op.results:
        if is_tensor_type(result.type):
            element_type = result.type.element_type
            if is_float(element_type) or is_complex(element_type):
                return True
    return False


def is_call(op: Operation) -> bool:
    """Whether all that `op` does is to call a function."""
    return isinstance(op, CallOp) or hlo.StableHLO.is_op(op, "stablehlo.composite")


class Permissions:
    """Which single ops the options allow."""

    def __init__(self, options: FoldOptions):
        self.options = options
        self.types = KnownTypes()
        self._known: dict[type[Operation], Permission] = {}
        self._calls = {name: user_entry(kernel) for name, kernel in options.custom_calls.items()}

    def of(self, op: Operation) -> Permission:
        """The kernel of ops like `op`, or the reason why it is not used."""
        return self._known.get(type(op)) or self._decide(op)

    def entry_of(self, op: Operation) -> Entry | None:
        """The entry of `op`: the one registered for it, or that of the options for a custom call."""
        if self._calls and isinstance(op, hlo.CustomCallOp):
            entry = self._calls.get(op.call_target_name.data)
            if entry is not None:
                return as_declared(op, entry)
        return entry_of(op)

    def is_of_user(self, op: Operation) -> bool:
        """Whether a function of the user's evaluates `op`, which may raise anything."""
        if not isinstance(op, hlo.CustomCallOp):
            return False
        target = op.call_target_name.data
        return target in self._calls or target in REGISTERED

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
                if options.reproducible and level is Exactness.LIBM:
                    return Refusal(
                        Code.EXACTNESS, "rests on a library of the machine, which is not reproducible"
                    )
                return Refusal(
                    Code.EXACTNESS, f"is of exactness class '{level.value}', which is not asked for"
                )
        return None

    def refuse_bytes(self, op: Operation, cost: Cost) -> Refusal | None:
        """Why an op in a region or a function may not make its results, as far as types say their sizes."""
        limit = self.options.value_bytes_limit
        if cost.is_view or self.is_free(op):
            return None
        size = sum([self.types.of(result.type).bytes or 0 for result in op.results])
        return too_many_bytes(size, limit) if size > limit else None

    def is_free(self, op: Operation) -> bool:
        return self.options.should_fold is not None and self.options.should_fold(op) is True

    def _decide(self, op: Operation) -> Permission:
        """The permission for `op`, cached if its class alone decides it."""
        if is_call(op):
            kept = self.options.should_fold is not None and self.options.should_fold(op) is False
            return None, KEPT_BY_HOOK if kept else None
        entry = self.entry_of(op)
        permission = entry, self.refuse_statically(op, entry)
        by_class = entry is not None and (
            entry.exactness is Exactness.EXACT and self.options.should_fold is None
        )
        if by_class and not hlo.StableHLO.is_op(op, "stablehlo.custom_call"):
            self._known[type(op)] = permission
        return permission


class LimitedCompiler(Compiler):
    """Compiles what the folder may run: every op inside a region or a function is held to what the folder may do."""

    def __init__(self, permissions: Permissions, functions: Mapping[str, FuncOp], limits: Limits):
        super().__init__(functions, limits=limits, types=permissions.types)
        self._permissions = permissions

    def compile_block(self, block: Block) -> Body:
        if self.limits is not None:
            self.limits.spend(COMPILED * sum(1 for _ in block.ops))
        return super().compile_block(block)

    def compile_group(self, group: BlockGroup) -> Body:
        if self.limits is not None:
            self.limits.spend(COMPILED * sum(1 for block in group.blocks for _ in block.ops))
        return super().compile_group(group)

    def kernel(self, op: Operation, entry: Entry | None = None) -> tuple[Kernel, tuple[SSAValue, ...]]:
        if is_call(op):
            return super().kernel(op)
        entry = self._permissions.entry_of(op)
        refusal = self._permissions.refuse_statically(op, entry)
        if refusal is not None:
            return _refusing(refusal._replace(message=f"runs '{op.name}', which {refusal.message}")), ()
        assert entry is not None
        refusal = self._permissions.refuse_bytes(op, entry.cost)
        if refusal is not None:
            return _refusing(refusal._replace(message=f"runs '{op.name}', which {refusal.message}")), ()
        kernel, captured = super().kernel(op, entry)
        kernel = defined(op, kernel, entry, f"runs '{op.name}', whose evaluation is undefined")
        return kernel, captured


def _refusing(refusal: Refusal) -> Kernel:
    """A kernel for an op that keeps what it is part of from being folded, but only where it runs."""

    def run(*_: Value, **__: Value) -> Value:
        raise NotFolded(refusal)

    return run


def defined(op: Operation, kernel: Kernel, entry: Entry, refusal: str) -> Kernel:
    """The kernel, refusing operands and results for which the specification defines nothing: `refusal`, and why."""
    undefined, undefined_result = entry.undefined, entry.undefined_result
    if undefined is None and undefined_result is None:
        return kernel
    count = len(op.operands)

    def refuse(why: str | None) -> None:
        if why is not None:
            raise NotFolded(Refusal(Code.UNDEFINED, f"{refusal}: {why}"))

    def run(*values: Value, **regions: object) -> Value:
        if undefined is not None:
            refuse(undefined(op, *values[:count]))
        given = kernel(*values, **regions)
        if undefined_result is not None:
            refuse(undefined_result(given))
        return given

    return run
