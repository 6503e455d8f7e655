"""The size of a program: ops by kind, bytes of constants, and the estimated work of a call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.execution.meter import RUN, work_of
from xdsl_stablehlo.interpreter.execution.type_facts import KnownTypes
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.symbols import ops_of

from ..facts.trip_count import CountingLoop
from .account import is_counted, size_of_program
from .report import readable_bytes


@dataclass
class ProgramSize:
    """The size of a program."""

    kinds: Counter[str] = field(default_factory=Counter[str])
    """The number of ops of each kind; modules, functions and ends of blocks do not count."""
    bytes: int = 0
    """Bytes of constants; a splat counts one element."""
    work: int = 0
    """Nanoseconds, as estimated for the interpreter on one core, of a call of `@main`. A loop whose number of
    iterations is not known counts one, a branch its largest case, and a size that is not known counts as 1."""

    @staticmethod
    def of(module: ModuleOp, entry: str = "main") -> ProgramSize:
        """The size of `module`; its work is 0 if there is no function `entry`, and not a single other one."""
        ops = list(module.walk())
        kinds = Counter([op.name for op in ops if is_counted(type(op))])
        functions = functions_of(module)
        main = functions.get(entry) or (next(iter(functions.values())) if len(functions) == 1 else None)
        work = 0 if main is None else _Calls(functions).of(main)
        return ProgramSize(kinds, size_of_program(ops)[1], work)


class _Calls:
    """The work of calls of functions, each looked at once."""

    def __init__(self, functions: dict[str, FuncOp]):
        self._functions = functions
        self._types = KnownTypes()
        self._known: dict[str, int] = {}

    def of(self, func: FuncOp) -> int:
        name = func.sym_name.data
        if name not in self._known:
            self._known[name] = 0  # for a function that calls itself
            self._known[name] = RUN + self._of_ops(list(ops_of(func.regions)))
        return self._known[name]

    def _of_ops(self, ops: Sequence[Operation]) -> int:
        return sum([self._of_op(op) for op in ops if is_counted(type(op))])

    def _of_op(self, op: Operation) -> int:
        if is_constant(type(op)):
            return 0
        called = [self._functions[name] for name in callees(op) if name in self._functions]
        work = work_of(op, entry_of(op), self._types) + sum(map(self.of, called))
        inner = [RUN + self._of_ops(list(ops_of([region]))) for region in op.regions]
        if isinstance(op, hlo.WhileOp):
            trips = CountingLoop(op).trips()
            return work + sum(inner) * (1 if trips is None else trips)
        # The regions of other ops are applied to whole arrays, as their estimates say.
        return work + max(inner) if isinstance(op, hlo.IfOp | hlo.CaseOp) else work


def comparison(before: ProgramSize, after: ProgramSize) -> list[str]:
    """A table of two sizes, the kinds of ops of which most went first."""
    kinds = sorted(
        before.kinds.keys() | after.kinds.keys(),
        key=lambda kind: (after.kinds[kind] - before.kinds[kind], -before.kinds[kind], kind),
    )
    rows = [(kind, f"{before.kinds[kind]:,}", f"{after.kinds[kind]:,}") for kind in kinds]
    rows += [
        ("all ops", f"{before.kinds.total():,}", f"{after.kinds.total():,}"),
        ("constants", readable_bytes(before.bytes), readable_bytes(after.bytes)),
        ("work of a call, as estimated", readable_work(before.work), readable_work(after.work)),
    ]
    return [f"{name:<36}{old:>14}{new:>14}" for name, old, new in [("", "before", "after"), *rows]]


def readable_work(nanoseconds: int) -> str:
    """A time with a unit that keeps it short."""
    for unit, size in (("s", 10**9), ("ms", 10**6)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:,.1f} {unit}"
    return f"{nanoseconds / 1000:.1f} us"
