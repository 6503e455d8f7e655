"""Runs of a function under an implementation, within limits: its results, or why there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from typing_extensions import TypeVar
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_stablehlo.dialects.stablehlo import WhileOp
from xdsl_stablehlo.interpreter.errors import EvaluationError, LimitExceeded
from xdsl_stablehlo.interpreter.execution.boundary import Trace, check_arguments
from xdsl_stablehlo.interpreter.execution.compiler import Compiler, callees
from xdsl_stablehlo.interpreter.execution.meter import holding
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.random_numbers import seeded
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.kernels.table import Entry, Kernel
from xdsl_stablehlo.interpreter.limits import Limits, allowing
from xdsl_stablehlo.interpreter.numerics import quiet

from ..budget import Budget
from .behaviours import leaves_open, with_choices
from .implementations import Implementation
from .outside import UnknownTarget, in_order, outside
from .rounding import accuracy_is_open, open_accuracy, open_rounding, rounds

OpT = TypeVar("OpT", bound=Operation)


def _on_arrays(kernel: Kernel) -> Kernel:
    """The kernel, given arrays and giving them also where NumPy makes scalars of them."""

    def run(*operands: Value, **options: Any) -> Value:
        return _as_array(kernel(*map(_as_array, operands), **options))

    return run


def _as_array(value: Value) -> Value:
    return np.asarray(value) if isinstance(value, np.generic) else value


class OpenCompiler(Compiler):
    """Compiles what runs as an implementation decides."""

    def __init__(
        self,
        implementation: Implementation,
        targets: frozenset[str],
        functions: Mapping[str, FuncOp],
        **options: Any,
    ):
        """`targets` of custom calls are functions that may be any."""
        super().__init__(functions, **options)
        self._implementation = implementation
        self._targets = targets

    def without_regions(self, op: Operation, entry: Entry) -> Kernel:
        implementation = self._implementation
        kernel = with_choices(implementation, op, entry, _on_arrays(super().without_regions(op, entry)))
        if implementation.rounding and rounds(op, entry):
            kernel = open_rounding(implementation, op, kernel, entry)
        elif accuracy_is_open(op, entry):
            kernel = open_accuracy(implementation, op, kernel)
        return _on_arrays(outside(implementation, op, kernel, self._targets))


def reachable(
    root: OpT, named: Mapping[str, OpT], names: Callable[[Operation], Iterable[str]] = callees
) -> list[OpT]:
    """`root` and what is named in it, or in what is named there: by default the functions that are called.

    Each once, in that order. `names` gives the names that an op has in it.
    """
    found = {name: op for name, op in named.items() if op is root} or {"": root}
    waiting = [root]
    while waiting:
        for name in [name for op in waiting.pop().walk() for name in names(op)]:
            if name not in found and name in named:
                found[name] = named[name]
                waiting.append(named[name])
    return list(found.values())


@dataclass(frozen=True)
class Failure:
    """Why a run has no results."""

    message: str
    is_limit: bool
    """Whether it would have taken more than it may, or it is not known what it does: no fault of the program."""


Outcome: TypeAlias = "tuple[Value, ...] | Failure"


@dataclass
class Subject:
    """A function that is run under several implementations."""

    func: FuncOp
    functions: Mapping[str, FuncOp]
    budget: Budget
    """What all runs take from."""
    targets: frozenset[str] = frozenset()
    """The targets of custom calls that are taken for functions that may be any."""
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
        """What the function gives for `arguments`, and behind it the operands of all that it does outside.

        The implementation notes what was open, and what was done.
        """
        key = (implementation.schedule, implementation.filler, implementation.rounding, observed)
        if key not in self._compiled:
            self._compiled[key] = self._compile(*key)
        mine, compiler, limits = self._compiled[key]
        mine.met.clear()
        mine.done.clear()
        mine.inexact = False
        self.touched.clear()
        self.budget.begin(limits)
        try:
            values = check_arguments(self.func, arguments)
            with quiet(), allowing(limits.bytes), seeded(implementation.filler):
                body = compiler.function(self.name)
                with holding(limits, [body]):
                    given = body(*values)
            return (*given, *[done.operands for done in in_order(mine.done) if done.acts])
        except (LimitExceeded, UnknownTarget) as error:
            return Failure(str(error), True)
        except EvaluationError as error:
            return Failure(str(error), False)
        finally:
            implementation.met.update(mine.met)
            self.budget.end(limits, arguments)
            implementation.inexact = mine.inexact
            implementation.done = in_order(mine.done)

    def _compile(
        self, schedule: int, filler: int, rounding: int, observed: bool
    ) -> tuple[Implementation, OpenCompiler, Limits]:
        mine, limits = Implementation(schedule, filler, rounding), self.budget.limits()
        decides = bool(schedule or filler or rounding)
        loops = any(isinstance(op, WhileOp) for op in self.ops())
        noting = loops and any(map(leaves_open, self.ops()))
        compiler = OpenCompiler(
            mine,
            self.targets,
            self.functions,
            limits=limits,
            on_step=self._touch if observed else None,
            # Loops over scalars run as Python code unless each op is told of.
            trace=self.trace or (_unheard if decides or noting else None),
        )
        return mine, compiler, limits

    def _touch(self, op: Operation) -> None:
        self.touched[op] = self.touched.get(op, 0) + 1


def _unheard(op: Operation, results: tuple[Any, ...]) -> None:
    """Nobody listens; that somebody might keeps ops from being run together."""
