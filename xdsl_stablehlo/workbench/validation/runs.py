"""Runs of a function under an implementation, within limits.

Work is counted in estimated nanoseconds; unless seconds are limited, verdicts are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic
from typing import TypeAlias

from typing_extensions import TypeVar
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter import EvaluationError, LimitExceeded, Limits, Tensor, seeded
from xdsl_stablehlo.interpreter.execution.boundary import Trace, check_arguments
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.execution.meter import holding
from xdsl_stablehlo.interpreter.interface.limits import allowing
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.numerics import quiet

from ..permitted.choices.behaviours import leaves_open
from ..permitted.choices.compiler import OpenCompiler
from ..permitted.choices.implementations import Implementation, UnknownTarget, in_order
from ..permitted.evaluation import Permitted, permitted_by
from .verdicts import ValidationOptions, is_tuple

OpT = TypeVar("OpT", bound=Operation)


def reachable(
    root: OpT, named: Mapping[str, OpT], names: Callable[[Operation], Iterable[str]] = callees
) -> list[OpT]:
    """`root` and the ops that it names, directly or through others: by default the functions that are called.

    Each op comes once. `names` returns the names in an op, without those in its regions.
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
    """Whether a limit or an unknown custom call is the reason, and not a fault of the program."""


RunOutcome: TypeAlias = "tuple[Value, ...] | Failure"
RunKey: TypeAlias = "tuple[int, int, int, bool]"
CompilerRun: TypeAlias = "tuple[Implementation, OpenCompiler, Limits]"


@dataclass
class Subject:
    """A function that is run under several implementations."""

    func: FuncOp
    functions: Mapping[str, FuncOp]
    budget: Budget
    """The budget of all runs."""
    targets: frozenset[str] = frozenset()
    """The custom calls that stand for any function."""
    trace: Trace | None = None
    """Called with each op that was evaluated, and its results."""
    touched: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """The number of evaluations of each op in the last observed run."""
    _compiled: dict[RunKey, CompilerRun] = field(default_factory=dict["RunKey", "CompilerRun"])

    @property
    def name(self) -> str:
        return self.func.sym_name.data

    def ops(self) -> Iterator[Operation]:
        """The ops of the function, and of those that it calls."""
        return (op for func in reachable(self.func, self.functions) for op in func.walk())

    def watched(self, trace: Trace) -> Subject:
        """The same function with another `trace`."""
        return replace(self, trace=trace, touched={}, _compiled={})

    def run(
        self, arguments: Sequence[object], implementation: Implementation, observed: bool = False
    ) -> RunOutcome:
        """The results for `arguments`, followed by the operands of all effects.

        The implementation notes the choices that were open, and the effects.
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

    def permitted(self, arguments: Sequence[object], schedule: int) -> Permitted:
        """The sets of permitted results for `arguments`, with init values and other choices as in a schedule.

        Raises `EvaluationError` as a run."""
        found = permitted_by(self.functions, arguments, self.name, targets=self.targets, schedule=schedule)
        self.budget.charge(RUN * (1 + found.steps), arguments)
        return found

    def _compile(self, schedule: int, filler: int, rounding: int, observed: bool) -> CompilerRun:
        mine, limits = Implementation(schedule, filler, rounding), self.budget.limits()
        decides = bool(schedule or filler or rounding)
        loops = any(isinstance(op, hlo.WhileOp) for op in self.ops())
        noting = loops and any(map(leaves_open, self.ops()))
        compiler = OpenCompiler(
            self.functions,
            limits=limits,
            on_step=self._touch if observed else None,
            # Loops over scalars run as Python code unless a trace observes each op.
            trace=self.trace or (_unheard if decides or noting else None),
            implementation=mine,
            targets=self.targets,
        )
        return mine, compiler, limits

    def _touch(self, op: Operation) -> None:
        self.touched[op] = self.touched.get(op, 0) + 1


def _unheard(op: Operation, results: tuple[object, ...]) -> None:
    """A trace that does nothing, but keeps ops from being run together."""


ITERATIONS = 5_000
"""The largest number of iterations of one loop; more iterations leave a run without results."""

RUN = 100_000
"""Estimated nanoseconds of a run besides its ops: making arguments, comparing results."""

ELEMENT = 40
"""Estimated nanoseconds for each element of the arguments, besides."""

ONE_RUN = 4
"""One run may take the whole budget divided by this."""


class Budget:
    """The limits that are left for all runs together."""

    def __init__(self, options: ValidationOptions):
        self._options = options
        self.refill()

    def refill(self) -> None:
        """Make the whole budget available again."""
        seconds = self._options.seconds
        self._left = self._options.work_budget
        self._deadline = inf if seconds is None else monotonic() + seconds

    def keep_for_shrinking(self) -> None:
        """Leave at most half and at least a tenth of the whole budget."""
        whole = self._options.work_budget
        self._left = max(min(self._left, whole // 2), whole // 10)
        self._deadline = max(min(self._deadline, self._later(2)), self._later(10))

    def _later(self, part: int) -> float:
        seconds = self._options.seconds
        return inf if seconds is None else monotonic() + seconds / part

    def is_spent(self) -> bool:
        """Whether the budget is spent."""
        return self._left <= 0 or monotonic() > self._deadline

    def limits(self) -> Limits:
        """New limits of runs; `begin` starts each run."""
        options = self._options
        seconds = None if options.seconds is None else options.seconds / ONE_RUN
        return Limits(
            iterations=ITERATIONS, work=0, seconds=seconds, bytes=options.bytes, steps=options.steps
        )

    def begin(self, limits: Limits) -> None:
        """Start a run that may take its part of what is left."""
        limits.restart()
        limits.work = max(0, min(self._left, self._options.work_budget // ONE_RUN))
        limits.deadline = min(self._deadline, self._later(ONE_RUN))

    def end(self, limits: Limits, arguments: Sequence[object]) -> None:
        """Charge a run with these arguments."""
        self.charge(limits.spent + RUN, arguments)

    def charge(self, work: int, arguments: Sequence[object]) -> None:
        """Charge estimated nanoseconds, and what these arguments take besides."""
        self._left -= work + ELEMENT * _elements_of(arguments)


def _elements_of(arguments: Sequence[object]) -> int:
    sizes = [x.array.size for x in arguments if isinstance(x, Tensor)]
    return sum(sizes) + sum(map(_elements_of, filter(is_tuple, arguments)))
