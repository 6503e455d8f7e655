"""Runs of a function under an implementation, within limits: its results, or why there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from ..dialects.chlo import BroadcastDivOp, BroadcastRemOp
from ..dialects.stablehlo import (
    CholeskyOp,
    ConvertOp,
    DivOp,
    FftOp,
    GatherOp,
    ReduceOp,
    ReduceWindowOp,
    RemOp,
    RngBitGeneratorOp,
    RngOp,
    ScatterOp,
    SelectAndScatterOp,
    SortOp,
    TriangularSolveOp,
    UniformQuantizeOp,
    WhileOp,
)
from ..dialects.stablehlo.quantization import holds_quantized
from ..interpreter.errors import EvaluationError, LimitExceeded
from ..interpreter.execution.boundary import check_arguments
from ..interpreter.execution.compiler import Compiler, callees
from ..interpreter.execution.limits import Limits
from ..interpreter.execution.meter import holding
from ..interpreter.execution.tracing import Trace
from ..interpreter.kernels.random_numbers import seeded
from ..interpreter.kernels.table import Entry, Kernel, entry_of
from ..interpreter.kernels.values import Value
from ..interpreter.memory import allowing
from ..interpreter.numerics import quiet
from . import fillers, schedules
from .budget import Budget
from .implementations import Implementation
from .rounding import open_rounding, rounds

OpenKernel: TypeAlias = Callable[[Implementation, Any, Any], Kernel]

OPEN: Mapping[type[Operation], Sequence[OpenKernel]] = {
    BroadcastDivOp: (fillers.open_division,),
    BroadcastRemOp: (fillers.open_division,),
    CholeskyOp: (fillers.open_cholesky,),
    ConvertOp: (fillers.open_conversion,),
    DivOp: (fillers.open_division,),
    FftOp: (fillers.open_transform,),
    GatherOp: (fillers.open_gather,),
    ReduceOp: (schedules.open_reduce,),
    ReduceWindowOp: (schedules.open_reduce_window,),
    RemOp: (fillers.open_division,),
    RngBitGeneratorOp: (fillers.open_bits,),
    RngOp: (fillers.open_rng,),
    ScatterOp: (schedules.open_scatter, fillers.open_promise),
    SelectAndScatterOp: (schedules.open_select_and_scatter,),
    SortOp: (schedules.open_sort,),
    TriangularSolveOp: (fillers.open_triangular_solve,),
    UniformQuantizeOp: (fillers.open_quantization,),
}
"""What of each op the specification leaves open, rounding aside."""

_DIVISIONS = (DivOp, RemOp, BroadcastDivOp, BroadcastRemOp)


def may_be_open(op: Operation) -> bool:
    """Whether the specification may leave a result of `op` open, rounding aside."""
    entry = entry_of(op)
    return entry is not None and _opened(Implementation(), op, entry, _nothing) is not _nothing


def _nothing(*_: Value, **__: Value) -> Value:
    """A kernel that is never run."""
    return ()


def _opened(implementation: Implementation, op: Operation, entry: Entry, kernel: Kernel) -> Kernel:
    """The kernel with what is open decided by an implementation, rounding aside; itself where nothing is."""
    for decide in OPEN.get(type(op), ()):
        kernel = decide(implementation, op, kernel)
    if (entry.undefined is not None or entry.undefined_result is not None) and (
        type(op) not in _DIVISIONS and type(op) is not RngBitGeneratorOp
    ):
        kernel = fillers.open_as_stated(implementation, op, kernel, entry)
    if not entry.storage and any(holds_quantized(t) for t in op.result_types):
        kernel = fillers.open_quantized(implementation, op, kernel, entry)
    if fillers.has_own_exceptions(op, entry):
        kernel = fillers.open_exceptions(implementation, op, kernel)
    return kernel


def _on_arrays(kernel: Kernel) -> Kernel:
    """The kernel, given arrays and giving them also where NumPy makes scalars of them."""

    def run(*operands: Value, **options: Any) -> Value:
        return _as_array(kernel(*map(_as_array, operands), **options))

    return run


def _as_array(value: Value) -> Value:
    return np.asarray(value) if isinstance(value, np.generic) else value


class OpenCompiler(Compiler):
    """Compiles what runs as an implementation decides."""

    def __init__(self, implementation: Implementation, functions: Mapping[str, FuncOp], **options: Any):
        super().__init__(functions, **options)
        self._implementation = implementation

    def without_regions(self, op: Operation, entry: Entry) -> Kernel:
        implementation = self._implementation
        kernel = _opened(implementation, op, entry, _on_arrays(super().without_regions(op, entry)))
        if implementation.rounding and rounds(op, entry):
            kernel = open_rounding(implementation, op, kernel, entry)
        return _on_arrays(kernel)


def reachable(func: FuncOp, functions: Mapping[str, FuncOp]) -> list[FuncOp]:
    """`func` and the functions that it calls, directly or through others, each once, in the order of the calls."""
    found = {func.sym_name.data: func}
    waiting = [func]
    while waiting:
        names = [name for op in waiting.pop().walk() for name in callees(op)]
        for name in names:
            if name not in found and name in functions:
                found[name] = functions[name]
                waiting.append(functions[name])
    return list(found.values())


@dataclass(frozen=True)
class Failure:
    """Why a run has no results."""

    message: str
    is_limit: bool
    """Whether it would have taken more than it may, which says nothing of the program."""


Outcome: TypeAlias = "tuple[Value, ...] | Failure"


@dataclass
class Subject:
    """A function that is run under several implementations."""

    func: FuncOp
    functions: Mapping[str, FuncOp]
    budget: Budget
    """What all runs take from."""
    trace: Trace | None = None
    """Told of each op that was evaluated, and of its results."""
    touched: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """How often each op was evaluated in the last run that was observed."""
    _compiled: dict[tuple[int, int, int, bool], tuple[Implementation, OpenCompiler, Limits]] = field(
        default_factory=dict[tuple[int, int, int, bool], tuple[Implementation, OpenCompiler, Limits]]
    )

    @property
    def name(self) -> str:
        return self.func.sym_name.data

    def ops(self) -> Iterator[Operation]:
        """The ops that may run, those of the functions that are called among them."""
        return (op for func in reachable(self.func, self.functions) for op in func.walk())

    def watched(self, trace: Trace) -> Subject:
        """The same function, of whose runs `trace` is told."""
        return replace(self, trace=trace, touched={}, _compiled={})

    def run(
        self, arguments: Sequence[Any], implementation: Implementation, observed: bool = False
    ) -> Outcome:
        """What the function gives for `arguments` under an implementation, which notes what was open."""
        key = (implementation.schedule, implementation.filler, implementation.rounding, observed)
        if key not in self._compiled:
            self._compiled[key] = self._compile(*key)
        mine, compiler, limits = self._compiled[key]
        mine.met.clear()
        self.touched.clear()
        self.budget.begin(limits)
        try:
            values = check_arguments(self.func, arguments)
            with quiet(), allowing(limits.bytes), seeded(implementation.filler):
                body = compiler.function(self.name)
                with holding(limits, [body]):
                    return body(*values)
        except LimitExceeded as error:
            return Failure(str(error), True)
        except EvaluationError as error:
            return Failure(str(error), False)
        finally:
            implementation.met.update(mine.met)
            self.budget.end(limits, arguments)

    def _compile(
        self, schedule: int, filler: int, rounding: int, observed: bool
    ) -> tuple[Implementation, OpenCompiler, Limits]:
        mine, limits = Implementation(schedule, filler, rounding), self.budget.limits()
        decides = bool(schedule or filler or rounding)
        loops = any(isinstance(op, WhileOp) for op in self.ops())
        is_open = loops and any(map(may_be_open, self.ops()))
        compiler = OpenCompiler(
            mine,
            self.functions,
            limits=limits,
            on_step=self._touch if observed else None,
            # Loops over scalars run as Python code unless each op is told of.
            trace=self.trace or (_unheard if decides or is_open else None),
        )
        return mine, compiler, limits

    def _touch(self, op: Operation) -> None:
        self.touched[op] = self.touched.get(op, 0) + 1


def _unheard(op: Operation, results: tuple[Any, ...]) -> None:
    """Nobody listens; that somebody might keeps ops from being run together."""
